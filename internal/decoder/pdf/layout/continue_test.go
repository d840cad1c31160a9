package layout

import (
	"strings"
	"testing"
)

// A number in brackets that goes on with one within the full line above opens no item.
func TestNumbersWithinText(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12,
		"A boat is safe when three things are seen to: (1) the pump works, and (2) the lamp is lit,",
		"(3) the anchor holds. All else can be put off until the boat is in the harbour again, and",
		"is seldom missed.")
	setLines(p, plain, 10, 72, 140, 12,
		"Who comes in at night needs these:",
		"(1) a lamp that is lit, as is said in part (2)",
		"(2) somebody who knows the way")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText A boat is safe when three things are seen to: (1) the pump works, and (2) the lamp is lit, (3) the anchor holds. All else can be put off until the boat is in the harbour again, and is seldom missed.
NarrativeText Who comes in at night needs these:
ListItem 0 "(1)" a lamp that is lit, as is said in part (2)
ListItem 0 "(2)" somebody who knows the way`)
}

// A sentence goes on in the next column behind a title that a name follows.
func TestAbbreviationAtColumnEnd(t *testing.T) {
	p := newPage()
	left := []string{
		"The lamp at the end of the quay was lit every night by",
		"a man who had no other work to do, and who kept a",
		"book in which he wrote down every boat that he saw,",
		"with the hour and the wind. The book was found by Dr.",
	}
	const right = "Alma Reyes when she looked for the plans of the old lighthouse in the cellar of the harbour office, and is shown to all who ask for it. Nobody knows what became of him."
	setLines(p, plain, 10, 72, 80, 12, left...)
	wrap(p, plain, 10, 330, 570, 80, 12, right)
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(left, " ")+" "+right)
	if abbreviated("a lamp in the yard.") || !abbreviated("as is shown (cf.") {
		t.Error("abbreviations are not told from words")
	}
}

// A numbered line in italics above upright text is a heading, not an item that goes on.
func TestItalicNumberedHeadings(t *testing.T) {
	slant := *plain
	slant.Italic = true
	p := newPage()
	y := float32(80)
	want := ""
	for _, s := range [][2]string{
		{"A. The Lamp", "At night a lamp burns at the end of the long quay, which is lit by the man who has the watch of the night and put out by the one who comes after him."},
		{"B. The Book", "The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry with them."},
	} {
		set(p, &slant, 10, 72, y, s[0])
		y = wrap(p, plain, 10, 72, 440, y+12, 12, s[1]) + 4
		want += "\nTitle h1 " + s[0] + "\nNarrativeText " + s[1]
	}
	// The first line of the text may be set in by as much as the number takes.
	set(p, &slant, 10, 72, y, "C. The Bell")
	set(p, plain, 10, 87, y+12, "It is rung when fog comes up and whenever a boat is late, and then it is rung by")
	set(p, plain, 10, 72, y+24, "those who are at hand, for as long as they can.")
	want += "\nTitle h1 C. The Bell\nNarrativeText It is rung when fog comes up and whenever a boat is late, and then it is rung by those who are at hand, for as long as they can."
	// A number of two levels is no list label.
	set(p, &slant, 10, 72, y+44, "2.1 The Rope")
	set(p, plain, 10, 72, y+56, "It is kept dry, and looked at by all who come in.")
	want += "\nTitle h2 2.1 The Rope\nNarrativeText It is kept dry, and looked at by all who come in."
	check(t, dump(Blocks(p, Options{})), want)
}

// Of the hyphens in a word that a line end cuts, the last one goes where neither part beside it is a word.
func TestHyphenWithinCompound(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12,
		"The town has had a free hand in all of this for as long as people can think, and is self-gov-",
		"erning in most other things. The new pump in the harbour is nothing less than state-of-the-",
		"art, and its makers are proud of it. The poems on the wall were printed by him who made them, self-",
		"published as it is called.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The town has had a free hand in all of this for as long as people can think, and is self-governing in most other things. The new pump in the harbour is nothing less than state-of-the-art, and its makers are proud of it. The poems on the wall were printed by him who made them, self-published as it is called.`)
}
