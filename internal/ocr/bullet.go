package ocr

import (
	"cmp"
	"image"
	"slices"
)

// mark is a dot beside a line.
type mark struct {
	line int
	box  image.Rectangle
}

// addBullets finds the dots of lists, which the program takes for specks where they stand apart from the text: compact spots on the
// height of small letters, with nothing around them but the line that begins behind them. At least two must stand below each other.
func (r *Result) addBullets(img *image.Gray) {
	lines := r.lines()
	var marks []mark
	for i := range lines {
		l := &lines[i]
		if first := l.words[0]; first.Cell || first.Text == bullet {
			continue
		}
		if box := l.dotBefore(img); !box.Empty() {
			marks = append(marks, mark{i, box})
		}
	}
	slices.SortFunc(marks, func(a, b mark) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	before := make(map[int]image.Rectangle)
	for from := 0; from < len(marks); {
		to := from + 1
		near := int(.3 * lines[marks[from].line].size)
		for to < len(marks) && marks[to].box.Min.X-marks[to-1].box.Min.X <= near {
			to++
		}
		if to-from > 1 {
			for _, m := range marks[from:to] {
				before[m.line] = m.box
			}
		}
		from = to
	}
	if len(before) == 0 {
		return
	}
	words := make([]Word, 0, len(r.Words)+len(before))
	for i, l := range lines {
		if b, ok := before[i]; ok {
			first := l.words[0]
			words = append(words, Word{Text: bullet, X0: b.Min.X, Y0: b.Min.Y, X1: b.Max.X, Y1: b.Max.Y, Confidence: first.Confidence, Block: first.Block, Line: first.Line})
		}
		words = append(words, l.words...)
	}
	r.Words = words
}

// dotBefore returns the box of the dot to the left of a line, empty when there is none.
func (l *textLine) dotBefore(img *image.Gray) image.Rectangle {
	em := func(k float32) int { return int(k*l.size + .5) }
	base, right := int(l.base), l.words[0].X0-em(.2)
	strip := image.Rect(l.words[0].X0-em(4), base-em(.8), right, base+em(.2)).Intersect(img.Rect)
	if strip.Empty() || l.size < 2*leastLetter {
		return image.Rectangle{}
	}
	const dark = 140
	var box image.Rectangle
	ink := 0
	// From the text to the left, until it is white for as much as is between words.
	for x := strip.Max.X - 1; x >= strip.Min.X; x-- {
		if !box.Empty() && box.Min.X-x > em(.5) {
			break
		}
		for y := strip.Min.Y; y < strip.Max.Y; y++ {
			if img.Pix[y*img.Stride+x] < dark {
				ink++
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	w, h := box.Dx(), box.Dy()
	middle := (box.Min.Y + box.Max.Y) / 2
	if w < em(.12) || h < em(.12) || w > em(.5) || h > em(.5) || 3*w > 5*h || 3*h > 5*w || ink*10 < w*h*6 || middle < base-em(.55) || middle > base-em(.15) {
		return image.Rectangle{}
	}
	return box
}
