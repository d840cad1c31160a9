package udm

// Grid builds a Table from rows of cells with spans, by the algorithm that browsers use for HTML
// tables: a cell takes the first free place of its row and hides what it spans.
type Grid struct {
	MaxCells int // 0 means 4,000,000: beyond it, and beyond 16,384 columns, spans are cut back to 1

	rows   [][]string
	merges []Merge
	taken  []int // for each column: rows still hidden by a cell above, from the current row on
	col    int
	cells  int
}

const (
	defaultMaxCells = 4_000_000
	maxSpannedCols  = 16_384
)

// NextRow starts a row; call it before the row's cells.
func (g *Grid) NextRow() {
	if len(g.rows) > 0 {
		for i := range g.taken {
			if g.taken[i] > 0 {
				g.taken[i]--
			}
		}
	}
	g.rows = append(g.rows, nil)
	g.col = 0
}

// Cell adds a cell at the first free place; it returns the 0-based row and column it got.
// Spans below 1 count as 1.
func (g *Grid) Cell(text string, rowSpan, colSpan int) (row, col int) {
	if len(g.rows) == 0 {
		g.NextRow()
	}
	rowSpan, colSpan = max(rowSpan, 1), max(colSpan, 1)
	limit := g.MaxCells
	if limit == 0 {
		limit = defaultMaxCells
	}
	if g.cells+colSpan > limit || colSpan > limit/rowSpan {
		colSpan, rowSpan = 1, 1
	}
	for g.col < len(g.taken) && g.taken[g.col] > 0 {
		g.col++
	}
	row, col = len(g.rows)-1, g.col
	if col+colSpan > maxSpannedCols {
		colSpan, rowSpan = 1, 1
	}
	for len(g.taken) < col+colSpan {
		g.taken = append(g.taken, 0)
	}
	// A cell never reaches under another one that comes down from above.
	for w := 1; w < colSpan; w++ {
		if g.taken[col+w] > 0 {
			colSpan = w
		}
	}
	r := g.rows[row]
	g.cells += col - len(r)
	for len(r) < col {
		r = append(r, "")
	}
	r = append(r, text)
	for range colSpan - 1 {
		r = append(r, "")
	}
	g.rows[row] = r
	g.cells += colSpan
	for i := range colSpan {
		g.taken[col+i] = rowSpan
	}
	if g.cells > limit { // what still hangs down is cut off
		clear(g.taken)
	}
	if rowSpan > 1 || colSpan > 1 {
		g.merges = append(g.merges, Merge{row, col, rowSpan, colSpan})
	}
	g.col = col + colSpan
	return row, col
}

// Hanging reports whether a cell of the rows so far reaches below them.
func (g *Grid) Hanging() bool {
	for _, n := range g.taken {
		if n > 1 {
			return true
		}
	}
	return false
}

// Rows returns the number of rows so far.
func (g *Grid) Rows() int { return len(g.rows) }

// SetText replaces the text of a cell that was placed at row, col.
func (g *Grid) SetText(row, col int, text string) {
	if row < len(g.rows) && col < len(g.rows[row]) {
		g.rows[row][col] = text
	}
}

// Table returns the table with its first headerRows rows as headers, or nil when it has no cells.
// Row spans that run past the last row are cut; trailing rows without cells are dropped.
func (g *Grid) Table(headerRows int) *Table {
	if g.cells == 0 {
		return nil
	}
	t := &Table{HeaderRows: min(headerRows, len(g.rows))}
	for _, r := range g.rows {
		t.Append(r...)
	}
	for _, m := range g.merges {
		m.RowSpan = min(m.RowSpan, len(g.rows)-m.Row)
		if m.RowSpan > 1 || m.ColSpan > 1 {
			t.Merged = append(t.Merged, m)
		}
	}
	t.Widen(len(g.taken))
	return t
}
