package udm

import (
	"strings"
	"testing"
)

func gridText(t *Table) string {
	var rows []string
	for r := range t.Rows() {
		rows = append(rows, strings.Join(t.Row(r), ","))
	}
	return strings.Join(rows, "|")
}

func TestGridSpans(t *testing.T) {
	var g Grid
	g.NextRow()
	g.Cell("a", 2, 1)
	g.Cell("b", 1, 2)
	g.NextRow()
	if row, col := g.Cell("c", 1, 1); row != 1 || col != 1 {
		t.Errorf("c at %d,%d", row, col)
	}
	g.Cell("d", 9, 1) // past the last row
	if !g.Hanging() {
		t.Error("nothing hangs below the last row")
	}
	table := g.Table(1)
	if got, want := gridText(table), "a,b,|,c,d"; got != want {
		t.Errorf("table %s, want %s", got, want)
	}
	if len(table.Merged) != 2 || table.Merged[0] != (Merge{0, 0, 2, 1}) || table.Merged[1] != (Merge{0, 1, 1, 2}) {
		t.Errorf("merged %v", table.Merged)
	}
}

// Spans that would make far more cells than the source has are cut back.
func TestGridBomb(t *testing.T) {
	var g Grid
	for range 2000 {
		g.NextRow()
		for range 10 {
			g.Cell("x", 4000, 1000)
		}
	}
	if table := g.Table(0); table.Rows()*table.Cols() > 2000*(maxSpannedCols+20_000) || g.cells > 2*defaultMaxCells {
		t.Errorf("%d rows, %d columns, %d cells", table.Rows(), table.Cols(), g.cells)
	}
}
