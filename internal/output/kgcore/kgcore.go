// Package kgcore writes a document as a TrustGraph knowledge core: a file that tg-put-kg-core loads whole, with the document, its
// pages or sections, images and chunks as library entries, and its triples with their graphs.
//
// A core is a sequence of msgpack values without framing, each an array of a tag and a map: "lm" is a library entry's
// metadata and "lb", right behind it, its content; "t" is a batch of triples.
package kgcore

import (
	"context"
	"encoding/base64"
	"io"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/output/triples"
	"github.com/udecode/udecode/internal/output/wire"
	"github.com/udecode/udecode/internal/provenance"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/writebuf"
)

const (
	// batch is how many triples a record holds at most.
	batch = 200
	// maxBlob is the largest content put into a core, bytes: TrustGraph's broker takes no more at once. Larger originals are added
	// by tg-add-library-document, which gives them the same ID.
	maxBlob = 3 << 20
)

// Writer writes core.msgpack.
type Writer struct {
	Collection string
	Agent      provenance.Agent
	Time       time.Time // of the run
}

// Write writes core.msgpack.
func (w Writer) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("core.msgpack")
	if err != nil {
		return err
	}
	bw := writebuf.New(f)
	c := &core{enc: msgpack.NewEncoder(bw), res: res, collection: w.Collection}
	err = c.write(w.Agent, w.Time)
	if e := bw.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

type core struct {
	enc        *msgpack.Encoder
	res        *output.Result
	collection string
}

// libraryMetadata is the map of an "lm" record.
type libraryMetadata struct {
	ID       string   `msgpack:"i"`
	Kind     string   `msgpack:"k"`
	Title    string   `msgpack:"t"`
	Parent   string   `msgpack:"p"`
	Type     string   `msgpack:"d"`
	Comments string   `msgpack:"c"`
	Tags     []string `msgpack:"g"`
}

// libraryBlob is the map of an "lb" record; its content is base64.
type libraryBlob struct {
	ID   string `msgpack:"i"`
	Data string `msgpack:"d"`
}

// tripleBatch is the map of a "t" record.
type tripleBatch struct {
	Metadata struct {
		ID         string `msgpack:"i"`
		Root       string `msgpack:"m"`
		Collection string `msgpack:"c"`
	} `msgpack:"m"`
	Triples []wire.Triple `msgpack:"t"`
}

func (c *core) record(tag string, v any) error {
	if err := c.enc.EncodeArrayLen(2); err != nil {
		return err
	}
	if err := c.enc.EncodeString(tag); err != nil {
		return err
	}
	return c.enc.Encode(v)
}

// entry writes a library entry with its content.
func (c *core) entry(m libraryMetadata, content []byte) error {
	if m.Tags == nil {
		m.Tags = []string{}
	}
	if err := c.record("lm", &m); err != nil {
		return err
	}
	return c.record("lb", &libraryBlob{m.ID, base64.StdEncoding.EncodeToString(content)})
}

// write writes parents before children, and the triples last.
func (c *core) write(agent provenance.Agent, at time.Time) error {
	if err := c.document(); err != nil {
		return err
	}
	for i := range c.res.Records {
		r := &c.res.Records[i]
		e := triples.Section(c.res, r)
		if err := c.entry(libraryMetadata{ID: r.ID, Kind: "text/plain", Title: e.Label, Parent: c.res.DocumentIRI, Type: r.Kind}, []byte(r.Text.String())); err != nil {
			return err
		}
	}
	for i := range c.res.Chunks {
		ch := &c.res.Chunks[i]
		e := triples.Chunk(c.res, ch)
		if err := c.entry(libraryMetadata{ID: ch.ID, Kind: "text/plain", Title: e.Label, Parent: ch.Record.ID, Type: "chunk"}, []byte(ch.Text)); err != nil {
			return err
		}
	}
	for i := range c.res.Sections {
		s := &c.res.Sections[i]
		for _, b := range s.Blocks {
			if b.Type == udm.ImageContent && b.Data.Blob != nil {
				if err := c.image(b, s.Page); err != nil {
					return err
				}
			}
		}
	}
	return c.triples(agent, at)
}

func (c *core) document() error {
	if c.res.Source == nil || c.res.Source.Size() > maxBlob {
		c.res.Warnf("kgcore: the original is too large for a core file: add it with tg-add-library-document first")
		return nil
	}
	raw, err := io.ReadAll(source.Reader(c.res.Source))
	if err != nil {
		return err
	}
	d := c.res.Doc
	return c.entry(libraryMetadata{ID: c.res.DocumentIRI, Kind: d.MediaType, Title: c.res.Title(), Type: "source", Tags: d.Metadata.Tags}, raw)
}

func (c *core) image(b *udm.ContentBlock, page int) error {
	if b.Data.Blob.Size() > maxBlob {
		c.res.Warnf("kgcore: an image of %d bytes is too large for a core file and left out", b.Data.Blob.Size())
		return nil
	}
	raw, err := udm.ReadBlob(b.Data.Blob)
	if err != nil {
		return err
	}
	e := triples.Image(c.res, b, page, "")
	return c.entry(libraryMetadata{ID: e.IRI, Kind: b.Data.MediaType, Title: e.Label, Parent: c.res.DocumentIRI, Type: "image"}, raw)
}

func (c *core) triples(agent provenance.Agent, at time.Time) error {
	var t tripleBatch
	t.Metadata.ID, t.Metadata.Root, t.Metadata.Collection = c.res.DocumentIRI, c.res.DocumentIRI, c.collection
	var failed error
	flush := func() {
		if failed == nil && len(t.Triples) > 0 {
			failed = c.record("t", &t)
		}
		t.Triples = t.Triples[:0]
	}
	emit := func(q ntriples.Quad) {
		if t.Triples = append(t.Triples, wire.FromQuad(q)); len(t.Triples) == batch {
			flush()
		}
	}
	provenance.WriteVocabulary(emit)
	triples.State(c.res, agent, at, emit)
	flush()
	return failed
}
