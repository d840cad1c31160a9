// Package ntriples reads and writes RDF 1.1 N-Triples and N-Quads. What it writes is in canonical form.
package ntriples

import (
	"io"

	"github.com/udecode/udecode/internal/writebuf"
)

// Quad is a statement. Graph "" is the default graph.
type Quad struct{ S, P, O, Graph Term }

// Writer writes statements, one a line. The first error sticks and is returned by Close.
type Writer struct {
	w      *writebuf.Buffer
	graphs bool
}

// NewWriter returns a writer of N-Quads, or of N-Triples, which leave the graph out.
func NewWriter(w io.Writer, quads bool) *Writer {
	return &Writer{w: writebuf.New(w), graphs: quads}
}

// Write writes one statement.
func (w *Writer) Write(q Quad) {
	if !w.graphs {
		q.Graph = ""
	}
	w.w.Bytes = Append(w.w.Bytes, q)
	w.w.Spill()
}

// Close writes what is buffered, gives the buffer back and returns the first error. It is the last call.
func (w *Writer) Close() error { return w.w.Close() }

// Append appends a statement with its line end.
func Append(b []byte, q Quad) []byte {
	b = append(b, q.S...)
	b = append(b, ' ')
	b = append(b, q.P...)
	b = append(b, ' ')
	b = append(b, q.O...)
	if q.Graph != "" {
		b = append(b, ' ')
		b = append(b, q.Graph...)
	}
	return append(b, " .\n"...)
}
