package jats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// citations are the elements that hold one cited work.
var citations = map[string]bool{"element-citation": true, "mixed-citation": true, "citation": true, "nlm-citation": true, "product": true}

// reference reads an entry of the reference list into one list item.
func (w *walker) reference(n *node, c scope) {
	w.flush(c)
	label := n.child("label")
	if one := n.child("mixed-citation", "citation"); label == nil && one != nil {
		label = one.child("label")
	}
	p, after := w.gather(" ", func() { w.works(n) })
	if w.pool != nil {
		text, _, _ := p.Text()
		w.write(text, 0)
		return
	}
	b := new(udm.ContentBlock)
	if p.Fill(b) {
		it := item{label: label.words(), anchor: n.get("id")}
		it.ordered = strings.ContainsFunc(it.label, isAlphanumeric)
		richtext.DropPrefix(b, utf8.RuneCountInString(b.Text[:repeated(it.label, b.Text)]))
		it.fill(b)
		w.add(b, c)
	}
	for _, b := range after {
		w.add(b, c)
	}
}

// repeated returns the length of the label that a printed reference begins with although it has it as its label too, or of the sign
// that is left of it, bytes.
func repeated(label, text string) int {
	rest := text
	if cut, ok := strings.CutPrefix(text, label); ok && label != "" {
		if r, _ := utf8.DecodeRuneInString(cut); !isWord(r) {
			rest = cut
		}
	}
	if trimmed := strings.TrimLeft(rest, " .):\u00a0"); trimmed != "" {
		rest = trimmed
	}
	return len(text) - len(rest)
}

// works reads the cited works of an entry, with notes between them. A work that is there as printed and in its parts too is read as
// printed.
func (w *walker) works(n *node) {
	printed := n.child("mixed-citation") != nil
	for _, k := range n.kids {
		switch {
		case k.name == "label", k.name == "element-citation" && printed:
		case k.name == "":
			w.write(k.text, 0)
		case citations[k.name]:
			w.pool.due = w.pool.due || !w.para.Empty()
			w.citation(k)
			w.pool.due = true
		case k.name == "citation-alternatives":
			if one := k.child("mixed-citation", "element-citation", "nlm-citation"); one != nil {
				w.citation(one)
				w.pool.due = true
			}
		default:
			w.element(k, scope{})
		}
	}
}

// citation writes a cited work: as it stands where the source has the punctuation, else put together from its parts.
func (w *walker) citation(n *node) {
	if n.mixed() {
		w.asItStands(n, scope{})
		return
	}
	w.write(" ", 0)
	w.begun = w.para.Len()
	w.assembled(n)
}

// asItStands writes a work with the text between its elements. Where names stand side by side without any, it is supplied.
func (w *walker) asItStands(n *node, c scope) {
	last := "" // the element before, when nothing stands between
	for _, k := range n.kids {
		if w.err != nil {
			return
		}
		if k.name == "" {
			w.write(k.text, c.look)
			if strings.TrimSpace(k.text) != "" {
				last = ""
			}
			continue
		}
		switch {
		case isPerson(last) && (isPerson(k.name) || k.name == "etal"):
			w.write(", ", 0)
		case last != "" && k.name != "sup" && k.name != "sub" && !isLook(last):
			w.write(" ", 0)
		case k.name == "pub-id" && glued(w.para.Last()):
			w.write(" ", 0)
		}
		last = k.name
		switch k.name {
		case "name", "string-name":
			w.write(personName(k, asPrinted), c.look)
		case "person-group":
			if k.mixed() {
				w.asItStands(k, c)
			} else {
				w.write(strings.Join(people(k, asPrinted), ", "), c.look)
			}
		case "etal":
			w.write(etal(k), c.look)
		case "label":
		default:
			w.element(k, c)
		}
	}
}

func isPerson(name string) bool { return name == "name" || name == "string-name" || name == "collab" }

// isLook reports whether an element only changes how text looks.
func isLook(name string) bool {
	switch name {
	case "italic", "bold", "sup", "sub", "sc", "underline", "monospace", "roman", "sans-serif", "styled-content":
		return true
	}
	return false
}

// glued reports whether what comes next would stick to the word or the full stop behind which it stands; b is the last byte of that.
func glued(b byte) bool { return b != 0 && strings.IndexByte(" \n\xa0([/:=", b) < 0 }

func etal(n *node) string {
	if s := n.words(); s != "" {
		return s
	}
	return "et al."
}

// people returns the names in a group, or among the parts of a work.
func people(n *node, order nameOrder) []string {
	var out []string
	for _, k := range n.kids {
		s := ""
		switch k.name {
		case "name", "string-name":
			s = personName(k, order)
		case "name-alternatives":
			if one := k.child("name", "string-name"); one != nil {
				s = personName(one, order)
			}
		case "collab":
			s = collabName(k)
		case "anonymous":
			s = "Anonymous"
		case "etal":
			s = etal(k)
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// assembled writes a work from its parts: who, what, where, when, and what else there is in the order of the source.
func (w *walker) assembled(n *node) {
	used := make(map[*node]bool)
	take := func(names ...string) string {
		var out []string
		for _, k := range n.kids {
			if k.name != "" && !used[k] && slices.Contains(names, k.name) {
				used[k] = true
				out = append(out, k.words())
			}
		}
		return join(" ", out)
	}
	authors, editors := w.makers(n, used)
	w.sentence(authors)
	w.sentence(take("chapter-title", "article-title", "part-title", "data-title", "trans-title"))
	if editors != "" {
		w.sentence("In: " + editors)
	}
	where := take("source", "trans-source", "conf-name", "series")
	edition := take("edition")
	if edition != "" && strings.IndexFunc(edition, func(r rune) bool { return r < '0' || r > '9' }) < 0 {
		edition += " ed."
	}
	where = join(", ", []string{where, edition, take("conf-loc"), take("conf-date")})
	pages := span(take("fpage"), take("lpage"))
	if r := take("page-range"); r != "" {
		pages = r
	}
	if e := take("elocation-id"); pages == "" {
		pages = e
	}
	volume := take("volume")
	if issue := take("issue"); issue != "" {
		volume += "(" + issue + ")"
	}
	switch supplement := take("supplement"); {
	case volume != "" && pages != "":
		where = join(" ", []string{where, supplement, volume + ":" + pages})
	default:
		where = join(" ", []string{where, volume, supplement, pages})
	}
	house := join(": ", []string{take("publisher-loc"), take("publisher-name", "institution")})
	year := join(" ", []string{take("year", "string-date"), take("month", "season"), take("day")})
	if year != "" {
		year = "(" + year + ")"
	}
	if house != "" {
		w.sentence(where)
		where = house
	}
	w.sentence(join(" ", []string{where, year}))
	for _, k := range n.kids {
		if k.name != "" && !used[k] {
			w.remainder(k)
		}
	}
}

// makers returns the authors and editors of a work.
func (w *walker) makers(n *node, used map[*node]bool) (authors, editors string) {
	loose := &node{}
	var by, edited []string
	for _, k := range n.kids {
		switch k.name {
		case "person-group":
			used[k] = true
			names := people(k, surnameFirst)
			if len(names) == 0 && k.words() != "" {
				names = []string{k.words()}
			}
			if strings.Contains(k.get("person-group-type"), "editor") {
				edited = append(edited, names...)
			} else {
				by = append(by, names...)
			}
		case "name", "string-name", "name-alternatives", "collab", "etal", "anonymous":
			used[k] = true
			loose.kids = append(loose.kids, k)
		}
	}
	by = append(by, people(loose, surnameFirst)...)
	authors, editors = strings.Join(by, ", "), strings.Join(edited, ", ")
	if editors != "" {
		editors += " (ed" + map[bool]string{true: "s"}[len(edited) > 1] + ")"
		if authors == "" {
			authors, editors = editors, ""
		}
	}
	return authors, editors
}

// span returns a range of pages.
func span(first, last string) string {
	if first == "" || last == "" || first == last {
		return first + strings.TrimPrefix(last, first)
	}
	return first + "–" + last
}

// sentence writes a part of a work and ends the one before.
func (w *walker) sentence(s string) {
	if s == "" {
		return
	}
	w.stop()
	w.write(s, 0)
}

// stop ends the part of a work that was written last, if there is one.
func (w *walker) stop() {
	if w.para.Len() <= w.begun {
		return
	}
	switch w.para.Last() {
	case '.', '?', '!', ':':
		w.write(" ", 0)
	default:
		w.write(". ", 0)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// remainder writes a part that has no place of its own.
func (w *walker) remainder(k *node) {
	text := k.words()
	if text == "" {
		text = k.get("href")
	}
	if hidden[k.name] || strings.IndexFunc(text, isWord) < 0 {
		return
	}
	named := w.para.Last() == ':' // the source says what comes
	w.stop()
	switch kind := k.get("pub-id-type"); k.name {
	case "pub-id", "object-id":
		switch kind {
		case "doi", "pmid", "pmcid", "isbn", "arxiv", "issn":
			if !named {
				w.write(strings.ToUpper(kind)+": ", 0)
			}
		}
		w.link(k, scope{})
	case "date-in-citation", "access-date":
		if !strings.Contains(strings.ToLower(text), "access") {
			text = "Accessed " + text
		}
		w.write(text, 0)
	case "isbn", "issn":
		w.write(strings.ToUpper(k.name)+" "+text, 0)
	default:
		w.element(k, scope{})
	}
}
