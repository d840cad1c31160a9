package layout

import (
	"strings"
	"testing"
)

// Lines in a font of small capitals are headings, in the middle of a column right above its text, and the initial of a name
// further down is no item of their list.
func TestHeadingInSmallCapitals(t *testing.T) {
	caps := *plain
	caps.Name = "LMRomanCaps10-Regular"
	p := newPage()
	set(p, plain, 10, 138, 80, "1.")
	set(p, &caps, 10, 150, 80, "A Lamp")
	y := setLines(p, plain, 10, 72, 94, 12, "The harbour master keeps a book of all boats that come in, and", "writes down their names and where they come from.")
	set(p, &caps, 10, 140, y+8, "II. Boats and Lamps at the Quay")
	y = setLines(p, plain, 10, 72, y+20, 12, "The lamp at the end of the quay is lit by the man who has the watch", "and put out by the one who comes after him.")
	setLines(p, plain, 8, 72, y+30, 10, "J. Oar is with the harbour office, where he looks after the lamps and", "ropes of the quay.")
	got := dump(Blocks(p, Options{}))
	if strings.Count(got, "Title h1") != 2 || !strings.Contains(got, "Text J. Oar") || strings.Contains(got, "ListItem") {
		t.Errorf("got\n%s", got)
	}
}

// A number raised behind a word is the mark of a note though it is as large as the word.
func TestLargeNoteMark(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12, "The harbour master keeps a book of all boats that come in, and writes", "down their names and where they come")
	x := set(p, plain, 10, 72, 104, "from, as was told in the office")
	set(p, plain, 9.5, x+.3, 101, "1")
	set(p, plain, 10, x+8, 104, "and at the quay by those who know.")
	check(t, dump(Blocks(p, Options{})), "NarrativeText The harbour master keeps a book of all boats that come in, and writes down their names and where they come from, as was told in the office1 and at the quay by those who know.")
}

// A conjunction between two large lines is no heading.
func TestConjunctionIsNoHeading(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 10, 250, 80, "THE MASTER OF THE HARBOUR")
	set(p, heavyFont, 10, 290, 104, "and")
	set(p, heavyFont, 10, 240, 128, "THE OWNERS OF THE LAMPS")
	setLines(p, plain, 10, 72, 160, 12, "The lamp at the end of the quay is lit by the man who has the watch", "and put out by the one who comes after him.")
	if got := dump(Blocks(p, Options{})); strings.Contains(got, "Title h1 and") || strings.Contains(got, "h2 and") {
		t.Errorf("got\n%s", got)
	}
}
