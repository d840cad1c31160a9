// Package docx decodes Word documents: DOCX, DOCM, DOTX and DOTM, transitional and strict
// (ECMA-376 part 1, clause 17; section numbers in comments are its).
//
// Each part is read once, as a stream. Styles and numbering come first, since they decide what a
// paragraph is: a heading by the outline level that its style has or inherits, a list item by the list
// that it or its style belongs to. What a paragraph anchors (pictures, text boxes, charts, notes)
// follows behind it. A Choice of mc:AlternateContent is taken when it is understood, else its
// Fallback, never both. Deleted and moved-away text and hidden text are left out, insertions are kept.
package docx

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// Format is Word's XML format.
var Format = decoder.Format{
	Name:  "docx",
	Title: "Word document",
	MediaTypes: []string{
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.template",
		"application/vnd.ms-word.document.macroEnabled.12",
		"application/vnd.ms-word.template.macroEnabled.12",
	},
	Extensions: []string{".docx", ".docm", ".dotx", ".dotm"},
	Unit:       udm.Section,
	Memory:     20,
	Match:      match,
	Decode:     decode,
}

// mainTypes are the content types of main parts, without "+xml".
var mainTypes = [][]byte{
	[]byte("wordprocessingml.document.main"), []byte("wordprocessingml.template.main"),
	[]byte("ms-word.document.macroEnabled.main"), []byte("ms-word.template.macroEnabledTemplate.main"),
}

func match(p *decoder.Probe) decoder.Confidence {
	named := decoder.No
	switch p.Ext {
	case ".docx", ".docm", ".dotx", ".dotm":
		named = decoder.ByName
	}
	switch {
	case p.Has("[Content_Types].xml"):
		types := p.Member("[Content_Types].xml")
		for _, t := range mainTypes {
			if bytes.Contains(types, t) {
				return decoder.Certain
			}
		}
		if p.Has("word/document.xml") {
			return decoder.ByContent
		}
	case p.Has("word/document.xml"):
		return decoder.ByContent
	case p.Has("EncryptedPackage") && named != decoder.No:
		return decoder.ByContent
	}
	return named
}

// reader decodes one document.
type reader struct {
	ctx       context.Context
	in        *decoder.Input
	pkg       *opc.Package
	part      string // the main part
	styles    *styles
	numbering *numbering
	settings  settings
	notes     [2]noteList // by noteKind
	pictures  map[string]*udm.Data
	page      int32 // of the place that was read last, by rendered page breaks
	paged     bool  // the file has rendered page breaks
	nested    int   // how many documents this one is inside of (altChunk)
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	r, err := newReader(ctx, in, in.Content)
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "docx")
	doc.Metadata = r.pkg.Metadata()
	st, err := r.main()
	if err != nil {
		return nil, err
	}
	if l := r.styles.language; l != "" && doc.Metadata.Custom["language"] == nil {
		doc.Metadata.Set("language", l)
	}
	comments, err := r.comments()
	if err != nil {
		return nil, err
	}
	if len(comments) > 0 {
		doc.Metadata.Set("comments", comments)
	}
	if doc.Nodes, err = st.nodes(); err != nil {
		return nil, err
	}
	if !r.paged {
		for _, n := range doc.Nodes {
			for _, b := range n.Blocks {
				b.Position.Page = 0
			}
		}
	}
	return doc, nil
}

// newReader opens a package and reads what the body depends on.
func newReader(ctx context.Context, in *decoder.Input, content source.Content) (*reader, error) {
	pkg, err := opc.OpenWith(content, in.Budget, opc.Options{Passwords: in.Options.Passwords, Repair: in.Options.Repair, Warn: in.Warnf})
	if errors.Is(err, opc.ErrEncrypted) {
		return nil, fmt.Errorf("%w: protected with a password", decoder.ErrEncrypted)
	}
	if errors.Is(err, limit.ErrExceeded) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	r := &reader{ctx: ctx, in: in, pkg: pkg, part: pkg.Main(), page: 1, pictures: map[string]*udm.Data{}}
	if r.part == "" {
		if r.part = "word/document.xml"; !pkg.Has(r.part) {
			return nil, fmt.Errorf("%w: no main document part", decoder.ErrMalformed)
		}
	}
	if r.styles, err = readStyles(pkg, r.related("styles")); err != nil {
		if err := r.flaw("styles", err); err != nil {
			return nil, err
		}
	}
	if r.numbering, err = readNumbering(pkg, r.related("numbering"), r.styles); err != nil {
		if err := r.flaw("numbering", err); err != nil {
			return nil, err
		}
	}
	if err := r.readSettings(); err != nil {
		if err := r.flaw("settings", err); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// related returns the name of the part that the main part has a relationship of that type to, or "".
func (r *reader) related(typ string) string {
	if rel, ok := r.pkg.Rels(r.part).First(typ); ok && !rel.External && r.pkg.Has(rel.Target) {
		return rel.Target
	}
	return ""
}

// flaw makes a warning of an error in a part that the document can do without, but for limits and the end of
// the context, which it returns.
func (r *reader) flaw(part string, err error) error {
	if errors.Is(err, limit.ErrExceeded) {
		return err
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.in.Warnf("%s: %v", part, err)
	return nil
}

// main reads the main part. A part that breaks off is a document as far as it goes.
func (r *reader) main() (*story, error) {
	s, err := r.pkg.ScanRoot(r.part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if s.Name() != "w:document" {
		return nil, fmt.Errorf("%w: main part is a %s", decoder.ErrMalformed, s.Name())
	}
	st := r.newStory(s, r.part)
	err = s.Children(func() error {
		if s.Name() == "w:body" {
			return s.Children(st.block)
		}
		return nil
	})
	if ferr := st.finish(); err == nil {
		err = ferr
	}
	if err != nil {
		if len(st.items) == 0 {
			return nil, err
		}
		if err := r.flaw("document cut short", err); err != nil {
			return nil, err
		}
	}
	return st, nil
}

// settings are the document-wide settings that matter here (17.15.1).
type settings struct {
	evenHeaders bool
	noteFormat  [2]int // number format by noteKind
	noteStart   [2]int
}

func (r *reader) readSettings() error {
	r.settings = settings{noteFormat: [2]int{footnote: 0, endnote: numberFormat("lowerRoman")}, noteStart: [2]int{1, 1}}
	part := r.related("settings")
	if part == "" {
		return nil
	}
	s, err := r.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Children(func() error {
		switch s.Name() {
		case "w:evenAndOddHeaders":
			r.settings.evenHeaders = isOn(s.Scanner)
		case "w:footnotePr":
			return r.settings.note(s, footnote)
		case "w:endnotePr":
			return r.settings.note(s, endnote)
		}
		return nil
	})
}

func (t *settings) note(s *opc.Scanner, k noteKind) error {
	return s.Children(func() error {
		switch s.Name() {
		case "w:numFmt":
			t.noteFormat[k] = numberFormat(s.Attr("w:val"))
		case "w:numStart":
			t.noteStart[k] = s.Int("w:val", 1)
		}
		return nil
	})
}
