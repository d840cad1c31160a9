package font

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// loadFont loads a font dictionary with more objects behind it, which begin at number 6.
func loadFont(t *testing.T, dict string, objects ...string) *Font {
	t.Helper()
	f := costest.Page("", "")
	f.Set(5, "<< /Type /Font "+dict+" >>")
	for i, o := range objects {
		f.Set(6+i, o)
	}
	doc, err := cos.Open(source.Bytes(f.Table()), nil, limit.NewBudget(limit.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	return Load(doc, doc.Dict(cos.Ref{Num: 5}))
}

func show(f *Font, s string) string {
	var sb strings.Builder
	for b := []byte(s); len(b) > 0; {
		g, n := f.Next(b)
		sb.WriteString(g.Text)
		b = b[n:]
	}
	return sb.String()
}

func TestSimpleText(t *testing.T) {
	tests := []struct {
		name, dict string
		objects    []string
		codes      string
		want       string
	}{
		{"standard", "/Subtype /Type1 /BaseFont /Helvetica", nil, "it's", "it’s"},
		{"WinAnsi", "/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", nil, "\x80 caf\xe9", "€ café"},
		{"MacRoman", "/Subtype /TrueType /BaseFont /Arial /Encoding /MacRomanEncoding", nil, "caf\x8e", "café"},
		{"symbol", "/Subtype /Type1 /BaseFont /Symbol", nil, "abc", "αβχ"},
		{"dingbats", "/Subtype /Type1 /BaseFont /ZapfDingbats", nil, "4", "✔"},
		{"differences", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 /f_i /uni0416 65 /afii10065] >>", nil, "\x01\x02AB", "fiЖаB"},
		{"ligatures apart", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 /fi /ffl] >>", nil, "\x01\x02", "fiffl"},
		{"numbers as names", "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences [1 /g72 /a105] >>", nil, "\x01\x02", "Hi"},
		{"glyph indices as names", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 /g43 /g76 /g3 /g87 /g115] >>", nil, "\x01\x02\x03\x04", "Hi t"},
		{"signs of IBM", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [2 /SM590000] >>", nil, "\x02", "►"},
		{
			"ToUnicode of other codes", "/Subtype /Type1 /BaseFont /X /FirstChar 33 /LastChar 34 /Encoding << /Differences [33 /multiply /plus] >> /ToUnicode 6 0 R",
			[]string{costest.Stream("", "1 beginbfrange <00> <80> <2190> endbfrange")}, "!\"", "×+",
		},
		{
			"ToUnicode with signs for ligatures", "/Subtype /Type1 /BaseFont /X /FirstChar 33 /LastChar 34 /Encoding << /Differences [33 /ff /f_f_i] >> /ToUnicode 6 0 R",
			[]string{costest.Stream("", "2 beginbfchar <21> <21b5> <22> <0022> endbfchar")}, "!\"", "ffffi",
		},
		{
			"bitmaps of TeX in T1", "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a28 6 0 R /a16 6 0 R /a103 6 0 R /a233 6 0 R >> /Encoding << /Differences [16 /a16 28 /a28 103 /a103 233 /a233] >>",
			[]string{costest.Stream("", "")}, "\x10\x1cg\xe9", "“figé",
		},
		{
			"bitmaps of TeX in OT1", "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a11 6 0 R /a97 6 0 R /a98 6 0 R /a99 6 0 R /a100 6 0 R /a101 6 0 R /a102 6 0 R /a103 6 0 R /a104 6 0 R /a123 6 0 R >> /Encoding << /Differences [11 /a11 97 /a97 /a98 /a99 /a100 /a101 /a102 /a103 /a104 123 /a123] >>",
			[]string{costest.Stream("", "")}, "a\x0b{", "aff–",
		},
		{
			"bitmaps numbered anew", "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a0 6 0 R /a1 6 0 R /a2 6 0 R /a3 6 0 R /a16 6 0 R >> /Encoding << /Differences [0 /a0 /a1 /a2 /a3 16 /a16] >>",
			[]string{costest.Stream("", "")}, "\x10", "",
		},
		{"signs in place of letters", "/Subtype /TrueType /BaseFont /ABCDEF+Wingdings-Regular /Encoding /WinAnsiEncoding", nil, "l\xfc\x9f", "●✓•"},
		{
			"private characters", "/Subtype /TrueType /BaseFont /SymbolMT /Encoding /WinAnsiEncoding /ToUnicode 6 0 R",
			[]string{costest.Stream("", "2 beginbfchar <41> <F0B7> <42> <0042> endbfchar")}, "AB", "•B",
		},
		{
			"shapes of letters", "/Subtype /Type1 /BaseFont /X /ToUnicode 6 0 R",
			[]string{costest.Stream("", "5 beginbfchar <41> <FEEE> <42> <FB2A> <43> <2F08> <44> <FEFB> <45> <2126> endbfchar")}, "ABCDE", "وשׁ人لاΩ",
		},
		{"pieces of brackets", "/Subtype /Type1 /BaseFont /Symbol", nil, "\xe6\xe7\xe8", "⎛⎜⎝"},
		{"codes as names", "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences [65 /C41 /C42] >>", nil, "AB", "AB"},
		{
			"signs named by number", "/Subtype /Type1 /BaseFont /ABCDEF+AdvMacMthSyN /Encoding << /Differences [1 /C15 3 /C0 188 /onequarter 222 /Thorn 240 /eth 254 /thorn] >> /ToUnicode 6 0 R",
			[]string{costest.Stream("", "4 beginbfchar <bc> <00bc> <de> <00de> <f0> <00f0> <fe> <00fe> endbfchar")}, "\x01\x03\xbc\xf0\xfe\xde", "•−=(+)",
		},
		{"letters of such a font", "/Subtype /Type1 /BaseFont /AdvOT /Encoding << /Differences [65 /A 222 /Thorn] >>", nil, "A\xde", "AÞ"},
		{"nonsymbolic TrueType", "/Subtype /TrueType /BaseFont /Arial /FontDescriptor << /Flags 32 >>", nil, "\xf1", "æ"},
		{"other TrueType", "/Subtype /TrueType /BaseFont /Arial", nil, "\xe6", "æ"},
		{
			"ToUnicode before encoding", "/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode 6 0 R",
			[]string{costest.Stream("", "2 beginbfchar <41> <0416> <42> <0000> endbfchar")}, "ABC", "ЖBC",
		},
		{
			"ToUnicode with one letter only", "/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [30 /f_i /f_f_i] >> /ToUnicode 6 0 R",
			[]string{costest.Stream("", "4 beginbfchar <1E> <0069> <1F> <0066> <2E> <0020> <20> <0020> endbfchar")}, "\x1eg. o\x1fce", "fig. office",
		},
		{
			"built-in of Type 1", "/Subtype /Type1 /BaseFont /X /FontDescriptor 6 0 R",
			[]string{"<< /Flags 4 /FontFile 7 0 R >>", costest.Stream("", "%!PS\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 12 /fi put\ndup 8#101 /alpha put\nreadonly def\ncurrentfile eexec")},
			"\x0cA", "fiα",
		},
		{
			"differences over built-in", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /B] >> /FontDescriptor 6 0 R",
			[]string{"<< /Flags 4 /FontFile 7 0 R >>", costest.Stream("", "%!PS\n/Encoding StandardEncoding def")}, "AA'", "BB’",
		},
		{
			"TrueType by its map", "/Subtype /TrueType /BaseFont /X /FontDescriptor 6 0 R",
			[]string{"<< /Flags 4 /FontFile2 7 0 R >>", costest.Stream("", sfntOf(map[uint16]uint16{0xF001: 1, 0xF002: 2}, map[uint16]uint16{'x': 1, 'y': 2}))},
			"\x01\x02", "xy",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(loadFont(t, tt.dict, tt.objects...), tt.codes); got != tt.want {
				t.Errorf("text = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCompositeText(t *testing.T) {
	const cid = "/Subtype /Type0 /BaseFont /X /DescendantFonts [<< /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (%s) >> %s >>] %s"
	tests := []struct {
		name, ordering, descendant, dict string
		objects                          []string
		codes                            string
		want                             string
	}{
		{"predefined map", "GB1", "", "/Encoding /UniGB-UCS2-H", nil, "\x4e\xca\x59\x29", "今天"},
		{"CIDs of a collection", "Japan1", "", "/Encoding /Identity-H", nil, "\x0c\xd4", "日"},
		{"Shift JIS", "Japan1", "", "/Encoding /90ms-RKSJ-H", nil, "A\x93\xfa", "A日"},
		{
			"ToUnicode", "Identity", "", "/Encoding /Identity-H /ToUnicode 6 0 R",
			[]string{costest.Stream("", "1 beginbfrange <0001> <0003> <0061> endbfrange")}, "\x00\x01\x00\x03", "ac",
		},
		{
			"ToUnicode with codes of one byte", "Identity", "", "/Encoding /Identity-H /ToUnicode 6 0 R",
			[]string{costest.Stream("", "1 beginbfrange <01> <03> <0061> endbfrange")}, "\x00\x01\x00\x03", "ac",
		},
		{"ToUnicode by name", "Identity", "", "/Encoding /Identity-H /ToUnicode /Identity-H", nil, "\x00A\x04\x16", "AЖ"},
		{
			"embedded map", "Identity", "", "/Encoding 6 0 R /ToUnicode 7 0 R",
			[]string{
				costest.Stream("", "1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00> <FF> 0 endcidrange"),
				costest.Stream("", "1 beginbfrange <41> <43> <0061> endbfrange"),
			}, "AC", "ac",
		},
		{
			"by the font program", "Identity", "/FontDescriptor 6 0 R", "/Encoding /Identity-H",
			[]string{"<< /FontFile2 7 0 R >>", costest.Stream("", sfntOf(nil, map[uint16]uint16{'x': 1, 'y': 2}))}, "\x00\x02\x00\x01", "yx",
		},
		{
			"by way of CIDToGIDMap", "Identity", "/FontDescriptor 6 0 R /CIDToGIDMap 8 0 R", "/Encoding /Identity-H",
			[]string{"<< /FontFile2 7 0 R >>", costest.Stream("", sfntOf(nil, map[uint16]uint16{'x': 1, 'y': 2})), costest.Stream("", "\x00\x00\x00\x02")},
			"\x00\x01", "y",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := loadFont(t, fmt.Sprintf(cid, tt.ordering, tt.descendant, tt.dict), tt.objects...)
			if got := show(f, tt.codes); got != tt.want {
				t.Errorf("text = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWidths(t *testing.T) {
	tests := []struct {
		name, dict, code string
		want             float32
	}{
		{"own", "/Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 250]", "B", .25},
		{"standard", "/Subtype /Type1 /BaseFont /Helvetica-Bold", "A", .722},
		{"standard by its looks", "/Subtype /TrueType /BaseFont /TimesNewRomanPS-BoldMT", "A", .722},
		{"fixed", "/Subtype /Type1 /BaseFont /Courier", "A", .6},
		{"unknown glyph", "/Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /uni0416] >>", "A", .556},
		{"Type 3", "/Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /Widths [40]", "A", .4},
		{"CID list", "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /W [1 [300 400]] /DW 900 >>]", "\x00\x02", .4},
		{"CID range", "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /W [1 5 300] /DW 900 >>]", "\x00\x05", .3},
		{"CID default", "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /W [1 5 300] /DW 900 >>]", "\x00\x06", .9},
		{"vertical", "/Subtype /Type0 /Encoding /Identity-V /DescendantFonts [<< /W2 [1 [-500 250 880]] >>]", "\x00\x01", -.5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, _ := loadFont(t, tt.dict).Next([]byte(tt.code))
			if math.Abs(float64(g.Width-tt.want)) > 1e-6 {
				t.Errorf("width = %v, want %v", g.Width, tt.want)
			}
		})
	}
}

func TestLooks(t *testing.T) {
	tests := []struct {
		name                string
		weight              int
		italic, mono, serif bool
	}{
		{"ABCDEF+TimesNewRomanPS-BoldItalicMT", 700, true, false, true},
		{"CMBX10", 700, false, false, false},
		{"CMTI10", 400, true, false, false},
		{"Courier-Oblique", 400, true, true, false},
		{"VBTCZZ+SFSX1200", 700, false, false, false},
		{"SFBI1000", 700, true, false, false},
		{"SFTT0900", 400, false, true, false},
		{"SFSlab12", 400, false, false, false},
		{"SourceSansPro-Semibold", 600, false, false, false},
		{"Roboto-Black", 900, false, false, false},
		{"NimbusRomNo9L-MediItal", 700, true, false, true},
	}
	for _, tt := range tests {
		p := loadFont(t, "/Subtype /Type1 /FirstChar 32 /Widths [250] /BaseFont /"+tt.name).Page
		if p.Weight != tt.weight || p.Italic != tt.italic || p.Mono != tt.mono || p.Serif != tt.serif {
			t.Errorf("%s: weight %d, italic %v, mono %v, serif %v", tt.name, p.Weight, p.Italic, p.Mono, p.Serif)
		}
	}
}

// sfntOf returns a TrueType font with a symbol map and a Unicode map, format 4.
func sfntOf(symbols, unicode map[uint16]uint16) string {
	be := binary.BigEndian
	format4 := func(m map[uint16]uint16) []byte {
		var ends, starts, deltas []byte
		n := 0
		for c := range 0xFFFF {
			if g, ok := m[uint16(c)]; ok {
				ends, starts, deltas = be.AppendUint16(ends, uint16(c)), be.AppendUint16(starts, uint16(c)), be.AppendUint16(deltas, g-uint16(c))
				n++
			}
		}
		ends, starts, deltas = be.AppendUint16(ends, 0xFFFF), be.AppendUint16(starts, 0xFFFF), be.AppendUint16(deltas, 1)
		n++
		b := []byte{0, 4, 0, byte(16 + 8*n), 0, 0, 0, byte(2 * n), 0, 0, 0, 0, 0, 0}
		b = append(append(append(append(append(b, ends...), 0, 0), starts...), deltas...), make([]byte, 2*n)...)
		return b
	}
	uni, sym := format4(unicode), format4(symbols)
	cmap := []byte{0, 0, 0, 2, 0, 3, 0, 0}
	cmap = be.AppendUint32(cmap, uint32(20+len(uni)))
	cmap = append(cmap, 0, 3, 0, 1, 0, 0, 0, 20)
	cmap = append(append(cmap, uni...), sym...)
	maxp := []byte{0, 1, 0, 0, 0, 9}
	b := []byte{0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0}
	at := uint32(12 + 2*16)
	for _, t := range []struct {
		tag  string
		data []byte
	}{{"cmap", cmap}, {"maxp", maxp}} {
		b = append(append(b, t.tag...), 0, 0, 0, 0)
		b = be.AppendUint32(be.AppendUint32(b, at), uint32(len(t.data)))
		at += uint32(len(t.data))
	}
	return string(append(append(b, cmap...), maxp...))
}

// cffOf returns a CFF font of glyphs with those names and an encoding of codes from 65 on.
func cffOf(names ...string) []byte {
	index := func(items ...string) []byte {
		b := []byte{byte(len(items) >> 8), byte(len(items)), 1, 1}
		at := 1
		for _, it := range items {
			at += len(it)
			b = append(b, byte(at))
		}
		return append(b, strings.Join(items, "")...)
	}
	if len(names) == 0 {
		return nil
	}
	top := func(charset, encoding, chars int) string {
		n := func(v int) string { return string([]byte{28, byte(v >> 8), byte(v)}) }
		return n(charset) + "\x0f" + n(encoding) + "\x10" + n(chars) + "\x11"
	}
	head := append([]byte{1, 0, 4, 1}, index("Font")...)
	behind := append(index(names...), 0, 0) // strings, no subroutines
	at := len(head) + len(index(top(0, 0, 0))) + len(behind)
	charset := []byte{0}
	for i := range names {
		charset = append(charset, byte((391+i)>>8), byte(391+i))
	}
	encoding := []byte{1, 1, 65, byte(len(names) - 1)}
	chars := make([]string, len(names)+1)
	for i := range chars {
		chars[i] = "\x0e"
	}
	b := append(head, index(top(at, at+len(charset), at+len(charset)+len(encoding)))...)
	b = append(append(append(b, behind...), charset...), encoding...)
	return append(b, index(chars...)...)
}

func TestCFF(t *testing.T) {
	p := parseProgram(cffOf("alpha", "f_i"))
	if p == nil || p.encoding == nil || p.encoding.texts['A'] != "α" || p.encoding.texts['B'] != "fi" {
		t.Fatalf("program = %+v", p)
	}
	if got := p.text(2); got != "fi" {
		t.Errorf("text of glyph 2 = %q", got)
	}
}

func FuzzProgram(f *testing.F) {
	f.Add([]byte(sfntOf(map[uint16]uint16{0xF001: 1}, map[uint16]uint16{'x': 1})))
	f.Add(cffOf("alpha", "f_i"))
	f.Add([]byte("%!PS\n/Encoding 256 array dup 12 /fi put readonly def"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		p := parseProgram(b)
		if p == nil {
			return
		}
		for c := range 256 {
			p.codeText(byte(c))
			p.cidText(uint32(c), nil)
			p.usualText(uint32(c))
		}
	})
}
