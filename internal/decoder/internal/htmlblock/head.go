package htmlblock

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/decoder/internal/date"
)

// head reads the metadata of a page: of its head and its html element, wherever a careless author put them.
func (w *walker) head(root *html.Node) {
	var href string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "" {
			continue
		}
		switch n.DataAtom {
		case atom.Html, atom.Body:
			if lang := firstNonEmpty(attr(n, "lang"), attr(n, "xml:lang")); lang != "" && w.pageLanguage() == "" {
				w.page.Metadata.Set("language", lang)
			}
		case atom.Title:
			if w.page.Metadata.Title == "" {
				w.page.Metadata.Title = textOf(n)
			}
		case atom.Meta:
			w.meta(n)
		case atom.Base:
			if href == "" {
				href = attr(n, "href")
			}
		case atom.Link:
			if hasToken(strings.ToLower(attr(n, "rel")), "canonical") {
				w.page.Metadata.Set("canonical_url", attr(n, "href"))
			}
		}
	}
	w.page.Metadata.Title = firstNonEmpty(w.page.Metadata.Title, w.fallbackTitle)
	w.base = parseBase(href)
	if b := parseBase(w.opt.Base); b != nil {
		if w.base != nil {
			return
		}
		w.base = b
	}
}

func (w *walker) meta(n *html.Node) {
	m := &w.page.Metadata
	value := strings.Join(strings.Fields(attr(n, "content")), " ")
	if value == "" {
		return
	}
	if strings.EqualFold(attr(n, "http-equiv"), "content-language") && w.pageLanguage() == "" {
		m.Set("language", value)
	}
	switch strings.ToLower(firstNonEmpty(attr(n, "name"), attr(n, "property"))) {
	case "author", "dc.creator", "dcterms.creator", "article:author":
		if m.Author == "" {
			m.Author = value
		} else if !strings.Contains(m.Author, value) {
			m.Author += ", " + value
		}
	case "description", "dc.description", "dcterms.description", "og:description":
		if _, ok := m.Custom["description"]; !ok {
			m.Set("description", value)
		}
	case "keywords", "dc.subject", "article:tag":
		for _, t := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' }) {
			if t = strings.TrimSpace(t); t != "" {
				m.Tags = append(m.Tags, t)
			}
		}
	case "date", "dc.date", "dcterms.date", "dcterms.created", "dc.date.created", "article:published_time", "created":
		if m.CreatedAt == "" {
			m.CreatedAt = date.Parse(value)
		}
	case "dcterms.modified", "article:modified_time", "last-modified", "modified", "changed":
		if m.ModifiedAt == "" {
			m.ModifiedAt = date.Parse(value)
		}
	case "dc.title", "og:title":
		w.fallbackTitle = firstNonEmpty(w.fallbackTitle, value)
	case "generator":
		m.Set("generator", value)
	case "dc.language", "dcterms.language":
		if w.pageLanguage() == "" {
			m.Set("language", value)
		}
	}
}

func firstNonEmpty(s ...string) string {
	for _, v := range s {
		if v != "" {
			return v
		}
	}
	return ""
}
