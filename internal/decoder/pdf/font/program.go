package font

import (
	"bytes"

	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
)

// program is what an embedded font program tells of its glyphs.
type program struct {
	encoding *encoding // the built-in one of Type 1 and CFF fonts, or nil
	trueType bool
	glyphs   int               // how many
	names    []string          // by glyph index
	runes    []rune            // by glyph index; 0 unknown
	cids     map[uint32]uint32 // CID to glyph index, of CID-keyed CFF fonts
	symbols  func(code uint32) uint32
	mac      func(code uint32) uint32
}

// text returns a glyph's text.
func (p *program) text(gid uint32) string {
	if gid == 0 {
		return ""
	}
	if int(gid) < len(p.runes) && p.runes[gid] != 0 {
		return string(p.runes[gid])
	}
	if int(gid) < len(p.names) {
		return glyphname.Text(p.names[gid])
	}
	return ""
}

// codeText is the text of a code of a simple TrueType font, found as a viewer finds the glyph (9.6.5.4).
func (p *program) codeText(code byte) string {
	if p.symbols != nil {
		for _, high := range []uint32{0xF000, 0, 0xF100, 0xF200} {
			if gid := p.symbols(high | uint32(code)); gid != 0 {
				return letters(p.text(gid))
			}
		}
	}
	if p.mac != nil {
		return letters(p.text(p.mac(uint32(code))))
	}
	return ""
}

// glyph returns the glyph of a CID; gids is the CIDToGIDMap.
func (p *program) glyph(cid uint32, gids []byte) uint32 {
	switch i := int(cid) * 2; {
	case len(gids) > 0:
		if i+1 >= len(gids) {
			return 0
		}
		return uint32(gids[i])<<8 | uint32(gids[i+1])
	case p.cids != nil:
		return p.cids[cid]
	}
	return cid
}

// cidText is the text of a CID.
func (p *program) cidText(cid uint32, gids []byte) string { return p.text(p.glyph(cid, gids)) }

// wholeFont is a number of glyphs that fonts renumbered to what a document uses rarely reach.
const wholeFont = 600

// usualText guesses the text of a TrueType glyph by the order that most such fonts have at their beginning, when the
// program was stripped of everything that tells but kept its glyphs' numbers, as the many empty ones show.
func (p *program) usualText(gid uint32) string {
	if names := macNames(); p.trueType && p.glyphs >= wholeFont && len(p.runes) == 0 && int(gid) < len(names) {
		return glyphname.Text(names[gid])
	}
	return ""
}

// fontProgram reads the embedded font program, once; nil when there is none.
func (l *loader) fontProgram() *program {
	if l.read {
		return l.program
	}
	l.read = true
	s := l.doc.Stream(l.desc.Get("FontFile2"))
	if s == nil {
		s = l.doc.Stream(l.desc.Get("FontFile3"))
	}
	if s == nil {
		s = l.doc.Stream(l.desc.Get("FontFile"))
	}
	if s == nil {
		return nil
	}
	if b, _ := s.Decode(); len(b) > 0 {
		l.program = parseProgram(b)
	}
	return l.program
}

// parseProgram reads a font program of any kind; files often name another than they have.
func parseProgram(b []byte) *program {
	switch {
	case bytes.HasPrefix(b, []byte("\x00\x01\x00\x00")), bytes.HasPrefix(b, []byte("true")),
		bytes.HasPrefix(b, []byte("OTTO")), bytes.HasPrefix(b, []byte("ttcf")):
		return parseSFNT(b)
	case bytes.HasPrefix(b, []byte("%!")), len(b) > 6 && b[0] == 0x80:
		return parseType1(b)
	case len(b) > 4 && b[0] == 1:
		return parseCFF(b)
	}
	return parseType1(b)
}
