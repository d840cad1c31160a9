package layout

import (
	"slices"
	"strings"
	"unicode"
)

// contents finds the entries of lists of contents, of figures and the like, which are neither headings nor captions nor list items.
// They end in the number of a page: behind leaders, or at the right edge where several with numbers that go up follow each other.
func (d *doc) contents() {
	for _, p := range d.pages {
		var run entryRun
		for _, b := range p.blocks {
			if b.dropped || b.kind == header || b.kind == footer {
				continue
			}
			if b.kind != para || len(b.lines) == 0 || !b.view.upright() || b.rtl {
				run.end()
				continue
			}
			if len(b.lines) == 1 && contentsTitle(b.lines[0].text) {
				run.end()
				run.titled = true
				continue
			}
			switch ref := pageRef(&b.lines[len(b.lines)-1]); {
			case ref.page == 0, !strings.ContainsFunc(b.lines[0].text, unicode.IsLetter), b.labelKind == bulletLabel, strings.HasPrefix(b.label, "("):
				run.skip()
			case ref.leaders:
				b.kind = entry
				run.led = true
			default:
				run.add(b, ref.page)
			}
		}
		run.end()
	}
}

// entryRun collects what may be entries of a list of contents without leaders.
type entryRun struct {
	blocks  []*block
	page    int  // of the last one
	skipped int  // blocks since then
	titled  bool // under a title that says so
	led     bool // among entries with leaders
}

func (r *entryRun) add(b *block, page int) {
	if n := len(r.blocks); n > 0 && (page < r.page || abs(r.blocks[n-1].box.X1-b.box.X1) > aligned) {
		r.settle()
	}
	r.blocks = append(r.blocks, b)
	r.page, r.skipped = page, 0
}

// skip passes a block that is no entry, such as the title of a part.
func (r *entryRun) skip() {
	const most = 1
	if r.skipped++; r.skipped > most {
		r.end()
	}
}

// settle makes entries of the blocks so far if there are enough of them.
func (r *entryRun) settle() {
	least := 5
	if r.titled || r.led {
		least = 2
	}
	if len(r.blocks) >= least {
		for _, b := range r.blocks {
			b.kind = entry
		}
	}
	r.blocks = r.blocks[:0]
}

func (r *entryRun) end() {
	r.settle()
	*r = entryRun{blocks: r.blocks}
}

// reference is the number of a page at the end of a line.
type reference struct {
	page    int // 0 for none; Roman ones come before all others
	leaders bool
}

// pageRef returns the page that a line refers to at its end, behind leaders or white space.
func pageRef(l *line) reference {
	text := strings.TrimRight(l.text, " ")
	if text == "" || !pageDigit(text[len(text)-1]) {
		return reference{}
	}
	k := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '–' }) + 1
	page := pageNumber(text[k:])
	if k == 0 || page == 0 {
		return reference{}
	}
	if before := strings.TrimRight(text[:k], " "); leader(lastRune(before)) {
		dots, _ := leadersAtEnd(before)
		if dots < fewLeaders {
			return reference{}
		}
		return reference{page, true}
	}
	if parts := l.parts(); len(parts) < 2 || pieceText(parts[len(parts)-1].pieces) != text[k:] || !strings.ContainsFunc(text[:k], unicode.IsLetter) {
		return reference{}
	}
	return reference{page, false}
}

// pageDigit reports whether the number of a page may end in a character.
func pageDigit(c byte) bool {
	return c >= '0' && c <= '9' || strings.IndexByte("ivxlcdm", c|0x20) >= 0
}

// entriesApart reports whether two lines that follow each other refer to a page each.
func entriesApart(above, l *line) bool {
	a := pageRef(above)
	return a.leaders || a.page > 0 && abs(above.box.X1-l.box.X1) < aligned && pageRef(l).page > 0
}

// aligned is by how many points pages' numbers that stand below each other may be apart.
const aligned = 3

// fewLeaders is how many dots make a leader between a text and its page.
const fewLeaders = 3

// leadersAtEnd counts the dots that a text ends in, blanks between them aside, and returns what stands in front of them.
func leadersAtEnd(s string) (dots int, rest string) {
	rest = strings.TrimRightFunc(s, func(r rune) bool { return r == ' ' || leader(r) })
	for _, r := range s[len(rest):] {
		switch {
		case r == '…':
			dots += 3
		case r != ' ':
			dots++
		}
	}
	return dots, rest
}

// pageNumber returns the value by which pages' numbers are in order, 0 for what is none: "iv", "12", "A-3", "2-15".
func pageNumber(s string) int {
	const (
		digits = 4
		least  = 1000 // of Arabic ones
	)
	if chapter, number, ok := strings.Cut(strings.ReplaceAll(s, "–", "-"), "-"); ok {
		if len(chapter) > 3 || chapter == "" || !allDigits(number) {
			return 0
		}
		return least // each chapter has its own
	}
	if allDigits(s) && len(s) <= digits {
		return least + atoi(s)
	}
	if n := romanValue(s); n < least {
		return n
	}
	return 0
}

// contentsTitle reports whether a text is the title of a list of contents.
func contentsTitle(text string) bool {
	switch strings.ToLower(strings.TrimRight(text, ".: ")) {
	case "contents", "table of contents", "list of figures", "list of tables", "inhalt", "inhaltsverzeichnis", "abbildungsverzeichnis",
		"tabellenverzeichnis", "sommaire", "table des matières", "índice", "contenido", "indice", "sommario", "sumário", "inhoud", "inhoudsopgave", "spis treści",
		"содержание", "оглавление", "目录", "目次", "차례", "목차":
		return true
	}
	return false
}

// entryEnd returns where in a row a second entry of a list of contents begins, in another column; 0 for nowhere.
func (r *row) entryEnd() int {
	dots := 0
	for i, p := range r.pieces {
		number := p.text
		if p.tally().dots > 0 {
			number = p.text[strings.LastIndexFunc(p.text, leader)+1:]
			number = strings.TrimLeftFunc(number, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			n, _ := leadersAtEnd(p.text[:len(p.text)-len(number)])
			dots += n
			if number == "" {
				continue
			}
		}
		if dots >= fewLeaders && pageNumber(number) > 0 && i+1 < len(r.pieces) && leaders(r.pieces[i+1:]) {
			return i + 1
		}
		dots = 0
	}
	return 0
}

// led reports whether leaders may be among pieces.
func led(ps []*piece) bool {
	return slices.ContainsFunc(ps, func(p *piece) bool {
		t := p.tally()
		return t.dots >= fewLeaders || t.dots > 0 && t.dots == t.chars
	})
}

// entryColumns returns the strip between two columns of a list of contents, which may be as narrow as a blank.
func entryColumns(rows []row) (strip, bool) {
	const least = 3 // rows
	var s strip
	n := 0
	for i := range rows {
		k := rows[i].entryEnd()
		if k == 0 {
			continue
		}
		x0, x1 := rows[i].pieces[k-1].box.X1, rows[i].pieces[k].box.X0
		if n == 0 {
			s = strip{x0, x1, i, i}
		}
		s.x0, s.x1, s.last = max(s.x0, x0), min(s.x1, x1), i
		n++
	}
	if n < least || s.x0 >= s.x1 {
		return s, false
	}
	free := func(i int) bool {
		return !slices.ContainsFunc(rows[i].pieces, func(p *piece) bool { return p.box.X0 < s.x0 && p.box.X1 > s.x1 })
	}
	for i := s.first; i <= s.last; i++ {
		if !free(i) {
			return s, false
		}
	}
	near := func(i int) bool { return rows[i].base-rows[i-1].base < widest*rows[i].size }
	for s.first > 0 && free(s.first-1) && near(s.first) {
		s.first--
	}
	for s.last+1 < len(rows) && free(s.last+1) && near(s.last+1) {
		s.last++
	}
	return s, true
}
