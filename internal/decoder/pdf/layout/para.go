package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// paragraphs cuts a zone into blocks: its floats where they stand, and text blocks between them.
func (a *analyzer) paragraphs(z zone) []*block {
	lines := make([]line, 0, len(z.rows))
	for _, r := range z.rows {
		for {
			k := r.otherType()
			if k == 0 {
				k = r.otherBullet()
			}
			if k == 0 {
				k = r.otherCaption(a.rtl)
			}
			if k == 0 {
				break
			}
			first := newRow(r.pieces[:k:k])
			lines = append(lines, newLine(first, a.rtl))
			r = newRow(r.pieces[k:])
		}
		lines = append(lines, newLine(r, a.rtl))
	}
	var out []*block
	floats := slices.Clone(z.floats)
	slices.SortStableFunc(floats, func(a, b *block) int { return cmp.Compare(a.box.Y0+a.box.Y1, b.box.Y0+b.box.Y1) })
	// A float ends the paragraph above it when no line stands beside it.
	start := 0
	var aside []*block // floats with lines beside them
	for _, f := range floats {
		mid := (f.box.Y0 + f.box.Y1) / 2
		end := start
		for end < len(lines) && (lines[end].box.Y0+lines[end].box.Y1)/2 < mid {
			end++
		}
		if end > start && end < len(lines) && lines[end-1].beside(f.box) && lines[end].beside(f.box) {
			aside = append(aside, f)
			continue
		}
		out = append(out, a.cutLines(lines[start:end], z)...)
		out = append(out, f)
		start = end
	}
	out = append(out, a.cutLines(lines[start:], z)...)
	for i, b := range out {
		b.column = z.box
		b.gapBefore, b.gapAfter = -1, -1
		if i > 0 {
			b.gapBefore = b.box.Y0 - out[i-1].box.Y1
			out[i-1].gapAfter = b.gapBefore
		}
	}
	for _, f := range aside {
		f.column, f.gapBefore, f.gapAfter = z.box, -1, -1
		at := slices.IndexFunc(out, func(b *block) bool { return b.box.Y0 > f.box.Y0-.5*a.body })
		if at < 0 {
			at = len(out)
		}
		out = slices.Insert(out, at, f)
	}
	return out
}

// beside reports whether a line stands at the left or right of a box.
func (l *line) beside(box page.Rect) bool {
	return l.box.Y0 < box.Y1 && l.box.Y1 > box.Y0 && (l.box.X0 > box.X1-1 || l.box.X1 < box.X0+1)
}

// otherType returns where in a row, far from what stands in front, text in clearly larger or smaller type begins; 0 for
// nowhere.
func (r *row) otherType() int {
	const other, least = 1.3, 2 // letters
	for k := 1; k < len(r.pieces); k++ {
		p, q := r.pieces[k-1], r.pieces[k]
		if small, large := min(p.size, q.size), max(p.size, q.size); large > other*small && p.script == 0 && q.script == 0 && q.box.X0-p.box.X1 > max(large, wideGap*small) && lettersIn(r.pieces[:k]) >= least && lettersIn(r.pieces[k:]) >= least {
			return k
		}
	}
	return 0
}

// otherCaption returns where in a row that begins with a caption another one begins; 0 for nowhere.
func (r *row) otherCaption(rtl bool) int {
	const gap = 1.2 // em
	apart := false
	for i := 1; i < len(r.pieces) && !apart; i++ {
		apart = r.pieces[i].box.X0-r.pieces[i-1].box.X1 > gap*r.size
	}
	if !apart {
		return 0
	}
	segs := segments(r.pieces, gap)
	if len(segs) < 2 || !beginsCaption(joinPieces(segs[0].pieces, rtl)) {
		return 0
	}
	k := 0
	for i, s := range segs {
		if i > 0 && beginsCaption(joinPieces(s.pieces, rtl)) {
			return k
		}
		k += len(s.pieces)
	}
	return 0
}

// beginsCaption reports whether a stretch of text is a caption's beginning, or a letter in brackets such as parts of a
// picture have below them.
func beginsCaption(text string) bool {
	if len(text) >= 3 && text[0] == '(' && text[1] >= 'a' && text[1] <= 'h' && text[2] == ')' {
		return true
	}
	return captionWord(text) != "" && captionMark(text)
}

// otherBullet returns where in a row that begins with a bullet the same one begins another item, far from what stands in
// front; 0 for nowhere.
func (r *row) otherBullet() int {
	const far = 1.5 // em
	first := r.pieces[0]
	if kind, _ := parseLabel(first.text, first); kind != bulletLabel || strings.ContainsAny(first.text, "☐☑☒□■") {
		return 0 // none, or boxes to tick
	}
	for k := 2; k+1 < len(r.pieces); k++ {
		if p := r.pieces[k]; p.text == first.text && p.box.X0-r.pieces[k-1].box.X1 > far*p.size && r.pieces[k+1].box.X0 > p.box.X1 {
			return k
		}
	}
	return 0
}

// lettersIn counts letters and digits.
func lettersIn(ps []*piece) int {
	n := 0
	for _, p := range ps {
		t := p.tally()
		n += int(t.letters) + int(t.digits)
	}
	return n
}

// cutLines cuts consecutive lines into paragraphs.
func (a *analyzer) cutLines(lines []line, z zone) []*block {
	if len(lines) == 0 {
		return nil
	}
	edges := textEdges(lines)
	if !z.column {
		edges.margin = a.margin(lines, edges)
	}
	edges.ragged, edges.leads = raggedLeft(lines), ledIn(lines)
	edges.hang, edges.indent = a.hanging(lines, edges)
	edges.verse = a.verse(lines, edges)
	edges.spaced = a.spacedApart(lines, edges)
	ts := settings(lines)
	var out []*block
	var cur *block
	start := 0
	captioned := false // cur begins as captions do
	for i := range lines {
		l := &lines[i]
		if cur == nil || captioned && beginsCaption(l.text) || a.breaks(cur, lines, i, edges, ts) {
			captioned = beginsCaption(l.text)
			cur = &block{view: a.view, page: a.page.Index, rtl: a.rtl, label: l.label}
			if l.label != "" {
				cur.labelKind, cur.number = parseLabel(l.label, l.pieces[0])
			}
			out = append(out, cur)
			start = i
			cur.box = l.box
		}
		cur.lines = lines[start : i+1 : i+1]
		cur.box = cur.box.Union(l.box)
	}
	for _, b := range out {
		a.finish(b, edges)
	}
	return out
}

// finish derives a block's style from its lines.
func (a *analyzer) finish(b *block, e edges) {
	if len(b.lines) == 1 {
		b.style = b.lines[0].style
	} else {
		a.room = a.room[:0]
		for i := range b.lines {
			a.room = append(a.room, b.lines[i].pieces...)
		}
		b.style, _ = styleOf(a.room)
	}
	if !e.verse {
		b.hardBreaks()
	}
	b.indent = b.lines[0].box.X0 - e.left
	b.centred = centred(b.lines, e)
}

// hardBreaks keeps line breaks only where a line stops short of the block's own right edge.
func (b *block) hardBreaks() {
	right := b.lines[0].box.X1
	for i := range b.lines {
		right = max(right, b.lines[i].box.X1)
	}
	for i := range b.lines {
		l := &b.lines[i]
		if l.hard && right-b.lines[i-1].box.X1 < l.firstWord()+.6*l.style.size && len(b.lines) > 2 && !ends(b.lines[i-1].text) {
			l.hard = false
		}
	}
}

// firstWord returns the width of a line's first word.
func (l *line) firstWord() float32 {
	w := l.pieces[0].box.W()
	for k := 1; k < len(l.pieces) && !needsSpace(l.pieces[k-1], l.pieces[k], wordGap); k++ {
		w = l.pieces[k].box.X1 - l.box.X0
	}
	return w
}

// edges are the margins of a run of lines: how far they reach, where the page's right margin may be, 0 when that is
// unknown, where lines go on that hang from the left margin, and where paragraphs begin that are set in from it, 0 when they don't, whether
// lines end where their writer ended them, whether white space parts all paragraphs, whether lines end at the right margin and begin anywhere,
// and whether paragraphs begin with words in bold type.
type edges struct {
	left, right, margin, hang, indent float32
	verse, spaced                     bool
	ragged, leads                     bool
}

func textEdges(lines []line) edges {
	e := edges{left: lines[0].box.X0, right: lines[0].box.X1}
	for i := range lines {
		e.left, e.right = min(e.left, lines[i].box.X0), max(e.right, lines[i].box.X1)
	}
	return e
}

// margin returns where lines would end that fill the page's width, when no line shows that they end earlier: in a
// text of short paragraphs none is full. Else it is 0.
func (a *analyzer) margin(lines []line, e edges) float32 {
	m := a.view.width - e.left
	if !a.view.upright() || a.rtl || m <= e.right {
		return 0
	}
	full := edges{left: e.left, right: m}
	for i := 1; i < len(lines); i++ {
		l, prev := &lines[i], &lines[i-1]
		if l.base-prev.base < 2*l.style.size && !l.style.sizeApart(prev.style) && !ends(prev.text) && unicode.IsLower(firstRune(l.text)) && a.shortBreak(lines, i, full) {
			return 0
		}
	}
	return m
}

// hanging returns where the lines of entries go on whose first line stands out to the left, as those of glossaries,
// bibliographies and plays do, or where paragraphs begin whose first line is set in; 0 when there are none. In a text with indented first lines
// the lines at the indent come behind a sentence's end, in entries those at the margin do.
func (a *analyzer) hanging(lines []line, e edges) (hang, indented float32) {
	if a.rtl || a.mono {
		return 0, 0
	}
	entry, indent := 0, 0 // what speaks for each of them
	deeper := 0           // lines further in than the one above in the middle of a sentence
	var at float32
	for i := 1; i < len(lines); i++ {
		l, prev := &lines[i], &lines[i-1]
		if l.label != "" || prev.label != "" || !l.style.like(prev.style) {
			continue
		}
		size := l.style.size
		margin, deep := prev, l
		if prev.box.X0 > l.box.X0 {
			margin, deep = l, prev
		}
		d := deep.box.X0 - margin.box.X0
		if margin.box.X0 > e.left+.3*size || d < .7*size || d > 8*size {
			continue
		}
		if at == 0 {
			at = deep.box.X0
		}
		if abs(deep.box.X0-at) > .3*size {
			continue
		}
		if deep == l {
			if l.base-prev.base > 2*size {
				return 0, 0
			}
			if ends(prev.text) {
				indent++
			} else {
				entry++
				deeper++
			}
		} else if ends(prev.text) || a.shortBreak(lines, i, e) {
			entry++
		} else {
			indent++
		}
	}
	switch {
	case deeper >= 2 && entry >= 3*indent:
		return at, 0
	case indent >= 4 && indent >= 3*entry:
		return 0, at
	}
	return 0, 0
}

// verse reports whether most lines end early in the middle of a sentence and the next ones begin with a capital, as
// those of poems do: there a line that ends with a sentence is no paragraph's end.
func (a *analyzer) verse(lines []line, e edges) bool {
	if a.rtl {
		return false
	}
	e.right = max(e.right, e.margin)
	pairs, broken := 0, 0
	for i := 1; i < len(lines); i++ {
		l, prev := &lines[i], &lines[i-1]
		if l.label != "" || !l.style.like(prev.style) || l.base-prev.base > 2*l.style.size {
			continue
		}
		pairs++
		if !ends(prev.text) && unicode.IsUpper(firstRune(l.text)) && a.shortBreak(lines, i, e) {
			broken++
		}
	}
	return broken >= 3 && broken*2 >= pairs
}

// spacedApart reports whether paragraphs stand apart from each other: lines that end a sentence early have white space below
// them, and none of them that ends several lines has not. Then short lines without it are those of one paragraph, such as a
// stanza.
func (a *analyzer) spacedApart(lines []line, e edges) bool {
	const apart = 1.25 // times the distance of lines
	if a.rtl {
		return false
	}
	e.right = max(e.right, e.margin)
	parted, least := 0, float32(widest)
	for i := 1; i < len(lines); i++ {
		if l, prev := &lines[i], &lines[i-1]; l.style.like(prev.style) && l.base-prev.base > .9*l.style.size {
			least = min(least, (l.base-prev.base)/l.style.size)
		}
	}
	for i := 1; i < len(lines); i++ {
		l, prev := &lines[i], &lines[i-1]
		if l.label != "" || prev.label != "" || l.solo || prev.solo || !l.style.like(prev.style) || !ends(prev.text) || !a.shortBreak(lines, i, e) {
			continue
		}
		if l.base-prev.base > apart*least*l.style.size {
			parted++
		} else if i > 1 && !a.shortBreak(lines, i-1, e) && prev.base-lines[i-2].base < apart*least*l.style.size {
			return false
		}
	}
	return parted >= 2
}

func centred(lines []line, e edges) bool {
	w := e.right - e.left
	for i := range lines {
		l, r := lines[i].box.X0-e.left, e.right-lines[i].box.X1
		if abs(l-r) > .04*w+1 || l < .05*w {
			return false
		}
	}
	return true
}

// setting is how the lines of one size are set.
type setting struct {
	style style
	lead  float32 // usual distance of baselines, as a multiple of the size
	right float32 // where the longest line of a paragraph ends
	lines int
}

const (
	single = 1.25 // lead where nothing tells
	double = 1.7  // from here on lines may be wide apart, or paragraphs of one line each
	widest = 2.4
)

// settings returns one for each size of text. Its lead is the lower quartile of the distances of lines that follow
// each other.
func settings(lines []line) []setting {
	var out []setting
	var ds []float32
	seen := make([]bool, len(lines))
	for first := range lines {
		if seen[first] {
			continue
		}
		t := setting{style: lines[first].style, lead: single}
		lone := float32(0)
		ds = ds[:0]
		for i := first; i < len(lines); i++ {
			l := &lines[i]
			if seen[i] || l.style.sizeApart(t.style) {
				continue
			}
			seen[i] = true
			t.lines++
			if lone = max(lone, l.box.X1); !l.headLike(lines, i) {
				t.right = max(t.right, l.box.X1)
			}
			if i == 0 || lines[i-1].style.sizeApart(l.style) {
				continue
			}
			if d := (l.base - lines[i-1].base) / l.style.size; d > .8 && d < 3 {
				ds = append(ds, d)
			}
		}
		if len(ds) > 0 {
			slices.Sort(ds)
			t.lead = min(max(ds[len(ds)/4], 1), widest)
		}
		if t.right == 0 {
			t.right = lone
		}
		out = append(out, t)
	}
	return out
}

// headLike reports whether line i stands alone and has parts far from each other, as a running head does that reaches
// beyond the text.
func (l *line) headLike(lines []line, i int) bool {
	apart := func(a, b *line) bool { return b.base-a.base > double*l.style.size }
	return (i == 0 || apart(&lines[i-1], l)) && (i+1 == len(lines) || apart(l, &lines[i+1])) && l.inParts()
}

// of returns the setting of a line.
func of(l *line, ts []setting) setting {
	for i := range ts {
		if !ts[i].style.sizeApart(l.style) {
			return ts[i]
		}
	}
	return setting{style: l.style, lead: single}
}

// breaks reports whether line i starts a new block after cur. It may mark the line as one whose break stays.
func (a *analyzer) breaks(cur *block, lines []line, i int, e edges, ts []setting) bool {
	l, prev := &lines[i], &lines[i-1]
	size := max(l.style.size, prev.style.size)
	dy := l.base - prev.base
	if dy < .95*size && max(l.box.X0-prev.box.X1, prev.box.X0-l.box.X1) > wideGap*size {
		return true // far beside it, only a little lower
	}
	set := of(l, ts)
	if set.lines > 3 {
		e.right = min(e.right, set.right)
	}
	if l.solo && prev.solo && (!a.fullAcross(prev, e) || leaders(prev.pieces)) || entriesApart(prev, l) {
		return true
	}
	if i == 1 && dy > 1.4*size && prev.pageNumbered() {
		return true
	}
	if l.section() && cur.lines[0].section() {
		return true
	}
	if l.label != "" && a.startsItem(cur, lines, i) {
		return true
	}
	if stars(l.text) > 1 && (stars(cur.lines[0].text) > 0 || ends(prev.text)) {
		return true
	}
	if l.style.bold && prev.style.bold && l.otherFont(prev) {
		return true
	}
	if (!l.style.like(prev.style) || l.style.italic != prev.style.italic || l.style.small != prev.style.small) && a.styleBreak(cur, lines, i, e) {
		return true
	}
	usual := set.lead * size
	if len(cur.lines) > 1 {
		// The block's own spacing counts more than the zone's.
		own := (cur.lines[len(cur.lines)-1].base - cur.lines[0].base) / float32(len(cur.lines)-1)
		if own > .8*cur.lines[0].style.size {
			usual = own
		}
	}
	loose := float32(1.22)
	if l.style.read {
		loose = 1.35
	}
	if dy > loose*usual+.05*size {
		// Wider than the rest, but lines of one text all the same?
		return dy > widest*size || a.rtl || len(cur.lines) > 1 || a.shortBreak(lines, i, e) || l.box.X0 > prev.box.X0+.7*size || !inPace(cur, lines, i)
	}
	if len(cur.lines) > 1 && dy > 1.12*usual+.05*size && ends(prev.text) && !a.rtl {
		return true
	}
	if set.lead > double && !inPace(cur, lines, i) && (ends(prev.text) || a.shortBreak(lines, i, e)) {
		return true
	}
	if prev.style.mono && l.style.mono && !a.mono {
		return false // code
	}
	return a.geometryBreak(cur, lines, i, e)
}

// pageNumbered reports whether a line has a page's number at an end, far from its other text, as a running head has.
func (l *line) pageNumbered() bool {
	if l.text == "" {
		return false
	}
	first, last := l.text[0], l.text[len(l.text)-1]
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	if !digit(first) && !digit(last) {
		return false
	}
	parts := l.parts()
	return len(parts) > 1 && (numberPart(parts[0]) || numberPart(parts[len(parts)-1]))
}

// stars counts the asterisks that a text begins with, as notes to a table or price list do.
func stars(s string) int {
	n := 0
	for n < len(s) && s[n] == '*' {
		n++
	}
	if n == len(s) {
		return 0 // an ornament
	}
	return n
}

// section reports whether a line begins with the number of a section of the second level or below, well apart from its title.
func (l *line) section() bool {
	const apart = .8 // em
	first := l.pieces[0]
	if c := first.text[0]; c < '0' || c > '9' || len(l.pieces) < 2 {
		return false
	}
	return strings.Contains(first.text, ".") && digitsAndDots(strings.Replace(first.text, "-", ".", 1)) && l.pieces[1].box.X0-first.box.X1 > apart*first.size
}

// inPace reports whether line i follows cur at the distance that the lines around it have, as wide as it may be.
func inPace(cur *block, lines []line, i int) bool {
	dy := lines[i].base - lines[i-1].base
	near := func(d float32) bool { return abs(d-dy) < .04*dy }
	if n := len(cur.lines); n > 1 {
		return near(cur.lines[n-1].base - cur.lines[n-2].base)
	}
	return i+1 < len(lines) && near(lines[i+1].base-lines[i].base) && abs(lines[i+1].box.X0-lines[i].box.X0) < .5*lines[i].style.size
}

// fullAcross reports whether a line reaches from margin to margin, as those of justified text with wide gaps do.
func (a *analyzer) fullAcross(l *line, e edges) bool {
	return l.box.X0 < e.left+2*l.style.size && l.box.X1 > e.right-l.style.size
}

// startsItem reports whether line i, which has a label, opens a list item rather than going on with prose
// that happens to have a number at its line's start.
func (a *analyzer) startsItem(cur *block, lines []line, i int) bool {
	l, prev := &lines[i], &lines[i-1]
	kind, n := parseLabel(l.label, l.pieces[0])
	if kind == bulletLabel {
		r := firstRune(l.label)
		if r == '-' || r == '–' || r == '—' || r == '−' || r == '·' {
			if r == '·' && strings.LastIndex(prev.text, "·") > 0 && cur.label == "" {
				return false // it parts the words of a list within the text
			}
			// A dash within prose: only a fresh line that looks like an item counts.
			return cur.label != "" || ends(prev.text) || prev.box.X1 < a.edgeOf(lines).right-2*prev.style.size || l.base-prev.base > 1.3*prev.style.size*1.2
		}
		return true
	}
	if cur.label != "" && follows(cur.label, l.label, cur.labelKind, kind, cur.number, n) {
		return true
	}
	if a.countsOn(cur, lines, i, kind, n) {
		return false
	}
	if cur.label != "" && l.box.X0 < cur.lines[0].box.X0-.7*l.style.size {
		return true // an item of the list around this one
	}
	if nameInitial(l.label) && (cur.label == "" || !ends(prev.text)) && !listed(lines, i, kind, n) {
		return false // a name's, unless the line's place says otherwise
	}
	if full := prev.box.X1 > a.edgeOf(lines).right-2*prev.style.size; full && abbreviated(prev.text) {
		return false // "Knuth et al." / "[20]"
	}
	if n == 1 && strings.Count(l.label, ".") < 2 && (ends(prev.text) || cur.label != "") {
		return true
	}
	full := prev.box.X1 > a.edgeOf(lines).right-2*prev.style.size
	if full && cur.label == "" && strings.Count(l.label, ".") > 1 {
		return false // a date or reference at a line's start
	}
	return ends(prev.text) || !full
}

// countsOn reports whether the label of line i goes on with one that stands within the last lines of cur, the last of which
// is full: "(1) one thing, (2) another," above "(3) a third."
func (a *analyzer) countsOn(cur *block, lines []line, i int, kind labelKind, n int) bool {
	const near = 6 // lines
	l := &lines[i]
	if !strings.HasSuffix(l.label, ")") || a.shortBreak(lines, i, textEdges(lines)) {
		return false
	}
	for k := max(0, len(cur.lines)-near); k < len(cur.lines); k++ {
		for w := range strings.FieldsSeq(cur.lines[k].text[len(cur.lines[k].label):]) {
			if w[len(w)-1] != ')' || (w[0] == '(') != (l.label[0] == '(') {
				continue
			}
			if to, m := parseLabel(w, l.pieces[0]); follows(w, l.label, to, kind, m, n) {
				return true
			}
		}
	}
	return false
}

// listed reports whether a line below line i goes on with its label, at the same place.
func listed(lines []line, i int, kind labelKind, n int) bool {
	const near = 12 // lines
	for k := i + 1; k < min(len(lines), i+near); k++ {
		if l := &lines[k]; l.label != "" && abs(l.box.X0-lines[i].box.X0) < .5*l.style.size {
			if to, m := parseLabel(l.label, l.pieces[0]); follows(lines[i].label, l.label, kind, to, n, m) {
				return true
			}
		}
	}
	return false
}

func (a *analyzer) edgeOf(lines []line) edges { return textEdges(lines) }

// ends reports whether a text ends a sentence or introduces a list.
func ends(s string) bool {
	const closing = "\"'”’»)]*"
	s = strings.TrimRight(s, closing)
	t := strings.TrimRight(s, closing+"0123456789") // the marks of notes
	if t == "" {
		return true
	}
	last := lastRune(t)
	if len(t) > 1 && len(t) < len(s) && (last == '.' || last == ':') && t[len(t)-2] >= '0' && t[len(t)-2] <= '9' {
		return false // 2.25
	}
	return strings.ContainsRune(".!?:;。！？：।؟", last)
}

// styleBreak reports whether the change of style from line i-1 to line i separates blocks.
func (a *analyzer) styleBreak(cur *block, lines []line, i int, e edges) bool {
	l, prev := &lines[i], &lines[i-1]
	s, t := prev.style, l.style
	if s.sizeApart(t) {
		return !a.mixed(lines, i, e)
	}
	if s.mono != t.mono {
		return l.chars > 2 && prev.chars > 2
	}
	if s.bold != t.bold {
		if cur.label != "" && len(cur.lines) == 1 && prev.text == cur.label {
			return false
		}
		// Bold words may end or begin a paragraph's line by chance when the line is short.
		return l.chars > 3 && prev.chars > 3 && !a.runsOn(lines, i, e)
	}
	if s.small != t.small {
		return l.chars > 3 && prev.chars > 3 && prev.pieces[len(prev.pieces)-1].caps != l.pieces[0].caps
	}
	// A numbered heading in italics stands above upright text that does not hang from its number, its first line's indent aside.
	hangs := cur.label != "" && abs(l.box.X0-cur.lines[0].x0) < .3*t.size && (i+1 == len(lines) || lines[i+1].base-l.base > widest*t.size || lines[i+1].box.X0 > l.box.X0-.5*t.size)
	return s.italic && !t.italic && (cur.labelKind > bulletLabel || numbered(prev.text)) && a.shortBreak(lines, i, e) && !ends(prev.text) && !hangs &&
		!slices.ContainsFunc(cur.lines, func(l line) bool { return !l.style.italic })
}

// mixed reports whether line i goes on with the text of line i-1 though most of it is of another size, such as words
// in small capitals: one of the two lines has both sizes.
func (a *analyzer) mixed(lines []line, i int, e edges) bool {
	const most, few = 1.5, 2 // ratio of the sizes; letters
	l, prev := &lines[i], &lines[i-1]
	small, large := min(l.style.size, prev.style.size), max(l.style.size, prev.style.size)
	if a.rtl || l.style.read || large > most*small || l.base-prev.base > 1.4*large || l.label != "" || abs(l.box.X0-prev.box.X0) > 8*large || prev.inParts() || l.inParts() {
		return false
	}
	has := func(l *line, s style) bool {
		n := 0
		for _, p := range l.pieces {
			if p.script == 0 && abs(p.size-s.size) < .02*s.size {
				n += lettersIn([]*piece{p})
			}
		}
		return n >= few
	}
	return (has(prev, l.style) || has(l, prev.style)) && !a.shortBreak(lines, i, e)
}

// runsOn reports whether the text of line i-1, a full one, goes on in line i, so that a change of weight is
// emphasis within a paragraph.
func (a *analyzer) runsOn(lines []line, i int, e edges) bool {
	l, prev := &lines[i], &lines[i-1]
	if a.rtl || a.shortBreak(lines, i, e) || prev.box.X0 > e.left+8*l.style.size {
		return false
	}
	if prev.pieces[len(prev.pieces)-1].heavy() == l.pieces[0].heavy() {
		return true // it changes within a line
	}
	return !ends(prev.text) && unicode.IsLower(firstRune(l.text))
}

// geometryBreak looks at indents and at lines that end early.
func (a *analyzer) geometryBreak(cur *block, lines []line, i int, e edges) bool {
	l, prev := &lines[i], &lines[i-1]
	size := l.style.size
	if a.rtl {
		if prev.box.X0 > e.left+3*size {
			if ends(prev.text) {
				return true
			}
		}
		if cur.label != "" && l.box.X1 > cur.lines[0].box.X1+.5*size {
			return true // a paragraph behind a list
		}
		return l.box.X1 < prev.box.X1-.9*size && l.box.X1 < e.right-.9*size && ends(prev.text)
	}
	first := &cur.lines[0]
	if cur.label != "" {
		// Within a list item: lines hang at the text's or at the label's place, or the label stands in from the margin.
		hang := first.x0
		if len(cur.lines) > 1 {
			hang = cur.lines[1].box.X0
		}
		if l.box.X0 < first.box.X0-.5*size {
			if len(cur.lines) > 1 {
				return l.box.X0 < hang-.6*size || a.shortBreak(lines, i, e) && ends(prev.text)
			}
			goesOn := unicode.IsLower(firstRune(l.text)) || !ends(prev.text) && (cur.labelKind != bulletLabel || first.box.X0-l.box.X0 < 3*size)
			return !goesOn || a.shortBreak(lines, i, e) || first.box.X0-l.box.X0 > 8*size
		}
		if len(cur.lines) == 1 && l.box.X0 < first.x0-.6*size && abs(l.box.X0-first.box.X0) < .4*size {
			// At the label's place: another paragraph, unless the item's line was full or its sentence goes on.
			if unicode.IsLower(firstRune(l.text)) && !ends(prev.text) {
				return false
			}
			if ends(prev.text) && itemsHang(lines[:i-1], first) {
				return true
			}
			return prev.box.X1 < e.right-4*size || ends(prev.text) && prev.box.X1 < e.right-size
		}
		if l.box.X0 < hang-.6*size {
			return true
		}
		if l.box.X0 > hang+.8*size && len(cur.lines) > 1 && ends(prev.text) {
			return true
		}
		return a.shortBreak(lines, i, e) && ends(prev.text)
	}
	if e.leads && l.leadsIn() && ends(prev.text) {
		return true
	}
	if r := firstRune(l.text); e.indent > 0 && abs(l.box.X0-e.indent) < .3*size && abs(prev.box.X0-e.indent) < .3*size && ends(prev.text) && (unicode.IsUpper(r) || unicode.Is(unicode.Lo, r)) {
		return true
	}
	if centred(lines[i-1:i+1], e) {
		return false
	}
	if besideInitial(cur, l) {
		return false
	}
	if e.ragged && abs(l.box.X1-prev.box.X1) < .3*size {
		return ends(prev.text) && prev.box.X0-e.left > max(l.firstWord()+.6*size, .2*(e.right-e.left))
	}
	if flushRight(cur, lines, i) {
		r := firstRune(l.text)
		l.hard = prev.box.W() < .6*(e.right-e.left) && (unicode.IsUpper(r) || unicode.IsDigit(r)) && !strings.HasSuffix(prev.text, "-")
		return false
	}
	if e.hang > 0 && abs(l.box.X0-e.hang) < .4*size {
		return first.box.X0 > e.left+.4*size && abs(first.box.X0-e.hang) > .4*size
	}
	if e.hang > 0 && l.box.X0 < e.left+.3*size && abs(prev.box.X0-e.hang) < .4*size && (len(cur.lines) > 1 || i == 1) {
		return true
	}
	if lead := len(cur.lines) == 1 && strings.HasSuffix(prev.text, ":"); e.verse && !lead && abs(l.box.X0-prev.box.X0) < 3*size {
		l.hard = !unicode.IsLower(firstRune(l.text))
		return false
	}
	parted := ends(prev.text) && !unicode.IsLower(firstRune(l.text)) && a.shortBreak(lines, i, edges{left: e.left, right: max(e.right, e.margin)})
	stanza := parted && e.spaced && a.stanza(cur, lines, i, e)
	if parted && !stanza {
		return true
	}
	// First-line indent: this line starts further in than the one above, which wasn't itself indented, and
	// the next line comes back.
	in := l.box.X0 - prev.box.X0
	if in > .7*size && in < 8*size && !a.goesOn(lines, i, e) {
		if i+1 < len(lines) {
			if back := l.box.X0 - lines[i+1].box.X0; back > .5*size || ends(prev.text) {
				return true
			}
		} else if ends(prev.text) {
			return true
		}
	}
	if in < -.7*size && len(cur.lines) > 1 {
		return true // an indented block ends
	}
	if in < -.7*size && len(cur.lines) == 1 && -in > 3.5*size && ends(prev.text) {
		return true
	}
	if abs(in) > 8*size && (len(cur.lines) > 1 || in < 0 && l.box.X0 < e.left+.5*size && unicode.IsUpper(firstRune(l.text)) && a.shortBreak(lines, i, e)) {
		return true // no first line is set in as far as that: it is a centred one
	}
	if stanza {
		l.hard = true
		return false
	}
	if a.shortBreak(lines, i, e) {
		if ends(prev.text) {
			return true
		}
		// Neither sentence end nor gap: verse, an address, a title's lines; or a caption above running text.
		if a.opensText(cur, lines, i, e) {
			return true
		}
		if r := firstRune(l.text); (unicode.IsUpper(r) || unicode.IsDigit(r) || unicode.Is(unicode.Lo, r)) && !strings.HasSuffix(prev.text, "-") {
			l.hard = true
		}
	}
	return false
}

// itemsHang reports whether a line of an item above goes on below that item's text, whose label stands where one of line l does.
func itemsHang(above []line, l *line) bool {
	const look = 40 // lines
	for k := len(above) - 2; k >= max(0, len(above)-look); k-- {
		item, next := &above[k], &above[k+1]
		if item.label != "" && next.label == "" && abs(item.box.X0-l.box.X0) < .5*l.style.size && abs(next.box.X0-item.x0) < .3*l.style.size && next.base-item.base < 2*l.style.size {
			return true
		}
	}
	return false
}

// raggedLeft reports whether most lines end where the one above does, and begin elsewhere.
func raggedLeft(lines []line) bool {
	const least = 4
	pairs, flush := 0, 0
	for i := 1; i < len(lines); i++ {
		l, prev := &lines[i], &lines[i-1]
		if l.base-prev.base > double*l.style.size {
			continue
		}
		pairs++
		if abs(l.box.X1-prev.box.X1) < .3*l.style.size && abs(l.box.X0-prev.box.X0) > .3*l.style.size {
			flush++
		}
	}
	return flush >= least && flush*10 >= 7*pairs
}

// flushRight reports whether line i and the one above are two of three that end at one place and begin at different ones, such as a
// sender's address at the right margin.
func flushRight(cur *block, lines []line, i int) bool {
	apart := func(a, b *line) bool { return abs(a.box.X0-b.box.X0) > .7*b.style.size }
	flush := func(a, b *line) bool {
		return abs(a.box.X1-b.box.X1) < .1*b.style.size && apart(a, b) && abs(a.base-b.base) < double*b.style.size && !a.style.sizeApart(b.style)
	}
	l, prev := &lines[i], &lines[i-1]
	if !flush(l, prev) {
		return false
	}
	return i+1 < len(lines) && flush(&lines[i+1], l) && apart(&lines[i+1], prev) || len(cur.lines) > 1 && flush(&lines[i-2], prev) && apart(&lines[i-2], l)
}

// stanza reports whether all lines of cur, and the next ones, end early and begin with capitals, the last of cur ending a
// sentence.
func (a *analyzer) stanza(cur *block, lines []line, i int, e edges) bool {
	if r := lastRune(lines[i-1].text); r == ':' || r == ';' {
		return false
	}
	right := max(e.right, e.margin)
	if lines[i-1].leadsIn() && lines[i].leadsIn() {
		return false // entries of a glossary, speeches of a play
	}
	verse := func(l *line) bool {
		r := firstRune(l.text)
		return l.box.X1 < e.left+.75*(right-e.left) && !unicode.IsLower(r) && !unicode.IsDigit(r)
	}
	for k := range cur.lines {
		if !verse(&cur.lines[k]) {
			return false
		}
	}
	return verse(&lines[i]) && (i+1 == len(lines) || !unicode.IsLower(firstRune(lines[i+1].text)))
}

// ledIn reports whether lines that begin in bold type and go on in normal type do so behind the ends of sentences, as the first lines of entries
// and speeches do.
func ledIn(lines []line) bool {
	const least = 4
	behind, within := 0, 0
	for i := 1; i < len(lines); i++ {
		switch l, prev := &lines[i], &lines[i-1]; {
		case l.label != "" || !l.leadsIn():
		case ends(prev.text):
			behind++
		default:
			within++
		}
	}
	return behind >= least && behind >= 4*within
}

// leadsIn reports whether a line begins with words in bold type and goes on in normal type.
func (l *line) leadsIn() bool { return l.pieces[0].heavy() && !l.pieces[len(l.pieces)-1].heavy() }

// goesOn reports whether line i goes on with the sentence of the full line above.
func (a *analyzer) goesOn(lines []line, i int, e edges) bool {
	return !ends(lines[i-1].text) && unicode.IsLower(firstRune(lines[i].text)) && !a.shortBreak(lines, i, e)
}

// besideInitial reports whether a line stands beside the large initial that a paragraph begins with, or is the first one
// below it.
func besideInitial(cur *block, l *line) bool {
	first := &cur.lines[0]
	initial := first.pieces[0]
	if !initial.initial {
		return false
	}
	right := initial.box.X1 - .2*l.style.size
	if l.box.X0 > right {
		return l.box.X0 < right+1.5*l.style.size && !slices.ContainsFunc(cur.lines[1:], func(o line) bool { return o.box.X0 < right })
	}
	return len(cur.lines) > 1 && cur.lines[len(cur.lines)-1].box.X0 > right && abs(l.box.X0-first.box.X0) < .8*l.style.size
}

// opensText reports whether a full line of running text stands below one that ends early.
func (a *analyzer) opensText(cur *block, lines []line, i int, e edges) bool {
	l, prev := &lines[i], &lines[i-1]
	full := func(l *line) bool { return l.box.X1 > e.right-2*l.style.size }
	return prev.box.X1 < e.left+.7*(e.right-e.left) && full(l) && !unicode.IsLower(firstRune(l.text)) && !strings.HasSuffix(prev.text, "-") &&
		!slices.ContainsFunc(cur.lines[:len(cur.lines)-1], func(l line) bool { return l.hard }) && l.box.X0 < e.left+3*l.style.size
}

// shortBreak reports whether the first word of line i would have fitted at the end of the line above.
func (a *analyzer) shortBreak(lines []line, i int, e edges) bool {
	l, prev := &lines[i], &lines[i-1]
	w := l.firstWord()
	right := e.right
	return right-prev.box.X1 > w+.6*l.style.size && w < .6*(right-e.left)
}
