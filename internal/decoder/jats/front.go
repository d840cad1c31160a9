package jats

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// metadataOf returns the element with the metadata proper of front matter.
func metadataOf(n *node) *node {
	if m := n.child("article-meta"); m != nil {
		return m
	}
	return n
}

// front reads what of front matter a reader sees. The level is that of the title.
func (w *walker) front(n *node, c scope) {
	m := metadataOf(n)
	inner := c
	inner.level++
	editors := editorsAffiliations(m)
	for _, k := range m.kids {
		if w.err != nil {
			return
		}
		switch k.name {
		case "title-group", "book-title-group":
			w.titles(k, c)
		case "contrib-group":
			w.contributors(k, n.name == "front" || n.name == "book-meta", inner)
		case "aff", "aff-alternatives":
			if !editors[k.get("id")] {
				w.affiliations(k, inner)
			}
		case "author-notes":
			w.authorNotes(k, inner)
		case "abstract", "trans-abstract", "supplementary-material":
			w.element(k, inner)
		case "kwd-group":
			w.keywords(k, inner)
		case "product": // that the article reviews
			w.quote(&node{name: "p", kids: []*node{k}}, "product", inner)
		}
	}
	w.flush(inner)
	if m == n {
		return
	}
	for _, k := range n.kids {
		if k != m && k.name != "" && k.name != "journal-meta" {
			w.element(k, inner)
		}
	}
	w.flush(inner)
}

// titles reads the title, with what stands around it.
func (w *walker) titles(n *node, c scope) {
	for _, k := range n.kids {
		switch k.name {
		case "article-title", "book-title", "title":
			var label *node
			if n.name != "book-title-group" {
				label = n.child("label")
			}
			w.heading(label, k, "", c)
		case "subtitle":
			w.quote(k, "subtitle", c)
		case "trans-title-group":
			own := c
			own.lang = k.get("lang")
			for _, t := range k.kids {
				if t.name == "trans-title" || t.name == "trans-subtitle" {
					w.quote(t, "translated-title", own)
				}
			}
		case "trans-title":
			w.quote(k, "translated-title", c)
		case "fn-group":
			for _, fn := range k.kids {
				if fn.name == "fn" {
					w.note(fn, udm.NoteFootnote, c)
				}
			}
		}
	}
}

// contributors reads a group of people: a line with the names, and the affiliations that lie in the group. Of a whole article,
// editors and reviewers are left to the metadata.
func (w *walker) contributors(n *node, authorsOnly bool, c scope) {
	w.flush(c)
	var names []string
	others := false
	for _, k := range n.kids {
		if k.name != "contrib" {
			continue
		}
		if authorsOnly && !isAuthor(k, n) {
			others = true
			continue
		}
		name := contributorName(k)
		if name == "" {
			continue
		}
		names = append(names, name)
		for _, x := range k.kids {
			if x.name == "xref" && x.get("ref-type") == "fn" {
				w.contribution(x.get("rid"), name)
			}
		}
	}
	w.text(strings.Join(names, ", "), "author", c)
	if len(names) == 0 && others {
		return
	}
	for _, k := range n.kids {
		switch k.name {
		case "aff", "aff-alternatives":
			w.affiliations(k, c)
		case "contrib":
			if !authorsOnly || isAuthor(k, n) {
				for _, a := range k.kids {
					if a.name == "aff" || a.name == "aff-alternatives" {
						w.affiliations(a, c)
					}
				}
			}
		case "author-comment":
			w.element(k, c)
		}
	}
}

// contribution remembers who a note about authors' contributions is about.
func (w *walker) contribution(id, name string) {
	fn := w.byID[id]
	if fn == nil || fn.name != "fn" || fn.get("fn-type") != "con" {
		return
	}
	if w.authors == nil {
		w.authors = make(map[string]string)
	}
	const most = 1000 // bytes: more are no author's contribution
	if who := w.authors[id]; who == "" {
		w.authors[id] = name
	} else if len(who) < most {
		w.authors[id] = who + ", " + name
	}
}

// isAuthor reports whether a contributor wrote the article.
func isAuthor(contrib, group *node) bool {
	kind := strings.ToLower(contrib.get("contrib-type"))
	if kind == "" {
		kind = strings.ToLower(group.get("content-type"))
	}
	return !strings.Contains(kind, "editor") && !strings.Contains(kind, "reviewer") && !strings.Contains(kind, "translator")
}

// editorsAffiliations returns the ids of the affiliations that nobody but editors and reviewers refers to.
func editorsAffiliations(meta *node) map[string]bool {
	out, authors := map[string]bool{}, map[string]bool{}
	for _, group := range meta.kids {
		if group.name != "contrib-group" {
			continue
		}
		for _, k := range group.kids {
			for _, x := range k.kids {
				if k.name != "contrib" || x.name != "xref" {
					continue
				}
				for id := range strings.FieldsSeq(x.get("rid")) {
					if isAuthor(k, group) {
						authors[id] = true
					} else {
						out[id] = true
					}
				}
			}
		}
	}
	for id := range authors {
		delete(out, id)
	}
	return out
}

// affiliations adds an affiliation, the first of those that say the same.
func (w *walker) affiliations(n *node, c scope) {
	if n.name == "aff-alternatives" {
		if n = n.child("aff"); n == nil {
			return
		}
	}
	w.text(w.affiliation(n), "affiliation", c)
}

// affiliation returns an affiliation's text without its mark. Many authors may share one.
func (w *walker) affiliation(n *node) string {
	text, ok := w.affs[n]
	if !ok {
		text = w.readAffiliation(n)
		w.affs[n] = text
	}
	return text
}

// readAffiliation puts commas between the parts of an affiliation that is all elements.
func (w *walker) readAffiliation(n *node) string {
	var parts []string
	for _, k := range n.kids {
		if k.name == "institution" && k.get("content-type") == "original" { // all of it as printed, beside its parts (SciELO)
			return k.words()
		}
	}
	if n.mixed() {
		marked := false
		p, _ := w.gather(" ", func() {
			for _, k := range n.kids {
				switch {
				case k.name == "":
					w.para.Write(k.text, 0)
				case k.name == "label" || k.name == "sup" && !marked && w.para.Empty():
					marked = true
				case k.name == "institution-wrap":
					w.para.Write(join(", ", elementTexts(k)), 0)
				default:
					var sb strings.Builder
					k.appendText(&sb)
					w.para.Write(sb.String(), 0)
				}
			}
		})
		text, _, _ := p.Text()
		return text
	}
	for _, k := range n.kids {
		switch k.name {
		case "", "label", "sup", "institution-id", "xref":
		case "institution-wrap":
			parts = append(parts, elementTexts(k)...)
		case "addr-line":
			if !k.mixed() && k.elements() {
				parts = append(parts, elementTexts(k)...)
				continue
			}
			parts = append(parts, k.words())
		default:
			parts = append(parts, k.words())
		}
	}
	return join(", ", parts)
}

// elementTexts returns the texts of an element's children, but for identifiers.
func elementTexts(n *node) []string {
	var out []string
	for _, k := range n.kids {
		if k.name != "institution-id" {
			out = append(out, k.words())
		}
	}
	return out
}

// join joins the parts that are not empty; where one ends in the separator's sign, it is not doubled.
func join(separator string, parts []string) string {
	var sb strings.Builder
	sign := strings.TrimSpace(separator)
	for _, p := range parts {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if sb.Len() > 0 {
			sb.WriteString(separator)
		}
		sb.WriteString(strings.TrimSpace(strings.TrimSuffix(p, sign)))
	}
	return sb.String()
}

// authorNotes reads what stands at the foot of a title page: notes with a mark go behind the text, all else stays.
func (w *walker) authorNotes(n *node, c scope) {
	for _, k := range n.kids {
		switch {
		case k.name == "" || k.name == "title" || k.name == "label":
		case k.name == "fn" && isMark(k.child("label").words()):
			w.note(k, udm.NoteFootnote, c)
		case k.name == "fn":
			w.footnote(k, c)
		case k.name == "corresp":
			w.paragraph(k, c)
		default:
			w.element(k, c)
		}
	}
	w.flush(c)
}

// keywords adds a line of keywords.
func (w *walker) keywords(n *node, c scope) {
	if lang := n.get("lang"); lang != "" && lang != w.doc.Metadata.Custom["language"] {
		c.lang = lang
	}
	line := strings.Join(keywordsOf(n), ", ")
	title := strings.TrimRight(n.child("title").words(), ": ")
	if title == "" {
		title = w.style("keywords", c.lang)
	}
	if title != "" && line != "" {
		line = title + ": " + line
	}
	w.text(line, "keywords", c)
}

// keywordsOf returns the keywords in a group.
func keywordsOf(n *node) []string {
	var out []string
	for _, k := range n.kids {
		switch k.name {
		case "kwd", "unstructured-kwd-group":
			if s := k.words(); s != "" {
				out = append(out, s)
			}
		case "compound-kwd":
			if s := join(" ", elementTexts(k)); s != "" {
				out = append(out, s)
			}
		case "nested-kwd", "kwd-group":
			out = append(out, keywordsOf(k)...)
		}
	}
	return out
}
