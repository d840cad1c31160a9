package ntriples

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Term is an RDF term as N-Triples writes it, in canonical form: `<urn:x>`, `"text"`, `"text"@en`, `"7"^^<urn:type>` or `_:b1`.
// So a term that stands in many statements is escaped once, and two terms are the same when their strings are.
type Term string

// IRI returns an IRI term. Characters that IRIREF does not allow (N-Triples, production 8) are percent-encoded.
func IRI(s string) Term {
	var buf [128]byte
	return Term(appendIRI(buf[:0], s))
}

// Literal returns a plain literal. Invalid UTF-8 becomes U+FFFD.
func Literal(s string) Term {
	var buf [128]byte
	return Term(appendLiteral(buf[:0], s))
}

// Terms makes terms that share memory: for the many that stand in a few statements each and are soon forgotten.
type Terms struct{ room strings.Builder }

// IRI is as the function of that name.
func (t *Terms) IRI(s string) Term {
	var buf [128]byte
	return t.keep(appendIRI(buf[:0], s))
}

// Literal is as the function of that name.
func (t *Terms) Literal(s string) Term {
	var buf [128]byte
	return t.keep(appendLiteral(buf[:0], s))
}

// Number returns a plain literal of digits.
func (t *Terms) Number(n int) Term {
	var buf [24]byte
	return t.keep(append(strconv.AppendInt(append(buf[:0], '"'), int64(n), 10), '"'))
}

// keep returns a term of these bytes. What the room has was never moved, so the terms in it stay whole when it is left.
func (t *Terms) keep(b []byte) Term {
	const size = 16 << 10
	if t.room.Cap()-t.room.Len() < len(b) {
		t.room = strings.Builder{}
		t.room.Grow(max(size, len(b)))
	}
	from := t.room.Len()
	t.room.Write(b)
	return Term(t.room.String()[from:])
}

// IsLiteral reports whether the term is a literal.
func (t Term) IsLiteral() bool { return t != "" && t[0] == '"' }

// Value returns an IRI or a literal's text, as it is meant.
func (t Term) Value() string {
	s := string(t)
	switch {
	case s == "":
		return ""
	case s[0] == '<':
		return s[1 : len(s)-1]
	case s[0] == '"':
		text, _, _ := literal(s)
		return text
	}
	return s
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

func appendIRI(b []byte, s string) []byte {
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

func appendLiteral(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inLiteral[c] {
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			instead := ""
			switch {
			case r == utf8.RuneError && n == 1:
				instead = "\uFFFD"
			case r == '\uFFFE':
				instead = `\uFFFE`
			case r == '\uFFFF':
				instead = `\uFFFF`
			}
			if instead != "" {
				b = append(b, s[from:i]...)
				b = append(b, instead...)
				from = i + n
			}
			i += n - 1
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
