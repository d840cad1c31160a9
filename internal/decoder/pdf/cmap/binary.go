package cmap

import (
	"encoding/binary"
	"errors"
)

// The binary form of a map: its flags, the name of the map it builds on, its code spaces, its CID ranges and its
// text ranges. Numbers are varints; codes and values are differences from the entry before, which makes
// them small.

var errBinary = errors.New("damaged character map")

// AppendBinary appends the map's binary form. The map it builds on is written by name.
func (m *CMap) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, boolBit(m.Vertical))
	base := ""
	if m.base != nil {
		base = m.base.Name
	}
	b = appendString(b, base)
	b = binary.AppendUvarint(b, uint64(len(m.spaces)))
	for _, s := range m.spaces {
		b = append(b, byte(s.size))
		b = binary.AppendUvarint(b, uint64(s.lo))
		b = binary.AppendUvarint(b, uint64(s.hi))
	}
	b = binary.AppendUvarint(b, uint64(len(m.cids)))
	var d delta
	for _, r := range m.cids {
		b = d.append(b, r.size, r.lo, r.hi, int64(r.cid))
	}
	b = binary.AppendUvarint(b, uint64(len(m.texts)))
	d = delta{}
	for _, r := range m.texts {
		b = d.append(b, r.size, r.lo, r.hi, int64(r.r))
		if r.r == 0 {
			b = appendString(b, r.text)
		}
	}
	return b
}

func boolBit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// delta is where the next entry is expected.
type delta struct {
	size  uint8
	code  uint32
	value int64
}

func (d *delta) append(b []byte, size uint8, lo, hi uint32, value int64) []byte {
	if size != d.size {
		d.code = 0
	}
	b = append(b, size)
	b = binary.AppendUvarint(b, uint64(lo-d.code))
	b = binary.AppendUvarint(b, uint64(hi-lo))
	b = binary.AppendVarint(b, value-d.value)
	*d = delta{size, hi + 1, value + int64(hi-lo) + 1}
	return b
}

func (d *delta) next(r *reader) (size uint8, lo, hi uint32, value int64) {
	size = r.byte()
	if size != d.size {
		d.code = 0
	}
	lo = d.code + uint32(r.uvarint())
	hi = lo + uint32(r.uvarint())
	value = d.value + r.varint()
	*d = delta{size, hi + 1, value + int64(hi-lo) + 1}
	return
}

type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	r.skip(n)
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	r.skip(n)
	return v
}

func (r *reader) skip(n int) {
	if n <= 0 {
		r.bad, r.b = true, nil
		return
	}
	r.b = r.b[n:]
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) string() string {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.bad = true
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

// count reads a number of entries of at least one byte each.
func (r *reader) count() int {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// decodeBinary reads the binary form.
func decodeBinary(b []byte, lookup func(name string) *CMap) (*CMap, error) {
	r := &reader{b: b}
	m := &CMap{Vertical: r.uvarint()&1 != 0}
	if base := r.string(); base != "" {
		m.Use(lookup(base))
	}
	m.spaces = make([]codespace, r.count())
	for i := range m.spaces {
		m.spaces[i] = codespace{int(r.byte()), uint32(r.uvarint()), uint32(r.uvarint())}
	}
	m.cids = make([]cidRange, r.count())
	var d delta
	for i := range m.cids {
		size, lo, hi, cid := d.next(r)
		m.cids[i] = cidRange{size, lo, hi, uint32(cid)}
	}
	m.texts = make([]textRange, r.count())
	d = delta{}
	for i := range m.texts {
		size, lo, hi, v := d.next(r)
		m.texts[i] = textRange{size: size, lo: lo, hi: hi, r: rune(v)}
		if v == 0 {
			m.texts[i].text = r.string()
		}
	}
	if r.bad {
		return nil, errBinary
	}
	return m, nil
}
