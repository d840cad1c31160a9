package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// line is one line of text in a zone.
type line struct {
	row
	text  string
	x0    float32 // where it starts, a list label left aside
	label string  // list label as shown, "" for none
	style style
	chars int
	hard  bool // a line break in front of it is meant to stay
}

// style is the look of most of a line's or block's text.
type style struct {
	size    float32
	bold    bool
	italic  bool
	mono    bool
	caps    bool // all letters are capitals, or small capitals
	color   uint32
	small   bool // set in a font of small capitals
	symbols bool // set in a font of symbols
	read    bool // by text recognition, whose sizes are guesses
}

func (s style) like(t style) bool {
	return !s.sizeApart(t) && s.bold == t.bold && s.mono == t.mono
}

// sizeApart reports whether two styles differ in size by more than it is uncertain.
func (s style) sizeApart(t style) bool {
	limit := float32(.06)
	if s.read && t.read {
		limit = .28
	}
	return abs(s.size-t.size) >= limit*max(s.size, t.size)
}

// otherFont reports whether two lines of one script are each set in a font of its own family.
func (l *line) otherFont(o *line) bool {
	f, g := l.family(), o.family()
	return f != "" && g != "" && f != g && wide(firstRune(l.text)) == wide(firstRune(o.text))
}

// family returns the name of a line's fonts without style and size, "" where it has several or none.
func (l *line) family() string {
	var font *page.Font
	var name string
	for _, p := range l.pieces {
		if p.font == font {
			continue
		}
		if p.font == nil {
			return ""
		}
		n := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, p.font.Name[:nameEnd(p.font.Name)])
		if font != nil && n != name {
			return ""
		}
		font, name = p.font, n
	}
	return name
}

// nameEnd returns where in a font's name its style begins: "Arial" of "Arial-Bold" and "Arial,Bold".
func nameEnd(name string) int {
	if i := strings.IndexAny(name, "-,"); i >= 0 {
		return i
	}
	return len(name)
}

func newLine(r row, rtl bool) line {
	l := line{row: r, x0: r.box.X0}
	l.text = joinPieces(r.pieces, rtl)
	l.style, l.chars = styleOf(r.pieces)
	k, label := labelAt(r.pieces, rtl)
	if k == 0 {
		return l
	}
	l.label = label
	if !rtl {
		l.x0 = r.pieces[k].box.X0
	}
	return l
}

func styleOf(ps []*piece) (style, int) {
	var s style
	var n, bold, italic, mono, upper, lower, small, symbols int
	var sizes [4]struct { // of so many first ones
		size  float32
		color uint32
		chars int
	}
	most := 0
	for _, p := range ps {
		t := p.tally()
		c := int(t.chars)
		n += c
		s.read = s.read || p.conf > 0 || p.flags&page.Invisible != 0
		if p.script == 0 && !p.initial {
			k := 0
			for k < len(sizes)-1 && sizes[k].chars > 0 && (abs(sizes[k].size-p.size) > .02*p.size || sizes[k].color != p.color) {
				k++
			}
			if sizes[k].chars == 0 {
				sizes[k].size, sizes[k].color = p.size, p.color
			}
			if sizes[k].chars += c; sizes[k].chars > most {
				most = sizes[k].chars
				s.size, s.color = sizes[k].size, sizes[k].color
			}
		}
		if p.font == nil {
			continue
		}
		if p.font.Weight >= 600 {
			bold += c
		}
		if p.font.Italic {
			italic += c
		}
		if p.mono {
			mono += c
		}
		if p.caps {
			small += c
		}
		if p.font.Symbol {
			symbols += c
		}
		upper += int(t.upper)
		lower += int(t.lower)
	}
	if s.size == 0 && len(ps) > 0 {
		s.size = ps[0].size
	}
	s.bold, s.italic, s.mono = bold*10 > 8*n, italic*10 > 8*n, mono*10 > 8*n
	s.caps = upper > 1 && lower == 0
	if s.caps {
		s.size = max(s.size, capitalSize(ps, s.size))
	}
	s.small = small*10 > 6*n // figures may be of another font
	s.caps = s.caps || s.small
	s.symbols = symbols*2 > n
	return s, n
}

// capitalSize returns the size of the large capitals in small capitals of a size that are drawn as capitals of a smaller
// font: the size of the text they stand for. It is 0 where there are none.
func capitalSize(ps []*piece, size float32) float32 {
	var large float32
	for i, p := range ps {
		if p.script == 0 && !p.initial && p.size > 1.1*size && p.size < 1.5*size && i+1 < len(ps) && !ps[i+1].space && unicode.IsUpper(lastRune(p.text)) {
			large = max(large, p.size)
		}
	}
	return large
}

// joinPieces writes a row's text in reading order with its blanks.
func joinPieces(ps []*piece, rtl bool) string {
	if len(ps) == 1 && !rtl && !hasRTL(ps[0].text) {
		return softHyphens(strings.TrimSpace(ps[0].text))
	}
	threshold := spaced(ps)
	var sb strings.Builder
	size := len(ps)
	for _, p := range ps {
		size += len(p.text)
	}
	sb.Grow(size)
	for i, p := range ps {
		if i > 0 && (needsSpace(ps[i-1], p, threshold) || rtl && betweenScripts(ps[i-1], p)) {
			sb.WriteByte(' ')
		}
		sb.WriteString(p.text)
	}
	s := softHyphens(strings.TrimSpace(sb.String()))
	switch {
	case rtl:
		return visualToLogical(s)
	case hasRTL(s):
		return turnRuns(s)
	}
	return s
}

// betweenScripts reports whether a blank stands between two pieces of a right-to-left line, as seen, where the space
// character may have been drawn before either.
func betweenScripts(a, b *piece) bool {
	gap := b.box.X0 - a.box.X1
	if (a.space || a.after) && gap > .05*b.size {
		return true
	}
	return (a.space || a.after || b.space) && gap > -.1*b.size && hasRTL(a.text) != hasRTL(b.text) && letterOrDigit(lastRune(a.text)) && letterOrDigit(firstRune(b.text))
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func hasRTL(s string) bool {
	if latin(s) {
		return false
	}
	for _, r := range s {
		if rightToLeft(r) {
			return true
		}
	}
	return false
}

// latin reports whether a text has nothing but characters below U+0580, none of which is written from right to left.
func latin(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xD6 { // first byte of U+0580
			return false
		}
	}
	return true
}

// turnRuns puts the right-to-left words within a left-to-right line, given as seen, in reading order.
func turnRuns(s string) string {
	rs := []rune(s)
	for i := 0; i < len(rs); i++ {
		if !rightToLeft(rs[i]) {
			continue
		}
		end := i + 1
		for k := i + 1; k < len(rs) && !(unicode.IsLetter(rs[k]) && !rightToLeft(rs[k])); k++ {
			if rightToLeft(rs[k]) {
				end = k + 1
			}
		}
		copy(rs[i:end], []rune(visualToLogical(string(rs[i:end]))))
		i = end - 1
	}
	return string(rs)
}

const softHyphen = "\u00ad"

// softHyphens drops the places where a word might have been broken, but for the one where it was: at the
// line's end.
func softHyphens(s string) string {
	if !strings.Contains(s, softHyphen) {
		return s
	}
	end := ""
	if strings.HasSuffix(s, softHyphen) {
		end = "-"
	}
	return strings.ReplaceAll(s, softHyphen, "") + end
}

// needsSpace reports whether a blank stands between two neighbours of a row; threshold is the least gap
// of words in em.
func needsSpace(a, b *piece, threshold float32) bool {
	if a.initial {
		return b.space && b.box.X0-a.box.X1 > .6*b.size
	}
	size := max(a.size, b.size)
	gap := b.box.X0 - a.box.X1
	if wide(lastRune(a.text)) && wide(firstRune(b.text)) {
		return gap > .5*size
	}
	if (b.space || a.after) && gap > -.05*size && threshold <= wordGap {
		return true
	}
	return gap > threshold*size
}

// spaced returns the gap in em that separates words: more than usual in letter-spaced text.
func spaced(ps []*piece) float32 {
	if len(ps) < 6 {
		return wordGap
	}
	single, words := 0, 0
	for _, p := range ps {
		r := firstRune(p.text)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || wide(r) {
			continue
		}
		words++
		if p.tally().chars == 1 {
			single++
		} else if (words-single)*5 > len(ps) {
			return wordGap // too many already
		}
	}
	if words < 6 || single*10 < words*8 {
		return wordGap
	}
	gs := make([]float32, 0, len(ps))
	for i := 1; i < len(ps); i++ {
		gs = append(gs, (ps[i].box.X0-ps[i-1].box.X1)/ps[i].size)
	}
	slices.Sort(gs)
	usual := gs[len(gs)/2]
	if usual > 1 && !slices.ContainsFunc(ps, func(p *piece) bool { return !allDigits(p.text) }) {
		return wordGap // the figures of a scale
	}
	return max(wordGap, 1.7*usual)
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// wide reports whether r belongs to a script that is written without blanks between words.
func wide(r rune) bool {
	return r >= 0x2e80 && (r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0xff00 && r <= 0xffef || r >= 0x20000 && r <= 0x3ffff)
}

func rightToLeft(r rune) bool {
	return r >= 0x590 && (r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc)
}

// mostlyRTL reports whether most letters are of a right-to-left script.
func mostlyRTL(ps []*piece) bool {
	if !slices.ContainsFunc(ps, func(p *piece) bool { return p.tally().rtl }) {
		return false
	}
	rtl, letters := 0, 0
	for _, p := range ps {
		for _, r := range p.text {
			if unicode.IsLetter(r) {
				letters++
				if rightToLeft(r) {
					rtl++
				}
			}
		}
	}
	return rtl*2 > letters
}

// visualToLogical turns a right-to-left line, given from left to right as seen, into reading order: all is
// reversed, then runs of numbers and left-to-right words are turned back.
func visualToLogical(s string) string {
	rs := []rune(s)
	slices.Reverse(rs)
	ltr := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !rightToLeft(r) || unicode.IsDigit(r)
	}
	for i := 0; i < len(rs); {
		if !ltr(rs[i]) {
			rs[i] = mirror(rs[i])
			i++
			continue
		}
		// A run goes on over blanks and signs as long as it ends in a letter or digit of its own kind.
		end := i + 1
		for k := i + 1; k < len(rs) && !rightToLeft(rs[k]); k++ {
			if ltr(rs[k]) {
				end = k + 1
			}
		}
		slices.Reverse(rs[i:end])
		i = end
	}
	// Combining marks come behind their letter again.
	for i := 0; i < len(rs); i++ {
		if unicode.Is(unicode.Mn, rs[i]) {
			k := i
			for k < len(rs) && unicode.Is(unicode.Mn, rs[k]) {
				k++
			}
			if k < len(rs) {
				slices.Reverse(rs[i : k+1])
				i = k
			}
		}
	}
	turnBrackets(rs)
	return string(rs)
}

// turnBrackets turns a line's brackets when most of them stand the wrong way: some writers map a bracket's glyph to
// the character that is read, others to the one that is seen.
func turnBrackets(rs []rune) {
	right, wrong := 0, 0
	for i, r := range rs {
		opens := r == '(' || r == '['
		if !opens && r != ')' && r != ']' {
			continue
		}
		before, after := i == 0 || rs[i-1] == ' ', i+1 == len(rs) || rs[i+1] == ' '
		switch {
		case before == after:
		case opens == before:
			right++
		default:
			wrong++
		}
	}
	if wrong <= right {
		return
	}
	for i, r := range rs {
		rs[i] = mirror(r)
	}
}

func mirror(r rune) rune {
	const pairs = "()[]{}<>«»‹›"
	rs := []rune(pairs)
	for i, c := range rs {
		if c == r {
			return rs[i^1]
		}
	}
	return r
}

// labelOf returns how many of a row's first pieces are a list label, and the label.
func labelOf(ps []*piece) (int, string) {
	if len(ps) < 2 || choice(ps) {
		return 0, ""
	}
	if ps[0].mark {
		return 1, ps[0].text
	}
	if misread(ps[0], ps[1]) {
		ps[0].setText("•")
		ps[0].mark = true
		return 1, ps[0].text
	}
	// The label is what stands before the first blank.
	k := 1
	for k < len(ps) && !needsSpace(ps[k-1], ps[k], wordGap) && k < 6 {
		k++
	}
	if k >= len(ps) {
		return 0, ""
	}
	text, kind := labelText(ps[:k])
	if kind == noLabel {
		return 0, ""
	}
	return k, text
}

// labelAt returns how many pieces at a row's beginning, which is at the right in a right-to-left text, are a list label, and the
// label.
func labelAt(ps []*piece, rtl bool) (int, string) {
	if !rtl {
		return labelOf(ps)
	}
	n := len(ps)
	if n < 2 {
		return 0, ""
	}
	if last := ps[n-1]; last.mark || last.text == "•" {
		return 1, last.text
	}
	k := n - 1
	for k > 0 && !needsSpace(ps[k-1], ps[k], wordGap) && n-k < 6 {
		k--
	}
	if k == 0 {
		return 0, ""
	}
	var text string
	for _, p := range ps[k:] {
		text += p.text
	}
	text = visualToLogical(text)
	if kind, _ := parseLabel(text, ps[k]); kind == noLabel {
		return 0, ""
	}
	return n - k, text
}

// withoutLabel returns a row's pieces but for the list label at its beginning.
func withoutLabel(ps []*piece, rtl bool) []*piece {
	k, _ := labelAt(ps, rtl)
	if rtl {
		return ps[:len(ps)-k]
	}
	return ps[k:]
}

// misread reports whether a line's first piece is an ornament that its font maps to half of a Japanese character, well
// apart from Latin text.
func misread(p, next *piece) bool {
	r, n := utf8.DecodeRuneInString(p.text)
	return n == len(p.text) && r >= 0xff61 && r <= 0xff9f && p.font != next.font && next.box.X0-p.box.X1 > .6*next.size && unicode.Is(unicode.Latin, firstRune(next.text))
}

// isLabel reports whether the pieces are nothing but a list label.
func isLabel(ps []*piece) bool {
	_, kind := labelText(ps)
	return kind != noLabel
}

// labelText returns the text of pieces that are a list label, and its kind.
func labelText(ps []*piece) (string, labelKind) {
	text := ps[0].text
	if len(ps) > 1 {
		// Most lines begin with a word: what is no single character and has no bracket or dot at its end needs no second look.
		switch last := ps[len(ps)-1].text; {
		case ps[0].mark, strings.HasPrefix(text, "\ufffd"):
		case last == "" || strings.IndexByte(").]", last[len(last)-1]) < 0:
			return "", noLabel
		}
		for _, p := range ps[1:] {
			text += p.text
		}
	}
	kind, _ := parseLabel(text, ps[0])
	return text, kind
}

func pieceBox(ps []*piece) page.Rect {
	b := ps[0].box
	for _, p := range ps[1:] {
		b = b.Union(p.box)
	}
	return b
}
