package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// drawnTables takes the tables that lines show out of pieces and returns them as blocks with the rest.
func (a *analyzer) drawnTables(ps []*piece) ([]*block, []*piece) {
	g := a.grate()
	a.dropHighlights(&g)
	a.lines = g
	a.across = a.across[:0]
	for _, h := range g.h {
		if !h.weak && !h.white {
			a.across = append(a.across, h)
		}
	}
	var out []*block
	lats := g.lattices()
	slices.SortFunc(lats, func(x, y lattice) int { // the largest first
		return cmp.Compare(int(y.box.W()*y.box.H()), int(x.box.W()*x.box.H()))
	})
	var taken []page.Rect
	try := func(r region) bool {
		if inside(r.box, taken) {
			return false
		}
		t, rest, ok := a.tableIn(r, ps)
		if ok {
			for _, t := range t.panels() {
				out = append(out, a.newTable(t, t.box))
			}
			ps = rest
			taken = append(taken, t.box)
		}
		return ok
	}
	// What is drawn with lines goes first, then what only shading shows: it may be within the former.
	for _, strong := range [...]bool{true, false} {
		var loose []seg // horizontal lines outside of tables
		for _, l := range lats {
			other := l.drawn() != strong && (len(l.v) > 0 || len(l.h) > 1)
			if other && !strong {
				continue
			}
			if !other && len(l.v) >= 2 && !a.pageFrame(&l, lats) && len(l.h) >= 2 && l.box.W() > 20 && l.box.H() > 10 && !l.shade() && try(region{box: l.box, h: l.h, v: l.v, body: a.body, rtl: a.rtl, ruled: true}) {
				continue
			}
			for _, h := range l.h {
				if strong && !h.weak || !strong {
					loose = append(loose, h)
				}
			}
		}
		if strong {
			a.bars = a.headLines(joinBroken(loose), ps)
			loose = append(loose, shadeAlong(lats, loose)...)
		}
		a.rules = loose
		for _, r := range a.bandRegions(loose, taken, ps) {
			try(a.withLabels(r, ps))
		}
	}
	return a.joinStacked(out), ps
}

// pageFrame reports whether a lattice of most of the page's size has another one in one of its places, a table with what
// decorates the page around it.
func (a *analyzer) pageFrame(l *lattice, lats []lattice) bool {
	const (
		size = .6 // of the page
		part = .3 // of the lattice
	)
	area := func(b page.Rect) float32 { return b.W() * b.H() }
	if float64(area(l.box)) < size*a.page.Width*a.page.Height {
		return false
	}
	for i := range lats {
		m := &lats[i]
		if len(m.h) < 3 || len(m.v) < 3 || area(m.box) < part*area(l.box) || area(m.box) > .95*area(l.box) {
			continue
		}
		crosses := func(s seg, at0, at1, lo, hi float32) bool { return s.at > at0 && s.at < at1 && s.lo < hi && s.hi > lo }
		b := m.box
		if !slices.ContainsFunc(l.h, func(s seg) bool { return crosses(s, b.Y0, b.Y1, b.X0, b.X1) }) &&
			!slices.ContainsFunc(l.v, func(s seg) bool { return crosses(s, b.X0, b.X1, b.Y0, b.Y1) }) {
			return true
		}
	}
	return false
}

// headLines returns the boxes of lines that part a table's head from its rows: several texts stand side by side above
// and below them.
func (a *analyzer) headLines(lines []seg, ps []*piece) []page.Rect {
	const (
		wide  = 20 // em
		above = 3.5
		below = 2
		cells = 3
	)
	var out []page.Rect
	for _, s := range lines {
		if s.hi-s.lo < wide*a.body {
			continue
		}
		most := func(y0, y1 float32) int {
			n := 0
			for _, r := range rowsOf(piecesIn(ps, page.Rect{X0: s.lo, Y0: y0, X1: s.hi, Y1: y1}, 0)) {
				n = max(n, len(segments(r.pieces, .8)))
			}
			return n
		}
		if most(s.at-above*a.body, s.at) >= cells && most(s.at, s.at+below*a.body) >= cells {
			out = append(out, page.Rect{X0: s.lo, Y0: s.at, X1: s.hi, Y1: s.at})
		}
	}
	return out
}

// shadeAlong returns the upper and lower edges of shaded areas that are as wide as one of the lines: the shaded head
// or rows of a table whose other rows these divide.
func shadeAlong(lats []lattice, lines []seg) []seg {
	const slack = 3 // points
	var out []seg
	for _, l := range lats {
		if l.drawn() || len(l.h) > 2 && len(l.v) > 2 && !slices.ContainsFunc(l.h, func(s seg) bool { return !s.weak }) {
			continue
		}
		for _, h := range l.h {
			if slices.ContainsFunc(lines, func(s seg) bool { return abs(s.lo-h.lo) <= slack && abs(s.hi-h.hi) <= slack }) {
				out = append(out, h)
			}
		}
	}
	return out
}

// joinStacked puts tables together that stand right below each other with the same columns and no header of their
// own: lines or shading between groups of rows cut them.
func (a *analyzer) joinStacked(bs []*block) []*block {
	slices.SortFunc(bs, func(x, y *block) int { return cmp.Compare(x.box.Y0, y.box.Y0) })
	out := bs[:0]
	for _, b := range bs {
		k := slices.IndexFunc(out, func(o *block) bool { return a.stacked(o, b) })
		if k < 0 {
			out = append(out, b)
			continue
		}
		o := out[k]
		o.table.cells = append(o.table.cells, b.table.cells...)
		o.box = o.box.Union(b.box)
		o.table.box = o.box
	}
	return out
}

// stacked reports whether table b goes on with table o, which stands above.
func (a *analyzer) stacked(o, b *block) bool {
	const slack = 5 // points
	gap := b.box.Y0 - o.box.Y1
	if gap < -slack || gap > .5*a.body || b.table.header > 0 || len(o.table.cols) != len(b.table.cols) || len(b.table.cols) < 4 {
		return false
	}
	for i, x := range o.table.cols {
		if abs(x-b.table.cols[i]) > 2*slack {
			return false
		}
	}
	return true
}

// drawn reports whether a lattice has drawn lines both ways, not only edges of shaded areas.
func (l *lattice) drawn() bool {
	strong := func(s seg) bool { return !s.weak }
	return slices.ContainsFunc(l.h, strong) && (len(l.v) == 0 || slices.ContainsFunc(l.v, strong))
}

// shade reports whether a lattice is no more than the edges of a shaded area, or of several in one column.
func (l *lattice) shade() bool {
	if len(l.v) > 2 {
		return false
	}
	for _, s := range append(slices.Clone(l.h), l.v...) {
		if !s.weak {
			return false
		}
	}
	return true
}

func (a *analyzer) newTable(t *table, box page.Rect) *block {
	if t.header == 0 {
		t.box = box
		t.header = a.shadedHead(t)
	}
	b := &block{kind: tableBlock, page: a.page.Index, view: a.view, box: box, table: t}
	b.style.size = a.body
	return b
}

func inside(r page.Rect, list []page.Rect) bool {
	for _, t := range list {
		w, h := min(r.X1, t.X1)-max(r.X0, t.X0), min(r.Y1, t.Y1)-max(r.Y0, t.Y0)
		if w >= -1 && h >= -1 && w >= .5*r.W()-1 && h >= .5*r.H()-1 {
			return true
		}
	}
	return false
}

// bandRegions returns the regions between horizontal lines of equal extent that no vertical lines connect.
func (a *analyzer) bandRegions(hs []seg, taken []page.Rect, ps []*piece) []region {
	const tall = 4 // em that two tables' rows take at least
	lines := joinBroken(hs)
	slices.SortFunc(lines, func(a, b seg) int { return cmp.Compare(a.at, b.at) })
	used := make([]bool, len(lines))
	var out []region
	for i := range lines {
		if used[i] || lines[i].hi-lines[i].lo < 4*a.body {
			continue
		}
		chain := []seg{lines[i]}
		cut := false
		top := lines[i]
		last := lines[i]
		for k := i + 1; k < len(lines); k++ {
			s := lines[k]
			if s.at-last.at < 4 || abs(s.lo-top.lo) > 6 || abs(s.hi-top.hi) > 6 {
				continue
			}
			if !a.tabular(ps, page.Rect{X0: top.lo, Y0: last.at, X1: top.hi, Y1: s.at}) {
				break
			}
			chain = append(chain, s)
			if s.at-last.at > tall*a.body && boldHead(a.rowsAround(ps, top, last.at, s.at)) {
				cut = true // the next table's head stands above this line
				break
			}
			used[k] = true
			last = s
		}
		if chain = a.inText(chain, ps); len(chain) < 2 {
			continue
		}
		top, last = chain[0], chain[len(chain)-1]
		if len(chain) == 2 && !cut {
			if s, ok := a.foot(top, last, lines, ps); ok {
				chain = append(chain, s)
				last = s
			}
		}
		box := page.Rect{X0: top.lo, Y0: top.at, X1: top.hi, Y1: a.tableEnd(ps, top, chain[len(chain)-2].at, last.at)}
		r := region{box: box, body: a.body, rtl: a.rtl, ruled: true}
		r.h = linesIn(hs, box)
		if !inside(box, taken) {
			out = append(out, r)
		}
	}
	return out
}

// linesIn returns the horizontal lines that reach into a box.
func linesIn(hs []seg, box page.Rect) []seg {
	var out []seg
	for _, s := range hs {
		if s.at >= box.Y0-3 && s.at <= box.Y1+3 && s.hi > box.X0 && s.lo < box.X1 {
			out = append(out, s)
		}
	}
	return out
}

// inText drops the lines of a chain that part the text of a page from its running heads and feet: those near the
// page's edge with most of the page to the next line, or much more than the other lines have between them, or with
// nothing but a running head to one beside them.
func (a *analyzer) inText(chain []seg, ps []*piece) []seg {
	const (
		margin = .14 // of the page's height
		long   = .4
	)
	height := a.view.rect(page.Rect{X1: float32(a.page.Width), Y1: float32(a.page.Height)}).H()
	for len(chain) > 1 && chain[0].at < margin*height {
		next := chain[1].at
		if next-chain[0].at < long*height && (next > margin*height || !a.runningHead(chain[0], next, ps)) {
			break
		}
		chain = chain[1:]
	}
	for n := len(chain); n > 1 && chain[n-1].at > (1-margin)*height && (chain[n-1].at-chain[n-2].at > long*height || farFoot(chain)); n-- {
		chain = chain[:n-1]
	}
	return chain
}

// farFoot reports whether the last one of many lines stands much farther from the one above than all others do.
func farFoot(chain []seg) bool {
	const (
		least = 5 // lines
		far   = 3 // times
	)
	n := len(chain)
	if n < least {
		return false
	}
	widest := float32(0)
	for i := 1; i < n-1; i++ {
		widest = max(widest, chain[i].at-chain[i-1].at)
	}
	return chain[n-1].at-chain[n-2].at > far*widest
}

// runningHead reports whether nothing but one row of one or two texts, or of more that a page number begins or ends, stands
// between a line and the one at y below it.
func (a *analyzer) runningHead(above seg, y float32, ps []*piece) bool {
	rows := rowsOf(piecesIn(ps, page.Rect{X0: above.lo, Y0: above.at, X1: above.hi, Y1: y}, 0))
	texts, number := 0, false
	for i := range rows {
		if i > 0 && rows[i].box.Y0 > rows[i-1].box.Y1 {
			return false
		}
		parts := segments(rows[i].pieces, wideGap)
		number = number || numberPart(parts[0]) || numberPart(parts[len(parts)-1])
		texts += len(segments(rows[i].pieces, .8))
	}
	return texts <= 2 || number
}

// foot returns the line that ends the table whose head stands between two lines, when that line reaches beyond
// the table.
func (a *analyzer) foot(top, under seg, lines []seg, ps []*piece) (seg, bool) {
	for _, s := range lines {
		if s.at < under.at+4 || s.hi < top.lo+6 || s.lo > top.hi-6 {
			continue
		}
		if s.lo > top.lo+6 || s.hi < top.hi-6 {
			break
		}
		return s, a.headCells(top, under, ps) && a.tabular(ps, page.Rect{X0: top.lo, Y0: under.at, X1: top.hi, Y1: s.at})
	}
	return seg{}, false
}

// headCells reports whether a few rows of short texts side by side, such as a table's head, and hardly a number stand
// between two lines.
func (a *analyzer) headCells(top, under seg, ps []*piece) bool {
	const most = 5 // rows
	rows := rowsOf(piecesIn(ps, page.Rect{X0: top.lo, Y0: top.at, X1: top.hi, Y1: under.at}, 0))
	if len(rows) == 0 || len(rows) > most {
		return false
	}
	cells, all, numbers := 0, 0, 0
	for _, r := range rows {
		segs := segments(r.pieces, .8)
		cells = max(cells, len(segs))
		all += len(segs)
		for _, s := range segs {
			if text := pieceText(s.pieces); numeric(text) && !year(text) {
				numbers++
			}
		}
	}
	return cells > 1 && numbers*2 < all
}

// withLabels extends a region of figures to the left by their labels, when the lines do not reach over them.
func (a *analyzer) withLabels(r region, ps []*piece) region {
	var near []*piece
	for _, p := range ps {
		if p.base > r.box.Y0 && p.base < r.box.Y1+2 && (p.box.X0+p.box.X1)/2 < r.box.X1 {
			near = append(near, p)
		}
	}
	var labels side
	inside, figures, labelled := 0, 0, 0
	for _, row := range rowsOf(near) {
		k := slices.IndexFunc(row.pieces, func(p *piece) bool { return p.box.X1 > r.box.X0+2 })
		if k < 0 {
			k = len(row.pieces)
		}
		labels.add(row.pieces[:k])
		if k == len(row.pieces) {
			continue
		}
		inside++
		if text := row.pieces[k].text; numeric(text) || currency(text) {
			figures++
			if k > 0 {
				labelled++
			}
		}
	}
	if figures < 3 || figures*2 < inside || labelled*10 < 8*figures || labels.rows > 2*labelled || labels.low*3 > labels.rows {
		return r
	}
	r.box.X0 = labels.x0 - 1
	return r
}

// tableEnd returns where the table above the last one of its lines ends: when what stands right above that line
// is set off from the rest and goes on below, it is the header of the next table.
func (a *analyzer) tableEnd(ps []*piece, top seg, prev, last float32) float32 {
	rows, end := a.rowsAround(ps, top, prev, last)
	if end < 3 || len(segments(rows[end].pieces, .8)) < 3 {
		return last
	}
	if boldHead(rows, end) {
		return (rows[end-2].box.Y1 + rows[end-1].box.Y0) / 2
	}
	if end < 5 {
		return last
	}
	var gaps []float32
	for i := 1; i < end; i++ {
		gaps = append(gaps, rows[i].base-rows[i-1].base)
	}
	usual := quantile(slices.Clone(gaps), .5)
	for i := end - 1; i > max(end-5, 2); i-- {
		if gaps[i-1] > 1.7*usual {
			return (rows[i-1].box.Y1 + rows[i].box.Y0) / 2
		}
	}
	return last
}

// rowsAround returns the rows of text between two lines and close below the second one, and the number of those above it;
// -1 when none is below.
func (a *analyzer) rowsAround(ps []*piece, top seg, prev, last float32) (rows []row, end int) {
	rows = rowsOf(piecesIn(ps, page.Rect{X0: top.lo, Y0: prev, X1: top.hi, Y1: last + 2*a.body}, 2))
	return rows, slices.IndexFunc(rows, func(r row) bool { return r.base > last })
}

// boldHead reports whether the last row above a line is one of several bold words, well below rows that aren't bold, and not
// bold below: the head of another table.
func boldHead(rows []row, end int) bool {
	if end < 3 {
		return false
	}
	head, above := &rows[end-1], &rows[end-2]
	if !heavyRow(head) || heavyRow(above) || heavyRow(&rows[end]) || head.base-above.base < 1.7*(above.base-rows[end-3].base) {
		return false
	}
	segs := segments(head.pieces, .8)
	return len(segs) > 2 && !slices.ContainsFunc(segs, func(s segment) bool { return numeric(pieceText(s.pieces)) })
}

// joinBroken joins collinear segments with column-wide gaps into the line that they make up together.
func joinBroken(hs []seg) []seg {
	s := slices.Clone(hs)
	slices.SortFunc(s, func(a, b seg) int {
		if abs(a.at-b.at) > 1.5 {
			return cmp.Compare(a.at, b.at)
		}
		return cmp.Compare(a.lo, b.lo)
	})
	var out []seg
	for _, x := range s {
		if k := len(out) - 1; k >= 0 && abs(out[k].at-x.at) <= 1.5 && x.lo-out[k].hi < 20 {
			out[k].hi = max(out[k].hi, x.hi)
			continue
		}
		out = append(out, x)
	}
	return out
}

// tabular reports whether the text in a box may be rows of a table: few full lines of prose.
func (a *analyzer) tabular(ps []*piece, box page.Rect) bool {
	in := piecesIn(ps, box, 2)
	if len(in) == 0 {
		return box.H() < 4*a.body
	}
	rows := rowsOf(in)
	const heading = 1.3 // times the size of other text
	full, multi := 0, 0
	for i, r := range rows {
		if captionWord(joinPieces(r.pieces, a.rtl)) != "" {
			return false // another table begins
		}
		n := len(segments(r.pieces, .8))
		if i > 0 && n == 1 && r.size > heading*max(a.body, rows[0].size) && lettersIn(r.pieces) > 2 {
			return false // a heading, with other text above
		}
		if n > 1 {
			multi++
		} else if r.box.W() > .85*box.W() {
			full++
		}
	}
	return full <= 1 || full*3 <= multi*2
}

// within reports whether a piece's middle lies in a box, give or take margin.
func within(p *piece, box page.Rect, margin float32) bool {
	x, y := (p.box.X0+p.box.X1)/2, (p.box.Y0+p.box.Y1)/2
	return x >= box.X0-margin && x <= box.X1+margin && y >= box.Y0-margin && y <= box.Y1+margin
}

// piecesIn returns the pieces whose middle is in a box or at most margin outside of it.
func piecesIn(ps []*piece, box page.Rect, margin float32) []*piece {
	var in []*piece
	for _, p := range ps {
		if within(p, box, margin) {
			in = append(in, p)
		}
	}
	return in
}

// below returns the pieces of rows directly below a region that fit its columns: the last rows of a table
// that only shaded rows show, with their wrapped text.
func (a *analyzer) below(r *region, t *table, rest []*piece) []*piece {
	for _, h := range r.h {
		if !h.weak && h.at > r.box.Y1-3 {
			return nil // a drawn line ends the table
		}
	}
	var near []*piece
	for _, p := range rest {
		if p.base > r.box.Y1-1 && p.base < r.box.Y1+6*a.body && p.box.X0 > r.box.X0-a.body && p.box.X1 < r.box.X1+a.body {
			near = append(near, p)
		}
	}
	var out []*piece
	edge := r.box.Y1
	for i, row := range rowsOf(near) {
		segs := segments(row.pieces, .7)
		fit := 0
		for _, s := range segs {
			if c0, c1 := columnAt(t.cols, s.x0, s.x1); c0 == c1 {
				fit++
			}
		}
		gap := row.box.Y0 - edge
		wraps := i > 0 && gap < .35*row.size && row.box.X0 > t.cols[1]-2
		if fit < len(segs) || !wraps && (gap > .9*row.size || fit < 2 || fit*2 < len(t.cols)-1) {
			break
		}
		out = append(out, row.pieces...)
		edge = row.box.Y1
	}
	return out
}

// tableIn builds the table of a region out of the pieces in it; it returns the other pieces.
func (a *analyzer) tableIn(r region, ps []*piece) (*table, []*piece, bool) {
	var in, rest []*piece
	for _, p := range ps {
		if within(p, r.box, 1) {
			in = append(in, p)
		} else {
			rest = append(rest, p)
		}
	}
	if len(in) < 2 {
		return nil, ps, false
	}
	if (len(r.v) == 0 || r.frame()) && justifiedLines(rowsOf(slices.Clone(in))) {
		return nil, ps, false
	}
	r.completeShade()
	t := r.build(in)
	if t == nil || !t.plausible(&r) || a.drawing(&r, t) || t.scales() || t.entriesOfContents() || a.backdrop(&r, t) || r.whiteBoxes(t) || t.form() || r.frame() && (!a.sound(t) || a.equations(rowsOf(slices.Clone(in)))) || len(r.v) == 0 && !a.banded(&r, t, in) {
		return nil, ps, false
	}
	words := withoutDots(in)
	if r.turned = a.turnedLines(r.box); len(r.turned) > 0 || len(words) < len(in) {
		if better := r.build(words); better != nil {
			t, in = better, words
		}
	}
	more := a.beyond(&r, t, rest)
	r.shaded = r.shaded && len(more) > 0
	more = append(more, a.below(&r, t, rest)...)
	if len(r.v) == 0 {
		for _, p := range a.sums(&r, t, rest) {
			if !slices.Contains(more, p) {
				more = append(more, p)
			}
		}
	}
	if len(more) > 0 {
		for _, p := range more {
			r.box = r.box.Union(page.Rect{X0: r.box.X0, Y0: p.box.Y0, X1: r.box.X1, Y1: p.box.Y1})
		}
		if len(r.v) == 0 {
			r.h = linesIn(a.rules, r.box)
		}
		all := append(slices.Clone(in), more...)
		bigger := r.build(all)
		if bigger != nil && len(bigger.cols) != len(t.cols) {
			bigger = r.fill(rowsOf(all), t.cols)
		}
		if bigger != nil && len(bigger.cols) == len(t.cols) && !bigger.scales() {
			t = bigger
			rest = slices.DeleteFunc(rest, func(p *piece) bool { return slices.Contains(more, p) })
		}
	}
	t.takeTurned()
	t.box = r.box
	return t, rest, true
}

// justifiedLines reports whether rows are the lines of a justified heading or paragraph, all with wide blanks but for the last.
func justifiedLines(rows []row) bool {
	n := len(rows) - 1
	for i := range rows {
		r := &rows[i]
		if abs(r.size-rows[0].size) > .05*r.size || r.box.X0 > rows[0].box.X0+2*r.size || i < n && (abs(r.box.X1-rows[0].box.X1) > 1 || stretched(r.pieces, r.size) == 0) {
			return false
		}
	}
	return n > 0 && rows[n].box.X1 < rows[0].box.X1+1 && len(segments(rows[n].pieces, .9)) == 1
}

// backdrop reports whether a region reaches from edge to edge of the page and is made up of a few large areas, or has no
// line drawn down in it: the ground of a cover's parts, or what is between the coloured bands of a slide.
func (a *analyzer) backdrop(r *region, t *table) bool {
	const (
		most = 6 // cells
		edge = 3 // points
	)
	paper := a.view.rect(page.Rect{X1: float32(a.page.Width), Y1: float32(a.page.Height)})
	if r.box.X0 > paper.X0+edge || r.box.X1 < paper.X1-edge || r.box.H() < .3*paper.H() {
		return false
	}
	return len(t.cells)*len(t.cells[0]) <= most ||
		!slices.ContainsFunc(r.v, func(s seg) bool { return !s.weak && s.at > paper.X0+edge && s.at < paper.X1-edge })
}

// withoutDots leaves out the dots of leaders, which stand apart from each other and would make columns of their own.
func withoutDots(ps []*piece) []*piece {
	const few = 4 // in a row
	n := 0
	for _, p := range ps {
		if dots(p.text) {
			n++
		}
	}
	if n < few {
		return ps
	}
	var out []*piece
	for _, r := range rowsOf(slices.Clone(ps)) {
		for i := 0; i < len(r.pieces); {
			end := i
			for end < len(r.pieces) && dots(r.pieces[end].text) && (end == i || r.pieces[end].box.X0-r.pieces[end-1].box.X1 < 2*r.size) {
				end++
			}
			if end-i < few {
				end = max(end, i+1)
				out = append(out, r.pieces[i:end]...)
			}
			i = end
		}
	}
	return out
}

// completeShade counts the edges of shaded areas as lines where the drawn ones alone make no grid.
func (r *region) completeShade() {
	const (
		rows = 3
		most = .75 // of the lines
	)
	if len(r.v) < 2 || len(r.h) <= rows || gridShare(r.strong(), r.box) >= fullGrid || gridShare(grating{r.h, r.v}, r.box) < most {
		return
	}
	r.h, r.v = slices.Clone(r.h), slices.Clone(r.v)
	for i := range r.h {
		r.h[i].weak = false
	}
	for i := range r.v {
		r.v[i].weak = false
	}
}

// banded judges a table that only horizontal lines show.
func (a *analyzer) banded(r *region, t *table, in []*piece) bool {
	if t.axes() || t.labelled() || t.flowing() || t.mathematical() || t.addresses() || r.underlinedEntries(in) || a.listing(in) || a.equations(rowsOf(slices.Clone(in))) {
		return false
	}
	filled, several := 0, 0
	for i := range t.cells {
		n := 0
		for c := range t.cells[i] {
			if len(t.cells[i][c].pieces) > 0 {
				n++
			}
		}
		filled += n
		if n > 1 {
			several++
		}
	}
	return several*10 >= 4*len(t.cells) && a.sketches(r.box) < max(3, filled/2)
}

// underlinedEntries reports whether most rows are entries of a list of contents, with a line under each of them that shows
// a link.
func (r *region) underlinedEntries(in []*piece) bool {
	rows := rowsOf(slices.Clone(in))
	n := 0
	for i := range rows {
		if leaders(rows[i].pieces) {
			n++
		}
	}
	return n*2 > len(rows) && len(r.h)*10 > 7*len(rows)
}

// frame reports whether nothing is drawn of a lattice but its outline, so that its text alone shows a table.
func (r *region) frame() bool {
	if len(r.v) == 0 {
		return false
	}
	const edge = 3 // points
	inner := func(s seg, lo, hi float32) bool { return s.at > lo+edge && s.at < hi-edge }
	g := r.strong()
	return !slices.ContainsFunc(g.h, func(s seg) bool { return inner(s, r.box.Y0, r.box.Y1) }) &&
		!slices.ContainsFunc(g.v, func(s seg) bool { return inner(s, r.box.X0, r.box.X1) })
}

// beyond returns the pieces of rows directly above a region that fit its columns: a header that stands above
// the first line, or the first rows of a table of which every other one is shaded.
func (a *analyzer) beyond(r *region, t *table, rest []*piece) []*piece {
	reach := float32(4) // em
	r.shaded = a.shadeOnly(r.box)
	if r.shaded {
		reach = 10
	}
	var near []*piece
	for _, p := range rest {
		if p.base < r.box.Y0+1 && p.base > r.box.Y0-reach*a.body && p.box.X0 > r.box.X0-a.body && p.box.X1 < r.box.X1+a.body {
			near = append(near, p)
		}
	}
	if len(near) == 0 {
		return nil
	}
	rows := rowsOf(near)
	edge := r.box.Y0
	const far = 1.1         // em
	var out, wraps []*piece // those of lines that may go on with a first cell above
	for i := len(rows) - 1; i >= 0; i-- {
		row := rows[i]
		segs := segments(row.pieces, .7)
		over := segs[0].x0 + segs[0].x1 - t.cols[1] - r.box.X1 // a heading in the middle of all columns but the first
		if len(segs) == 1 && (len(out) > 0 || abs(over) < .06*r.box.W()) && segs[0].x0 > t.cols[1] && segs[0].x1-segs[0].x0 < .7*(r.box.X1-t.cols[1]) && edge-row.base < row.size {
			out = append(out, row.pieces...) // a heading over several columns
			edge = row.box.Y0
			continue
		}
		if edge-row.base > far*row.size || captionWord(joinPieces(row.pieces, a.rtl)) != "" {
			break
		}
		if r.shaded && len(segs) == 1 && segs[0].x1 < t.cols[1] {
			wraps = append(wraps, row.pieces...)
			edge = row.box.Y0
			continue
		}
		if len(segs) < 2 {
			break
		}
		fit := 0
		for _, s := range segs {
			if c0, c1 := columnAt(t.cols, s.x0, s.x1); c0 == c1 {
				fit++
			}
		}
		if !a.underlined(&row, segs, t.cols[1], r.box) && (fit < 2 || fit*2 < len(t.cols)-1) {
			break
		}
		out = append(append(out, wraps...), row.pieces...)
		wraps = wraps[:0]
		edge = row.box.Y0
	}
	return out
}

// underlined reports whether each text of a row stands right of x, over a line of its own: headings over several
// columns of a table.
func (a *analyzer) underlined(row *row, segs []segment, x float32, box page.Rect) bool {
	for _, s := range segs {
		if s.x0 < x || !slices.ContainsFunc(a.rules, func(h seg) bool {
			return h.at > row.base-1 && h.at < row.base+.9*row.size && h.lo < s.x0+2 && h.hi > s.x1-2 && (h.lo >= x-2 || h.hi-h.lo < .9*box.W())
		}) {
			return false
		}
	}
	return true
}

// sums returns the pieces of rows below the last line of a table that go on in step with its rows and have figures in
// its columns of figures: totals, and rows that no line follows.
func (a *analyzer) sums(r *region, t *table, rest []*piece) []*piece {
	nr := len(t.cells)
	if nr < 3 {
		return nil
	}
	figures := make([]bool, len(t.cols)-1)
	for c := range figures {
		n := 0
		for i := range t.cells {
			if t.figure(i, c) {
				n++
			}
		}
		figures[c] = n*2 >= nr-t.header && n > 1
	}
	pitch := t.leading() * a.body
	last := float32(0)
	for i := range t.cells {
		for c := range t.cells[i] {
			for _, p := range t.cells[i][c].pieces {
				last = max(last, p.base)
			}
		}
	}
	var near []*piece
	for _, p := range rest {
		if p.base > last+1 && p.base < r.box.Y1+8*a.body && p.box.X0 > r.box.X0-a.body && p.box.X1 < r.box.X1+a.body {
			near = append(near, p)
		}
	}
	var out []*piece
	for _, row := range rowsOf(near) {
		segs := joinSigns(r.cut(row, t.cols))
		if row.base-last > 1.4*max(pitch, row.size) || len(segs) < 2 {
			break
		}
		numbers := 0
		fit := true
		for _, s := range segs {
			c0, c1 := columnAt(t.cols, s.x0, s.x1)
			fit = fit && c0 == c1
			if text := pieceText(s.pieces); c0 > 0 && figures[c0] && numeric(text) && strings.ContainsAny(text, "0123456789") {
				numbers++
			}
		}
		if !fit || numbers == 0 || numbers < len(segs)-1 {
			break
		}
		out = append(out, row.pieces...)
		last = row.base
	}
	return out
}
