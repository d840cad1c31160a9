package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// tagging writes a page whose elements are tagged.
type tagging struct {
	p    *page.Page
	root page.Element
	from int // glyph
}

// add gives the glyphs that were set since the last call to an element of its own.
func (g *tagging) add(kind string) {
	id := int32(len(g.root.Kids))
	for ; g.from < len(g.p.Glyphs); g.from++ {
		g.p.Glyphs[g.from].MCID = id
	}
	g.root.Kids = append(g.root.Kids, page.Kid{Element: &page.Element{Type: kind, Kids: []page.Kid{{MCID: id}}}})
}

func (g *tagging) dump() string {
	info := &page.Info{Struct: &g.root}
	opt := Options{Tags: NewTags(info)}
	return dump(Build([]*Page{Analyze(g.p, opt)}, info, opt)[0].Blocks)
}

// Lines in italics that stand apart above paragraphs are headings, tagged as paragraphs in a tree without headings or not.
func TestItalicHeadingTaggedAsParagraph(t *testing.T) {
	italic := &page.Font{Name: "Times-Italic", Weight: 400, Italic: true}
	g := tagging{p: newPage(), root: page.Element{Type: "Document"}}
	y := float32(106)
	set(g.p, plain, 10, 72, 80, "The book of the harbour master lies in the office and may be seen by day.")
	g.add("P")
	for _, s := range []string{"Of winds", "Of tides"} {
		set(g.p, italic, 10, 72, y, s)
		g.add("P")
		y = setLines(g.p, plain, 10, 72, y+12, 12, "The harbour master keeps a book of all boats that come in, and writes down their", "names and where they come from.") + 14
		g.add("P")
	}
	if got := g.dump(); strings.Count(got, "Title h1 Of ") != 2 {
		t.Errorf("got\n%s", got)
	}
}

// A title of four lines that is tagged as a paragraph is one, and a paragraph of many lines that is tagged as a heading is none though
// its column ends in the middle of a sentence.
func TestLongTitleAndLongHeading(t *testing.T) {
	g := tagging{p: newPage(), root: page.Element{Type: "Document"}}
	setLines(g.p, plain, 22, 100, 80, 26, "On the Harbour Dues of Boats", "Whose Masters Come from the", "Town by the Common Road", "over the Hill")
	g.add("P")
	set(g.p, heavyFont, 12, 72, 210, "Dues")
	g.add("H1")
	setLines(g.p, plain, 10, 72, 228, 12, "The dues are paid at the gate by every boat that enters the", "basin by day. Small boats pay half of what is asked of", "others, when they carry no load and the master says that", "they will leave before the night, or what he takes for it,", "which begins when the lamp is lit at the end of the quay", "and ends when it is put out by")
	g.add("H2")
	setLines(g.p, plain, 10, 72, 320, 12, "The harbour master keeps a book of all boats that come in, and writes down their", "names and where they come from, and who owns them, and what they have on board.")
	g.add("P")
	got := g.dump()
	if !strings.HasPrefix(got, "Title h1 On the Harbour Dues of Boats Whose") || strings.Count(got, "Title") != 2 {
		t.Errorf("got\n%s", got)
	}
}

// The size of most text is that of slides' text, not of their many words at the foot.
func TestSizeOfSlides(t *testing.T) {
	var pages []*Page
	slide := func(title string, items ...string) {
		p := newPage()
		p.Index, p.Width, p.Height = len(pages), 800, 600
		set(p, heavyFont, 36, 60, 90, title)
		for k, s := range items {
			set(p, plain, 24, 60, 170+40*float32(k), fmt.Sprintf("%d. ", k+1))
			set(p, plain, 24, 100, 170+40*float32(k), s)
		}
		set(p, plain, 8, 60, 570, "The Harbour Office, Department of Lamps and Ropes, Cowes and Ryde; for those who are interested in the lamps and ropes of harbours in our part of the country and others")
		pages = append(pages, Analyze(p, Options{}))
	}
	slide("Lamps of harbours", "Oars", "A lamp")
	slide("What ropes are for", "An anchor", "Ropes")
	slide("The yard", "Boats", "The yard itself")
	got := ""
	for _, n := range Build(pages, &page.Info{}, Options{}) {
		got += dump(n.Blocks)
	}
	if strings.Count(got, "Title") != 3 || strings.Count(got, "ListItem") != 6 {
		t.Errorf("got\n%s", got)
	}
}
