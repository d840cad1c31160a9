package ntriples

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads a line of N-Triples or N-Quads, with or without its line end. White space alone, or a comment, is the zero Quad.
func Parse(line string) (Quad, error) {
	if !utf8.ValidString(line) {
		return Quad{}, errors.New("not UTF-8")
	}
	p := parser{rest: line}
	q, err := p.statement()
	if err != nil {
		return Quad{}, fmt.Errorf("column %d: %w", len(line)-len(p.rest)+1, err)
	}
	return q, nil
}

// parser reads terms from the front of what is left of a line.
type parser struct{ rest string }

const xsdString = "<http://www.w3.org/2001/XMLSchema#string>"

func (p *parser) statement() (q Quad, err error) {
	if p.atEnd() {
		return q, nil
	}
	if q.S, err = p.resource(); err != nil {
		return q, err
	}
	if q.P, err = p.iri(); err != nil {
		return q, err
	}
	if q.O, err = p.object(); err != nil {
		return q, err
	}
	if p.rest != "" && p.rest[0] != '.' {
		if q.Graph, err = p.resource(); err != nil {
			return q, err
		}
	}
	if p.rest == "" || p.rest[0] != '.' {
		return q, errors.New("no full stop")
	}
	p.rest = p.rest[1:]
	if !p.atEnd() {
		return q, errors.New("text behind the full stop")
	}
	return q, nil
}

// atEnd skips white space and reports whether nothing but a comment is left.
func (p *parser) atEnd() bool {
	p.rest = strings.TrimLeft(p.rest, " \t")
	end := strings.TrimRight(p.rest, "\r\n")
	return end == "" || end[0] == '#' && !strings.ContainsAny(end, "\r\n")
}

// cut takes the first n bytes, and the white space behind them.
func (p *parser) cut(n int) string {
	s := p.rest[:n]
	p.rest = strings.TrimLeft(p.rest[n:], " \t")
	return s
}

// resource reads an IRI or a blank node.
func (p *parser) resource() (Term, error) {
	if strings.HasPrefix(p.rest, "_:") {
		return p.blank()
	}
	return p.iri()
}

func (p *parser) object() (Term, error) {
	if !strings.HasPrefix(p.rest, `"`) {
		return p.resource()
	}
	text, n, err := literal(p.rest)
	if err != nil {
		return "", err
	}
	term := Literal(text)
	p.cut(n)
	switch {
	case strings.HasPrefix(p.rest, "@"):
		if n = language(p.rest); n == 0 {
			return "", errors.New("bad language tag")
		}
		term += Term(strings.ToLower(p.cut(n)))
	case strings.HasPrefix(p.rest, "^^"):
		p.cut(len("^^"))
		datatype, err := p.iri()
		if err != nil {
			return "", err
		}
		if datatype != xsdString { // of which a plain literal is the short form
			term += "^^" + datatype
		}
	}
	return term, nil
}

// iri reads an IRI with a scheme: N-Triples has no others.
func (p *parser) iri() (Term, error) {
	if !strings.HasPrefix(p.rest, "<") {
		return "", errors.New("no IRI")
	}
	end := strings.IndexByte(p.rest, '>')
	if end < 0 {
		return "", errors.New("IRI without an end")
	}
	s := p.rest[1:end]
	if strings.IndexByte(s, '\\') >= 0 {
		var err error
		if s, err = unescape(s, false); err != nil {
			return "", err
		}
	}
	for i := range len(s) {
		if c := s[i]; c < 0x7f && !inIRI[c] {
			return "", fmt.Errorf("%q in an IRI", c)
		}
	}
	if !absolute(s) {
		return "", fmt.Errorf("IRI %q without a scheme", s)
	}
	if len(s) == end-1 {
		return Term(p.cut(end + 1)), nil
	}
	p.cut(end + 1)
	return Term("<" + s + ">"), nil
}

// absolute reports whether an IRI begins with a scheme (RFC 3987, 2.2).
func absolute(s string) bool {
	n := strings.IndexByte(s, ':')
	for i := range max(n, 0) {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return n > 0
}

// literal returns the text of the literal that s begins with, and the length of its quoted form.
func literal(s string) (text string, n int, err error) {
	n = 1
	escaped := false
	for n < len(s) && s[n] != '"' {
		switch s[n] {
		case '\\':
			escaped = true
			n++
		case '\n', '\r':
			return "", 0, errors.New("line end in a literal")
		}
		n++
	}
	if n >= len(s) {
		return "", 0, errors.New("literal without an end")
	}
	text = s[1:n]
	if escaped {
		if text, err = unescape(text, true); err != nil {
			return "", 0, err
		}
	}
	return text, n + 1, nil
}

// unescape resolves \uXXXX and \UXXXXXXXX (N-Triples, UCHAR), and the escapes of one letter (ECHAR) where they are allowed.
func unescape(s string, letters bool) (string, error) {
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			return string(append(b, s...)), nil
		}
		b = append(b, s[:i]...)
		c := s[i+1]
		s = s[i+2:]
		digits := 0
		switch c {
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		default:
			k := strings.IndexByte(`tbnrf"'\`, c)
			if k < 0 || !letters {
				return "", fmt.Errorf("unknown escape \\%c", c)
			}
			b = append(b, "\t\b\n\r\f\"'\\"[k])
			continue
		}
		r, ok := hex(s, digits)
		if !ok {
			return "", fmt.Errorf("bad escape \\%c", c)
		}
		b = utf8.AppendRune(b, r)
		s = s[digits:]
	}
}

// hex reads a character's number; surrogates are no characters.
func hex(s string, digits int) (rune, bool) {
	if len(s) < digits {
		return 0, false
	}
	n := uint32(0)
	for i := range digits {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		n = n<<4 | uint32(c)
	}
	r := rune(n)
	return r, n <= utf8.MaxRune && utf8.ValidRune(r)
}

// language returns the length of the language tag with its "@" (LANGTAG), 0 for none. Its subtags have up to 8 characters (RFC 5646,
// 2.1).
func language(s string) int {
	n, part := 1, 1 // part is where the subtag begins
	for ; n < len(s); n++ {
		c := s[n]
		if c == '-' && n > part {
			part = n + 1
		} else if c|0x20 < 'a' || c|0x20 > 'z' {
			if c < '0' || c > '9' || part == 1 {
				break
			}
		}
		if n+1-part > 8 {
			return 0
		}
	}
	if n == part {
		return 0
	}
	return n
}

// blank reads a blank node (BLANK_NODE_LABEL).
func (p *parser) blank() (Term, error) {
	n := 2
	for i, r := range p.rest[2:] {
		first := i == 0
		if r == '.' && !first {
			continue // only between other characters
		}
		if !nameStart(r) && !(r >= '0' && r <= '9') && (first || !namePart(r)) {
			break
		}
		n = 2 + i + utf8.RuneLen(r)
	}
	if n == 2 {
		return "", errors.New("blank node without a label")
	}
	return Term(p.cut(n)), nil
}

// nameStart is PN_CHARS_U, without the colon: that was taken out of it by an erratum.
func nameStart(r rune) bool {
	switch {
	case r|0x20 >= 'a' && r|0x20 <= 'z', r == '_':
		return true
	case r < 0xc0, r == 0xd7, r == 0xf7, r == 0x37e:
		return false
	}
	return r <= 0x2ff || r >= 0x370 && r <= 0x1fff || r == 0x200c || r == 0x200d || r >= 0x2070 && r <= 0x218f || r >= 0x2c00 && r <= 0x2fef ||
		r >= 0x3001 && r <= 0xd7ff || r >= 0xf900 && r <= 0xfdcf || r >= 0xfdf0 && r <= 0xfffd || r >= 0x10000 && r <= 0xeffff
}

// namePart is what PN_CHARS has besides PN_CHARS_U and digits.
func namePart(r rune) bool {
	return r == '-' || r == 0xb7 || r >= 0x300 && r <= 0x36f || r == 0x203f || r == 0x2040
}
