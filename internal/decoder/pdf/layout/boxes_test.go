package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Texts in boxes side by side are read one after the other when they were drawn so, however few lines they have; the cells
// of a table are drawn in rows.
func TestBoxesSideBySide(t *testing.T) {
	left := []string{"Number ten was looked at, which", "nobody in the office could say", "why it was so late."}
	right := []string{"It was small, but it worked, though", "the first path failed after a week", "and the second one did not."}
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12, left...)
	setLines(p, plain, 10, 310, 80, 12, right...)
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Number ten was looked at, which nobody in the office could say why it was so late.
NarrativeText It was small, but it worked, though the first path failed after a week and the second one did not.`)
}

// A text in a box stands behind the list beside it, within whose lines it is.
func TestBoxBesideList(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "What a boat needs")
	for i, s := range []string{"oars", "a lamp that is lit", "an anchor", "somebody who knows the way"} {
		set(p, plain, 10, 72, 92+12*float32(i), "•")
		set(p, plain, 10, 82, 92+12*float32(i), s)
	}
	set(p, plain, 10, 310, 110, "Ask the harbour master for more.")
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText What a boat needs
ListItem 0 "" oars
ListItem 0 "" a lamp that is lit
ListItem 0 "" an anchor
ListItem 0 "" somebody who knows the way
NarrativeText Ask the harbour master for more.`)
}

// A title in the middle over three columns, no wider than one of them, comes before all.
func TestTitleOverColumns(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 18, 250, 80, "The Lamps")
	texts := [3]string{
		"A lamp burns at the end of the long quay, which is lit by the man who has the watch and put out by the one who comes after him.",
		"The harbour master keeps a book of all boats that come in, and writes down their names and where they come from.",
		"Boats without a name get one from the office, which they bear for as long as they are in the harbour and no longer.",
	}
	want := "Title h1 The Lamps"
	for i, s := range texts {
		x := 60 + 170*float32(i)
		wrap(p, plain, 10, x, x+150, 120, 12, s)
		want += "\nNarrativeText " + s
	}
	check(t, dump(Blocks(p, Options{})), want)
}

// A sentence goes on below its last line where the column becomes narrow.
func TestNarrowerBelow(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12,
		"The harbour master keeps a book of all boats that come in, and writes down their names and where they",
		"come from. Of those that came in last year, half were at the quay for a week, a fifth were in the yard and",
		"the others were")
	setLines(p, plain, 10, 72, 116, 12, "anchored in the bay, where they are not", "often looked after. Nobody knows what", "became of two of them, and of their", "masters, who had gone to the town", "one evening.")
	setLines(p, plain, 9, 320, 116, 11, "Boats that came in, by the place where they", "were kept and by the names of masters,", "as they were written down.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The harbour master keeps a book of all boats that come in, and writes down their names and where they come from. Of those that came in last year, half were at the quay for a week, a fifth were in the yard and the others were anchored in the bay, where they are not often looked after. Nobody knows what became of two of them, and of their masters, who had gone to the town one evening.
NarrativeText Boats that came in, by the place where they were kept and by the names of masters, as they were written down.`)
}

// The cells of a table's head may be drawn one after the other, each with its lines: they are no boxes.
func TestHeadDrawnByColumns(t *testing.T) {
	p := newPage()
	at := []float32{72, 180, 320}
	for k, head := range [][]string{{"Number of", "the boat as", "it is painted"}, {"Master's name", "as in the book", "of the harbour"}, {"Where it came", "from when it", "was last seen"}} {
		setLines(p, plain, 10, at[k], 80, 12, head...)
	}
	rowsAt(p, 118, 12, []float32{72, 125, 320}, []string{"1204", "B. Rogers of the old office", "Ryde"}, []string{"1310", "A. Quay and her brothers", "Cowes"}, []string{"1414", "C. Oar, lately of the yard", "Poole"}, []string{"1510", "D. Lamp and his daughter", "Hythe"})
	if got := dump(Blocks(p, Options{})); !strings.HasPrefix(got, "Table ") {
		t.Errorf("the head is not in the table:\n%s", got)
	}
}

// What stands far beside a line and a little lower is no next line.
func TestLineFarBeside(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 84, "Notice 1036")
	set(p, plain, 10, 360, 80, "Office of the Harbour")
	check(t, dump(Blocks(p, Options{})), "UncategorizedText Office of the Harbour\nUncategorizedText Notice 1036")
}

// A picture at the top of a page stands before the text below it, though it is as wide as one of the columns further down.
func TestLogoAboveColumnsBelow(t *testing.T) {
	p := newPage()
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 60, Y0: 40, X1: 200, Y1: 90}, Width: 140, Height: 50, MediaType: "image/png", MCID: -1})
	wrap(p, plain, 10, 60, 540, 130, 12, "The harbour master keeps a book of all boats that come in, and writes down their names and where they come from. It lies in the office and may be seen by everyone who comes in the morning, but for those days on which it is shut.")
	left := []string{"Number ten was looked at, which", "nobody in the office could say", "why it was so late."}
	right := []string{"It was small, but it worked, though", "the first path failed after a week", "and the second one did not."}
	setLines(p, plain, 10, 60, 300, 12, left...)
	setLines(p, plain, 10, 310, 300, 12, right...)
	if got := dump(Blocks(p, Options{})); !strings.HasPrefix(got, "Image ") || !strings.Contains(got, "late.\nNarrativeText It was small") {
		t.Errorf("got\n%s", got)
	}
}
