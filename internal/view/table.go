package view

import "github.com/udecode/udecode/internal/udm"

// table is a table's beginning as it is shown.
type table struct {
	Rows               [][]cell
	MoreRows, MoreCols int // that are not shown
}

type cell struct {
	Text             string
	Header           bool
	RowSpan, ColSpan int
}

// A larger table is shown in part.
const (
	mostRows = 200
	mostCols = 60
)

func newTable(t *udm.Table) *table {
	if t == nil {
		return nil
	}
	rows, cols := min(t.Rows(), mostRows), min(t.Cols(), mostCols)
	v := &table{Rows: make([][]cell, rows), MoreRows: t.Rows() - rows, MoreCols: t.Cols() - cols}
	type place struct{ row, col int }
	merged := make(map[place]udm.Merge)
	for _, m := range t.Merged {
		for r := max(m.Row, 0); r < min(m.Row+m.RowSpan, rows); r++ {
			for c := max(m.Col, 0); c < min(m.Col+m.ColSpan, cols); c++ {
				merged[place{r, c}] = m
			}
		}
	}
	for r := range rows {
		for c := range cols {
			x := cell{Text: t.Cell(r, c), Header: r < t.HeaderRows, RowSpan: 1, ColSpan: 1}
			if m, ok := merged[place{r, c}]; ok {
				if m.Covers(r, c) {
					continue
				}
				x.RowSpan, x.ColSpan = min(m.RowSpan, rows-r), min(m.ColSpan, cols-c)
			}
			v.Rows[r] = append(v.Rows[r], x)
		}
	}
	return v
}
