package htmlblock

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/udm"
)

// note is a foot- or endnote that is open.
type note struct{ kind string }

// noteMarkup reads how pages say that an element is a note: the DPUB roles of ARIA, epub:type, and the class that Markdown
// converters give the section with their notes.
func (w *walker) noteMarkup(n *html.Node, key, value string, c *context) {
	if c.note != nil && key != "role" && key != "epub:type" {
		return
	}
	kind := ""
	group := false
	switch key {
	case "role":
		switch {
		case hasToken(value, "doc-footnote"):
			kind = udm.NoteFootnote
		case hasToken(value, "doc-endnote"):
			kind = udm.NoteEndnote
		case hasToken(value, "doc-endnotes"):
			kind, group = udm.NoteEndnote, true
		}
	case "epub:type":
		switch {
		case hasToken(value, "footnote"), hasToken(value, "note"):
			kind = udm.NoteFootnote
		case hasToken(value, "endnote"), hasToken(value, "rearnote"):
			kind = udm.NoteEndnote
		case hasToken(value, "footnotes"):
			kind, group = udm.NoteFootnote, true
		case hasToken(value, "endnotes"), hasToken(value, "rearnotes"):
			kind, group = udm.NoteEndnote, true
		}
	case "class":
		if (n.DataAtom == atom.Section || n.DataAtom == atom.Div) && hasToken(value, "footnotes") {
			kind, group = udm.NoteFootnote, true
		}
	case "data-footnotes":
		kind, group = udm.NoteFootnote, true
	}
	switch {
	case kind == "" || n.DataAtom == atom.Body:
	case !group:
		c.note = &note{kind: kind}
	default:
		w.noteList(n, kind)
	}
}

// noteList marks the items of the first list in a section of notes.
func (w *walker) noteList(n *html.Node, kind string) {
	role := "doc-footnote"
	if kind == udm.NoteEndnote {
		role = "doc-endnote"
	}
	for k := range n.Descendants() {
		if k.DataAtom != atom.Ol && k.DataAtom != atom.Ul {
			continue
		}
		for li := k.FirstChild; li != nil; li = li.NextSibling {
			if li.DataAtom == atom.Li && !strings.Contains(attr(li, "role")+attr(li, "epub:type"), "note") {
				li.Attr = append(li.Attr, html.Attribute{Key: "role", Val: role})
			}
		}
		return
	}
}
