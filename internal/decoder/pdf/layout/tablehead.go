package layout

import "slices"

// joinHeads puts what was taken for a table but is no more than the head of the next one, drawn as a grid of its own or
// not, on top of that.
func (a *analyzer) joinHeads(bs []*block) []*block {
	out := bs[:0]
	for _, b := range bs {
		if n := len(out); n > 0 && a.headOf(out[n-1], b) {
			if t := a.withHead(out[n-1], b); t != nil {
				b.table, b.box = t, t.box
				out[n-1] = b
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// headOf reports whether table o may be the head of table b below it: a few rows of words as wide as that, which has no
// head of its own, or whose first row isn't bold as these are.
func (a *analyzer) headOf(o, b *block) bool {
	const (
		most = 6  // rows
		near = 3  // em
		wide = .8 // of the wider one's width
	)
	if o.kind != tableBlock || b.kind != tableBlock || o.view != b.view {
		return false
	}
	t := b.table
	if len(o.table.cells) > most || len(t.cols) < 4 || len(o.table.turned)+len(t.turned) > 0 {
		return false
	}
	if t.header > 0 && !figures(t.cells[0]) && (boldRow(t.cells[0]) || slices.ContainsFunc(o.table.cells, func(row []cell) bool { return !boldRow(row) })) {
		return false
	}
	gap := b.box.Y0 - o.box.Y1
	both := min(o.box.X1, b.box.X1) - max(o.box.X0, b.box.X0)
	if gap < -a.body || gap > near*a.body || both < wide*max(o.box.W(), b.box.W()) {
		return false
	}
	for _, row := range o.table.cells {
		for c := range row {
			if s := pieceText(row[c].pieces); s != "" && numeric(s) && !year(s) && tallyOf(s).digits > 0 {
				return false
			}
		}
	}
	covered := make([]bool, len(t.cols)-1)
	own, n := 0, 0
	r := region{box: o.box}
	for _, row := range rowsOf(o.table.pieces()) {
		for _, s := range r.cut(row, t.cols) {
			c0, c1 := columnAt(t.cols, s.x0, s.x1)
			if c0 == c1 {
				own++
			}
			for c := c0; c <= c1; c++ {
				if !covered[c] {
					covered[c] = true
					n++
				}
			}
		}
	}
	return own > 1 && n > 2 && n*10 >= 6*len(covered)
}

// withHead returns table b with what table o has as its head; nil when they don't go together.
func (a *analyzer) withHead(o, b *block) *table {
	r := region{box: o.box.Union(b.box), body: a.body, rtl: a.rtl, ruled: true, head: b.box.Y0}
	r.h = linesIn(a.lines.h, r.box)
	for _, v := range a.lines.v {
		if v.at > r.box.X0-3 && v.at < r.box.X1+3 && v.hi > r.box.Y0 && v.lo < r.box.Y1 {
			r.v = append(r.v, v)
		}
	}
	cols := slices.Clone(b.table.cols)
	cols[0], cols[len(cols)-1] = min(cols[0], r.box.X0), max(cols[len(cols)-1], r.box.X1)
	all := append(o.table.pieces(), b.table.pieces()...)
	t := r.fill(rowsOf(slices.Clone(all)), cols)
	if whole := r.build(all); whole != nil && len(r.v) > 2 && len(whole.cols) > len(cols) {
		t, cols = whole, whole.cols // columns that are empty but for their heads
	}
	if t == nil || t.header == 0 || len(t.cells) <= len(b.table.cells) || len(t.cols) != len(cols) {
		return nil
	}
	t.box = r.box
	return t
}

// pieces returns all pieces of a table's cells.
func (t *table) pieces() []*piece {
	var out []*piece
	for _, row := range t.cells {
		for c := range row {
			out = append(out, row[c].pieces...)
		}
	}
	return out
}
