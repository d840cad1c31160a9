package ocr

import (
	"cmp"
	"image"
	"slices"
)

// sheet is a picture on which the cells of tables stand one below the other, black on white.
type sheet struct {
	img    *image.Gray
	strips []strip
}

// strip is where a cell's ink stands on a sheet and where it was in the picture.
type strip struct {
	top  int // on the sheet
	from image.Rectangle
}

// margin is the white round a cell's ink on the sheet, in pixels.
const margin = 24

// newSheet sets cells below each other; nil when there are none or they need much more room than the picture has.
func newSheet(img *image.Gray, cells []cell) *sheet {
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(a.area.Min.Y-b.area.Min.Y, a.area.Min.X-b.area.Min.X)
	})
	s := &sheet{}
	width, height := 0, margin
	for _, c := range cells {
		s.strips = append(s.strips, strip{height, c.ink})
		width = max(width, c.ink.Dx())
		height += c.ink.Dy() + margin
	}
	width += 2 * margin
	if len(s.strips) == 0 || width*height > 8*len(img.Pix)+1<<20 {
		return nil
	}
	s.img = image.NewGray(image.Rect(0, 0, width, height))
	for i := range s.img.Pix {
		s.img.Pix[i] = 0xff
	}
	for i, p := range s.strips {
		for y := range p.from.Dy() {
			src := img.Pix[(p.from.Min.Y+y)*img.Stride+p.from.Min.X:][:p.from.Dx()]
			dst := s.img.Pix[(p.top+y)*s.img.Stride+margin:]
			for x, v := range src {
				dst[x] = cells[i].tone.level[v]
			}
		}
	}
	return s
}

// place moves words from the sheet to where they are in the picture.
func (s *sheet) place(words []Word) {
	for i := range words {
		w := &words[i]
		at, _ := slices.BinarySearchFunc(s.strips, (w.Y0+w.Y1)/2+margin/2, func(p strip, y int) int { return cmp.Compare(p.top, y) })
		at = max(at, 1)
		p := s.strips[at-1]
		dx, dy := p.from.Min.X-margin, p.from.Min.Y-p.top
		w.X0, w.X1, w.Y0, w.Y1 = w.X0+dx, w.X1+dx, w.Y0+dy, w.Y1+dy
		w.Block, w.Cell = at, true
	}
}

// tone says how the greys of a part of a picture become black on white.
type tone struct{ level [256]byte }

// toneOf finds the ground of a part of a picture, its most frequent grey; what differs from it most is ink.
func toneOf(img *image.Gray, r image.Rectangle) tone {
	var count [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X:][:r.Dx()] {
			count[v]++
		}
	}
	ground, most := 255, 0
	for v := range count {
		sum := 0
		for k := max(0, v-4); k <= min(255, v+4); k++ {
			sum += count[k]
		}
		if sum >= most {
			ground, most = v, sum
		}
	}
	var t tone
	for v := range t.level {
		switch {
		case ground < 110: // light on dark
			t.level[v] = byte(min(255, max(0, 255-(v-ground)*255/(255-ground))))
		default:
			t.level[v] = byte(min(255, v*255/ground))
		}
	}
	return t
}

// inkBox returns the smallest rectangle round the ink in r.
func (t *tone) inkBox(img *image.Gray, r image.Rectangle) image.Rectangle {
	const dark = 160
	var box image.Rectangle
	for y := r.Min.Y; y < r.Max.Y; y++ {
		first, last := -1, -1
		for x, v := range img.Pix[y*img.Stride+r.Min.X:][:r.Dx()] {
			if t.level[v] < dark {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		if first >= 0 {
			box = box.Union(image.Rect(r.Min.X+first, y, r.Min.X+last+1, y+1))
		}
	}
	return box
}

// blank makes areas of a picture white.
func blank(img *image.Gray, areas []image.Rectangle) {
	for _, a := range areas {
		a = a.Intersect(img.Rect)
		for y := a.Min.Y; y < a.Max.Y; y++ {
			row := img.Pix[y*img.Stride:]
			for x := a.Min.X; x < a.Max.X; x++ {
				row[x] = 0xff
			}
		}
	}
}

// inked reports whether there is enough in a picture for a letter.
func inked(img *image.Gray) bool {
	t := toneOf(img, img.Rect)
	n := 0
	for _, v := range img.Pix {
		if t.level[v] < 128 {
			if n++; n > 40 {
				return true
			}
		}
	}
	return false
}
