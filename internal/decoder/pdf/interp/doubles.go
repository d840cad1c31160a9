package interp

import (
	"math"

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
	heads *[side * side]int32 // last glyph of each cell, above base
	base  int32               // what earlier pages have left in heads is not above it
	ends  [side]float32       // right end of the glyphs' origins in each row of cells
	spots []spot              // by glyph, from 1
}

// spot is where a glyph stands.
type spot struct {
	x, y float32
	next int32 // the glyph before in the same cell
}

// collapse drops glyphs drawn over the same glyph again, which is how bold type and shadows are faked: origins apart by less than a
// tenth of the size along the line and a fifth across.
func (d *doubles) collapse(glyphs []page.Glyph) []page.Glyph {
	if len(glyphs) < 2 {
		return glyphs
	}
	if d.heads == nil || d.base > math.MaxInt32/2 {
		d.heads, d.base = new([side * side]int32), 0
	}
	for i := range d.ends {
		d.ends[i] = -math.MaxFloat32
	}
	d.spots = append(d.spots[:0], spot{})
	kept := 0
	for i := range glyphs {
		g := &glyphs[i]
		if d.double(glyphs, g) {
			continue
		}
		if kept != i {
			glyphs[kept] = *g
		}
		kept++
		y := column(g.Y)
		if g.X > d.ends[y] {
			d.ends[y] = g.X
		}
		head := &d.heads[column(g.X)*side+y]
		d.spots = append(d.spots, spot{g.X, g.Y, *head - d.base})
		*head = d.base + int32(kept)
	}
	d.base += int32(kept)
	return glyphs[:kept]
}

// column returns the row or column of cells that a coordinate is in.
func column(v float32) int { return int(int32(v/cell) & (side - 1)) }

func (d *doubles) double(glyphs []page.Glyph, g *page.Glyph) bool {
	across := .2 * g.Size
	if across > reach {
		across = reach
	}
	y0, y1 := column(g.Y-across), column(g.Y+across)
	if left := g.X - across; left > d.ends[y0] && left > d.ends[y1] {
		return false // text goes on to the right, mostly
	}
	along := min(.1*g.Size, reach)
	x0, x1 := column(g.X-across)*side, column(g.X+across)*side
	cells := [4]int{x0 + y0, x1 + y0, x0 + y1, x1 + y1}
	for k, c := range cells {
		if k > 0 && c == cells[0] || k == 3 && (c == cells[1] || c == cells[2]) {
			continue
		}
		for i := d.heads[c] - d.base; i > 0; {
			at := &d.spots[i]
			dx, dy := abs(at.x-g.X), abs(at.y-g.Y)
			o := &glyphs[i-1]
			i = at.next
			if dx > across || dy > across || o.Angle != g.Angle || o.Text != g.Text || o.Size > 1.5*g.Size || g.Size > 1.5*o.Size {
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
					at.x, at.y = g.X, g.Y
					d.ends[y0], d.ends[y1] = max(d.ends[y0], g.X), max(d.ends[y1], g.X)
				}
				return true
			}
		}
	}
	return false
}

func abs(v float32) float32 { return float32(math.Abs(float64(v))) }
