package msg

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
)

// properties are the MAPI properties of a message, recipient or attachment (MS-OXMSG 2.4).
type properties struct {
	file     *cfb.File
	dir      string            // of the storage, with a slash behind it, or ""
	fixed    map[uint32]uint64 // values of fixed size, by tag
	codePage int               // of strings that are not Unicode
}

// Property types (MS-OXCDATA 2.11.1).
const (
	typeInt32   = 0x0003
	typeObject  = 0x000d
	typeString8 = 0x001e
	typeString  = 0x001f
	typeTime    = 0x0040
	typeBinary  = 0x0102
	multiple    = 0x1000 // flag of types with several values
)

const propertyStream = "__properties_version1.0"

// Lengths of the header of a property stream, bytes (MS-OXMSG 2.4.1).
const (
	topHeader   = 32
	innerHeader = 24 // of an embedded message
	partHeader  = 8  // of a recipient or attachment
)

// readProperties reads the property stream of a storage; without one there are only the other streams.
func readProperties(f *cfb.File, dir string, header int) *properties {
	p := &properties{file: f, dir: dir, fixed: map[uint32]uint64{}, codePage: 1252}
	b, _ := f.Stream(dir + propertyStream)
	const entry = 16
	for at := header; at+entry <= len(b); at += entry {
		p.fixed[binary.LittleEndian.Uint32(b[at:])] = binary.LittleEndian.Uint64(b[at+8:])
	}
	return p
}

func (p *properties) stream(id uint16, kind int) []byte {
	b, _ := p.file.Stream(fmt.Sprintf("%s__substg1.0_%04X%04X", p.dir, id, kind))
	return b
}

// text returns a string property, "" when there is none.
func (p *properties) text(id uint16) string {
	if b := p.stream(id, typeString); len(b) > 0 {
		return clean(utf16le(b))
	}
	if b := p.stream(id, typeString8); len(b) > 0 {
		return clean(decodePage(b, p.codePage))
	}
	return ""
}

// list returns the values of a multi-valued string property.
func (p *properties) list(id uint16) []string {
	kind := typeString
	b := p.stream(id, multiple|typeString)
	if b == nil {
		kind = typeString8
		b = p.stream(id, multiple|typeString8)
	}
	var out []string
	for i := range len(b) / 4 {
		v, _ := p.file.Stream(fmt.Sprintf("%s__substg1.0_%04X%04X-%08X", p.dir, id, multiple|kind, i))
		s := ""
		if kind == typeString {
			s = clean(utf16le(v))
		} else {
			s = clean(decodePage(v, p.codePage))
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (p *properties) binary(id uint16) []byte { return p.stream(id, typeBinary) }

// int returns a 32-bit property, 0 when there is none.
func (p *properties) int(id uint16) int {
	return int(int32(p.fixed[uint32(id)<<16|typeInt32]))
}

// time returns a point in time in RFC 3339 form, "" when there is none.
func (p *properties) time(id uint16) string { return cfb.Filetime(p.fixed[uint32(id)<<16|typeTime]) }

// any returns a property of whatever type as text.
func (p *properties) any(id uint16) string {
	if id == 0 {
		return ""
	}
	if s := p.text(id); s != "" {
		return s
	}
	if s := p.time(id); s != "" {
		return s
	}
	if v, ok := p.fixed[uint32(id)<<16|typeInt32]; ok {
		return strconv.Itoa(int(int32(v)))
	}
	return strings.Join(p.list(id), "; ")
}

func utf16le(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		u = append(u, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(u))
}

// decodePage decodes text in a code page. What claims to be UTF-8 and is not, is taken as Windows-1252.
func decodePage(b []byte, page int) string {
	const utf8Page, western = 65001, 1252
	if page == utf8Page {
		if utf8.Valid(b) {
			return string(b)
		}
		page = western
	}
	e, ok := charset.CodePage(page)
	if !ok {
		e, _ = charset.CodePage(western)
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(out)
}

// clean makes line ends LF and drops control characters and what stands behind a terminator.
func clean(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// names maps the named properties of a message to their identifiers (MS-OXMSG 2.2.3).
type names map[name]uint16

// name is a named property: its set, and its number or its text.
type name struct {
	set    uint32 // first four bytes of the set's GUID, which tell the sets of Outlook apart
	number uint32
	text   string
}

// The sets of named properties (MS-OXPROPS 1.3.2).
const (
	setMAPI          = 0x00020328
	setPublicStrings = 0x00020329
	setAppointment   = 0x00062002
	setTask          = 0x00062003
	setAddress       = 0x00062004
	setCommon        = 0x00062008
)

func readNames(f *cfb.File) names {
	guids, _ := f.Stream("__nameid_version1.0/__substg1.0_00020102")
	entries, _ := f.Stream("__nameid_version1.0/__substg1.0_00030102")
	strs, _ := f.Stream("__nameid_version1.0/__substg1.0_00040102")
	out := names{}
	le := binary.LittleEndian
	for ; len(entries) >= 8; entries = entries[8:] {
		value, kind, index := le.Uint32(entries), le.Uint16(entries[4:]), le.Uint16(entries[6:])
		var n name
		switch set := int(kind >> 1); {
		case set == 1:
			n.set = setMAPI
		case set == 2:
			n.set = setPublicStrings
		case set >= 3 && 16*(set-2) <= len(guids):
			n.set = le.Uint32(guids[16*(set-3):])
		}
		if kind&1 == 0 {
			n.number = value
		} else if at := uint64(value); at+4 <= uint64(len(strs)) {
			size := uint64(le.Uint32(strs[at:]))
			n.text = utf16le(strs[at+4 : at+4+min(size, uint64(len(strs))-at-4)])
		}
		out[n] = 0x8000 + index
	}
	return out
}
