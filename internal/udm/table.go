package udm

import "strings"

// Table is a rectangular table of cell texts, stored compactly: a row costs its text, four bytes
// a cell and a constant. Rows may be appended with fewer cells than the table is wide; the
// missing ones read as "".
type Table struct {
	HeaderRows int // how many of the first rows are headers; 0 none
	Merged     []Merge
	Name       string // of a table part or named range
	Caption    string
	Range      string // spreadsheet range, "B3:F20"

	rows []row
	cols int
	ends []uint32 // slab that rows' ends are cut from
}

// Merge is a cell that covers others; Row 0 is the table's first row, header or not.
type Merge struct{ Row, Col, RowSpan, ColSpan int }

type row struct {
	text string
	ends []uint32 // end of each cell in text, bytes
}

// Rows returns the number of rows, headers included.
func (t *Table) Rows() int { return len(t.rows) }

// Cols returns the number of columns: the length of the longest row.
func (t *Table) Cols() int { return t.cols }

// Append adds a row of cells.
func (t *Table) Append(cells ...string) {
	n := 0
	for _, c := range cells {
		n += len(c)
	}
	var sb strings.Builder
	sb.Grow(n)
	ends := t.newEnds(len(cells))
	for i, c := range cells {
		sb.WriteString(c)
		ends[i] = uint32(sb.Len())
	}
	t.push(sb.String(), ends)
}

// AppendJoined adds a row whose cells' texts stand one behind the other in text; ends has each
// cell's end in bytes and is copied.
func (t *Table) AppendJoined(text string, ends []uint32) {
	own := t.newEnds(len(ends))
	copy(own, ends)
	t.push(text, own)
}

// AppendOwned is AppendJoined that keeps ends: the caller must not change it any more.
func (t *Table) AppendOwned(text string, ends []uint32) { t.push(text, ends) }

func (t *Table) push(text string, ends []uint32) {
	t.rows = append(t.rows, row{text, ends})
	t.cols = max(t.cols, len(ends))
}

func (t *Table) newEnds(n int) []uint32 {
	if len(t.ends)+n > cap(t.ends) {
		t.ends = make([]uint32, 0, max(n, min(4096, 8*n*(len(t.rows)+1))))
	}
	at := len(t.ends)
	t.ends = t.ends[:at+n]
	return t.ends[at : at+n : at+n]
}

// Cell returns the text at a 0-based place; "" beyond a short row's end.
func (t *Table) Cell(r, c int) string {
	w := &t.rows[r]
	if c >= len(w.ends) {
		return ""
	}
	start := uint32(0)
	if c > 0 {
		start = w.ends[c-1]
	}
	return w.text[start:w.ends[c]]
}

// Row returns a copy of a row's cells, Cols of them.
func (t *Table) Row(r int) []string {
	out := make([]string, t.cols)
	for c := range t.rows[r].ends {
		out[c] = t.Cell(r, c)
	}
	return out
}

// Widen makes the table at least n columns wide.
func (t *Table) Widen(n int) { t.cols = max(t.cols, n) }

// Empty reports whether no cell has text.
func (t *Table) Empty() bool {
	for i := range t.rows {
		if strings.TrimSpace(t.rows[i].text) != "" {
			return false
		}
	}
	return true
}

// PlainLen returns the length in bytes of all cell texts.
func (t *Table) PlainLen() int {
	n := 0
	for i := range t.rows {
		n += len(t.rows[i].text)
	}
	return n
}

// MergeAt returns the merge whose first cell is at r, c.
func (t *Table) MergeAt(r, c int) (Merge, bool) {
	for _, m := range t.Merged {
		if m.Row == r && m.Col == c {
			return m, true
		}
	}
	return Merge{}, false
}

// Covers reports whether the merge hides the cell at r, c (its own first cell is not hidden).
func (m Merge) Covers(r, c int) bool {
	return r >= m.Row && r < m.Row+m.RowSpan && c >= m.Col && c < m.Col+m.ColSpan && (r != m.Row || c != m.Col)
}
