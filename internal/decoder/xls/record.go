package xls

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// The record types that are read ([MS-XLS] 2.3.1).
const (
	recFormula      = 0x0006
	recEOF          = 0x000a
	recExternSheet  = 0x0017
	recName         = 0x0018
	recNote         = 0x001c
	recDateMode     = 0x0022
	recFilePass     = 0x002f
	recFont         = 0x0031
	recContinue     = 0x003c
	recPane         = 0x0041
	recCodePage     = 0x0042
	recObj          = 0x005d
	recColInfo      = 0x007d
	recBoundSheet   = 0x0085
	recMulRK        = 0x00bd
	recRString      = 0x00d6
	recXF           = 0x00e0
	recMergeCells   = 0x00e5
	recDrawingGroup = 0x00eb
	recDrawing      = 0x00ec
	recSST          = 0x00fc
	recLabelSST     = 0x00fd
	recSupBook      = 0x01ae
	recTxO          = 0x01b6
	recHLink        = 0x01b8
	recNumber       = 0x0203
	recLabel        = 0x0204
	recBoolErr      = 0x0205
	recString       = 0x0207
	recRow          = 0x0208
	recWindow2      = 0x023e
	recRK           = 0x027e
	recFormat       = 0x041e
	recShrFmla      = 0x04bc
	recBOF          = 0x0809
)

// reader reads a stream record by record.
type reader struct {
	b   []byte
	pos int

	typ   uint16
	data  []byte
	parts [][]byte // data of the CONTINUE records behind it
}

// next reads the next record with what continues it; false at the stream's end.
func (r *reader) next() bool {
	var ok bool
	if r.typ, r.data, ok = r.one(); !ok {
		return false
	}
	r.parts = r.parts[:0]
	for {
		at := r.pos
		typ, data, ok := r.one()
		if !ok || typ != recContinue && !(typ == recDrawingGroup && r.typ == recDrawingGroup) {
			r.pos = at
			return true
		}
		r.parts = append(r.parts, data)
	}
}

// one reads one record; data that runs past the stream's end is cut.
func (r *reader) one() (typ uint16, data []byte, ok bool) {
	if r.pos < 0 || len(r.b)-r.pos < 4 {
		return 0, nil, false
	}
	typ = binary.LittleEndian.Uint16(r.b[r.pos:])
	n := int(binary.LittleEndian.Uint16(r.b[r.pos+2:]))
	start := r.pos + 4
	end := min(start+n, len(r.b))
	r.pos = end
	return typ, r.b[start:end], true
}

// u16, u32 and f64 read little-endian numbers; what lies past the record's end is 0.
func u16(b []byte, at int) int {
	if at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func u32(b []byte, at int) uint32 {
	if at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}

func f64(b []byte, at int) float64 {
	if at+8 > len(b) {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b[at:]))
}

func u8(b []byte, at int) int {
	if at >= len(b) {
		return 0
	}
	return int(b[at])
}

// cursor reads through a record and its continuations. At the start of each continuation the characters of a string
// begin with a flag byte of their own.
type cursor struct {
	b    []byte
	rest [][]byte
}

func (r *reader) cursor() *cursor { return &cursor{r.data, r.parts} }

func (c *cursor) advance() bool {
	for len(c.b) == 0 {
		if len(c.rest) == 0 {
			return false
		}
		c.b, c.rest = c.rest[0], c.rest[1:]
	}
	return true
}

// bytes reads n bytes across continuations into dst; short at the end.
func (c *cursor) bytes(dst []byte) []byte {
	got := 0
	for got < len(dst) && c.advance() {
		n := copy(dst[got:], c.b)
		c.b = c.b[n:]
		got += n
	}
	return dst[:got]
}

func (c *cursor) u16() int {
	if len(c.b) >= 2 {
		v := int(c.b[0]) | int(c.b[1])<<8
		c.b = c.b[2:]
		return v
	}
	var b [2]byte
	c.bytes(b[:])
	return int(b[0]) | int(b[1])<<8
}

func (c *cursor) u32() uint32 { return uint32(c.u16()) | uint32(c.u16())<<16 }

func (c *cursor) u8() int {
	if !c.advance() {
		return 0
	}
	v := c.b[0]
	c.b = c.b[1:]
	return int(v)
}

func (c *cursor) skip(n int) {
	for n > 0 && c.advance() {
		k := min(n, len(c.b))
		c.b = c.b[k:]
		n -= k
	}
}

func (c *cursor) done() bool { return !c.advance() }

// The flags of a string (XLUnicodeRichExtendedString, 2.5.293).
const (
	flagWide     = 1 << 0
	flagPhonetic = 1 << 2
	flagRich     = 1 << 3
)

// appendRich appends a string with its length of two bytes, and reads past its formatting and phonetic data.
func (c *cursor) appendRich(dst []byte) []byte {
	n := c.u16()
	flags := c.u8()
	runs, ext := 0, uint32(0)
	if flags&flagRich != 0 {
		runs = c.u16()
	}
	if flags&flagPhonetic != 0 {
		ext = c.u32()
	}
	dst = c.appendChars(dst, n, flags)
	c.skip(4 * runs)
	if ext < 1<<24 {
		c.skip(int(ext))
	}
	return dst
}

// appendString appends a string of n characters that begins with its flags.
func (c *cursor) appendString(dst []byte, n int) []byte {
	return c.appendChars(dst, n, c.u8())
}

// appendChars appends n characters as text of the model. Where a continuation begins its first byte holds the
// flags of the characters in it.
func (c *cursor) appendChars(dst []byte, n, flags int) []byte {
	var high rune // first half of a surrogate pair
	for n > 0 {
		if len(c.b) == 0 {
			if !c.advance() {
				break
			}
			flags = int(c.b[0])
			c.b = c.b[1:]
			continue
		}
		if flags&flagWide == 0 {
			k := min(n, len(c.b))
			for _, x := range c.b[:k] {
				dst = sheet.AppendRune(dst, rune(x))
			}
			c.b = c.b[k:]
			n -= k
			continue
		}
		k := min(n, len(c.b)/2)
		for i := range k {
			u := rune(c.b[2*i]) | rune(c.b[2*i+1])<<8
			switch {
			case high != 0:
				dst = sheet.AppendRune(dst, utf16.DecodeRune(high, u))
				high = 0
			case utf16.IsSurrogate(u) && u < 0xdc00:
				high = u
			default:
				dst = sheet.AppendRune(dst, u)
			}
		}
		if k == 0 { // half a character before a boundary
			c.b = nil
			continue
		}
		c.b = c.b[2*k:]
		n -= k
	}
	return dst
}

// decode returns text in a code page as text of the model.
func decode(b []byte, e encoding.Encoding) []byte {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		out = []byte(strings.ToValidUTF8(string(b), "\uFFFD"))
	}
	var dst []byte
	for _, r := range string(out) {
		dst = sheet.AppendRune(dst, r)
	}
	return dst
}
