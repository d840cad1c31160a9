// Package ntriples writes RDF 1.1 N-Triples and N-Quads in canonical form.
package ntriples

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/writebuf"
)

// Term is an IRI or a plain string literal: the only kinds of term that udecode writes.
type Term struct {
	Value   string
	Literal bool
}

// IRI returns an IRI term.
func IRI(s string) Term { return Term{Value: s} }

// Literal returns a plain literal.
func Literal(s string) Term { return Term{Value: s, Literal: true} }

// Quad is a statement; Graph "" is the default graph.
type Quad struct {
	S, P  string
	O     Term
	Graph string
}

// Writer writes statements, one a line. The first error sticks and is returned by Close.
type Writer struct {
	w      *bufio.Writer
	graphs bool
	buf    []byte
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
	w.buf = Append(w.buf[:0], q)
	w.w.Write(w.buf)
}

// Close writes what is buffered, gives the buffer back and returns the first error. It is the last call.
func (w *Writer) Close() error { return writebuf.Close(w.w) }

// Append appends a statement with its line end.
func Append(b []byte, q Quad) []byte {
	b = AppendIRI(b, q.S)
	b = append(b, ' ')
	b = AppendIRI(b, q.P)
	b = append(b, ' ')
	if q.O.Literal {
		b = AppendLiteral(b, q.O.Value)
	} else {
		b = AppendIRI(b, q.O.Value)
	}
	if q.Graph != "" {
		b = append(b, ' ')
		b = AppendIRI(b, q.Graph)
	}
	return append(b, " .\n"...)
}

const upperHex = "0123456789ABCDEF"

// inIRI and inLiteral tell the ASCII characters that stand for themselves.
var inIRI, inLiteral = func() (iri, literal [256]bool) {
	for c := 0x20; c < 0x7f; c++ {
		iri[c] = c > 0x20 && strings.IndexByte("<>\"{}|^`\\", byte(c)) < 0
		literal[c] = c != '"' && c != '\\'
	}
	return iri, literal
}()

// AppendIRI appends an IRI in angle brackets. Characters that IRIREF does not allow (N-Triples, production 8) are
// percent-encoded.
func AppendIRI(b []byte, s string) []byte {
	b = append(b, '<')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inIRI[c] {
			continue
		}
		if c >= utf8.RuneSelf {
			if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
				i += n - 1
				continue
			}
		}
		b = append(b, s[from:i]...)
		b = append(b, '%', upperHex[c>>4], upperHex[c&15])
		from = i + 1
	}
	b = append(b, s[from:]...)
	return append(b, '>')
}

// AppendLiteral appends a plain literal in quotes with the canonical escapes; invalid UTF-8 becomes U+FFFD.
func AppendLiteral(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inLiteral[c] {
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[from:i]...)
				b = append(b, "\uFFFD"...)
				from = i + 1
			} else {
				i += n - 1
			}
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		default:
			b = append(b, '\\', 'u', '0', '0', upperHex[c>>4], upperHex[c&15])
		}
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}
