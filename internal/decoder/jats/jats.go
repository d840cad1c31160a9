// Package jats decodes articles of the Journal Article Tag Suite (NISO Z39.96): PubMed Central, publishers' archives, and
// the NLM DTDs before it; books of its sister BITS too.
//
// The front matter goes to the metadata, and what of it a reader sees to the text: title, authors, affiliations,
// abstracts, keywords. The title is the heading of level 1, sections are the levels below; a sub-article begins a
// section node of its own. References are list items, one each.
package jats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Format is the Journal Article Tag Suite.
var Format = decoder.Format{
	Name:       "jats",
	Title:      "JATS article",
	MediaTypes: []string{"application/jats+xml"},
	Extensions: []string{".nxml", ".jats"},
	Unit:       udm.Section,
	Memory:     45,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Root.Local != "" && isJATS(p):
			return decoder.Certain
		case p.Text && (p.Ext == ".nxml" || p.Ext == ".jats"):
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

// documents are the elements that hold an article or a book, metas those that only front matter of the tag suite begins with.
var (
	documents = map[string]bool{"article": true, "book": true, "book-part-wrapper": true}
	metas     = map[string]bool{"front": true, "processing-meta": true, "book-meta": true, "collection-meta": true, "book-part": true}
)

// isJATS looks for what no other vocabulary with an <article> or <book> has: the namespace, the DOCTYPE, or front matter
// of its own as the first element. Articles may come in a set, or in the answer of an OAI-PMH server.
func isJATS(p *decoder.Probe) bool {
	name := p.Root.Local
	if !documents[name] && name != "pmc-articleset" && name != "OAI-PMH" {
		return false
	}
	if documents[name] && p.Root.Space != "" {
		return isNamespace(p.Root.Space)
	}
	s, err := xmlscan.New(bytes.NewReader(p.Head), xmlscan.Options{})
	if err != nil {
		return false
	}
	defer s.Close()
	const enough = 200 // tokens: an answer's head is short
	inside := false
	for range enough {
		k, err := s.Next()
		if err != nil || k == xmlscan.EOF {
			return false
		}
		if k != xmlscan.Start {
			continue
		}
		e := s.Element()
		switch {
		case inside:
			return metas[e.Local]
		case documents[e.Local] && isNamespace(e.Space):
			return true
		case documents[e.Local] && e.Space == "":
			inside = true
			if hasDoctype(p.Head) {
				return true
			}
		}
	}
	return false
}

func isNamespace(uri string) bool {
	return strings.Contains(uri, "//jats.nlm.nih.gov/") || strings.Contains(uri, "//dtd.nlm.nih.gov/")
}

// hasDoctype reports whether a DOCTYPE names one of the suite's DTDs: "-//NLM//DTD JATS …", "-//NLM//DTD Journal …", "-//NLM//DTD BITS …".
func hasDoctype(head []byte) bool {
	_, rest, ok := bytes.Cut(head, []byte("<!DOCTYPE"))
	if !ok {
		return false
	}
	doctype, _, _ := bytes.Cut(rest, []byte(">"))
	return bytes.Contains(doctype, []byte("//NLM//DTD")) || bytes.Contains(doctype, []byte("JATS")) || bytes.Contains(doctype, []byte("jats.nlm.nih.gov"))
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	s, err := xmlscan.New(in.Budget.Reader(source.Reader(in.Content)), xmlscan.Options{HTMLEntities: true, MaxDepth: in.Budget.Limits().Depth, Encoding: in.Options.Encoding})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	defer s.Close()
	doc := decoder.NewDocument(in, "jats")
	var out outline.Builder
	articles := 0
	for {
		k, err := s.Next()
		if err == nil && k == xmlscan.EOF {
			break
		}
		if err == nil && (k != xmlscan.Start || !documents[s.Element().Local]) {
			continue
		}
		t := &tree{ctx: ctx, s: s, budget: in.Budget}
		var root *node
		if err == nil {
			root, err = t.read()
		}
		if root != nil {
			articles++
			w := newWalker(ctx, in, doc, &out, t)
			w.whole(root, articles == 1)
			if w.err != nil {
				return nil, w.err
			}
		}
		switch {
		case err == nil:
			continue
		case errors.Is(err, xmlscan.ErrDepth):
			return nil, fmt.Errorf("%w: %w", limit.ErrExceeded, err)
		case !errors.Is(err, xmlscan.ErrSyntax):
			return nil, err
		case articles > 0:
			in.Warnf("read up to the first error: %v", err)
		}
		break
	}
	doc.Nodes = out.Nodes()
	if articles == 0 || len(doc.Nodes) == 1 && len(doc.Nodes[0].Blocks) == 0 && doc.Metadata.Title == "" {
		return nil, fmt.Errorf("%w: no article", decoder.ErrMalformed)
	}
	return doc, nil
}
