// Package cmap reads character maps: from the codes of a string to CIDs or to Unicode (ISO 32000-2, 9.7.5
// and 9.10.3; Adobe technical note 5014).
package cmap

import (
	"slices"
	"sort"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/cos"
)

// CMap is a character map. It isn't changed after it was made.
type CMap struct {
	Vertical bool
	Name     string

	spaces []codespace
	cids   []cidRange // sorted by size and low code
	texts  []textRange
	base   *CMap // usecmap
}

// codespace is a range of codes of so many bytes; every byte lies between those of lo and hi.
type codespace struct {
	size   int
	lo, hi uint32
}

type cidRange struct {
	size   uint8
	lo, hi uint32
	cid    uint32
}

type textRange struct {
	size   uint8
	lo, hi uint32
	r      rune   // the text of lo, counting up; 0 when text is
	text   string // several characters, the last one counting up
}

// Identity has codes of two bytes that are CIDs.
func Identity(vertical bool) *CMap {
	return &CMap{
		Vertical: vertical, Name: "Identity",
		spaces: []codespace{{2, 0, 0xFFFF}},
		cids:   []cidRange{{2, 0, 0xFFFF, 0}},
	}
}

// Next reads the code at the start of b, which must not be empty.
func (m *CMap) Next(b []byte) (code uint32, size int) {
	for size < min(len(b), 4) {
		code = code<<8 | uint32(b[size])
		size++
		if m.holds(code, size) {
			return code, size
		}
	}
	// No code space has it: take as many bytes as the shortest that begins so, or one.
	n := m.partial(b[0])
	n = min(n, len(b))
	code = 0
	for _, c := range b[:n] {
		code = code<<8 | uint32(c)
	}
	return code, n
}

func (m *CMap) holds(code uint32, size int) bool {
	for ; m != nil; m = m.base {
		for _, s := range m.spaces {
			if s.size == size && s.contains(code) {
				return true
			}
		}
	}
	return false
}

func (s codespace) contains(code uint32) bool {
	for shift := 0; shift < 8*s.size; shift += 8 {
		c := uint8(code >> shift)
		if c < uint8(s.lo>>shift) || c > uint8(s.hi>>shift) {
			return false
		}
	}
	return true
}

func (m *CMap) partial(first byte) int {
	size, shortest := 0, 0
	for ; m != nil; m = m.base {
		for _, s := range m.spaces {
			shift := 8 * (s.size - 1)
			if first >= uint8(s.lo>>shift) && first <= uint8(s.hi>>shift) && (size == 0 || s.size < size) {
				size = s.size
			}
			if shortest == 0 || s.size < shortest {
				shortest = s.size
			}
		}
	}
	return max(size, shortest, 1)
}

// TwoByte reports whether all codes have two bytes.
func (m *CMap) TwoByte() bool {
	for c := m; c != nil; c = c.base {
		for _, s := range c.spaces {
			if s.size != 2 || s.lo != 0 || s.hi != 0xFFFF {
				return false
			}
		}
	}
	return m.hasSpaces()
}

func (m *CMap) hasSpaces() bool {
	for ; m != nil; m = m.base {
		if len(m.spaces) > 0 {
			return true
		}
	}
	return false
}

// CID returns the CID of a code.
func (m *CMap) CID(code uint32, size int) (cid uint32, ok bool) {
	for ; m != nil; m = m.base {
		r := m.cids
		i := sort.Search(len(r), func(i int) bool { return after(r[i].size, r[i].lo, size, code) }) - 1
		if i >= 0 && int(r[i].size) == size && code <= r[i].hi {
			return r[i].cid + code - r[i].lo, true
		}
	}
	return 0, false
}

// Text returns the Unicode text of a code; "" for none.
func (m *CMap) Text(code uint32, size int) string {
	for ; m != nil; m = m.base {
		r := m.texts
		i := sort.Search(len(r), func(i int) bool { return after(r[i].size, r[i].lo, size, code) }) - 1
		if i < 0 || int(r[i].size) != size || code > r[i].hi {
			continue
		}
		e := r[i]
		n := rune(code - e.lo)
		if e.text == "" {
			return runeText(e.r + n)
		}
		if n == 0 {
			return e.text
		}
		last, w := utf8.DecodeLastRuneInString(e.text)
		return e.text[:len(e.text)-w] + runeText(last+n)
	}
	return ""
}

// HasText reports whether the map has any Unicode text.
func (m *CMap) HasText() bool {
	for ; m != nil; m = m.base {
		if len(m.texts) > 0 {
			return true
		}
	}
	return false
}

// TextSize returns the size in bytes of the codes that have text: 0 when they differ.
func (m *CMap) TextSize() int {
	size := 0
	for ; m != nil; m = m.base {
		for _, t := range m.texts {
			if size != 0 && int(t.size) != size {
				return 0
			}
			size = int(t.size)
		}
	}
	return size
}

func after(size uint8, lo uint32, wantSize int, code uint32) bool {
	return int(size) > wantSize || int(size) == wantSize && lo > code
}

// ascii are the texts that most codes have.
var ascii = func() string {
	var b [utf8.RuneSelf]byte
	for i := range b {
		b[i] = byte(i)
	}
	return string(b[:])
}()

func runeText(r rune) string {
	if r > 0 && r < utf8.RuneSelf {
		return ascii[r : r+1]
	}
	if r <= 0 || r > utf8.MaxRune || r >= 0xD800 && r < 0xE000 {
		return ""
	}
	return string(r)
}

// maxBaseDepth bounds maps that build on other maps.
const maxBaseDepth = 8

// Parse reads a CMap file. Lookup returns the predefined map that this one builds on, or nil; it may be nil.
func Parse(b []byte, lookup func(name string) *CMap) *CMap {
	m := &CMap{}
	p := &parser{lex: cos.NewLexer(b), m: m}
	for {
		t := p.lex.Next()
		switch t.Kind {
		case cos.EOF:
			m.sort()
			return m
		case cos.NameToken:
			p.name = string(t.Bytes)
			if p.name == "WMode" {
				m.Vertical = p.lex.Next().Int == 1
			} else if p.name == "CMapName" {
				if n := p.lex.Next(); n.Kind == cos.NameToken {
					m.Name = string(n.Bytes)
				}
			}
		case cos.Keyword:
			switch string(t.Bytes) {
			case "usecmap":
				if lookup != nil {
					m.Use(lookup(p.name))
				}
			case "begincodespacerange":
				p.spaces()
			case "begincidrange":
				p.cidRanges()
			case "begincidchar":
				p.cidChars()
			case "beginbfrange":
				p.textRanges()
			case "beginbfchar":
				p.textChars()
			}
		}
	}
}

// Use makes base the map to ask for codes that m lacks.
func (m *CMap) Use(base *CMap) {
	depth := 0
	for c := base; c != nil; c = c.base {
		if depth++; c == m || depth > maxBaseDepth {
			return
		}
	}
	m.base = base
}

func (m *CMap) sort() {
	// A stable sort keeps the later of two equal codes behind, where the search finds it first.
	c := func(a, b cidRange) int {
		if a.size != b.size {
			return int(a.size) - int(b.size)
		}
		return compare(a.lo, b.lo)
	}
	if !slices.IsSortedFunc(m.cids, c) {
		slices.SortStableFunc(m.cids, c)
	}
	t := func(a, b textRange) int {
		if a.size != b.size {
			return int(a.size) - int(b.size)
		}
		return compare(a.lo, b.lo)
	}
	if !slices.IsSortedFunc(m.texts, t) {
		slices.SortStableFunc(m.texts, t)
	}
}

func compare(a, b uint32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

type parser struct {
	lex  *cos.Lexer
	m    *CMap
	name string // the last one met
}

// maxEntries bounds the entries of one map.
const maxEntries = 1 << 20

// code reads a code; ok is false at the end of the list.
func (p *parser) code() (code uint32, size int, ok bool) {
	t := p.lex.Next()
	switch t.Kind {
	case cos.LiteralString:
		for _, c := range t.Bytes {
			code = code<<8 | uint32(c)
		}
		return code, min(len(t.Bytes), 4), true
	case cos.Integer:
		return uint32(t.Int), 1, true
	}
	return 0, 0, false
}

func (p *parser) spaces() {
	for {
		lo, size, ok := p.code()
		if !ok {
			return
		}
		hi, _, ok := p.code()
		if !ok {
			return
		}
		if size > 0 && len(p.m.spaces) < 1000 {
			p.m.spaces = append(p.m.spaces, codespace{size, lo, hi})
		}
	}
}

func (p *parser) cidRanges() {
	for {
		lo, size, ok := p.code()
		if !ok {
			return
		}
		hi, _, ok := p.code()
		cid := p.lex.Next()
		if !ok || cid.Kind != cos.Integer {
			return
		}
		p.addCID(cidRange{uint8(size), lo, hi, uint32(cid.Int)})
	}
}

func (p *parser) cidChars() {
	for {
		lo, size, ok := p.code()
		if !ok {
			return
		}
		cid := p.lex.Next()
		if cid.Kind != cos.Integer {
			return
		}
		p.addCID(cidRange{uint8(size), lo, lo, uint32(cid.Int)})
	}
}

func (p *parser) addCID(r cidRange) {
	if r.hi >= r.lo && len(p.m.cids) < maxEntries {
		p.m.cids = append(p.m.cids, r)
	}
}

func (p *parser) textChars() {
	for {
		code, size, ok := p.code()
		if !ok {
			return
		}
		t := p.lex.Next()
		switch t.Kind {
		case cos.LiteralString, cos.Integer:
			p.addText(code, code, size, t)
		case cos.NameToken: // a glyph name, which the standard allows and nobody writes
		default:
			return
		}
	}
}

func (p *parser) textRanges() {
	for {
		lo, size, ok := p.code()
		if !ok {
			return
		}
		hi, _, ok := p.code()
		if !ok {
			return
		}
		t := p.lex.Next()
		switch t.Kind {
		case cos.LiteralString, cos.Integer:
			p.addText(lo, hi, size, t)
		case cos.ArrayOpen:
			for code := lo; ; code++ {
				t := p.lex.Next()
				if t.Kind == cos.ArrayClose {
					break
				}
				if t.Kind == cos.EOF || t.Kind == cos.Keyword {
					return
				}
				if code <= hi && t.Kind == cos.LiteralString {
					p.addText(code, code, size, t)
				}
			}
		default:
			return
		}
	}
}

func (p *parser) addText(lo, hi uint32, size int, t cos.Token) {
	if hi < lo || len(p.m.texts) >= maxEntries {
		return
	}
	e := textRange{size: uint8(size), lo: lo, hi: hi}
	if t.Kind == cos.Integer {
		e.r = rune(min(max(t.Int, 0), utf8.MaxRune))
	} else {
		e.r, e.text = decodeUTF16(t.Bytes)
	}
	if e.r == 0 && e.text == "" && lo == hi {
		return
	}
	p.m.texts = append(p.m.texts, e)
}

// decodeUTF16 reads the text of an entry, UTF-16BE; a single byte is a character as well.
func decodeUTF16(b []byte) (rune, string) {
	switch len(b) {
	case 0:
		return 0, ""
	case 1:
		return rune(b[0]), ""
	case 2:
		return rune(b[0])<<8 | rune(b[1]), ""
	}
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
	}
	for len(u) > 1 && u[len(u)-1] == 0 {
		u = u[:len(u)-1]
	}
	rs := utf16.Decode(u)
	if len(rs) == 1 {
		return rs[0], ""
	}
	return 0, string(rs)
}
