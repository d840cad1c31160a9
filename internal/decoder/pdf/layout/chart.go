package layout

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// findCharts notes where curves, slanted lines, bars and coloured tiles are drawn together: charts, diagrams and the like,
// whose labels are no table.
func (a *analyzer) findCharts(ps []*piece) {
	boxes := append(a.barRows(ps), a.tiles(ps)...)
	rows := len(boxes)
	for _, s := range a.page.Sketches {
		if float64(s.W()) < .9*a.page.Width || float64(s.H()) < .9*a.page.Height {
			boxes = append(boxes, a.view.rect(s))
		}
	}
	if len(boxes) == 0 {
		return
	}
	for _, c := range cluster(boxes, rows) {
		if b := c.box; b.W() >= 5*a.body && b.H() >= 3*a.body {
			if grown := a.withAxes(b); c.bars || c.large() || c.n >= 3 && c.wide > .8*b.W() && grown.X0 < b.X0 && grown.Y1 > b.Y1+1 && grown.Y0 < b.Y0 {
				a.charts = append(a.charts, grown)
			}
		}
	}
	a.joinCharts(ps)
}

// joinCharts makes one of charts as wide as each other that stand above each other with no more than a title between.
func (a *analyzer) joinCharts(ps []*piece) {
	const (
		slack = 2 // points
		most  = 6 // em between them
	)
	slices.SortFunc(a.charts, func(x, y page.Rect) int { return cmp.Compare(x.Y0, y.Y0) })
	out := a.charts[:0]
	for _, c := range a.charts {
		k := slices.IndexFunc(out, func(o page.Rect) bool {
			return abs(o.X0-c.X0) <= slack && abs(o.X1-c.X1) <= slack && c.Y0-o.Y1 < most*a.body && a.titled(page.Rect{X0: c.X0, Y0: o.Y1, X1: c.X1, Y1: c.Y0}, ps)
		})
		if k < 0 {
			out = append(out, c)
			continue
		}
		out[k] = out[k].Union(c)
	}
	a.charts = out
}

// titled reports whether no more than figures and a title stand in the space between two charts.
func (a *analyzer) titled(between page.Rect, ps []*piece) bool {
	words := 0
	for _, r := range rowsOf(piecesIn(ps, between, 0)) {
		if numeric(pieceText(r.pieces)) {
			continue
		}
		if words++; words > 1 || r.running(a.body*2) || captionWord(joinPieces(r.pieces, a.rtl)) != "" {
			return false
		}
	}
	return true
}

// tiles returns the extents of rows of areas in many colours that touch one another and hold no text: those of a heat map.
func (a *analyzer) tiles(ps []*piece) []page.Rect {
	const (
		most  = 10_000 // areas on a page
		least = 5      // in a row
		slack = .6     // points
	)
	if n := len(a.page.Fills); n < least || n > most {
		return nil
	}
	var out []page.Rect
	row := 0 // start of the row; they are drawn one after the other
	end := func(i int) {
		fills := a.page.Fills[row:i]
		row = i
		if len(fills) < least || !colourful(fills) {
			return
		}
		box := fills[0].Box
		for i := range fills {
			box = box.Union(fills[i].Box)
		}
		if box = a.view.rect(box); len(piecesIn(ps, box, 0))*4 < len(fills) {
			out = append(out, box)
		}
	}
	for i := 1; i < len(a.page.Fills); i++ {
		b, l := a.page.Fills[i].Box, a.page.Fills[i-1].Box
		same := abs(b.W()-l.W()) <= slack && abs(b.H()-l.H()) <= slack && b.W() > 2 && b.H() > 2
		across := abs(b.Y0-l.Y0) <= slack && abs(b.X0-l.X1) <= slack
		down := abs(b.X0-l.X0) <= slack && abs(b.Y0-l.Y1) <= slack
		if !same || !across && !down {
			end(i)
		}
	}
	end(len(a.page.Fills))
	return out
}

// colourful reports whether areas have three colours or more.
func colourful(fills []page.Fill) bool {
	first, second := fills[0].Color, fills[0].Color
	for i := range fills {
		switch c := fills[i].Color; {
		case c == first || c == second:
		case second == first:
			second = c
		default:
			return true
		}
	}
	return false
}

// group is a set of boxes near one another.
type group struct {
	box             page.Rect
	n               int
	bars            bool // there are rows of bars
	widest, tallest float32
	wide            float32 // all widths together
}

// large reports whether a part of the drawing reaches over a fair share of it, or there are many.
func (g *group) large() bool {
	return g.n >= 12 || g.widest > .3*g.box.W() || g.tallest > .3*g.box.H()
}

// cluster groups boxes that nearly touch, on a coarse grid. The first ones are rows of bars.
func cluster(boxes []page.Rect, rows int) []group {
	const step = 10 // points
	all := boxes[0]
	for _, b := range boxes {
		all = all.Union(b)
	}
	const most = 1 << 16                               // cells
	if !(all.W() < most*step && all.H() < most*step) { // so boxes of infinite size, too
		return nil
	}
	nx, ny := int(all.W()/step)+1, int(all.H()/step)+1
	if nx*ny > most {
		return nil
	}
	cells := make([]int32, nx*ny) // 0 is white, -1 drawn, else the group's number
	span := func(b page.Rect) (x0, y0, x1, y1 int) {
		return int((b.X0 - all.X0) / step), int((b.Y0 - all.Y0) / step), int((b.X1 - all.X0) / step), int((b.Y1 - all.Y0) / step)
	}
	for _, b := range boxes {
		x0, y0, x1, y1 := span(b)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				cells[y*nx+x] = -1
			}
		}
	}
	var groups []group
	var todo []int
	for i := range cells {
		if cells[i] != -1 {
			continue
		}
		groups = append(groups, group{})
		id := int32(len(groups))
		cells[i] = id
		for todo = append(todo[:0], i); len(todo) > 0; {
			k := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for y := max(0, k/nx-1); y <= min(ny-1, k/nx+1); y++ {
				for x := max(0, k%nx-1); x <= min(nx-1, k%nx+1); x++ {
					if cells[y*nx+x] == -1 {
						cells[y*nx+x] = id
						todo = append(todo, y*nx+x)
					}
				}
			}
		}
	}
	for i, b := range boxes {
		x0, y0, _, _ := span(b)
		g := &groups[cells[y0*nx+x0]-1]
		if g.n == 0 {
			g.box = b
		}
		g.box = g.box.Union(b)
		g.n++
		g.bars = g.bars || i < rows
		g.widest, g.tallest = max(g.widest, b.W()), max(g.tallest, b.H())
		g.wide += b.W()
	}
	return groups
}

// barRows returns the extents of rows of filled areas that stand on one line, differ in length and hold next to no
// text.
func (a *analyzer) barRows(ps []*piece) []page.Rect {
	const most = 3000 // areas on a page
	if n := len(a.page.Fills); n < 3 || n > most {
		return nil
	}
	var fills []page.Rect
	for i := range a.page.Fills {
		f := &a.page.Fills[i]
		if b := a.view.rect(f.Box); !light(f.Color) && !f.Round && b.W() > 2 && b.H() > 2 && float64(b.W()*b.H()) < .3*a.page.Width*a.page.Height {
			fills = append(fills, b)
		}
	}
	var out []page.Rect
	collect := func(foot, thick, long func(page.Rect) float32) {
		slices.SortFunc(fills, func(x, y page.Rect) int {
			return cmp.Or(cmp.Compare(int(foot(x)), int(foot(y))), cmp.Compare(thick(x), thick(y)))
		})
		for i := 0; i < len(fills); {
			k := i + 1
			for k < len(fills) && abs(foot(fills[k])-foot(fills[i])) <= 1 && thick(fills[k])-thick(fills[i]) < .1*thick(fills[i])+.2 {
				k++
			}
			slices.SortFunc(fills[i:k], func(x, y page.Rect) int { return cmp.Compare(long(x), long(y)) })
			lengths := 1
			for j := i + 1; j < k; j++ {
				if long(fills[j])-long(fills[j-1]) > 2 {
					lengths++
				}
			}
			if lengths >= 3 && bare(fills[i:k], ps) {
				row := fills[i]
				for _, b := range fills[i+1 : k] {
					row = row.Union(b)
				}
				out = append(out, row)
			}
			i = k
		}
	}
	width, height := page.Rect.W, page.Rect.H
	collect(func(b page.Rect) float32 { return b.Y1 }, width, height)
	collect(func(b page.Rect) float32 { return b.X0 }, height, width)
	return out
}

// bare reports whether most of the boxes hold no more than a word.
func bare(boxes []page.Rect, ps []*piece) bool {
	empty := 0
	for _, b := range boxes {
		n := 0
		for _, p := range ps {
			if within(p, b, 0) {
				if n++; n > 1 {
					break
				}
			}
		}
		if n <= 1 {
			empty++
		}
	}
	return empty*10 >= 7*len(boxes)
}

// withAxes extends a drawing's box by the lines along the axes that meet or frame it, and to the area that it
// is drawn on.
func (a *analyzer) withAxes(b page.Rect) page.Rect {
	const near = 6 // points
	grown := b
	at := func(i int) page.Rect {
		r := &a.page.Rules[i]
		x0, y0 := a.view.point(r.X0, r.Y0)
		x1, y1 := a.view.point(r.X1, r.Y1)
		return page.Rect{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
	}
	long := func(s page.Rect) bool { return s.W() > 2.5*b.W() || s.H() > 2.5*b.H() }
	across := func(s page.Rect) bool { return s.X0 < b.X0+near && s.X1 > b.X1-near }
	var grid []page.Rect // lines across that meet the drawing
	for i := range a.page.Rules {
		s := at(i)
		if long(s) {
			continue
		}
		down := s.Y0 < b.Y0+near && s.Y1 > b.Y1-near && s.X0 < b.X1+.5*b.W() && s.X1 > b.X0-.5*b.W()
		meets := s.Y0 < b.Y1+near && s.Y1 > b.Y0-near && (across(s) || s.X0 < b.X1+near && s.X1 > b.X0-near)
		if down || meets {
			grown = grown.Union(s)
		}
		if meets && across(s) {
			grid = append(grid, s)
		}
	}
	// Further up and down are the lines of the same grid, and those that an axis ends at.
	upright := grown
	for i := range a.page.Rules {
		s := at(i)
		if !long(s) && across(s) && s.Y0 < b.Y1+b.H() && s.Y1 > b.Y0-b.H() && (s.Y0 < upright.Y1+near && s.Y1 > upright.Y0-near || slices.ContainsFunc(grid, func(g page.Rect) bool { return abs(g.X0-s.X0) < near && abs(g.X1-s.X1) < near })) {
			grown = grown.Union(s)
		}
	}
	b = grown
	for i := range a.page.Fills {
		if f := a.view.rect(a.page.Fills[i].Box); f.X0 <= b.X0+1 && f.Y0 <= b.Y0+1 && f.X1 >= b.X1-1 && f.Y1 >= b.Y1-1 && f.W()*f.H() < 8*b.W()*b.H() && float64(f.W()*f.H()) < .5*a.page.Width*a.page.Height {
			grown = grown.Union(f)
		}
	}
	return grown
}

// charted reports whether a fair share of a box is a chart's.
func (a *analyzer) charted(b page.Rect, share float32) bool {
	for _, c := range a.charts {
		w, h := min(b.X1, c.X1)-max(b.X0, c.X0), min(b.Y1, c.Y1)-max(b.Y0, c.Y0)
		if w > 0 && h > 0 && w*h > share*b.W()*b.H() {
			return true
		}
	}
	return false
}

// drawing reports whether the grid of a region is a chart's frame, axes and labels, or several charts side by side.
func (a *analyzer) drawing(r *region, t *table) bool {
	filled, places := 0, 0
	for i := range t.cells {
		for c := range t.cells[i] {
			if !t.cells[i][c].covered {
				places++
				if len(t.cells[i][c].pieces) > 0 {
					filled++
				}
			}
		}
	}
	if len(r.v) > 1 && gridShare(r.strong(), r.box) < fullGrid {
		if n, hull := a.sketched(r.box); n > 1 {
			if besideLines(hull, r) {
				a.charts = append(a.charts, hull) // a drawing beside a table, in one frame
			} else {
				a.charts = append(a.charts, r.box)
			}
		}
		return true
	}
	dense := len(t.cells) > 2 && len(t.cells[0]) > 2 && filled*10 >= 8*places
	if !dense && a.charted(r.box, .25) {
		a.charts = append(a.charts, r.box)
		return true
	}
	return a.sketches(r.box) >= max(4, filled)
}

// besideLines reports whether a fair number of lines as wide as much of a region end at the side of a drawing in it.
func besideLines(drawing page.Rect, r *region) bool {
	const (
		least = 5
		wide  = .4 // of the region
	)
	n := 0
	for _, h := range r.strong().h {
		if h.hi-h.lo > wide*r.box.W() && (h.hi < drawing.X0 || h.lo > drawing.X1) {
			n++
		}
	}
	return n >= least
}

// sketches counts the curved and slanted parts of drawings in a box that are larger than letters.
func (a *analyzer) sketches(box page.Rect) int {
	n, _ := a.sketched(box)
	return n
}

// sketched returns the number of such parts and the box around them.
func (a *analyzer) sketched(box page.Rect) (n int, hull page.Rect) {
	for _, s := range a.page.Sketches {
		if max(s.W(), s.H()) <= 1.6*a.body {
			continue
		}
		b := a.view.rect(s)
		if x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2; x > box.X0 && x < box.X1 && y > box.Y0 && y < box.Y1 {
			if n++; n == 1 {
				hull = b
			}
			hull = hull.Union(b)
		}
	}
	return n, hull
}

// fullGrid is the least share of its lines that a table's grid has.
const fullGrid = .6

// gridShare returns how much of a grid's lines, if all ran through its box, is drawn. Cells that span others leave out a
// part; what links the boxes of a diagram or underlines the fields of a form leaves out most.
func gridShare(g grating, box page.Rect) float32 {
	var sum float32
	for _, s := range g.h {
		sum += min(s.hi, box.X1) - max(s.lo, box.X0)
	}
	for _, s := range g.v {
		sum += min(s.hi, box.Y1) - max(s.lo, box.Y0)
	}
	xs, ys := positions(g.v, box.X0, box.X1), positions(g.h, box.Y0, box.Y1)
	return sum / (float32(len(ys))*box.W() + float32(len(xs))*box.H())
}

// chartTexts takes the labels of charts out of pieces and returns them as one block a chart, with the rest.
func (a *analyzer) chartTexts(ps []*piece) ([]*block, []*piece) {
	if len(a.charts)+len(a.framed) == 0 {
		return nil, ps
	}
	var out []*block
	var segs []segment
	for _, r := range rowsOf(slices.Clone(ps)) {
		segs = append(segs, segments(r.pieces, .8)...)
	}
	taken := make(map[*piece]bool)
	take := func(rows []row) {
		if len(rows) == 0 {
			return
		}
		out = append(out, a.drawingOf(rows))
		for _, r := range rows {
			for _, p := range r.pieces {
				taken[p] = true
			}
		}
	}
	for _, f := range a.framed {
		take(rowsOf(piecesIn(ps, f, 0)))
	}
	for _, c := range a.charts {
		take(chartRows(a.labels(c, ps), segs, taken, a.body))
	}
	return out, slices.DeleteFunc(ps, func(p *piece) bool { return taken[p] })
}

// drawingOf makes one block of the labels of a drawing.
func (a *analyzer) drawingOf(rows []row) *block {
	b := &block{kind: drawing, page: a.page.Index, view: a.view}
	for _, r := range rows {
		b.add(line{row: r, text: joinPieces(r.pieces, a.rtl), hard: true})
	}
	b.style.size = a.body
	return b
}

// chartRows returns the labels in a box. It returns none when much running text is in it or goes through it.
func chartRows(box page.Rect, segs []segment, taken map[*piece]bool, body float32) []row {
	const margin = 4 // points
	var in []*piece
	through := 0
	for _, s := range segs {
		p := s.pieces[0]
		if taken[p] || p.base < box.Y0 || p.base-.5*p.size > box.Y1 || s.x1 < box.X0 || s.x0 > box.X1 {
			continue
		}
		if s.x0 > box.X0-margin && s.x1 < box.X1+margin {
			in = append(in, s.pieces...)
		} else {
			through++
		}
	}
	if len(in) < 4 {
		return nil
	}
	rows := rowsOf(in)
	sizes := make([]float32, len(rows))
	for i := range rows {
		sizes[i] = rows[i].size
	}
	body = max(body, quantile(sizes, .5))
	for len(rows) > 0 && rows[0].running(body) {
		last := rows[0]
		rows = rows[1:]
		if len(rows) > 0 && abs(rows[0].box.X0-last.box.X0) < 1 && rows[0].base-last.base < 1.4*last.size {
			rows = rows[1:] // the end of the paragraph
		}
	}
	for len(rows) > 0 && rows[len(rows)-1].running(body) {
		rows = rows[:len(rows)-1]
	}
	long := 0
	for i := range rows {
		if rows[i].running(body) {
			long++
		}
	}
	if len(rows) < 2 || long*4 > len(rows) || through > len(rows) {
		return nil
	}
	return rows
}

// running reports whether a row has more words in a stretch, or larger ones, than labels have.
func (r *row) running(body float32) bool {
	if r.size > 1.5*body {
		return true
	}
	for _, s := range segments(r.pieces, 1) {
		letters := 0
		for _, p := range s.pieces {
			for _, c := range p.text {
				if unicode.IsLetter(c) {
					letters++
				}
			}
		}
		if letters > 40 {
			return true
		}
	}
	return false
}

// labels extends a chart's box by the figures at its left and right and the words or figures below it.
func (a *analyzer) labels(c page.Rect, ps []*piece) page.Rect {
	side := 4 * a.body
	box := c
	for _, p := range ps {
		y := (p.box.Y0 + p.box.Y1) / 2
		if y > c.Y0-.6*a.body && y < c.Y1+.6*a.body && numeric(p.text) && (p.box.X1 <= c.X0+2 && p.box.X0 > c.X0-side || p.box.X0 >= c.X1-2 && p.box.X1 < c.X1+side) {
			box = box.Union(p.box)
		}
	}
	box = box.Union(a.rowNames(c, ps)).Union(a.legend(c, ps))
	var below []*piece
	for _, p := range ps {
		if p.box.Y0 > c.Y1-.5*p.size && p.box.Y0 < c.Y1+4*p.size && p.box.X0 > c.X0-2*a.body && p.box.X1 > c.X0+2 && p.box.X1 < c.X1+2*a.body && p.size < 1.6*a.body {
			below = append(below, p)
		}
	}
	foot := c.Y1
	var names []segment // in the first row
	for _, r := range rowsOf(below) {
		segs := segments(r.pieces, .7)
		if r.box.Y0-foot >= 1.1*r.size || len(segs) < 3 || names != nil && !centredUnder(segs, names) {
			break
		}
		if foot = r.box.Y1; names == nil {
			names = segs
		}
		box = box.Union(r.box)
	}
	return box
}

// centredUnder reports whether each stretch of a row stands under the middle of one of the row above.
func centredUnder(segs, above []segment) bool {
	const slack = 3 // points
	for i := range segs {
		mid := (segs[i].x0 + segs[i].x1) / 2
		if !slices.ContainsFunc(above, func(s segment) bool { return abs((s.x0+s.x1)/2-mid) < slack }) {
			return false
		}
	}
	return true
}

// legend returns the extent of short texts that begin together at a chart's right, none of them above or below the chart.
func (a *analyzer) legend(c page.Rect, ps []*piece) page.Rect {
	const longest = 30 // letters
	var right []*piece
	for _, p := range ps {
		if p.base > c.Y0-2*a.body && p.base < c.Y1+3*a.body && p.box.X0 >= c.X1-2 && p.box.X0 < c.X1+16*a.body {
			right = append(right, p)
		}
	}
	box := c
	n := 0
	first := float32(0)
	for _, r := range rowsOf(right) {
		segs := segments(r.pieces, .8)
		s := &segs[0]
		if s.x0-c.X1 > 3*r.size || numeric(pieceText(s.pieces)) {
			continue
		}
		if n == 0 {
			first = s.x0
		}
		if len(pieceText(s.pieces)) > longest || abs(s.x0-first) > 2 || r.base < c.Y0 || r.base > c.Y1 {
			return c
		}
		n++
		box = box.Union(page.Rect{X0: s.x0, Y0: r.box.Y0, X1: s.x1, Y1: r.box.Y1})
	}
	if n < 2 {
		return c
	}
	return box
}

// rowNames returns the extent of the short texts that end together at a chart's left edge: the names of its rows.
func (a *analyzer) rowNames(c page.Rect, ps []*piece) page.Rect {
	const longest = 30 // letters
	var left []*piece
	for _, p := range ps {
		if y := (p.box.Y0 + p.box.Y1) / 2; y > c.Y0 && y < c.Y1 && p.box.X1 <= c.X0+2 && p.box.X0 > c.X0-16*a.body {
			left = append(left, p)
		}
	}
	box := c
	var ends []float32
	for _, r := range rowsOf(left) {
		segs := segments(r.pieces, .8)
		s := &segs[len(segs)-1]
		if c.X0-s.x1 > 1.2*r.size {
			continue
		}
		if len(pieceText(s.pieces)) > longest {
			return c
		}
		ends = append(ends, s.x1)
		box = box.Union(page.Rect{X0: s.x0, Y0: r.box.Y0, X1: s.x1, Y1: r.box.Y1})
	}
	if len(ends) < 2 || slices.Max(ends)-slices.Min(ends) > 2 {
		return c
	}
	return box
}
