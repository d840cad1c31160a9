package sheet

import (
	"slices"
	"sort"
	"strconv"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/udm"
)

// body makes the table of a region from the rows that are left of it, or text blocks where it is none.
func (e *emitter) body(rows []row, a Area, part *Part) error {
	a.Top, a.Bottom = int(rows[0].index), int(rows[len(rows)-1].index)
	if part == nil {
		a = shrink(rows, a)
	} else {
		a.Bottom = max(a.Bottom, min(part.Area.Bottom, e.used.Bottom))
	}
	if a.rows() == 1 && a.cols() == 1 || part == nil && e.isProse(rows, a) {
		e.lines(rows, a)
		return nil
	}
	if err := e.budget.ChargeCells(int64(a.rows()) * int64(a.cols())); err != nil {
		return err
	}
	b := builder{emitter: e, area: a, table: &udm.Table{Range: a.String()}}
	b.build(rows)
	t := b.table
	if t.Rows() == 0 || t.Cols() == 0 {
		return nil
	}
	t.HeaderRows = min(shift(b.cutRows, e.headerRows(rows, a, part)), t.Rows())
	t.Name = e.facts.nameOf(a, part)
	block := udm.NewTable(t)
	block.Position = udm.Position{Row: int32(a.Top), Col: int32(a.Left), HasCell: true}
	if links := e.tableLinks(a); len(links) > 0 {
		block.A().Set("links", links)
	}
	b.markHidden(block)
	e.blocks = append(e.blocks, block)
	return nil
}

// shrink returns the part of a region that its remaining rows fill.
func shrink(rows []row, a Area) Area {
	left, right := a.Right, a.Left
	for k := range rows {
		if i, j := rows[k].within(a.Left, a.Right); i < j {
			left, right = min(left, rows[k].col(i)), max(right, rows[k].col(j-1))
		}
		if left == a.Left && right == a.Right {
			break
		}
	}
	a.Left, a.Right = left, right
	return a
}

// A column is looked through for prose when it has at most this many rows, the first ones of it.
const (
	maxProse    = 5000
	proseSample = 200
)

// isProse reports whether a region is a column of sentences rather than of data.
func (e *emitter) isProse(rows []row, a Area) bool {
	if a.cols() > 1 || len(rows) > maxProse {
		return false
	}
	prose := false
	for k := range rows[:min(len(rows), proseSample)] {
		r := &rows[k]
		i, ok := only(r, a)
		if !ok || !e.isText(r, i) {
			return false
		}
		prose = prose || classify.Narrative(r.cell(i))
	}
	return prose
}

// nameOf returns the name of a table part or of the named range that is just the area.
func (f *Facts) nameOf(a Area, part *Part) string {
	if part != nil {
		return part.Name
	}
	for _, n := range f.Names {
		if n.Area == a {
			return n.Name
		}
	}
	return ""
}

// builder makes one table.
type builder struct {
	*emitter
	area  Area
	table *udm.Table

	ends       []uint32
	text       []byte
	next       int    // row of the sheet that comes next
	cutRows    []int  // rows that are left out, relative to the area, sorted
	cutCols    []int  // columns likewise
	hiddenRows []Span // of the sheet
}

func (b *builder) build(rows []row) {
	a, t := b.area, b.table
	skip := b.opt.SkipHidden
	if skip {
		for c := a.Left; c <= a.Right; c++ {
			if b.facts.hiddenCol(c) {
				b.cutCols = append(b.cutCols, c-a.Left)
			}
		}
	}
	b.next = a.Top
	for k := range rows {
		r := &rows[k]
		at := int(r.index)
		b.appendBlank(at)
		b.next++
		if r.flags&rowHidden != 0 {
			b.hide(at)
			if skip {
				b.cutRows = append(b.cutRows, at-a.Top)
				continue
			}
		}
		b.appendRow(r)
	}
	b.appendBlank(a.Bottom + 1)
	if t.Rows() > 0 {
		t.Widen(a.cols() - len(b.cutCols))
	}
	for m := range b.facts.mergesIn(a) {
		row, col := shift(b.cutRows, m.Top-a.Top), shift(b.cutCols, m.Left-a.Left)
		rowSpan, colSpan := shift(b.cutRows, m.Bottom+1-a.Top)-row, shift(b.cutCols, m.Right+1-a.Left)-col
		if rowSpan > 0 && colSpan > 0 && rowSpan*colSpan > 1 {
			t.Merged = append(t.Merged, udm.Merge{Row: row, Col: col, RowSpan: rowSpan, ColSpan: colSpan})
		}
	}
}

// appendBlank appends the rows without cells that come before a row of the sheet; those that only space others are left out.
func (b *builder) appendBlank(row int) {
	for ; b.next < row; b.next++ {
		if b.facts.thin(b.next) {
			b.cutRows = append(b.cutRows, b.next-b.area.Top)
		} else {
			b.table.AppendJoined("", nil)
		}
	}
}

// shift returns where place i lands once the places in cut are left out.
func shift(cut []int, i int) int { return i - sort.SearchInts(cut, i) }

// hide notes a hidden row of the sheet.
func (b *builder) hide(row int) {
	if n := len(b.hiddenRows); n > 0 && b.hiddenRows[n-1].Last+1 == row {
		b.hiddenRows[n-1].Last = row
		return
	}
	b.hiddenRows = append(b.hiddenRows, Span{row, row})
}

// appendRow appends what of a row lies in the area. A row that fills it from the left on without gaps is
// handed over as it is.
func (b *builder) appendRow(r *row) {
	a := b.area
	if r.flags&rowSparse == 0 && int(r.first) == a.Left && r.last() <= a.Right && len(b.cutCols) == 0 {
		b.table.AppendOwned(r.text, r.ends[:r.n:r.n])
		return
	}
	i, j := r.within(a.Left, a.Right)
	b.ends = b.ends[:0]
	if i == j {
		b.table.AppendJoined("", nil)
		return
	}
	if len(b.cutCols) > 0 {
		b.appendCut(r, i, j)
		return
	}
	start := r.start(i)
	for end := uint32(0); i < j; i++ {
		for len(b.ends) < r.col(i)-a.Left {
			b.ends = append(b.ends, end)
		}
		end = r.ends[i] - start
		b.ends = append(b.ends, end)
	}
	b.table.AppendJoined(r.text[start:r.ends[j-1]], b.ends)
}

// appendCut is appendRow for a table of which columns are left out.
func (b *builder) appendCut(r *row, i, j int) {
	b.text = b.text[:0]
	for ; i < j; i++ {
		c := r.col(i) - b.area.Left
		if _, cut := slices.BinarySearch(b.cutCols, c); cut {
			continue
		}
		for len(b.ends) < shift(b.cutCols, c) {
			b.ends = append(b.ends, uint32(len(b.text)))
		}
		b.text = append(b.text, r.cell(i)...)
		b.ends = append(b.ends, uint32(len(b.text)))
	}
	b.table.AppendJoined(string(b.text), b.ends)
}

// markHidden writes down which of the table's rows and columns the sheet hides, as "4:10" and "C:D".
func (b *builder) markHidden(block *udm.ContentBlock) {
	if b.opt.SkipHidden {
		return
	}
	var rows, cols []string
	for _, s := range b.hiddenRows {
		rows = append(rows, strconv.Itoa(s.First+1)+":"+strconv.Itoa(s.Last+1))
	}
	for _, s := range b.facts.HiddenCols {
		if first, last := max(s.First, b.area.Left), min(s.Last, b.area.Right); first <= last {
			cols = append(cols, ColumnName(first)+":"+ColumnName(last))
		}
	}
	if rows != nil {
		block.A().Set("hidden_rows", rows)
	}
	if cols != nil {
		block.A().Set("hidden_cols", cols)
	}
}

// tableLinks lists the links on a table's cells.
func (e *emitter) tableLinks(a Area) []any {
	var out []any
	for l := range e.facts.linksIn(a) {
		for _, r := range e.between(l.Area.Top, l.Area.Top) {
			if r.flags&rowHidden != 0 && e.opt.SkipHidden {
				continue
			}
			i, j := r.within(max(l.Area.Left, a.Left), min(l.Area.Right, a.Right))
			for ; i < j; i++ {
				out = append(out, map[string]any{"cell": CellName(l.Area.Top, r.col(i)), "url": l.URL, "text": r.cell(i)})
			}
		}
	}
	return out
}
