package jats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/udm"
)

// properties fills the document's metadata.
func (w *walker) properties(root *node) {
	front := root.child("front", "front-stub", "book-meta", "collection-meta")
	if front == nil {
		return
	}
	meta := metadataOf(front)
	m := &w.doc.Metadata
	if t := meta.child("title-group", "book-title-group"); t != nil {
		m.Title = t.child("article-title", "book-title", "title").words()
		m.Set("subtitle", t.child("subtitle").words())
	}
	w.people(meta)
	published(meta, m)
	journal(front, meta, m)
	identifiers(meta, m)
	subjects(meta, m)
	rights(meta, m)
	funding(meta, m)
	more := map[string]any{}
	for _, g := range meta.kids {
		if g.name != "custom-meta-group" && g.name != "custom-meta-wrap" {
			continue
		}
		for _, k := range g.kids {
			name := k.child("meta-name").words()
			if v := k.child("meta-value").words(); name != "" && v != "" && !strings.HasPrefix(name, "pmc-") { // an archive's own flags
				more[name] = v
			}
		}
	}
	if len(more) > 0 {
		m.Set("custom_meta", more)
	}
}

// people sets the author, and says of each what the source does.
func (w *walker) people(meta *node) {
	var authors, editors []string
	var facts []any
	for _, group := range meta.kids {
		if group.name != "contrib-group" {
			continue
		}
		for _, k := range group.kids {
			if k.name != "contrib" {
				continue
			}
			name := contributorName(k)
			switch {
			case name == "":
			case isAuthor(k, group):
				authors = append(authors, name)
				facts = append(facts, w.author(k, name))
			default:
				editors = append(editors, name)
			}
		}
	}
	m := &w.doc.Metadata
	m.Author = strings.Join(authors, ", ")
	if len(facts) > 0 {
		m.Set("authors", facts)
	}
	if len(editors) > 0 {
		m.Set("editors", editors)
	}
}

// author says of an author what goes beyond the name.
func (w *walker) author(contrib *node, name string) map[string]any {
	out := map[string]any{"name": name}
	var affiliations []string
	add := func(n *node) {
		if n != nil && n.name == "aff-alternatives" {
			n = n.child("aff")
		}
		if n == nil || n.name != "aff" || w.err != nil {
			return
		}
		text := w.affiliation(n)
		if w.err = w.in.Budget.Charge(int64(len(text))); w.err == nil && text != "" {
			affiliations = append(affiliations, text)
		}
	}
	for _, k := range contrib.kids {
		switch k.name {
		case "contrib-id":
			if kind := k.get("contrib-id-type"); kind == "orcid" {
				out["orcid"] = k.words()
			}
		case "email":
			out["email"] = k.words()
		case "address":
			if e := k.child("email"); e != nil {
				out["email"] = e.words()
			}
		case "aff", "aff-alternatives":
			add(k)
		case "xref":
			for id := range strings.FieldsSeq(k.get("rid")) {
				add(w.byID[id])
			}
		}
	}
	if len(affiliations) > 0 {
		out["affiliations"] = affiliations
	}
	if roles := childTexts(contrib, "role"); len(roles) > 0 {
		out["roles"] = roles
	}
	if contrib.get("corresp") == "yes" {
		out["corresponding"] = true
	}
	return out
}

// published sets the date of publication, and the steps before it.
func published(meta *node, m *udm.Metadata) {
	best := -1
	for _, k := range meta.kids {
		switch k.name {
		case "pub-date":
			kind := k.get("pub-type") + k.get("date-type")
			rank := 1
			switch {
			case kind == "epub" || kind == "pub" || kind == "epub-ppub":
				rank = 3
			case kind == "ppub":
				rank = 2
			case kind == "pmc-release" || strings.HasPrefix(kind, "nihms"):
				rank = 0
			}
			if d := dateOf(k); d != "" && rank > best {
				if t := date.Parse(d); t != "" {
					best, m.CreatedAt = rank, t
				}
			}
		case "history":
			for _, h := range k.kids {
				if h.name == "date" {
					switch kind := h.get("date-type"); kind {
					case "received", "accepted":
						m.Set("date_"+kind, dateOf(h))
					case "rev-recd":
						m.Set("date_revised", dateOf(h))
					}
				}
			}
		}
	}
}

// dateOf returns a date as far as it is stated: "2024", "2024-05", "2024-05-17"; or as it is written.
func dateOf(n *node) string {
	if s := n.get("iso-8601-date"); date.Parse(s) != "" {
		return s
	}
	year := n.child("year").words()
	if year == "" {
		return n.child("string-date").words()
	}
	month := monthNumber(n.child("month").words())
	if len(year) != 4 || month == 0 {
		return year
	}
	day := number(n.child("day").words(), 0)
	if day < 1 || day > 31 {
		return fmt.Sprintf("%s-%02d", year, month)
	}
	return fmt.Sprintf("%s-%02d-%02d", year, month, day)
}

var months = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// monthNumber returns the number of a month in figures or English; 0 for what is none.
func monthNumber(s string) int {
	if n := number(s, 0); n >= 1 && n <= 12 {
		return n
	}
	if len(s) < 3 {
		return 0
	}
	return slices.Index(months, strings.ToLower(s[:3])) + 1
}

// journal says where the article was published.
func journal(front, meta *node, m *udm.Metadata) {
	if j := front.child("journal-meta"); j != nil {
		title := j.at("journal-title-group", "journal-title")
		if title == nil {
			title = j.child("journal-title")
		}
		m.Set("journal", title.words())
		m.Set("publisher", j.at("publisher", "publisher-name").words())
		setList(m, "issn", childTexts(j, "issn"))
	} else if p := meta.child("publisher"); p != nil {
		m.Set("publisher", p.child("publisher-name").words())
	}
	setList(m, "isbn", childTexts(meta, "isbn"))
	m.Set("volume", meta.child("volume").words())
	m.Set("issue", meta.child("issue").words())
	pages := meta.child("fpage").words()
	if last := meta.child("lpage").words(); last != "" && last != pages {
		pages += "–" + last
	}
	m.Set("pages", pages)
	m.Set("elocation_id", meta.child("elocation-id").words())
}

// setList sets a text, or a list of them where there are several.
func setList(m *udm.Metadata, key string, values []string) {
	switch len(values) {
	case 0:
	case 1:
		m.Set(key, values[0])
	default:
		m.Set(key, values)
	}
}

// childTexts returns the texts of the children of that name.
func childTexts(n *node, name string) []string {
	var out []string
	for _, k := range n.kids {
		if k.name == name {
			if s := k.words(); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// identifiers sets the numbers by which others name the article.
func identifiers(meta *node, m *udm.Metadata) {
	for _, k := range meta.kids {
		id := k.words()
		switch k.name {
		case "article-id":
			switch k.get("pub-id-type") {
			case "doi":
				m.Set("doi", id)
			case "pmid":
				m.Set("pmid", id)
			case "pmc", "pmcid":
				if !strings.HasPrefix(id, "PMC") && id != "" {
					id = "PMC" + id
				}
				m.Set("pmcid", id)
			case "publisher-id":
				m.Set("publisher_id", id)
			case "arxiv":
				m.Set("arxiv", id)
			}
		case "book-id":
			if k.get("book-id-type") == "doi" || k.get("pub-id-type") == "doi" {
				m.Set("doi", id)
			}
		}
	}
}

// subjects makes tags of keywords and subjects.
func subjects(meta *node, m *udm.Metadata) {
	seen := make(map[string]bool)
	add := func(s string) {
		if s != "" && !seen[s] {
			seen[s] = true
			m.Tags = append(m.Tags, s)
		}
	}
	for _, k := range meta.kids {
		if k.name == "kwd-group" {
			for _, s := range keywordsOf(k) {
				add(s)
			}
		}
	}
	var group func(n *node)
	group = func(n *node) {
		for _, k := range n.kids {
			switch k.name {
			case "subject":
				add(k.words())
			case "compound-subject":
				add(join(" ", elementTexts(k)))
			case "subj-group":
				group(k)
			}
		}
	}
	if c := meta.child("article-categories"); c != nil {
		group(c)
	}
	for _, k := range meta.kids {
		if k.name == "subj-group" {
			group(k)
		}
	}
}

// rights sets the licence and who holds the copyright.
func rights(meta *node, m *udm.Metadata) {
	p := meta.child("permissions")
	if p == nil {
		m.Set("copyright", meta.child("copyright-statement").words())
		return
	}
	m.Set("copyright", p.child("copyright-statement").words())
	l := p.child("license")
	if l == nil {
		return
	}
	url := l.get("href")
	if url == "" {
		url = l.child("license_ref").words()
	}
	text := join(" ", append(childTexts(l, "license-p"), childTexts(l, "p")...))
	if url == "" {
		url = text
	} else {
		m.Set("license_text", text)
	}
	m.Set("license", url)
}

// funding sets who paid: in the article's words, or sponsors with their grants.
func funding(meta *node, m *udm.Metadata) {
	var out []string
	for _, g := range meta.kids {
		if g.name != "funding-group" {
			continue
		}
		statements := childTexts(g, "funding-statement")
		if len(statements) > 0 {
			out = append(out, statements...)
			continue
		}
		for _, k := range g.kids {
			if k.name != "award-group" {
				continue
			}
			source := k.child("funding-source")
			who := source.words()
			if source != nil && source.child("institution-wrap") != nil {
				who = join(", ", elementTexts(source.child("institution-wrap")))
			}
			if grants := childTexts(k, "award-id"); len(grants) > 0 {
				who = join(" ", []string{who, "(" + strings.Join(grants, ", ") + ")"})
			}
			if who != "" {
				out = append(out, who)
			}
		}
	}
	setList(m, "funding", out)
}
