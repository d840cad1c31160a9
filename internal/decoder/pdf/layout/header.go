package layout

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// header tells how many of the first rows are headers, and gives multi-line headers their cells: what lies
// above the first line that runs through when few do, else first rows that are set bold, else a first row of
// words over rows with numbers.
func (r *region) header(t *table, ys []float32) {
	if len(t.cells) < 2 {
		return
	}
	t.header = t.boldHeader()
	if n := r.ruledHeader(t, ys); n > t.header && !r.shaded {
		t.header = n
	}
	if r.head > 0 {
		t.header = rowsAbove(t, r.head)
	} else if t.header == 0 {
		t.header = wordHeader(t)
	}
	if n := t.header; n > 0 && n+1 < len(t.cells) && spansSome(t.cells[n-1]) && !spansSome(t.cells[n]) && !onlyFirst(t.cells[n]) && !figures(t.cells[n]) {
		t.header++ // the columns' own headings
	}
	if t.header > 1 && len(t.cells) > t.header && !r.divided(t) {
		r.normalize(t)
	}
	if t.header > 0 && t.header < len(t.cells)-1 && counts(t.cells[t.header]) {
		t.header++
	}
	t.spanGroups()
}

// counts reports whether a row numbers its columns: "1 2 3", "(1) (2) (3)" or "1 2 3=1+2".
func counts(row []cell) bool {
	const least = 3 // numbers
	n, last := 0, 0
	for c := range row {
		s := strings.TrimPrefix(pieceText(row[c].pieces), "(")
		if s == "" && n == 0 {
			continue // no number for the rows' own headings
		}
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		rest := strings.TrimSuffix(s[digits:], ")")
		if digits == 0 || digits > 2 || rest != "" && rest[0] != '=' {
			return false
		}
		k := atoi(s[:digits])
		if n > 0 && k != last+1 || n == 0 && k > 2 {
			return false
		}
		last = k
		n++
	}
	return n >= least
}

// boldHeader returns the number of the first rows that are set bold, unless all are.
func (t *table) boldHeader() int {
	n := 0
	for n < len(t.cells)-1 && boldRow(t.cells[n]) && (n == 0 || !figures(t.cells[n])) {
		n++
	}
	if n == len(t.cells)-1 || n > 3 && n*2 > len(t.cells) {
		return 0
	}
	for n > 1 && onlyFirst(t.cells[n-1]) {
		n-- // a heading within the table
	}
	return n
}

// spanGroups makes the words of the first column that stand at the top of groups of rows cells over them: below a header,
// each row has words in the second column and something in all others, and as many rows have no text in the first column
// as have one.
func (t *table) spanGroups() {
	body := t.cells[t.header:]
	if t.header == 0 || len(body) < 4 || len(body[0]) < 3 || len(body[0][0].pieces) == 0 {
		return
	}
	labels := 0
	for i := range body {
		for c := range body[i] {
			x := &body[i][c]
			text := pieceText(x.pieces)
			switch {
			case x.covered || x.rowSpan > 1 || x.colSpan > 1 || c > 0 && text == "" || c < 2 && text != "" && numeric(text):
				return
			case c == 0 && text != "":
				labels++
			}
		}
	}
	if labels < 2 || labels*2 > len(body) {
		return
	}
	for i := 0; i < len(body); {
		end := i + 1
		for end < len(body) && len(body[end][0].pieces) == 0 {
			body[end][0] = cell{covered: true}
			end++
		}
		if end > i+1 {
			body[i][0].rowSpan = end - i
		}
		i = end
	}
}

// boldRow reports whether most of a row's text, and most of its cells, are set bold.
func boldRow(row []cell) bool {
	n, heavy, cells, heavyCells := 0, 0, 0, 0
	for c := range row {
		if len(row[c].pieces) == 0 {
			continue
		}
		own, ownHeavy := 0, 0
		for _, p := range row[c].pieces {
			own += len(p.text)
			if p.heavy() {
				ownHeavy += len(p.text)
			}
		}
		n, heavy = n+own, heavy+ownHeavy
		wide := max(row[c].colSpan, 1)
		cells += wide
		if ownHeavy*2 > own {
			heavyCells += wide
		}
	}
	return n > 0 && heavy*10 > 7*n && heavyCells*3 >= 2*cells
}

// spansSome reports whether a cell of a row stands over several of its columns, but not over all.
func spansSome(row []cell) bool {
	return slices.ContainsFunc(row, func(x cell) bool { return x.colSpan > 1 && x.colSpan < len(row)-1 && len(x.pieces) > 0 })
}

// figures reports whether most texts of a row behind its first column are numbers that aren't years.
func figures(row []cell) bool {
	filled, numbers := 0, 0
	for c := 1; c < len(row); c++ {
		if s := pieceText(row[c].pieces); s != "" {
			filled++
			if strings.ContainsAny(s, "0123456789") && numeric(s) && !year(s) {
				numbers++
			}
		}
	}
	return numbers*2 > filled
}

// wordHeader returns the number of rows without numbers above the first row that is mostly numbers.
func wordHeader(t *table) int {
	for i := range t.cells {
		numbers, filled := 0, 0
		for c := 1; c < len(t.cells[i]); c++ {
			if x := &t.cells[i][c]; len(x.pieces) > 0 {
				filled++
				if s := pieceText(x.pieces); numeric(s) && !unitSign(s) {
					numbers++
				}
			}
		}
		if numbers > 0 && numbers*2 >= filled {
			if i > 4 || i > 0 && i*2 > len(t.cells) {
				return 0
			}
			// A row with nothing but a label is a heading within the table.
			for i > 0 && onlyFirst(t.cells[i-1]) {
				i--
			}
			return i
		}
	}
	return 0
}

// unitSign reports whether a text is no more than the sign of a unit.
func unitSign(s string) bool { return s == "%" || s == "‰" || s == "#" || currency(s) }

func onlyFirst(row []cell) bool {
	for c := 1; c < len(row); c++ {
		if len(row[c].pieces) > 0 || row[c].covered {
			return false
		}
	}
	return len(row[0].pieces) > 0
}

// ruledHeader returns the number of rows above the first inner line that runs through, unless lines divide
// most rows and figures don't begin below the first one.
func (r *region) ruledHeader(t *table, ys []float32) int {
	top := rowTop(t, 0)
	first, lines := 0, 0
	for _, h := range r.h {
		if h.at < top+1 || h.at > r.box.Y1-3 || h.hi-h.lo < .85*r.box.W() {
			continue
		}
		lines++
		if n := rowsAbove(t, h.at); n > 0 && (first == 0 || n < first) {
			first = n
		}
	}
	if first > 0 && !slices.ContainsFunc(t.cells[:first], func(row []cell) bool { return !figures(row) }) {
		return 0
	}
	if first == 0 || first > 6 || first == len(t.cells) || first*2 > len(t.cells) && slices.ContainsFunc(t.cells[:first], func(row []cell) bool { return !boldRow(row) }) || lines*3 > len(t.cells) && lines > 2 && first != wordHeader(t) {
		return 0
	}
	return first
}

func rowTop(t *table, i int) float32 {
	top := float32(1e9)
	for c := range t.cells[i] {
		for _, p := range t.cells[i][c].pieces {
			top = min(top, p.box.Y0)
		}
	}
	return top
}

// rowsAbove returns how many of the first rows have all their text above y.
func rowsAbove(t *table, y float32) int {
	for i := range t.cells {
		for c := range t.cells[i] {
			for _, p := range t.cells[i][c].pieces {
				if p.base > y {
					return i
				}
			}
		}
	}
	return len(t.cells)
}

// divided reports whether lines that run through, or vertical lines, divide the header's rows: then its cells
// are as drawn.
func (r *region) divided(t *table) bool {
	bottom := rowTop(t, t.header)
	top := rowTop(t, 0)
	for _, v := range r.v {
		if !v.weak && v.lo < bottom-2 && v.hi > top+2 && v.at > r.box.X0+3 && v.at < r.box.X1-3 {
			return true
		}
	}
	for i := 1; i < t.header; i++ {
		a, b := rowTop(t, i-1), rowTop(t, i)
		for _, h := range r.h {
			if !h.weak && h.at > a+2 && h.at < b+2 && h.hi-h.lo > .9*r.box.W() && h.lo < (t.cols[0]+t.cols[1])/2 {
				return true
			}
		}
	}
	return false
}

// span is a header cell over several columns, or the lines of a column's own heading.
type span struct {
	first, last int
	own         int // the only column that its text stands in, -1 for several
	pieces      []*piece
}

// normalize makes the cells of a header of several text lines: headings over several columns come in
// levels, the lines of a column's own heading are one cell, which reaches down to the last level.
func (r *region) normalize(t *table) {
	nc := len(t.cells[0])
	spans := make([][]*span, nc) // by column, from outside
	leaves := make([]span, nc)
	levels := make([][]*span, t.header)
	for i := t.header - 1; i >= 0; i-- {
		var below []*span
		if i+1 < t.header {
			below = levels[i+1]
		}
		groups := t.groups(i)
		if groups == nil {
			groups = t.staggered(i)
		}
		for c := range nc {
			if x := &t.cells[i][c]; !x.covered && len(x.pieces) > 0 {
				c0, c1 := r.reach(t, i, c, below)
				if k := slices.IndexFunc(groups, func(g span) bool { return g.first <= c && c <= g.last }); k >= 0 && c1-c0 < groups[k].last-groups[k].first {
					c0, c1 = groups[k].first, groups[k].last
				}
				own := c
				if x.colSpan > 1 {
					own = -1
				}
				levels[i] = append(levels[i], &span{c0, c1, own, x.pieces})
			}
		}
	}
	for _, level := range levels {
		for _, s := range level {
			c0, c1 := s.first, s.last
			if c0 == c1 {
				leaves[c0].pieces = append(leaves[c0].pieces, s.pieces...)
				continue
			}
			if slices.ContainsFunc(leaves[c0:c1+1], func(l span) bool { return len(l.pieces) > 0 }) {
				if s.own < 0 {
					return // something stands above the span: not the kind of header known here
				}
				leaves[s.own].pieces = append(leaves[s.own].pieces, s.pieces...)
				continue
			}
			if n := len(spans[c0]); n > 0 {
				if o := spans[c0][n-1]; o.first == c0 && o.last == c1 {
					o.pieces = append(o.pieces, s.pieces...)
					continue
				} else if o.last < c1 {
					return
				}
			}
			for k := c0; k <= c1; k++ {
				spans[k] = append(spans[k], s)
			}
		}
	}
	depth := 0
	for c := range nc {
		depth = max(depth, len(spans[c]))
	}
	rows := make([][]cell, depth+1)
	for l := range rows {
		rows[l] = make([]cell, nc)
	}
	for c := 0; c < nc; c++ {
		for l, s := range spans[c] {
			if s.first == c {
				rows[l][c] = cell{pieces: s.pieces, colSpan: s.last - s.first + 1}
			} else {
				rows[l][c] = cell{covered: true}
			}
		}
		l := len(spans[c])
		if upper, lower := leaves[c].split(); l == 0 && depth > 0 && len(lower) > 0 {
			rows[0][c] = cell{pieces: upper, rowSpan: depth}
			for k := 1; k < depth; k++ {
				rows[k][c] = cell{covered: true}
			}
			rows[depth][c] = cell{pieces: lower}
			continue
		}
		rows[l][c] = cell{pieces: leaves[c].pieces, rowSpan: depth + 1 - l}
		for k := l + 1; k <= depth; k++ {
			rows[k][c] = cell{covered: true}
		}
	}
	t.cells = append(rows, t.cells[t.header:]...)
	t.header = len(rows)
}

// groups returns the columns below the headings of row i of the header when each stands over the middle of as many
// columns as the others, and together they stand over all columns that have headings of their own below.
func (t *table) groups(i int) []span {
	below := func(c int) bool {
		return slices.ContainsFunc(t.cells[i+1:t.header], func(row []cell) bool { return len(row[c].pieces) > 0 })
	}
	var out []span
	next := -1 // the first column of the next group
	for c := range t.cells[i] {
		x := &t.cells[i][c]
		switch {
		case !below(c):
			if next >= 0 && next <= c || x.colSpan > 1 {
				return nil
			}
			continue
		case next < 0:
			next = c
		}
		if len(x.pieces) == 0 || x.covered {
			continue
		}
		last := 2*c + max(x.colSpan, 1) - 1 - next
		if last >= len(t.cells[i]) || last < c || len(out) > 0 && last-next != out[0].last-out[0].first {
			return nil
		}
		out = append(out, span{first: next, last: last})
		next = last + 1
	}
	if len(out) < 2 || out[0].last == out[0].first || next < len(t.cells[i]) && below(next) {
		return nil
	}
	for c := out[0].first; c < next; c++ {
		if !below(c) {
			return nil
		}
	}
	return out
}

// staggered returns the columns below those headings of the upper one of two lines that have others under them and beside those. A heading in
// the upper line alone says that this is no line of headings that end at one height, and so the ones of the lower line are of another
// level. A heading stands over its first column, or in the middle.
func (t *table) staggered(i int) []span {
	if i != 0 || t.header != 2 {
		return nil
	}
	upper := func(c int) bool { return len(t.cells[0][c].pieces) > 0 }
	lower := func(c int) bool { return len(t.cells[1][c].pieces) > 0 }
	free := func(c int) bool { return c < len(t.cells[0]) && !upper(c) && lower(c) }
	var out []span
	alone := false
	next := 0 // the first column that may be another heading's
	for c := range t.cells[0] {
		switch {
		case !upper(c):
		case !lower(c):
			alone = true
		default:
			first, last := c, c
			for first > next && free(first-1) {
				first--
			}
			for free(last+1) && (first == c || last-c < c-first) {
				last++
			}
			if last > first {
				out = append(out, span{first: first, last: last})
			}
			next = last + 1
		}
	}
	if !alone {
		return nil
	}
	return out
}

// split cuts the lines of a column's heading at a gap wider than a line: a name above and its unit below.
func (s *span) split() (upper, lower []*piece) {
	rows := rowsOf(slices.Clone(s.pieces))
	n := len(rows)
	if n < 2 || rows[n-1].base-rows[n-2].base < 1.9*rows[n-1].size {
		return s.pieces, nil
	}
	for _, r := range rows[:n-1] {
		upper = append(upper, r.pieces...)
	}
	return upper, rows[n-1].pieces
}

// reach returns the columns that the header cell at i, c stands over: those that a line under it covers; its
// own, when it is aligned with what stands in it; else those around whose middle it stands, without cutting a heading
// of the level below.
func (r *region) reach(t *table, i, c int, below []*span) (int, int) {
	x := &t.cells[i][c]
	nc := len(t.cells[i])
	c0, c1 := c, c+max(x.colSpan, 1)-1
	free := func(k int) bool {
		y := &t.cells[i][k]
		return !y.covered && len(y.pieces) == 0
	}
	lo, hi := c0, c1
	for lo > 0 && free(lo-1) {
		lo--
	}
	for hi < nc-1 && free(hi+1) {
		hi++
	}
	box := pieceBox(x.pieces)
	for _, h := range r.h {
		if h.at < box.Y1-.3*r.body || h.at > box.Y1+.9*r.body || h.hi < box.X0 || h.lo > box.X1 || h.hi-h.lo > .95*r.box.W() ||
			h.lo < t.cols[lo]-touch || h.hi > t.cols[hi+1]+touch { // it goes on below other headings

			continue
		}
		a, b := -1, -1
		for k := lo; k <= hi; k++ {
			if m := min(h.hi, t.cols[k+1]) - max(h.lo, t.cols[k]); m > .5*(t.cols[k+1]-t.cols[k]) {
				if a < 0 {
					a = k
				}
				b = k
			}
		}
		if a >= 0 && a <= c0 && b >= c1 {
			return a, b
		}
	}
	if lo == c0 && hi == c1 || c0 == 0 {
		return c0, c1
	}
	mid := (box.X0 + box.X1) / 2
	if c0 == c1 {
		own := columnText(t, i+1, c0)
		if w := own.W(); abs((own.X0+own.X1)/2-mid) < .15*w+1 || abs(own.X0-box.X0) < 2 || abs(own.X1-box.X1) < 2 {
			return c0, c1
		}
	}
	best0, best1, bestOff := c0, c1, float32(1e9)
	for a := max(lo, 1); a <= c0; a++ {
		for b := c1; b <= hi; b++ {
			if a == b || slices.ContainsFunc(below, func(s *span) bool {
				return s.first <= b && s.last >= a && (s.first < a || s.last > b)
			}) {
				continue
			}
			l, rt := columnText(t, i+1, a), columnText(t, i+1, b)
			if off := abs((l.X0+rt.X1)/2 - mid); off < .12*(rt.X1-l.X0) && off < bestOff-1 {
				best0, best1, bestOff = a, b, off
			}
		}
	}
	return best0, best1
}

// columnText returns the extent of the text of a column from row i on.
func columnText(t *table, i, c int) page.Rect {
	box := page.Rect{X0: t.cols[c+1], X1: t.cols[c]}
	for ; i < len(t.cells); i++ {
		x := &t.cells[i][c]
		if x.covered || x.colSpan > 1 || len(x.pieces) == 0 {
			continue
		}
		b := pieceBox(x.pieces)
		box.X0, box.X1 = min(box.X0, b.X0), max(box.X1, b.X1)
	}
	if box.X0 > box.X1 {
		box.X0, box.X1 = t.cols[c], t.cols[c+1]
	}
	return box
}
