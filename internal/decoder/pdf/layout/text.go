package layout

import (
	"bytes"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// textBuilder writes a paragraph's text out of its lines and notes links and emphasis on the way. Offsets
// count code points.
type textBuilder struct {
	doc   *doc // nil for text without links and emphasis
	view  *view
	links []page.Link

	buf      []byte
	n        int // code points written
	spans    []udm.LinkSpan
	emphasis []udm.Emphasis
	soft     bool // the last line ended in a soft hyphen
	fresh    bool // a line break was written: nothing is joined to it
	blank    bool // the last line ended in a space character
	noted    bool // the line is a note's first
}

func (t *textBuilder) text() string {
	return strings.TrimRightFunc(string(t.buf), unicode.IsSpace)
}

func (t *textBuilder) put(s string) {
	t.buf = append(t.buf, s...)
	t.n += utf8.RuneCountInString(s)
}

func (t *textBuilder) newline() {
	if t.n > 0 {
		t.put("\n")
		t.fresh = true
	}
}

// line appends a line, joined to what is there: a hyphen at the line's end is undone where it is not the
// word's own.
func (t *textBuilder) line(l *line, rtl, dropLabel bool) {
	ps := l.pieces
	if dropLabel {
		ps = withoutLabel(ps, rtl)
	}
	if len(ps) == 0 {
		return
	}
	next := l.text
	if t.n > 0 && !t.fresh {
		t.join(next)
	}
	t.fresh = false
	if rtl || hasRTL(next) {
		start := t.n
		t.put(joinPieces(ps, rtl))
		for _, p := range ps {
			t.linkOf(p, start)
		}
		return
	}
	threshold := spaced(ps)
	for i, p := range ps {
		if i > 0 && (needsSpace(ps[i-1], p, threshold) || i == 1 && t.noted && ps[0].script == 1 && p.script == 0) {
			t.put(" ")
		}
		start := t.n
		text := p.text
		if t.n == 0 {
			text = strings.TrimLeft(text, " ")
		}
		if strings.Contains(text, softHyphen) {
			text = strings.ReplaceAll(text, softHyphen, "")
		}
		t.put(text)
		if t.doc != nil {
			t.mark(p, start)
		}
	}
	last := ps[len(ps)-1]
	t.soft, t.blank = strings.HasSuffix(last.text, softHyphen), last.after
}

// join writes what stands between the text so far and a next line: a blank, or nothing.
func (t *textBuilder) join(next string) {
	s := t.buf
	last, n := utf8.DecodeLastRune(s)
	first := firstRune(next)
	switch {
	case t.soft:
	case wide(last) && wide(first):
	case t.doc != nil && t.doc.endBlanks && !t.blank && (hangul(last) || hangul(first)): // a line of Korean ends within any word
	case last == '-' && len(s) > n:
		before, _ := utf8.DecodeLastRune(s[:len(s)-n])
		word := func() string { return string(s[bytes.LastIndexByte(s, ' ')+1:]) }
		if unicode.IsLetter(before) && (unicode.IsLower(first) && !t.doc.keepHyphen(word(), next) || unicode.IsUpper(first) && unicode.IsUpper(before) && t.doc.cutCapitals(word(), next)) {
			t.unput(n)
			return
		}
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			t.put(" ")
		}
	case (last == '—' || last == '–' || last == '\u2010' || last == '\u2011') && len(s) > n && !bytes.HasSuffix(s[:len(s)-n], []byte(" ")):
	case last == '@' && len(s) > n && s[len(s)-n-1] != ' ' && unicode.IsLetter(first): // of a mail address
	case last == '/' && bytes.Contains(s[bytes.LastIndexByte(s, ' ')+1:], []byte("://")):
	default:
		t.put(" ")
	}
}

// unput takes the last n bytes, one code point, off the text.
func (t *textBuilder) unput(n int) {
	t.buf = t.buf[:len(t.buf)-n]
	t.n--
	clip := func(end int) int { return min(end, t.n) }
	for i := range t.spans {
		t.spans[i].End = clip(t.spans[i].End)
	}
	for i := range t.emphasis {
		t.emphasis[i].End = clip(t.emphasis[i].End)
	}
}

// mark notes the emphasis and link of a piece whose text starts at start.
func (t *textBuilder) mark(p *piece, start int) {
	if st := emphasisOf(p); st != "" {
		if k := len(t.emphasis) - 1; k >= 0 && t.emphasis[k].Style == st && t.emphasis[k].End >= start-1 {
			t.emphasis[k].End = t.n
		} else {
			t.emphasis = append(t.emphasis, udm.Emphasis{Start: start, End: t.n, Style: st})
		}
	}
	t.linkOf(p, start)
}

// linkOf notes the link under a piece for the text from start on.
func (t *textBuilder) linkOf(p *piece, start int) {
	if len(t.links) == 0 {
		return
	}
	i := linkAt(t.view, t.links, p)
	if i == 0 {
		return
	}
	url := t.links[i-1].URL
	if k := len(t.spans) - 1; k >= 0 && t.spans[k].URL == url && t.spans[k].End >= start-1 {
		t.spans[k].End = t.n
	} else {
		t.spans = append(t.spans, udm.LinkSpan{Start: start, End: t.n, URL: url})
	}
}

// emphasize gives a block its emphasis: as a fact of the whole block where it holds for all of the text.
func (t *textBuilder) emphasize(cb *udm.ContentBlock) {
	if cb.Type != udm.Text || len(t.emphasis) == 0 {
		return
	}
	n := utf8.RuneCountInString(cb.Text)
	if e := t.emphasis[0]; len(t.emphasis) == 1 && e.Start == 0 && e.End >= n {
		cb.A().Bold = e.Style == "bold" || e.Style == "bold_italic"
		cb.A().Italic = e.Style == "italic" || e.Style == "bold_italic"
		if cb.A().Bold || cb.A().Italic {
			return
		}
	}
	kept := t.emphasis[:0]
	for _, e := range t.emphasis {
		if e.End = min(e.End, n); e.Start < e.End {
			kept = append(kept, e)
		}
	}
	cb.A().Emphasis = kept
}

// moveLinks returns the links of one text where their words are in another that has the same ones with other white space between
// them. A link whose words are not there is left out.
func moveLinks(links []udm.LinkSpan, from, to string) []udm.LinkSpan {
	runes := []rune(from)
	var out []udm.LinkSpan
	at, points := 0, 0 // where what is not yet searched begins in to, in bytes and code points
	for _, l := range links {
		if l.Start >= l.End || l.End > len(runes) {
			continue
		}
		words := string(runes[l.Start:l.End])
		i := strings.Index(to[at:], words)
		if i < 0 {
			continue
		}
		points += utf8.RuneCountInString(to[at : at+i])
		l.Start, l.End = points, points+l.End-l.Start
		out = append(out, l)
		at, points = at+i+len(words), l.End
	}
	return out
}

func emphasisOf(p *piece) string {
	switch {
	case p.script > 0:
		return "superscript"
	case p.script < 0:
		return "subscript"
	case p.font == nil:
		return ""
	case p.font.Weight >= 600 && p.font.Italic:
		return "bold_italic"
	case p.font.Weight >= 600:
		return "bold"
	case p.font.Italic:
		return "italic"
	case p.mono && p.conf == 0: // typewritten is no emphasis in what was recognized
		return "code"
	}
	return ""
}

// hyphens looks up the words that a line end cuts. A hyphen is kept when the document never writes the word without one,
// and either writes it so elsewhere, or knows both halves as words and one of them from other compounds: "high-" of
// "high-level", "-dimensional" of "two-dimensional". That of "self-" is its own.
func (d *doc) hyphens() {
	type half struct{ word, first, last bool } // seen by itself, as the first and as the last part of a compound
	type word struct {
		at            int // of the hyphen that ends the line
		with, without bool
		head, tail    *half
	}
	cut := make(map[string]*word)
	halves := make(map[string]*half)
	halfOf := func(s string) *half {
		h := halves[s]
		if h == nil {
			h = new(half)
			halves[s] = h
		}
		return h
	}
	add := func(b *block) {
		for i := 1; i < len(b.lines); i++ {
			if w, at, ok := compound(b.lines[i-1].text, b.lines[i].text); ok && len(cut) < 100_000 && cut[w] == nil {
				head, tail := w[strings.LastIndexByte(w[:at], '-')+1:at], w[at+1:]
				if k := strings.IndexByte(tail, '-'); k >= 0 {
					tail = tail[:k]
				}
				if head != "" && tail != "" {
					cut[w] = &word{at: at, head: halfOf(head), tail: halfOf(tail)}
				}
			}
		}
	}
	for _, p := range d.pages {
		for _, b := range p.blocks {
			add(b)
		}
	}
	if len(cut) == 0 {
		return
	}
	solid := make(map[string][]*word, len(cut)) // by what is left without hyphens
	var wanted [256][64]bool                    // by first byte and length
	want := func(s string) { wanted[s[0]][min(len(s), 63)] = true }
	for w, seen := range cut {
		s := w[:seen.at] + w[seen.at+1:]
		solid[s] = append(solid[s], seen)
		want(w)
		want(s)
	}
	for s := range halves {
		want(s)
	}
	see := func(f string) {
		f = strings.ToLower(f)
		if w, ok := cut[f]; ok {
			w.with = true
		}
		for _, w := range solid[f] {
			w.without = true
		}
		if h := halves[f]; h != nil {
			h.word = true
		}
	}
	unknown := func(f string) bool { return f == "" || !wanted[f[0]|0x20][min(len(f), 63)] && ascii(f) }
	for _, p := range d.pages {
		for _, b := range p.blocks {
			for i := range b.lines {
				text := b.lines[i].text
				if i > 0 && strings.HasSuffix(b.lines[i-1].text, "-") { // the rest of a word that is cut
					_, text, _ = strings.Cut(text, " ")
				}
				if i+1 < len(b.lines) && strings.HasSuffix(text, "-") {
					text = text[:strings.LastIndexByte(text, ' ')+1]
				}
				for f := range words(text) {
					if head, tail, ok := strings.Cut(f, "-"); ok {
						if !unknown(head) {
							if h := halves[strings.ToLower(head)]; h != nil {
								h.word, h.first = true, true
							}
						}
						if !unknown(tail) {
							if h := halves[strings.ToLower(tail)]; h != nil {
								h.word, h.last = true, true
							}
						}
					}
					if !unknown(f) {
						see(f)
					}
				}
			}
		}
	}
	const long = 4 // bytes; shorter first parts may be prefixes
	d.keep = make(map[string]bool)
	for w, seen := range cut {
		known := w[:seen.at] == "self" || seen.head.word && seen.tail.word && (seen.tail.last || seen.head.first && seen.at >= long)
		if strings.Count(w, "-") > 1 {
			known = seen.head.word || seen.tail.word // "state-of-the-" / "art"
		}
		d.keep[w] = !seen.without && (seen.with || known)
		if seen.without {
			if d.solid == nil {
				d.solid = make(map[string]bool)
			}
			d.solid[w] = true
		}
	}
}

// lineEnds finds out whether lines of Korean end in a space character where a word ends.
func (d *doc) lineEnds() {
	with, without := 0, 0
	for _, p := range d.pages {
		for _, b := range p.blocks {
			for i := 0; i+1 < len(b.lines); i++ {
				if l := &b.lines[i]; hangul(lastRune(l.text)) {
					if l.pieces[len(l.pieces)-1].after {
						with++
					} else {
						without++
					}
				}
			}
		}
	}
	d.endBlanks = with >= 3 && with*9 > without
}

// hangul reports whether a character is a Korean syllable.
func hangul(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }

// words gives the words of a text from their first letter to their last.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !ascii(text) {
			for f := range strings.FieldsSeq(text) {
				f = strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) })
				if f != "" && !yield(f) {
					return
				}
			}
			return
		}
		start, end := -1, 0 // of the word's first and behind its last letter
		for i := range len(text) {
			switch c := text[i]; {
			case c|0x20 >= 'a' && c|0x20 <= 'z':
				if start < 0 {
					start = i
				}
				end = i + 1
			case (c == ' ' || c >= '\t' && c <= '\r') && start >= 0:
				if !yield(text[start:end]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(text[start:end])
		}
	}
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// compound returns the lower-case word, with its hyphen, that is cut between two lines, and where in it the hyphen is.
func compound(above, below string) (w string, at int, ok bool) {
	if !strings.HasSuffix(above, "-") || !unicode.IsLetter(firstRune(below)) {
		return "", 0, false
	}
	head := above[strings.LastIndexByte(above, ' ')+1:]
	tail, _, _ := strings.Cut(below, " ")
	letter := func(r rune) bool { return !unicode.IsLetter(r) }
	head = strings.TrimLeftFunc(head, letter)
	tail = strings.TrimRightFunc(tail, letter)
	if head == "-" || head == "" || tail == "" || !unicode.IsLower(firstRune(tail)) && (!inCapitals(head) || !inCapitals(tail)) {
		return "", 0, false
	}
	head = strings.ToLower(head)
	return head + strings.ToLower(tail), len(head) - 1, true
}

// inCapitals reports whether a word has two letters or more and is written in capitals.
func inCapitals(word string) bool {
	word = strings.TrimRight(word, "-")
	return len(word) > 1 && strings.ToUpper(word) == word && strings.ToLower(word) != word
}

// cutCapitals reports whether the word in capitals at the end of above, which goes on in below, is one that the document writes without
// the hyphen elsewhere.
func (d *doc) cutCapitals(above, below string) bool {
	if d == nil || len(d.solid) == 0 {
		return false
	}
	w, _, ok := compound(above, below)
	return ok && d.solid[w]
}

// keepHyphen reports whether the hyphen at the end of above is the compound's own.
func (d *doc) keepHyphen(above, below string) bool {
	w, _, ok := compound(above, below)
	if !ok {
		return false
	}
	if d != nil {
		if keep, known := d.keep[w]; known {
			return keep
		}
	}
	return strings.Count(w, "-") > 1
}
