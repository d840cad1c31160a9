package font

import (
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
)

// program is what an embedded font program tells of its glyphs.
type program struct {
	encoding *encoding         // the built-in one of Type 1 and CFF fonts
	chars    map[uint32]string // glyph index to text
	cids     map[uint32]uint32 // CID to glyph index of CID-keyed CFF fonts
	codes    func(code byte) (gid uint32, ok bool)
	byName   map[string]uint32
}

func glyphText(name string) string { return glyphname.Text(name) }
func dingbat(name string) string   { return glyphname.Dingbat(name) }

// simpleText is the text of a code of a TrueType font.
func (p *program) simpleText(code byte, name string) string {
	if p.codes != nil {
		if gid, ok := p.codes(code); ok {
			return letters(p.chars[gid])
		}
	}
	if gid, ok := p.byName[name]; ok {
		return letters(p.chars[gid])
	}
	return ""
}

// cidText is the text of a CID; gids is the CIDToGIDMap.
func (p *program) cidText(cid uint32, gids []byte) string {
	gid := cid
	if i := int(cid) * 2; i+1 < len(gids) {
		gid = uint32(gids[i])<<8 | uint32(gids[i+1])
	} else if p.cids != nil {
		gid = p.cids[cid]
	}
	return p.chars[gid]
}

// fontProgram reads the embedded font program, once.
func (l *loader) fontProgram() *program {
	if l.read {
		return l.program
	}
	l.read = true
	return l.program
}
