package layout

import (
	"strings"
	"testing"
)

// A line across the page parts what stands at the right above it from the columns below.
func TestColumnsBelowDivider(t *testing.T) {
	p := newPage()
	set(p, plain, 9, 60, 25, "47698")
	rule(p, 58, 30, 545, 30)
	set(p, heavyFont, 18, 60, 60, "The Harbour News")
	setLines(p, plain, 8, 400, 50, 11, "Cowes, at the quay", "Number 85, page 152", "Thursday, 6 August")
	rule(p, 58, 84, 545, 84)
	texts := [3]string{
		"A lamp burns at the end of the long quay, which is lit by the man who has the watch and put out by the one who comes after him, for as long as there is oil in the shed.",
		"The harbour master keeps a book of all boats that come in, and writes down their names and where they come from and who owns them and what they have on board.",
		"Boats without a name get one from the office, which they bear for as long as they are in the harbour and no longer, unless the master says that it may be kept.",
	}
	for i, s := range texts {
		x := 60 + 170*float32(i)
		wrap(p, plain, 10, x, x+145, 110, 12, s)
	}
	got := dump(Blocks(p, Options{}))
	if a, b := strings.Index(got, "Thursday"), strings.Index(got, "A lamp burns"); a < 0 || a > b || !strings.HasSuffix(got, "NarrativeText "+strings.Join(texts[:], "\nNarrativeText ")+"\n") {
		t.Errorf("got\n%s", got)
	}
}

// A reference at a column's beginning, in the middle of a sentence, is no list item.
func TestReferenceAtColumnsTop(t *testing.T) {
	p := newPage()
	left := []string{"The harbour master keeps a book of all boats that", "come in, and writes down their names and where", "they come from. The lamps are looked after by the", "men of the office. Of all those that write of lamps", "one [1] tells of the oil in them, and the other one"}
	right := []string{"[2] tells of those who light them in the evening", "and of the quay below them, which is as long as", "three boats and has steps at both its ends. They", "are wet in winter, and nobody goes down there but", "the man who looks for ropes."}
	setLines(p, plain, 10, 60, 80, 12, left...)
	setLines(p, plain, 10, 310, 80, 12, right...)
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(left, " ")+" "+strings.Join(right, " "))
}

// A number alone in a font of fixed width is no code.
func TestNumberIsNoCode(t *testing.T) {
	mono := *plain
	mono.Name, mono.Mono = "Courier", true
	p := newPage()
	story(p, 80, 20)
	set(p, &mono, 10, 300, 350, "48")
	story(p, 400, 10)
	if got := dump(Blocks(p, Options{})); strings.Contains(got, "Code") {
		t.Errorf("got\n%s", got)
	}
}
