package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// columns returns the borders of a region's columns, outer ones included: vertical lines, and white gaps
// that hold over the rows in between.
func (r *region) columns(rows []row) []float32 {
	xs := positions(r.strong().v, r.box.X0, r.box.X1)
	// Lines that only a small part of the height has, such as in a nested box, are no borders.
	if len(xs) > 2 {
		kept := xs[:1]
		for _, x := range xs[1 : len(xs)-1] {
			var sum float32
			for _, v := range r.v {
				if abs(v.at-x) <= 3 {
					sum += v.hi - v.lo
				}
			}
			if sum > .12*r.box.H() || sum > 12 {
				kept = append(kept, x)
			}
		}
		xs = append(kept, xs[len(xs)-1])
	}
	var out []float32
	for i := 0; i+1 < len(xs); i++ {
		out = append(out, xs[i])
		out = append(out, r.whiteBorders(rows, xs[i], xs[i+1], len(xs) > 2)...)
	}
	return append(out, xs[len(xs)-1])
}

// columnGap is the gap in em from which neighbouring words may belong to different columns.
func columnGap(ps []*piece) float32 {
	for _, p := range ps {
		if !p.mono {
			return .45
		}
	}
	return 1.3 // typescripts set two blanks after a sentence
}

// splitNumbers cuts segments between numbers, which stand closer in narrow columns than words may, but for those of a
// range.
func splitNumbers(segs []segment) []segment {
	out := segs[:0:0]
	for _, s := range segs {
		start := 0
		for i := 1; i < len(s.pieces); i++ {
			a, b := s.pieces[i-1], s.pieces[i]
			if dash(a.text) && i > 1 && amount(s.pieces[i-2]) && amount(b) || dash(b.text) && i+1 < len(s.pieces) && amount(a) && amount(s.pieces[i+1]) {
				continue
			}
			if b.box.X0-a.box.X1 > .3*b.size && numeric(a.text) && numeric(b.text) && !(len(b.text) == 3 && len(a.text) <= 3) {
				out = append(out, segment{pieces: s.pieces[start:i], x0: s.pieces[start].box.X0, x1: a.box.X1})
				start = i
			}
		}
		out = append(out, segment{pieces: s.pieces[start:], x0: s.pieces[start].box.X0, x1: s.x1})
	}
	return out
}

// amount reports whether a piece is a number.
func amount(p *piece) bool { return p.tally().digits > 0 && numeric(p.text) }

// dash reports whether a text is a hyphen or dash.
func dash(s string) bool { return s == "-" || s == "–" || s == "—" || s == "−" }

// joinSigns joins currency signs with the amounts behind them, and closing brackets and percent signs with those
// in front.
func joinSigns(segs []segment) []segment {
	out := segs[:0]
	for _, s := range segs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			before, own := pieceText(last.pieces), pieceText(s.pieces)
			if currency(before) && numeric(own) || (own == ")" || own == "%" || own == ")%") && numeric(before) && !currency(before) {
				last.pieces = append(slices.Clip(last.pieces), s.pieces...)
				last.x1 = s.x1
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// currency reports whether a text is nothing but a currency sign, perhaps with a bracket.
func currency(s string) bool {
	switch strings.TrimSuffix(s, "(") {
	case "$", "€", "£", "¥", "₹", "₩", "US$", "R$", "C$", "A$":
		return true
	}
	return false
}

// bullet reports whether a segment is a bullet, or any list label when numbers count too.
func (s *segment) bullet(numbers bool) bool {
	if len(s.pieces) > 2 {
		return false
	}
	kind, _ := parseLabel(pieceText(s.pieces), s.pieces[0])
	return kind == bulletLabel && firstRune(s.pieces[0].text) != '-' || numbers && kind != noLabel
}

// whiteBorders returns the middles of the white gaps between x0 and x1 that the rows with several segments
// share. The fewer rows show a gap, the wider it must be.
func (r *region) whiteBorders(rows []row, x0, x1 float32, lined bool) []float32 {
	at := r.bordersBetween(rows, x0, x1, lined, 1)
	if at == nil && !lined && r.ruled {
		at = r.bordersBetween(rows, x0, x1, lined, 2) // justified cells have wide gaps of their own
	}
	return at
}

// bordersBetween is whiteBorders for gaps of so many times the usual width.
func (r *region) bordersBetween(rows []row, x0, x1 float32, lined bool, widen float32) []float32 {
	var parts [][]segment
	most := 0
	for _, row := range rows {
		var in []*piece
		for _, p := range row.pieces {
			if m := (p.box.X0 + p.box.X1) / 2; m > x0 && m < x1 {
				in = append(in, p)
			}
		}
		if len(in) == 0 {
			continue
		}
		segs := joinSigns(splitNumbers(segments(in, widen*columnGap(in))))
		if len(segs) > 1 && segs[0].bullet(lined) {
			segs[1].x0 = segs[0].x0 // a list's marks make no column
			segs = segs[1:]
		}
		parts = append(parts, segs)
		most = max(most, len(segs))
	}
	if most < 2 {
		return nil
	}
	m := marginsOf(parts)
	m.cut(parts)
	r.margins = append(r.margins, m)
	for i := range parts {
		most = max(most, len(parts[i]))
	}
	// Rows with many segments show the columns; the others are headings over several, or wrapped cells.
	var body [][]segment
	need := max(2, (most+1)/2)
	for _, p := range parts {
		if len(p) >= need {
			body = append(body, p)
		}
	}
	if len(body) < 2 && (lined || !r.ruled || len(parts) > 3) {
		return nil
	}
	price := func(em float32) float32 {
		switch {
		case lined:
			if em < 1 {
				return never
			}
			return max(2.5, .6*float32(len(parts))-.5)
		case em >= 1:
			return .9
		case em >= .6:
			return 2.5
		case em >= .38:
			return 4.5
		}
		return never
	}
	return chooseBorders(r.stretches(body, x0, x1, price), body)
}

// never is the price of a border that must not be.
const never = 1e9

// stretch is a white interval that a column's border may stand in.
type stretch struct {
	x0, x1 float32
	price  float32 // in rows that need the border
}

func (s *stretch) mid() float32 { return (s.x0 + s.x1) / 2 }

// slack is by how many points texts of neighbouring columns may overlap.
const slack = .7

// stretches returns the white intervals between x0 and x1 that all but a few rows share. The narrower their
// gaps are in most rows, the dearer.
func (r *region) stretches(body [][]segment, x0, x1 float32, price func(em float32) float32) []stretch {
	type event struct {
		x float32
		d int
	}
	var events []event
	for _, p := range body {
		for i := range p {
			events = append(events, event{p[i].x0, 1}, event{max(p[i].x1-slack, p[i].x0), -1})
		}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.d, a.d)) })
	tolerance := len(body) / 10
	if len(body) >= 5 {
		tolerance = max(tolerance, 1) // a header that stands across
	}
	var out []stretch
	var widths []float32
	// Within a gap, the border stands where the fewest rows reach into it.
	first := 0 // of the gap's stretches
	depth, least, inGap, from := 0, 0, true, x0
	for _, e := range events {
		if inGap && e.d > 0 && e.x >= from {
			if depth < least {
				least, out = depth, out[:first]
			}
			if depth == least {
				out = append(out, stretch{x0: from, x1: e.x})
			}
		}
		depth += e.d
		from = e.x
		switch {
		case depth <= tolerance && !inGap:
			inGap, first, least = true, len(out), tolerance+1
		case depth > tolerance && inGap:
			inGap = false
			kept := out[:first]
			for _, s := range out[first:] {
				widths = gapsAt(body, s.mid(), widths[:0])
				em := quantile(widths, .5) / r.body
				if em > .3 && em < .6 && figuresAt(body, s.mid()) {
					em = .6
				}
				s.price = price(em) + float32(least) - .01*min((s.x1-s.x0)/r.body, 10)
				if len(widths) > 0 && s.price < never/2 {
					kept = append(kept, s)
				}
			}
			out = kept
		}
	}
	if inGap {
		out = out[:first]
	}
	return out
}

// gapsAt appends the widths of the gaps that the rows with segments on both sides of x have there.
func gapsAt(body [][]segment, x float32, widths []float32) []float32 {
	for _, p := range body {
		for i := 1; i < len(p); i++ {
			if a, b := &p[i-1], &p[i]; (a.x0+a.x1)/2 < x && (b.x0+b.x1)/2 > x {
				widths = append(widths, b.x0-a.x1)
				break
			}
		}
	}
	return widths
}

// figuresAt reports whether most rows that have a gap at x have figures on both sides of it, which stand closer than words.
func figuresAt(body [][]segment, x float32) bool {
	n, figures := 0, 0
	for _, p := range body {
		for i := 1; i < len(p); i++ {
			if a, b := &p[i-1], &p[i]; (a.x0+a.x1)/2 < x && (b.x0+b.x1)/2 > x {
				n++
				if amount(a.pieces[len(a.pieces)-1]) && amount(b.pieces[0]) {
					figures++
				}
				break
			}
		}
	}
	return n > 1 && figures*3 >= 2*n
}

// chooseBorders returns the middles of the stretches that leave the fewest rows with several segments in one
// column, each stretch at its price.
func chooseBorders(at []stretch, body [][]segment) []float32 {
	const most = 150
	if len(at) == 0 || len(at) > most {
		return nil
	}
	// before[k*rows+i] is the number of segments of row i left of stretch k.
	rows := len(body)
	before := make([]int16, (len(at)+2)*rows)
	for i, p := range body {
		k := 0
		for _, s := range p {
			m := (s.x0 + s.x1) / 2
			for k < len(at) && at[k].mid() <= m {
				before[(k+2)*rows+i] = before[(k+1)*rows+i]
				k++
			}
			before[(k+1)*rows+i]++
		}
		for ; k < len(at); k++ {
			before[(k+2)*rows+i] = before[(k+1)*rows+i]
		}
	}
	crowded := func(a, b int) float32 {
		n, filled := 0, 0
		x, y := before[a*rows:(a+1)*rows], before[b*rows:(b+1)*rows]
		for i := range x {
			if k := int(y[i] - x[i]); k > 0 {
				n += k - 1
				filled++
			}
		}
		if filled == 1 && rows >= 4 && a > 0 {
			return float32(n) + .7 // one text alone is none: its row is set wide
		}
		return float32(n)
	}
	// cost[k] is that of the best borders up to stretch k-1 as the last one; the last entry is the right edge.
	cost := make([]float32, len(at)+2)
	from := make([]int, len(at)+2)
	for k := 1; k < len(cost); k++ {
		cost[k] = never
		for a := range k {
			c := cost[a] + crowded(a, k)
			if k <= len(at) {
				c += at[k-1].price
			}
			if c < cost[k] {
				cost[k], from[k] = c, a
			}
		}
	}
	var out []float32
	for k := from[len(cost)-1]; k > 0; k = from[k] {
		out = append(out, at[k-1].mid())
	}
	slices.Reverse(out)
	return out
}

// margins are the places at which the texts of columns begin, in order.
type margins struct{ firsts, others []float32 }

// marginsOf returns where segments of several rows begin: the first ones of rows, and others.
func marginsOf(rows [][]segment) margins {
	var e margins
	for _, segs := range rows {
		for i := range segs {
			switch p := segs[i].pieces[0]; {
			case p.mono: // words of a typescript are below each other often
			case i == 0:
				e.firsts = append(e.firsts, segs[i].x0)
			case !numeric(p.text): // figures end together
				e.others = append(e.others, segs[i].x0)
			}
		}
	}
	return margins{frequent(e.firsts, 2), frequent(e.others, 3)}
}

// at reports whether a text from left, such as columns begin at, ends in front of p, which begins a column: its
// cell may be filled to the last point.
func (e *margins) at(left float32, last, p *piece) bool {
	has := func(list []float32, x float32) bool {
		k, _ := slices.BinarySearch(list, x-slack)
		return k < len(list) && list[k] <= x+slack
	}
	return p.box.X0 >= last.box.X1-.1 && has(e.others, p.box.X0) && (has(e.others, left) || has(e.firsts, left))
}

// cut splits segments at words that begin columns.
func (e *margins) cut(rows [][]segment) {
	if len(e.others) == 0 {
		return
	}
	for i, segs := range rows {
		var out []segment
		for c, s := range segs {
			start := 0
			for k := 1; k < len(s.pieces); k++ {
				if p, last := s.pieces[k], s.pieces[k-1]; e.at(s.x0, last, p) {
					if out == nil {
						out = append(make([]segment, 0, len(segs)+1), segs[:c]...)
					}
					out = append(out, segment{pieces: s.pieces[start:k], x0: s.x0, x1: last.box.X1})
					s.x0, start = p.box.X0, k
				}
			}
			s.pieces = s.pieces[start:]
			if out != nil {
				out = append(out, s)
			}
		}
		if out != nil {
			rows[i] = out
		}
	}
}

// frequent returns the places at which at least n of the values lie, in order. It sorts its argument.
func frequent(xs []float32, n int) []float32 {
	slices.Sort(xs)
	var out []float32
	for i := 0; i < len(xs); {
		k := i + 1
		for k < len(xs) && xs[k]-xs[i] <= slack {
			k++
		}
		if k-i >= n {
			out = append(out, (xs[i]+xs[k-1])/2)
		}
		i = k
	}
	return out
}

// rows returns the borders of a region's rows, outer ones included: horizontal lines, and within the bands
// between them the tops of text lines that start a row of their own.
func (r *region) rows(rows []row, xs []float32) []float32 {
	var full []seg
	drawn := slices.ContainsFunc(r.h, func(s seg) bool { return !s.weak })
	for _, h := range r.h {
		if drawn && h.weak && h.hi-h.lo < .9*(r.box.X1-r.box.X0) {
			continue // the edge of a shaded cell or text
		}
		if h.hi-h.lo > .25*(r.box.X1-r.box.X0) || len(r.v) > 0 {
			full = append(full, h)
		}
	}
	ys := positions(full, r.box.Y0, r.box.Y1)
	out := []float32{ys[0]}
	k := 0
	for i := 0; i+1 < len(ys); i++ {
		start := k
		for k < len(rows) && (rows[k].base-.3*rows[k].size < ys[i+1] || i+2 == len(ys)) {
			k++
		}
		out = append(out, r.bandRows(rows[start:k], xs, len(ys) > 2, i == 0)...)
		out = append(out, ys[i+1])
	}
	return out
}

// shape is what decides whether a line of text starts a row: which columns it fills.
type shape struct {
	filled  []bool
	n       int
	numbers int
	base    float32
	first   string // text in the first column
	low     bool   // the first text starts with a small letter
	years   bool   // its numbers are years
	spans   bool   // a segment reaches over several columns
	centred bool   // its only text stands in the middle of the table, not in the first column
	segs    []segment
}

// under reports whether the only text of a line stands at the edge or the middle of a text of the line above: it
// may go on there.
func (s *shape) under(above *shape) bool {
	g := &s.segs[0]
	return slices.ContainsFunc(above.segs, func(o segment) bool {
		return !numeric(pieceText(o.pieces)) && (abs(g.x0-o.x0) < 2 || abs(g.x0+g.x1-o.x0-o.x1) < 4)
	})
}

// outdented reports whether a line has nothing but a text of the first column, which begins left of that above: a heading
// of the rows that follow.
func (s *shape) outdented(above *shape) bool {
	return s.n == 1 && s.first != "" && above.first != "" && s.segs[0].x0 < above.segs[0].x0-.4*s.segs[0].pieces[0].size
}

// bracketed reports whether a line begins with words in brackets.
func (s *shape) bracketed() bool {
	return len(s.first) > 4 && s.first[0] == '(' && unicode.IsLetter(rune(s.first[1])) && unicode.IsLetter(rune(s.first[2]))
}

// overflows reports whether the only text of line i, in the first column, hangs below one that its first word would have
// made longer than all others of the column.
func (r *region) overflows(shapes []shape, i int) bool {
	g, above := &shapes[i].segs[0], &shapes[i-1].segs[0]
	size := g.pieces[0].size
	if in := g.x0 - above.x0; in < -.15*size || in > 2*size {
		return false
	}
	right := above.x1
	for k := range shapes {
		if s := &shapes[k]; s.first != "" && s.n > 1 {
			right = max(right, s.segs[0].x1)
		}
	}
	return above.x1+.25*size+g.pieces[0].box.W() > right
}

// closer reports whether line i stands closer to the row above it than to the one below, and closer than rows of several texts do.
func closer(shapes []shape, gaps []float32, i int) bool {
	const least = 1.15 // times the distance of lines
	gap := least * gaps[i-1]
	if shapes[i-1].n < 2 || i < len(gaps) && gaps[i] < gap {
		return false
	}
	rows := 0
	for k, g := range gaps {
		if shapes[k].n > 1 && shapes[k+1].n > 1 {
			if g < gap {
				return false
			}
			rows++
		}
	}
	return rows > 0
}

// below reports whether the first text of a line begins below words of the line above.
func (s *shape) below(above *shape) bool {
	return slices.ContainsFunc(above.segs, func(o segment) bool {
		return !numeric(pieceText(o.pieces)) && abs(s.segs[0].x0-o.x0) < 2
	})
}

func (r *region) shapeOf(row row, xs []float32) shape {
	s := shape{filled: make([]bool, len(xs)-1), base: row.base}
	s.segs = r.cut(row, xs)
	for i, g := range s.segs {
		c0, c1 := columnAt(xs, g.x0, g.x1)
		text := pieceText(g.pieces)
		for c := c0; c <= c1; c++ {
			if !s.filled[c] {
				s.filled[c] = true
				s.n++
			}
		}
		s.spans = s.spans || c1 > c0
		if numeric(text) {
			s.numbers++
			s.years = (s.numbers == 1 || s.years) && year(text)
		}
		if c0 == 0 {
			s.first = text
		}
		if i == 0 {
			s.low = startsLow(text)
		}
	}
	s.centred = len(s.segs) == 1 && s.first == "" && len(xs) > 3 && r.centred(&s.segs[0])
	return s
}

// centred reports whether a segment stands in the middle of the region.
func (r *region) centred(g *segment) bool {
	return abs(g.x0+g.x1-r.box.X0-r.box.X1) < .03*r.box.W()+2
}

// bandRows returns the borders between rows within a band that no line divides.
func (r *region) bandRows(rows []row, xs []float32, lined, first bool) []float32 {
	if len(rows) < 2 {
		return nil
	}
	shapes := make([]shape, len(rows))
	counts := make([]int, len(xs)-1)
	for i, row := range rows {
		shapes[i] = r.shapeOf(row, xs)
		for c, f := range shapes[i].filled {
			if f {
				counts[c]++
			}
		}
	}
	if lined && len(r.v) > 0 && !r.shaded && !splitBand(shapes, counts) {
		return nil
	}
	head := 0
	if first {
		head = headLines(shapes, lined)
	}
	gaps := make([]float32, 0, len(rows))
	for i := 1; i < len(rows); i++ {
		gaps = append(gaps, (shapes[i].base-shapes[i-1].base)/max(rows[i].size, rows[i-1].size))
	}
	tight := usualGap(gaps)
	wrapped := spacedRows(shapes, gaps, tight)
	var out []float32
	for i := 1; i < len(rows); i++ {
		same := false
		if i <= head {
			// Lines of a header stay apart: normalize makes its cells.
			same = gaps[i-1] < .3
		} else if gaps[i-1] < .85 {
			same = !overlap(shapes[i-1], shapes[i]) // raised or lowered against its row
			// Figures below figures are the next row, when only a text over both stands between.
			for k := i - 2; same && k >= 0 && (len(out) == 0 || shapes[k].base > out[len(out)-1]); k-- {
				same = shapes[k].numbers < 2 || shapes[i].numbers < 2 || !overlap(shapes[k], shapes[i])
			}
		} else if wrapped {
			same = gaps[i-1] <= 1.22*tight && !shapes[i].outdented(&shapes[i-1])
		} else {
			same = r.goesOn(shapes, i, gaps, tight, out)
		}
		if !same {
			out = append(out, (rows[i-1].base+max(rows[i].box.Y0, rows[i-1].base))/2)
		}
	}
	return out
}

// headLines returns how many of the first text lines are the header's: all of a band that a line ends, else
// those above the first one that is mostly numbers.
func headLines(shapes []shape, lined bool) int {
	if lined {
		if len(shapes) > 6 {
			return 0
		}
		for _, s := range shapes {
			if s.numbers*2 > s.n && s.n > 1 && !s.years {
				return 0
			}
		}
		return len(shapes)
	}
	for i, s := range shapes {
		if i > 6 {
			break
		}
		if s.numbers*2 > s.n-1 && s.n > 1 && !s.years {
			for i > 0 && shapes[i-1].n == 1 && shapes[i-1].first != "" {
				i--
			}
			if i < 2 {
				return 0
			}
			return i
		}
	}
	return 0
}

// usualGap returns the distance of lines within cells: near the smallest, but no less than lines can have.
func usualGap(gaps []float32) float32 {
	var real []float32
	for _, g := range gaps {
		if g >= .95 {
			real = append(real, g)
		}
	}
	return max(quantile(real, .1), .95)
}

// overlap reports whether two text lines fill a column in common.
func overlap(a, b shape) bool {
	for c, f := range a.filled {
		if f && b.filled[c] {
			return true
		}
	}
	return false
}

// splitBand reports whether the text lines between two drawn lines are rows of their own rather than
// wrapped cells: most columns have as many lines as the fullest.
func splitBand(shapes []shape, counts []int) bool {
	const many = 12 // lines that no cell has beside others with half of them
	most, full, half, used := 0, 0, 0, 0
	for _, n := range counts {
		most = max(most, n)
	}
	for _, n := range counts {
		if n > 0 {
			used++
		}
		if n*4 >= most*3 {
			full++
		}
		if n*2 >= most {
			half++
		}
	}
	if used > 1 && !runOn(shapes) && (setApart(shapes) || most >= many && half > 1 && half*2 >= used) {
		return true
	}
	if most < 2 || used < 2 || full*10 < used*6 {
		return false
	}
	numbers := 0
	for _, s := range shapes {
		if s.numbers*2 >= s.n {
			numbers++
		}
	}
	if most == 2 {
		return numbers == len(shapes) || full == used && used > 2 && len(shapes) == 2 && shapes[0].numbers > 1 && shapes[1].numbers > 1 && shapes[1].first != "" && !shapes[1].low
	}
	return most >= 4 || numbers*2 > len(shapes)
}

// runOn reports whether a fair number of text lines begin small or have little but a text over several columns, as those of
// texts do.
func runOn(shapes []shape) bool {
	n := 0
	for i := range shapes {
		if s := &shapes[i]; s.low || s.spans && len(s.segs)*3 <= len(s.filled) {
			n++
		}
	}
	return n > 1 && n*8 > len(shapes)
}

// setApart reports whether several text lines, most of which have texts side by side, stand farther from each other than
// the lines of a cell do.
func setApart(shapes []shape) bool {
	const (
		least = 3   // lines
		apart = 1.9 // em
	)
	several := 0
	for i := range shapes {
		if len(shapes[i].segs) > 1 {
			several++
		}
		if i > 0 && shapes[i].base-shapes[i-1].base < apart*shapes[i].segs[0].pieces[0].size {
			return false
		}
	}
	return len(shapes) >= least && several*2 > len(shapes)
}

// spacedRows reports whether rows of several lines stand further apart than the lines within them.
func spacedRows(shapes []shape, gaps []float32, tight float32) bool {
	wide, near := 0, 0
	var firstFill, restFill, firsts, rests int
	firstFill, firsts = shapes[0].n, 1
	for i, g := range gaps {
		if g > 1.3*tight {
			wide++
			firstFill += shapes[i+1].n
			firsts++
		} else if g <= 1.22*tight {
			near++
			restFill += shapes[i+1].n
			rests++
		}
	}
	if wide == 0 || near == 0 || (wide+near)*10 < len(gaps)*9 || wide*4 < len(gaps) {
		return false
	}
	return float32(restFill)/float32(rests) < .75*float32(firstFill)/float32(firsts)
}

// goesOn reports whether text line i carries on the row above it.
func (r *region) goesOn(shapes []shape, i int, gaps []float32, tight float32, borders []float32) bool {
	s, prev := &shapes[i], &shapes[i-1]
	if gaps[i-1] > 1.3*tight && gaps[i-1] > 1.35 {
		return false
	}
	lone := r.ruled && len(s.segs) == 1 && s.first == "" && s.below(prev) && (i == len(gaps) || gaps[i] >= .85)
	if s.spans && !lone || s.centred && !s.under(prev) {
		return false
	}
	if s.spans {
		return s.numbers == 0 && prev.numbers > 0 // longer than its column is wide
	}
	subset := true
	for c, f := range s.filled {
		if f && !prev.filled[c] {
			subset = false
		}
	}
	// The filled columns of the row so far, not only of its last line, count.
	if !subset {
		for k := i - 2; k >= 0 && !subset; k-- {
			if len(borders) > 0 && shapes[k].base < borders[len(borders)-1] {
				break
			}
			subset = true
			for c, f := range s.filled {
				if f && !shapes[k].filled[c] {
					subset = false
				}
			}
		}
	}
	if s.first == "" {
		return subset && (s.numbers == 0 || lone) && s.n*2 <= max(prev.n, len(s.filled))+1 && s.n < len(s.filled)
	}
	if s.n == 1 && prev.first != "" {
		// Only the first column goes on: a wrapped label.
		return s.low || r.overflows(shapes, i) && (s.segs[0].x0 > prev.segs[0].x0+.15*s.segs[0].pieces[0].size || closer(shapes, gaps, i))
	}
	if (s.low || s.bracketed()) && prev.n == 1 && prev.first != "" && !prev.low {
		return true // the label began on the line above, the row's values stand at its end
	}
	return s.low && subset && s.n < len(s.filled) && s.numbers == 0
}

func startsLow(s string) bool {
	r := firstRune(s)
	return r >= 'a' && r <= 'z' || r >= 'à' && r <= 'ÿ' && r != '÷'
}

// year reports whether a text is the number of a year of our time.
func year(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && s[2] >= '0' && s[2] <= '9' && s[3] >= '0' && s[3] <= '9'
}
