package font

import (
	"encoding/binary"
	"strings"
	"sync"
)

// sfnt is a TrueType or OpenType font program.
type sfnt struct {
	b      []byte
	tables map[string][]byte
	glyphs int
}

// parseSFNT reads the tables cmap and post, and an OpenType font's CFF table.
func parseSFNT(b []byte) *program {
	f := &sfnt{b: b, tables: map[string][]byte{}}
	start := 0
	if string(b[:4]) == "ttcf" && len(b) >= 16 {
		start = int(u32(b, 12))
	}
	n := int(u16(b, start+4))
	for i := range n {
		e := start + 12 + 16*i
		if e+16 > len(b) {
			break
		}
		off, size := int(u32(b, e+8)), int(u32(b, e+12))
		if off > len(b) {
			continue
		}
		f.tables[string(b[e:e+4])] = b[off:min(off+size, len(b))]
	}
	f.glyphs = int(u16(f.tables["maxp"], 4))
	p := &program{trueType: f.tables["glyf"] != nil}
	if cff := f.tables["CFF "]; len(cff) > 4 {
		if c := parseCFF(cff); c != nil {
			p = c
		}
	}
	p.glyphs = f.glyphs
	if names := f.postNames(); names != nil {
		p.names = names
	}
	f.readCmap(p)
	return p
}

func u16(b []byte, i int) uint16 {
	if i < 0 || i+2 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint16(b[i:])
}

func u32(b []byte, i int) uint32 {
	if i < 0 || i+4 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint32(b[i:])
}

// readCmap turns the Unicode subtable around and keeps those for symbols and for Mac Roman as look-ups.
func (f *sfnt) readCmap(p *program) {
	b := f.tables["cmap"]
	best, bestRank := []byte(nil), 0
	for i := range min(int(u16(b, 2)), 64) {
		e := 4 + 8*i
		platform, enc, off := u16(b, e), u16(b, e+2), int(u32(b, e+4))
		if off >= len(b) {
			continue
		}
		sub := b[off:]
		rank := 0
		switch {
		case platform == 3 && enc == 10:
			rank = 4
		case platform == 0 && enc != 5:
			rank = 2
			if enc >= 4 {
				rank = 3
			}
		case platform == 3 && enc == 1:
			rank = 3
		case platform == 3 && enc == 0:
			p.symbols = func(code uint32) uint32 { return lookupCmap(sub, code) }
		case platform == 1 && enc == 0:
			p.mac = func(code uint32) uint32 { return lookupCmap(sub, code) }
		}
		if rank > bestRank {
			best, bestRank = sub, rank
		}
	}
	if best == nil {
		return
	}
	p.runes = make([]rune, max(f.glyphs, 1))
	eachCmap(best, func(code, gid uint32) {
		if int(gid) < len(p.runes) && better(p.runes[gid], rune(code)) {
			p.runes[gid] = rune(code)
		}
	})
}

// better reports whether a character says more of a glyph than the one known.
func better(old, r rune) bool {
	if r < 0x20 || r > 0x10FFFF || r >= 0xD800 && r < 0xE000 {
		return false
	}
	private := func(r rune) bool { return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 }
	return old == 0 || private(old) && !private(r) || old == 0xA0 && r == ' ' || old == 0xAD && r == '-'
}

// eachCmap calls f for the entries of a subtable of format 0, 4, 6, 10 or 12.
func eachCmap(b []byte, f func(code, gid uint32)) {
	switch u16(b, 0) {
	case 0:
		for c := range min(256, max(len(b)-6, 0)) {
			f(uint32(c), uint32(b[6+c]))
		}
	case 4:
		segs := int(u16(b, 6)) / 2
		for s := range segs {
			first, last := uint32(u16(b, 16+2*segs+2*s)), uint32(u16(b, 14+2*s))
			for c := first; c <= last && c < 0xFFFF; c++ {
				if g := format4(b, segs, s, c); g != 0 {
					f(c, g)
				}
			}
		}
	case 6:
		first := uint32(u16(b, 6))
		for i := range uint32(u16(b, 8)) {
			f(first+i, uint32(u16(b, 10+2*int(i))))
		}
	case 12:
		const most = 1 << 18
		total := uint32(0)
		for g := range min(int(u32(b, 12)), len(b)/12) {
			first, last, gid := u32(b, 16+12*g), u32(b, 20+12*g), u32(b, 24+12*g)
			for c := first; c <= last && total < most; c++ {
				f(c, gid+c-first)
				total++
			}
		}
	}
}

func format4(b []byte, segs, s int, code uint32) uint32 {
	first := uint32(u16(b, 16+2*segs+2*s))
	delta := uint32(u16(b, 16+4*segs+2*s))
	at := 16 + 6*segs + 2*s
	offset := uint32(u16(b, at))
	if offset == 0 {
		return (code + delta) & 0xFFFF
	}
	g := uint32(u16(b, at+int(offset)+2*int(code-first)))
	if g == 0 {
		return 0
	}
	return (g + delta) & 0xFFFF
}

// lookupCmap returns the glyph of a code.
func lookupCmap(b []byte, code uint32) uint32 {
	switch u16(b, 0) {
	case 0:
		if code < 256 && 6+int(code) < len(b) {
			return uint32(b[6+code])
		}
	case 4:
		segs := int(u16(b, 6)) / 2
		for s := range segs {
			if uint32(u16(b, 14+2*s)) >= code {
				if uint32(u16(b, 16+2*segs+2*s)) > code {
					return 0
				}
				return format4(b, segs, s, code)
			}
		}
	case 6:
		first := uint32(u16(b, 6))
		if code >= first && code < first+uint32(u16(b, 8)) {
			return uint32(u16(b, 10+2*int(code-first)))
		}
	case 12:
		for g := range min(int(u32(b, 12)), len(b)/12) {
			if code >= u32(b, 16+12*g) && code <= u32(b, 20+12*g) {
				return u32(b, 24+12*g) + code - u32(b, 16+12*g)
			}
		}
	}
	return 0
}

var macNames = sync.OnceValue(func() []string { return strings.Fields(macGlyphs) })

// postNames reads the glyph names of table post, format 1 or 2.
func (f *sfnt) postNames() []string {
	b := f.tables["post"]
	mac := macNames()
	switch u32(b, 0) {
	case 0x10000:
		return mac
	case 0x20000:
	default:
		return nil
	}
	n := int(u16(b, 32))
	if 34+2*n > len(b) {
		return nil
	}
	var own []string
	for s := b[34+2*n:]; len(s) > 0; {
		size := int(s[0])
		if 1+size > len(s) {
			break
		}
		own = append(own, string(s[1:1+size]))
		s = s[1+size:]
	}
	names := make([]string, n)
	for i := range names {
		switch x := int(u16(b, 34+2*i)); {
		case x < len(mac):
			names[i] = mac[x]
		case x-len(mac) < len(own):
			names[i] = own[x-len(mac)]
		}
	}
	return names
}
