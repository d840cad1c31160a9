package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// The entries of a glossary are whole, whether their first lines stand out or in and whatever their length.
func TestHangingEntries(t *testing.T) {
	entries := []string{
		"Bollard A short post on a quay, of iron or of stone, to which a boat makes fast its lines.",
		"Fender What is hung over a boat's side so that it does not rub against the wall of the quay when the water moves it.",
		"Hawser A thick line. It is laid out ahead to haul the boat along where the wind is of no use.",
		"Painter The line at a small boat's bow.",
		"Thwart The seat of one who rows, that goes across from one side of the boat to the other side.",
	}
	for _, in := range []float32{14, -14} { // of the lines below the first
		p := newPage()
		y := float32(80)
		for _, s := range entries {
			x := float32(80)
			for len(s) > 0 {
				n := min(len(s), 60)
				if n < len(s) {
					n = strings.LastIndexByte(s[:n], ' ')
				}
				set(p, plain, 10, x, y, s[:n])
				s = strings.TrimLeft(s[n:], " ")
				x = 80 + in
				y += 12
			}
		}
		check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(entries, "\nNarrativeText "))
	}
}

// A name's initial that comes first in a line is no list label.
func TestInitialAtLineStart(t *testing.T) {
	p := newPage()
	lines := []string{
		"The book of the harbour lies in the office. As far as we know it was begun by the first",
		"master of the harbour, of whom little is told but that he could write and that one Mr.",
		"J. Whitcombe gave it to the town when he left it. It was found again by the same Mr.",
		"H. Feld who had the shed built. Since then it has been kept there.",
	}
	setLines(p, plain, 10, 72, 80, 12, lines...)
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(lines, " "))
}

// The lines of a note or item may go on below its label.
func TestItemGoesOnBelowLabel(t *testing.T) {
	p := newPage()
	lines := []string{
		"1. The book was begun by the first harbour master, of whom little is known but that",
		"he could write and had a good hand.",
		"2. It was found by his daughter.",
	}
	setLines(p, plain, 10, 72, 80, 12, lines...)
	check(t, dump(Blocks(p, Options{})), `
ListItem 0 "1." `+lines[0][3:]+" "+lines[1]+`
ListItem 0 "2." `+lines[2][3:])
}

// A caption's second line may stand further in than its first one and than the text below.
func TestHangingCaption(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "Figure 1: The lamp at the end of the long quay, which is lit by the man who has the")
	set(p, plain, 10, 112, 92, "watch of the night.")
	wrap(p, plain, 10, 72, 440, 104, 12, bodySample)
	check(t, dump(Blocks(p, Options{})), `
FigureCaption Figure 1: The lamp at the end of the long quay, which is lit by the man who has the watch of the night.
NarrativeText `+bodySample)
}

// A list goes on over a page break.
func TestListOverPages(t *testing.T) {
	one, two := newPage(), newPage()
	two.Index = 1
	wrap(one, plain, 10, 72, 440, 80, 12, bodySample)
	setLines(one, plain, 10, 72, 600, 12, "a. Oars are kept in the shed.", "b. Ropes are coiled.")
	set(two, plain, 10, 72, 80, "c. Lamps are filled.")
	wrap(two, plain, 10, 72, 440, 110, 12, bodySample)
	nodes := Build([]*Page{Analyze(one, Options{}), Analyze(two, Options{})}, &page.Info{}, Options{})
	if got := dump(nodes[1].Blocks); !strings.Contains(got, `ListItem 0 "c." Lamps are filled.`) {
		t.Errorf("got\n%s", got)
	}
}

// A wide blank within a line is no column gap when little text stands at its right.
func TestBlankWithinLine(t *testing.T) {
	p := newPage()
	y := wrap(p, plain, 10, 72, 440, 80, 12, bodySample)
	x := set(p, plain, 10, 82, y, "At the quay a lamp is lit.")
	set(p, plain, 10, x+10, y, "It is tended by the man who has the watch of the night and no")
	set(p, plain, 10, 72, y+12, "other one.")
	set(p, plain, 10, 72, y+24, "It burns oil.")
	set(p, plain, 10, 72, y+36, "It is never put out.")
	set(p, plain, 10, 300, 760, "17")
	got := dump(Blocks(p, Options{}))
	if want := "At the quay a lamp is lit. It is tended by the man who has the watch of the night and no other one."; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// The lines beside a large initial and the first one below it belong to one paragraph.
func TestLinesBesideInitial(t *testing.T) {
	p := newPage()
	set(p, plain, 28, 72, 100, "T")
	setLines(p, plain, 10, 90, 82, 12, "he lamp at the end of the long quay is lit by the man who has the watch of the", "night, and it burns till the sun is up")
	setLines(p, plain, 10, 72, 106, 12, "or the last boat is in. It has been so since the fire in the old shed. Nobody knows", "who lit it then.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The lamp at the end of the long quay is lit by the man who has the watch of the night, and it burns till the sun is up or the last boat is in. It has been so since the fire in the old shed. Nobody knows who lit it then.`)
}

// A poem's stanzas are whole, with its lines.
func TestStanzas(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "Evening:")
	y := float32(110)
	for range 2 {
		y = setLines(p, plain, 10, 72, y, 12, "The harbour lamps are lit again,", "The boats come slowly in;", "The gulls that followed them all day", "Have made their evening din.") + 10
	}
	stanza := "NarrativeText The harbour lamps are lit again,\nThe boats come slowly in;\nThe gulls that followed them all day\nHave made their evening din.\n"
	if got := dump(Blocks(p, Options{})); !strings.HasSuffix(got, "Evening:\n"+stanza+stanza) {
		t.Errorf("got\n%s", got)
	}
}

// Lists side by side are read one after the other, when their numbers don't go across.
func TestListColumns(t *testing.T) {
	for i, labels := range [][]string{{"•", "•", "•", "•", "•", "•"}, {"1.", "4.", "2.", "5.", "3.", "6."}} {
		p := newPage()
		words := []string{"Flour", "Butter", "Eggs", "Lemons", "Milk", "Sugar"}
		for k, w := range words {
			x, y := 72+150*float32(k%2), 100+14*float32(k/2)
			set(p, plain, 10, x, y, labels[k])
			set(p, plain, 10, x+14, y, w)
		}
		var got []string
		for _, b := range Blocks(p, Options{}) {
			got = append(got, b.Text)
		}
		if s := strings.Join(got, " "); s != "Flour Eggs Milk Butter Lemons Sugar" {
			t.Errorf("%d: got %s", i, s)
		}
	}
}

// A running head that reaches beyond the text doesn't make the text's lines short.
func TestHeadWiderThanText(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 50, "Harbour book")
	set(p, plain, 10, 530, 50, "2018")
	lines := []string{
		"The master of the harbour keeps a book of all boats that come in, and writes down the",
		"names of those who sail them. He has done so since the fire. A boat gets one by him.",
		"The lamp at the end of the quay is lit by the man who has the watch of the night, and",
		"by no one else.",
	}
	setLines(p, plain, 10, 72, 90, 12, lines...)
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, strings.Join(lines, " ")) {
		t.Errorf("got\n%s", got)
	}
}

// Answers with capital letters below a question are items, though their labels look like a name's initial.
func TestLettersBelowQuestion(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12, "Which of these boats may enter the basin?", "A. Boats with oars.", "B. Boats without a name that have paid.", "C. None.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Which of these boats may enter the basin?
ListItem 0 "A." Boats with oars.
ListItem 0 "B." Boats without a name that have paid.
ListItem 0 "C." None.`)
}

// The entries of a list of sources at a page's foot are no notes.
func TestSourcesAreNoNotes(t *testing.T) {
	p := newPage()
	y := wrap(p, plain, 10, 72, 440, 80, 12, strings.Repeat(bodySample+" ", 8)) + 20
	set(p, heavyFont, 10, 72, y, "Sources")
	setLines(p, plain, 8, 72, y+20, 10, "[1] B. Rogers, The Book of the Harbour, Ryde.", "[2] A. Hall, Of Lamps and Oil, Ryde.")
	if got := dump(Blocks(p, Options{})); strings.Contains(got, "Footnote") {
		t.Errorf("got\n%s", got)
	}
}

// A sentence about a table is no caption; small type makes one of what has the word and a number.
func TestSentenceAboutTable(t *testing.T) {
	p := newPage()
	story(p, 80, 6)
	set(p, plain, 10, 72, 170, "Table 1 shows the boats of the year.")
	set(p, plain, 8, 72, 190, "Table 1 Boats of the year")
	for i, row := range [][]string{{"Port", "Boats", "Tons"}, {"Ryde", "12", "340"}, {"Cowes", "7", "120"}, {"Hythe", "31", "905"}} {
		for c, s := range row {
			set(p, plain, 10, 80+90*float32(c), 206+13*float32(i), s)
		}
	}
	story(p, 300, 6)
	set(p, plain, 8, 72, 400, "Figure 3 Lines and circles")
	got := dump(Blocks(p, Options{}))
	for _, want := range []string{"NarrativeText Table 1 shows", "FigureCaption Table 1 Boats", "FigureCaption Figure 3 Lines"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// An item at the top of the next page is as deep as its list, whatever else stands at that page's left.
func TestLevelsOverPages(t *testing.T) {
	first, second := newPage(), newPage()
	second.Index = 1
	set(first, plain, 10, 136, 80, "1. Oars are kept in the shed beside the boat house and must be dry.")
	set(first, plain, 10, 136, 96, "2. Ropes are coiled.")
	set(second, plain, 10, 136, 80, "3. Sails are hung up to dry in the long shed.")
	set(second, plain, 8, 64, 110, "Seen from the quay are the boats of the harbour and the lamp.")
	opt := Options{}
	for _, n := range Build([]*Page{Analyze(first, opt), Analyze(second, opt)}, &page.Info{}, opt) {
		for _, b := range n.Blocks {
			if b.Attr != nil && b.Attr.ListLevel != 0 {
				t.Errorf("%q has level %d", b.Text, b.Attr.ListLevel)
			}
		}
	}
}
