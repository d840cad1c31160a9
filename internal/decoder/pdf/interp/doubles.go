package interp

import (
	"math"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// cell is the size in points of the cells that glyphs are sorted into by their origins.
const cell = 8

// reach is how far off in points a double may be: its cell and the next ones are looked at.
const reach = cell / 2

// collapseDoubles drops glyphs drawn over the same glyph again, which is how bold type and shadows are faked:
// origins apart by less than a tenth of the size along the line and a fifth across.
func collapseDoubles(p *page.Page) {
	if len(p.Glyphs) < 2 {
		return
	}
	const side = 256
	var heads [side * side]int32 // last glyph of each cell, from 1
	next := make([]int32, len(p.Glyphs)+1)
	kept := 0
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if double(p.Glyphs, &heads, next, g) {
			continue
		}
		if kept != i {
			p.Glyphs[kept] = *g
		}
		h := &heads[cellOf(g.X, g.Y)]
		next[kept+1], *h = *h, int32(kept+1)
		kept++
	}
	clear(p.Glyphs[kept:])
	p.Glyphs = p.Glyphs[:kept]
}

func cellOf(x, y float32) int {
	return int(int32(x/cell)&255)<<8 | int(int32(y/cell)&255)
}

func double(glyphs []page.Glyph, heads *[256 * 256]int32, next []int32, g *page.Glyph) bool {
	along, across := min(.1*g.Size, reach), min(.2*g.Size, reach)
	first := cellOf(g.X-reach, g.Y-reach)
	last := -1
	for _, c := range [4]int{first, cellOf(g.X+reach, g.Y-reach), cellOf(g.X-reach, g.Y+reach), cellOf(g.X+reach, g.Y+reach)} {
		if c == last || c == first && last >= 0 {
			continue
		}
		last = c
		for i := heads[c]; i > 0; i = next[i] {
			o := &glyphs[i-1]
			if o.Text != g.Text || o.Size > 1.5*g.Size || g.Size > 1.5*o.Size || o.Angle != g.Angle {
				continue
			}
			dx, dy := abs(o.X-g.X), abs(o.Y-g.Y)
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
