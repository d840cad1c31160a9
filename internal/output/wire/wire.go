// Package wire writes triples in TrustGraph's JSON form: one message a line, as its web socket importer takes them.
package wire

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/output/triples"
	"github.com/udecode/udecode/internal/provenance"
)

// Term is an IRI ("i") or a literal ("l").
type Term struct {
	T string `json:"t" msgpack:"t"`
	I string `json:"i,omitempty" msgpack:"i,omitempty"`
	V string `json:"v,omitempty" msgpack:"v,omitempty"`
}

// Triple is a statement; G is its graph, absent for the default one.
type Triple struct {
	S Term   `json:"s" msgpack:"s"`
	P Term   `json:"p" msgpack:"p"`
	O Term   `json:"o" msgpack:"o"`
	G string `json:"g,omitempty" msgpack:"g,omitempty"`
}

// FromQuad returns a statement's wire form.
func FromQuad(q ntriples.Quad) Triple {
	return Triple{S: fromTerm(q.S), P: fromTerm(q.P), O: fromTerm(q.O), G: q.Graph.Value()}
}

func fromTerm(t ntriples.Term) Term {
	if t.IsLiteral() {
		return Term{T: "l", V: t.Value()}
	}
	return Term{T: "i", I: t.Value()}
}

// Metadata says what a message is about.
type Metadata struct {
	ID         string `json:"id"`
	Root       string `json:"root"`
	Collection string `json:"collection"`
}

// Message is a line.
type Message struct {
	Metadata Metadata `json:"metadata"`
	Triples  []Triple `json:"triples"`
}

// batch is how many triples a message holds: the habit of TrustGraph's client.
const batch = 100

// Writer writes triples.ndjson: the vocabulary, then the statements about the document.
type Writer struct {
	Collection string
	Agent      provenance.Agent
	Time       time.Time // of the run
}

// Write writes triples.ndjson.
func (w Writer) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("triples.ndjson")
	if err != nil {
		return err
	}
	err = w.messages(f, res)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func (w Writer) messages(out io.Writer, res *output.Result) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	m := Message{Metadata: Metadata{ID: res.DocumentIRI, Root: res.DocumentIRI, Collection: w.Collection}}
	var failed error
	flush := func() {
		if failed == nil && len(m.Triples) > 0 {
			failed = enc.Encode(&m)
		}
		m.Triples = m.Triples[:0]
	}
	emit := func(q ntriples.Quad) {
		if m.Triples = append(m.Triples, FromQuad(q)); len(m.Triples) == batch {
			flush()
		}
	}
	provenance.WriteVocabulary(emit)
	triples.State(res, w.Agent, w.Time, emit)
	flush()
	return failed
}
