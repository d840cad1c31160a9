package layout

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// alignedTables finds the tables in a zone that nothing but aligned text shows, and takes their rows out of it.
func (a *analyzer) alignedTables(z *zone) {
	if len(z.rows) < 2 {
		return
	}
	multi := make([]int, len(z.rows))
	parts := make([][]segment, len(z.rows))
	text := make([][]*piece, len(z.rows)) // behind list labels
	for i, r := range z.rows {
		parts[i] = segments(r.pieces, max(.9, columnGap(r.pieces)))
		if len(parts[i]) == 2 && a.titleRow(parts[i]) {
			parts[i] = segments(r.pieces, r.box.W())
		}
	}
	cutBetween(parts)
	for i, r := range z.rows {
		segs := parts[i]
		multi[i] = len(segs)
		text[i] = r.pieces
		if k, _ := labelAt(r.pieces, a.rtl); k > 0 {
			if len(segs) > 1 && len(labelSegment(segs, a.rtl).pieces) == k {
				multi[i]-- // a list label doesn't make a column
			}
			if n := len(r.pieces); a.rtl {
				text[i] = r.pieces[:n-k]
			} else {
				text[i] = r.pieces[k:]
			}
		}
		if leaders(r.pieces) {
			multi[i] = 1
			z.rows[i].solo = true // an entry of a list of contents
		}
	}
	z.justified(multi, text)
	var rows []row
	r := runs{z: z, multi: multi, lefts: make([][]float32, len(z.rows)), room: mostTries * len(z.rows)}
	for i := 0; i < len(z.rows); {
		if multi[i] < 2 {
			rows = append(rows, z.rows[i])
			i++
			continue
		}
		if r.room > 0 {
			end := r.end(i)
			r.room -= end - i
			if a.equations(z.rows[i:end]) {
				rows = append(rows, z.rows[i:end]...)
				i = end
				continue
			}
			if bs := a.aligned(z.rows[i:end], multi[i:end]); bs != nil {
				z.floats = append(z.floats, bs...)
				i = end
				continue
			}
		}
		// Several stretches in a row, but no table: each row stands for itself.
		z.rows[i].solo = z.rows[i].solo || multi[i] >= 2
		rows = append(rows, z.rows[i])
		i++
	}
	z.rows = rows
}

// titleRow reports whether a row of two stretches is a title with its number, by their type.
func (a *analyzer) titleRow(segs []segment) bool {
	if number := pieceText(segs[0].pieces); !digitsAndDots(strings.TrimSuffix(number, ".")) || numeric(pieceText(segs[1].pieces)) {
		return false
	}
	for _, s := range segs {
		for _, p := range s.pieces {
			if !p.heavy() && p.size < 1.1*a.body && !p.mono {
				return false
			}
		}
	}
	return true
}

// labelSegment returns the stretch of a row that its list label would be in.
func labelSegment(segs []segment, rtl bool) *segment {
	if rtl {
		return &segs[len(segs)-1]
	}
	return &segs[0]
}

// justified makes one part of each line of justified text that its wide blanks cut: they are all equal, and lines of text near it
// end where it does. Of few blanks that says little. Then it must stand between such lines as well, and no blank over or under another.
// text is what each row has behind a list label.
func (z *zone) justified(multi []int, text [][]*piece) {
	const turns = 4 // a line found to be text helps to find those next to it, downwards and upwards
	again := true
	for turn := 0; again && turn < turns; turn++ {
		again = false
		for k := range z.rows {
			i := k
			if turn%2 == 1 {
				i = len(z.rows) - 1 - k
			}
			r := &z.rows[i]
			if multi[i] < 2 || !z.textNear(i, multi) {
				continue
			}
			blanks := stretched(text[i], r.size)
			if blanks >= 3 || r.runIn() || r.sentences() || blanks > 0 && z.textBeside(i, multi, text[i]) >= 3-blanks {
				multi[i] = 1
				again = true
			}
		}
	}
}

// textNear reports whether a line of several words near row i has no wide blank and ends where that does.
func (z *zone) textNear(i int, multi []int) bool {
	const far = 40 // rows
	for k := max(0, i-far); k < min(len(z.rows), i+far+1); k++ {
		if q := &z.rows[k]; multi[k] == 1 && len(q.pieces) > 2 && q.besides(&z.rows[i]) && len(segments(q.pieces, .9)) == 1 {
			return true
		}
	}
	return false
}

// textBeside counts the lines of text right above and below row i that end where it does, or are the last line of its sentence, and have no
// blank over or under one of its blanks. One that begins below the row's text behind its list label counts twice.
func (z *zone) textBeside(i int, multi []int, text []*piece) int {
	n := 0
	for _, k := range [...]int{i - 1, i + 1} {
		if k < 0 || k >= len(z.rows) || multi[k] != 1 {
			continue
		}
		r, q := &z.rows[i], &z.rows[k]
		last := k > i && q.box.X1 < r.box.X1 && abs(q.box.X0-r.box.X0) < 3*r.size && startsLow(q.pieces[0].text)
		if (last || q.besides(r)) && abs(q.base-r.base) < 1.8*r.size && !blanksMeet(r, q) {
			n++
			if item := len(text) > 0 && len(text) < len(r.pieces); item && k > i && abs(text[0].box.X0-q.box.X0) < 1 {
				n++
			}
		}
	}
	return n
}

// besides reports whether two rows of one size of type can be lines of one column, both from margin to margin.
func (r *row) besides(q *row) bool {
	return abs(r.size-q.size) < .1*q.size && abs(r.box.X1-q.box.X1) < .3*q.size && abs(r.box.X0-q.box.X0) < 3*q.size
}

// blanksMeet reports whether the text behind or in front of a wide blank begins or ends where it does in the other row, as in the
// columns of a table.
func blanksMeet(r, q *row) bool {
	const near = 2 // points
	a, b := segments(r.pieces, .9), segments(q.pieces, .9)
	for i := 1; i < len(a); i++ {
		for k := 1; k < len(b); k++ {
			if abs(a[i].x0-b[k].x0) < near || abs(a[i-1].x1-b[k-1].x1) < near {
				return true
			}
		}
	}
	return false
}

// runIn reports whether a row begins with a title in bold or italic letters that the text behind a wider blank goes on from.
func (r *row) runIn() bool {
	segs := segments(r.pieces, .9)
	if len(segs) != 2 || segs[1].x0-segs[0].x1 > 1.6*r.size {
		return false
	}
	set := func(p *piece) bool { return p.heavy() || p.font != nil && p.font.Italic }
	return !slices.ContainsFunc(segs[0].pieces, func(p *piece) bool { return !set(p) }) && !set(segs[1].pieces[0])
}

// sentences reports whether nothing but the ends of sentences stands before the wide blanks of a row, as old printers and typists set
// them.
func (r *row) sentences() bool {
	for i, p := range r.pieces[1:] {
		prev := r.pieces[i]
		if p.box.X0-prev.box.X1 > .9*max(p.size, prev.size) && (len(prev.text) == 1 || strings.IndexByte(".!?", prev.text[len(prev.text)-1]) < 0 || !unicode.IsUpper(firstRune(strings.TrimLeft(p.text, "“\"'‘(")))) {
			return false
		}
	}
	return true
}

// stretched returns how many blanks a line in type of a size has if they are wide and equal, as those of a justified line are, and 0 if not.
func stretched(ps []*piece, size float32) int {
	var least, most float32
	n := 0
	for i := 1; i < len(ps); i++ {
		gap := ps[i].box.X0 - ps[i-1].box.X1
		if gap < wordGap*size {
			continue
		}
		if n++; n == 1 {
			least, most = gap, gap
		}
		least, most = min(least, gap), max(most, gap)
	}
	if least < .8*size || most-least >= .1*size {
		return 0
	}
	return n
}

// cutBetween cuts rows of one segment at words that begin columns, where rows of several are near above and below.
func cutBetween(parts [][]segment) {
	m := marginsOf(parts)
	if len(m.others) == 0 {
		return
	}
	const near = 3 // rows
	last := -1
	for i := range parts {
		if len(parts[i]) < 2 {
			continue
		}
		if last >= 0 && i-last <= near+1 {
			m.cut(parts[last+1 : i])
		}
		last = i
	}
}

// mostTries is how often a row is looked at on average, as part of one run after the other that proves to be no table. Zones of up to
// twice as many rows don't come to it.
const mostTries = 64

// runs finds rows that may be one table.
type runs struct {
	z     *zone
	multi []int       // stretches of text in each row
	lefts [][]float32 // for each row: where the stretches begin; nil for not known yet
	room  int         // rows that may still be looked at
}

// end returns the end of the run of rows from i that may be one table.
func (r *runs) end(i int) int {
	const (
		most   = 4.5 // em between rows
		uneven = .15 // of the distance of rows
	)
	z := r.z
	end := i + 1
	singles := 0
	last := i + 1 // behind the last row that surely belongs
	starts := r.note(nil, i)
	pitch, steps := float32(0), 0 // em, the least distance of rows that have several stretches, and how often it is found
	for ; end < len(z.rows); end++ {
		prev, cur := &z.rows[end-1], &z.rows[end]
		far := float32(3.2) // em
		if end == i+1 && heavyRow(prev) && !heavyRow(cur) {
			far = most // below a table's head
		}
		if d := (cur.base - prev.base) / max(cur.size, prev.size); d > far && !(d < most && steps > 1 && abs(d-2*pitch) < uneven*pitch && r.fits(end, starts)) {
			break // and no row is left blank
		}
		crossed := false
		for _, f := range z.floats {
			if f.box.Y0 > prev.base-1 && f.box.Y0 < cur.base {
				crossed = true
			}
		}
		if crossed {
			break
		}
		if r.multi[end] >= 2 {
			if d := (cur.base - prev.base) / max(cur.size, prev.size); r.multi[end-1] >= 2 {
				switch {
				case steps == 0 || d < (1-uneven)*pitch:
					pitch, steps = d, 1
				case d < (1+uneven)*pitch:
					steps++
				}
			}
			singles = 0
			last = end + 1
			starts = r.note(starts, end)
			continue
		}
		if captionWord(joinPieces(cur.pieces, false)) != "" {
			break // another table begins
		}
		if wrapped(cur, starts) {
			// A cell's text goes on: the row belongs when it doesn't stand at the left edge.
			if cur.box.X0 > starts[0]+3 && cur.base-prev.base < 1.6*cur.size {
				last = end + 1
			}
			continue
		}
		if singles++; singles > 2 {
			break
		}
	}
	return last
}

// fits reports whether a row has several stretches, which begin at the places given.
func (r *runs) fits(row int, starts []float32) bool {
	if r.multi[row] < 2 {
		return false
	}
	return len(r.note(slices.Clone(starts), row)) == len(starts)
}

// heavyRow reports whether all of a row is set bold.
func heavyRow(r *row) bool {
	return !slices.ContainsFunc(r.pieces, func(p *piece) bool { return !p.heavy() })
}

// note adds the places where a row's stretches begin to those given, in order, unless there is one less than 3 points away.
func (r *runs) note(starts []float32, row int) []float32 {
	if r.lefts[row] == nil {
		for _, s := range segments(r.z.rows[row].pieces, .9) {
			r.lefts[row] = append(r.lefts[row], s.x0)
		}
	}
	for _, x := range r.lefts[row] {
		k, _ := slices.BinarySearch(starts, x)
		if (k == len(starts) || starts[k]-x >= 3) && (k == 0 || x-starts[k-1] >= 3) {
			starts = slices.Insert(starts, k, x)
		}
	}
	return starts
}

// wrapped reports whether a row of one segment lies within one of the columns that start at the given places, at its edge,
// or in the last one of several.
func wrapped(r *row, starts []float32) bool {
	const indent = 3 // em
	next := sort.Search(len(starts), func(k int) bool { return starts[k]-r.box.X0 >= 3 })
	own := next > 0 && (r.box.X0-starts[next-1] < 3 || next > 2 && next == len(starts) && r.box.X0-starts[next-1] < indent*r.size)
	return own && (next == len(starts) || r.box.X1 < starts[next])
}

// leaders reports whether a row has dot leaders, as a table of contents has.
func leaders(ps []*piece) bool {
	run := 0
	for _, p := range ps {
		if p.tally().dots == 0 {
			run = 0
			continue
		}
		for _, r := range p.text {
			if leader(r) {
				if run++; run >= 5 || r == '…' && run >= 2 {
					return true
				}
			} else {
				run = 0
			}
		}
	}
	return false
}

// aligned returns the blocks of a run of rows that is a table, or several beside each other, or that are the labels of a
// drawing; nil for neither.
func (a *analyzer) aligned(rows []row, multi []int) []*block {
	several, most := 0, 0
	for _, m := range multi {
		if m >= 2 {
			several++
		}
		most = max(most, m)
	}
	if several < 3 && (several < 2 || most < 3) || several*4 < len(rows) {
		return nil
	}
	var in []*piece
	box := rows[0].box
	for _, r := range rows {
		in = append(in, r.pieces...)
		box = box.Union(r.box)
	}
	if a.listing(in) {
		return nil
	}
	reg := region{box: box, body: a.body, rtl: a.rtl}
	t := reg.build(in)
	if t == nil || !t.plausible(&reg) || !a.sound(t) || a.charted(box, .4) || t.flowing() || t.sparse() || t.mathematical() || t.symbols() || t.entriesOfContents() || t.addresses() {
		return nil
	}
	if a.crossed(box) || t.mirrored() {
		return []*block{a.drawingOf(rows)}
	}
	t.box = box
	var out []*block
	for _, t := range t.panels() {
		out = append(out, a.newTable(t, t.box))
	}
	return out
}

// mirrored reports whether both columns of a table of two say the same: words at the ends of links between them.
func (t *table) mirrored() bool {
	if len(t.cells[0]) != 2 || len(t.cells) < 4 {
		return false
	}
	return !slices.ContainsFunc(t.cells, func(row []cell) bool { return pieceText(row[0].pieces) != pieceText(row[1].pieces) })
}

// crossed reports whether a slanted line or a curve goes over several rows of a box, such as links the labels of a drawing.
func (a *analyzer) crossed(box page.Rect) bool {
	return slices.ContainsFunc(a.page.Sketches, func(s page.Rect) bool {
		b := a.view.rect(s)
		return b.H() > 3*a.body && b.W() > a.body && b.X0 > box.X0 && b.X1 < box.X1 && b.Y0 > box.Y0 && b.Y1 < box.Y1
	})
}

// equations reports whether most rows, or most of those of several stretches, are displayed formulas, which stand below
// each other at their relations and have their numbers at the right, or parts of formulas above and below these.
func (a *analyzer) equations(rows []row) bool {
	const (
		part = 8   // characters
		near = 1.3 // em
	)
	counts := make([]maths, len(rows))
	formula := make([]bool, len(rows))
	for i := range rows {
		m := mathOf(rows[i].pieces)
		counts[i] = m
		formula[i] = m.signs > 0 && (m.letters > 0 && m.words <= 1 || (m.letters > 0 || m.words <= 1) && numberedFormula(&rows[i])) || m.words == 0 && 2*m.signs >= m.chars
	}
	if !slices.Contains(formula, true) {
		return false
	}
	beside := func(i, k int) bool {
		return k >= 0 && k < len(rows) && formula[k] && abs(rows[i].base-rows[k].base) < near*max(rows[i].size, rows[k].size)
	}
	var n, all, severalN, several int
	for i := range rows {
		if strings.Trim(pieceText(rows[i].pieces), "()[]{}|") == "" {
			continue // tall brackets
		}
		parts := 1
		if len(segments(rows[i].pieces, .9)) < 2 {
			parts = 0
		}
		all++
		several += parts
		if formula[i] || counts[i].words == 0 && counts[i].chars <= part && (beside(i, i-1) || beside(i, i+1)) {
			n++
			severalN += parts
		}
	}
	return n*10 >= 6*all || severalN > 0 && severalN*10 >= 6*several
}

// numberedFormula reports whether a row ends in a number in brackets that stands apart.
func numberedFormula(r *row) bool {
	segs := segments(r.pieces, .5)
	if len(segs) < 2 {
		return false
	}
	s := pieceText(segs[len(segs)-1].pieces)
	return len(s) > 2 && s[0] == '(' && s[len(s)-1] == ')' && digitsAndDots(s[1:len(s)-1])
}

// listing reports whether pieces are set in a fixed width while the page's text isn't: code, whose lines are
// indented, or what a program printed.
func (a *analyzer) listing(ps []*piece) bool {
	var f faces
	f.add(ps)
	return !a.mono && f.typescript()
}

// sparse reports whether so few places of a grid have text that it is the chance of scattered words.
func (t *table) sparse() bool {
	filled, places := 0, 0
	for i := range t.cells {
		for c := range t.cells[i] {
			if x := &t.cells[i][c]; !x.covered {
				places++
				if len(x.pieces) > 0 {
					filled++
				}
			}
		}
	}
	return filled*100 < places*35
}

// mathematical reports whether cells are the parts of formulas: signs, brackets and letters of mathematics in a fair
// number of those that have others beside them, and words in few.
func (t *table) mathematical() bool {
	signs, words, filled := 0, 0, 0
	said := false // there is a letter or a digit
	for i := range t.cells {
		if t.texts(i) < 2 {
			continue
		}
		for c := range t.cells[i] {
			ps := t.cells[i][c].pieces
			if len(ps) == 0 {
				continue
			}
			filled++
			m := mathOf(ps)
			text := pieceText(ps)
			said = said || lettersIn(ps) > 0
			switch {
			case m.words > 0:
				words++
			case m.letters > 0 || m.signs > 0 && !numeric(text) || strings.Trim(text, "(){}[]|⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭⏟⏞") == "":
				signs++
			}
		}
	}
	return !said || signs*10 >= 4*filled && words*10 < 4*filled || t.relations()
}

// symbols reports whether a few rows that no line shows, and no head, have letters of mathematics in every third cell or
// more: lines of a text with formulas.
func (t *table) symbols() bool {
	const few = 8 // rows
	if len(t.cells) > few || boldRow(t.cells[0]) {
		return false
	}
	n, filled := 0, 0
	for _, row := range t.cells {
		for c := range row {
			if len(row[c].pieces) == 0 {
				continue
			}
			filled++
			if m := mathOf(row[c].pieces); m.letters > 0 {
				n++
			}
		}
	}
	return n*3 >= filled
}

// texts returns the number of cells with text in a row.
func (t *table) texts(row int) int {
	n := 0
	for c := range t.cells[row] {
		if len(t.cells[row][c].pieces) > 0 {
			n++
		}
	}
	return n
}

// relations reports whether a column has nothing but signs of equality or order, as formulas below each other have.
func (t *table) relations() bool {
	for c := range t.cells[0] {
		n, others := 0, 0
		for i := range t.cells {
			switch text := pieceText(t.cells[i][c].pieces); text {
			case "":
			case "=", "≈", "≤", "≥", "<", ">", "≡", "∼", ":=", "≠":
				n++
			default:
				others++
			}
		}
		if n > 1 && others == 0 {
			return true
		}
	}
	return false
}

// flowing reports whether what looks like rows are lines of texts that run on side by side: many begin small below a
// line that fills its column.
func (t *table) flowing() bool {
	on, below := 0, 0
	for c := range t.cells[0] {
		width := columnText(t, 0, c).W()
		for i := 1; i < len(t.cells); i++ {
			x, above := &t.cells[i][c], &t.cells[i-1][c]
			if len(x.pieces) == 0 || len(above.pieces) == 0 {
				continue
			}
			below++
			if startsLow(x.pieces[0].text) && pieceBox(above.pieces).W() > .7*width && !numeric(pieceText(above.pieces)) {
				on++
			}
		}
	}
	return on >= 3 && on*10 >= 3*below
}

// sound judges a table that no line shows: its columns hold short entries in most rows, and it is no list of
// contents.
func (a *analyzer) sound(t *table) bool {
	nr, nc := len(t.cells), len(t.cells[0])
	if nr < 2 || nr < 3 && (nc < 3 || !wordsOnly(t.cells[0])) || t.axes() {
		return false
	}
	rowsFilled := 0
	long, colons := 0, 0
	numbers, filled := 0, 0
	lastNumbers, rising, prevNumber := 0, 0, -1
	for i := range t.cells {
		n := 0
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			if len(x.pieces) == 0 {
				continue
			}
			n++
			filled++
			text := t.cellText(x)
			if numeric(text) {
				numbers++
			}
			if len(text) > 90 {
				long++
			}
			if c == 0 && strings.HasSuffix(text, ":") {
				colons++
			}
			if c == nc-1 {
				if v := strings.TrimSpace(text); v != "" && strings.IndexFunc(v, func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
					lastNumbers++
					if k := atoi(v); k >= prevNumber {
						rising++
						prevNumber = k
					}
				}
			}
		}
		if n >= 2 {
			rowsFilled++
		}
	}
	if nc == 2 && colons*10 >= nr*6 {
		return false // a form's labels and values
	}
	if nc == 2 && sectionNumbers(t) || t.labelled() {
		return false // headings or list items with their numbers
	}
	if rowsFilled*10 < nr*5 || long*5 > filled*2 {
		return false
	}
	if lastNumbers*10 >= nr*8 && rising == lastNumbers && nr >= 3 && contents(t) {
		return false
	}
	if nc == 2 && t.header == 0 && (t.entries() || t.counted()) {
		return false
	}
	if nc == 2 && numbers*4 < filled {
		// Pairs of words: labels with values, or two columns of short lines. A table only when they are many, and
		// stand apart as lines of text don't.
		return nr >= 4 && long == 0 && filled*10 >= 2*nr*9 && (nr >= 8 || t.leading() > 1.3)
	}
	return true
}

// entries reports whether the second column of a table of two has texts rather than values: paragraphs with dates or
// catchwords beside them.
func (t *table) entries() bool {
	chars, filled := 0, 0
	for i := range t.cells {
		if n := len(pieceText(t.cells[i][1].pieces)); n > 0 {
			chars += n
			filled++
		}
	}
	const long = 36 // letters
	return chars > long*filled
}

// counted reports whether the first column of a table of two has numbers that go up, and the second one words: a list of
// contents with the pages in front.
func (t *table) counted() bool {
	last := -1
	for i := range t.cells {
		number, text := pieceText(t.cells[i][0].pieces), pieceText(t.cells[i][1].pieces)
		if number == "" && i > 0 {
			continue // the text goes on
		}
		if !allDigits(number) || atoi(number) <= last || numeric(text) {
			return false
		}
		last = atoi(number)
	}
	return true
}

// entriesOfContents reports whether half of the cells are texts with dot leaders and a page number behind.
func (t *table) entriesOfContents() bool {
	filled, entries := 0, 0
	for i := range t.cells {
		for c := range t.cells[i] {
			ps := t.cells[i][c].pieces
			if len(ps) == 0 {
				continue
			}
			filled++
			if last := ps[len(ps)-1].text; last[len(last)-1] >= '0' && last[len(last)-1] <= '9' && leaders(ps) {
				entries++
			}
		}
	}
	return entries > 1 && entries*2 >= filled
}

// addresses reports whether several columns of a few lines have a line with a postal code each: addresses side by side.
func (t *table) addresses() bool {
	const most = 9 // lines
	if len(t.cells) > most {
		return false
	}
	n := 0
	for c := range t.cells[0] {
		if slices.ContainsFunc(t.cells, func(row []cell) bool { return postal(t.cellText(&row[c])) }) {
			n++
		}
	}
	return n > 1 && n*3 >= 2*len(t.cells[0])
}

// postal reports whether a line looks like one of a postal code and a place: "91-504 Łódź", "D-53113 Bonn",
// "Sacramento, CA 95814".
func postal(s string) bool {
	fields := strings.Fields(s)
	if len(fields) < 2 {
		return false
	}
	code := func(s string, letters int) bool {
		digits := 0
		for _, r := range s {
			switch {
			case r >= '0' && r <= '9':
				digits++
			case r == '-' || letters > 0 && unicode.IsUpper(r):
			default:
				return false
			}
		}
		return digits >= 4 && digits <= 9
	}
	n := len(fields)
	words := func(fields []string) bool {
		return !slices.ContainsFunc(fields, func(s string) bool { return !unicode.IsUpper(firstRune(s)) || strings.ContainsAny(s, "0123456789:") })
	}
	if code(fields[0], 3) {
		return n <= 4 && words(fields[1:])
	}
	return n >= 3 && n <= 5 && code(fields[n-1], 0) && len(fields[n-2]) == 2 && words(fields[:n-1])
}

// leading returns the usual distance of rows' baselines in em.
func (t *table) leading() float32 {
	var gaps []float32
	var last *piece
	for i := range t.cells {
		for c := range t.cells[i] {
			if x := &t.cells[i][c]; len(x.pieces) > 0 {
				if p := x.pieces[0]; last != nil {
					gaps = append(gaps, (p.base-last.base)/p.size)
				}
				last = x.pieces[len(x.pieces)-1]
				break
			}
		}
	}
	return quantile(gaps, .5)
}

// labelled reports whether a column has list labels, and the next one the items.
func (t *table) labelled() bool {
	for c := range len(t.cells[0]) - 1 {
		labels, filled, chars := 0, 0, 0
		for i := range t.cells {
			x := &t.cells[i][c]
			if len(x.pieces) == 0 {
				continue
			}
			filled++
			if label := (segment{pieces: x.pieces}); label.bullet(true) || ornament(pieceText(x.pieces)) {
				labels++
				chars += len(pieceText(t.cells[i][c+1].pieces))
			}
		}
		if labels >= 2 && labels*10 >= 6*filled && chars > 25*labels {
			return true
		}
	}
	return false
}

// ornament reports whether a text is a sign or two that are no letters, digits or dashes: what a font of ornaments has for
// bullets.
func ornament(s string) bool {
	n := 0
	for _, r := range s {
		if n++; n > 2 || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Pd, r) || r == '−' || mathSign(r) {
			return false
		}
	}
	return n > 0
}

// sectionNumbers reports whether the rows of a table of two columns are numbers of sections, some of several levels, and their
// titles.
func sectionNumbers(t *table) bool {
	levels := 0
	for i := range t.cells {
		number, title := t.cellText(&t.cells[i][0]), t.cellText(&t.cells[i][1])
		if title == "" {
			number, title, _ = strings.Cut(number, " ")
		}
		number = strings.ReplaceAll(strings.TrimSuffix(number, "."), "-", ".")
		if !digitsAndDots(number) || numeric(title) {
			return false
		}
		levels = max(levels, strings.Count(number, "."))
	}
	return levels > 0
}

// contents reports whether a table is a list of contents: ragged long entries with page numbers, perhaps with numbers of
// sections in front.
func contents(t *table) bool {
	nc := len(t.cells[0])
	if nc > 3 {
		return false
	}
	chars, counted, last := 0, nc == 3, 0 // counted says that the numbers in front are consecutive
	same := 0
	for i := range t.cells {
		n := strings.TrimSuffix(t.cellText(&t.cells[i][0]), ".")
		if nc == 3 && n != "" && !digitsAndDots(n) {
			return false
		}
		counted = counted && allDigits(n) && (i == 0 || atoi(n) == last+1)
		last = atoi(n)
		if n == t.cellText(&t.cells[i][nc-1]) {
			same++ // the lines of a form have their number at both ends
		}
		chars += len(t.cellText(&t.cells[i][nc-2]))
	}
	return (counted || chars > 8*len(t.cells)) && same*10 < 9*len(t.cells)
}

// axes reports whether all columns with several numbers go up or down by equal steps, or all rows count alike: the scales
// of charts.
func (t *table) axes() bool {
	if t.scales() {
		return true
	}
	scales := 0
	for c := range t.cells[0] {
		var v []float64
		words := 0
		for i := range t.cells {
			if x := &t.cells[i][c]; len(x.pieces) > 0 {
				if f, err := strconv.ParseFloat(strings.ReplaceAll(t.cellText(x), ",", ""), 64); err == nil {
					v = append(v, f)
				} else {
					words++
				}
			}
		}
		if words > 2 {
			return false
		}
		if len(v) < 3 {
			continue
		}
		step := v[1] - v[0]
		for k := 2; k < len(v); k++ {
			if d := v[k] - v[k-1] - step; d > .01*math.Abs(step) || d < -.01*math.Abs(step) || step == 0 {
				return false
			}
		}
		scales++
	}
	return scales > 0
}

// scales reports whether several rows say the same numbers, which go up by equal steps, and no row says others: the scales
// of charts that stand above each other.
func (t *table) scales() bool {
	const least = 5 // numbers
	n := 0
	var first []int
	for i := range t.cells {
		var row []int
		others := 0
		for c := range t.cells[i] {
			for _, p := range t.cells[i][c].pieces {
				if allDigits(p.text) {
					row = append(row, atoi(p.text))
				} else if strings.ContainsAny(p.text, "0123456789") {
					others++
				}
			}
		}
		if others > 2 {
			return false
		}
		if len(row) < least {
			continue
		}
		if first == nil {
			first = row
		}
		if n++; !slices.Equal(row, first) {
			return false
		}
	}
	for i := 2; i < len(first); i++ {
		if first[i]-first[i-1] != first[1]-first[0] {
			return false
		}
	}
	return n > 1 && first[1] > first[0]
}
