// Package opml decodes OPML outlines and lists of feeds (OPML 2.0): a list item for each outline element, as deep in the list as it
// stands in the file. One with an address is a link; a note that outliners keep with it is the paragraph below.
package opml

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Format is OPML.
var Format = decoder.Format{
	Name:       "opml",
	Title:      "OPML outline",
	MediaTypes: []string{"text/x-opml", "application/xml+opml"},
	Extensions: []string{".opml"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Root.Local == "opml":
			return decoder.Certain
		case p.Ext == ".opml":
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

type reader struct {
	ctx  context.Context
	in   *decoder.Input
	s    *xmlscan.Scanner
	node *udm.StructuralNode
	meta udm.Metadata
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, in: in, node: &udm.StructuralNode{Role: udm.Section}}
	// What is read of outlines is markup in attributes as often as not, so HTML's entities come up.
	r.s, err = xmlscan.New(bytes.NewReader(raw), xmlscan.Options{MaxDepth: in.Budget.Limits().Depth, HTMLEntities: true})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	defer r.s.Close()
	switch err := r.root(); {
	case errors.Is(err, xmlscan.ErrDepth):
		return nil, fmt.Errorf("%w: %w", limit.ErrExceeded, err)
	case errors.Is(err, xmlscan.ErrSyntax) && len(r.node.Blocks) > 0:
		in.Warnf("the file is damaged: %v", err)
	case errors.Is(err, xmlscan.ErrSyntax):
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	case err != nil:
		return nil, err
	}
	doc := decoder.NewDocument(in, "opml")
	doc.Metadata = r.meta
	doc.Nodes = []*udm.StructuralNode{r.node}
	return doc, nil
}

func (r *reader) root() error {
	for {
		k, err := r.s.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			return fmt.Errorf("%w: no outline", decoder.ErrMalformed)
		case xmlscan.Start:
			return r.s.Children(func() error {
				switch r.s.Name() {
				case "head":
					return r.s.Children(r.about)
				case "body":
					return r.s.Children(func() error { return r.outline(0) })
				}
				return nil
			})
		}
	}
}

func (r *reader) about() error {
	name := r.s.Name()
	v, err := r.s.InnerText()
	v = strings.TrimSpace(v)
	m := &r.meta
	switch {
	case v == "":
	case name == "title":
		m.Title = v
	case name == "ownerName":
		m.Author = v
	case name == "dateCreated":
		m.CreatedAt = date.Parse(v)
	case name == "dateModified":
		m.ModifiedAt = date.Parse(v)
	case name == "ownerEmail":
		m.Set("author_email", v)
	case name == "description":
		m.Set("description", v)
	}
	return err
}

func (r *reader) outline(level int) error {
	if r.s.Name() != "outline" {
		return nil
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	text := r.attr("text")
	if text == "" {
		text = r.attr("title")
	}
	url := strings.TrimSpace(r.s.Attr("htmlUrl"))
	if url == "" {
		url = strings.TrimSpace(r.s.Attr("url"))
	}
	feed := strings.TrimSpace(r.s.Attr("xmlUrl"))
	if url == "" {
		url = feed
	}
	if text == "" {
		text = strings.TrimSpace(xmlscan.Clean([]byte(url)))
	}
	notes := []string{r.attr("description"), r.attr("_note")}
	if text != "" {
		b := udm.NewListItem(udm.Bullet, level, "", text)
		if url != "" {
			b.A().Links = []udm.LinkSpan{{Start: 0, End: len([]rune(text)), URL: url}}
		}
		if feed != "" && feed != url {
			b.A().Set("feed", feed)
		}
		if err := r.add(b); err != nil {
			return err
		}
	}
	for _, n := range notes {
		if n == "" || n == text {
			continue
		}
		if err := r.add(udm.NewText(classify.Body(n), n)); err != nil {
			return err
		}
	}
	return r.s.Children(func() error { return r.outline(level + 1) })
}

func (r *reader) add(b *udm.ContentBlock) error {
	r.node.Add(b)
	return r.in.Budget.ChargeBlocks(1)
}

// attr returns an attribute's text; it may be HTML (OPML 2.0, "Text attribute").
func (r *reader) attr(name string) string {
	v := r.s.Attr(name)
	if strings.ContainsAny(v, "<&") {
		v = html.UnescapeString(withoutTags(v))
	}
	lines := strings.Split(xmlscan.Clean([]byte(v)), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// withoutTags drops what looks like a tag: "<" before a letter or "/".
func withoutTags(s string) string {
	var sb strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			break
		}
		end := strings.IndexByte(s[i:], '>')
		if end < 2 || s[i+1] != '/' && (s[i+1]|0x20 < 'a' || s[i+1]|0x20 > 'z') {
			sb.WriteString(s[:i+1])
			s = s[i+1:]
			continue
		}
		sb.WriteString(s[:i])
		s = s[i+end+1:]
	}
	return sb.String() + s
}
