package sheet

import "slices"

// maxHeader is how many rows at most are taken for headers.
const maxHeader = 5

// headerRows returns how many rows at an area's top are headers, as the sheet marks them or as is evident.
func (e *emitter) headerRows(rows []row, a Area, part *Part) int {
	n := e.markedHeader(a, part)
	if n < 0 {
		n = e.evidentHeader(rows, a)
	}
	if n == 0 {
		return 0
	}
	for m := range e.facts.mergesIn(a) { // a header that spans several rows
		if m.Top >= a.Top+n {
			break
		}
		if h := m.Bottom - a.Top + 1; h > n && h <= maxHeader && h < a.rows() {
			n = h
		}
	}
	return n
}

// markedHeader returns what the sheet says of the header: -1 for nothing.
func (e *emitter) markedHeader(a Area, part *Part) int {
	if part != nil {
		return part.HeaderRows
	}
	if e.opt.FirstRowHead {
		return 1
	}
	if f := e.facts.Filter; f != nil && f.overlaps(a) && f.Top >= a.Top && f.Top-a.Top < maxHeader {
		return f.Top - a.Top + 1
	}
	if n := e.facts.FrozenRows - a.Top; n > 0 && n <= maxHeader && n < a.rows() {
		return n
	}
	return -1
}

// evidentHeader looks at the first rows: bold ones over others that are not, or texts over numbers.
func (e *emitter) evidentHeader(rows []row, a Area) int {
	if len(rows) < 2 || int(rows[1].index) != a.Top+1 {
		return 0
	}
	bold := 0
	for bold < len(rows) && bold <= maxHeader && e.isBold(&rows[bold], a) {
		bold++
	}
	switch {
	case bold == 1 && len(rows) > 1:
		return 1
	case bold > 1 && bold < min(len(rows), maxHeader) && e.isGrouped(rows, a):
		return bold
	case bold > 1 && bold < min(len(rows), maxHeader):
		return 1
	}
	return e.typedHeader(rows, a)
}

// isBold reports whether all of a row's cells are bold and can be names, and they are more than one where there is room.
func (e *emitter) isBold(r *row, a Area) bool {
	i, j := r.within(a.Left, a.Right)
	if j-i < min(2, a.cols()) {
		return false
	}
	for ; i < j; i++ {
		f := e.cellFacts(r, i)
		if f == unknown || f&Bold == 0 || f&kindMask == Number && !isLabel(r.cell(i)) {
			return false
		}
	}
	return true
}

// isLabel reports whether a number can be a column's name, as years and running numbers are; others make a row of totals.
func isLabel(number string) bool {
	if len(number) > 4 {
		return false
	}
	for _, c := range number {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// isGrouped reports whether the first row holds groups of the columns that the second one names.
func (e *emitter) isGrouped(rows []row, a Area) bool {
	for m := range e.facts.mergesIn(Area{a.Top, a.Left, a.Bottom, a.Right}) {
		if m.Top == a.Top {
			return true
		}
	}
	i, j := rows[0].within(a.Left, a.Right)
	k, l := rows[1].within(a.Left, a.Right)
	return j-i < l-k
}

// typedHeader returns how many rows of texts stand over numbers. One row is a header when it names all columns but one at
// most and some column below it begins with a number and holds mostly numbers. Several are when together they do, and
// all columns below but the first one hold mostly numbers.
func (e *emitter) typedHeader(rows []row, a Area) int {
	n := 0
	for n < min(len(rows)-1, maxHeader) && e.allText(&rows[n], a) {
		n++
	}
	if n == 0 {
		return 0
	}
	// What stands below, in the rows of which the kinds of values are known.
	type count struct{ numbers, texts int }
	count1, countN := make([]count, a.cols()), make([]count, a.cols())
	tally := func(below []count, rows []row) {
		for k := range rows {
			r := &rows[k]
			for i, j := r.within(a.Left, a.Right); i < j; i++ {
				c := &below[r.col(i)-a.Left]
				switch {
				case !e.isText(r, i):
					c.numbers++
				case c.numbers == 0: // a column that begins with text is no column of numbers
					c.texts += keepRows
				default:
					c.texts++
				}
			}
		}
	}
	tally(count1, rows[1:min(len(rows), keepRows)])
	i, j := rows[0].within(a.Left, a.Right)
	if j-i >= min(2, a.cols()) && j-i >= a.cols()-1 {
		for ; i < j; i++ {
			if c := count1[rows[0].col(i)-a.Left]; c.numbers > c.texts {
				return 1
			}
		}
	}
	if n == 1 || a.cols() < 3 {
		return 0
	}
	tally(countN, rows[n:min(len(rows), n+keepRows)])
	for c := 1; c < a.cols(); c++ {
		if countN[c].numbers < countN[c].texts {
			return 0
		}
	}
	nameless := 0
	for c := range a.cols() {
		named := slices.ContainsFunc(rows[:n], func(r row) bool { i, j := r.within(a.Left+c, a.Left+c); return i < j })
		if !named && countN[c] != (count{}) {
			nameless++
		}
	}
	if nameless > 1 {
		return 0
	}
	return n
}

// allText reports whether a row has cells, all of them texts.
func (e *emitter) allText(r *row, a Area) bool {
	i, j := r.within(a.Left, a.Right)
	for k := i; k < j; k++ {
		if !e.isText(r, k) {
			return false
		}
	}
	return i < j
}
