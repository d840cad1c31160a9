package cmap

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"strings"
	"sync"
)

// predefined holds the maps that PDF files name without embedding them: those of ISO 32000-2, 9.7.5.2, and the
// ones from the CIDs of Adobe's character collections to Unicode. They are Adobe's, in another form (LICENSE.md);
// each is a name, a size and deflated bytes.
//
//go:generate go run ./gen -out predefined.bin cmap-resources mapping-resources-pdf
//go:embed predefined.bin
var predefined []byte

// packed are the maps' deflated bytes by name.
var packed = sync.OnceValue(func() map[string][]byte {
	m := map[string][]byte{}
	for b := predefined; len(b) > 0; {
		n := int(b[0])
		name := string(b[1 : 1+n])
		size := int(binary.BigEndian.Uint32(b[1+n:]))
		b = b[5+n:]
		m[name] = b[:size]
		b = b[size:]
	}
	return m
})

var loaded sync.Map // name to *CMap

// Predefined returns the predefined map of that name, or nil.
func Predefined(name string) *CMap { return lookup(name, 0) }

func lookup(name string, depth int) *CMap {
	switch name {
	case "Identity-H":
		return Identity(false)
	case "Identity-V":
		return Identity(true)
	}
	if m, ok := loaded.Load(name); ok {
		return m.(*CMap)
	}
	b, ok := packed()[name]
	if !ok || depth > maxBaseDepth {
		return nil
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		return nil
	}
	m, err := decodeBinary(raw, func(base string) *CMap { return lookup(base, depth+1) })
	if err != nil {
		return nil
	}
	m.Name = name
	loaded.Store(name, m)
	return m
}

// IsUnicode reports whether the codes of the map are Unicode by themselves.
func (m *CMap) IsUnicode() bool { return m.unicode() != notUnicode }

type unicodeForm uint8

const (
	notUnicode unicodeForm = iota
	utf16Form              // and UCS-2
	utf32Form
	utf8Form
)

func (m *CMap) unicode() unicodeForm {
	if !strings.HasPrefix(m.Name, "Uni") {
		return notUnicode
	}
	switch {
	case strings.Contains(m.Name, "-UCS2-"), strings.Contains(m.Name, "-UTF16-"):
		return utf16Form
	case strings.Contains(m.Name, "-UTF32-"):
		return utf32Form
	case strings.Contains(m.Name, "-UTF8-"):
		return utf8Form
	}
	return notUnicode
}

// UnicodeCode returns the text of a code of a map that IsUnicode.
func (m *CMap) UnicodeCode(code uint32, size int) string {
	switch m.unicode() {
	case utf16Form:
		if size == 4 {
			hi, lo := rune(code>>16), rune(code&0xFFFF)
			return runeText((hi-0xD800)<<10 + (lo - 0xDC00) + 0x10000)
		}
		return runeText(rune(code))
	case utf32Form:
		return runeText(rune(code))
	case utf8Form:
		b := binary.BigEndian.AppendUint32(nil, code)
		return strings.ToValidUTF8(string(b[4-size:]), "")
	}
	return ""
}
