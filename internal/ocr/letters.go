package ocr

import (
	"image"
	"slices"
)

// What may be a letter, in pixels.
const (
	leastLetter = 4
	mostLetter  = 100
	fewLetters  = 8        // fewer tell nothing
	mostMarks   = 64 << 10 // parts that are looked at
)

// letterSize estimates the font size of a picture's text, in pixels to the em, by the heights of the connected parts of its ink; 0
// when there is nothing like letters. It costs a small part of what reading does.
func letterSize(img *image.Gray) float32 {
	heights := partHeights(img)
	if len(heights) < fewLetters {
		return 0
	}
	slices.Sort(heights)
	// Half of the letters of most texts have no parts that rise above the small ones; what is read at low resolutions runs
	// together and is higher.
	const middle = .52
	return float32(heights[len(heights)/2]) / middle
}

// part is a connected part of the ink, as far as it has been seen.
type part struct{ x0, x1, y0, y1 int }

// partHeights returns the heights of the connected parts of a picture's ink that may be letters or words.
func partHeights(img *image.Gray) []int {
	const dark = 150
	t := toneOf(img, img.Rect)
	lightGround := t.level[255] >= dark
	var parts []part
	var parent []int
	var above, row []span // of ink, with the indices of their parts
	w := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		pix := img.Pix[y*img.Stride:][:w]
		row = row[:0]
		k := 0
		for x := 0; x < w; x++ {
			if lightGround && x+step <= w && light(pix[x:]) {
				x += step - 1
				continue
			}
			if t.level[pix[x]] >= dark {
				continue
			}
			from := x
			for x < w && t.level[pix[x]] < dark {
				x++
			}
			s := span{from, x, -1}
			for k > 0 && above[k-1].hi >= from {
				k-- // the span before may have ended under one that reaches further
			}
			for ; k < len(above) && above[k].lo <= x; k++ {
				if above[k].hi < from {
					continue
				}
				root := find(parent, above[k].part)
				switch {
				case s.part < 0:
					s.part = root
				case root != s.part:
					parent[root] = s.part
					parts[s.part].join(parts[root])
				}
			}
			if s.part < 0 {
				if len(parts) == mostMarks {
					return heightsOf(parts, parent)
				}
				s.part = len(parts)
				parts = append(parts, part{from, x, y, y + 1})
				parent = append(parent, s.part)
			} else {
				parts[s.part].join(part{from, x, y, y + 1})
			}
			row = append(row, s)
		}
		above, row = row, above
	}
	return heightsOf(parts, parent)
}

// span is ink in one row of pixels.
type span struct{ lo, hi, part int }

func (p *part) join(o part) {
	*p = part{min(p.x0, o.x0), max(p.x1, o.x1), min(p.y0, o.y0), max(p.y1, o.y1)}
}

// heightsOf returns the heights of those parts that are neither specks nor lines nor drawings.
func heightsOf(parts []part, parent []int) []int {
	var out []int
	for i, p := range parts {
		w, h := p.x1-p.x0, p.y1-p.y0
		if parent[i] == i && h >= leastLetter && h <= mostLetter && w >= 2 && w <= 12*h && h <= 6*w {
			out = append(out, h)
		}
	}
	return out
}
