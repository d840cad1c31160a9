package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// zone is a part of a page that is read from top to bottom without a change of column.
type zone struct {
	rows   []row
	floats []*block
	box    page.Rect
	column bool // other text stands at its right
	side   bool // a heading beside its text
	margin int8 // that it is in, 0 for none
}

// columns marks the zones that have another one or a float at their right.
func columns(zones []zone, floats []*block) {
	for i := range zones {
		z := &zones[i]
		right := func(b page.Rect) bool { return b.X0 > z.box.X1-1 && b.Y0 < z.box.Y1 && b.Y1 > z.box.Y0 }
		z.column = slices.ContainsFunc(zones, func(o zone) bool { return right(o.box) }) || slices.ContainsFunc(floats, func(f *block) bool { return right(f.box) })
	}
}

// cutter cuts a layer into zones in reading order.
type cutter struct {
	body     float32     // usual font size
	bars     []page.Rect // lines below the heads of tables, which no column gap crosses
	dividers []float32   // where lines go across all text, in order: columns end there
	rtl      bool        // columns are read from right to left
	led      bool        // there may be leaders
	zones    []zone
	room     stripRoom
}

// stripRoom is memory for looking for strips.
type stripRoom struct {
	active, next, found  []strip
	covered, free, fresh []page.Rect
	left, right          []float32 // widths of rows
}

const maxCuts = 24 // nesting of zones

// cut splits pieces at the column gap that most speaks for, then goes on within the parts.
func (c *cutter) cut(pieces []*piece, floats []*block, depth int) {
	if len(pieces) == 0 && len(floats) == 0 {
		return
	}
	rows := rowsOf(pieces)
	if depth < maxCuts && len(rows) > 2 {
		s, starts, ok := c.gutter(rows, floats)
		if len(starts) > 0 {
			c.splitSide(rows, floats, s, starts, depth)
			return
		}
		if ok {
			c.split(rows, floats, s, depth)
			return
		}
	}
	z := zone{rows: rows, floats: floats}
	for i, r := range rows {
		if i == 0 {
			z.box = r.box
		}
		z.box = z.box.Union(r.box)
	}
	c.zones = append(c.zones, z)
}

// split cuts rows into what stands above strip s, at its left, at its right and below.
func (c *cutter) split(rows []row, floats []*block, s strip, depth int) {
	mid := (s.x0 + s.x1) / 2
	var part [4][]*piece // above, left, right, below
	for i, r := range rows {
		for _, p := range r.pieces {
			k := 0
			switch {
			case i > s.last:
				k = 3
			case i >= s.first && (p.box.X0+p.box.X1)/2 < mid:
				k = 1
			case i >= s.first:
				k = 2
			}
			part[k] = append(part[k], p)
		}
	}
	y0, y1 := rows[s.first].box.Y0, rows[s.last].box.Y1
	var fl [4][]*block
	for _, f := range floats {
		k := 0
		switch cy := (f.box.Y0 + f.box.Y1) / 2; {
		case f.box.X0 < s.x0-1 && f.box.X1 > s.x1+1 && cy >= (y0+y1)/2, cy > y1 && f.box.Y0 > y1-c.body:
			k = 3
		case f.box.X0 < s.x0-1 && f.box.X1 > s.x1+1:
		case cy < y0 && f.box.Y1 < y0+c.body && (!s.touches(f, c.body) || s.first > 0 && rows[s.first-1].base > f.box.Y1):
		case (f.box.X0+f.box.X1)/2 < mid:
			k = 1
		default:
			k = 2
		}
		fl[k] = append(fl[k], f)
	}
	if c.rtl {
		part[1], part[2] = part[2], part[1]
		fl[1], fl[2] = fl[2], fl[1]
	}
	for k := range part {
		c.cut(part[k], fl[k], depth+1)
	}
}

// touches reports whether a float above the strip stands in one of its columns, not across.
func (s strip) touches(f *block, body float32) bool {
	return f.box.X1 <= s.x0+1 || f.box.X0 >= s.x1-1
}

// strip is a white rectangle from row first to row last.
type strip struct {
	x0, x1      float32
	first, last int
}

// strips returns the white rectangles that are as wide and tall as can be, at least width wide, between
// the outer edges of the rows.
func (c *cutter) strips(rows []row, floats []*block, width float32) []strip {
	left, right := rows[0].box.X0, rows[0].box.X1
	for _, r := range rows {
		left, right = min(left, r.box.X0), max(right, r.box.X1)
	}
	active, next, found := c.room.active[:0], c.room.next[:0], c.room.found[:0]
	emit := func(s strip) {
		if s.last-s.first >= 2 && s.x0 > left && s.x1 < right {
			found = append(found, s)
		}
	}
	covered, free := c.room.covered, c.room.free // of free ones only X0 and X1 are used
	for i := range rows {
		r := &rows[i]
		covered = covered[:0]
		for k, p := range r.pieces {
			box := p.box
			if k > 0 && p.size > 1.5*c.body && box.X0-r.pieces[k-1].box.X1 < .5*min(p.size, r.pieces[k-1].size) {
				box.X0 = min(box.X0, r.pieces[k-1].box.X1) // a blank in large type, as wide as a strip in small
			}
			covered = append(covered, box)
		}
		for _, f := range floats {
			if f.box.Y0 < r.box.Y1-1 && f.box.Y1 > r.box.Y0+1 {
				covered = append(covered, f.box)
			}
		}
		fresh := gaps(covered, width, c.room.fresh[:0]) // where strips may begin
		c.room.fresh = fresh
		own := len(covered)
		if i > 0 {
			for _, f := range floats {
				if f.box.Y1 <= r.box.Y0+1 && f.box.Y1 > rows[i-1].base+1 && f.box.Y0 < r.box.Y1-1 {
					covered = append(covered, f.box)
				}
			}
			for _, b := range c.bars {
				if b.Y0 > rows[i-1].base && b.Y0 < r.base && b.Y0 > rows[i-1].base-.1*r.size {
					covered = append(covered, b)
				}
			}
		}
		free = append(free[:0], fresh...)
		if len(covered) > own {
			free = gaps(covered, width, free[:0])
		}
		next = next[:0]
		for _, a := range active {
			whole := false
			for _, f := range free {
				x0, x1 := max(a.x0, f.X0), min(a.x1, f.X1)
				if x1-x0 < width {
					continue
				}
				whole = whole || x0 == a.x0 && x1 == a.x1
				next = addStrip(next, strip{x0, x1, a.first, 0})
			}
			if !whole {
				a.last = i - 1
				emit(a)
			}
		}
		for _, f := range fresh {
			next = addStrip(next, strip{f.X0, f.X1, i, 0})
		}
		active, next = next, active
	}
	for _, a := range active {
		a.last = len(rows) - 1
		emit(a)
	}
	c.room.active, c.room.next, c.room.found, c.room.covered, c.room.free = active, next, found, covered, free
	return found
}

// addStrip adds s unless one of the list contains it.
func addStrip(list []strip, s strip) []strip {
	const most = 300
	for i, t := range list {
		if t.x0 <= s.x0 && t.x1 >= s.x1 && t.first <= s.first {
			return list
		}
		if s.x0 <= t.x0 && s.x1 >= t.x1 && s.first <= t.first {
			list[i] = s
			return list
		}
	}
	if len(list) >= most {
		return list
	}
	return append(list, s)
}

// gaps appends the white intervals at least width wide beside and between covered ones.
func gaps(covered []page.Rect, width float32, out []page.Rect) []page.Rect {
	const far = 1e6
	slices.SortFunc(covered, func(a, b page.Rect) int {
		switch {
		case a.X0 < b.X0:
			return -1
		case a.X0 > b.X0:
			return 1
		}
		return 0
	})
	end := float32(-far)
	for _, c := range covered {
		if c.X0-end >= width {
			out = append(out, page.Rect{X0: end, X1: c.X0})
		}
		end = max(end, c.X1)
	}
	return append(out, page.Rect{X0: end, X1: far})
}

// gutter returns the white strip that most likely separates columns of text, or headings from the text beside them, with the rows
// at which these begin.
func (c *cutter) gutter(rows []row, floats []*block) (s strip, heads []int, ok bool) {
	if c.led {
		if s, ok := entryColumns(rows); ok {
			return s, nil, true
		}
	}
	found := c.strips(rows, floats, .7*c.body)
	height := func(s strip) float32 { return rows[s.last].box.Y1 - rows[s.first].box.Y0 }
	slices.SortFunc(found, func(a, b strip) int { return cmp.Compare(height(b), height(a)) })
	const look = 24 // the tallest so many
	found = found[:min(look, len(found))]
	if !c.rtl {
		left, right := rows[0].box.X0, rows[0].box.X1
		for i := range rows {
			left, right = min(left, rows[i].box.X0), max(right, rows[i].box.X1)
		}
		for _, s := range found {
			if s.x0-left > narrow*(right-left) {
				continue
			}
			if heads := c.sideHeads(rows, s); heads != nil {
				return s, heads, true
			}
		}
	}
	for _, s := range found {
		s = s.below(rows, found)
		if end := c.lastOfBoxes(rows, s); end < s.last {
			if s, ok := c.columns(rows, strip{s.x0, s.x1, s.first, end}); ok {
				return s, nil, true
			}
		}
		cols, ok := c.columns(rows, s)
		if core := s.core(rows); !ok && core != s {
			cols, ok = c.columns(rows, core)
			ok = ok && cols.runningOn(rows)
		}
		if ok {
			cols.last = cols.group(rows)
			cols.last = c.divided(rows, cols)
			return cols, nil, true
		}
	}
	return strip{}, nil, false
}

// core returns a strip without a row far above the others and one far below them, such as a running head and foot with white space where the
// strip is.
func (s strip) core(rows []row) strip {
	const far, least = 2.2, 3 // em, rows
	apart := func(i int) bool {
		return rows[i+1].base-rows[i].base > far*max(rows[i].size, rows[i+1].size)
	}
	if s.last-s.first >= least && apart(s.first) {
		s.first++
	}
	if s.last-s.first >= least && apart(s.last-1) {
		s.last--
	}
	return s
}

// runningOn reports whether a text that was drawn line by line at one side, then at the other, goes on from most lines to the next.
func (s strip) runningOn(rows []row) bool {
	rows = rows[s.first : s.last+1]
	var low, lines [2]int
	for _, r := range rows {
		left, right := s.halves(r)
		for i, ps := range [2][]*piece{left, right} {
			if len(ps) == 0 {
				continue
			}
			lines[i]++
			if startsLow(ps[0].text) {
				low[i]++
			}
		}
	}
	return low[0]*2 >= lines[0]-1 && low[1]*2 >= lines[1]-1 && lines[0] > 1 && lines[1] > 1 && drawnApart(rows, s.halves)
}

// inRhythm reports whether row i is as far from the one above as that is from the next one above, within a double line's
// distance.
func inRhythm(rows []row, i int) bool {
	const slack = .04
	if i < 2 {
		return false
	}
	d := rows[i].base - rows[i-1].base
	return d < 2*rows[i].size && abs(rows[i-1].base-rows[i-2].base-d) < slack*d
}

// group returns the last row of the first group of centred lines at both sides, such as two authors' names and addresses,
// below which white space lies and the next group. Without such groups it is the strip's last row.
func (s strip) group(rows []row) int {
	end := s.groupEnd(rows, s.first)
	if end == s.last || !s.centredBoth(rows[s.first:end+1]) || !drawnApart(rows[s.first:end+1], s.halves) {
		return s.last
	}
	if next := rows[end+1 : s.groupEnd(rows, end+1)+1]; s.centredBoth(next) && !drawnApart(next, s.halves) {
		return s.last
	}
	return end
}

// lastOfBoxes returns the last row of two groups of short lines side by side, such as addresses: where the one that is read second ends,
// and below white space the side of the first goes on, what comes there stands below both. Columns of running text and of many
// groups go on to their end.
func (c *cutter) lastOfBoxes(rows []row, s strip) int {
	const apart = .6 // em
	end := s.last
	for ; end > s.first; end-- {
		second, right := s.halves(rows[end])
		if !c.rtl {
			second = right
		}
		if len(second) > 0 {
			break
		}
	}
	for end < s.last && rows[end+1].box.Y0-rows[end].box.Y1 < apart*rows[end+1].size {
		end++
	}
	if end == s.last || end == s.first {
		return s.last
	}
	var sides [2]side
	var low [2]float32 // of the last lines
	for _, r := range rows[s.first : end+1] {
		left, right := s.halves(r)
		for i, ps := range [2][]*piece{left, right} {
			if len(ps) == 0 {
				continue
			}
			box := pieceBox(ps)
			if sides[i].rows > 0 && box.Y0-low[i] > apart*r.size {
				return s.last
			}
			low[i] = box.Y1
			sides[i].add(ps)
		}
	}
	for i := range sides {
		if sides[i].rows < 2 || sides[i].prose(c.body) {
			return s.last
		}
	}
	return end
}

// divided returns the last row of a strip above the first line across the page in it.
func (c *cutter) divided(rows []row, s strip) int {
	i, _ := slices.BinarySearch(c.dividers, rows[s.first].base)
	if i == len(c.dividers) {
		return s.last
	}
	for k := s.first; k < s.last; k++ {
		if rows[k+1].base > c.dividers[i] {
			return k
		}
	}
	return s.last
}

// groupEnd returns the last of the rows from i on that no white space parts.
func (s strip) groupEnd(rows []row, i int) int {
	const apart = .4 // em
	for i < s.last && rows[i+1].box.Y0-rows[i].box.Y1 < apart*rows[i].size {
		i++
	}
	return i
}

// centredBoth reports whether lines of different widths are centred at either side of a strip.
func (s strip) centredBoth(rows []row) bool {
	const slack = 2 // points
	for side := range 2 {
		var mid, least, most float32
		n := 0
		for i := range rows {
			l, r := s.halves(rows[i])
			ps := [2][]*piece{l, r}[side]
			if len(ps) == 0 {
				continue
			}
			x0, x1 := ps[0].box.X0, ps[len(ps)-1].box.X1
			if n == 0 {
				mid, least, most = (x0+x1)/2, x1-x0, x1-x0
			}
			if abs((x0+x1)/2-mid) > slack {
				return false
			}
			least, most = min(least, x1-x0), max(most, x1-x0)
			n++
		}
		if n < 2 || most-least < 4*slack {
			return false
		}
	}
	return true
}

// halves parts what stands in a row at the middle of the strip.
func (s strip) halves(r row) (left, right []*piece) {
	mid := (s.x0 + s.x1) / 2
	k := slices.IndexFunc(r.pieces, func(p *piece) bool { return (p.box.X0+p.box.X1)/2 > mid })
	if k < 0 {
		k = len(r.pieces)
	}
	return r.pieces[:k], r.pieces[k:]
}

// below returns a strip without the first rows that stand over all columns: a title in the middle, at one side of the strip,
// larger than what is below it or across another strip, and what is centred below the title.
func (s strip) below(rows []row, found []strip) strip {
	const title = 1.2 // times the size of what is below
	left, right := rows[s.first].box.X0, rows[s.first].box.X1
	for i := s.first; i <= s.last; i++ {
		left, right = min(left, rows[i].box.X0), max(right, rows[i].box.X1)
	}
	first := s.first
	for i := s.first; i < s.last-1; i++ {
		r := &rows[i]
		if r.box.X0 < s.x0 && r.box.X1 > s.x1 || abs(r.box.X0+r.box.X1-left-right) > 4*r.size {
			break
		}
		crosses := func(o strip) bool { return o.x0 > r.box.X0 && o.x1 < r.box.X1 && o.first > i && o.last >= s.last }
		if i == s.first && r.size < title*rows[i+1].size && !slices.ContainsFunc(found, crosses) {
			break
		}
		first = i + 1
	}
	s.first = first
	return s
}

// side is what is known of the text at one side of a strip.
type side struct {
	rows, chars, letters, digits, words int
	x0, x1                              float32
	widths                              []float32
	leaders                             int // rows with dot leaders
	low                                 int // rows that begin with a small letter
	labels                              int // rows that are nothing but a bullet or list number
	items                               int // rows that begin with a bullet, or the number after the last one
	number                              int // the last list number
	entries                             int // rows of words and, behind a comma, page numbers
}

func (s *side) add(ps []*piece) {
	if len(ps) == 0 {
		return
	}
	x0, x1 := ps[0].box.X0, ps[len(ps)-1].box.X1
	if s.rows == 0 {
		s.x0, s.x1 = x0, x1
	}
	s.rows++
	if startsLow(ps[0].text) {
		s.low++
	}
	if leaders(ps) {
		s.leaders++
	}
	s.x0, s.x1 = min(s.x0, x0), max(s.x1, x1)
	s.widths = append(s.widths, x1-x0)
	for i, p := range ps {
		if i == 0 || p.space || p.box.X0-ps[i-1].box.X1 > wordGap*p.size {
			s.words++
		}
		t := p.tally()
		if len(p.text) > 2*int(t.chars) {
			s.words += wideIn(p.text)
		}
		s.chars += int(t.chars)
		s.letters += int(t.letters + t.marks)
		s.digits += int(t.digits)
	}
	if len(ps) <= 2 && isLabel(ps) {
		s.labels++
	}
	if k, label := labelOf(ps); k > 0 {
		switch kind, n := parseLabel(label, ps[0]); {
		case kind == bulletLabel:
			s.items++
		case s.items == 0 || n == s.number+1:
			s.items++
			s.number = n
		}
	}
	if indexed(ps) {
		s.entries++
	}
}

// wideIn counts the characters of scripts without blanks between words, each of which may be one.
func wideIn(s string) int {
	n := 0
	for _, r := range s {
		if wide(r) {
			n++
		}
	}
	return n
}

// indexed reports whether a line looks like one of an index: a text with a comma and a page number at its end.
func indexed(ps []*piece) bool {
	last := ps[len(ps)-1].text
	r := last[len(last)-1]
	return len(ps) > 1 && r >= '0' && r <= '9' && !numeric(ps[0].text) && strings.HasSuffix(ps[len(ps)-2].text, ",")
}

// list reports whether most rows are list items, read downwards.
func (s *side) list() bool { return s.items >= 2 && s.items*10 >= 6*s.rows }

// prose reports whether lines are long and mostly filled, as running text is.
func (s *side) prose(size float32) bool {
	if s.rows == 0 || s.letters*10 < s.chars*6 {
		return false
	}
	full := 0
	for _, w := range s.widths {
		if w > .75*(s.x1-s.x0) {
			full++
		}
	}
	return full*10 >= 4*s.rows && s.chars >= 16*s.rows && s.x1-s.x0 > 8*size
}

// columns judges a strip; it returns it with the rows cut off that don't belong into columns.
func (c *cutter) columns(rows []row, s strip) (strip, bool) {
	halves := s.halves
	// Rows above the first one with something on both sides belong to the wide text they continue.
	first := s.first
	for ; first <= s.last; first++ {
		if _, rt := halves(rows[first]); len(rt) > 0 {
			break
		}
	}
	if first > s.first && s.first > 0 {
		k := s.first
		for k < first && (rows[k].base-rows[k-1].base < 1.35*max(rows[k].size, rows[k-1].size) || inRhythm(rows, k)) && abs(rows[k].size-rows[k-1].size) < .5 {
			k++
		}
		s.first = k
	}
	s.last = lastBeside(rows, s, halves)
	l, r := side{widths: c.room.left[:0]}, side{widths: c.room.right[:0]}
	both := 0
	for i := s.first; i <= s.last; i++ {
		a, b := halves(rows[i])
		if len(a) > 0 && len(b) > 0 {
			both++
		}
		l.add(a)
		r.add(b)
	}
	c.room.left, c.room.right = l.widths, r.widths
	text := func(s *side) bool { return s.letters*2 > s.chars && s.chars > 5*s.rows && s.words*2 >= 3*s.rows }
	const box = 8 // characters a row
	boxes := s.x1-s.x0 > c.body && text(&l) && text(&r) && l.chars > box*l.rows && r.chars > box*r.rows && drawnApart(rows[s.first:s.last+1], halves) && !s.tabular(rows)
	if boxes && both == 0 && nested(rows[s.first:s.last+1], halves) {
		return s, true
	}
	if l.rows < 2 || r.rows < 2 || l.labels*2 >= l.rows || r.labels*2 >= r.rows {
		return s, false
	}
	if tight(rows, s, r.x0) {
		return s, false
	}
	if l.list() && r.list() {
		s.last = lastOfLists(rows, s, halves)
		return s, true
	}
	aligned := both*10 > 6*min(l.rows, r.rows)
	if boxes && (l.rows > 2 && r.rows > 2 || l.rows > 3 && l.prose(c.body) || r.rows > 3 && r.prose(c.body)) {
		return s, true
	}
	if aligned {
		if l.leaders == l.rows && r.leaders == r.rows {
			return s, true // a list of contents in columns
		}
		if l.rows < 4 || r.rows < 4 {
			return s, false
		}
		if l.prose(c.body) && r.prose(c.body) && c.allProse(rows[s.first:s.last+1]) {
			return s, true
		}
		if l.leaders*10 >= 6*l.rows && r.leaders*10 >= 6*r.rows {
			return s, true // a list of contents in columns
		}
		if l.entries*10 >= 4*l.rows && r.entries*10 >= 4*r.rows {
			return s, true // an index
		}
		return s, l.wordy() && r.wordy() && !inStep(rows[s.first:s.last+1], halves)
	}
	if least := min(l.rows, r.rows); least < 3 && s.x1-s.x0 < 1.2*c.body {
		return s, false // a wide blank in a line, with little below it
	}
	return s, l.rows+r.rows >= 6 && text(&l) && text(&r)
}

// lastOfLists returns the last row of lists side by side: below the last row that both have, one of them may go on at the
// same distance.
func lastOfLists(rows []row, s strip, halves func(row) (l, r []*piece)) int {
	const apart = 1.4 // times the distance of rows
	both := func(i int) bool {
		l, r := halves(rows[i])
		return len(l) > 0 && len(r) > 0
	}
	k := s.last
	for k > s.first && !both(k) {
		k--
	}
	if k == s.first {
		return s.last
	}
	pitch := rows[k].base - rows[k-1].base
	for i := k + 1; i <= s.last; i++ {
		if rows[i].base-rows[i-1].base > apart*pitch {
			return i - 1
		}
	}
	return s.last
}

// tabular reports whether a row with texts in columns stands close above or below the strip, whose rows then are a table's
// head or part of it.
func (s strip) tabular(rows []row) bool {
	const least, near = 3, 1.8 // texts in a row; times the size
	beside := func(i, k int) bool {
		return i >= 0 && i < len(rows) && abs(rows[i].base-rows[k].base) < near*rows[i].size && len(segments(rows[i].pieces, .9)) >= least
	}
	return beside(s.last+1, s.last) || beside(s.first-1, s.first)
}

// nested reports whether what stands at one side of a strip lies between the lines of the text at the other, which do not
// make room for it.
func nested(rows []row, halves func(row) (l, r []*piece)) bool {
	const close = 2 // times the size
	n := len(rows) - 1
	outer, _ := halves(rows[0])
	other, _ := halves(rows[n])
	if (len(outer) > 0) != (len(other) > 0) {
		return false
	}
	last := 0 // row of the outer side
	for i := 1; i <= n; i++ {
		if a, _ := halves(rows[i]); (len(a) > 0) != (len(outer) > 0) {
			continue
		}
		if i > last+1 && rows[i].base-rows[last].base > close*rows[i].size {
			return false
		}
		last = i
	}
	return true
}

// drawnApart reports whether all that stands at one side was drawn before all at the other, as text boxes are, but not a table's
// rows.
func drawnApart(rows []row, halves func(row) (l, r []*piece)) bool {
	var lo, hi [2]int32
	first := [2]bool{true, true}
	for _, r := range rows {
		a, b := halves(r)
		for k, ps := range [2][]*piece{a, b} {
			label, _ := labelOf(ps)
			for _, p := range ps[label:] { // labels may be made up, or drawn before or after their list
				if p.mark {
					continue
				}
				if first[k] {
					lo[k], hi[k], first[k] = p.order, p.order, false
				}
				lo[k], hi[k] = min(lo[k], p.order), max(hi[k], p.order)
			}
		}
	}
	return hi[0] < lo[1] || hi[1] < lo[0]
}

// lastBeside returns the last row of a strip, but for a few far below all others that only one side has: they are a foot
// that stands under all columns.
func lastBeside(rows []row, s strip, halves func(row) (l, r []*piece)) int {
	const few, far = 3, 8 // rows, em
	left, right := false, false
	for i := s.last; i > max(s.first, s.last-few); i-- {
		l, r := halves(rows[i])
		left, right = left || len(l) > 0, right || len(r) > 0
		if left && right {
			break
		}
		if rows[i].box.Y0-rows[i-1].box.Y1 > far*max(rows[i].size, rows[i-1].size) {
			return i - 1
		}
	}
	return s.last
}

// tight reports whether the rows that end a strip above and below, as far as they follow closely in type of the same size, have a word
// where the text right of it begins: cells of a table that are filled to their last point.
func tight(rows []row, s strip, x float32) bool {
	const near, close = 3, 2.5 // rows, times the size
	begins := func(r *row) bool {
		for i, p := range r.pieces {
			if i > 0 && abs(p.box.X0-x) <= slack && p.box.X0-r.pieces[i-1].box.X1 < p.size {
				return true
			}
		}
		return false
	}
	n := 0
	look := func(from, step int) {
		for i, k := from+step, 0; i >= 0 && i < len(rows) && k < near; i, k = i+step, k+1 {
			r, prev := &rows[i], &rows[i-step]
			if abs(r.base-prev.base) > close*r.size || abs(r.size-prev.size) > .1*r.size {
				return
			}
			if begins(r) {
				n++
			}
		}
	}
	look(s.first, -1)
	look(s.last, 1)
	return n >= 2
}

// wordy reports whether a side's lines are fairly long and go on from one to the next.
func (s *side) wordy() bool {
	return s.rows >= 6 && s.chars >= 18*s.rows && s.letters*10 >= 7*s.chars && s.low*5 >= s.rows
}

// inStep reports whether texts at both sides begin in the same rows, as a table's cells do.
func inStep(rows []row, halves func(row) (l, r []*piece)) bool {
	left, right, both := 0, 0, 0
	for _, r := range rows {
		a, b := halves(r)
		x, y := begins(a), begins(b)
		if x {
			left++
		}
		if y {
			right++
		}
		if x && y {
			both++
		}
	}
	return both*10 >= 6*min(left, right)
}

// begins reports whether a line looks like the first of a sentence, entry or item.
func begins(ps []*piece) bool {
	if len(ps) == 0 {
		return false
	}
	if k, _ := labelOf(ps); k > 0 {
		return true
	}
	return !startsLow(ps[0].text)
}

// allProse reports whether each column that text starts at is running text. A short one beside others makes
// a table of them.
func (c *cutter) allProse(rows []row) bool {
	var starts []*side
	var at []float32
	for _, r := range rows {
		for _, s := range segments(r.pieces, 1) {
			k := slices.IndexFunc(at, func(x float32) bool { return abs(x-s.x0) < 4 })
			if k < 0 {
				k = len(at)
				at = append(at, s.x0)
				starts = append(starts, new(side))
			}
			starts[k].add(s.pieces)
		}
	}
	for _, s := range starts {
		if s.rows >= 3 && s.rows*6 >= len(rows) && !s.prose(c.body) && s.chars < 25*s.rows {
			return false
		}
	}
	return true
}
