package doc

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/udecode/udecode/internal/cfb"
)

// oldBuilder makes a small document of Word 6: everything is in one stream, texts have one byte a character.
type oldBuilder struct {
	body, headers []oldParagraph
	headerBounds  []int
	styles        []builtStyle
	fonts         []oldFont
	section       []byte // property modifiers of the one section
	flags         uint16
	wide          bool
}

type oldParagraph struct {
	text string // in the code pages of its runs
	istd uint16
	papx []byte
	runs []charRun // bytes
}

type oldFont struct {
	name    string
	charset byte
}

func (bl *oldBuilder) bytes() []byte {
	const textAt = 768
	le := binary.LittleEndian
	main := make([]byte, textAt)
	le.PutUint16(main, fibMagicOld)
	le.PutUint16(main[2:], fibWord6)
	le.PutUint16(main[fibFlags:], bl.flags)
	le.PutUint32(main[fibTextAt:], textAt)
	var chars, paras []fkpRun
	for i, sub := range [][]oldParagraph{bl.body, nil, bl.headers} {
		first := len(main)
		for _, p := range sub {
			at := len(main)
			main = append(main, p.text...)
			for _, r := range p.runs {
				at += r.n
				chars = append(chars, fkpRun{at, append([]byte{byte(len(r.chpx))}, r.chpx...)})
			}
			if at < len(main) {
				chars = append(chars, fkpRun{len(main), nil})
			}
			x := append(le16(nil, p.istd), p.papx...)
			if len(x)%2 == 1 {
				x = append(x, 0)
			}
			paras = append(paras, fkpRun{len(main), append([]byte{byte(len(x) / 2)}, x...)})
		}
		size := len(main) - first
		if bl.wide {
			size /= 2
		}
		le.PutUint32(main[edition6.sizesAt+4*i:], uint32(size))
	}
	end := uint32(len(main))
	le.PutUint32(main[fibTextEnd:], end)
	page := func(runs []fkpRun, entry int) []byte {
		main = append(main, make([]byte, -len(main)&(fkpSize-1))...)
		main = append(main, fkp(runs, textAt, entry)...)
		return le16(le32(nil, textAt, end), uint16(len(main)/fkpSize-1))
	}
	put := func(part int, b []byte) {
		le.PutUint32(main[fibPartsWord6+8*part:], uint32(len(main)))
		le.PutUint32(main[fibPartsWord6+8*part+4:], uint32(len(b)))
		main = append(main, b...)
	}
	chpx, papx := page(chars, 1), page(paras, edition6.papxEntry)
	put(partChpx, chpx)
	put(partPapx, papx)
	stsh := le16(nil, 6, uint16(len(bl.styles)), 8, 0)
	for _, s := range bl.styles {
		std := le16(nil, s.sti, 1|s.base<<4, 2, 0)
		std = append(append(append(std, byte(len(s.name))), s.name...), 0)
		std = append(std, make([]byte, len(std)%2)...)
		std = append(le16(std, uint16(2+len(s.papx)), 0), s.papx...)
		std = append(std, make([]byte, len(std)%2)...)
		std = append(le16(std, uint16(len(s.chpx))), s.chpx...)
		stsh = append(le16(stsh, uint16(len(std))), std...)
	}
	put(partStshf, stsh)
	fonts := le16(nil, 0)
	for _, f := range bl.fonts {
		fonts = append(fonts, byte(6+len(f.name)), 0, 0, 0, f.charset, 0)
		fonts = append(append(fonts, f.name...), 0)
	}
	put(partFonts, fonts)
	if bl.headers != nil {
		section := len(main)
		main = append(le16(main, uint16(len(bl.section))), bl.section...)
		sections := le32(le16(le32(nil, 0, end-textAt), 0), uint32(section))
		put(partSections, append(sections, make([]byte, 6)...))
		var bounds []byte
		for _, cp := range bl.headerBounds {
			bounds = le32(bounds, uint32(cp))
		}
		put(partHeaders, bounds)
		put(partProperties, []byte{0, 0})
	}
	return cfb.Write([]*cfb.Node{{Name: "WordDocument", Data: main}})
}

// oldLabel returns the modifiers of a paragraph in a list: its level and the label's description.
func oldLabel(level, format byte, before, behind string) []byte {
	anld := make([]byte, anldSize)
	anld[0], anld[1], anld[2], anld[10] = format, byte(len(before)), byte(len(before+behind)), 1
	copy(anld[20:], before+behind)
	return append([]byte{oldPNLvlAnm, level, oldPAnld, anldSize}, anld...)
}

func oldRow(cells []byte, borders ...uint16) []byte {
	def := le16([]byte{byte(len(cells))}, borders...)
	for _, flags := range cells {
		def = append(def, flags, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	return append(append([]byte{24, 1, 25, 1, oldTDefTable}, le16(nil, uint16(len(def)+1))...), def...)
}

var word6 = oldBuilder{
	styles: []builtStyle{
		{sti: 0, base: noStyle, name: "Normal"},
		{sti: 1, base: 0, name: "heading 1", chpx: []byte{85, 1}},
	},
	fonts: []oldFont{{"Times New Roman", 0}, {"Times New Roman Cyr", 204}, {"Symbol", 2}},
	body: []oldParagraph{
		{text: "A heading\r", istd: 1},
		{text: "Some bold text, \xcc\xe8\xf0 and \xb3 here.\r", runs: []charRun{{5, nil}, {4, []byte{99, 24, 0, 85, 1}}, {7, nil}, {3, []byte{93, 1, 0}}, {5, nil}, {1, []byte{93, 2, 0}}}},
		{text: "See \x13 HYPERLINK http://example.org/ \x14the page\x15 and not this.\r", runs: []charRun{{47, nil}, {13, []byte{92, 1}}, {2, nil}}},
		{text: "One\r", papx: oldLabel(anmNumber, 0, "", ".")},
		{text: "Two\r", papx: oldLabel(anmNumber, 0, "", ".")},
		{text: "Bullet\r", papx: oldLabel(anmBullet, 0, "\xb7", "")},
		{text: "Wide\x07", papx: []byte{24, 1}}, {text: "\x07", papx: []byte{24, 1}},
		{text: "\x07", papx: oldRow([]byte{1, 2}, 0, 1000, 2000)},
		{text: "a\x07", papx: []byte{24, 1}}, {text: "b\x07", papx: []byte{24, 1}},
		{text: "\x07", papx: oldRow([]byte{0, 0}, 0, 1000, 2000)},
		{text: "One again\r", papx: oldLabel(anmNumber, 4, "(", ")")},
	},
	headers:      []oldParagraph{{text: "Page header\r\r"}, {text: "Page footer\r\r"}},
	headerBounds: []int{0, 13, 26},
	section:      []byte{142, 2, oldSGprfIhdt, 2 | 8},
}

func init() {
	fixtures["word6.doc"] = &word6
	fixtures["word95-wide.doc"] = &oldBuilder{styles: word6.styles, flags: flagWide, wide: true, body: []oldParagraph{{text: string(le16(nil, '日', '本', '.', '\r'))}}}
}

func TestOldModifiersEnd(t *testing.T) {
	// A list that is cut anywhere, or has numbers nobody knows, ends there.
	whole := bytes.Join([][]byte{oldLabel(anmNumber, 0, "", "."), oldRow([]byte{0}, 0, 1), {85, 1, 23, 255, 1, 0, 0, 0, 0, 0, 200, 1}}, nil)
	for n := range whole {
		modifiers(translate(whole[:n]), func(uint16, []byte) {})
	}
}
