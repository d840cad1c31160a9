package doc

import (
	"unicode/utf16"

	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
)

// style is a style of the style sheet, with what it inherits.
type style struct {
	name      string
	sti       uint16 // number of a built-in style
	character bool
	base      uint16
	papx      []byte
	chpx      []byte

	pap     pap
	chp     chp
	heading int // level from 1
	kind    wordflow.Kind
	done    bool
}

const noStyle = 0xfff

// Built-in styles (2.9.260).
const (
	stiHeading1 = 1
	stiHeading9 = 9
	stiCaption  = 34
	stiTitle    = 62
	stiSubtitle = 74
	stiMacro    = 45
	stiHTMLPre  = 101
)

// readStyles reads the style sheet (2.9.271).
func (d *document) readStyles() {
	b := d.part(partStshf)
	if len(b) < 6 {
		return
	}
	head := int(u16(b, 0))
	count, baseSize := int(u16(b, 2)), int(u16(b, 4))
	if 2+head > len(b) || baseSize < 8 {
		return
	}
	b = b[2+head:]
	for range count {
		if len(b) < 2 {
			break
		}
		n := int(u16(b, 0))
		b = b[2:]
		if n > len(b) {
			break
		}
		d.styles = append(d.styles, d.readStyle(b[:n], baseSize))
		b = b[n:]
	}
	if len(d.styles) > 0 {
		d.resolve(&d.styles[0], 0)
		if d.styles[0].chp.face != 0 { // the whole document is set in a typewriter face, which says nothing then
			for i := range d.fonts {
				d.fonts[i].face = 0
			}
			d.styles[0].chp.face = 0
		}
	}
	for i := range d.styles {
		d.resolve(&d.styles[i], 0)
	}
}

// readStyle reads a style definition (2.9.258); an empty one leaves a place in the sheet.
func (d *document) readStyle(b []byte, baseSize int) style {
	s := style{base: noStyle, sti: noStyle}
	if len(b) < baseSize+2 {
		return s
	}
	s.sti = u16(b, 0) & 0xfff
	kind := u16(b, 2) & 0xf
	s.base = u16(b, 2) >> 4
	count := int(u16(b, 4) & 0xf)
	at := baseSize + 2
	if d.old {
		at += int(b[baseSize]) // the length byte, the name and a zero
		if at > len(b) {
			return s
		}
		s.name = cString(b[baseSize+1 : at-1])
	} else {
		nameLen := int(u16(b, baseSize))
		if at+2*nameLen+2 > len(b) {
			return s
		}
		s.name = utf16le(b[at : at+2*nameLen])
		at += 2*nameLen + 2
	}
	s.character = kind == 2
	for i := range count {
		at += at & 1
		if at+2 > len(b) {
			break
		}
		n := int(u16(b, at))
		upx := slice(b, uint64(at)+2, uint64(n))
		at += 2 + n
		switch {
		case kind == 1 && i == 0 && len(upx) >= 2:
			s.papx = d.modifiersOf(upx[2:])
		case kind == 1 && i == 1, kind == 2 && i == 0:
			s.chpx = d.modifiersOf(upx)
		}
	}
	return s
}

// resolve gives a style what it inherits.
func (d *document) resolve(s *style, depth int) {
	const deepest = 32
	if s.done || depth > deepest {
		return
	}
	s.done = true
	s.pap.outline = bodyLevel
	if int(s.base) < len(d.styles) && &d.styles[s.base] != s {
		base := &d.styles[s.base]
		d.resolve(base, depth+1)
		s.pap, s.chp = base.pap, base.chp
		if !s.character {
			s.heading, s.kind = base.heading, base.kind
		}
	}
	baseChp := s.chp
	s.pap.apply(d, s.papx)
	s.chp.apply(d, s.chpx, &baseChp)
	if s.character {
		return
	}
	heading, kind := wordflow.StyleKind(s.name)
	switch {
	case s.sti >= stiHeading1 && s.sti <= stiHeading9:
		heading = int(s.sti)
	case s.sti == stiCaption:
		kind = wordflow.Caption
	case s.sti == stiTitle:
		kind = wordflow.DocTitle
	case s.sti == stiSubtitle:
		kind = wordflow.Subtitle
	case s.sti == stiMacro, s.sti == stiHTMLPre:
		kind = wordflow.Code
	}
	if heading > 0 || kind != wordflow.Plain {
		s.heading, s.kind = heading, kind
	}
}

func (d *document) style(istd uint16) *style {
	if int(istd) < len(d.styles) {
		return &d.styles[istd]
	}
	return nil
}

// font is an entry of the font table.
type font struct {
	name string
	face richtext.Style // Code for a typewriter face

	page    int        // in old documents the code page of its text; 0 the document's
	western bool       // the page is what writers say without thinking
	symbols *[256]rune // what its bytes stand for
}

func (f *font) setFace() {
	if codelines.Typewriter(f.name) {
		f.face = richtext.Code
	}
}

// readFonts reads the fonts' names (2.9.286).
func (d *document) readFonts() {
	if d.old {
		d.fontsOfWord6()
		return
	}
	b := d.part(partFonts)
	if len(b) < 4 {
		return
	}
	b = b[4:]
	const nameAt = 39
	for len(b) > 0 {
		n := int(b[0])
		if 1+n > len(b) {
			return
		}
		name := ""
		if n > nameAt {
			name = utf16le(b[1+nameAt : 1+n])
		}
		f := font{name: name}
		f.setFace()
		d.fonts = append(d.fonts, f)
		b = b[1+n:]
	}
}

// face returns richtext.Code for a typewriter face.
func (d *document) face(font uint16) richtext.Style {
	if int(font) < len(d.fonts) {
		return d.fonts[font].face
	}
	return 0
}

// utf16le decodes text up to its end or a zero.
func utf16le(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		c := u16(b, 0)
		if c == 0 {
			break
		}
		u = append(u, c)
	}
	return string(utf16.Decode(u))
}
