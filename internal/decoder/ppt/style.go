package ppt

import (
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

// The types of texts (2.13.33).
const (
	textTitle       = 0
	textBody        = 1
	textNotes       = 2
	textOther       = 4
	textCenterBody  = 5
	textCenterTitle = 6
	textHalfBody    = 7
	textQuarterBody = 8
)

// baseType is the type whose master style a type's builds on.
func baseType(typ uint32) uint32 {
	switch typ {
	case textCenterBody, textHalfBody, textQuarterBody:
		return textBody
	case textCenterTitle:
		return textTitle
	}
	return typ
}

// paragraphStyle is a TextPFException (2.9.20), as far as it matters here.
type paragraphStyle struct {
	bullet drawingml.BulletKind
}

// characterStyle is a TextCFException (2.9.13), as far as it matters here.
type characterStyle struct {
	style  richtext.Style
	font   int // index in the font collection, -1 for none
	number int // index of the paragraph's automatic number, 0 when not said
}

// fields reads the fields of a style one after the other; past the end they are 0.
type fields struct {
	b  []byte
	at int
}

func (f *fields) u16() uint16 {
	v := u16(f.b, f.at)
	f.at += 2
	return v
}

func (f *fields) u32() uint32 {
	v := u32(f.b, f.at)
	f.at += 4
	return v
}

func (f *fields) end() bool { return f.at >= len(f.b) }

func (f *fields) paragraph() paragraphStyle {
	var p paragraphStyle
	mask := f.u32()
	if mask&0xF != 0 {
		flags := f.u16()
		if mask&1 != 0 {
			p.bullet = drawingml.NoBullet
			if flags&1 != 0 {
				p.bullet = drawingml.Character
			}
		}
	}
	skip := func(bits uint32, size int) {
		if mask&bits != 0 {
			f.at += size
		}
	}
	skip(1<<7, 2)  // bullet character
	skip(1<<4, 2)  // bullet font
	skip(1<<6, 2)  // bullet size
	skip(1<<5, 4)  // bullet color
	skip(1<<11, 2) // alignment
	skip(1<<12, 2) // line spacing
	skip(1<<13, 2) // space before
	skip(1<<14, 2) // space after
	skip(1<<8, 2)  // left margin
	skip(1<<10, 2) // indent
	skip(1<<15, 2) // default tab size
	if mask&(1<<20) != 0 {
		f.at += 4 * int(f.u16()) // tab stops
	}
	skip(1<<16, 2)             // font alignment
	skip(1<<17|1<<18|1<<19, 2) // wrapping
	skip(1<<21, 2)             // direction
	return p
}

func (f *fields) character() characterStyle {
	c := characterStyle{font: -1}
	mask := f.u32()
	if mask&0x3FFF != 0 {
		flags := f.u16()
		for i, st := range [...]richtext.Style{richtext.Bold, richtext.Italic, richtext.Underline} {
			if bit := uint32(1) << i; mask&bit != 0 && uint32(flags)&bit != 0 {
				c.style |= st
			}
		}
		if mask&0x3C00 != 0 {
			c.number = int(flags >> 10 & 0xF)
		}
	}
	if mask&(1<<16) != 0 {
		c.font = int(f.u16())
	}
	skip := func(bit uint32, size int) {
		if mask&bit != 0 {
			f.at += size
		}
	}
	skip(1<<21, 2) // old East Asian font
	skip(1<<22, 2) // ANSI font
	if mask&(1<<23) != 0 {
		c.font = int(f.u16()) // symbol font
	}
	skip(1<<17, 2) // size
	skip(1<<18, 4) // color
	if mask&(1<<19) != 0 {
		switch v := int16(f.u16()); {
		case v > 0:
			c.style |= richtext.Super
		case v < 0:
			c.style |= richtext.Sub
		}
	}
	return c
}

// styles are the paragraph styles of a master or of the document, by text type and level.
type styles struct {
	levels [textQuarterBody + 1][]paragraphStyle
}

// read reads a TextMasterStyleAtom (2.9.35).
func (s *styles) read(r officeart.Record) {
	if r.Instance >= len(s.levels) {
		return
	}
	f := fields{b: r.Data}
	n := int(f.u16())
	var levels []paragraphStyle
	for i := 0; i < n && i < 5 && !f.end(); i++ {
		if r.Instance >= textCenterBody {
			f.u16() // level
		}
		levels = append(levels, f.paragraph())
		f.character()
	}
	s.levels[r.Instance] = levels
}

// bullet returns what the style says of a text's bullets: for the level itself, else the nearest one above.
func (s *styles) bullet(typ uint32, level int) drawingml.BulletKind {
	if s == nil {
		return drawingml.Inherit
	}
	for {
		if typ < uint32(len(s.levels)) {
			levels := s.levels[typ]
			for i := min(level, len(levels)-1); i >= 0; i-- {
				if b := levels[i].bullet; b != drawingml.Inherit {
					return b
				}
			}
		}
		base := baseType(typ)
		if base == typ {
			return drawingml.Inherit
		}
		typ = base
	}
}

// master returns the styles of a slide's master by the master's slide id. A title master has its main master's.
func (d *deck) master(id uint32) *styles {
	if s, ok := d.masterStyle[id]; ok {
		return s
	}
	d.masterStyle[id] = nil // a master may not be its own
	r, ok := d.object(d.masters[id])
	if !ok {
		return nil
	}
	var s *styles
	switch r.Type {
	case typeMainMaster:
		s = &styles{}
		for c := range r.Children() {
			if c.Type == typeTxMasterStyleAtom {
				s.read(c)
			}
		}
	case typeSlide:
		if atom, ok := r.Child(typeSlideAtom); ok {
			s = d.master(u32(atom.Data, 12))
		}
	}
	d.masterStyle[id] = s
	return s
}

// autoNumber is an entry of a StyleTextProp9Atom: the automatic number of a paragraph (2.9.70).
type autoNumber struct {
	on     bool
	scheme string
	start  int
}

// readAutoNumbers reads a StyleTextProp9Atom.
func readAutoNumbers(r officeart.Record) []autoNumber {
	var out []autoNumber
	f := fields{b: r.Data}
	for !f.end() && len(out) < 16 { // runs refer to entries with four bits
		var a autoNumber
		mask := f.u32()
		if mask&(1<<23) != 0 {
			f.u16() // bullet picture
		}
		if mask&(1<<25) != 0 {
			a.on = f.u16() != 0
		}
		if mask&(1<<24) != 0 {
			a.scheme, a.start = numberScheme(f.u16()), max(int(f.u16()), 1)
		}
		if f.u32()&(1<<20) != 0 { // TextCFException9
			f.u32()
		}
		si := f.u32() // TextSIException
		for _, bit := range [...]uint32{1 << 0, 1 << 1, 1 << 2, 1 << 6} {
			if si&bit != 0 {
				f.u16()
			}
		}
		if si&(1<<5) != 0 {
			f.u32()
		}
		if si&(1<<9) != 0 {
			f.at += 4 * int(min(f.u32(), 1<<16))
		}
		out = append(out, a)
	}
	return out
}

// readOutlineNumbers reads the automatic numbers of the slide list's texts (2.4.23).
func (d *deck) readOutlineNumbers(list officeart.Record) {
	data, ok := tagData(list, "___PPT9")
	if !ok {
		return
	}
	for c := range data.Children() {
		if c.Type != typeOutlineTextProps9 {
			continue
		}
		var key outlineText
		for r := range c.Children() {
			switch r.Type {
			case typeOutlineTextHeader9:
				key = outlineText{u32(r.Data, 0), u32(r.Data, 4)}
			case typeStyleTextProp9Atom:
				d.autoNumbers[key] = readAutoNumbers(r)
			}
		}
	}
}

var numberSchemes = [...]string{
	"alphaLcPeriod", "alphaUcPeriod", "arabicParenR", "arabicPeriod", "romanLcParenBoth", "romanLcParenR", "romanLcPeriod", "romanUcPeriod",
	"alphaLcParenBoth", "alphaLcParenR", "alphaUcParenBoth", "alphaUcParenR", "arabicParenBoth", "arabicPlain", "romanUcParenBoth", "romanUcParenR",
	"ea1ChsPlain", "ea1ChsPeriod", "circleNumDbPlain", "circleNumWdWhitePlain", "circleNumWdBlackPlain", "ea1ChtPlain", "ea1ChtPeriod", "arabic1Minus",
	"arabic2Minus", "hebrew2Minus", "ea1JpnKorPlain", "ea1JpnKorPeriod", "arabicDbPlain", "arabicDbPeriod", "thaiAlphaPeriod", "thaiAlphaParenR",
	"thaiAlphaParenBoth", "thaiNumPeriod", "thaiNumParenR", "thaiNumParenBoth", "hindiAlphaPeriod", "hindiNumPeriod", "ea1JpnChsDbPeriod", "hindiNumParenR",
	"hindiAlpha1Period",
}

// numberScheme names a TextAutoNumberSchemeEnum (2.13.32) as DrawingML does.
func numberScheme(n uint16) string {
	if int(n) < len(numberSchemes) {
		return numberSchemes[n]
	}
	return "arabicPeriod"
}
