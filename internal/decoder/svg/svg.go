// Package svg decodes Scalable Vector Graphics: the drawing itself as an image block, and the text in it.
//
// Each <text> element is a block (SVG 2, chapter 11); a <tspan> that is placed anew starts a line. Titles and descriptions of the drawing
// are metadata.
package svg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Format is the SVG format.
var Format = decoder.Format{
	Name:       "svg",
	Title:      "SVG drawing",
	MediaTypes: []string{"image/svg+xml"},
	Extensions: []string{".svg"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Root.Local == "svg":
			return decoder.Certain
		case p.Ext == ".svg":
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

var prefixes = map[string]string{
	"http://www.w3.org/2000/svg":       "",
	"http://www.w3.org/1999/xlink":     "xlink",
	"http://purl.org/dc/elements/1.1/": "dc",
}

type reader struct {
	ctx  context.Context
	in   *decoder.Input
	s    *xmlscan.Scanner
	node *udm.StructuralNode
	meta udm.Metadata
	para richtext.Builder
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, in: in, node: &udm.StructuralNode{Role: udm.Section}}
	image := picture.Block(udm.Bytes(raw), "image/svg+xml")
	image.Data.MediaType = "image/svg+xml"
	if in.Options.NoImages {
		image.Data.Blob = nil
	}
	r.node.Add(image)
	if r.s, err = xmlscan.New(bytes.NewReader(raw), xmlscan.Options{Prefixes: prefixes, MaxDepth: in.Budget.Limits().Depth}); err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	defer r.s.Close()
	switch err := r.root(); {
	case errors.Is(err, xmlscan.ErrDepth):
		return nil, fmt.Errorf("%w: %w", limit.ErrExceeded, err)
	case errors.Is(err, xmlscan.ErrSyntax) && r.s.Depth() > 0:
		in.Warnf("the drawing is damaged: %v", err)
	case errors.Is(err, xmlscan.ErrSyntax):
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	case err != nil:
		return nil, err
	}
	image.A().AltText = r.meta.Title
	doc := decoder.NewDocument(in, "svg")
	doc.Metadata = r.meta
	doc.Nodes = []*udm.StructuralNode{r.node}
	return doc, nil
}

func (r *reader) root() error {
	k, err := r.s.Next()
	if err != nil || k != xmlscan.Start {
		return err
	}
	return r.s.Children(func() error { return r.element(1) })
}

func (r *reader) element(depth int) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	switch name := r.s.Name(); name {
	case "title", "desc":
		text, err := r.words()
		switch {
		case depth > 1:
		case name == "title":
			r.meta.Title = text
		default:
			r.meta.Set("description", text)
		}
		return err
	case "metadata":
		return r.s.Children(r.metadata)
	case "style", "script", "defs", "symbol", "clipPath", "mask", "pattern", "marker":
		return nil
	case "text", "flowRoot":
		return r.text()
	}
	if r.s.Attr("display") == "none" || r.s.Attr("visibility") == "hidden" {
		return nil
	}
	return r.s.Children(func() error { return r.element(depth + 1) })
}

// metadata reads Dublin Core, however deep the RDF round it is.
func (r *reader) metadata() error {
	switch r.s.Name() {
	case "dc:title", "dc:creator", "dc:date", "dc:description":
		name := strings.TrimPrefix(r.s.Name(), "dc:")
		text, err := r.words()
		switch name {
		case "title":
			if r.meta.Title == "" {
				r.meta.Title = text
			}
		case "creator":
			r.meta.Author = text
		default:
			r.meta.Set(name, text)
		}
		return err
	}
	return r.s.Children(r.metadata)
}

func (r *reader) words() (string, error) {
	text, err := r.s.InnerText()
	return strings.Join(strings.Fields(text), " "), err
}

// text reads a text element into a block.
func (r *reader) text() error {
	r.para.Reset()
	r.para.Collapse = true
	if err := r.inline(); err != nil {
		return err
	}
	b := udm.NewText(udm.UncategorizedText, "")
	if !r.para.Fill(b) {
		return nil
	}
	b.Category = classify.Body(b.Text)
	r.node.Add(b)
	if err := r.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	return r.in.Budget.Charge(int64(len(b.Text)))
}

func (r *reader) inline() error {
	depth := r.s.Depth()
	for {
		k, err := r.s.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			return nil
		case xmlscan.End:
			if r.s.Depth() < depth {
				return nil
			}
		case xmlscan.Text:
			r.para.Write(r.s.Text(), 0)
		case xmlscan.Start:
			if err := r.span(); err != nil {
				return err
			}
		}
	}
}

func (r *reader) span() error {
	switch r.s.Name() {
	case "title", "desc", "style":
		return r.s.Skip()
	case "a":
		href := r.s.Attr("href")
		if href == "" {
			href = r.s.Attr("xlink:href")
		}
		r.para.OpenLink(href)
		err := r.inline()
		r.para.CloseLink()
		return err
	case "tspan", "flowPara":
		if _, dx := r.s.LookupAttr("x"); (dx || r.s.Attr("dy") != "" || r.s.Attr("y") != "" || r.s.Name() == "flowPara") && !r.para.Empty() {
			r.para.Break()
		}
	}
	return r.inline()
}
