package font

import (
	"strings"
	"sync"
)

var cffStrings = sync.OnceValue(func() []string { return strings.Fields(cffStandardStrings) })

// cff is a Compact Font Format program (Adobe technical note 5176).
type cff struct {
	b       []byte
	strings [][]byte
	glyphs  int
}

// parseCFF reads the names or CIDs of the glyphs and the built-in encoding; nil when there are none.
func parseCFF(b []byte) *program {
	f := &cff{b: b}
	pos := int(b[2])
	_, pos = f.index(pos) // names
	tops, pos := f.index(pos)
	if len(tops) == 0 {
		return nil
	}
	f.strings, _ = f.index(pos)
	top := readCFFDict(tops[0])
	chars, _ := f.index(top.int(17, 0))
	f.glyphs = len(chars)
	if f.glyphs == 0 {
		return nil
	}
	sids := f.charset(top.int(15, 0))
	p := &program{}
	if _, cidKeyed := top[12<<8|30]; cidKeyed {
		p.cids = make(map[uint32]uint32, len(sids))
		for gid, cid := range sids {
			p.cids[uint32(cid)] = uint32(gid)
		}
		return p
	}
	p.names = make([]string, len(sids))
	for gid, sid := range sids {
		p.names[gid] = f.string(int(sid))
	}
	p.encoding = f.encoding(top.int(16, 0), p.names)
	return p
}

// index reads an INDEX; it returns the items and the offset behind them.
func (f *cff) index(pos int) ([][]byte, int) {
	n := int(u16(f.b, pos))
	if pos < 0 || n == 0 || pos+3 > len(f.b) {
		return nil, pos + 2
	}
	width := int(f.b[pos+2])
	base := pos + 3 + (n+1)*width - 1
	if width < 1 || width > 4 || base >= len(f.b) {
		return nil, len(f.b)
	}
	at := func(i int) int {
		v := 0
		for _, c := range f.b[pos+3+i*width:][:width] {
			v = v<<8 | int(c)
		}
		return base + v
	}
	items := make([][]byte, 0, n)
	for i := range n {
		from, to := at(i), at(i+1)
		if from < 0 || from > to || to > len(f.b) {
			return items, len(f.b)
		}
		items = append(items, f.b[from:to])
	}
	return items, at(n)
}

type cffDict map[int][]float64

func (d cffDict) int(key, def int) int {
	if v := d[key]; len(v) > 0 {
		return int(v[0])
	}
	return def
}

// readCFFDict reads a DICT; two-byte operators have the key 12<<8 + the second byte.
func readCFFDict(b []byte) cffDict {
	d := cffDict{}
	var args []float64
	for i := 0; i < len(b); {
		c := int(b[i])
		i++
		switch {
		case c <= 21:
			if c == 12 && i < len(b) {
				c = 12<<8 | int(b[i])
				i++
			}
			d[c] = args
			args = nil
		case c == 28:
			args = append(args, float64(int16(u16(b, i))))
			i += 2
		case c == 29:
			args = append(args, float64(int32(u32(b, i))))
			i += 4
		case c == 30: // a real number, which nothing here needs
			for i < len(b) && b[i]&15 != 15 && b[i]>>4 != 15 {
				i++
			}
			i++
			args = append(args, 0)
		case c >= 32 && c <= 246:
			args = append(args, float64(c-139))
		case c >= 247 && c <= 250 && i < len(b):
			args = append(args, float64((c-247)*256+int(b[i])+108))
			i++
		case c >= 251 && c <= 254 && i < len(b):
			args = append(args, float64(-(c-251)*256-int(b[i])-108))
			i++
		}
	}
	return d
}

func (f *cff) string(sid int) string {
	std := cffStrings()
	if sid < len(std) {
		return std[sid]
	}
	if sid -= len(std); sid < len(f.strings) {
		return string(f.strings[sid])
	}
	return ""
}

// charset returns the string number or CID of each glyph.
func (f *cff) charset(offset int) []uint16 {
	sids := make([]uint16, 1, f.glyphs)
	add := func(first, last int) {
		for s := first; s <= last && len(sids) < f.glyphs; s++ {
			sids = append(sids, uint16(s))
		}
	}
	switch offset {
	case 0:
		add(1, 228)
		return sids
	case 1, 2:
		ranges := expertCharset
		if offset == 2 {
			ranges = expertSubsetCharset
		}
		for i, r := range ranges {
			if i == 0 {
				r[0] = 1 // without .notdef
			}
			add(int(r[0]), int(r[1]))
		}
		return sids
	}
	if offset < 0 || offset >= len(f.b) {
		return sids
	}
	format, pos := f.b[offset], offset+1
	for len(sids) < f.glyphs && pos < len(f.b) {
		first := int(u16(f.b, pos))
		pos += 2
		left := 0
		switch {
		case format == 1 && pos < len(f.b):
			left = int(f.b[pos])
			pos++
		case format == 2:
			left = int(u16(f.b, pos))
			pos += 2
		}
		add(first, first+left)
	}
	return sids
}

func (f *cff) encoding(offset int, names []string) *encoding {
	switch offset {
	case 0:
		return standard()
	case 1:
		return expert()
	}
	e := new(encoding)
	if offset < 0 || offset+2 > len(f.b) {
		return e
	}
	name := func(gid int) string {
		if gid < len(names) {
			return names[gid]
		}
		return ""
	}
	format, n, pos := f.b[offset], int(f.b[offset+1]), offset+2
	gid := 1
	for range n {
		if pos >= len(f.b) {
			break
		}
		first, left := int(f.b[pos]), 0
		pos++
		if format&0x7F == 1 && pos < len(f.b) {
			left = int(f.b[pos])
			pos++
		}
		for c := first; c <= first+left; c++ {
			e.set(c, name(gid))
			gid++
		}
	}
	if format&0x80 != 0 && pos < len(f.b) { // supplements
		for i := range int(f.b[pos]) {
			at := pos + 1 + 3*i
			if at+3 > len(f.b) {
				break
			}
			e.set(int(f.b[at]), f.string(int(u16(f.b, at+1))))
		}
	}
	return e
}
