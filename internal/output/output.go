// Package output is the contract of the writers, and the result that they all write from.
package output

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/chunk"
	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/pagetext"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// Dir is a document's folder while it is written. Names are slash-separated and relative.
type Dir interface {
	Create(name string) (io.WriteCloser, error)
}

// Writer writes one kind of output. It keeps no state between calls and is safe for concurrent use.
type Writer interface {
	Write(ctx context.Context, dir Dir, res *Result) error
}

// Result is a decoded document with everything that is derived from it.
type Result struct {
	Doc         *udm.Document
	SHA256      [32]byte // of the source's bytes
	DocumentIRI string
	PartOf      string // IRI of the archive or document that the document came in; "" for none
	Sections    []section.Section
	Texts       []pagetext.Text
	Records     []Record // of the sections that have text, in order
	Paged       bool     // the document has pages, slides or sheets
	Chunks      []Chunk  // of all records, in order; when asked for
	ChunkSizes  chunk.Options
	Source      source.Content // the source's bytes, open while the writers run
	Warnings    []string       // about flaws in a good file
}

// Chunk is a chunk of a section's text.
type Chunk struct {
	chunk.Chunk
	ID     string // "urn:chunk:…"
	Record *Record
	Index  int // from 1 within its section
}

// Options say how a result is derived from a document.
type Options struct {
	Section section.Options
	Text    pagetext.Options
	Chunk   *chunk.Options // nil for no chunks
}

// Warnf records a flaw in a good file.
func (r *Result) Warnf(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

// Record is what is known of an emitted section.
type Record struct {
	Section      *section.Section
	Text         *pagetext.Text
	ID           string // "urn:page:…" or "urn:section:…"
	Kind         string // "page" or "section"
	File         string // "pages/0001.txt"
	HeadingPath  []string
	Parent       string // ID of the section it is nested in; "" for none
	ElementTypes []string
	Tables       int
	Images       int
}

// NewResult derives a result; the document's IDs must be assigned.
func NewResult(doc *udm.Document, opt Options) *Result {
	r := &Result{Doc: doc, Sections: section.Group(doc, opt.Section)}
	r.Texts = pagetext.Assemble(r.Sections, opt.Text)
	r.Paged = len(doc.Nodes) > 0 && doc.Nodes[0].Role.PageBased()
	ids := make([]string, len(r.Sections))
	for i := range r.Sections {
		s, t := &r.Sections[i], &r.Texts[i]
		ids[i] = SectionIRI(doc, s)
		if t.Blank {
			continue
		}
		rec := Record{Section: s, Text: t, ID: ids[i], Kind: "section", HeadingPath: section.HeadingPath(r.Sections, i)}
		switch {
		case s.Part > 0:
			rec.File = fmt.Sprintf("sections/%04d-%02d.txt", s.Page, s.Part)
		case s.Paged():
			rec.Kind, rec.File = "page", fmt.Sprintf("pages/%04d.txt", s.Page)
		default:
			rec.File = fmt.Sprintf("sections/%04d.txt", s.Number)
		}
		if s.Parent >= 0 {
			rec.Parent = ids[s.Parent]
		}
		rec.count()
		r.Records = append(r.Records, rec)
	}
	if opt.Chunk != nil {
		r.split(*opt.Chunk)
	}
	return r
}

// split cuts the records' texts into chunks.
func (r *Result) split(opt chunk.Options) {
	r.ChunkSizes = opt
	for i := range r.Records {
		rec := &r.Records[i]
		for k, c := range chunk.Split(rec.Text.String(), opt) {
			name := fmt.Sprintf("chunk/%s/%d/%d/%d", rec.ID, opt.Size, opt.Overlap, k+1)
			r.Chunks = append(r.Chunks, Chunk{c, "urn:chunk:" + docid.New(r.Doc.ID, name).String(), rec, k + 1})
		}
	}
}

// Title is what the document is called: its title, else its file's name, of which bytes that are not UTF-8 become U+FFFD: a
// TrustGraph core that had them could not be read at all.
func (r *Result) Title() string {
	if t := r.Doc.Metadata.Title; t != "" {
		return t
	}
	return strings.ToValidUTF8(path.Base(r.Doc.SourcePath), "\uFFFD")
}

// count collects the categories of a section's blocks, images left out, and counts its tables and images.
func (r *Record) count() {
	var seen [32]bool
	for _, b := range r.Section.Blocks {
		switch b.Type {
		case udm.ImageContent:
			r.Images++
			continue
		case udm.Media:
			continue
		case udm.TableContent:
			r.Tables++
		}
		c := b.Category
		if c == udm.NoCategory {
			c = udm.UncategorizedText
		}
		if !seen[c] {
			seen[c] = true
			r.ElementTypes = append(r.ElementTypes, c.String())
		}
	}
	slices.Sort(r.ElementTypes)
}

// SectionIRI returns the URN of a section: the same for the same document, place and extent.
func SectionIRI(doc *udm.Document, s *section.Section) string {
	if s.Paged() && s.Part == 0 {
		return PageIRI(doc, s.Page)
	}
	var name strings.Builder
	fmt.Fprintf(&name, "section/%d/%d/%d", s.Page, s.Number, s.Part)
	if n := len(s.Blocks); n > 0 {
		name.WriteByte('/')
		name.WriteString(s.Blocks[0].ID.String())
		name.WriteByte('/')
		name.WriteString(s.Blocks[n-1].ID.String())
	}
	return "urn:section:" + docid.New(doc.ID, name.String()).String()
}

// PageIRI returns the URN of a page, slide or sheet; number is 1-based.
func PageIRI(doc *udm.Document, number int) string {
	return "urn:page:" + docid.New(doc.ID, "page/", strconv.Itoa(number)).String()
}

// ImageIRI returns the URN of an image block.
func ImageIRI(doc *udm.Document, b *udm.ContentBlock) string {
	return "urn:image:" + docid.New(doc.ID, "image/", b.ID.String()).String()
}
