package sheet

import (
	"cmp"
	"iter"
	"slices"
)

// Facts are what a file says of a sheet as a whole.
type Facts struct {
	Merges     []Area
	Parts      []Part // ranges marked as tables
	Names      []Part // named ranges
	Filter     *Area  // that the sheet's filter covers
	FrozenRows int    // rows from the sheet's top that stay in view
	HiddenCols []Span
	NarrowCols []Span // columns too narrow to hold content
	ThinRows   []int  // rows too low to hold content, in order
	Links      []Link
	Formulas   []Formula
}

// Part is a range of cells with a name.
type Part struct {
	Name       string
	Area       Area
	HeaderRows int // of a table
}

// Span is a range of rows or columns, 0-based, both included.
type Span struct{ First, Last int }

// Link is a hyperlink on a range of cells.
type Link struct {
	Area Area
	URL  string // "#Sheet2!A1" for a place in the workbook
}

// Formula is a cell's formula and its last result.
type Formula struct {
	Row, Col    int
	Expression  string // with its leading "="
	ResultValue string
	ResultType  string // "number", "string", "boolean", "error"

	done bool // its block is made
}

func in(spans []Span, i int) bool {
	return slices.ContainsFunc(spans, func(s Span) bool { return i >= s.First && i <= s.Last })
}

// thin reports whether a row is too low to hold content.
func (f *Facts) thin(row int) bool {
	_, ok := slices.BinarySearch(f.ThinRows, row)
	return ok
}

func (f *Facts) narrow(col int) bool    { return in(f.NarrowCols, col) }
func (f *Facts) hiddenCol(col int) bool { return in(f.HiddenCols, col) }

// partAreas returns the table parts' ranges, cut to the used part of the sheet; of two that overlap the first one counts.
func (f *Facts) partAreas(used Area) []Area {
	var out []Area
	for _, p := range f.Parts {
		a := p.Area
		a.Bottom, a.Right = min(a.Bottom, used.Bottom), min(a.Right, used.Right)
		a.Top, a.Left = max(a.Top, used.Top), max(a.Left, used.Left)
		if a.Top > a.Bottom || a.Left > a.Right || slices.ContainsFunc(out, a.overlaps) {
			continue
		}
		out = append(out, a)
	}
	return out
}

// part returns the table part that is the region a, if any.
func (f *Facts) part(a Area) *Part {
	for i := range f.Parts {
		if f.Parts[i].Area.Covers(a) {
			return &f.Parts[i]
		}
	}
	return nil
}

// maxLinkRows bounds how many rows the links on ranges of several rows are spread over.
const maxLinkRows = 100_000

// sort brings links, formulas and merged ranges in row order, and cuts links into rows.
func (f *Facts) sort() {
	rows := 0
	for i := range f.Links {
		l := f.Links[i]
		f.Links[i].Area.Bottom = l.Area.Top
		for row := l.Area.Top + 1; row <= l.Area.Bottom && rows < maxLinkRows; row++ {
			rows++
			f.Links = append(f.Links, Link{Area{row, l.Area.Left, row, l.Area.Right}, l.URL})
		}
	}
	slices.SortStableFunc(f.Links, func(x, y Link) int { return cmp.Compare(x.Area.Top, y.Area.Top) })
	slices.SortStableFunc(f.Formulas, func(x, y Formula) int {
		return cmp.Or(cmp.Compare(x.Row, y.Row), cmp.Compare(x.Col, y.Col))
	})
	slices.SortStableFunc(f.Merges, func(x, y Area) int { return cmp.Compare(x.Top, y.Top) })
}

// linksIn yields the links that touch an area, in row order.
func (f *Facts) linksIn(a Area) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		i, _ := slices.BinarySearchFunc(f.Links, a.Top, func(l Link, row int) int { return cmp.Compare(l.Area.Top, row) })
		for ; i < len(f.Links) && f.Links[i].Area.Top <= a.Bottom; i++ {
			if f.Links[i].Area.overlaps(a) && !yield(f.Links[i]) {
				return
			}
		}
	}
}

// mergesIn yields the merged ranges that begin in an area, cut to it, in row order.
func (f *Facts) mergesIn(a Area) iter.Seq[Area] {
	return func(yield func(Area) bool) {
		i, _ := slices.BinarySearchFunc(f.Merges, a.Top, func(m Area, row int) int { return cmp.Compare(m.Top, row) })
		for ; i < len(f.Merges) && f.Merges[i].Top <= a.Bottom; i++ {
			m := f.Merges[i]
			m.Bottom, m.Right = min(m.Bottom, a.Bottom), min(m.Right, a.Right)
			if a.Contains(m.Top, m.Left) && (m.Bottom > m.Top || m.Right > m.Left) && !yield(m) {
				return
			}
		}
	}
}
