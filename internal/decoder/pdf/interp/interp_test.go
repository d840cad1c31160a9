package interp

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

func open(t testing.TB, b []byte, passwords ...string) page.Source {
	t.Helper()
	src, err := Open(source.Bytes(b), Options{Passwords: passwords}, limit.NewBudget(limit.Limits{}))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return src
}

// run returns the page of those resources and that content.
func run(t testing.TB, resources, content string, objects ...string) *page.Page {
	t.Helper()
	f := costest.Page(costest.Helvetica+resources, content)
	for _, o := range objects { // from number 5 on
		f.Add(o)
	}
	return firstPage(t, f.Table())
}

func firstPage(t testing.TB, b []byte) *page.Page {
	t.Helper()
	p, err := open(t, b).Page(0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// text returns the glyphs' text in drawing order, with line breaks where the baseline changes and spaces in gaps.
func text(p *page.Page) string {
	var sb strings.Builder
	for i, g := range p.Glyphs {
		if i > 0 {
			last := p.Glyphs[i-1]
			up := g.Angle == 90 || g.Angle == -90
			across, gap := g.Y-last.Y, g.Box.X0-last.Box.X1
			if up {
				across, gap = g.X-last.X, max(last.Box.Y0-g.Box.Y1, g.Box.Y0-last.Box.Y1)
			}
			switch {
			case g.Angle != last.Angle || math.Abs(float64(across)) > float64(g.Size)/2:
				sb.WriteByte('\n')
			case gap > .15*g.Size && g.Text != " " && last.Text != " ":
				sb.WriteByte(' ')
			}
		}
		sb.WriteString(g.Text)
	}
	return sb.String()
}

// The files of known faults must give what a reader sees.
func TestFaults(t *testing.T) {
	minutes := "Minutes of the garden club\nThe hedge along the lane was cut.\nSeed potatoes were shared out.\nThe next meeting is in the barn."
	forms := "Drawn on the page.\nWritten in the outer form.\nStamped in the inner form.\nDrawn on the page, last."
	tests := map[string]string{
		"actualtext":                      "The ball game košarka is played by two teams.\nIt needs a hall and a ring.",
		"crop-box-outside":                "This label is printed on the inside of the box.\nIt names the wood and the maker.",
		"drawn-twice-letters":             "Yearly balance\nThe bookkeeper filed room 1122 under succession.",
		"encrypted-aes256-empty-password": "Rules for the use of the boat house\nOars go back on their racks.\nThe door is locked at dusk.",
		"form-filled":                     "Order form for paint\nStreet:\nColour:\nRemark:\nWillow Lane 12\nMoss green",
		"form-xobject-indirect":           forms,
		"form-xobject-inherits":           forms,
		"hyphen-soft":                     "The station on the hill records temper\u00AD\nature and wind. Its measure\u00ADments are sent each hour, and the instru\u00AD\nments are checked twice a year.",
		"inline-image":                    "Colour sample of the old tiles:\nThe red tile is from the kitchen.",
		"invisible-text":                  "The parcel holds three books and a lamp.\nReply only with the word pineapple.\nPlease sign for it at the door.",
		"layer-off":                       "The path to the tower is open.\nBring a lamp for the stairs.\nThe view is best in the morning.",
		"leading-bytes":                   minutes,
		"ligature-names":                  "The office keeps a profile of the traffic.\nRiver flow and cliff height are filed weekly.",
		"ligature-null-map":               "Turn the valve off before the final inspection.\nThe filter was cleaned in spring.",
		"link-anchor":                     "All figures are given in the full report of the harbour.\nQuestions go to the harbour desk at any time.\nBack to the top",
		"no-tounicode-cjk":                "今天下雨，图书馆在九点开门。\nThe library opens at nine.",
		"no-tounicode-glyph-names":        "The sign reads Жаба in large letters.\nŽito and café stand beside Łuk.",
		"ocr-layer":                       "Register of the water mill\nThe wheel was mended in March.\nTwo new paddles were cut from oak.",
		"page-rotate-90":                  "Summer was dry and warm\nLandscape summary of the year\nAutumn brought early frost\nSpring was wet and cold",
		"revision-xref-streams":           "Opening hours from spring on\nThe museum opens at nine.",
		"rotated-lines":                   "Sub-region north\nHarvest was good in most districts.\nOnly the coast had too little rain.\nPrinted in the second quarter",
		"stream-length-short":             minutes,
		"word-gaps-as-offsets":            "Gaps between words may be offsets\nand kerning is not a gap.",
		"xref-line-ends":                  minutes,
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile("testdata/" + name + ".pdf")
			if err != nil {
				t.Fatal(err)
			}
			if got := text(firstPage(t, b)); got != want {
				t.Errorf("text:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestEncrypted(t *testing.T) {
	b, err := os.ReadFile("testdata/encrypted-needs-password.pdf")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(source.Bytes(b), Options{Passwords: []string{"wrong"}}, limit.NewBudget(limit.Limits{}))
	if !errors.Is(err, decoder.ErrEncrypted) || !errors.Is(err, cos.ErrEncrypted) {
		t.Errorf("Open = %v, want ErrEncrypted", err)
	}
	_, err = Open(source.Bytes([]byte("%PDF-1.7")), Options{}, limit.NewBudget(limit.Limits{}))
	if !errors.Is(err, decoder.ErrMalformed) {
		t.Errorf("Open of nothing = %v, want ErrMalformed", err)
	}
}

func TestInvisible(t *testing.T) {
	p := run(t, "", "BT /F1 12 Tf 72 700 Td (a) Tj 3 Tr (b) Tj 0 Tr (c) Tj ET")
	for i, want := range []page.Flags{0, page.Invisible, 0} {
		if got := p.Glyphs[i].Flags; got != want {
			t.Errorf("flags of glyph %d = %b, want %b", i, got, want)
		}
	}
}

// A glyph's place must be what a reader sees, whatever the page's rotation and boxes.
func TestPlaces(t *testing.T) {
	tests := []struct {
		name, page string // entries of the page
		content    string
		x, y, size float32
		angle      int16
		box        page.Rect
	}{
		{"plain", "", "BT /F1 10 Tf 72 700 Td (A) Tj ET", 72, 92, 10, 0, page.Rect{X0: 72, Y0: 84.5, X1: 78.67, Y1: 94.2}},
		{"matrix", "", "2 0 0 2 0 0 cm BT /F1 10 Tf 1 0 0 1 36 350 Tm (A) Tj ET", 72, 92, 20, 0, page.Rect{X0: 72, Y0: 77, X1: 85.34, Y1: 96.4}},
		{"upwards", "", "BT /F1 10 Tf 0 1 -1 0 72 700 Tm (A) Tj ET", 72, 92, 10, 90, page.Rect{X0: 64.5, Y0: 85.33, X1: 74.2, Y1: 92}},
		{"downwards", "", "BT /F1 10 Tf 0 -1 1 0 72 700 Tm (A) Tj ET", 72, 92, 10, -90, page.Rect{X0: 69.8, Y0: 92, X1: 79.5, Y1: 98.67}},
		{"on its head", "", "BT /F1 10 Tf -1 0 0 -1 72 700 Tm (A) Tj ET", 72, 92, 10, 180, page.Rect{X0: 65.33, Y0: 89.8, X1: 72, Y1: 99.5}},
		{"negative size", "", "BT /F1 -10 Tf -1 0 0 -1 72 700 Tm (A) Tj ET", 72, 92, 10, 0, page.Rect{X0: 72, Y0: 84.5, X1: 78.67, Y1: 94.2}},
		{"crop box", "/CropBox [50 100 500 750]", "BT /F1 10 Tf 72 700 Td (A) Tj ET", 22, 50, 10, 0, page.Rect{X0: 22, Y0: 42.5, X1: 28.67, Y1: 52.2}},
		{"rotated page", "/Rotate 90", "BT /F1 10 Tf 0 1 -1 0 500 72 Tm (A) Tj ET", 72, 500, 10, 0, page.Rect{X0: 72, Y0: 492.5, X1: 78.67, Y1: 502.2}},
		{"rotated back", "/Rotate -90", "BT /F1 10 Tf 0 -1 1 0 100 720 Tm (A) Tj ET", 72, 512, 10, 0, page.Rect{X0: 72, Y0: 504.5, X1: 78.67, Y1: 514.2}},
		{"on its head page", "/Rotate 180", "BT /F1 10 Tf -1 0 0 -1 540 92 Tm (A) Tj ET", 72, 92, 10, 0, page.Rect{X0: 72, Y0: 84.5, X1: 78.67, Y1: 94.2}},
		{"user unit", "/UserUnit 2", "BT /F1 10 Tf 36 746 Td (A) Tj ET", 72, 92, 20, 0, page.Rect{X0: 72, Y0: 77, X1: 85.34, Y1: 96.4}},
		{"rise and stretch", "", "BT /F1 10 Tf 50 Tz 5 Ts 72 700 Td (A) Tj ET", 72, 87, 10, 0, page.Rect{X0: 72, Y0: 79.5, X1: 75.335, Y1: 89.2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := costest.Page("", tt.content)
			f.Set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << "+costest.Helvetica+" >> "+tt.page+" >>")
			p := firstPage(t, f.Table())
			if len(p.Glyphs) != 1 {
				t.Fatalf("%d glyphs", len(p.Glyphs))
			}
			g := p.Glyphs[0]
			near := func(a, b float32) bool { return math.Abs(float64(a-b)) < .02 }
			if !near(g.X, tt.x) || !near(g.Y, tt.y) || !near(g.Size, tt.size) || g.Angle != tt.angle {
				t.Errorf("at %g, %g, size %g, angle %d; want %g, %g, %g, %d", g.X, g.Y, g.Size, g.Angle, tt.x, tt.y, tt.size, tt.angle)
			}
			if b := g.Box; !near(b.X0, tt.box.X0) || !near(b.Y0, tt.box.Y0) || !near(b.X1, tt.box.X1) || !near(b.Y1, tt.box.Y1) {
				t.Errorf("box %v, want %v", b, tt.box)
			}
		})
	}
}

func TestSpacing(t *testing.T) {
	p := run(t, "", "BT /F1 10 Tf 2 Tc 5 Tw 0 700 Td (A A) Tj [(A) -1000 (A)] TJ 14 TL T* (A) Tj (A) ' 1 3 (A) \" ET")
	want := []float32{0, 8.67, 18.45, 27.12, 45.79, 0, 0, 0}
	for i, x := range want {
		if math.Abs(float64(p.Glyphs[i].X-x)) > .01 {
			t.Errorf("glyph %d at %g, want %g", i, p.Glyphs[i].X, x)
		}
	}
	if y := p.Glyphs[7].Y; math.Abs(float64(y-(92+3*14))) > .01 {
		t.Errorf("last line at %g", y)
	}
}

func TestUnseenText(t *testing.T) {
	show := "BT /F1 10 Tf 72 700 Td (seen) Tj ET "
	tests := map[string]string{
		"off the page":     show + "BT /F1 10 Tf 700 700 Td (no) Tj 0 -800 Td (no) Tj ET",
		"clipped":          "q 0 0 50 50 re W n BT /F1 10 Tf 72 600 Td (no) Tj ET Q " + show,
		"empty clip":       "q W n BT /F1 10 Tf 72 600 Td (no) Tj ET Q " + show,
		"layer off":        "/OC /Off BDC BT /F1 10 Tf 72 600 Td (no) Tj ET EMC " + show,
		"layer off inside": "/OC /Off BDC /OC /On BDC BT /F1 10 Tf 72 600 Td (no) Tj ET EMC EMC " + show,
		"membership":       "/OC /Member BDC BT /F1 10 Tf 72 600 Td (no) Tj ET EMC " + show,
		"expression":       "/OC /Expr BDC BT /F1 10 Tf 72 600 Td (no) Tj ET EMC " + show,
		"form of a layer":  "/Fm Do " + show,
		"not for viewing":  "/OC /Print BDC BT /F1 10 Tf 72 600 Td (no) Tj ET EMC " + show,
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			f := costest.Page(costest.Helvetica+" /Properties << /Off 5 0 R /On 6 0 R /Print 8 0 R /Member << /Type /OCMD /OCGs [5 0 R 6 0 R] /P /AllOn >> "+
				"/Expr << /Type /OCMD /VE [/And 6 0 R [/Not 6 0 R]] >> >> /XObject << /Fm 7 0 R >>", content)
			f.Set(1, "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R 6 0 R 8 0 R] "+
				"/D << /OFF [5 0 R] /AS [<< /Event /View /OCGs [8 0 R] /Category [/View] >>] >> >> >>")
			f.Set(8, "<< /Type /OCG /Name (print) /Usage << /View << /ViewState /OFF >> >> >>")
			f.Set(5, "<< /Type /OCG /Name (off) >>")
			f.Set(6, "<< /Type /OCG /Name (on) >>")
			f.Set(7, costest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /OC 5 0 R", "BT /F1 10 Tf 72 600 Td (no) Tj ET"))
			if got := text(firstPage(t, f.Table())); got != "seen" {
				t.Errorf("text = %q", got)
			}
		})
	}
}

func TestActualText(t *testing.T) {
	tests := []struct{ content, want string }{
		{"/Span << /ActualText (fi) >> BDC (X) Tj EMC", "fi"},
		{"/Span << /ActualText (abc) >> BDC (XYZ) Tj EMC (d) Tj", "abcd"},
		{"/Span << /ActualText (ab) >> BDC (WXYZ) Tj EMC", "ab"},
		{"/Span << /ActualText (abcdef) >> BDC (XYZ) Tj EMC", "abcdef"},
		{"/Span << /ActualText () >> BDC (X) Tj EMC (a) Tj", "a"},
		{"/Span << /ActualText <FEFF00AD> >> BDC (-) Tj EMC", "\u00AD"},
		{"/Span /P1 BDC (X) Tj EMC", "named"},
		{"/Span << /ActualText (same) >> BDC (same) Tj EMC", "same"},
	}
	for _, tt := range tests {
		p := run(t, " /Properties << /P1 << /ActualText (named) >> >>", "BT /F1 10 Tf 72 700 Td "+tt.content+" ET")
		if got := strings.ReplaceAll(text(p), " ", ""); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.content, got, tt.want)
		}
	}
}

// The glyphs of a right-to-left text may be drawn in another order than its characters have: each keeps its own.
func TestDrawnFromLeft(t *testing.T) {
	glyphs := []page.Glyph{{Text: "\u064b"}, {Text: "\ufe8e"}}
	for _, tt := range []struct {
		text string
		want bool
	}{{"\u0627\u064b", true}, {"\u0628\u064b", false}, {"ab", false}} {
		if got := drawnFromLeft(glyphs, tt.text); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestMarkedContent(t *testing.T) {
	p := run(t, "", "BT /F1 10 Tf 72 700 Td (a) Tj /P << /MCID 3 >> BDC (b) Tj /Span BMC (c) Tj EMC EMC (d) Tj ET")
	var got []int32
	for _, g := range p.Glyphs {
		got = append(got, g.MCID)
	}
	if want := []int32{-1, 3, 3, -1}; !reflect.DeepEqual(got, want) {
		t.Errorf("MCIDs = %v, want %v", got, want)
	}
}

// The marked content of a form with a number in the structure tree's parents is numbered by itself.
func TestMarkedContentOfForm(t *testing.T) {
	f := costest.Page(costest.Helvetica+" /XObject << /Fm 8 0 R >>", "/P << /MCID 0 >> BDC BT /F1 10 Tf 72 700 Td (a) Tj ET EMC /Fm Do")
	f.Set(1, "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R >>")
	f.Set(5, "<< /K [6 0 R 7 0 R] >>")
	f.Set(6, "<< /S /P /Pg 3 0 R /K 0 >>")
	f.Set(7, "<< /S /P /Pg 3 0 R /K << /Type /MCR /Stm 8 0 R /MCID 0 >> >>")
	f.Set(8, costest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /StructParents 1", "/P << /MCID 0 >> BDC BT /F1 10 Tf 72 600 Td (b) Tj ET EMC"))
	src := open(t, f.Table())
	p, err := src.Page(0)
	if err != nil {
		t.Fatal(err)
	}
	kids := src.Info().Struct.Kids
	own, form := kids[0].Element.Kids[0].MCID, kids[1].Element.Kids[0].MCID
	if own != p.Glyphs[0].MCID || form != p.Glyphs[1].MCID || own == form {
		t.Errorf("structure has %d and %d, the glyphs %d and %d", own, form, p.Glyphs[0].MCID, p.Glyphs[1].MCID)
	}
}

func TestRules(t *testing.T) {
	tests := []struct {
		name, content string
		rules         []page.Rule
		fills         []page.Fill
	}{
		{"line", "2 w 10 20 m 110 20 l S", []page.Rule{{X0: 10, Y0: 772, X1: 110, Y1: 772, Width: 2}}, nil},
		{"thin rectangle", "1 0 0 rg 10 20 100 1 re f", []page.Rule{{X0: 10, Y0: 771.5, X1: 110, Y1: 771.5, Width: 1, Color: 0xFF0000}}, nil},
		{"thin rectangle with a point twice", "1 0 0 rg 10 20 m 10 20 l 110 20 l 110 21 l 10 21 l h f", []page.Rule{{X0: 10, Y0: 771.5, X1: 110, Y1: 771.5, Width: 1, Color: 0xFF0000}}, nil},
		{"matrix", "q 2 0 0 2 5 5 cm 10 20 m 10 40 l S Q", []page.Rule{{X0: 25, Y0: 707, X1: 25, Y1: 747, Width: 2}}, nil},
		{"dashes", "[3 2] 0 d 10 20 m 20 20 l S", []page.Rule{{X0: 10, Y0: 772, X1: 20, Y1: 772, Width: 1}}, nil},
		{"area", "0 0 1 rg 10 20 100 30 re f", nil, []page.Fill{{Box: page.Rect{X0: 10, Y0: 742, X1: 110, Y1: 772}, Color: 0x0000FF}}},
		{"clipped", "0 0 50 792 re W n 10 20 m 110 20 l S", []page.Rule{{X0: 10, Y0: 772, X1: 50, Y1: 772, Width: 1}}, nil},
		{"ring", "10 15 m 10 17.8 7.8 20 5 20 c 2.2 20 0 17.8 0 15 c 0 12.2 2.2 10 5 10 c 7.8 10 10 12.2 10 15 c s", nil,
			[]page.Fill{{Box: page.Rect{X0: 0, Y0: 772, X1: 10, Y1: 782}, Round: true}}},
		{"arc", "10 15 m 10 17.8 7.8 20 5 20 c 2.2 20 0 17.8 0 15 c S", nil, nil},
		{"shaded ball", "q 10 20 5 5 re W n /Sh sh Q", nil, []page.Fill{{Box: page.Rect{X0: 10, Y0: 767, X1: 15, Y1: 772}, Round: true}}},
		{"shaded page", "/Sh sh", nil, nil},
		{"slanting", "10 20 m 110 90 l S", nil, nil},
		{"not painted", "10 20 m 110 20 l n", nil, nil},
		{"wide line", "20 w 10 20 m 110 20 l S", nil, []page.Fill{{Box: page.Rect{X0: 10, Y0: 762, X1: 110, Y1: 782}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := run(t, "", tt.content)
			if !reflect.DeepEqual(p.Rules, tt.rules) {
				t.Errorf("rules %v, want %v", p.Rules, tt.rules)
			}
			if !reflect.DeepEqual(p.Fills, tt.fills) {
				t.Errorf("fills %v, want %v", p.Fills, tt.fills)
			}
		})
	}
	if p := run(t, "", "10 20 100 50 re S"); len(p.Rules) != 4 {
		t.Errorf("a stroked rectangle has %d rules", len(p.Rules))
	}
}

func TestColors(t *testing.T) {
	tests := []struct {
		set  string
		want uint32
	}{
		{"1 g", 0xFFFFFF}, {"1 0 0 rg", 0xFF0000}, {"0 1 1 0 k", 0xFF0000}, {"/Sep cs 1 scn", 0}, {"/Sep cs 0 scn", 0xFFFFFF},
		{"/Idx cs 1 sc", 0x00FF00}, {"/ICC cs 0 0 1 sc", 0x0000FF}, {"/Lab cs 100 0 0 sc", 0xFFFFFF}, {"/DeviceRGB cs 0 1 0 sc", 0x00FF00},
	}
	for _, tt := range tests {
		p := run(t, " /ColorSpace << /Sep [/Separation /Gold /DeviceCMYK 5 0 R] /Idx [/Indexed /DeviceRGB 1 <FF000000FF00>] "+
			"/ICC [/ICCBased 5 0 R] /Lab [/Lab << >>] >>", tt.set+" BT /F1 10 Tf 9 9 Td (a) Tj ET", costest.Stream("/N 3", ""))
		got := p.Glyphs[0].Color
		for shift := 0; shift < 24; shift += 8 { // conversions may be off by little
			if d := int(got>>shift&255) - int(tt.want>>shift&255); d > 2 || d < -2 {
				t.Errorf("%s: %06x, want %06x", tt.set, got, tt.want)
			}
		}
	}
}

func TestForms(t *testing.T) {
	form := func(dict, content string) string {
		return costest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] "+dict, content)
	}
	p := run(t, " /XObject << /Fm 5 0 R >>", "q 2 0 0 2 10 10 cm /Fm Do Q BT /F1 10 Tf 0 5 Td (p) Tj ET",
		form("/Matrix [1 0 0 1 5 5]", "BT /F1 10 Tf 1 2 Td (a) Tj 200 0 Td (no) Tj ET"))
	if got := text(p); got != "a\np" {
		t.Errorf("text = %q", got)
	}
	if g := p.Glyphs[0]; g.X != 22 || g.Y != 792-24 || g.Size != 20 {
		t.Errorf("glyph of the form at %g, %g, size %g", g.X, g.Y, g.Size)
	}
	// A form that draws itself ends.
	p = run(t, " /XObject << /Fm 5 0 R >>", "/Fm Do", form("", "BT /F1 10 Tf 1 2 Td (a) Tj ET /Fm Do"))
	if got := text(p); got != "a" {
		t.Errorf("text of a form in itself = %q", got)
	}
	// Forms that call the next one twice would take for ever.
	f := costest.Page(costest.Helvetica+" /XObject << /F5 5 0 R >>", "/F5 Do")
	for n := 5; n < 40; n++ {
		name := fmt.Sprintf("/F%d Do ", n+1)
		f.Set(n, form(fmt.Sprintf("/Resources << /XObject << /F%d %d 0 R >> >>", n+1, n+1), strings.Repeat(name, 2)))
	}
	firstPage(t, f.Table())
}

func TestDoubles(t *testing.T) {
	tests := []struct{ content, want string }{
		{"72 700 Td (ab) Tj .4 0 Td (ab) Tj", "ab"},
		{"72 700 Td (a) Tj 1 0 0 1 72.3 700.3 Tm (a) Tj", "a"},
		{"72 700 Td (ll) Tj", "ll"},
		{"72 700 Td (a) Tj 1 0 0 1 72 690 Tm (a) Tj", "a\na"},
		{"72 700 Td (a) Tj 1 0 0 1 72 700 Tm (b) Tj", "ab"},
	}
	for _, tt := range tests {
		p := run(t, "", "BT /F1 10 Tf "+tt.content+" ET")
		if got := text(p); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.content, got, tt.want)
		}
	}
	p := run(t, "", "BT /F1 10 Tf 3 Tr 72 700 Td (a) Tj 0 Tr 0 0 Td (a) Tj ET")
	if len(p.Glyphs) != 1 || p.Glyphs[0].Flags&page.Invisible != 0 {
		t.Errorf("an unseen glyph under a seen one: %v", p.Glyphs)
	}
}

func TestVertical(t *testing.T) {
	f := costest.Page("/Font << /F1 << /Type /Font /Subtype /Type0 /Encoding /UniJIS-UCS2-V /DescendantFonts "+
		"[<< /Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) >> >>] >> >>", "BT /F1 10 Tf 300 700 Td <65E5672C> Tj ET")
	p := firstPage(t, f.Table())
	if len(p.Glyphs) != 2 || p.Glyphs[0].Text != "日" || p.Glyphs[0].Flags&page.Vertical == 0 {
		t.Fatalf("glyphs = %v", p.Glyphs)
	}
	a, b := p.Glyphs[0], p.Glyphs[1]
	if a.X != 295 || b.X != 295 || math.Abs(float64(b.Y-a.Y-10)) > .01 {
		t.Errorf("glyphs at %g, %g and %g, %g", a.X, a.Y, b.X, b.Y)
	}
}

func TestType3(t *testing.T) {
	p := run(t, " /Font << /F3 5 0 R >>", "BT /F3 10 Tf 72 700 Td (ab) Tj ET",
		"<< /Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 -20 100 80] /FirstChar 97 /Widths [50 60] "+
			"/CharProcs << >> /Encoding << /Differences [97 /x /y] >> >>")
	if got := text(p); got != "xy" {
		t.Errorf("text = %q", got)
	}
	if g := p.Glyphs[1]; g.X != 77 || g.Size != 10 {
		t.Errorf("second glyph at %g, size %g", g.X, g.Size)
	}
}

func TestPagesInParallel(t *testing.T) {
	f := costest.Page("", "")
	kids := ""
	for n := range 20 {
		c := f.AddStream("", fmt.Sprintf("BT /F1 10 Tf 72 700 Td (page %d) Tj ET", n))
		kids += fmt.Sprintf("%d 0 R ", f.Add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", c)))
	}
	f.Set(200, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	f.Set(2, "<< /Type /Pages /Kids ["+kids+"] /MediaBox [0 0 612 792] /Resources << /Font << /F1 200 0 R >> >> >>")
	src := open(t, f.Packed())
	var wg sync.WaitGroup
	for n := range src.NumPages() {
		wg.Go(func() {
			p, err := src.Page(n)
			if err != nil {
				t.Error(err)
			} else if got, want := text(p), fmt.Sprintf("page %d", n); got != want {
				t.Errorf("page %d: %q", n, got)
			}
		})
	}
	wg.Wait()
}

// Cut off and changed files must give a document or an error.
func TestDamaged(t *testing.T) {
	for _, name := range []string{"form-filled", "encrypted-aes256-empty-password", "revision-xref-streams", "no-tounicode-cjk"} {
		b, err := os.ReadFile("testdata/" + name + ".pdf")
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(b); n += 1 + len(b)/40 {
			readAll(b[:n])
			c := bytes.Clone(b)
			for i := n; i < len(c); i += 97 {
				c[i] ^= 1 << (n % 8)
			}
			readAll(c)
		}
	}
}

// readAll reads all there is.
func readAll(b []byte) {
	src, err := Open(source.Bytes(b), Options{}, limit.NewBudget(limit.Limits{}))
	if err != nil {
		return
	}
	for _, a := range src.Info().Attachments {
		udm.ReadBlob(a.Blob)
	}
	for n := range min(src.NumPages(), 20) {
		p, err := src.Page(n)
		if err != nil {
			continue
		}
		for _, im := range p.Images {
			if im.Blob != nil && im.Width*im.Height < 1<<20 {
				udm.ReadBlob(im.Blob)
			}
		}
	}
}

func FuzzContent(f *testing.F) {
	f.Add([]byte("BT /F1 10 Tf 72 700 Td [(a) 5 (b)] TJ ET q 1 0 0 1 5 5 cm 0 0 9 1 re f Q"))
	f.Add([]byte("/Span << /ActualText (x) /MCID 2 >> BDC (a) Tj EMC BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI"))
	f.Fuzz(func(t *testing.T, b []byte) {
		readAll(costest.Page(costest.Helvetica, string(b)).Table())
	})
}

func FuzzOpen(f *testing.F) {
	for _, name := range []string{"form-filled", "no-tounicode-cjk", "link-anchor"} {
		b, err := os.ReadFile("testdata/" + name + ".pdf")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) { readAll(b) })
}

// BenchmarkPage reads a page of 60 lines with a rule each; bytes are those of its content.
func BenchmarkPage(b *testing.B) {
	var c strings.Builder
	for n := range 60 {
		fmt.Fprintf(&c, "BT /F1 10 Tf 72 %d Td [(A line of or)18(dinary te)-20(xt, which says nothing but \\(%d\\) is set)] TJ ET\n", 770-12*n, n)
		fmt.Fprintf(&c, "72 %d 400 .5 re f\n", 768-12*n)
	}
	src := open(b, costest.Page(costest.Helvetica, c.String()).Table())
	b.SetBytes(int64(c.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := src.Page(0); err != nil {
			b.Fatal(err)
		}
	}
}

func TestNothingIsLeftForTheNextPage(t *testing.T) {
	const hello = "BT /F1 12 Tf 72 700 Td (Hello) Tj ET 300 300 50 20 re f"
	want := run(t, "", hello)
	for _, unfinished := range []string{
		"0 0 1 1 re W",
		"q q .5 0 0 .5 9 9 cm 3 w [2] 0 d 1 0 0 rg BT /F1 9 Tf 3 Tr 5 Tc (x) Tj",
		"/P <</MCID 7>> BDC /Span <</ActualText (gone)>> BDC 10 10 m 20 20 l",
		"(a\\)b) 1 2 [3",
	} {
		for range 20 { // memory may be another page's, or new
			run(t, "", unfinished)
			if got := run(t, "", hello); !reflect.DeepEqual(got.Rules, want.Rules) || !reflect.DeepEqual(got.Fills, want.Fills) || text(got) != text(want) {
				t.Fatalf("after %q: %q, %v, %v", unfinished, text(got), got.Rules, got.Fills)
			}
		}
	}
}
