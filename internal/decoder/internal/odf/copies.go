package odf

import (
	"math"

	"github.com/udecode/udecode/internal/limit"
)

// ChargeCopies charges the budget for copies of a row or of cells that a file holds once, with their number: each has
// so many cells and bytes of text. A file can state a copy for nothing, and it takes memory all the same; so
// copies count as the cells that would fill that memory.
func ChargeCopies(b *limit.Budget, copies, cells, text int64) error {
	const rowCells, cellBytes = 32, 8
	cost := rowCells + cells + text/cellBytes
	if copies > math.MaxInt64/2/cost {
		copies = math.MaxInt64 / 2 / cost
	}
	return b.ChargeCells(copies * cost)
}
