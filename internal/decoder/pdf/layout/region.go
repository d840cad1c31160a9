package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// region is where a table is looked for.
type region struct {
	box  page.Rect
	h, v []seg // lines inside
	body float32
	rtl  bool
	// ruled says that lines bound the region, so that less evidence is needed.
	ruled bool
	// shaded says that nothing but shading does, and rows above it belong to the table.
	shaded  bool
	head    float32   // where the head of its table ends, when that is known
	margins []margins // of the columns that white space shows
	turned  []turnedLine
}

// segment is a stretch of a row without a wide gap.
type segment struct {
	pieces []*piece
	x0, x1 float32
}

// segments cuts a row's pieces at gaps wider than gap em. The segments' pieces are parts of ps.
func segments(ps []*piece, gap float32) []segment {
	var out []segment
	for start := 0; start < len(ps); {
		end, x1 := firstSegment(ps, start, gap)
		out = append(out, segment{pieces: ps[start:end:end], x0: ps[start].box.X0, x1: x1})
		start = end
	}
	return out
}

// firstSegment returns where the segment that begins with piece start ends.
func firstSegment(ps []*piece, start int, gap float32) (end int, x1 float32) {
	x1 = ps[start].box.X1
	for end = start + 1; end < len(ps); end++ {
		p := ps[end]
		if p.box.X0-x1 > gap*max(p.size, ps[end-1].size) {
			break
		}
		x1 = max(x1, p.box.X1)
	}
	return end, x1
}

// maxPlaces bounds the grid of a table on a page; finer ones are drawings.
const maxPlaces = 20_000

// build makes the grid of a region: columns from vertical lines and from white space, rows from horizontal
// lines and from the lines of text.
func (r *region) build(in []*piece) *table {
	rows := rowsOf(in)
	lines := rows
	if r.ruled {
		lines = interleaved(rows)
	}
	return r.fill(rows, r.columns(lines))
}

// fill makes the grid of rows of text in the columns between xs.
func (r *region) fill(rows []row, xs []float32) *table {
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
	t := &table{cols: xs, rtl: r.rtl, cells: make([][]cell, nr)}
	for i := range t.cells {
		t.cells[i] = make([]cell, nc)
	}
	r.place(t, rows, ys)
	t.placeTurned(r.turned, ys)
	if r.ruled {
		r.growCentred(t, ys)
	}
	r.mergeByLines(t, ys)
	t.dropEmpty()
	r.header(t, ys)
	return t
}

// interleaved returns the rows with those made one of which one is a text, less than a line above or below the other one
// and left of it: a label that stands for several rows.
func interleaved(rows []row) []row {
	const near = .7 // em
	labels := func(label, r *row) bool {
		return label.box.X1 < r.box.X0 && len(segments(label.pieces, .8)) == 1 && len(segments(r.pieces, .8)) > 1
	}
	var out []row
	for i := range rows {
		if n := len(out); n > 0 && rows[i].base-out[n-1].base < near*min(rows[i].size, out[n-1].size) && (labels(&rows[i], &out[n-1]) || labels(&out[n-1], &rows[i])) {
			out[n-1] = newRow(slices.Concat(out[n-1].pieces, rows[i].pieces))
			continue
		}
		out = append(out, rows[i])
	}
	return out
}

// place puts each segment of each row into its cell; one that reaches over several columns makes them one.
func (r *region) place(t *table, rows []row, ys []float32) {
	xs := t.cols
	for k, row := range rows {
		y := row.base - .3*row.size
		i := slices.IndexFunc(ys, func(v float32) bool { return v > y }) - 1
		i = min(max(i, 0), len(t.cells)-1)
		if i < 0 {
			i = len(t.cells) - 1
		}
		segs := r.cut(row, xs)
		for _, s := range segs {
			c0, c1 := columnAt(xs, s.x0, s.x1)
			if len(segs) == 1 && c0 > 0 && len(xs) > 3 && r.centred(&s) && t.emptyRow(i) && (k+1 == len(rows) || rows[k+1].base-.3*rows[k+1].size > ys[i+1]) && alone(rows, k) {
				c0, c1 = 0, len(xs)-2 // a heading within the table
			} else if len(segs) == 1 && c0 > 0 && len(xs) > 4 && r.overFigures(&s, xs) && t.emptyRow(i) && alone(rows, k) {
				c0, c1 = 1, len(xs)-2 // one over all columns of figures
			}
			if c1 > c0 && len(segs) == 1 && r.ruled && t.wrapped(i, c0, c1, &s) {
				c1 = c0
			}
			t.put(i, c0, c1, s.pieces)
		}
	}
}

// overFigures reports whether a segment of words stands in the middle of all columns but the first.
func (r *region) overFigures(s *segment, xs []float32) bool {
	return lettersIn(s.pieces) > 5 && !numeric(pieceText(s.pieces)) && abs(s.x0+s.x1-xs[1]-r.box.X1) < .05*(r.box.X1-xs[1])+2
}

// wrapped reports whether a text that reaches over columns c0 to c1 of row i goes on below one of column c0, and the other
// columns have texts of their own above, well apart from that.
func (t *table) wrapped(i, c0, c1 int, s *segment) bool {
	row := t.cells[i]
	size := s.pieces[0].size
	if row[c0].covered || len(row[c0].pieces) == 0 || row[c0].colSpan > 1 || abs(pieceBox(row[c0].pieces).X0-s.x0) >= 2 {
		return false
	}
	return slices.ContainsFunc(row[c0+1:c1+1], func(x cell) bool {
		if len(x.pieces) == 0 || x.pieces[len(x.pieces)-1].base > s.pieces[0].base-.5*size {
			return false
		}
		return !slices.ContainsFunc(row[c0].pieces, func(p *piece) bool {
			return abs(p.base-x.pieces[0].base) < .5*size && x.pieces[0].box.X0-p.box.X1 < 1.5*size
		})
	})
}

// alone reports whether the only text of row i stands clear of the rows above and below, and not at the edges or the middle of a text in the row
// above or below that has several.
func alone(rows []row, i int) bool {
	own := shape{segs: segments(rows[i].pieces, 1e3)}
	for _, k := range [...]int{i - 1, i + 1} {
		if k >= 0 && k < len(rows) {
			if abs(rows[k].base-rows[i].base) < .85*rows[i].size {
				return false
			}
			if other := (shape{segs: segments(rows[k].pieces, .8)}); len(other.segs) > 1 && own.under(&other) {
				return false
			}
		}
	}
	return true
}

// cut splits a row at the column borders that fall between words.
func (r *region) cut(row row, xs []float32) []segment {
	var out []segment
	for i, p := range row.pieces {
		if i > 0 {
			s := &out[len(out)-1]
			gap := p.box.X0 - s.x1
			if r.beginsColumn(s, p) {
				out = append(out, segment{pieces: []*piece{p}, x0: p.box.X0, x1: p.box.X1})
				continue
			}
			if !borderBetween(xs, s.x1, p.box.X0) || gap < wordGap*p.size && !p.space {
				s.pieces = append(s.pieces, p)
				s.x1 = max(s.x1, p.box.X1)
				continue
			}
			// A narrow gap in a text that runs on over the border is no border: a heading over several columns.
			if gap < .4*p.size && s.x1-s.x0 > 0 && !r.lineAt(s.x1, p.box.X0, row) &&
				(r.lineAside(s.x1, p.box.X0) || !numeric(pieceText(s.pieces)) && !numeric(p.text)) {
				s.pieces = append(s.pieces, p)
				s.x1 = max(s.x1, p.box.X1)
				continue
			}
		}
		out = append(out, segment{pieces: []*piece{p}, x0: p.box.X0, x1: p.box.X1})
	}
	return out
}

// beginsColumn reports whether a piece that follows a segment begins another column.
func (r *region) beginsColumn(s *segment, p *piece) bool {
	for i := range r.margins {
		if r.margins[i].at(s.x0, s.pieces[len(s.pieces)-1], p) {
			return true
		}
	}
	return false
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

// lineAside reports whether a vertical line stands between the places of two words, in whatever rows.
func (r *region) lineAside(x0, x1 float32) bool {
	return slices.ContainsFunc(r.v, func(v seg) bool { return !v.weak && v.at > x0-1 && v.at < x1+1 })
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
		figures := 0 // columns with figures above and below, and no line between
		for c := range nc {
			if !has[c] && t.figure(i-1, c) && t.figure(i, c) {
				figures++
			}
		}
		if figures >= 2 {
			continue // rows of their own
		}
		for c := range nc {
			if !has[c] {
				t.join(i-1, c, i, c)
			}
		}
	}
}

// growCentred makes a text that stands between the rows of a band, in a column where nothing else does, a cell over
// all of them.
func (r *region) growCentred(t *table, ys []float32) {
	lines := r.strong()
	for i := 0; i < len(t.cells); {
		end := i + 1
		for end < len(t.cells) && !covers(lines.h, ys[end], r.box.X0, r.box.X1) {
			end++
		}
		if end > i+1 {
			for c := range t.cells[i] {
				r.growIn(t, c, i, end, (ys[i]+ys[end])/2)
			}
		}
		i = end
	}
}

// growIn makes the only text of a column between rows i and end a cell over all of them when it stands at mid.
func (r *region) growIn(t *table, c, i, end int, mid float32) {
	only := -1
	for k := i; k < end; k++ {
		switch x := &t.cells[k][c]; {
		case x.covered || x.colSpan > 1:
			return
		case len(x.pieces) == 0:
		case only >= 0:
			return
		default:
			only = k
		}
	}
	if only < 0 {
		return
	}
	ps := t.cells[only][c].pieces
	box := pieceBox(ps)
	const slack = .3 // em
	if abs((box.Y0+box.Y1)/2-mid) > slack*ps[0].size || !between(t, only, c, i, end) && !(c == 0 && headsRows(t, i, end)) {
		return
	}
	for k := i; k < end; k++ {
		t.cells[k][c] = cell{covered: true}
	}
	t.cells[i][c] = cell{pieces: ps, rowSpan: end - i}
}

// headsRows reports whether the only text of the first column between rows i and end is words for all of them: three rows
// or more that have figures.
func headsRows(t *table, i, end int) bool {
	for k := i; k < end; k++ {
		if !figures(t.cells[k]) || numeric(pieceText(t.cells[k][0].pieces)) && len(t.cells[k][0].pieces) > 0 {
			return false
		}
	}
	return end-i >= 3
}

// between reports whether a cell's text stands on none of the lines of text of its row, but for such as are the only
// ones of their columns between rows i and end, too.
func between(t *table, row, c, i, end int) bool {
	for k := range t.cells[row] {
		filled := 0
		for _, cells := range t.cells[i:end] {
			if len(cells[k].pieces) > 0 {
				filled++
			}
		}
		if k == c || filled < 2 {
			continue
		}
		for _, p := range t.cells[row][k].pieces {
			for _, q := range t.cells[row][c].pieces {
				if abs(p.base-q.base) < .2*q.size {
					return false
				}
			}
		}
	}
	return true
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
