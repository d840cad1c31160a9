package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// captions finds the captions of tables and pictures and ties them to what they stand at.
func (d *doc) captions() {
	below := d.captionsBelow()
	for k, p := range d.pages {
		for i, b := range p.blocks {
			if b.dropped || b.kind != caption && (b.kind != para || len(b.lines) > 8) {
				continue
			}
			var text, word string
			if word, _ = captionStart(b.first()); word != "" {
				text = b.plain()
				word = captionWord(text)
			}
			if b.kind == para && word != "" && saysOn(text) {
				continue // a sentence about it: "Table 3 shows"
			}
			near := d.floatBeside(p, i, word, below)
			if word == "" && near == nil && b.kind == para {
				continue
			}
			if text == "" {
				text = b.plain()
			}
			if word == "" && near != nil {
				word = unnumbered(text)
			}
			if word != "" && near == nil {
				near = d.floatNear(p, b, word)
			}
			switch {
			case b.kind == caption:
			case word != "" && (near != nil || captionMark(text) && (len(b.lines) <= 4 || captionColon(text)) || len(b.lines) <= 2 && (b.style.size < .95*d.body || b.style.italic && !d.italic)):
			case near != nil && near.kind == imageBlock && captionLook(b, d.body) && b.under(near) && len(text) < 300 && !unicode.IsLower(firstRune(text)):
			default:
				continue
			}
			b.kind = caption
			if near == nil && word != "" {
				near = d.floatOver(k, i, word)
			}
			if near != nil && near.cap == "" {
				near.cap = text
			}
		}
	}
}

// captionsBelow reports, for tables and for all else, whether captions stand below what they belong to, by those that have it on one side
// only. Where that tells nothing, a figure's caption stands below the figure, a table's above it.
func (d *doc) captionsBelow() map[bool]bool {
	votes := map[bool]int{}
	for _, p := range d.pages {
		for i, b := range p.blocks {
			if b.dropped || b.kind != caption && b.kind != para {
				continue
			}
			above, below := d.beside(p, i)
			if above == nil && below == nil {
				continue
			}
			if word, _ := captionStart(b.first()); word == "" {
				continue
			}
			word := captionWord(b.plain())
			if word == "" {
				continue
			}
			isTable := tableWords[word]
			fits := func(f *block) bool { return f != nil && (f.kind == tableBlock) == isTable }
			switch {
			case fits(above) && !fits(below):
				votes[isTable]++
			case fits(below) && !fits(above):
				votes[isTable]--
			}
		}
	}
	return map[bool]bool{true: votes[true] > 0, false: votes[false] >= 0}
}

// float reports whether a block is a table or picture that wants a caption.
func (b *block) float() bool {
	return (b.kind == tableBlock || b.kind == imageBlock || b.kind == drawing) && b.cap == "" && !b.dropped
}

// floatNear returns the nearest table or picture above or below a caption, or beside it, wherever it comes in
// reading order.
func (d *doc) floatNear(p *Page, b *block, word string) *block {
	var best *block
	least := 4 * d.body
	for _, f := range p.blocks {
		if !f.float() || tableWords[word] != (f.kind == tableBlock) || f.view != b.view && *f.view != *b.view {
			continue
		}
		dx := max(f.box.X0-b.box.X1, b.box.X0-f.box.X1)
		dy := max(f.box.Y0-b.box.Y1, b.box.Y0-f.box.Y1)
		shared := min(f.box.Y1, b.box.Y1) - max(f.box.Y0, b.box.Y0)
		if gap := max(dx, dy); gap < least && (dx < 0 || shared > .5*b.box.H()) {
			best, least = f, gap
		}
	}
	return best
}

// floatOver returns the table or picture at the top of the next page, when the caption ends its page.
func (d *doc) floatOver(k, i int, word string) *block {
	for _, b := range d.pages[k].blocks[i+1:] {
		if !b.dropped && b.kind != footer && b.kind != note {
			return nil
		}
	}
	if k+1 == len(d.pages) {
		return nil
	}
	for _, f := range d.pages[k+1].blocks {
		if f.dropped || f.kind == header {
			continue
		}
		if f.float() && tableWords[word] == (f.kind == tableBlock) {
			return f
		}
		break
	}
	return nil
}

// under reports whether most of a block stands above or below a picture rather than at its side.
func (b *block) under(f *block) bool {
	return min(b.box.X1, f.box.X1)-max(b.box.X0, f.box.X0) > .5*min(b.box.W(), f.box.W())
}

// captionLook reports whether a block beside a picture looks like its caption.
func captionLook(b *block, body float32) bool {
	return b.gapBefore >= 0 && b.gapBefore < 1.6*body && (b.style.size < .95*body || b.style.italic || b.centred)
}

// beside returns the table or picture before and the one behind block i, if it stands at them.
func (d *doc) beside(p *Page, i int) (above, below *block) {
	at := func(k int) *block {
		if k < 0 || k >= len(p.blocks) {
			return nil
		}
		f := p.blocks[k]
		if !f.float() {
			return nil
		}
		b := p.blocks[i]
		gap := max(f.box.Y0-b.box.Y1, b.box.Y0-f.box.Y1)
		if gap > 4*d.body || f.box.X0 > b.box.X1+d.body || f.box.X1 < b.box.X0-d.body {
			return nil
		}
		return f
	}
	return at(i - 1), at(i + 1)
}

// floatBeside returns the table or picture that block i stands at. Between two of them it belongs to the one of its kind, else to the one
// on the side on which the document's captions have them.
func (d *doc) floatBeside(p *Page, i int, word string, captionsBelow map[bool]bool) *block {
	above, below := d.beside(p, i)
	switch {
	case above == nil:
		return below
	case below == nil:
		return above
	}
	wantTable := tableWords[word]
	if (above.kind == tableBlock) != (below.kind == tableBlock) {
		if (above.kind == tableBlock) == wantTable {
			return above
		}
		return below
	}
	if captionsBelow[wantTable] {
		return above
	}
	return below
}

var captionWords = map[string]bool{"table": true, "tab": true, "figure": true, "fig": true, "chart": true, "exhibit": true, "plate": true, "listing": true,
	"algorithm": true, "scheme": true, "diagram": true, "graph": true, "photo": true, "photograph": true, "illustration": true, "map": true, "box": true,
	"tabelle": true, "abbildung": true, "abb": true, "tableau": true, "graphique": true, "tabla": true, "figura": true, "tabella": true, "tabela": true,
	"таблица": true, "рисунок": true, "рис": true, "табл": true, "表": true, "図": true, "图": true, "圖": true, "표": true, "그림": true,
	"جدول": true, "شكل": true, "טבלה": true, "לוח": true, "איור": true, "तालिका": true, "चित्र": true, "tabel": true, "figuur": true, "tabell": true, "figur": true, "rysunek": true, "tabulka": true, "obrázek": true}

// tableWords are those of captions of tables.
var tableWords = map[string]bool{"table": true, "tab": true, "tabelle": true, "tableau": true, "tabla": true, "tabella": true, "tabela": true, "tabel": true,
	"tabell": true, "tabulka": true, "таблица": true, "табл": true, "表": true, "표": true, "جدول": true, "טבלה": true, "לוח": true, "तालिका": true}

// unnumbered returns the word that a caption without a number begins with ("table" of "TABLE. …"), "" for none.
func unnumbered(text string) string {
	word, rest, ok := strings.Cut(text, " ")
	if w := strings.ToLower(strings.TrimRight(word, ".:")); ok && len(w) < len(word) && captionWords[w] && unicode.IsUpper(firstRune(word)) && unicode.IsUpper(firstRune(rest)) {
		return w
	}
	return ""
}

// captionColon reports whether a colon ends the number of a caption's beginning.
func captionColon(text string) bool {
	i := strings.IndexFunc(text, unicode.IsDigit)
	if i < 0 {
		return false
	}
	rest := strings.TrimLeft(text[i:], "0123456789.-–")
	return strings.HasPrefix(rest, ":")
}

const captionBrackets = "[<(【〔〈「（［"

// captionStart returns the word of a caption that a text begins with, in small letters, and what comes after it; "" for none.
func captionStart(text string) (word, rest string) {
	const longest = 32 // bytes
	text = strings.TrimLeft(text, captionBrackets)
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if end < 0 {
		end = len(text)
	}
	if end > longest {
		return "", ""
	}
	if word = strings.ToLower(text[:end]); !captionWords[word] {
		return "", ""
	}
	return word, text[end:]
}

// captionWord returns the word that a caption begins with ("table" of "Table 3: …"), "" for none.
func captionWord(text string) string {
	word, rest := captionStart(text)
	if rest == "" {
		return ""
	}
	rest = strings.TrimLeft(rest, " .\u00a0")
	r, _ := utf8.DecodeRuneInString(rest)
	if unicode.IsDigit(r) {
		return word
	}
	id, _, _ := strings.Cut(rest, " ")
	id = strings.TrimRight(id, ".:)–—-]>")
	if len(id) > 0 && (romanValue(id) > 0 && unicode.IsUpper(rune(id[0])) || len(id) <= 4 && unicode.IsUpper(rune(id[0])) && strings.ContainsAny(id, "0123456789") || len(id) == 1 && unicode.IsUpper(rune(id[0])) && len(rest) > 1 && strings.ContainsRune(".:", rune(rest[1]))) {
		return word
	}
	return ""
}

// saysOn reports whether a small letter follows the number that a text begins with, and no mark.
func saysOn(text string) bool {
	_, rest, _ := strings.Cut(text, " ")
	number, rest, _ := strings.Cut(rest, " ")
	return unicode.IsDigit(lastRune(number)) && startsLow(rest)
}

// captionMark reports whether the number of a caption's beginning ends in a mark, as no sentence about a
// table does: "Table 3: …", "Fig. 2. …", "Table 4 – …", or nothing follows it.
func captionMark(text string) bool {
	i := strings.IndexFunc(text, unicode.IsDigit)
	if i < 0 {
		i = strings.IndexByte(text, ' ')
	}
	if i < 0 {
		return false
	}
	rest := strings.TrimLeftFunc(text[i:], func(r rune) bool {
		return unicode.IsDigit(r) || unicode.IsUpper(r) || r == '.' || r == '-' || r == '–'
	})
	if rest == "" || strings.HasSuffix(text[:len(text)-len(rest)], ".") {
		return true
	}
	rest = strings.TrimLeft(rest, " ")
	r := firstRune(rest)
	return strings.ContainsRune(":|–—.)-－：]>】〕〉」）］", r)
}

// codes turns text in fixed-width fonts into code, with its white space.
func (d *doc) codes() {
	if d.mono {
		return // a typescript, not a program
	}
	for _, p := range d.pages {
		if p.engine == "ocr" {
			continue // a page from a typewriter rather than a program
		}
		var open *block
		for _, b := range p.blocks {
			if b.dropped || b.kind == header || b.kind == footer {
				continue
			}
			if b.kind != para || !b.style.mono || len(b.lines) == 0 || b.style.size > 1.2*d.body || b.filledIn() {
				open = nil
				continue
			}
			if open != nil && abs(open.style.size-b.style.size) < .3 && b.box.Y0-open.box.Y1 < 3*b.style.size && b.box.Y0 > open.box.Y0 {
				open.lines = append(open.lines, b.lines...)
				open.box = open.box.Union(b.box)
				b.dropped = true
				continue
			}
			if !slices.ContainsFunc(b.lines, func(l line) bool { return !address(l.text) && !allDigits(l.text) }) {
				continue
			}
			b.kind = code
			open = b
		}
		for i, b := range p.blocks {
			if b.kind == code {
				b.text = codeText(b)
				if i > 0 {
					p.blocks[i-1].headCode(b)
				}
			}
		}
	}
}

// filledIn reports whether a block is what was filled into a form's field, which is set in a fixed width often.
func (b *block) filledIn() bool { return b.lines[0].pieces[0].flags&page.Field != 0 }

// headCode makes a caption of a line or two above code that say which example it is.
func (b *block) headCode(program *block) {
	if b.dropped || b.kind != para || len(b.lines) > 2 || b.style.mono || program.box.Y0-b.box.Y1 > 2*b.style.size || program.box.Y0 < b.box.Y1-1 {
		return
	}
	word, rest, _ := strings.Cut(b.plain(), " ")
	switch strings.ToLower(word) {
	case "example", "listing", "program", "code":
		if unicode.IsDigit(firstRune(rest)) && !saysOn(word+" "+rest) {
			b.kind = caption
		}
	}
}

// address reports whether a line is a link or mail address, which is often set in a fixed width, or several.
func address(s string) bool {
	return strings.HasPrefix(s, "http") && !strings.Contains(s, " ") || strings.Contains(s, "@") && !strings.ContainsAny(s, "=;()\"'")
}

// codeText writes lines with their indents and inner runs of blanks, by the width of a character; white
// space between lines becomes empty lines.
func codeText(b *block) string {
	// The narrowest advance of a character is the cell's width.
	var cell float32
	n := 0
	for i := range b.lines {
		for _, p := range b.lines[i].pieces {
			if k := utf8.RuneCountInString(p.text); k >= 2 {
				cell += p.box.W()
				n += k
			}
		}
	}
	if n == 0 {
		cell, n = .6*b.style.size, 1
	}
	cell /= float32(n)
	left := b.lines[0].box.X0
	for i := range b.lines {
		left = min(left, b.lines[i].box.X0)
	}
	var ds []float32
	for i := 1; i < len(b.lines); i++ {
		ds = append(ds, b.lines[i].base-b.lines[i-1].base)
	}
	step := quantile(ds, .25)
	var sb strings.Builder
	for i := range b.lines {
		l := &b.lines[i]
		if i > 0 {
			sb.WriteByte('\n')
			if step > 0 {
				for k := int((l.base-b.lines[i-1].base)/step + .4); k > 1 && k < 8; k-- {
					sb.WriteByte('\n')
				}
			}
		}
		x := left
		for k, p := range l.pieces {
			gap := p.box.X0 - x
			blanks := int(gap/cell + .5)
			if blanks == 0 && k > 0 && p.space && gap > .3*cell {
				blanks = 1
			}
			for range min(max(blanks, 0), 200) {
				sb.WriteByte(' ')
			}
			sb.WriteString(p.text)
			x = max(p.box.X1, p.box.X0)
		}
	}
	return sb.String()
}

// notes finds footnotes: small text at the foot of a page or column that begins with a mark.
func (d *doc) notes() {
	sources := false // their list has begun
	for _, p := range d.pages {
		var last *block // the note before
		var raised map[string]bool
		for i, b := range p.blocks {
			sources = sources || b.kind == para && len(b.lines) == 1 && len(b.lines[0].text) < 40 && sourcesName(b.lines[0].text)
			if sources && strings.HasPrefix(b.label, "[") {
				continue
			}
			if b.kind != para || b.dropped || !b.view.upright() || b.style.size > .93*d.body || !d.nothingBelow(p, i) {
				continue
			}
			if raised == nil {
				raised = d.raised(p)
			}
			switch {
			case noteMark(b) || b.labelKind == numberLabel && !b.style.read && raised[digits(b.label)]:
			case last == nil || !last.style.like(b.style):
				continue
			case i > 0 && p.blocks[i-1] == last && abs(last.box.X0-b.box.X0) < 3*b.style.size:
			case b.labelKind == noLabel && b.box.X0 > last.box.X1 && !ends(last.lines[len(last.lines)-1].text):
				// The last note goes on at the foot of the next column.
			default:
				continue
			}
			b.kind = note
			last = b
		}
		if last != nil {
			p.blocks = notesLast(p.blocks)
		}
	}
}

// raised returns the raised numbers of a page's text, which notes at its foot may be for.
func (d *doc) raised(p *Page) map[string]bool {
	out := make(map[string]bool)
	for _, b := range p.blocks {
		if b.kind != para && b.kind != heading && b.kind != listItem {
			continue
		}
		for i := range b.lines {
			for _, q := range b.lines[i].pieces {
				if q.script == 1 && len(q.text) <= 12 {
					for n := range strings.FieldsFuncSeq(q.text, func(r rune) bool { return r < '0' || r > '9' }) {
						out[n] = true
					}
				}
			}
		}
	}
	return out
}

// digits returns the number of a label: "3" of "(3)", "" for "3.1".
func digits(label string) string {
	s := strings.Trim(label, "()[].")
	if !allDigits(s) {
		return ""
	}
	return s
}

// sourcesName reports whether a text is the title of a list of sources, a section number aside.
func sourcesName(text string) bool {
	switch strings.ToLower(strings.TrimRight(strings.TrimLeft(text, "0123456789. "), ".:")) {
	case "references", "bibliography", "literature", "works cited", "sources", "literatur", "literaturverzeichnis", "bibliographie", "références", "referencias", "bibliografía":
		return true
	}
	return false
}

// nothingBelow reports whether only small text follows block i in its column.
func (d *doc) nothingBelow(p *Page, i int) bool {
	b := p.blocks[i]
	if b.box.Y0 < .35*p.height {
		return false
	}
	for _, o := range p.blocks {
		if o.dropped || o.kind == header || o.kind == footer || o.kind == imageBlock && o.box.H() < d.body || o == b {
			continue
		}
		if o.box.Y0 > b.box.Y1-1 && o.box.X0 < b.box.X1 && o.box.X1 > b.box.X0 && (o.kind == tableBlock || o.kind == imageBlock || o.style.size > .95*d.body) {
			return false
		}
	}
	return true
}

// noteMark reports whether a block begins with a footnote's mark: a raised number or sign, or a number
// that is set smaller.
func noteMark(b *block) bool {
	first := b.lines[0].pieces[0]
	r := firstRune(first.text)
	if b.labelKind == numberLabel && strings.HasPrefix(b.label, "[") {
		return true
	}
	mark := unicode.IsDigit(r) || strings.ContainsRune("*†‡§¶∗", r) || unicode.IsLower(r) && utf8.RuneCountInString(first.text) == 1
	if !mark {
		return false
	}
	if first.script == 1 && !b.style.read {
		return true
	}
	if strings.ContainsRune("*†‡∗", r) {
		return true
	}
	if b.style.read {
		return false // a recognized text's sizes and baselines don't tell
	}
	if unicode.IsDigit(r) && len(b.lines[0].pieces) > 1 && utf8.RuneCountInString(first.text) <= 3 {
		return first.size < .9*b.style.size || digitsAndDots(strings.TrimRight(first.text, "."))
	}
	return false
}

// notesLast moves notes behind the rest of the page, but in front of its running feet.
func notesLast(bs []*block) []*block {
	var rest, notes, feet []*block
	for _, b := range bs {
		switch {
		case b.kind == note:
			notes = append(notes, b)
		case b.kind == footer:
			feet = append(feet, b)
		default:
			rest = append(rest, b)
		}
	}
	return append(append(rest, notes...), feet...)
}
