package interp

import "github.com/udecode/udecode/internal/decoder/pdf/page"

// ground is where a page is painted, roughly: a cell of its grid is set once a coloured area, a thick line or a picture
// may touch it.
type ground struct {
	page box
	rows [groundSide]uint64 // a bit for each cell
}

const groundSide = 64

// cells returns the first and last cell of one axis that a stretch from a to b touches.
func cells(a, b, from, to float64) (int, int) {
	at := func(v float64) int { return int(min(max((v-from)/(to-from), 0), .999) * groundSide) }
	return at(a), at(b)
}

// paint notes an area.
func (g *ground) paint(b box) {
	b = b.intersect(g.page)
	if b.x1 < b.x0 || b.y1 < b.y0 || g.page.empty() {
		return
	}
	x0, x1 := cells(b.x0, b.x1, g.page.x0, g.page.x1)
	y0, y1 := cells(b.y0, b.y1, g.page.y0, g.page.y1)
	bits := (^uint64(0) >> (63 - (x1 - x0))) << x0
	for y := y0; y <= y1; y++ {
		g.rows[y] |= bits
	}
}

// bare reports whether nothing is painted where a glyph stands.
func (g *ground) bare(r page.Rect) bool {
	if g.page.empty() {
		return false
	}
	x, _ := cells(float64(r.X0+r.X1)/2, 0, g.page.x0, g.page.x1)
	y, _ := cells(float64(r.Y0+r.Y1)/2, 0, g.page.y0, g.page.y1)
	return g.rows[y]>>x&1 == 0
}

// white reports whether a colour is that of paper.
func white(c uint32) bool { return c&0xFCFCFC == 0xFCFCFC }

// paintPath notes the area of a path that is filled or has a thick line.
func (r *runner) paintPath(fill, stroke bool) {
	s := &r.st
	if fill && (!white(s.fill) || s.fillSpace.model == pattern) || stroke && !white(s.stroke) && s.lineWidth*s.ctm.scale() > thin {
		r.ground.paint(r.path.bounds.intersect(s.clip))
	}
}

// hideWhite makes white glyphs on the bare page invisible, as they are.
func (r *runner) hideWhite() {
	for i := range r.page.Glyphs {
		if g := &r.page.Glyphs[i]; white(g.Color) && r.ground.bare(g.Box) {
			g.Flags |= page.Invisible
		}
	}
}
