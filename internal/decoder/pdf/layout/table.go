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
	rtl    bool
	box    page.Rect
	turned []*turnedLine // that stand in its cells
}

// cell is a place of the grid; its text is that of its pieces.
type cell struct {
	pieces           []*piece
	rowSpan, colSpan int
	covered          bool
	turned           bool // its text is written upwards or downwards
	text             string
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

// figure reports whether the cell that covers a place has a number.
func (t *table) figure(r, c int) bool {
	r, c = t.owner(r, c)
	s := pieceText(t.cells[r][c].pieces)
	return strings.ContainsAny(s, "0123456789") && numeric(s)
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

// mostlyBlank reports whether so few places of a large grid have text that it is a form's page rather than a table.
func mostlyBlank(filled, places int) bool {
	const large = 300
	return places > large && filled*10 < places
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
	if mostlyBlank(filled, nr*nc) {
		return false
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

// form reports whether the cells are the numbered boxes of a form: most begin with a number, several in a row, that goes
// up from box to box.
func (t *table) form() bool {
	const least = 4 // boxes
	filled, numbered, last, beside := 0, 0, 0, 0
	for _, row := range t.cells {
		n := 0
		for i := range row {
			ps := row[i].pieces
			if len(ps) == 0 {
				continue
			}
			filled++
			kind, number := parseLabel(ps[0].text, ps[0])
			if len(ps) < 2 || numeric(ps[1].text) || kind != numberLabel && !allDigits(ps[0].text) {
				continue
			}
			if kind != numberLabel {
				number = lastNumber(ps[0].text)
			}
			if number >= last {
				last = number
				numbered++
				n++
			}
		}
		if n > 1 {
			beside++
		}
	}
	return numbered >= least && numbered*10 >= 6*filled && beside*2 >= len(t.cells)
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
		clear(row)
		for c := range t.cells[i] {
			x := &t.cells[i][c]
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
