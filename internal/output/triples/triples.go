// Package triples writes a document's provenance as N-Triples, N-Quads or TriG.
package triples

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/provenance"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/writebuf"
)

// Format is an RDF syntax; its name is the extension of the file.
type Format string

// The formats.
const (
	NTriples Format = "nt" // graphs are left out
	NQuads   Format = "nq"
	TriG     Format = "trig"
)

// Writer writes provenance.nt, .nq or .trig.
type Writer struct {
	Format Format
	Agent  provenance.Agent
	Time   time.Time // of the run
}

// Write writes the statements about the document, its sections, chunks and images.
func (w Writer) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("provenance." + string(w.Format))
	if err != nil {
		return err
	}
	if w.Format == TriG {
		err = w.trig(f, res)
	} else {
		nw := ntriples.NewWriter(f, w.Format == NQuads)
		State(res, w.Agent, w.Time, nw.Write)
		err = nw.Close()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// trig writes the statements of a graph in a block of its own.
func (w Writer) trig(out io.Writer, res *output.Result) error {
	bw := writebuf.New(out)
	var graph ntriples.Term
	State(res, w.Agent, w.Time, func(q ntriples.Quad) {
		if q.Graph != graph {
			if graph != "" {
				bw.WriteString("}\n")
			}
			if graph = q.Graph; graph != "" {
				bw.WriteString(string(graph))
				bw.WriteString(" {\n")
			}
		}
		q.Graph = ""
		bw.Bytes = ntriples.Append(bw.Bytes, q)
		bw.Spill()
	})
	if graph != "" {
		bw.WriteString("}\n")
	}
	return bw.Close()
}

// State states a document with its pages, sections, chunks and images.
func State(res *output.Result, agent provenance.Agent, at time.Time, emit provenance.Emit) {
	document(res, emit)
	mime := res.Doc.MediaType
	derivations := provenance.NewDerivations(agent, at, emit)
	derived := func(e provenance.Entity) {
		e.Activity = Activity(e.IRI)
		derivations.Write(&e)
	}
	lastPage := 0
	rest, chunks := res.Records, res.Chunks
	for i := range res.Sections {
		s := &res.Sections[i]
		if s.Part > 0 && s.Page != lastPage {
			lastPage = s.Page
			derived(provenance.Entity{IRI: output.PageIRI(res.Doc, s.Page), Kind: provenance.Page, Parent: res.DocumentIRI,
				Label: "Page " + strconv.Itoa(s.Page), PageNumber: &s.Page, MediaType: mime})
		}
		parent := res.DocumentIRI
		if len(rest) > 0 && rest[0].Section == s {
			derived(Section(res, &rest[0]))
			parent = rest[0].ID
			for len(chunks) > 0 && chunks[0].Record == &rest[0] {
				derived(Chunk(res, &chunks[0]))
				chunks = chunks[1:]
			}
			rest = rest[1:]
		}
		for _, b := range s.Blocks {
			if b.Type == udm.ImageContent {
				derived(Image(res, b, s.Page, parent))
			}
		}
	}
}

// Activity returns the IRI of the activity that made an entity, which has a UUID of version 5 at its IRI's end: the same UUID
// as one of version 8 (RFC 9562, 5.8), so each entity has one of its own.
func Activity(entity string) string {
	id := entity[len(entity)-36:]
	return provenance.ActivityIRI(id[:14] + "8" + id[15:])
}

func document(res *output.Result, emit provenance.Emit) {
	m := &res.Doc.Metadata
	d := provenance.Document{
		IRI: res.DocumentIRI, Title: res.Title(), Creator: m.Author, Date: m.CreatedAt, MediaType: res.Doc.MediaType,
		Source: SourceIRI(res.Doc.SourcePath), PartOf: res.PartOf,
	}
	if res.Paged {
		n := len(res.Doc.Nodes)
		d.PageCount = &n
	}
	d.Write(emit)
}

// SourceIRI returns the IRI of a source path.
func SourceIRI(path string) string {
	var sb strings.Builder
	sb.WriteString("urn:udecode:source:")
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/._-~!$&'()*+,;=:@", c) >= 0:
			sb.WriteByte(c)
		default:
			fmt.Fprintf(&sb, "%%%02X", c)
		}
	}
	return sb.String()
}

// Section returns what is said of a page or section.
func Section(res *output.Result, r *output.Record) provenance.Entity {
	s := r.Section
	e := provenance.Entity{
		IRI: r.ID, Kind: provenance.Section, Parent: res.DocumentIRI, PartOf: r.Parent, Label: "Section " + strconv.Itoa(s.Number),
		CharOffset: &r.Text.Offset, CharLength: &r.Text.Length,
		MediaType: res.Doc.MediaType, ElementTypes: strings.Join(r.ElementTypes, ","),
		TableCount: positive(&r.Tables), ImageCount: positive(&r.Images),
	}
	switch {
	case s.Part > 0:
		e.PageNumber = &s.Page
		e.Label = fmt.Sprintf("Page %d, section %d", s.Page, s.Part)
		if e.PartOf == "" {
			e.PartOf = output.PageIRI(res.Doc, s.Page)
		}
	case s.Paged():
		e.Kind = provenance.Page
		e.PageNumber = &s.Page
		e.Label = "Page " + strconv.Itoa(s.Page)
	}
	return e
}

// Chunk returns what is said of a chunk.
func Chunk(res *output.Result, c *output.Chunk) provenance.Entity {
	return provenance.Entity{
		IRI: c.ID, Kind: provenance.Chunk, Parent: c.Record.ID, Label: "Chunk " + strconv.Itoa(c.Index),
		ChunkIndex: &c.Index, CharOffset: &c.Offset, CharLength: &c.Length, ChunkSize: &res.ChunkSizes.Size, ChunkOverlap: &res.ChunkSizes.Overlap,
	}
}

func positive(n *int) *int {
	if *n > 0 {
		return n
	}
	return nil
}

// Image returns what is said of an image that stood in the run of a section; page is its 1-based number, 0 for none.
func Image(res *output.Result, b *udm.ContentBlock, page int, parent string) provenance.Entity {
	e := provenance.Entity{IRI: output.ImageIRI(res.Doc, b), Kind: provenance.Image, Parent: parent, Label: "Image", MediaType: res.Doc.MediaType}
	if page > 0 {
		e.PageNumber = &page
		e.Label = "Image from page " + strconv.Itoa(page)
	}
	return e
}
