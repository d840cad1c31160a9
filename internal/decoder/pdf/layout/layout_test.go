package layout

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

var plain = &page.Font{Name: "Times", Weight: 400}
var heavyFont = &page.Font{Name: "Times-Bold", Weight: 700}

// Blocks returns the blocks of a page that is a document by itself.
func Blocks(p *page.Page, opt Options) []*udm.ContentBlock {
	return Build([]*Page{Analyze(p, opt)}, &page.Info{}, opt)[0].Blocks
}

// put sets a line of text at x, y; each character is half an em wide.
func put(p *page.Page, f *page.Font, size, x, y float32, text string) {
	for _, r := range text {
		if r != ' ' {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - .8*size, X1: x + .5*size, Y1: y + .2*size}, X: x, Y: y, Size: size, Font: f, MCID: -1})
		}
		x += .5 * size
	}
}

func newPage() *page.Page { return &page.Page{Width: 600, Height: 800} }

// dump writes blocks one a line.
func dump(blocks []*udm.ContentBlock) string {
	var sb strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&sb, "%s", b.Category)
		if b.HeadingLevel() > 0 {
			fmt.Fprintf(&sb, " h%d", b.HeadingLevel())
		}
		if b.Attr != nil && b.Attr.ListType != "" {
			fmt.Fprintf(&sb, " %d %q", b.Attr.ListLevel, b.Attr.ListLabel)
		}
		if b.Table != nil {
			for r := range b.Table.Rows() {
				fmt.Fprintf(&sb, " %q", b.Table.Row(r))
			}
		}
		fmt.Fprintf(&sb, " %s\n", b.Text)
	}
	return sb.String()
}

func check(t *testing.T, got, want string) {
	t.Helper()
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParagraphs(t *testing.T) {
	p := newPage()
	put(p, heavyFont, 16, 72, 80, "Harbour dues")
	put(p, plain, 10, 72, 110, "The dues are paid at the gate by every boat that en-")
	put(p, plain, 10, 72, 122, "ters the basin. Small boats pay half of what is asked")
	put(p, plain, 10, 72, 134, "of others.")
	put(p, plain, 10, 72, 158, "A second paragraph stands further down on the page.")
	put(p, plain, 10, 72, 182, "1. Oars are kept in the shed beside the boat house and")
	put(p, plain, 10, 87, 194, "must be dry.")
	put(p, plain, 10, 72, 206, "2. Ropes are coiled.")
	check(t, dump(Blocks(p, Options{})), `
Title h1 Harbour dues
NarrativeText The dues are paid at the gate by every boat that enters the basin. Small boats pay half of what is asked of others.
NarrativeText A second paragraph stands further down on the page.
ListItem 0 "1." Oars are kept in the shed beside the boat house and must be dry.
ListItem 0 "2." Ropes are coiled.`)
}

func TestColumns(t *testing.T) {
	p := newPage()
	for i := range 8 {
		y := 100 + 12*float32(i)
		put(p, plain, 10, 50, y, fmt.Sprintf("left line %d of the story goes on and on here", i))
		put(p, plain, 10, 310, y, fmt.Sprintf("right line %d of the other tale goes on here", i))
	}
	got := dump(Blocks(p, Options{}))
	if strings.Index(got, "left line 7") > strings.Index(got, "right line 0") {
		t.Errorf("columns are read across:\n%s", got)
	}
}

func TestRuledTable(t *testing.T) {
	p := newPage()
	for i, row := range [][]string{{"Year", "Boats"}, {"1901", "12"}, {"1902", "15"}} {
		for c, s := range row {
			put(p, plain, 10, 105+100*float32(c), 115+20*float32(i), s)
		}
	}
	for i := range 4 {
		y := 100 + 20*float32(i)
		p.Rules = append(p.Rules, page.Rule{X0: 100, Y0: y, X1: 300, Y1: y, Width: 1})
	}
	for i := range 3 {
		x := 100 + 100*float32(i)
		p.Rules = append(p.Rules, page.Rule{X0: x, Y0: 100, X1: x, Y1: 160, Width: 1})
	}
	check(t, dump(Blocks(p, Options{})), `Table ["Year" "Boats"] ["1901" "12"] ["1902" "15"]`)
}

func TestAlignedTable(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 70, "The table below tells how many boats came in.")
	for i, row := range [][]string{{"Port", "Boats", "Tons"}, {"Ryde", "12", "340"}, {"Cowes", "7", "120"}, {"Hythe", "31", "905"}} {
		for c, s := range row {
			put(p, plain, 10, 80+90*float32(c), 100+13*float32(i), s)
		}
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The table below tells how many boats came in.
Table ["Port" "Boats" "Tons"] ["Ryde" "12" "340"] ["Cowes" "7" "120"] ["Hythe" "31" "905"]`)
}

func TestRunningHeads(t *testing.T) {
	var pages []*Page
	for i := range 3 {
		p := newPage()
		p.Index = i
		put(p, plain, 9, 250, 40, "The boat house")
		for k := range 10 {
			put(p, plain, 10, 72, 100+12*float32(k), fmt.Sprintf("line %d of page %d tells of boats and of ropes and oars", k, i))
		}
		put(p, plain, 9, 300, 770, fmt.Sprint(7+i))
		pages = append(pages, Analyze(p, Options{}))
	}
	for i, n := range Build(pages, &page.Info{}, Options{}) {
		first, last := n.Blocks[0], n.Blocks[len(n.Blocks)-1]
		if first.Category != udm.Header || last.Category != udm.Footer {
			t.Errorf("page %d:\n%s", i+1, dump(n.Blocks))
		}
	}
}

func TestLonePage(t *testing.T) {
	categories := func(head string, headY float32, lines int) (first, last udm.Category) {
		p := newPage()
		put(p, plain, 10, 72, headY, head)
		for k := range lines {
			put(p, plain, 10, 72, 120+12*float32(k), fmt.Sprintf("line %d of the page tells of boats and of ropes and oars", k))
		}
		put(p, plain, 8, 72, 780, "Printed by the harbour office")
		bs := Build([]*Page{Analyze(p, Options{})}, &page.Info{}, Options{})[0].Blocks
		return bs[0].Category, bs[len(bs)-1].Category
	}
	for _, c := range []struct {
		name, head   string
		y            float32
		lines        int
		header, foot bool
	}{
		{"in the margin", "Letters from the quay", 40, 20, true, true},
		{"capitals and a page number", "12 LETTERS FROM THE QUAY", 85, 20, true, true},
		{"where text may stand", "Letters from the quay", 85, 20, false, true},
		{"hardly a text", "Letters from the quay", 40, 3, false, false},
	} {
		first, last := categories(c.head, c.y, c.lines)
		if (first == udm.Header) != c.header || (last == udm.Footer) != c.foot {
			t.Errorf("%s: %s, %s", c.name, first, last)
		}
	}
}

func TestVisualToLogical(t *testing.T) {
	for visual, want := range map[string]string{
		"םולש":            "שלום",
		"(12) םולש":       "שלום (12)",
		"R hello םולש":    "שלום R hello",
		")12( םולש":       "שלום (12)",
		"2024-05-01 םולש": "שלום 2024-05-01",
	} {
		if got := visualToLogical(visual); got != want {
			t.Errorf("visualToLogical(%q) = %q, want %q", visual, got, want)
		}
	}
}

func TestParseLabel(t *testing.T) {
	p := &piece{font: plain}
	for text, want := range map[string]struct {
		kind labelKind
		n    int
	}{
		"•": {bulletLabel, 0}, "3.": {numberLabel, 3}, "(4)": {numberLabel, 4}, "2.1.": {numberLabel, 1}, "c)": {letterLabel, 3}, "iv.": {romanLabel, 4}, "i.": {romanLabel, 1},
		"The": {noLabel, 0}, "1901": {noLabel, 0}, "a": {noLabel, 0}, "e.g.": {noLabel, 0},
	} {
		if kind, n := parseLabel(text, p); kind != want.kind || n != want.n {
			t.Errorf("parseLabel(%q) = %d, %d", text, kind, n)
		}
	}
}

func TestHeadingNumber(t *testing.T) {
	for text, want := range map[string]int{"1 Scope": 1, "2.3 Terms": 2, "A.1 Notes": 2, "Chapter 4 Boats": 1, "IV. Ropes": 1, "1901 Boats": 0, "3 boats": 0, "Boats": 0} {
		if got := headingNumber(text); got != want {
			t.Errorf("headingNumber(%q) = %d, want %d", text, got, want)
		}
	}
}

// TestAnyPage makes pages of glyphs, rules and areas at random, as damaged files have them.
func TestAnyPage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "•", "1.", "12", "(", "ﬁ", "\u00ad", "-", "שלום", "漢字", "word", ".....", "�"}
	for range 300 {
		p := newPage()
		at := func() float32 { return r.Float32()*900 - 50 }
		for range r.IntN(200) {
			x, y, size := at(), float32(int(at()/10)*10), r.Float32()*30
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: words[r.IntN(len(words))], X: x, Y: y, Box: page.Rect{X0: x, Y0: y - size, X1: x + r.Float32()*40, Y1: y + 2}, Size: size,
				Font: []*page.Font{plain, heavyFont}[r.IntN(2)], Angle: int16([]int{0, 0, 0, 90, -90, 180, 45}[r.IntN(7)]), MCID: -1})
		}
		for range r.IntN(60) {
			x, y := float32(int(at()/20)*20), float32(int(at()/20)*20)
			if r.IntN(2) == 0 {
				p.Rules = append(p.Rules, page.Rule{X0: x, Y0: y, X1: x + at(), Y1: y})
			} else {
				p.Rules = append(p.Rules, page.Rule{X0: x, Y0: y, X1: x, Y1: y + at()})
			}
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: x, Y0: y, X1: x + 50, Y1: y + 20}, Color: 0xcccccc})
		}
		doc := &udm.Document{Nodes: Build([]*Page{Analyze(p, Options{}), Analyze(p, Options{})}, &page.Info{}, Options{})}
		if err := udm.Validate(doc); err != nil {
			t.Fatal(err)
		}
	}
}
