package sheet

import (
	"strconv"
	"strings"
)

// The size of the largest sheets, in rows and columns.
const (
	MaxRows = 1 << 20
	MaxCols = 1 << 14
)

// Area is a range of cells, 0-based, all bounds included.
type Area struct{ Top, Left, Bottom, Right int }

// Contains reports whether a cell lies in the area.
func (a Area) Contains(row, col int) bool {
	return row >= a.Top && row <= a.Bottom && col >= a.Left && col <= a.Right
}

// Covers reports whether all of b lies in the area.
func (a Area) Covers(b Area) bool {
	return b.Top >= a.Top && b.Bottom <= a.Bottom && b.Left >= a.Left && b.Right <= a.Right
}

func (a Area) overlaps(b Area) bool {
	return a.Top <= b.Bottom && b.Top <= a.Bottom && a.Left <= b.Right && b.Left <= a.Right
}

// touches reports whether no blank row or column separates the areas.
func (a Area) touches(b Area) bool {
	return a.Top <= b.Bottom+1 && b.Top <= a.Bottom+1 && a.Left <= b.Right+1 && b.Left <= a.Right+1
}

func (a Area) union(b Area) Area {
	return Area{min(a.Top, b.Top), min(a.Left, b.Left), max(a.Bottom, b.Bottom), max(a.Right, b.Right)}
}

func (a Area) rows() int { return a.Bottom - a.Top + 1 }
func (a Area) cols() int { return a.Right - a.Left + 1 }

// String returns the area as "B3:F20", and "B3" for one cell.
func (a Area) String() string {
	first := CellName(a.Top, a.Left)
	if a.Top == a.Bottom && a.Left == a.Right {
		return first
	}
	return first + ":" + CellName(a.Bottom, a.Right)
}

// CellName returns "B3" for row 2, column 1.
func CellName(row, col int) string { return string(AppendCellName(nil, row, col)) }

// AppendCellName appends a cell's name.
func AppendCellName(dst []byte, row, col int) []byte {
	dst = append(dst, ColumnName(col)...)
	return strconv.AppendInt(dst, int64(row)+1, 10)
}

// ColumnName returns "A" for 0 and "AA" for 26.
func ColumnName(col int) string {
	var b [8]byte
	i := len(b)
	for col++; col > 0 && i > 0; col /= 26 {
		col--
		i--
		b[i] = byte('A' + col%26)
	}
	return string(b[i:])
}

// ParseCell reads "B3" or "$B$3"; it checks the bounds of a sheet.
func ParseCell[T string | []byte](s T) (row, col int, ok bool) {
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c == '$' {
			continue
		}
		if c < 'A' || c > 'Z' {
			break
		}
		if col = col*26 + int(c-'A') + 1; col > MaxCols {
			return 0, 0, false
		}
	}
	for ; i < len(s); i++ {
		c := s[i]
		if c == '$' {
			continue
		}
		if c < '0' || c > '9' {
			return 0, 0, false
		}
		if row = row*10 + int(c-'0'); row > MaxRows {
			return 0, 0, false
		}
	}
	return row - 1, col - 1, row > 0 && col > 0
}

// ParseArea reads "B3:F20" or "B3".
func ParseArea(s string) (Area, bool) {
	from, to, isRange := strings.Cut(s, ":")
	row, col, ok := ParseCell(from)
	if !ok || !isRange {
		return Area{row, col, row, col}, ok
	}
	bottom, right, ok := ParseCell(to)
	return Area{min(row, bottom), min(col, right), max(row, bottom), max(col, right)}, ok
}
