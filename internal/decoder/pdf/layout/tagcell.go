package layout

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// taggedCell is a cell of the structure tree with its text on one page.
type taggedCell struct {
	tagCell
	pieces []*piece
}

// dropCellLeaders takes the dot leaders between a row's label and its figures out of the cells.
func dropCellLeaders(cells []taggedCell) {
	var all []*piece
	for i := range cells {
		all = append(all, cells[i].pieces...)
	}
	n := len(all)
	left := dropLeaders(all, 1)
	if len(left) == n {
		return
	}
	kept := make(map[*piece]bool, len(left))
	for _, p := range left {
		kept[p] = true
	}
	for i := range cells {
		cells[i].pieces = slices.DeleteFunc(cells[i].pieces, func(p *piece) bool { return !kept[p] })
	}
}

// orderCells puts the cells of rows in the order in which their texts stand side by side where the tree has them in
// another one, while most follow each other in the direction of reading: some writers tag them in the order of drawing.
func orderCells(cells []taggedCell) {
	rows := cellRows(cells)
	forward, backward := 0, 0
	for _, row := range rows {
		for i := 1; i < len(row); i++ {
			if row[i].box().X0 > row[i-1].box().X0 {
				forward++
			} else {
				backward++
			}
		}
	}
	right := forward > backward
	if min(forward, backward)*2 > max(forward, backward) {
		return
	}
	for _, row := range rows {
		if len(row) < 2 || slices.ContainsFunc(row, func(c *taggedCell) bool { return c.colSpan > 1 || c.rowSpan > 1 }) {
			continue
		}
		byPlace := func(a, b *taggedCell) int {
			if !right {
				a, b = b, a
			}
			return cmp.Compare(a.box().X0, b.box().X0)
		}
		if slices.IsSortedFunc(row, byPlace) {
			continue
		}
		sorted := slices.SortedStableFunc(slices.Values(row), byPlace)
		if !sideBySide(sorted, right) {
			continue
		}
		own := make([]taggedCell, len(row))
		for i, c := range sorted {
			own[i] = *c
			own[i].col = row[i].col
		}
		for i := range row {
			*row[i] = own[i]
		}
	}
}

// cellRows returns the cells that have text, row by row.
func cellRows(cells []taggedCell) [][]*taggedCell {
	var out [][]*taggedCell
	for i := range cells {
		if i == 0 || cells[i].row != cells[i-1].row {
			out = append(out, nil)
		}
		if len(cells[i].pieces) > 0 {
			out[len(out)-1] = append(out[len(out)-1], &cells[i])
		}
	}
	return out
}

// sideBySide reports whether each cell's text ends where the next one begins, or earlier.
func sideBySide(row []*taggedCell, right bool) bool {
	for i := 1; i < len(row); i++ {
		a, b := row[i-1].box(), row[i].box()
		if !right {
			a, b = b, a
		}
		if a.X1 > b.X0+slack {
			return false
		}
	}
	return true
}

// box returns the extent of the cell's text.
func (c *taggedCell) box() page.Rect { return pieceBox(c.pieces) }

// shiftCells moves the cells of rows that have fewer than the table has columns below the texts that they stand
// under: some writers leave empty cells out of the tree.
func shiftCells(cells []taggedCell, cols int) {
	columns := columnReaches(cells, cols)
	if columns == nil {
		return
	}
	for i := 0; i < len(cells); {
		end := i + 1
		for end < len(cells) && cells[end].row == cells[i].row {
			end++
		}
		if row := cells[i:end]; short(row, cols) {
			shiftRow(row, columns)
		}
		i = end
	}
}

// short reports whether the cells of a row leave columns free at its end, and each has text in one column.
func short(row []taggedCell, cols int) bool {
	return row[len(row)-1].col+1 < cols && !slices.ContainsFunc(row, func(c taggedCell) bool {
		return c.colSpan > 1 || c.rowSpan > 1 || len(c.pieces) == 0
	})
}

// reach is from where to where the texts of a column reach.
type reach struct{ x0, x1 float32 }

// columnReaches returns the extents of the columns by the rows that have all cells; nil when there are none, or they
// overlap.
func columnReaches(cells []taggedCell, cols int) []reach {
	out := make([]reach, cols)
	seen := make([]bool, cols)
	for i := range cells {
		c := &cells[i]
		if c.colSpan > 1 || len(c.pieces) == 0 || c.col >= cols || c.row != cells[max(i-c.col, 0)].row || i-c.col+cols > len(cells) || cells[i-c.col+cols-1].row != c.row {
			continue
		}
		b := pieceBox(c.pieces)
		if !seen[c.col] {
			out[c.col], seen[c.col] = reach{b.X0, b.X1}, true
			continue
		}
		out[c.col].x0, out[c.col].x1 = min(out[c.col].x0, b.X0), max(out[c.col].x1, b.X1)
	}
	for c := range out {
		if !seen[c] || c > 0 && out[c].x0 < out[c-1].x1 {
			return nil
		}
	}
	return out
}

// shiftRow gives each cell of a row the column that its text stands in, when they stand in different ones.
func shiftRow(row []taggedCell, columns []reach) {
	at := make([]int, len(row))
	for i := range row {
		b := pieceBox(row[i].pieces)
		mid := (b.X0 + b.X1) / 2
		best := float32(1e9)
		for c, r := range columns {
			if d := max(r.x0-mid, mid-r.x1, 0); d < best {
				at[i], best = c, d
			}
		}
		if i > 0 && at[i] <= at[i-1] {
			return
		}
	}
	for i := range row {
		row[i].col = at[i]
	}
}
