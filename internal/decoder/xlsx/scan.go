package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/xmlscan"
)

// scanner reads the tags and texts of a worksheet or string table, in which millions of small elements of few
// kinds stand: it does without the namespaces, names and attributes that a full XML reader has to keep for each. An
// element in another namespace than the root's has the empty name.
type scanner struct {
	r      io.Reader
	own    *[window]byte
	buf    []byte // own or, once a token did not fit, a larger one
	pos    int    // what is read of buf
	err    error
	prefix []byte // of the root element, with its colon
	rooted bool

	kind  tagKind
	name  []byte // local name
	attrs []byte // the tag behind its name
	text  []byte // text before the tag, entities resolved
	depth int    // open elements; an opening tag's own is counted
	side  []byte // text that came in several pieces
}

type tagKind uint8

const (
	openTag tagKind = iota
	closeTag
	emptyTag
)

const (
	window   = 128 << 10
	maxToken = limit.TokenSize // bytes of one tag or text; a cell has 32,767 characters at most
)

var errToken = fmt.Errorf("%w: XML token of more than %d bytes", limit.ErrExceeded, maxToken)

var windows = sync.Pool{New: func() any { return new([window]byte) }}

// newScanner returns a scanner over XML in UTF-8 or UTF-16. Close it.
func newScanner(r io.Reader) (*scanner, error) {
	s := &scanner{r: r, own: windows.Get().(*[window]byte)}
	s.buf = s.own[:0]
	s.fill()
	switch b := s.buf; {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		s.pos = 3
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")), bytes.HasPrefix(b, []byte("<\x00")), bytes.HasPrefix(b, []byte("\x00<")):
		name := ""
		switch {
		case b[0] == '<':
			name = "utf-16le"
		case b[0] == 0:
			name = "utf-16be"
		}
		out, _, err := charset.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(b)), r), name)
		if err != nil {
			return nil, err
		}
		s.r, s.buf, s.err = out, s.buf[:0], nil
		s.fill()
	}
	return s, nil
}

// close gives the buffer back.
func (s *scanner) close() {
	if s.own != nil {
		windows.Put(s.own)
		s.own, s.buf, s.err = nil, nil, io.ErrClosedPipe
	}
}

// fill reads more input behind what is not read yet; it moves that to the buffer's start.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	n := copy(s.buf, s.buf[s.pos:])
	s.buf, s.pos = s.buf[:n], 0
	if n == cap(s.buf) {
		if n >= maxToken {
			s.err = errToken
			return false
		}
		s.buf = append(make([]byte, 0, 2*n), s.buf...)
	}
	for {
		k, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+k]
		if err != nil {
			s.err = err
		}
		if k > 0 || err != nil {
			return k > 0
		}
	}
}

// next reads up to and with the next tag; false at the end or an error.
func (s *scanner) next() bool {
	s.side = s.side[:0]
	split := false // there is text in side
	for {
		i := indexShort(s.buf[s.pos:], '<')
		for i < 0 {
			if !s.fill() {
				return s.fail()
			}
			i = indexShort(s.buf[s.pos:], '<')
		}
		at := s.pos + i
		if at+1 == len(s.buf) {
			if !s.fill() {
				return s.fail()
			}
			continue
		}
		if c := s.buf[at+1]; c == '!' || c == '?' {
			s.side = append(s.side, xmlscan.Unescape(s.buf[s.pos:at])...)
			split = true
			s.pos = at
			if !s.special() {
				return s.fail()
			}
			continue
		}
		end := s.tagEnd(at)
		for end < 0 {
			at -= s.pos
			if !s.fill() {
				return s.fail()
			}
			at += s.pos
			end = s.tagEnd(at)
		}
		s.text = xmlscan.Unescape(s.buf[s.pos:at])
		if split {
			s.side = append(s.side, s.text...)
			s.text = s.side
		}
		s.pos = end + 1
		s.tag(s.buf[at+1 : end])
		return true
	}
}

// indexShort is bytes.IndexByte for a byte that is likely to be near.
func indexShort(b []byte, c byte) int {
	for i, x := range b[:min(len(b), 16)] {
		if x == c {
			return i
		}
	}
	return bytes.IndexByte(b, c)
}

func (s *scanner) fail() bool {
	if s.err == io.EOF && s.depth > 0 {
		s.err = fmt.Errorf("%w: %w", xmlscan.ErrSyntax, io.ErrUnexpectedEOF)
	}
	return false
}

// failure returns the error that ended the input, nil for its proper end.
func (s *scanner) failure() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

var doubleQuote = []byte{'"'}

// tagEnd returns the place of the ">" that ends the tag that begins at at, or -1.
func (s *scanner) tagEnd(at int) int {
	b := s.buf
	for k := at + 1; k < len(b) && k < at+8; k++ { // tags without attributes
		if b[k] == '>' {
			return k
		}
		if b[k] == ' ' {
			break
		}
	}
	i := bytes.IndexByte(b[at:], '>')
	if i < 0 {
		return -1
	}
	if tag := b[at : at+i]; bytes.IndexByte(tag, '\'') < 0 && bytes.Count(tag, doubleQuote)%2 == 0 {
		return at + i
	}
	quote := byte(0)
	for i := at; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}

// special reads a comment, a processing instruction, a DOCTYPE or a CDATA section, whose text it keeps.
func (s *scanner) special() bool {
	end, skip := ">", 2
	for len(s.buf)-s.pos < 9 && s.fill() {
	}
	switch b := s.buf[s.pos:]; {
	case bytes.HasPrefix(b, []byte("<!--")):
		end, skip = "-->", 4
	case bytes.HasPrefix(b, []byte("<?")):
		end = "?>"
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		end, skip = "]]>", 9
	}
	for {
		if b := s.buf[s.pos:]; len(b) >= skip {
			if i := bytes.Index(b[skip:], []byte(end)); i >= 0 {
				if skip == 9 {
					s.side = append(s.side, b[skip:skip+i]...)
				}
				s.pos += skip + i + len(end)
				return true
			}
		}
		if !s.fill() {
			return false
		}
	}
}

// tag takes a tag apart.
func (s *scanner) tag(b []byte) {
	s.kind = openTag
	switch n := len(b); {
	case n > 0 && b[0] == '/':
		s.kind = closeTag
		b = b[1:]
	case n > 0 && b[n-1] == '/':
		s.kind = emptyTag
		b = b[:n-1]
	}
	i := 0
	for i < len(b) && b[i] > ' ' {
		i++
	}
	s.name, s.attrs = b[:i], b[i:]
	switch s.kind {
	case openTag:
		s.depth++
	case closeTag:
		if s.depth > 0 {
			s.depth--
		}
	}
	if !s.rooted {
		s.rooted = true
		if k := bytes.IndexByte(s.name, ':'); k >= 0 {
			s.prefix = bytes.Clone(s.name[:k+1])
		}
	}
	switch {
	case len(s.prefix) > 0 && bytes.HasPrefix(s.name, s.prefix):
		s.name = s.name[len(s.prefix):]
	case len(s.prefix) > 0 || bytes.IndexByte(s.name, ':') >= 0:
		s.name = nil
	}
}

// attr returns the next attribute of rest; name is empty at the end. The value's entities are not resolved.
func attr(rest []byte) (name, value, left []byte) {
	i := 0
	for i < len(rest) && rest[i] <= ' ' {
		i++
	}
	start := i
	for i < len(rest) && rest[i] != '=' && rest[i] > ' ' {
		i++
	}
	name = rest[start:i]
	for i < len(rest) && (rest[i] <= ' ' || rest[i] == '=') {
		i++
	}
	if i == len(rest) || rest[i] != '"' && rest[i] != '\'' {
		return nil, nil, nil
	}
	rest = rest[i:]
	end := indexShort(rest[1:], rest[0])
	if end < 0 {
		return nil, nil, nil
	}
	return name, rest[1 : 1+end], rest[end+2:]
}

// attr returns an attribute by its local name.
func (s *scanner) attr(local string) string {
	for rest := s.attrs; ; {
		var name, value []byte
		name, value, rest = attr(rest)
		if len(name) == 0 {
			return ""
		}
		if k := bytes.IndexByte(name, ':'); k >= 0 && !bytes.HasPrefix(name, []byte("xmlns:")) {
			name = name[k+1:]
		}
		if string(name) == local {
			return xmlscan.Clean(xmlscan.Unescape(value))
		}
	}
}

// flag reads a boolean attribute.
func (s *scanner) flag(local string) bool { return isTrue(s.attr(local)) }

func isTrue[T string | []byte](v T) bool { return string(v) == "1" || string(v) == "true" }

// skip reads past the end of the element whose opening tag was read.
func (s *scanner) skip() {
	if s.kind == openTag {
		for depth := s.depth; s.depth >= depth && s.next(); {
		}
	}
}

// children calls f for each element directly in the one whose opening tag was read; what f does not read is skipped.
func (s *scanner) children(f func() error) error {
	if s.kind == emptyTag {
		return nil
	}
	depth := s.depth
	for s.next() {
		if s.kind == closeTag {
			if s.depth < depth {
				return nil
			}
			continue
		}
		if err := f(); err != nil {
			return err
		}
		for s.depth > depth && s.next() {
		}
	}
	return s.failure()
}
