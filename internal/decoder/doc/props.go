package doc

import (
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
)

// chp are character properties.
type chp struct {
	style    richtext.Style
	hidden   bool
	deleted  bool
	special  bool // control characters have their meaning
	data     bool // the picture character stands for a form field's data
	object   bool // the picture location is an object's number
	location uint32
	picture  bool // location is set
	font     uint16
	face     richtext.Style // Code when the font is a typewriter face
	symbol   uint16         // character of symbolFont that replaces the text
	symFont  uint16
}

// apply makes the changes of a list to c; base is what toggles refer to.
func (c *chp) apply(d *document, b []byte, base *chp) {
	modifiers(b, func(op uint16, arg []byte) {
		switch op {
		case sprmCIstd:
			if s := d.style(u16(arg, 0)); s != nil && s.character {
				c.apply(d, s.chpx, base)
			}
		case sprmCFBold:
			c.toggle(richtext.Bold, arg[0], base)
		case sprmCFItalic:
			c.toggle(richtext.Italic, arg[0], base)
		case sprmCFStrike:
			c.toggle(richtext.Strike, arg[0], base)
		case sprmCFDStrike:
			c.set(richtext.Strike, arg[0] != 0)
		case sprmCKul:
			c.set(richtext.Underline, arg[0] != 0)
		case sprmCIss:
			c.style &^= richtext.Super | richtext.Sub
			c.set(richtext.Super, arg[0] == 1)
			c.set(richtext.Sub, arg[0] == 2)
		case sprmCFVanish, sprmCFFldVanish:
			c.hidden = toggled(arg[0], base.hidden)
		case sprmCFRMarkDel:
			c.deleted = arg[0] != 0
		case sprmCFSpec:
			c.special = arg[0] != 0
		case sprmCFData:
			c.data = arg[0] != 0
		case sprmCFObj, sprmCFOle2:
			c.object = arg[0] != 0
		case sprmCPicLocation:
			c.location, c.picture, c.special = u32(arg, 0), true, true
		case sprmCRgFtc0:
			c.font = u16(arg, 0)
			c.face = d.face(c.font)
		case sprmCSymbol:
			c.symFont, c.symbol, c.special = u16(arg, 0), u16(arg, 2), true
		}
	})
}

func (c *chp) set(s richtext.Style, on bool) {
	if on {
		c.style |= s
	} else {
		c.style &^= s
	}
}

// toggle sets a property that may say "as the style" or "not as the style" (2.9.327).
func (c *chp) toggle(s richtext.Style, arg byte, base *chp) {
	c.set(s, toggled(arg, base.style&s != 0))
}

func toggled(arg byte, base bool) bool {
	switch arg {
	case 0x80:
		return base
	case 0x81:
		return !base
	}
	return arg != 0
}

// pap are paragraph properties.
type pap struct {
	istd      uint16
	outline   int // 0-based level of a heading; 9 for body text
	ilfo      int // list override, from 1; 0 none
	ilvl      int
	inTable   bool
	itap      int // depth in tables; 0 not said
	rowEnd    bool
	innerCell bool
	innerEnd  bool

	anm  int    // in old documents the list level: 1 to 9 of an outline, anmNumber or anmBullet; 0 none
	anld []byte // and the label's description
}

const bodyLevel = 9

// level returns how many tables the paragraph lies in.
func (p *pap) level() int {
	if !p.inTable && p.itap <= 0 {
		return 0
	}
	return max(p.itap, 1)
}

func (p *pap) apply(d *document, b []byte) {
	modifiers(b, func(op uint16, arg []byte) {
		switch op {
		case sprmPIstd:
			p.istd = u16(arg, 0)
		case sprmPFInTable:
			p.inTable = arg[0] != 0
		case sprmPFTtp:
			p.rowEnd = arg[0] != 0
		case sprmPItap:
			p.itap = int(int32(u32(arg, 0)))
		case sprmPDtap:
			p.itap += int(int32(u32(arg, 0)))
		case sprmPFInnerCell:
			p.innerCell = arg[0] != 0
		case sprmPFInnerTtp:
			p.innerEnd = arg[0] != 0
		case sprmPOutLvl:
			p.outline = int(arg[0])
		case sprmPIlvl:
			p.ilvl = int(arg[0])
		case sprmPIlfo:
			p.ilfo = int(int16(u16(arg, 0)))
		case sprmPNLvlAnm:
			p.anm = int(arg[0])
		case sprmPAnld:
			if len(arg) > anldSize {
				p.anld = arg[1:]
			}
		case sprmPHugePapx, sprmPHugePapxOld:
			p.apply(d, withoutNesting(d.dataChanges(u32(arg, 0))))
		}
	})
}

// withoutNesting cuts a list where it would refer to another one in the Data stream.
func withoutNesting(b []byte) []byte {
	end := len(b)
	rest := b
	modifiers(b, func(op uint16, arg []byte) {
		if (op == sprmPHugePapx || op == sprmPHugePapxOld) && end == len(b) {
			end = len(b) - len(rest)
		}
		rest = rest[min(2+len(arg), len(rest)):]
	})
	return b[:end]
}

// dataChanges returns a list of property changes in the Data stream (2.9.209).
func (d *document) dataChanges(at uint32) []byte {
	b := slice(d.data, uint64(at), 2)
	if len(b) < 2 {
		return nil
	}
	return slice(d.data, uint64(at)+2, uint64(u16(b, 0)))
}

// row returns the description of the row that a paragraph ends.
func (d *document) row(lists ...[]byte) wordflow.Row {
	var t rowProps
	for _, b := range lists {
		t.apply(d, b, 0)
	}
	return wordflow.Row{Header: t.header, Cells: t.cells}
}

// rowProps are table properties: those of one row.
type rowProps struct {
	header bool
	cells  []wordflow.Cell
}

func (t *rowProps) apply(d *document, b []byte, depth int) {
	if depth > 2 {
		return
	}
	modifiers(b, func(op uint16, arg []byte) {
		switch op {
		case sprmPHugePapx, sprmPHugePapxOld, sprmPTableProps:
			t.apply(d, d.dataChanges(u32(arg, 0)), depth+1)
		case sprmTTableHeader:
			t.header = arg[0] != 0
		case sprmTDefTable:
			t.define(arg[2:])
		case sprmTMerge, sprmTSplit:
			first, end := int(arg[0]), min(int(arg[1]), len(t.cells))
			for i := first + 1; i < end; i++ {
				t.cells[i].HMerge = op == sprmTMerge
			}
		case sprmTVertMerge:
			if len(arg) >= 3 && int(arg[1]) < len(t.cells) {
				t.cells[arg[1]].VMerge = arg[2] == 1
			}
		case sprmTDelete:
			first, end := int(arg[0]), min(int(arg[1]), len(t.cells))
			if first < end {
				t.cells = append(t.cells[:first], t.cells[end:]...)
			}
		}
	})
}

// define reads the cells of a TDefTableOperand (2.9.321): count, borders, and 20 bytes a cell.
func (t *rowProps) define(b []byte) {
	if len(b) < 1 {
		return
	}
	n := int(b[0])
	if len(b) < 1+2*(n+1) {
		return
	}
	const cellSize = 20
	left := int(int16(u16(b, 1)))
	cells := b[1+2*(n+1):]
	t.cells = make([]wordflow.Cell, n)
	for i := range t.cells {
		c := &t.cells[i]
		c.Right = int(int16(u16(b, 1+2*(i+1)))) - left
		if at := i * cellSize; at+2 <= len(cells) {
			flags := u16(cells, at)
			const merged, firstMerged, vMerged, vFirst = 2, 1, 1 << 5, 1 << 6
			c.HMerge = flags&merged != 0 && flags&firstMerged == 0
			c.VMerge = flags&vMerged != 0 && flags&vFirst == 0
		}
	}
}
