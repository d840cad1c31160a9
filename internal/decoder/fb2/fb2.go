// Package fb2 decodes FictionBook 2 e-books.
//
// A book is one XML file: a description, one or more bodies of nested sections, and the pictures in base64. Each
// section directly in a body is a section node. The bodies named "notes" and "comments" hold footnotes; a note goes to the end of
// the section that refers to it first.
package fb2

import (
	"context"
	"encoding/base64"
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

// Format is the FictionBook format.
var Format = decoder.Format{
	Name:       "fb2",
	Title:      "FictionBook",
	MediaTypes: []string{"application/x-fictionbook+xml", "application/x-fictionbook"},
	Extensions: []string{".fb2"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Root.Local == "FictionBook":
			return decoder.Certain
		case p.Ext == ".fb2":
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

var prefixes = map[string]string{
	"http://www.gribuser.ru/xml/fictionbook/2.0": "",
	"http://www.w3.org/1999/xlink":               "l",
}

// reader reads a book in two passes: notes and pictures stand behind the text that refers to them.
type reader struct {
	in       *decoder.Input
	s        *xmlscan.Scanner
	meta     udm.Metadata
	cover    string
	pictures map[string]picture
	notes    map[string][]*udm.ContentBlock
	noted    map[string]bool
	out      outline.Builder
}

type picture struct {
	mediaType string
	data      udm.Bytes
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	r := &reader{in: in, pictures: make(map[string]picture), notes: make(map[string][]*udm.ContentBlock), noted: make(map[string]bool)}
	doc := decoder.NewDocument(in, "fb2")
	if err := in.Budget.Charge(in.Content.Size()); err != nil {
		return nil, err
	}
	for _, pass := range []func() error{r.collect, r.text} {
		if err := r.pass(ctx, pass); err != nil {
			if !errors.Is(err, xmlscan.ErrSyntax) {
				return nil, err
			}
			in.Warnf("the book is damaged: %v", err)
		}
	}
	doc.Metadata = r.meta
	doc.Nodes = r.out.Nodes()
	if len(doc.Nodes) == 1 && len(doc.Nodes[0].Blocks) == 0 && r.meta.Title == "" {
		return nil, fmt.Errorf("%w: no FictionBook", decoder.ErrMalformed)
	}
	r.unusedNotes(doc)
	return doc, nil
}

// pass calls child for each element directly inside of the root.
func (r *reader) pass(ctx context.Context, child func() error) error {
	s, err := xmlscan.New(source.Reader(r.in.Content), xmlscan.Options{Prefixes: prefixes, HTMLEntities: true, MaxDepth: r.in.Budget.Limits().Depth})
	if err != nil {
		return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	defer s.Close()
	r.s = s
	for {
		k, err := s.Next()
		if err != nil {
			return wrap(err)
		}
		switch k {
		case xmlscan.EOF:
			return nil
		case xmlscan.Start:
			return wrap(s.Children(func() error {
				if err := ctx.Err(); err != nil {
					return err
				}
				return child()
			}))
		}
	}
}

// wrap names the cause of a scanner's error.
func wrap(err error) error {
	if errors.Is(err, xmlscan.ErrDepth) {
		return fmt.Errorf("%w: %w", limit.ErrExceeded, err)
	}
	return err
}

// collect is the first pass: the description, the notes and the pictures.
func (r *reader) collect() error {
	switch r.s.Name() {
	case "description":
		return r.description()
	case "body":
		if isNotes(r.s.Attr("name")) {
			return r.s.Children(func() error {
				if r.s.Name() != "section" {
					return nil
				}
				id := r.s.Attr("id")
				w := &walker{r: r, note: true}
				err := w.section(1)
				if _, ok := r.notes[id]; !ok {
					r.notes[id] = w.blocks
				}
				return err
			})
		}
	case "binary":
		id, mediaType := r.s.Attr("id"), r.s.Attr("content-type")
		text, err := r.s.InnerText()
		if err != nil {
			return err
		}
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if err != nil {
			r.in.Warnf("picture %q does not decode", id)
		}
		r.pictures[id] = picture{mediaType, data}
		return r.in.Budget.Charge(int64(len(data)))
	}
	return nil
}

// text is the second pass: the bodies that are no notes.
func (r *reader) text() error {
	if r.s.Name() != "body" || isNotes(r.s.Attr("name")) {
		return nil
	}
	w := &walker{r: r}
	if r.cover != "" {
		w.picture(r.cover, "Cover")
		r.cover = ""
	}
	return w.section(0)
}

func isNotes(name string) bool { return name == "notes" || name == "comments" || name == "footnotes" }

// note puts a note behind the section that is being read.
func (r *reader) note(id string) {
	if blocks, ok := r.notes[id]; ok && !r.noted[id] {
		r.noted[id] = true
		r.out.AddNote(blocks...)
	}
}

// unusedNotes warns of notes that nothing refers to; they are put behind the last section.
func (r *reader) unusedNotes(doc *udm.Document) {
	last := doc.Nodes[len(doc.Nodes)-1]
	for _, id := range sortedKeys(r.notes) {
		if !r.noted[id] {
			last.Add(r.notes[id]...)
		}
	}
}
