package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// A caption between two tables belongs to the one on the side on which the document's other captions have theirs.
func TestCaptionSide(t *testing.T) {
	v := &view{}
	at := func(k kind, y0, y1 float32, text string) *block {
		return &block{kind: k, view: v, box: page.Rect{X0: 72, X1: 300, Y0: y0, Y1: y1}, text: text}
	}
	for _, tt := range []struct {
		name   string
		blocks func() []*block // of a page before the one in doubt
		want   int             // the table, of two, that "Table 2" belongs to
	}{
		{"alone", func() []*block { return nil }, 1},
		{"below", func() []*block { return []*block{at(tableBlock, 80, 200, ""), at(para, 210, 220, "Table 1: Dues")} }, 0},
		{"above", func() []*block { return []*block{at(para, 80, 90, "Table 1: Dues"), at(tableBlock, 95, 200, "")} }, 1},
	} {
		tables := []*block{at(tableBlock, 80, 200, ""), at(tableBlock, 230, 300, "")}
		d := &doc{body: 10, pages: []*Page{{blocks: tt.blocks()}, {blocks: []*block{tables[0], at(para, 210, 220, "Table 2: Ships"), tables[1]}}}}
		d.captions()
		if tables[tt.want].cap != "Table 2: Ships" || tables[1-tt.want].cap != "" {
			t.Errorf("%s: %q, %q", tt.name, tables[0].cap, tables[1].cap)
		}
	}
}

// Captions beside each other on one line, and one below the other, are one block each.
func TestCaptionsOnOneLine(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 100, "The two of them are shown side by side, as they are of the same kind of rope and age.")
	put(p, plain, 9, 72, 300, "Figure 3. Ropes.")
	put(p, plain, 9, 330, 300, "Figure 4. Blocks.")
	put(p, plain, 9, 72, 311, "Figure 5. Sails.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The two of them are shown side by side, as they are of the same kind of rope and age.
FigureCaption Figure 3. Ropes.
FigureCaption Figure 4. Blocks.
FigureCaption Figure 5. Sails.`)
}

// A line beside a picture is no caption; one above code that says which example it is, is one.
func TestCaptionsOfPicturesAndCode(t *testing.T) {
	v := &view{}
	at := func(k kind, x0, y0, x1, y1 float32, text string) *block {
		b := &block{kind: k, view: v, box: page.Rect{X0: x0, X1: x1, Y0: y0, Y1: y1}, text: text, gapBefore: 4}
		b.style.size = 8
		return b
	}
	side, below := at(para, 72, 110, 195, 118, "Registered as 31-9735"), at(para, 72, 160, 230, 168, "The harbour at ebb")
	pictures := []*block{at(imageBlock, 200, 100, 240, 140, ""), at(imageBlock, 72, 120, 230, 155, "")}
	d := &doc{body: 10, pages: []*Page{{blocks: []*block{side, pictures[0]}}, {blocks: []*block{pictures[1], below}}}}
	d.captions()
	if side.kind == caption || below.kind != caption {
		t.Errorf("kinds %v and %v", side.kind, below.kind)
	}
	p := newPage()
	put(p, plain, 10, 72, 100, "The page says more about what the program that follows does and why.")
	put(p, plain, 10, 72, 130, "Example 2-1 Query for the boats")
	for i := range p.Glyphs {
		p.Glyphs[i].Box.X1 -= .4 * float32(i%3) // no fixed width
	}
	mono := &page.Font{Name: "Courier", Mono: true}
	put(p, mono, 10, 72, 150, "SELECT name, berth")
	put(p, mono, 10, 72, 162, "FROM boats;")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The page says more about what the program that follows does and why.
FigureCaption Example 2-1 Query for the boats
CodeSnippet SELECT name, berth
FROM boats;`)
}

// What is in the frame that a figure's caption stands below is the figure's; a frame with running text is no figure.
func TestFramedFigure(t *testing.T) {
	frame := func(p *page.Page, x0, y0, x1, y1 float32) {
		rule(p, x0, y0, x1, y0)
		rule(p, x0, y1, x1, y1)
		rule(p, x0, y0, x0, y1)
		rule(p, x1, y0, x1, y1)
	}
	p := newPage()
	frame(p, 72, 100, 500, 200)
	frame(p, 260, 110, 480, 130)
	put(p, plain, 9, 265, 123, "Names what the boat is called by its crew")
	put(p, heavyFont, 11, 80, 140, "LAUNCH <name>")
	put(p, plain, 9, 265, 163, "Says at which of the quays it lies when launched")
	put(p, heavyFont, 11, 80, 180, "AT <quay>")
	put(p, plain, 9, 72, 212, "Figure 3 How boats are launched")
	put(p, plain, 10, 72, 240, "The figure shows it all, so that no more words are needed here about launching.")
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText Names what the boat is called by its crew
LAUNCH <name>
Says at which of the quays it lies when launched
AT <quay>
FigureCaption Figure 3 How boats are launched
NarrativeText The figure shows it all, so that no more words are needed here about launching.`)
	p = newPage()
	frame(p, 72, 100, 500, 200)
	for i, s := range []string{"All boats that come in are written down in a book by the harbour master,", "with their names, with where they come from and with all that they carry,", "and those that have no name get one by the master, which they keep until", "they leave."} {
		put(p, plain, 10, 80, 120+12*float32(i), s)
	}
	put(p, plain, 9, 72, 212, "Figure 4 Rules")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText All boats that come in are written down in a book by the harbour master, with their names, with where they come from and with all that they carry, and those that have no name get one by the master, which they keep until they leave.
FigureCaption Figure 4 Rules`)
}

// A line of dashes in code is part of it, and what is filled into a form is no code.
func TestCode(t *testing.T) {
	mono := &page.Font{Name: "Courier", Mono: true}
	p := newPage()
	put(p, plain, 10, 72, 100, "The page says more about what the program that follows does and why.")
	put(p, plain, 10, 72, 230, "Name")
	for i := range p.Glyphs {
		p.Glyphs[i].Box.X1 -= .4 * float32(i%3) // no fixed width
	}
	for i, s := range []string{"name   berth", "-----------", "Anna   12"} {
		put(p, mono, 10, 72, 130+12*float32(i), s)
	}
	n := len(p.Glyphs)
	put(p, mono, 10, 140, 260, "Bob")
	for i := range p.Glyphs[n:] {
		p.Glyphs[n+i].Flags = page.Field
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The page says more about what the program that follows does and why.
CodeSnippet name   berth
-----------
Anna   12
UncategorizedText Name
UncategorizedText Bob`)
}

// The mark of a note stands apart from its text.
func TestMarkOfNote(t *testing.T) {
	p := newPage()
	for i := range 20 {
		put(p, plain, 10, 72, 80+14*float32(i), "All boats that come in are written down in a book by the harbour master,")
	}
	put(p, plain, 7, 72+5*73, 342, "1")
	put(p, plain, 6, 72, 698, "1")
	put(p, plain, 8, 75.5, 700, "The book is kept at the quay.")
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Footnote 1 The book is kept at the quay.") {
		t.Errorf("got\n%s", got)
	}
}
