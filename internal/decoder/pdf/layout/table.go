package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// table is a table found on a page.
type table struct {
	cells  [][]cell // by row and column; covered ones are marked
	cols   []float32
	header int
	ruled  bool
	rtl    bool
	box    page.Rect
}

// cell is a place of the grid; its text is that of its pieces.
type cell struct {
	pieces           []*piece
	rowSpan, colSpan int
	covered          bool
	text             string
}

// region is where a table is looked for.
type region struct {
	box  page.Rect
	h, v []seg // lines inside
	body float32
	rtl  bool
	// ruled says that lines bound the region, so that less evidence is needed.
	ruled bool
}

// drawnTables takes the tables that lines show out of pieces and returns them as blocks with the rest.
func (a *analyzer) drawnTables(ps []*piece) ([]*block, []*piece) {
	g := a.grate()
	a.dropHighlights(&g)
	var out []*block
	lats := g.lattices()
	slices.SortFunc(lats, func(x, y lattice) int {
		if c := int(y.box.W()*y.box.H()) - int(x.box.W()*x.box.H()); c != 0 {
			return c
		}
		return 0
	})
	var taken []page.Rect
	try := func(r region) bool {
		if inside(r.box, taken) {
			return false
		}
		t, rest, ok := a.tableIn(r, ps)
		if ok {
			out = append(out, a.newTable(t, t.box))
			ps = rest
			taken = append(taken, t.box)
		}
		return ok
	}
	// What is drawn with lines goes first, then what only shading shows: it may be within the former.
	for _, strong := range [...]bool{true, false} {
		var loose []seg // horizontal lines outside of tables
		for _, l := range lats {
			if l.drawn() != strong && (len(l.v) > 0 || len(l.h) > 1) {
				continue
			}
			if len(l.v) >= 2 && len(l.h) >= 2 && l.box.W() > 20 && l.box.H() > 10 && !l.shade() && try(region{box: l.box, h: l.h, v: l.v, body: a.body, rtl: a.rtl, ruled: true}) {
				continue
			}
			for _, h := range l.h {
				if strong && !h.weak || !strong {
					loose = append(loose, h)
				}
			}
		}
		for _, r := range a.bandRegions(loose, taken, ps) {
			try(r)
		}
	}
	return out, ps
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
	lines := joinBroken(hs)
	slices.SortFunc(lines, func(a, b seg) int { return int(sign(a.at - b.at)) })
	used := make([]bool, len(lines))
	var out []region
	for i := range lines {
		if used[i] || lines[i].hi-lines[i].lo < 4*a.body {
			continue
		}
		chain := []seg{lines[i]}
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
			used[k] = true
			last = s
		}
		if len(chain) < 2 {
			continue
		}
		box := page.Rect{X0: top.lo, Y0: top.at, X1: top.hi, Y1: last.at}
		r := region{box: box, body: a.body, rtl: a.rtl, ruled: true}
		for _, s := range hs {
			if s.at >= box.Y0-3 && s.at <= box.Y1+3 && s.hi > box.X0 && s.lo < box.X1 {
				r.h = append(r.h, s)
			}
		}
		if !inside(box, taken) {
			out = append(out, r)
		}
	}
	return out
}

func sign(x float32) float32 {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// joinBroken joins collinear segments with column-wide gaps into the line that they make up together.
func joinBroken(hs []seg) []seg {
	s := slices.Clone(hs)
	slices.SortFunc(s, func(a, b seg) int {
		if abs(a.at-b.at) > 1.5 {
			return int(sign(a.at - b.at))
		}
		return int(sign(a.lo - b.lo))
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
	var in []*piece
	for _, p := range ps {
		if within(p, box, 2) {
			in = append(in, p)
		}
	}
	if len(in) == 0 {
		return box.H() < 4*a.body
	}
	rows := rowsOf(in)
	full, multi := 0, 0
	for _, r := range rows {
		if captionWord(joinPieces(r.pieces, a.rtl)) != "" {
			return false // another table begins
		}
		n := len(segments(r.pieces, .8))
		if n > 1 {
			multi++
		} else if r.box.W() > .85*box.W() {
			full++
		}
	}
	return full <= 1 || full <= multi
}

// within reports whether a piece's middle lies in a box, give or take margin.
func within(p *piece, box page.Rect, margin float32) bool {
	x, y := (p.box.X0+p.box.X1)/2, (p.box.Y0+p.box.Y1)/2
	return x >= box.X0-margin && x <= box.X1+margin && y >= box.Y0-margin && y <= box.Y1+margin
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

// segment is a stretch of a row without a wide gap.
type segment struct {
	pieces []*piece
	x0, x1 float32
}

// segments cuts a row's pieces at gaps wider than gap em.
func segments(ps []*piece, gap float32) []segment {
	var out []segment
	for i, p := range ps {
		if i > 0 {
			s := &out[len(out)-1]
			if p.box.X0-s.x1 <= gap*max(p.size, ps[i-1].size) {
				s.pieces = append(s.pieces, p)
				s.x1 = max(s.x1, p.box.X1)
				continue
			}
		}
		out = append(out, segment{[]*piece{p}, p.box.X0, p.box.X1})
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
	t := r.build(in)
	if t == nil || !t.plausible(&r) {
		return nil, ps, false
	}
	if more := append(a.beyond(&r, t, rest), a.below(&r, t, rest)...); len(more) > 0 {
		for _, p := range more {
			r.box = r.box.Union(page.Rect{X0: r.box.X0, Y0: p.box.Y0, X1: r.box.X1, Y1: p.box.Y1})
		}
		if bigger := r.build(append(slices.Clone(in), more...)); bigger != nil && len(bigger.cols) == len(t.cols) {
			t = bigger
			rest = slices.DeleteFunc(rest, func(p *piece) bool { return slices.Contains(more, p) })
		}
	}
	t.box = r.box
	return t, rest, true
}

// beyond returns the pieces of rows directly above a region that fit its columns: a header that stands above
// the first line.
func (a *analyzer) beyond(r *region, t *table, rest []*piece) []*piece {
	var near []*piece
	for _, p := range rest {
		if p.base < r.box.Y0+1 && p.base > r.box.Y0-4*a.body && p.box.X0 > r.box.X0-a.body && p.box.X1 < r.box.X1+a.body {
			near = append(near, p)
		}
	}
	if len(near) == 0 {
		return nil
	}
	rows := rowsOf(near)
	edge := r.box.Y0
	var out []*piece
	for i := len(rows) - 1; i >= 0; i-- {
		row := rows[i]
		segs := segments(row.pieces, .7)
		if len(segs) == 1 && len(out) > 0 && segs[0].x0 > t.cols[1] && segs[0].x1-segs[0].x0 < .7*(r.box.X1-t.cols[1]) && edge-row.base < row.size {
			out = append(out, row.pieces...) // a heading over several columns
			edge = row.box.Y0
			continue
		}
		if edge-row.base > 1.1*row.size || len(segs) < 2 || captionWord(joinPieces(row.pieces, a.rtl)) != "" {
			break
		}
		fit := 0
		for _, s := range segs {
			if c0, c1 := columnAt(t.cols, s.x0, s.x1); c0 == c1 {
				fit++
			}
		}
		if fit < 2 || fit*2 < len(t.cols)-1 {
			break
		}
		out = append(out, row.pieces...)
		edge = row.box.Y0
	}
	return out
}

// maxPlaces bounds the grid of a table on a page; finer ones are drawings.
const maxPlaces = 20_000

// build makes the grid of a region: columns from vertical lines and from white space, rows from horizontal
// lines and from the lines of text.
func (r *region) build(in []*piece) *table {
	rows := rowsOf(in)
	xs := r.columns(rows)
	if len(xs) < 3 {
		return nil
	}
	ys := r.rows(rows, xs)
	if len(ys) < 2 {
		return nil
	}
	nr, nc := len(ys)-1, len(xs)-1
	if nr*nc > maxPlaces {
		return nil
	}
	t := &table{cols: xs, ruled: r.ruled, rtl: r.rtl, cells: make([][]cell, nr)}
	for i := range t.cells {
		t.cells[i] = make([]cell, nc)
	}
	r.place(t, rows, ys)
	r.mergeByLines(t, ys)
	t.dropEmpty()
	r.header(t, ys)
	return t
}

// place puts each segment of each row into its cell; one that reaches over several columns makes them one.
func (r *region) place(t *table, rows []row, ys []float32) {
	xs := t.cols
	for _, row := range rows {
		y := row.base - .3*row.size
		i := slices.IndexFunc(ys, func(v float32) bool { return v > y }) - 1
		i = min(max(i, 0), len(t.cells)-1)
		if i < 0 {
			i = len(t.cells) - 1
		}
		for _, s := range r.cut(row, xs) {
			c0, c1 := columnAt(xs, s.x0, s.x1)
			t.put(i, c0, c1, s.pieces)
		}
	}
}

// put adds pieces to the cell at row i that spans columns c0 to c1.
func (t *table) put(i, c0, c1 int, ps []*piece) {
	row := t.cells[i]
	for c0 > 0 && row[c0].covered {
		c0--
	}
	end := max(c1, c0+row[c0].colSpan-1)
	for k := c0 + 1; k <= min(end, len(row)-1); k++ {
		if row[k].colSpan > 1 {
			end = max(end, k+row[k].colSpan-1)
		}
		row[c0].pieces = append(row[c0].pieces, row[k].pieces...)
		row[k] = cell{covered: true}
	}
	if end > c0 {
		row[c0].colSpan = end - c0 + 1
	}
	row[c0].pieces = append(row[c0].pieces, ps...)
}

// cut splits a row at the column borders that fall between words.
func (r *region) cut(row row, xs []float32) []segment {
	var out []segment
	for i, p := range row.pieces {
		if i > 0 {
			s := &out[len(out)-1]
			gap := p.box.X0 - s.x1
			if !borderBetween(xs, s.x1, p.box.X0) || gap < wordGap*p.size && !p.space {
				s.pieces = append(s.pieces, p)
				s.x1 = max(s.x1, p.box.X1)
				continue
			}
			// A narrow gap in a text that runs on over the border is no border: a heading over several columns.
			if gap < .4*p.size && s.x1-s.x0 > 0 && !r.lineAt(s.x1, p.box.X0, row) && !numeric(pieceText(s.pieces)) && !numeric(p.text) {
				s.pieces = append(s.pieces, p)
				s.x1 = max(s.x1, p.box.X1)
				continue
			}
		}
		out = append(out, segment{[]*piece{p}, p.box.X0, p.box.X1})
	}
	return out
}

// spaceWidth returns the width of a blank in em.
func spaceWidth(p *piece) float32 {
	if p.font != nil && p.font.Space > .15 && p.font.Space < .4 {
		return p.font.Space
	}
	return .28
}

// lineAt reports whether a vertical line stands between two words of a row.
func (r *region) lineAt(x0, x1 float32, row row) bool {
	for _, v := range r.v {
		if v.at > x0-1 && v.at < x1+1 && v.lo < row.base && v.hi > row.box.Y0 {
			return true
		}
	}
	return false
}

func borderBetween(xs []float32, x0, x1 float32) bool {
	for _, x := range xs[1 : len(xs)-1] {
		if x >= x0-.5 && x <= x1+.5 {
			return true
		}
	}
	return false
}

// columnAt returns the first and last column that a stretch reaches into by more than its edge.
func columnAt(xs []float32, x0, x1 float32) (int, int) {
	n := len(xs) - 1
	first, last := -1, -1
	best, bestOverlap := 0, float32(-1e9)
	for c := range n {
		lo, hi := xs[c], xs[c+1]
		if c == 0 {
			lo = min(lo, x0)
		}
		if c == n-1 {
			hi = max(hi, x1)
		}
		o := min(x1, hi) - max(x0, lo)
		if o > bestOverlap {
			best, bestOverlap = c, o
		}
		if o > 2.5 && o > .15*min(hi-lo, x1-x0) {
			if first < 0 {
				first = c
			}
			last = c
		}
	}
	if first < 0 {
		return best, best
	}
	return first, last
}

// mergeByLines joins cells that no line separates where the grid's other cells have one.
func (r *region) mergeByLines(t *table, ys []float32) {
	xs := t.cols
	nr, nc := len(t.cells), len(xs)-1
	lines := r.strong()
	// Columns: only where vertical lines made the border.
	for c := 1; c < nc; c++ {
		drawn := 0
		has := make([]bool, nr)
		for i := range nr {
			if covers(lines.v, xs[c], ys[i]+1, ys[i+1]-1) {
				has[i] = true
				drawn++
			}
		}
		if drawn*10 < nr*3 {
			continue
		}
		for i := range nr {
			if !has[i] && r.banded(ys[i]) && r.banded(ys[i+1]) && (t.blank(i, c-1) || t.blank(i, c)) {
				t.join(i, c-1, i, c)
			}
		}
	}
	// Rows: a horizontal line that stops short of a column lets its cells grow downwards.
	for i := 1; i < nr; i++ {
		drawn := 0
		has := make([]bool, nc)
		for c := range nc {
			if covers(lines.h, ys[i], xs[c]+1, xs[c+1]-1) {
				has[c] = true
				drawn++
			}
		}
		if drawn == 0 || drawn == nc || len(lines.v) == 0 {
			continue
		}
		for c := range nc {
			if !has[c] {
				t.join(i-1, c, i, c)
			}
		}
	}
}

// strong returns the region's drawn lines, or the edges of shaded areas when it has nothing else.
func (r *region) strong() grating {
	var g grating
	for _, s := range r.h {
		if !s.weak {
			g.h = append(g.h, s)
		}
	}
	for _, s := range r.v {
		if !s.weak {
			g.v = append(g.v, s)
		}
	}
	if len(g.h)+len(g.v) == 0 {
		return grating{r.h, r.v}
	}
	return g
}

// banded reports whether a row border is a drawn line.
func (r *region) banded(y float32) bool {
	for _, h := range r.h {
		if abs(h.at-y) <= 3 {
			return true
		}
	}
	return abs(y-r.box.Y0) < 3 || abs(y-r.box.Y1) < 3
}

// join makes one cell of those at two neighbouring places, with all that they already span, if that is a rectangle.
func (t *table) join(r0, c0, r1, c1 int) {
	r0, c0 = t.owner(r0, c0)
	r1, c1 = t.owner(r1, c1)
	if r0 == r1 && c0 == c1 {
		return
	}
	a, b := &t.cells[r0][c0], &t.cells[r1][c1]
	ah, aw, bh, bw := max(a.rowSpan, 1), max(a.colSpan, 1), max(b.rowSpan, 1), max(b.colSpan, 1)
	switch {
	case r0 == r1 && ah == bh && c0+aw == c1:
		a.colSpan = aw + bw
		a.rowSpan = ah
	case c0 == c1 && aw == bw && r0+ah == r1:
		a.rowSpan = ah + bh
		a.colSpan = aw
	default:
		return
	}
	a.pieces = append(a.pieces, b.pieces...)
	*b = cell{covered: true}
}

// blank reports whether the cell that covers a place has no text.
func (t *table) blank(r, c int) bool {
	r, c = t.owner(r, c)
	return len(t.cells[r][c].pieces) == 0
}

// owner returns the place of the cell that covers a place.
func (t *table) owner(r, c int) (int, int) {
	if !t.cells[r][c].covered {
		return r, c
	}
	for i := r; i >= 0; i-- {
		for k := c; k >= 0; k-- {
			x := &t.cells[i][k]
			if !x.covered && i+max(x.rowSpan, 1) > r && k+max(x.colSpan, 1) > c {
				return i, k
			}
		}
	}
	return r, c
}

// dropEmpty removes rows and columns without any text that nothing spans.
func (t *table) dropEmpty() {
	for i := len(t.cells) - 1; i >= 0; i-- {
		empty := true
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			if len(x.pieces) > 0 || x.covered && t.rowOwner(i, c) != i {
				empty = false
			}
		}
		if !empty {
			continue
		}
		t.cells = slices.Delete(t.cells, i, i+1)
	}
	if len(t.cells) == 0 {
		return
	}
	for c := len(t.cells[0]) - 1; c >= 0; c-- {
		empty := true
		for i := range t.cells {
			x := &t.cells[i][c]
			if len(x.pieces) > 0 || x.rowSpan > 1 && len(x.pieces) > 0 {
				empty = false
				break
			}
		}
		if !empty {
			continue
		}
		for i := range t.cells {
			x := &t.cells[i][c]
			if x.covered {
				if r0, c0 := t.owner(i, c); c0 != c && r0 == i {
					t.cells[r0][c0].colSpan--
				}
			} else if x.colSpan > 1 && c+1 < len(t.cells[i]) {
				next := &t.cells[i][c+1]
				next.covered, next.colSpan, next.rowSpan, next.pieces = false, x.colSpan-1, x.rowSpan, x.pieces
			}
		}
		for i := range t.cells {
			t.cells[i] = slices.Delete(t.cells[i], c, c+1)
		}
		t.cols = slices.Delete(t.cols, c+1, c+2)
	}
}

func (t *table) rowOwner(r, c int) int {
	i, _ := t.owner(r, c)
	return i
}

// plausible reports whether the grid is a table rather than boxed or columned prose, a form or a drawing.
func (t *table) plausible(r *region) bool {
	nr := len(t.cells)
	if nr == 0 {
		return false
	}
	nc := len(t.cells[0])
	if nc < 2 || nr < 2 {
		return false
	}
	filled, places, longest, chars := 0, 0, 0, 0
	multiRows := 0
	colFilled := make([]int, nc)
	for i := range t.cells {
		n := 0
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			if x.covered {
				continue
			}
			places++
			if len(x.pieces) == 0 {
				continue
			}
			filled++
			n++
			colFilled[c]++
			k := 0
			for _, p := range x.pieces {
				k += len(p.text)
			}
			chars += k
			longest = max(longest, k)
		}
		if n > 1 {
			multiRows++
		}
	}
	empty := 0
	for i := range t.cells {
		if t.emptyRow(i) {
			empty++
		}
	}
	if empty*10 >= 4*nr && nr > 2 {
		return false // a chart's grid
	}
	if filled < 3 || filled*10 < places*2 || multiRows == 0 || longest > 1500 {
		return false
	}
	used := 0
	for _, n := range colFilled {
		if n > 0 {
			used++
		}
	}
	return used >= 2
}

// emptyRow reports whether no cell with text touches a row.
func (t *table) emptyRow(i int) bool {
	for c := range t.cells[i] {
		if !t.blank(i, c) {
			return false
		}
	}
	return true
}

// wordsOnly reports whether a row has text in most places and no cell that is a number.
func wordsOnly(row []cell) bool {
	filled := 0
	for i := range row {
		if row[i].covered || len(row[i].pieces) == 0 {
			continue
		}
		filled++
		if numeric(pieceText(row[i].pieces)) {
			return false
		}
	}
	return filled*2 > len(row)
}

func pieceText(ps []*piece) string {
	var sb strings.Builder
	for _, p := range ps {
		sb.WriteString(p.text)
	}
	return sb.String()
}

// numeric reports whether a text is a number, amount, percentage or a sign for none.
func numeric(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= 1+digits/3 || letters == 0
}

// udm returns the table in the model's form.
func (t *table) udm() *udm.Table {
	out := &udm.Table{HeaderRows: t.header}
	nc := len(t.cells[0])
	row := make([]string, nc)
	for i := range t.cells {
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			row[t.col(c, 1)] = ""
			if x.covered {
				continue
			}
			row[t.col(c, max(x.colSpan, 1))] = t.cellText(x)
			rs, cs := max(x.rowSpan, 1), max(x.colSpan, 1)
			if rs*cs > 1 {
				out.Merged = append(out.Merged, udm.Merge{Row: i, Col: t.col(c, cs), RowSpan: min(rs, len(t.cells)-i), ColSpan: cs})
			}
		}
		out.Append(row...)
	}
	return out
}

// col returns where column c, the first of span, goes: right-to-left tables are turned round.
func (t *table) col(c, span int) int {
	if t.rtl {
		return len(t.cells[0]) - c - span
	}
	return c
}

func (t *table) cellText(x *cell) string {
	if x.text != "" || len(x.pieces) == 0 {
		return x.text
	}
	b := textBuilder{view: &view{}}
	for _, r := range rowsOf(slices.Clone(x.pieces)) {
		l := line{row: r, text: joinPieces(r.pieces, t.rtl)}
		b.line(&l, t.rtl, false)
	}
	x.text = b.text()
	return x.text
}
