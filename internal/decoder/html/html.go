// Package html decodes HTML and XHTML files.
//
// A file is read by the parsing algorithm that browsers share (HTML Living Standard, section 13.2), so that
// nothing is malformed. Each semantic region (header, nav, main, aside, footer) is a section node; what stands outside of
// them is one labelled "body".
package html

import (
	"context"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the HTML format.
var Format = decoder.Format{
	Name:       "html",
	Title:      "HTML page",
	MediaTypes: []string{"text/html", "application/xhtml+xml"},
	Extensions: []string{".html", ".htm", ".xhtml", ".xht"},
	Unit:       udm.Section,
	Memory:     45,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	if p.Root.Local == "html" && (p.Root.Space == "" || p.Root.Space == "http://www.w3.org/1999/xhtml") {
		return decoder.Certain
	}
	named := p.Ext == ".html" || p.Ext == ".htm" || p.Ext == ".xhtml" || p.Ext == ".xht"
	if (p.Root.Local != "" || !p.Text) && !named {
		return decoder.No
	}
	head, _ := charset.Decode(p.Head[:min(len(p.Head), 4096)], "")
	switch tag := firstTag(head); {
	case tag == "!doctype html", tag == "html":
		return decoder.Certain
	case starters[tag]:
		if named || p.Ext == "" {
			return decoder.ByContent
		}
	}
	if named {
		return decoder.ByName
	}
	return decoder.No
}

// starters are the elements that a page without a doctype starts with (WHATWG MIME Sniffing, 7.1).
var starters = map[string]bool{"head": true, "body": true, "script": true, "iframe": true, "h1": true, "h2": true, "div": true, "font": true, "table": true, "a": true, "style": true,
	"title": true, "b": true, "br": true, "p": true, "meta": true, "center": true, "base": true, "link": true, "ul": true, "ol": true, "section": true, "article": true, "main": true, "header": true}

// firstTag returns the name of the tag that a text starts with, lower case; comments and an XML declaration may stand
// before it.
func firstTag(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n\f\ufeff")
		var end string
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		case strings.HasPrefix(s, "<?"):
			end = ">"
		default:
			if s == "" || s[0] != '<' {
				return ""
			}
			s = strings.ToLower(s[1:min(len(s), 64)])
			if doctype := strings.Join(strings.Fields(s[:min(len(s), 24)]), " "); strings.HasPrefix(doctype, "!doctype html") {
				return "!doctype html"
			}
			return s[:max(strings.IndexAny(s, " \t\r\n/>"), 0)]
		}
		_, rest, ok := strings.Cut(s, end)
		if !ok {
			return ""
		}
		s = rest
	}
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	text, guess := htmlblock.Text(raw, in.Options.Encoding)
	root, err := htmlblock.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	page, err := htmlblock.Translate(root, htmlblock.Options{NoImages: in.Options.NoImages, Budget: in.Budget})
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "html")
	doc.Metadata = page.Metadata
	if guess.Name != "utf-8" {
		doc.Metadata.Set("encoding", guess.Name)
	}
	for i := range page.Regions {
		doc.Nodes = append(doc.Nodes, page.Regions[i].Node())
	}
	if len(doc.Nodes) == 0 {
		doc.Nodes = []*udm.StructuralNode{{Role: udm.Section, Label: "body"}}
	}
	return doc, nil
}
