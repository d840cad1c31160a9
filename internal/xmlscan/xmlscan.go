// Package xmlscan reads XML as a stream of tokens: fast, with namespaces, bounded in depth, and without
// ever expanding an entity that a document defines or fetching anything.
//
// Names come out with canonical prefixes: a caller says which namespaces it knows under which prefix, and
// switches on "w:p" whatever prefix the file uses.
package xmlscan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/orisano/gosax"

	"github.com/udecode/udecode/internal/charset"
)

// ErrSyntax is wrapped by errors about XML that is not well-formed.
var ErrSyntax = errors.New("XML syntax error")

// ErrDepth is returned for elements nested deeper than Options.MaxDepth.
var ErrDepth = errors.New("XML nested too deep")

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. An empty element gives a Start and an End.
const (
	EOF Kind = iota
	Start
	End
	Text
)

// Options of a Scanner. The zero value is the default.
type Options struct {
	// Prefixes maps namespace URIs to the canonical prefixes of Name. An element of a namespace that is
	// not listed keeps the prefix it has in the file, with a "?" before it: "?x:name".
	Prefixes map[string]string
	// MaxDepth bounds the nesting of elements; 0 means 1000.
	MaxDepth int
	// HTMLEntities accepts the named entities of HTML (XHTML, EPUB); unknown ones stay as they are written.
	HTMLEntities bool
	// Encoding overrides what the XML declaration says.
	Encoding string
}

// Name is a resolved element or attribute name.
type Name struct {
	Full  string // canonical prefix, ":", local name; the local name alone when there is no namespace
	Local string
	Space string // namespace URI
}

// Attr is an attribute of the current Start token.
type Attr struct {
	*Name
	raw []byte
}

// Value returns the attribute's value with entities resolved.
func (a *Attr) Value() string { return Clean(unescape(a.raw, false)) }

// Bytes is Value without a copy, and not cleaned; valid until the next call of Next.
func (a *Attr) Bytes() []byte { return unescape(a.raw, false) }

// Scanner reads tokens. Get one with New and give its buffers back with Close.
type Scanner struct {
	r    *gosax.Reader
	opt  Options
	name *Name

	stack  []frame
	scopes []binding // namespace declarations in force, innermost last
	elems  nameTable
	attrs  nameTable
	attr   []Attr
	parsed bool   // attr holds the current token's attributes
	tag    []byte // the rest of the start tag behind its name
	text   []byte
	err    error
	rooted bool
}

type frame struct {
	e      *entry
	scopes int
}

// entry is a name as it is written in the file, and what it means there.
type entry struct {
	Name
	raw string
}

// nameTable finds the meaning of names in the namespaces in force. Most lookups end at the first probe of recent.
type nameTable struct {
	recent [256]*entry
	all    map[string]*entry
}

// slot spreads names by their length and last letters.
func slot(raw []byte) uint8 {
	n := len(raw)
	h := uint8(n)
	if n >= 3 {
		h += raw[n-1]*7 + raw[n-2]*31 + raw[n-3]*61
	}
	return h
}

func (t *nameTable) get(raw []byte) *entry {
	at := slot(raw)
	if e := t.recent[at]; e != nil && e.raw == string(raw) {
		return e
	}
	e := t.all[string(raw)]
	if e != nil {
		t.recent[at] = e
	}
	return e
}

func (t *nameTable) add(raw []byte, n *Name) *entry {
	e := &entry{*n, string(raw)}
	if t.all == nil {
		t.all = make(map[string]*entry)
	}
	t.all[e.raw] = e
	t.recent[slot(raw)] = e
	return e
}

func (t *nameTable) clear() {
	if len(t.all) > 0 {
		clear(t.all)
		clear(t.recent[:])
	}
}

type binding struct{ prefix, uri string }

var readers = sync.Pool{New: func() any { return gosax.NewReaderSize(nil, 64<<10) }}

// New returns a scanner over r. It reads the encoding from a byte order mark or the XML declaration.
func New(r io.Reader, opt Options) (*Scanner, error) {
	if opt.MaxDepth == 0 {
		opt.MaxDepth = 1000
	}
	r, err := utf8Reader(r, opt.Encoding)
	if err != nil {
		return nil, err
	}
	if r, err = withoutDoctype(r); err != nil {
		return nil, err
	}
	s := &Scanner{r: readers.Get().(*gosax.Reader), opt: opt}
	s.r.Reset(r)
	s.r.EmitSelfClosingTag = true
	return s, nil
}

// Close gives the scanner's buffers back; it does not close the reader it was made with.
func (s *Scanner) Close() {
	if s.r != nil {
		s.r.Reset(nil)
		readers.Put(s.r)
		s.r = nil
	}
	s.err = io.ErrClosedPipe
}

func utf8Reader(r io.Reader, declared string) (io.Reader, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head = head[:n]
	all := io.MultiReader(bytes.NewReader(head), r)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return io.MultiReader(bytes.NewReader(head[3:]), r), nil
	case n >= 2 && (head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff):
		declared = ""
	case n >= 4 && head[0] == '<' && head[1] == 0:
		declared = "utf-16le"
	case n >= 4 && head[0] == 0 && head[1] == '<':
		declared = "utf-16be"
	default:
		if declared == "" {
			declared = declaredEncoding(head)
		}
		if declared == "" || strings.EqualFold(declared, "utf-8") || strings.HasPrefix(strings.ToLower(declared), "utf-16") || strings.EqualFold(declared, "us-ascii") {
			return all, nil
		}
		if _, ok := charset.ByName(declared); !ok {
			return all, nil
		}
	}
	out, _, err := charset.NewReader(all, declared)
	return out, err
}

// doctypeWindow is how far into a file a DOCTYPE is looked for, bytes.
const doctypeWindow = 1024

// withoutDoctype cuts the DOCTYPE with its internal subset out of the stream: nothing of it is ever used.
func withoutDoctype(r io.Reader) (io.Reader, error) {
	br := bufio.NewReaderSize(r, doctypeWindow)
	head, err := br.Peek(doctypeWindow)
	if err != nil && err != io.EOF {
		return nil, err
	}
	at := bytes.Index(head, []byte("<!DOCTYPE"))
	if at < 0 {
		return br, nil
	}
	before := bytes.Clone(head[:at])
	if _, err := br.Discard(at); err != nil {
		return nil, err
	}
	brackets, quote := 0, byte(0)
	for {
		c, err := br.ReadByte()
		if err != nil {
			return nil, fmt.Errorf("%w: DOCTYPE without end", ErrSyntax)
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			brackets++
		case c == ']':
			brackets--
		case c == '-' && brackets > 0:
			if next, err := br.Peek(1); err == nil && next[0] == '-' {
				skipComment(br)
			}
		case c == '>' && brackets <= 0:
			return io.MultiReader(bytes.NewReader(before), br), nil
		}
	}
}

// skipComment reads past the "-->" of a comment of which the first hyphen was read.
func skipComment(br *bufio.Reader) {
	br.Discard(1)
	hyphens := 0
	for {
		c, err := br.ReadByte()
		if err != nil || c == '>' && hyphens >= 2 {
			return
		}
		if c == '-' {
			hyphens++
		} else {
			hyphens = 0
		}
	}
}

func declaredEncoding(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	end := bytes.Index(head, []byte("?>"))
	if end < 0 {
		return ""
	}
	_, rest, ok := bytes.Cut(head[:end], []byte("encoding"))
	if !ok {
		return ""
	}
	rest = bytes.TrimLeft(rest, " \t\r\n=")
	if len(rest) < 2 {
		return ""
	}
	if i := bytes.IndexByte(rest[1:], rest[0]); i > 0 {
		return string(rest[1 : 1+i])
	}
	return ""
}

// Next returns the next token's kind, or EOF. Comments, processing instructions and the DOCTYPE are left out.
// Text may come in several pieces.
func (s *Scanner) Next() (Kind, error) {
	if s.err != nil {
		return EOF, s.err
	}
	k, err := s.next()
	if err != nil {
		s.err = err
	}
	return k, err
}

func (s *Scanner) next() (Kind, error) {
	for {
		ev, err := s.r.Event()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return EOF, fmt.Errorf("%w: %w", ErrSyntax, err)
		}
		switch ev.Type() {
		case gosax.EventStart:
			return Start, s.start(ev.Bytes)
		case gosax.EventEnd:
			return End, s.end(ev.Bytes)
		case gosax.EventText:
			if len(s.stack) == 0 {
				continue
			}
			s.text = unescape(ev.Bytes, s.opt.HTMLEntities)
			return Text, nil
		case gosax.EventCData:
			if len(s.stack) == 0 || len(ev.Bytes) < len("<![CDATA[]]>") {
				continue
			}
			s.text = ev.Bytes[len("<![CDATA[") : len(ev.Bytes)-len("]]>")]
			return Text, nil
		case gosax.EventEOF:
			if len(s.stack) > 0 {
				return EOF, fmt.Errorf("%w: %w in <%s>", ErrSyntax, io.ErrUnexpectedEOF, s.stack[len(s.stack)-1].e.raw)
			}
			if !s.rooted {
				return EOF, fmt.Errorf("%w: no root element", ErrSyntax)
			}
			s.err = io.EOF
			return EOF, nil
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (s *Scanner) start(b []byte) error {
	b = b[1:]
	if n := len(b); n > 0 && b[n-1] == '>' {
		b = b[:n-1]
	}
	if n := len(b); n > 0 && b[n-1] == '/' {
		b = b[:n-1]
	}
	i := 0
	for i < len(b) && !isSpace(b[i]) {
		i++
	}
	if i == 0 {
		return fmt.Errorf("%w: empty tag", ErrSyntax)
	}
	if len(s.stack) >= s.opt.MaxDepth {
		return ErrDepth
	}
	raw := b[:i]
	s.tag = b[i:]
	s.parsed = false
	s.rooted = true
	scopes := len(s.scopes)
	if len(s.tag) > len("xmlns=") && bytes.Contains(s.tag, []byte("xmlns")) {
		s.declare()
	}
	e := s.elems.get(raw)
	if e == nil {
		e = s.elems.add(raw, s.resolve(raw, true))
	}
	s.name = &e.Name
	s.stack = append(s.stack, frame{e, scopes})
	return nil
}

// declare reads the namespace declarations of the current tag into scope.
func (s *Scanner) declare() {
	changed := false
	eachAttr(s.tag, func(name, value []byte) {
		var prefix string
		switch {
		case string(name) == "xmlns":
		case bytes.HasPrefix(name, []byte("xmlns:")):
			prefix = string(name[len("xmlns:"):])
		default:
			return
		}
		uri := string(unescape(value, false))
		if s.lookup(prefix) != uri {
			changed = true
		}
		s.scopes = append(s.scopes, binding{prefix, uri})
	})
	if changed {
		s.elems.clear()
		s.attrs.clear()
	}
}

func (s *Scanner) lookup(prefix string) string {
	for i := len(s.scopes) - 1; i >= 0; i-- {
		if s.scopes[i].prefix == prefix {
			return s.scopes[i].uri
		}
	}
	if prefix == "xml" {
		return "http://www.w3.org/XML/1998/namespace"
	}
	return ""
}

func (s *Scanner) resolve(raw []byte, element bool) *Name {
	prefix, local, ok := strings.Cut(strings.ToValidUTF8(string(raw), "\uFFFD"), ":")
	if !ok {
		prefix, local = "", prefix
		if !element {
			return &Name{Full: local, Local: local}
		}
	}
	uri := s.lookup(prefix)
	n := &Name{Local: local, Space: uri}
	known, ok := s.opt.Prefixes[uri]
	switch {
	case ok && known == "":
		n.Full = local
	case ok:
		n.Full = known + ":" + local
	case prefix == "xml":
		n.Full = "xml:" + local
	case uri == "" && prefix == "":
		n.Full = local
	case uri == "":
		n.Full = prefix + ":" + local
	default:
		n.Full = "?" + prefix + ":" + local
	}
	return n
}

func (s *Scanner) end(b []byte) error {
	if len(s.stack) == 0 {
		return fmt.Errorf("%w: end tag without start", ErrSyntax)
	}
	top := s.stack[len(s.stack)-1]
	if len(b) > 2 && b[1] == '/' {
		name := b[2 : len(b)-1]
		if n := len(name); n > 0 && isSpace(name[n-1]) {
			name = bytes.TrimRight(name, " \t\r\n")
		}
		if string(name) != top.e.raw {
			return fmt.Errorf("%w: <%s> closed by </%s>", ErrSyntax, top.e.raw, name)
		}
	}
	s.stack = s.stack[:len(s.stack)-1]
	s.name = &top.e.Name
	if len(s.scopes) > top.scopes {
		s.scopes = s.scopes[:top.scopes]
		s.elems.clear()
		s.attrs.clear()
	}
	return nil
}

// Name returns the canonical name of the current Start or End token.
func (s *Scanner) Name() string { return s.name.Full }

// Element returns the resolved name of the current Start or End token.
func (s *Scanner) Element() Name { return *s.name }

// Namespace returns the URI that a prefix of the file stands for at the current token, or "".
func (s *Scanner) Namespace(prefix string) string { return s.lookup(prefix) }

// Depth returns the number of elements that are open; a Start token's own is counted, an End token's is not.
func (s *Scanner) Depth() int { return len(s.stack) }

// Bytes returns the current Text token; valid until the next call of Next.
func (s *Scanner) Bytes() []byte { return s.text }

// Text returns the current Text token: valid UTF-8, control characters dropped, "\n" line ends.
func (s *Scanner) Text() string { return Clean(s.text) }

// Clean returns b as valid UTF-8 text without control characters and with "\n" line ends.
func Clean(b []byte) string {
	for i, c := range b {
		if c < 0x20 && c != '\n' && c != '\t' || c >= 0x80 {
			return cleanFrom(b, i)
		}
	}
	return string(b)
}

func cleanFrom(b []byte, i int) string {
	ok := utf8.Valid(b)
	for k := i; ok && k < len(b); k++ {
		ok = b[k] >= 0x20 || b[k] == '\n' || b[k] == '\t'
	}
	if ok && !bytes.Contains(b, []byte("\xef\xbf\xbe")) && !bytes.Contains(b, []byte("\xef\xbf\xbf")) {
		return string(b)
	}
	var sb strings.Builder
	s := strings.ReplaceAll(string(b), "\r\n", "\n")
	for _, r := range s {
		switch {
		case r == '\r':
			sb.WriteByte('\n')
		case r < 0x20 && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff:
		default:
			sb.WriteRune(r)
		}
	}
	return sb.String()
}

// Attrs returns the attributes of the current Start token, namespace declarations left out; valid until the
// next call of Next.
func (s *Scanner) Attrs() []Attr {
	if !s.parsed {
		s.parsed = true
		s.attr = s.attr[:0]
		eachAttr(s.tag, func(name, value []byte) {
			if bytes.HasPrefix(name, []byte("xmlns")) && (len(name) == 5 || name[5] == ':') {
				return
			}
			e := s.attrs.get(name)
			if e == nil {
				e = s.attrs.add(name, s.resolve(name, false))
			}
			s.attr = append(s.attr, Attr{&e.Name, value})
		})
	}
	return s.attr
}

// Attr returns an attribute of the current Start token by its canonical name ("w:val", "id"), or "".
func (s *Scanner) Attr(name string) string {
	v, _ := s.LookupAttr(name)
	return v
}

// LookupAttr is Attr that tells an absent attribute from an empty one.
func (s *Scanner) LookupAttr(name string) (string, bool) {
	for i := range s.Attrs() {
		if s.attr[i].Full == name {
			return Clean(unescape(s.attr[i].raw, s.opt.HTMLEntities)), true
		}
	}
	return "", false
}

// AttrBytes is Attr without a copy; valid until the next call of Next.
func (s *Scanner) AttrBytes(name string) []byte {
	for i := range s.Attrs() {
		if s.attr[i].Full == name {
			return unescape(s.attr[i].raw, s.opt.HTMLEntities)
		}
	}
	return nil
}

// Int returns an attribute as a number, or def when it is absent or none.
func (s *Scanner) Int(name string, def int) int {
	b := s.AttrBytes(name)
	if len(b) == 0 {
		return def
	}
	n, err := strconv.Atoi(string(b))
	if err != nil {
		return def
	}
	return n
}

// Skip reads past the end of the current Start token's element.
func (s *Scanner) Skip() error {
	depth := len(s.stack) - 1
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == EOF {
			return nil
		}
		if k == End && len(s.stack) == depth {
			return nil
		}
	}
}

// InnerText reads past the end of the current Start token's element and returns all text in it.
func (s *Scanner) InnerText() (string, error) {
	depth := len(s.stack) - 1
	var sb strings.Builder
	for {
		k, err := s.Next()
		if err != nil {
			return sb.String(), err
		}
		switch {
		case k == EOF, k == End && len(s.stack) == depth:
			return sb.String(), nil
		case k == Text:
			sb.WriteString(s.Text())
		}
	}
}

// Children calls f at each Start token directly inside of the current element, and returns behind the element's
// end. What f does not read of a child is skipped. Use it as
//
//	err := s.Children(func() error { switch s.Name() { case "w:p": return d.paragraph() }; return nil })
func (s *Scanner) Children(f func() error) error {
	depth := len(s.stack)
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		switch k {
		case EOF:
			return nil
		case End:
			if len(s.stack) < depth {
				return nil
			}
		case Start:
			if err := f(); err != nil {
				return err
			}
			for len(s.stack) > depth {
				if _, err := s.Next(); err != nil {
					return err
				}
			}
		}
	}
}

// eachAttr calls f for each attribute in the rest of a start tag. Attributes without value or quotes are taken
// as HTML would.
func eachAttr(b []byte, f func(name, value []byte)) {
	for {
		for len(b) > 0 && (isSpace(b[0]) || b[0] == '/') {
			b = b[1:]
		}
		if len(b) == 0 {
			return
		}
		i := 0
		for i < len(b) && b[i] != '=' && !isSpace(b[i]) {
			i++
		}
		name := b[:i]
		b = b[i:]
		for len(b) > 0 && isSpace(b[0]) {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != '=' {
			f(name, nil)
			continue
		}
		b = b[1:]
		for len(b) > 0 && isSpace(b[0]) {
			b = b[1:]
		}
		if len(b) == 0 {
			return
		}
		if q := b[0]; q == '"' || q == '\'' {
			end := bytes.IndexByte(b[1:], q)
			if end < 0 {
				f(name, b[1:])
				return
			}
			f(name, b[1:1+end])
			b = b[2+end:]
			continue
		}
		i = 0
		for i < len(b) && !isSpace(b[i]) {
			i++
		}
		f(name, b[:i])
		b = b[i:]
	}
}

// Unescape resolves character references and the five predefined entities in text or an attribute's value that was
// cut out of XML by other means. It returns b itself when there is nothing to do.
func Unescape(b []byte) []byte { return unescape(b, false) }

// unescape resolves character references and the five predefined entities; others stay as they are written,
// but for HTML's when asked for. It returns b itself when there is nothing to do.
func unescape(b []byte, htmlNames bool) []byte {
	amp := bytes.IndexByte(b, '&')
	if amp < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for amp >= 0 {
		out = append(out, b[:amp]...)
		b = b[amp:]
		end := bytes.IndexByte(b[:min(len(b), 40)], ';')
		if end < 0 {
			out = append(out, '&')
			b = b[1:]
		} else {
			var ok bool
			if out, ok = appendEntity(out, b[1:end], htmlNames); !ok {
				out = append(out, b[:end+1]...)
			}
			b = b[end+1:]
		}
		amp = bytes.IndexByte(b, '&')
	}
	return append(out, b...)
}

func appendEntity(out, name []byte, htmlNames bool) ([]byte, bool) {
	switch string(name) {
	case "amp":
		return append(out, '&'), true
	case "lt":
		return append(out, '<'), true
	case "gt":
		return append(out, '>'), true
	case "quot":
		return append(out, '"'), true
	case "apos":
		return append(out, '\''), true
	}
	if len(name) > 1 && name[0] == '#' {
		var n uint64
		var err error
		if name[1] == 'x' || name[1] == 'X' {
			n, err = strconv.ParseUint(string(name[2:]), 16, 32)
		} else {
			n, err = strconv.ParseUint(string(name[1:]), 10, 32)
		}
		if err != nil || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
			return append(out, "\uFFFD"...), true
		}
		return utf8.AppendRune(out, rune(n)), true
	}
	if htmlNames {
		if s := html.UnescapeString("&" + string(name) + ";"); s != "&"+string(name)+";" {
			return append(out, s...), true
		}
	}
	return out, false
}
