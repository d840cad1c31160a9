package layout

import (
	"fmt"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// setLines sets lines of text below each other, the first one at y, lead points apart.
func setLines(p *page.Page, f *page.Font, size, x, y, lead float32, lines ...string) float32 {
	for _, s := range lines {
		put(p, f, size, x, y, s)
		y += lead
	}
	return y
}

// The paragraphs of a typescript with double spacing are whole, notes with single spacing below them or not.
func TestDoubleSpacing(t *testing.T) {
	p := newPage()
	y := setLines(p, plain, 10, 72, 80, 19,
		"The harbour master keeps a book of all boats that come in, and writes down",
		"their names, where they come from and what they carry. Boats without a name",
		"get one.")
	y = setLines(p, plain, 10, 72, y+12, 19,
		"At night a lamp burns at the end of the quay, which is lit by the man who is",
		"on watch.")
	setLines(p, plain, 8, 72, y+60, 9,
		"The book is kept in the office. It has been kept there ever since the fire in the old shed took the first one, of",
		"which nothing is left but a cover. It is shown on request, also to those who come from other harbours to look at",
		"the names, and is never lent.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. Boats without a name get one.
NarrativeText At night a lamp burns at the end of the quay, which is lit by the man who is on watch.
NarrativeText The book is kept in the office. It has been kept there ever since the fire in the old shed took the first one, of which nothing is left but a cover. It is shown on request, also to those who come from other harbours to look at the names, and is never lent.`)
}

// Lines that stand wide apart and end short are blocks of their own.
func TestLinesApart(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 80, "Fill in all fields of this sheet before you hand it in at the harbour office.")
	for i, s := range []string{"Vessel: Petrel", "Master: B. Rogers", "Port: Ryde"} {
		put(p, plain, 10, 72, 104+30*float32(i), s)
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Fill in all fields of this sheet before you hand it in at the harbour office.
UncategorizedText Vessel: Petrel
UncategorizedText Master: B. Rogers
UncategorizedText Port: Ryde`)
}

// Emphasis that fills a line to its end, or begins one, doesn't cut a paragraph.
func TestEmphasisAtLineEnds(t *testing.T) {
	for i, lines := range [][3]struct {
		f    *page.Font
		text string
	}{
		{{plain, "The dues are paid at the gate by every boat that enters and by all others, and"}, {plain, "who comes late pays more. There is a board that tells what is asked, so please"}, {heavyFont, "note the dates."}},
		{{plain, "The dues are paid at the gate by every boat that enters and by all others, if"}, {heavyFont, "no part of the load is meant for the town, in which case half of it is waived"}, {plain, "by the office."}},
	} {
		p := newPage()
		want := "NarrativeText"
		for k, l := range lines {
			put(p, l.f, 10, 72, 80+12*float32(k), l.text)
			want += " " + l.text
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) { check(t, dump(Blocks(p, Options{})), want) })
	}
}

// A number in a drawn ball is an item's label, and not a bullet.
func TestDrawnMarks(t *testing.T) {
	for _, label := range []string{"", "1"} {
		p := newPage()
		for i, s := range []string{"Oars are kept in the shed.", "Ropes are coiled."} {
			y := 100 + 20*float32(i)
			if label != "" {
				put(p, plain, 5, 81.5, y-2, fmt.Sprint(i+1))
			}
			put(p, plain, 10, 95, y, s)
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 79, Y0: y - 7.5, X1: 87, Y1: y + .5}, Round: true})
		}
		want := "ListItem 0 \"\" Oars are kept in the shed.\nListItem 0 \"\" Ropes are coiled."
		if label != "" {
			want = "ListItem 0 \"1\" Oars are kept in the shed.\nListItem 0 \"2\" Ropes are coiled."
		}
		check(t, dump(Blocks(p, Options{})), want)
	}
}
