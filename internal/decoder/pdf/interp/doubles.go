package interp

import (
	"math"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// cell is the size in points of the cells that glyphs are sorted into by their origins.
const cell = 8

// reach is how far off in points a double may be: its cell and the next ones are looked at.
const reach = cell / 2

// side is the number of cells across and down; what lies beyond comes round again.
const side = 128

// doubles finds glyphs at a place.
type doubles struct {
	heads *[side * side]int32 // last glyph of each cell, from 1
	next  []int32             // the one before in the same cell
}

// collapse drops glyphs drawn over the same glyph again, which is how bold type and shadows are faked:
// origins apart by less than a tenth of the size along the line and a fifth across.
func (s *doubles) collapse(glyphs []page.Glyph) []page.Glyph {
	if len(glyphs) < 2 {
		return glyphs
	}
	if s.heads == nil {
		s.heads = new([side * side]int32)
	}
	clear(s.heads[:])
	s.next = slices.Grow(s.next[:0], len(glyphs)+1)[:len(glyphs)+1]
	kept := 0
	for i := range glyphs {
		g := &glyphs[i]
		if s.double(glyphs, g) {
			continue
		}
		if kept != i {
			glyphs[kept] = *g
		}
		h := &s.heads[cellOf(g.X, g.Y)]
		s.next[kept+1], *h = *h, int32(kept+1)
		kept++
	}
	return glyphs[:kept]
}

func cellOf(x, y float32) int {
	return int(int32(x/cell)&(side-1))*side + int(int32(y/cell)&(side-1))
}

func (s *doubles) double(glyphs []page.Glyph, g *page.Glyph) bool {
	along, across := min(.1*g.Size, reach), min(.2*g.Size, reach)
	far := max(along, across)
	first := cellOf(g.X-reach, g.Y-reach)
	last := -1
	for _, c := range [4]int{first, cellOf(g.X+reach, g.Y-reach), cellOf(g.X-reach, g.Y+reach), cellOf(g.X+reach, g.Y+reach)} {
		if c == last || c == first && last >= 0 {
			continue
		}
		last = c
		for i := s.heads[c]; i > 0; i = s.next[i] {
			o := &glyphs[i-1]
			dx, dy := abs(o.X-g.X), abs(o.Y-g.Y)
			if dx > far || dy > far || o.Angle != g.Angle || o.Text != g.Text || o.Size > 1.5*g.Size || g.Size > 1.5*o.Size {
				continue
			}
			switch g.Angle {
			case 90, -90:
				dx, dy = dy, dx
			case 0, 180:
			default:
				dx, dy = max(dx, dy), max(dx, dy)
			}
			if dx <= along && dy <= across {
				if o.Flags&page.Invisible != 0 && g.Flags&page.Invisible == 0 {
					*o = *g // what is seen stays
				}
				return true
			}
		}
	}
	return false
}

func abs(v float32) float32 { return float32(math.Abs(float64(v))) }
