package layout

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// headings finds the headings of the document and their levels.
func (d *doc) headings() {
	seen := d.outlineTitles()
	labels := d.rightLabels()
	var found []*block
	front := true // before the first body text
	var title *block
	d.textStyles()
	d.taggedText()
	d.taggedLevels()
	known := d.opt.Tags != nil && d.opt.Tags.headings
	for _, p := range d.pages {
		for i, b := range p.blocks {
			lone := b.kind == listItem && d.loneItem(p, i)
			if b.kind != para && !lone || b.dropped || known && b.unit > 0 && !lone {
				continue
			}
			if !front && len(b.lines) > mostHeadingLines && !b.side {
				continue
			}
			text := b.plain()
			if front && (bodyText(b, text, d.body) || b.labelKind == bulletLabel) {
				front = false
			}
			level, listed := seen.take(p.index, text)
			if listed && d.sentence(b, text) {
				continue
			}
			if !listed && !d.headingLike(p, i, b, text) {
				continue
			}
			if front && title != nil && !listed && b.style.size < .95*title.style.size && !b.style.bold && !opening(text) {
				continue // author, date and the like under a title
			}
			over := title
			if !front {
				over = nil
				if i > 0 && p.blocks[i-1].kind == heading {
					over = p.blocks[i-1]
				}
			}
			if over != nil && !listed && b.style.size < .95*over.style.size && names(text) {
				continue
			}
			b.kind, b.level = heading, level
			found = append(found, b)
			if front && (title == nil || b.style.size > title.style.size) {
				title = b
			}
		}
	}
	d.chapterLines()
	d.levels(d.continuedTitles(d.joinHeadings(found)))
	d.putLabels(labels)
}

// look is what a style of running text shows.
type look struct {
	size   float32 // in half points
	italic bool
	color  uint32
}

func (s style) look() look { return look{halfPoints(s.size), s.italic, s.color} }

// textStyles counts the paragraphs of running text that are larger than most text, by their looks: answers in a form, or letters with
// much small print.
func (d *doc) textStyles() {
	const least = 200 // bytes
	d.texts = make(map[look]int)
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind != para || b.dropped || len(b.lines) < 3 || b.style.size < 1.12*d.body || b.style.bold || b.style.caps {
				continue
			}
			n := 0
			for i := range b.lines {
				n += len(b.lines[i].text)
			}
			if n > least {
				d.texts[b.style.look()]++
			}
		}
	}
}

// loneItem reports whether block i is a tagged list of one item, numbered and bold, as headings are whose numbers are a list's.
func (d *doc) loneItem(p *Page, i int) bool {
	b := p.blocks[i]
	if b.unit == 0 || b.labelKind == bulletLabel && !numbered(b.plain()) || !b.style.bold || d.bold || len(b.lines) > 1 {
		return false
	}
	item := func(k int) bool { return k >= 0 && k < len(p.blocks) && p.blocks[k].kind == listItem }
	return !item(i-1) && !item(i+1)
}

// continuedTitles makes running heads of the headings that only say that a text above them goes on: "Table of winds (continued)". It
// returns the others.
func (d *doc) continuedTitles(found []*block) []*block {
	const least = 8 // characters
	seen := make(map[string]bool)
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.dropped || b.kind != heading && b.kind != caption {
				continue
			}
			text := b.plain()
			rest, ok := withoutContinued(text)
			if key := titleKey(rest); ok && b.kind == heading && b.unit == 0 {
				for n := min(len(key), least); n <= len(key); n++ { // the first title may be cut
					if seen[key[:n]] {
						b.kind = header
						break
					}
				}
			}
			seen[titleKey(text)] = true
		}
	}
	return slices.DeleteFunc(found, func(b *block) bool { return b.kind == header })
}

// withoutContinued takes what is in brackets out of a title when it says that the title's text goes on there.
func withoutContinued(text string) (string, bool) {
	for from, r := range text {
		if r != '(' {
			continue
		}
		inside, rest, _ := strings.Cut(text[from+1:], ")")
		word, _, _ := strings.Cut(strings.ToLower(inside), " ")
		switch strings.TrimRight(word, ".’'d") {
		case "cont", "continue", "fortsetzung", "forts", "suite":
			return text[:from] + rest, true
		}
	}
	return text, false
}

// chapterLines puts the line "Chapter 3" that stands over a chapter's title in front of the title.
func (d *doc) chapterLines() {
	for _, p := range d.pages {
		for i, a := range p.blocks {
			if i+1 == len(p.blocks) || a.dropped || a.kind != heading && a.kind != para || a.unit > 0 || len(a.lines) != 1 || !chapterOnly(a.lines[0].text) {
				continue
			}
			b := p.blocks[i+1]
			gap := b.box.Y0 - a.box.Y1
			if b.kind != heading || b.unit > 0 || b.style.size < .95*a.style.size || gap < 0 || gap > 3*b.style.size || chapterOnly(b.plain()) {
				continue
			}
			b.lines = append(a.lines[:1:1], b.lines...)
			b.box = b.box.Union(a.box)
			if b.level == 0 {
				b.level = a.level
			}
			a.dropped = true
		}
	}
}

// chapterOnly reports whether a text is a chapter's number and nothing else: "Chapter 3", "PART II".
func chapterOnly(text string) bool {
	first, rest, _ := strings.Cut(text, " ")
	return chapterWord(first) && !strings.Contains(rest, " ") && numbered(text)
}

// opening reports whether a text has the number of a document's first section, as no author or date has.
func opening(text string) bool {
	first, rest, _ := strings.Cut(text, " ")
	if !numbered(text) || yearLast(rest) {
		return false
	}
	number, _, _ := strings.Cut(first, ".")
	return number == "1" || number == "I"
}

// yearLast reports whether a text ends in a number of four digits, as a date does.
func yearLast(s string) bool {
	n := len(s)
	return n > 4 && s[n-5] == ' ' && strings.Trim(s[n-4:], "0123456789") == ""
}

// names reports whether a text lists names, as of a paper's authors: between commas stand two to five words that begin
// with capitals.
func names(text string) bool {
	const least, most = 2, 5 // words
	parts := 0
	for part := range strings.SplitSeq(strings.ReplaceAll(text, " and ", ", "), ",") {
		words := 0
		for w := range strings.FieldsSeq(part) {
			w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
			switch {
			case w == "": // the mark of a note
			case unicode.IsUpper(firstRune(w)):
				words++
			case len(w) > 3: // "de" and "van" are parts of names
				return false
			}
		}
		if words == 0 {
			continue
		}
		if words < least || words > most {
			return false
		}
		parts++
	}
	return parts >= 2
}

// joinHeadings makes one heading of those that are the lines of one.
func (d *doc) joinHeadings(found []*block) []*block {
	out := found[:0:0]
	for _, b := range found {
		if b.dropped {
			continue
		}
		if n := len(out); n > 0 {
			a := out[n-1]
			last := a
			for last.goesOn != nil {
				last = last.goesOn
			}
			gap := b.box.Y0 - last.box.Y1
			same := abs(a.style.size-b.style.size) < .04*a.style.size && (a.style.bold == b.style.bold && a.style.italic == b.style.italic || a.style.size > 1.25*d.body)
			aligned := abs(a.box.X0-b.box.X0) < 2 || abs(a.box.X0+a.box.X1-b.box.X0-b.box.X1) < .06*(a.box.X1-a.box.X0)+4 || hangs(last, b)
			if last.page == b.page && same && aligned && gap > -.5*b.style.size && gap < .7*b.style.size && d.next(last) == b && !numbered(b.plain()) && a.level == 0 && b.level == 0 &&
				!ends(last.lines[len(last.lines)-1].text) && !b.lines[0].otherFont(&last.lines[len(last.lines)-1]) && len(a.plain())+len(b.plain()) < 200 {
				last.goesOn = b
				b.dropped = true
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// hangs reports whether b may be a heading's next line that stands further in than the longer first one.
func hangs(a, b *block) bool {
	const most = 3 // em
	in := b.box.X0 - a.box.X0
	return in > 0 && in < most*a.style.size && len(b.lines) == 1 && a.style.caps == b.style.caps && a.style.bold == b.style.bold && a.box.W() > b.box.W()
}

// next returns the block after b on its page.
func (d *doc) next(b *block) *block {
	for _, p := range d.pages {
		if p.index != b.page {
			continue
		}
		for i, o := range p.blocks {
			if o == b && i+1 < len(p.blocks) {
				return p.blocks[i+1]
			}
		}
	}
	return nil
}

// taggedLevels makes room for titles, which the structure tree sets above its headings.
func (d *doc) taggedLevels() {
	title := d.untaggedTitle()
	var found []*block
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind == heading {
				found = append(found, b)
				title = title || b.level == 0
			}
		}
	}
	if title {
		for _, b := range found {
			b.level++
		}
	}
}

// taggedText makes paragraphs of what is tagged as headings but is text like any other.
func (d *doc) taggedText() {
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind == heading && b.unit > 0 && d.sentence(b, b.plain()) {
				b.kind, b.level = para, 0
			}
		}
	}
}

// sentence reports whether a block is set like most text and a sentence of several lines, or of more than headings have, as no heading
// is, whatever the outline or the structure tree calls it.
func (d *doc) sentence(b *block, text string) bool {
	const long = 80 // bytes
	return len(b.lines) > 1 && len(text) > long && (!b.style.bold || d.bold) && b.style.size < 1.05*d.body && (len(b.lines) > mostHeadingLines || strings.ContainsRune(".:。", lastRune(text)))
}

// untaggedTitle finds the title that a structure tree with headings has as a paragraph: larger than any of them, above
// the first one and above the text. It makes a heading of level 0 of it.
func (d *doc) untaggedTitle() bool {
	if d.opt.Tags == nil || !d.opt.Tags.headings {
		return false
	}
	var largest float32
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind == heading {
				largest = max(largest, b.style.size)
			}
		}
	}
	var title *block
	for _, b := range d.pages[0].blocks {
		if b.dropped || b.kind == header || b.kind == footer {
			continue
		}
		if b.kind != para || len(b.lines) > mostHeadingLines || bodyText(b, b.plain(), d.body) {
			break
		}
		if b.style.size > 1.1*largest && b.style.size > 1.3*d.body && (title == nil || b.style.size > title.style.size) && strings.ContainsFunc(b.plain(), unicode.IsLetter) {
			title = b
		}
	}
	if title == nil || largest == 0 {
		return false
	}
	title.kind, title.level = heading, 0
	return true
}

// bodyText reports whether a block is running text rather than front matter.
func bodyText(b *block, text string, body float32) bool {
	return len(b.lines) > 2 && len(text) > 200 && b.style.size < 1.15*body
}

// mostHeadingLines is how many lines a heading has at most.
const mostHeadingLines = 4

// headingLike judges a block by its own look and what surrounds it.
func (d *doc) headingLike(p *Page, i int, b *block, text string) bool {
	n := utf8.RuneCountInString(text)
	st := b.style
	letters := strings.ContainsFunc(text, unicode.IsLetter)
	if b.side {
		return letters && n <= 200
	}
	if !letters || n < 2 || n > 200 || len(b.lines) > mostHeadingLines || b.labelKind == bulletLabel || st.mono && !d.mono && st.size < 1.15*d.body {
		return false
	}
	const word = 3 // letters of the longest one that joins names on a title page: "and"
	if n <= word && unicode.IsLower(firstRune(text)) {
		return false
	}
	ratio := st.size / d.body
	last := lastRune(text)
	if strings.ContainsRune(",;", last) || last == ':' && ratio < 1.15 {
		return false
	}
	if b.view.angle != 0 || leaders(b.lines[0].pieces) || strings.ContainsRune(text, '@') && !strings.Contains(text, " ") || strings.ContainsRune(text, '\uFFFD') || mathematical(b) {
		return false
	}
	if aside(text) && ratio < 1.3 {
		return false
	}
	sentence := strings.ContainsRune(".!。", last) && !numberedOnly(text)
	if sentence && ratio < 1.25 && n > 40 {
		return false
	}
	if len(b.lines) == 1 && len(b.lines[0].parts()) > 2 {
		return false // a table's head
	}
	gap := b.gapBefore < 0 || b.gapBefore > .45*st.size || i > 0 && p.blocks[i-1].kind == heading
	narrow := len(b.lines) <= 2 && n <= 120
	followed := d.followed(p, i, b)
	switch {
	case ratio >= 1.12 && !st.bold && !st.caps && !numbered(text) && d.texts[st.look()] >= 2:
		return false // text of a second size
	case ratio >= 1.3:
		return true
	case ratio >= 1.12:
		return !sentence && (st.bold || st.caps || numbered(text) || followed && gap && narrow)
	case ratio < .93:
		return st.bold && narrow && gap && followed && !sentence && ratio > .8 && numbered(text)
	case st.bold && !d.bold:
		return narrow && gap && !sentence && followed
	case st.caps && n >= 4:
		return !strings.Contains(text, "=") && narrow && gap && followed && !sentence
	case st.italic && !d.italic:
		return len(b.lines) == 1 && n <= 80 && gap && followed && !sentence && !unicode.IsLower(firstRune(text)) && (p.spaceAbove(i) > .6*st.size || i > 0 && p.blocks[i-1].kind == heading || numbered(text))
	case numbered(text):
		return len(b.lines) == 1 && n <= 80 && b.gapBefore > .8*st.size && followed && !sentence && headingNumber(text) >= 2
	}
	return false
}

// spaceAbove returns the white space above block i, which is not told for those of a structure tree; -1 where another column's block
// comes before it.
func (p *Page) spaceAbove(i int) float32 {
	b := p.blocks[i]
	if b.gapBefore >= 0 || i == 0 {
		return b.gapBefore
	}
	above := p.blocks[i-1].box
	if lines := p.blocks[i-1].lines; len(lines) > 0 {
		above = lines[len(lines)-1].box // the others may stand in another column
	}
	if above.X0 < b.box.X1 && b.box.X0 < above.X1 {
		return max(-1, b.box.Y0-above.Y1)
	}
	return -1
}

// aside reports whether a text is in brackets, or begins with a dash as the name below a quotation does.
func aside(text string) bool {
	r, last := firstRune(text), lastRune(text)
	return strings.ContainsRune("–—―", r) || r == '(' && last == ')' || r == '[' && last == ']'
}

// mathematical reports whether most of a block is set in fonts for mathematics: a formula's large signs make no heading.
func mathematical(b *block) bool {
	signs, all := 0, 0
	for i := range b.lines {
		for _, p := range b.lines[i].pieces {
			all += len(p.text)
			if p.math {
				signs += len(p.text)
			}
		}
	}
	return signs*2 > all
}

// followed reports whether text that a heading can stand over comes after block i, in a smaller or plainer style.
func (d *doc) followed(p *Page, i int, b *block) bool {
	for k := i + 1; k < len(p.blocks); k++ {
		n := p.blocks[k]
		if n.dropped || n.kind == header || n.kind == footer {
			continue
		}
		if n.kind != para {
			return n.kind != caption
		}
		if k == i+1 && n.style.like(b.style) && hangs(b, n) {
			continue // its next line
		}
		if n.box.X1 < b.box.X0 && n.column.X1 < b.column.X0 {
			return true
		}
		return n.style.size < b.style.size+.2 && (!n.style.like(b.style) || n.style.italic != b.style.italic || n.style.caps != b.style.caps) || n.style.bold
	}
	return true // at a page's or column's end
}

// numbered reports whether a text begins with a section number: "2", "2.1", "A.", "IV.", "Chapter 3", "§ 4".
func numbered(text string) bool { return headingNumber(text) > 0 }

// headingNumber returns the depth of a section number at the start of a text: 1 for "2" and "Chapter 2",
// 2 for "2.1", 0 for none.
func headingNumber(text string) int {
	first, rest, ok := strings.Cut(text, " ")
	if !ok || rest == "" {
		return 0
	}
	if chapterWord(first) {
		word, _, _ := strings.Cut(rest, " ")
		word = strings.TrimRight(word, ".:")
		if digitsAndDots(word) || romanValue(word) > 0 || len(word) == 1 {
			return 1
		}
		return 0
	}
	if c := firstRune(strings.TrimLeft(rest, " ")); !unicode.IsUpper(c) && unicode.Is(unicode.Latin, c) && !unicode.IsTitle(c) {
		return 0
	}
	core := strings.TrimRight(first, ".:)")
	if core == "" {
		return 0
	}
	if digitsAndDots(core) {
		if strings.Count(core, ".") == 0 && len(core) > 2 {
			return 0 // a year or quantity
		}
		return strings.Count(core, ".") + 1
	}
	if core == first {
		if len(core) > 1 && core[1] == '.' && unicode.IsUpper(rune(core[0])) && digitsAndDots(core[2:]) {
			return strings.Count(core, ".") + 1
		}
		return 0
	}
	if len(core) == 1 && unicode.IsUpper(rune(core[0])) || romanValue(core) > 0 && unicode.IsUpper(rune(core[0])) {
		return 1
	}
	if len(core) > 2 && core[1] == '.' && digitsAndDots(core[2:]) {
		return strings.Count(core, ".") + 1
	}
	return 0
}

// chapterWord reports whether a word stands in front of a chapter's or section's number.
func chapterWord(s string) bool {
	switch strings.ToLower(s) {
	case "chapter", "section", "part", "appendix", "article", "kapitel", "teil", "abschnitt", "anhang", "chapitre", "partie", "capítulo", "capitolo":
		return true
	}
	return false
}

func numberedOnly(text string) bool { return headingNumber(text) > 0 && len(text) < 60 }

// class is a heading style; headings of one class have one level.
type class struct {
	style  style
	blocks []*block
	depth  int // of the section numbers, when they agree; 0 unknown
	least  int // smallest depth of its section numbers when they don't; 0 for none
	level  int
	named  bool // they are the usual unnumbered sections
	title  bool // it is nothing but the document's title
	scheme scheme
}

// scheme is how headings are numbered.
type scheme uint8

const (
	withoutScheme scheme = iota
	byWord               // Chapter 1
	byNumber             // 1.
	byRoman              // I.
	byLetter             // A.
)

// schemeOf returns the scheme of most headings of a class.
func schemeOf(bs []*block) scheme {
	var n numbering
	var count [byLetter + 1]int
	for _, b := range bs {
		s, _ := n.next(b)
		count[s]++
	}
	best := withoutScheme
	for s := range count {
		if count[s] > count[best] {
			best = scheme(s)
		}
	}
	return best
}

// numbering follows the numbers of headings of one style. A letter goes on with letters or with Roman numbers.
type numbering struct{ roman, letter int }

// next returns how a heading is numbered, and its number; 0 where that is not told.
func (n *numbering) next(b *block) (scheme, int) {
	text := b.plain()
	first, _, _ := strings.Cut(text, " ")
	core := strings.TrimRight(first, ".:)")
	switch {
	case headingNumber(text) != 1:
		return withoutScheme, 0
	case chapterWord(first):
		return byWord, 0
	case digitsAndDots(core):
		value, _ := strconv.Atoi(core)
		return byNumber, value
	}
	roman := romanValue(core)
	if len(core) > 1 {
		n.roman = roman
		return byRoman, roman
	}
	if letter := int(core[0]) - 'A' + 1; letter == n.letter+1 || roman <= n.roman || n.roman == 0 && roman > 1 {
		n.letter = letter
		return byLetter, letter
	}
	n.roman = roman
	return byRoman, roman
}

// nested takes out of a class the headings that are numbered in another way within the sections of the others, and
// returns them, the outer ones first: "1)" below "A." below "I.", all in one style. Their number begins anew or theirs goes
// on behind them; that of an appendix does neither.
func (c *class) nested() []class {
	var n numbering
	schemes := make([]scheme, len(c.blocks))
	var order []scheme // by their first headings
	var within [byLetter + 1]bool
	var begun [byLetter + 1]int
	for i, b := range c.blocks {
		s, number := n.next(b)
		schemes[i] = s
		if s == withoutScheme {
			continue
		}
		at := slices.Index(order, s)
		if at < 0 {
			at = len(order)
			order = append(order, s)
		}
		if number == 1 {
			begun[s]++
			within[s] = within[s] || at > 0 && begun[s] > 1
			if s != byLetter {
				n.letter = 0
			}
		}
		for _, inner := range order[at+1:] {
			within[inner] = true
		}
		if s == byRoman {
			n.letter = 0 // letters begin anew in each section
		}
	}
	var out []class
	for _, s := range order {
		if !within[s] {
			continue
		}
		inner := class{style: c.style}
		kept := c.blocks[:0:0]
		left := schemes[:0:0]
		for i, b := range c.blocks {
			if schemes[i] == s {
				inner.blocks = append(inner.blocks, b)
			} else {
				kept, left = append(kept, b), append(left, schemes[i])
			}
		}
		if len(kept) == 0 {
			break
		}
		c.blocks, schemes = kept, left
		out = append(out, inner)
	}
	return out
}

// levels gives headings their levels: those of the outline where it has them, else by style and numbering.
func (d *doc) levels(found []*block) {
	if len(found) == 0 {
		return
	}
	classes := d.classes(found)
	// Levels of the outline hold for the whole class.
	anyListed := false
	for i := range classes {
		votes := make(map[int]int)
		for _, b := range classes[i].blocks {
			if b.level > 0 {
				votes[b.level]++
				anyListed = true
			}
		}
		for l, n := range votes {
			have := classes[i].level
			if n*2 >= len(classes[i].blocks) && (have == 0 || n > votes[have] || n == votes[have] && l < have) {
				classes[i].level = l
			}
		}
	}
	shift := 0
	if anyListed && d.titleAbove(classes) {
		shift = 1
	}
	if c := &classes[0]; anyListed && len(classes) > 1 && c.level > 0 && len(c.blocks) == 1 && c.blocks[0] == found[0] && c.blocks[0].page == 0 &&
		classes[1].level == c.level && c.style.size > 1.12*classes[1].style.size {
		// The outline lists the title beside the sections that it stands over.
		c.level--
		c.blocks[0].level--
		shift++
	}
	level := 0
	numberedLevel := make(map[int]int)
	var outer scheme // of the class whose level numberedLevel has for depth 1
	cover := d.coverClasses(classes)
	for i := range classes {
		c := &classes[i]
		switch {
		case c.level > 0:
			c.level += shift
		case i < cover:
			c.level = 1
		case c.depth > 0 && numberedLevel[c.depth] > 0 && (c.depth > 1 || c.scheme == outer):
			c.level = numberedLevel[c.depth]
		case c.depth > 1 && numberedLevel[c.depth-1] > 0:
			c.level = numberedLevel[c.depth-1] + 1
		default:
			c.level = level + 1
		}
		if c.depth > 0 && numberedLevel[c.depth] == 0 {
			numberedLevel[c.depth] = c.level
			if c.depth == 1 {
				outer = c.scheme
			}
		}
		if len(c.blocks) > 1 || i == 0 || c.depth > 0 {
			level = max(level, c.level) // one heading alone makes no level
		}
	}
	for i := range classes {
		for _, b := range classes[i].blocks {
			own := b.level
			b.level = classes[i].level
			if own > 0 {
				b.level = own + shift
			} else if n := headingNumber(b.plain()); n > 0 && classes[i].depth == 0 && (n > 1 || outer == withoutScheme || schemeOf([]*block{b}) == outer) {
				if numberedLevel[n] > 0 {
					b.level = numberedLevel[n]
				} else if l := classes[i].least; l > 0 {
					b.level += n - l
				}
			}
			if l := numberedLevel[1]; l > 0 && own == 0 && classes[i].named {
				b.level = l
			}
			b.level = min(b.level, 9)
		}
	}
}

// coverClasses returns how many of the most prominent styles occur on the first page only, above one that
// later pages have: whatever is
// printed large on a cover, a first page without running text, is a title.
func (d *doc) coverClasses(classes []class) int {
	for _, b := range d.pages[0].blocks {
		if b.kind == para && bodyText(b, b.plain(), d.body) {
			return 0
		}
	}
	for i := range classes {
		for _, b := range classes[i].blocks {
			if b.page > 0 {
				return i
			}
		}
	}
	return 0
}

// titleAbove reports whether a title stands over the headings that the outline lists.
func (d *doc) titleAbove(classes []class) bool {
	c := &classes[0]
	return c.level == 0 && len(c.blocks) <= 2 && c.blocks[0].page == 0
}

// sectionName reports whether a text is one of the usual names of unnumbered sections.
func sectionName(text string) bool {
	switch strings.ToLower(strings.TrimRight(text, ".:")) {
	case "abstract", "summary", "references", "bibliography", "acknowledgements", "acknowledgments", "acknowledgement", "contents",
		"table of contents", "index", "preface", "foreword", "glossary", "conclusion", "conclusions", "introduction", "zusammenfassung",
		"literatur", "literaturverzeichnis", "inhaltsverzeichnis", "vorwort", "résumé", "bibliographie", "resumen", "referencias":
		return true
	}
	return false
}

// classes sorts headings by style, the most prominent style first.
func (d *doc) classes(found []*block) []class {
	var out []class
	title := d.centredTitle(found)
	if title == nil {
		title = d.smallTitle(found)
	}
	if title != nil {
		out = append(out, class{style: title.style, blocks: []*block{title}, title: true})
	}
	for _, b := range found {
		if b == title {
			continue
		}
		i := slices.IndexFunc(out, func(c class) bool {
			s, t := c.style, b.style
			return !c.title && abs(s.size-t.size) < .04*max(s.size, t.size) && s.bold == t.bold && s.italic == t.italic && s.caps == t.caps
		})
		if i < 0 {
			out = append(out, class{style: b.style})
			i = len(out) - 1
		}
		out[i].blocks = append(out[i].blocks, b)
	}
	for i := 0; i < len(out); i++ {
		if inner := out[i].nested(); len(inner) > 0 {
			out = slices.Insert(out, i+1, inner...)
		}
		out[i].named = !slices.ContainsFunc(out[i].blocks, func(b *block) bool { return !sectionName(b.plain()) })
		out[i].scheme = schemeOf(out[i].blocks)
		depths := make(map[int]int)
		n := 0
		for _, b := range out[i].blocks {
			if k := headingNumber(b.plain()); k > 0 {
				depths[k]++
				n++
			}
		}
		for k, c := range depths {
			if c*10 >= n*8 && n*2 >= len(out[i].blocks) {
				out[i].depth = k
			} else if n*2 >= len(out[i].blocks) && (out[i].least == 0 || k < out[i].least) {
				out[i].least = k
			}
		}
	}
	rank := func(c class) float32 {
		s := c.style
		r := s.size
		if c.title {
			r *= 2 // above all that is no larger
		}
		if s.bold {
			r += .06 * s.size
		}
		if s.caps {
			r += .04 * s.size
		}
		if s.italic {
			r -= .02 * s.size
		}
		return r
	}
	slices.SortStableFunc(out, func(a, b class) int {
		return cmp.Compare(rank(b), rank(a))
	})
	// Among themselves, numbered styles stand in the order of their depths.
	var at []int
	var numbered []class
	for i := range out {
		if out[i].depth > 0 {
			at = append(at, i)
			numbered = append(numbered, out[i])
		}
	}
	slices.SortStableFunc(numbered, func(a, b class) int { return cmp.Compare(a.depth, b.depth) })
	for i, k := range at {
		out[k] = numbered[i]
	}
	return out
}

// centredTitle returns the first heading when it is the document's title though it is set like others: it stands in the
// middle above all text of the first page, and they, there and on other pages, don't. It is nil otherwise.
func (d *doc) centredTitle(found []*block) *block {
	t := found[0]
	if t.page != d.pages[0].index || t.level > 0 || numbered(t.plain()) || !d.inMiddle(t) {
		return nil
	}
	for _, b := range d.pages[0].blocks {
		if b == t {
			break
		}
		if b.kind == para && bodyText(b, b.plain(), d.body) {
			return nil
		}
	}
	alike, below := 0, false
	for _, b := range found[1:] {
		if b.style.sizeApart(t.style) || b.style.bold != t.style.bold {
			continue
		}
		if alike++; b.level > 0 || d.inMiddle(b) {
			return nil
		}
		below = below || b.page == t.page
	}
	if alike < 2 || !below {
		return nil
	}
	return t
}

// smallTitle returns the first heading when it is the document's title though the headings of sections are a little larger: no other is
// set like it. It is nil otherwise.
func (d *doc) smallTitle(found []*block) *block {
	const (
		most  = 1.12 // times its size
		least = 2    // larger headings
	)
	t := found[0]
	text := t.plain()
	if t.page != d.pages[0].index || t.level > 0 || t.style.size < most*d.body || numbered(text) || sectionName(text) {
		return nil
	}
	larger := 0
	for _, b := range found[1:] {
		if b.level > 0 || b.style.size > most*t.style.size || b.style.bold == t.style.bold && !b.style.sizeApart(t.style) {
			return nil
		}
		if b.style.size > t.style.size {
			larger++
		}
	}
	if larger < least {
		return nil
	}
	return t
}

// inMiddle reports whether a block stands in the middle of its page, clear of where most text begins.
func (d *doc) inMiddle(b *block) bool {
	width := b.view.width
	left, right := b.box.X0, width-b.box.X1
	return b.view.upright() && !b.rtl && abs(left-right) < .03*width && left > .2*width
}

// titles are the outline's entries that no block was found for yet.
type titles struct {
	byText   map[string][]page.OutlineItem
	initials [256]bool // the lowest bytes of the keys' first characters
	longest  int       // of the keys, bytes
}

func (d *doc) outlineTitles() *titles {
	t := &titles{byText: make(map[string][]page.OutlineItem)}
	for _, o := range d.info.Outline {
		if k := titleKey(o.Title); k != "" {
			t.byText[k] = append(t.byText[k], o)
			t.initials[initial(k)&0xFF] = true
			t.longest = max(t.longest, len(k))
		}
	}
	return t
}

// take returns the level of the outline entry for a text on that page, and removes the entry.
func (t *titles) take(pageIndex int, text string) (int, bool) {
	if len(t.byText) == 0 || len(text) > 300 {
		return 0, false
	}
	for _, s := range [...]string{text, withoutNumber(text)} {
		if !t.initials[initial(s)&0xFF] {
			continue
		}
		var room [300]byte
		k := string(appendTitleKey(room[:0], s, t.longest))
		for i, o := range t.byText[k] {
			if o.Page == pageIndex || o.Page < 0 {
				t.byText[k] = slices.Delete(t.byText[k], i, i+1)
				return o.Level, true
			}
		}
	}
	return 0, false
}

// initial is the first character of a title's key.
func initial(s string) rune {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
	}
	return 0
}

// titleKey is a title's letters and digits in lower case.
func titleKey(s string) string { return string(appendTitleKey(nil, s, math.MaxInt32)) }

// appendTitleKey appends the key, no further than it takes to be longer than most bytes.
func appendTitleKey(key []byte, s string, most int) []byte {
	most += len(key)
	for _, r := range s {
		if len(key) > most {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			key = append(key, byte(r))
		case r >= 'A' && r <= 'Z':
			key = append(key, byte(r)|0x20)
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			key = utf8.AppendRune(key, unicode.ToLower(r))
		}
	}
	return key
}

func withoutNumber(text string) string {
	first, rest, ok := strings.Cut(text, " ")
	if ok && digitsAndDots(strings.TrimRight(first, ".")) {
		return rest
	}
	return text
}
