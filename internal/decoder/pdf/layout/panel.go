package layout

import "slices"

// panels cuts a table that is folded, its head being repeated beside itself, into the tables that stand side by side; one
// that isn't stays as it is.
func (t *table) panels() []*table {
	width := t.panelWidth()
	if width == 0 {
		return []*table{t}
	}
	var out []*table
	for from := 0; from < len(t.cells[0]); from += width {
		p := &table{header: t.header, rtl: t.rtl, box: t.box, cols: slices.Clone(t.cols[from : from+width+1])}
		p.box.X0, p.box.X1 = t.cols[from], t.cols[from+width]
		for _, row := range t.cells {
			p.cells = append(p.cells, slices.Clone(row[from:from+width]))
		}
		for len(p.cells) > p.header && p.emptyRow(len(p.cells)-1) {
			p.cells = p.cells[:len(p.cells)-1]
		}
		p.dropEmpty()
		out = append(out, p)
	}
	return out
}

// panelWidth returns the number of columns after which a table's head begins anew, 0 when it doesn't.
func (t *table) panelWidth() int {
	const least = 4 // rows below the head
	nc := len(t.cells[0])
	if t.header == 0 || len(t.cells) < t.header+least || len(t.turned) > 0 || len(t.cols) != nc+1 {
		return 0
	}
	for width := 2; width <= nc/2; width++ {
		if nc%width == 0 && t.repeats(width) && t.apart(width) {
			return width
		}
	}
	return 0
}

// repeats reports whether all rows of the head say the same after so many columns, and something in each of those.
func (t *table) repeats(width int) bool {
	said := make([]bool, width)
	for _, row := range t.cells[:t.header] {
		for c := range row {
			text := pieceText(row[c].pieces)
			if text != pieceText(row[c%width].pieces) {
				return false
			}
			said[c%width] = said[c%width] || text != ""
		}
	}
	return !slices.Contains(said, false)
}

// apart reports whether no cell reaches from one panel of so many columns into the next, and the first panel's rows are full.
func (t *table) apart(width int) bool {
	for i, row := range t.cells {
		for c := range row {
			if !row[c].covered && c/width != (c+max(row[c].colSpan, 1)-1)/width {
				return false
			}
		}
		if i >= t.header && len(row[0].pieces) == 0 && !row[0].covered {
			return false
		}
	}
	return true
}
