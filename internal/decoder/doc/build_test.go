package doc

import (
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

var writeFixtures = flag.Bool("fixtures", false, "write the documents of fixtures into testdata")

// paragraph is one paragraph of a document to be built, its mark included in its text.
type paragraph struct {
	text string // with its mark
	istd uint16
	papx []byte
	runs []charRun // over the paragraph's start; the rest is plain
}

type charRun struct {
	n    int // UTF-16 units
	chpx []byte
}

// builder makes a small Word document: one piece, one page of each kind of property runs.
type builder struct {
	body, footnotes, headers []paragraph
	headerBounds             []int // in headers, CPs
	footnoteRefs             []int // CPs in the body
	footnoteBounds           []int
	styles                   []builtStyle
	lists                    []byte // PlfLst with its levels behind it
	listSize                 int    // of PlfLst alone
	overrides                []byte
	fonts                    []string
	data                     []byte // stream Data
	flags                    uint16
	version                  uint16
	password                 string
}

type builtStyle struct {
	sti, base  uint16
	name       string
	papx, chpx []byte
}

func le16(b []byte, v ...uint16) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, x)
	}
	return b
}

func le32(b []byte, v ...uint32) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// sprm returns one property change with its argument.
func sprm(op uint16, arg ...byte) []byte { return append(le16(nil, op), arg...) }

func join(lists ...[]byte) []byte {
	var out []byte
	for _, b := range lists {
		out = append(out, b...)
	}
	return out
}

const fkpSize = 512

// fkpRun is a run of a page of properties, up to an FC; data is what stands in the page for it, with its length.
type fkpRun struct {
	end  int
	data []byte
}

// fkp makes a page of properties of runs that begin at an FC, with entries of that many bytes.
func fkp(runs []fkpRun, from uint32, entry int) []byte {
	le := binary.LittleEndian
	b := make([]byte, fkpSize)
	b[fkpSize-1] = byte(len(runs))
	le.PutUint32(b, from)
	free := fkpSize - 2
	placed := map[string]int{} // equal lists stand in the page once
	for i, r := range runs {
		le.PutUint32(b[4*(i+1):], uint32(r.end))
		if r.data == nil {
			continue
		}
		at, ok := placed[string(r.data)]
		if !ok {
			free = (free - len(r.data)) &^ 1
			at = free
			placed[string(r.data)] = at
			copy(b[at:], r.data)
		}
		b[4*(len(runs)+1)+entry*i] = byte(at / 2)
		if free < 4*(len(runs)+1)+entry*len(runs) {
			panic("too many properties for one page")
		}
	}
	return b
}

func (bl *builder) bytes() []byte {
	const textAt = 1024
	main := make([]byte, textAt)
	version := bl.version
	if version == 0 {
		version = fibWord97
	}
	le := binary.LittleEndian
	le.PutUint16(main, fibMagic)
	le.PutUint16(main[2:], version)
	le.PutUint16(main[10:], flagTable1|bl.flags)
	le.PutUint16(main[32:], 14)
	le.PutUint16(main[62:], 22)
	le.PutUint16(main[152:], 93)

	var chars, paras []fkpRun
	cps := 0
	for i, sub := range [][]paragraph{bl.body, bl.footnotes, bl.headers} {
		first := cps
		for _, p := range sub {
			u := utf16.Encode([]rune(p.text))
			start := cps
			for _, c := range u {
				main = le16(main, c)
			}
			cps += len(u)
			at := start
			for _, r := range p.runs {
				at += r.n
				chars = append(chars, fkpRun{textAt + 2*at, append([]byte{byte(len(r.chpx))}, r.chpx...)})
			}
			if at < cps {
				chars = append(chars, fkpRun{textAt + 2*cps, nil})
			}
			x := append(le16(nil, p.istd), p.papx...)
			if len(x)%2 == 0 {
				x = append([]byte{0, byte(len(x) / 2)}, x...)
			} else {
				x = append([]byte{byte((len(x) + 1) / 2)}, x...)
			}
			paras = append(paras, fkpRun{textAt + 2*cps, x})
		}
		le.PutUint32(main[76+4*i:], uint32(cps-first))
	}
	page := func(runs []fkpRun, entry int) uint32 {
		main = append(main, make([]byte, -len(main)&(fkpSize-1))...)
		main = append(main, fkp(runs, textAt, entry)...)
		return uint32(len(main)/fkpSize - 1)
	}
	chpxPage, papxPage := page(chars, 1), page(paras, edition97.papxEntry)

	table := make([]byte, 4)
	var key officecrypt.Key
	if bl.password != "" {
		table, key = officecrypt.Lock(bl.password)
		le.PutUint16(main[10:], flagTable1|flagEncrypted)
		le.PutUint32(main[14:], uint32(len(table)))
	}
	header := len(table)
	put := func(part int, b []byte, size int) {
		le.PutUint32(main[fibPartsAt+8*part:], uint32(len(table)))
		le.PutUint32(main[fibPartsAt+8*part+4:], uint32(size))
		table = append(table, b...)
	}
	clx := le32([]byte{2}, 16, 0, uint32(cps))
	clx = le16(clx, 0)
	clx = le32(clx, textAt)
	clx = le16(clx, 0)
	put(partClx, clx, len(clx))
	put(partChpx, le32(nil, textAt, uint32(textAt+2*cps), chpxPage), 12)
	put(partPapx, le32(nil, textAt, uint32(textAt+2*cps), papxPage), 12)
	stsh := le16(nil, 18, uint16(len(bl.styles)), 10, 0, 0, 0, 0, 0, 0, 0)
	for _, s := range bl.styles {
		std := le16(nil, s.sti, 1|s.base<<4, 2, 0, 0)
		name := utf16.Encode([]rune(s.name))
		std = le16(std, uint16(len(name)))
		std = le16(std, name...)
		std = le16(std, 0)
		std = le16(std, uint16(2+len(s.papx)), 0)
		std = append(std, s.papx...)
		if len(std)%2 == 1 {
			std = append(std, 0)
		}
		std = le16(std, uint16(len(s.chpx)))
		std = append(std, s.chpx...)
		stsh = le16(stsh, uint16(len(std)))
		stsh = append(stsh, std...)
	}
	put(partStshf, stsh, len(stsh))
	fonts := le16(nil, uint16(len(bl.fonts)), 0)
	for _, name := range bl.fonts {
		f := append(make([]byte, 39), le16(nil, utf16.Encode([]rune(name+"\x00"))...)...)
		fonts = append(append(fonts, byte(len(f))), f...)
	}
	put(partFonts, fonts, len(fonts))
	if bl.headers != nil {
		var b []byte
		for _, cp := range bl.headerBounds {
			b = le32(b, uint32(cp))
		}
		put(partHeaders, b, len(b))
	}
	if bl.footnotes != nil {
		var refs, texts []byte
		for _, cp := range bl.footnoteRefs {
			refs = le32(refs, uint32(cp))
		}
		refs = le32(refs, uint32(cps))
		for range bl.footnoteRefs {
			refs = le16(refs, 1)
		}
		for _, cp := range bl.footnoteBounds {
			texts = le32(texts, uint32(cp))
		}
		put(partFootnoteRefs, refs, len(refs))
		put(partFootnoteTexts, texts, len(texts))
	}
	if bl.lists != nil {
		put(partLists, bl.lists, bl.listSize)
		put(partListOverrides, bl.overrides, len(bl.overrides))
	}
	if key != nil {
		officecrypt.NewStream(key, 512).Apply(main[68:], 68)
		officecrypt.NewStream(key, 512).Apply(table[header:], header)
	}
	nodes := []*cfb.Node{{Name: "WordDocument", Data: main}, {Name: "1Table", Data: table}}
	if bl.data != nil {
		nodes = append(nodes, &cfb.Node{Name: "Data", Data: bl.data})
	}
	return cfb.Write(nodes)
}

var plainStyles = []builtStyle{{sti: 0, base: noStyle, name: "Normal"}}

// listLevel returns an LVL.
func listLevel(start uint32, format byte, label string) []byte {
	b := le32(nil, start)
	b = append(b, format, 0)
	b = append(b, make([]byte, 22)...)
	u := utf16.Encode([]rune(label))
	b = le16(b, uint16(len(u)))
	return le16(b, u...)
}

// tableRow returns the property changes of a row's end: its cells' flags, and one border more than cells.
func tableRow(cells []uint16, borders ...uint16) []byte {
	def := []byte{byte(len(cells))}
	def = le16(def, borders...)
	for _, flags := range cells {
		def = append(le16(def, flags), make([]byte, 18)...)
	}
	def = append(le16(nil, uint16(len(def)+1)), def...)
	return join(sprm(sprmPFInTable, 1), sprm(sprmPFTtp, 1), sprm(sprmTDefTable, def...))
}

// record returns an OfficeArt record.
func record(version, instance, kind uint16, data ...byte) []byte {
	b := le16(nil, version|instance<<4, kind)
	return append(le32(b, uint32(len(data))), data...)
}

// inlinePNG returns what the Data stream holds for a picture in the text.
func inlinePNG(png string, alt string) []byte {
	text := le16(nil, utf16.Encode([]rune(alt+"\x00"))...)
	options := le16(nil, 0x8000|officeart.PropDescription)
	options = append(le32(options, uint32(len(text))), text...)
	shape := record(15, 0, officeart.SpContainer, record(3, 1, officeart.FOPT, options...)...)
	blip := record(0, 0x6e0, 0xf01e, append(make([]byte, 17), png...)...)
	entry := record(2, 6, officeart.FBSE, append(make([]byte, 36), blip...)...)
	const header = 68
	b := le16(le32(nil, uint32(header+len(shape)+len(entry))), header, 100)
	b = append(b, make([]byte, header-len(b))...)
	return join(b, shape, entry)
}

// pixels is a picture of 2 by 1 pixels.
const pixels = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x01\x08\x00\x00\x00\x00\xd1\x49\x20\xea\x00\x00\x00\x00IEND\xaeB`\x82"

// fixtures are the documents of testdata.
var fixtures = map[string]interface{ bytes() []byte }{
	"headings.doc": &builder{
		styles: []builtStyle{
			plainStyles[0],
			{sti: 1, base: 0, name: "Überschrift 1", papx: sprm(sprmPOutLvl, 0), chpx: sprm(sprmCFBold, 1)},
			{sti: 0xffe, base: 1, name: "Chapter"},
			{sti: 101, base: 0, name: "HTML Preformatted"},
			{sti: 62, base: 0, name: "Title"},
		},
		body: []paragraph{
			{text: "The document's title\r", istd: 4},
			{text: "First\r", istd: 1},
			{text: "Some bold text stands in this sentence.\r", runs: []charRun{{5, nil}, {4, sprm(sprmCFBold, 1)}}},
			{text: "Based on heading 1\r", istd: 2},
			{text: "By level\r", papx: sprm(sprmPOutLvl, 1)},
			{text: "x := 1\r", istd: 3},
			{text: "\ty := 2\r", istd: 3},
			{text: "Hidden and deleted words are left out.\r", runs: []charRun{{7, sprm(sprmCFVanish, 1)}, {4, nil}, {8, sprm(sprmCFRMarkDel, 1)}}},
		},
	},
	"fields.doc": &builder{
		styles: plainStyles,
		body: []paragraph{
			{text: "See \x13 HYPERLINK \"http://example.org/\" \\l \"part\" \x14the page\x15, and \x13 DATE \x14Monday\x15.\r"},
			{text: "Nested \x13 IF \x13 NUMPAGES \x14 7\x15 > 1 \x14many \x13 PAGE \x14 8\x15 pages\x15 here.\r"},
			{text: "A note\x02 in a sentence that has more words.\r", runs: []charRun{{6, nil}, {1, sprm(sprmCFSpec, 1)}}},
		},
		footnotes:      []paragraph{{text: "\x02 The note.\r"}, {text: "\r"}},
		footnoteRefs:   []int{149},
		footnoteBounds: []int{0, 12, 13},
		headers:        []paragraph{{text: "Page header\r\r"}, {text: "Page footer\r\r"}, {text: "\r"}},
		headerBounds:   []int{0, 0, 0, 0, 0, 0, 0, 0, 13, 13, 26, 26, 26, 27},
	},
	"merged-cells.doc": &builder{
		styles: plainStyles,
		body: []paragraph{
			{text: "Before the table.\r"},
			{text: "Wide\x07", papx: sprm(sprmPFInTable, 1)}, {text: "\x07", papx: sprm(sprmPFInTable, 1)}, {text: "Right\x07", papx: sprm(sprmPFInTable, 1)},
			{text: "\x07", papx: join(tableRow([]uint16{1, 2, 0}, 0, 1000, 2000, 3000), sprm(sprmTTableHeader, 1))},
			{text: "Tall\x07", papx: sprm(sprmPFInTable, 1)}, {text: "two\x0blines\x07", papx: sprm(sprmPFInTable, 1)}, {text: "c\x07", papx: sprm(sprmPFInTable, 1)},
			{text: "\x07", papx: tableRow([]uint16{0x60, 0, 0}, 0, 1000, 2000, 3000)},
			{text: "\x07", papx: sprm(sprmPFInTable, 1)}, {text: "joined\x07", papx: sprm(sprmPFInTable, 1)},
			{text: "\x07", papx: tableRow([]uint16{0x20, 0}, 0, 1000, 3000)},
			{text: "After the table.\r"},
		},
	},
	"nested-table.doc": &builder{
		styles: plainStyles,
		body: []paragraph{
			{text: "Outer\r", papx: sprm(sprmPFInTable, 1)},
			{text: "in 1\r", papx: join(sprm(sprmPFInTable, 1), sprm(sprmPItap, 2, 0, 0, 0), sprm(sprmPFInnerCell, 1))},
			{text: "in 2\r", papx: join(sprm(sprmPFInTable, 1), sprm(sprmPItap, 2, 0, 0, 0), sprm(sprmPFInnerCell, 1))},
			{text: "\r", papx: join(sprm(sprmPFInTable, 1), sprm(sprmPItap, 2, 0, 0, 0), sprm(sprmPFInnerTtp, 1))},
			{text: "\x07", papx: sprm(sprmPFInTable, 1)}, {text: "Right\x07", papx: sprm(sprmPFInTable, 1)},
			{text: "\x07", papx: tableRow([]uint16{0, 0}, 0, 1000, 2000)},
			{text: "After.\r"},
		},
	},
	"picture.doc": &builder{
		styles: plainStyles,
		fonts:  []string{"Arial", "Wingdings"},
		data:   join(make([]byte, 16), inlinePNG(pixels, "two pixels")),
		body: []paragraph{
			{text: "Here \x01 it is.\r", runs: []charRun{{5, nil}, {1, join(sprm(sprmCPicLocation, 16, 0, 0, 0), sprm(sprmCFSpec, 1))}}},
			{text: "Symbol (.\r", runs: []charRun{{7, nil}, {1, join(sprm(sprmCSymbol, 1, 0, 0xfc, 0xf0), sprm(sprmCFSpec, 1))}}},
		},
	},
	"lists.doc": &builder{
		styles: plainStyles,
		lists: join(le16(nil, 2),
			le32(nil, 7, 0), make([]byte, 20),
			le32(nil, 8, 0), make([]byte, 18), []byte{1, 0},
			listLevel(1, 0, "\x00."), listLevel(1, 4, "\x00.\x01)"), listLevel(1, 2, "\x02"), listLevel(1, 0, ""), listLevel(1, 0, ""), listLevel(1, 0, ""), listLevel(1, 0, ""), listLevel(1, 0, ""), listLevel(1, 0, ""),
			listLevel(1, 23, "\uf0b7")),
		listSize:  2 + 2*28,
		overrides: join(le32(nil, 2, 7, 0, 0, 0, 8, 0, 0, 0), le32(nil, 0xffffffff, 0xffffffff)),
		body: []paragraph{
			{text: "One\r", papx: join(sprm(sprmPIlfo, 1, 0), sprm(sprmPIlvl, 0))},
			{text: "Deeper\r", papx: join(sprm(sprmPIlfo, 1, 0), sprm(sprmPIlvl, 1))},
			{text: "Deeper still\r", papx: join(sprm(sprmPIlfo, 1, 0), sprm(sprmPIlvl, 1))},
			{text: "Bullet\r", papx: join(sprm(sprmPIlfo, 2, 0), sprm(sprmPIlvl, 0))},
			{text: "Two\r", papx: join(sprm(sprmPIlfo, 1, 0), sprm(sprmPIlvl, 0))},
		},
	},
	"typewriter.doc": &builder{
		styles: plainStyles,
		fonts:  []string{"Times New Roman", "Courier New"},
		body: []paragraph{
			{text: "Run make first.\r", runs: []charRun{{4, nil}, {4, sprm(sprmCRgFtc0, 1, 0)}}},
			{text: "if (x > 0) {\r", runs: []charRun{{12, sprm(sprmCRgFtc0, 1, 0)}}},
			{text: "}\r", runs: []charRun{{1, sprm(sprmCRgFtc0, 1, 0)}}},
			{text: "And so it ends.\r"},
			{text: "A letter that was typed on an old machine.\r", runs: []charRun{{42, sprm(sprmCRgFtc0, 1, 0)}}},
		},
	},
	"encrypted.doc": &builder{styles: plainStyles, body: []paragraph{{text: "A secret that is long enough for prose.\r"}}, password: "open"},
	"word2.doc":     &builder{styles: plainStyles, body: []paragraph{{text: "x\r"}}, version: 45},
}

func TestMain(m *testing.M) {
	flag.Parse()
	if *writeFixtures {
		for name, b := range fixtures {
			if err := os.WriteFile(filepath.Join("testdata", name), b.bytes(), 0o644); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
