package cfb

import (
	"encoding/binary"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/udm"
)

// Summary returns the document properties of the standard property sets (MS-OLEPS,
// "SummaryInformation" and "DocumentSummaryInformation"); what the file lacks stays empty.
func Summary(f *File) udm.Metadata {
	var m udm.Metadata
	for _, s := range f.propertySections("SummaryInformation") {
		summary(&m, s)
	}
	for i, s := range f.propertySections("DocumentSummaryInformation") {
		if i == 0 {
			documentSummary(&m, s)
		} else {
			userDefined(&m, s)
		}
	}
	return m
}

// Property identifiers of the SummaryInformation set (MS-OLEPS 3.1.2).
func summary(m *udm.Metadata, p propertySection) {
	m.Title = p.text(2)
	m.Set("subject", p.text(3))
	m.Author = p.text(4)
	m.Tags = keywords(p.text(5))
	m.Set("description", p.text(6))
	m.Set("template", p.text(7))
	m.Set("last_modified_by", p.text(8))
	m.Set("revision", p.text(9))
	m.CreatedAt = p.text(12)
	m.ModifiedAt = p.text(13)
	m.Set("last_printed", p.text(11))
	m.Set("application", p.text(18))
}

// Property identifiers of the DocumentSummaryInformation set (MS-OSHARED 2.3.3.2.2.1).
func documentSummary(m *udm.Metadata, p propertySection) {
	m.Set("category", p.text(2))
	m.Set("manager", p.text(14))
	m.Set("company", p.text(15))
	m.Set("content_status", p.text(27))
	m.Set("language", p.text(28))
}

// userDefined reads the named properties that users and programs add.
func userDefined(m *udm.Metadata, p propertySection) {
	own := map[string]any{}
	for id, name := range p.names {
		if v := p.value(id); v != nil && name != "" && !strings.HasPrefix(name, "_") {
			own[name] = v
		}
	}
	if len(own) > 0 {
		m.Set("properties", own)
	}
}

func keywords(s string) []string {
	var out []string
	split := func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '、' || r == '，' }
	for _, k := range strings.FieldsFunc(s, split) {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// propertySection is one property set: values still in their file form, by identifier.
type propertySection struct {
	data     []byte            // offsets count from its start
	offsets  map[uint32]uint32 // of values in data
	names    map[uint32]string // the dictionary
	codePage int
}

// propertySections reads a property set stream (MS-OLEPS 2.21); damaged parts are left out.
func (f *File) propertySections(stream string) []propertySection {
	b, _ := f.Stream(stream)
	if len(b) < 48 || le16(b) != 0xfffe {
		return nil
	}
	var out []propertySection
	for i := range min(int(le32(b[24:])), 2) {
		at := 28 + 20*i
		if at+20 > len(b) {
			break
		}
		if off := le32(b[at+16:]); uint64(off)+8 <= uint64(len(b)) {
			out = append(out, newPropertySection(b[off:]))
		}
	}
	return out
}

func newPropertySection(b []byte) propertySection {
	s := propertySection{data: b, offsets: map[uint32]uint32{}, codePage: 1252}
	for i := range min(int64(le32(b[4:])), int64(len(b)-8)/8) {
		s.offsets[le32(b[8+8*i:])] = le32(b[12+8*i:])
	}
	if cp, ok := s.value(1).(int); ok {
		s.codePage = int(uint16(cp))
	}
	s.dictionary()
	return s
}

// dictionary reads property 0, the names of the others (MS-OLEPS 2.17).
func (s *propertySection) dictionary() {
	off, ok := s.offsets[0]
	if !ok || uint64(off)+4 > uint64(len(s.data)) {
		return
	}
	b := s.data[off:]
	n := le32(b)
	b = b[4:]
	s.names = map[uint32]string{}
	for range n {
		if len(b) < 8 {
			return
		}
		id, length := le32(b), uint64(le32(b[4:]))
		size := length
		if s.codePage == 1200 {
			size = (2*length + 3) &^ 3
		}
		b = b[8:]
		if size > uint64(len(b)) {
			return
		}
		s.names[id] = s.decode(b[:min(size, length*2)])
		b = b[size:]
	}
}

// text returns a property as text, "" when there is none.
func (s *propertySection) text(id uint32) string {
	t, _ := s.value(id).(string)
	return t
}

// Types of property values (MS-OLEPS 2.15).
const (
	vtI2       = 2
	vtI4       = 3
	vtBool     = 11
	vtLPSTR    = 30
	vtLPWSTR   = 31
	vtFiletime = 64
)

// value returns a property as string, int, float64 or bool; nil when there is none or its type is another one.
func (s *propertySection) value(id uint32) any {
	off, ok := s.offsets[id]
	if !ok || id == 0 || uint64(off)+8 > uint64(len(s.data)) {
		return nil
	}
	b := s.data[off:]
	kind := le16(b)
	b = b[4:]
	switch kind {
	case vtI2:
		return int(int16(le16(b)))
	case vtI4:
		return int(int32(le32(b)))
	case vtBool:
		return le16(b) != 0
	case vtLPSTR, vtLPWSTR:
		n := uint64(le32(b))
		b = b[4:]
		if kind == vtLPWSTR {
			b = b[:min(2*n, uint64(len(b)))]
			return clean(utf16le(b))
		}
		return s.decode(b[:min(n, uint64(len(b)))])
	case vtFiletime:
		if len(b) >= 8 {
			return Filetime(binary.LittleEndian.Uint64(b))
		}
	}
	return nil
}

func (s *propertySection) decode(b []byte) string {
	if s.codePage == 1200 {
		return clean(utf16le(b))
	}
	if i := strings.IndexByte(string(b), 0); i >= 0 {
		b = b[:i]
	}
	e, ok := charset.CodePage(s.codePage)
	if !ok {
		e, _ = charset.CodePage(1252)
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return ""
	}
	return clean(string(out))
}

func utf16le(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		u = append(u, le16(b))
	}
	return string(utf16.Decode(u))
}

// clean cuts a string at its terminator and drops control characters.
func clean(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
}

// Filetime returns a Windows FILETIME (100 ns since 1601, UTC) in RFC 3339 form, to the second;
// "" for zero and for spans of time that programs store in the same type.
func Filetime(ft uint64) string {
	const epoch = 11644473600 // seconds from 1601 to 1970
	if ft < 1e7*86400*365 || ft > 1<<63-1 {
		return ""
	}
	t := time.Unix(int64(ft/1e7)-epoch, 0).UTC()
	if t.Year() > 9999 {
		return ""
	}
	return t.Format(time.RFC3339)
}

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
