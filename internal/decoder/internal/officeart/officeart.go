// Package officeart reads the drawing records that binary Word, Excel and PowerPoint files share (MS-ODRAW): records,
// shape properties and pictures. PowerPoint's own records have the same form.
package officeart

import (
	"encoding/binary"
	"iter"
	"strings"
	"unicode/utf16"
)

// The record types (MS-ODRAW 2.2).
const (
	DggContainer    = 0xF000
	BStoreContainer = 0xF001
	DgContainer     = 0xF002
	SpgrContainer   = 0xF003
	SpContainer     = 0xF004
	FBSE            = 0xF007
	FSPGR           = 0xF009
	FSP             = 0xF00A
	FOPT            = 0xF00B
	ClientTextbox   = 0xF00D
	ChildAnchor     = 0xF00F
	ClientAnchor    = 0xF010
	ClientData      = 0xF011
	SecondaryFOPT   = 0xF121
	TertiaryFOPT    = 0xF122
)

// HeaderSize is the length of a record's header, bytes.
const HeaderSize = 8

// Record is one record.
type Record struct {
	Version  int // 0xF for a container
	Instance int
	Type     uint16
	Data     []byte
}

// Container reports whether the record holds records.
func (r Record) Container() bool { return r.Version == 0xF }

// Children yields the records in a container.
func (r Record) Children() iter.Seq[Record] {
	if !r.Container() {
		return func(func(Record) bool) {}
	}
	return Records(r.Data)
}

// Child returns the first record of a type in a container.
func (r Record) Child(typ uint16) (Record, bool) {
	for c := range r.Children() {
		if c.Type == typ {
			return c, true
		}
	}
	return Record{}, false
}

// Read reads the record that b begins with. One whose length goes past the end is cut there.
func Read(b []byte) (Record, bool) {
	if len(b) < HeaderSize {
		return Record{}, false
	}
	head := binary.LittleEndian.Uint16(b)
	size := uint64(binary.LittleEndian.Uint32(b[4:]))
	return Record{
		Version:  int(head & 0xF),
		Instance: int(head >> 4),
		Type:     binary.LittleEndian.Uint16(b[2:]),
		Data:     b[HeaderSize:][:min(size, uint64(len(b)-HeaderSize))],
	}, true
}

// Records yields the records that stand one behind the other in b.
func Records(b []byte) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for {
			r, ok := Read(b)
			if !ok || !yield(r) {
				return
			}
			b = b[HeaderSize+len(r.Data):]
		}
	}
}

// Properties are the properties of a shape (2.3.1). The zero value has none.
type Properties []property

type property struct {
	id      uint16
	value   uint32
	complex []byte
}

// The properties that decoders ask for (2.3).
const (
	PropPicture     = 0x0104 // index into the picture store, from 1
	PropPictureName = 0x0105
	PropFillPicture = 0x0186
	PropFillType    = 0x0180
	PropCropTop     = 0x0100 // 16.16 share of the height; bottom, left and right follow
	PropRotation    = 0x0004 // 16.16 degrees
	PropWordArt     = 0x00C0 // text of a WordArt shape
	PropName        = 0x0380
	PropDescription = 0x0381
	PropGroupFlags  = 0x03BF
	PropTable       = 0x039F
)

// ReadProperties reads an FOPT record of any kind.
func ReadProperties(r Record) Properties {
	n := r.Instance
	if n*6 > len(r.Data) {
		n = len(r.Data) / 6
	}
	props := make(Properties, 0, n)
	rest := r.Data[n*6:]
	for i := range n {
		b := r.Data[i*6:]
		id := binary.LittleEndian.Uint16(b)
		p := property{id: id & 0x3FFF, value: binary.LittleEndian.Uint32(b[2:])}
		if id&0x8000 != 0 {
			size := min(uint64(p.value), uint64(len(rest)))
			p.complex, rest = rest[:size], rest[size:]
		}
		props = append(props, p)
	}
	return props
}

// Value returns a property's value.
func (p Properties) Value(id uint16) (uint32, bool) {
	for _, x := range p {
		if x.id == id {
			return x.value, true
		}
	}
	return 0, false
}

// Text returns a property that is a string, or "".
func (p Properties) Text(id uint16) string {
	for _, x := range p {
		if x.id == id {
			return strings.TrimRight(UTF16(x.complex), "\x00")
		}
	}
	return ""
}

// UTF16 decodes little-endian UTF-16.
func UTF16(b []byte) string {
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(u))
}
