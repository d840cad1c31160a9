package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// setFlush sets lines of text below each other that all end at x.
func setFlush(p *page.Page, f *page.Font, size, x, y, lead float32, lines ...string) float32 {
	for _, s := range lines {
		set(p, f, size, x-set(newPage(), f, size, 0, y, s), y, s)
		y += lead
	}
	return y
}

// The lines of text that is set flush right begin anywhere: what begins further in is no new paragraph.
func TestFlushRight(t *testing.T) {
	p := newPage()
	first := []string{"The harbour master keeps a book of all", "boats that come in. He writes down", "where they come from and who owns", "them, and what they have on board. It", "lies in the office and may be seen", "in the morning."}
	second := []string{"Those who come at noon find the", "door shut. They may come again", "on the next day."}
	y := setFlush(p, plain, 10, 400, 80, 12, first...)
	setFlush(p, plain, 10, 400, y+12, 12, second...)
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(first, " ")+"\nNarrativeText "+strings.Join(second, " "))
}

// A list of names at the right margin is one block.
func TestNamesFlushRight(t *testing.T) {
	p := newPage()
	names := []string{"Anna Quay", "Benjamin Lampwright", "Celia Oar", "Dorothea Harbourne", "Ed Rye", "Frederick Mastman"}
	setFlush(p, plain, 10, 540, 80, 12, names...)
	setLines(p, plain, 10, 72, 300, 12, "The book lies in the office and may be seen by everyone who comes in the morning, but", "for those days on which the office is shut.")
	if got := Blocks(p, Options{}); len(got) != 2 || got[0].Text != strings.Join(names, " ") {
		t.Errorf("got\n%s", dump(got))
	}
}

// The address beside the first of several groups of lines comes behind that group, not behind all.
func TestAddressBesideFirstGroup(t *testing.T) {
	p := newPage()
	y := setLines(p, plain, 10, 72, 80, 12, "Quay Lamps Ltd.", "7 Harbour Road, Cowes", "Telephone 1234", "Account 5678")
	setLines(p, plain, 10, 380, 80, 12, "Mr. A. Oar", "12 Mast Lane", "PO33 1AB Ryde")
	y = setLines(p, plain, 10, 72, y+24, 12, "Dear Mr. Oar,")
	setLines(p, plain, 10, 72, y+12, 12, "We send you what is due for the lamps.", "", "Number: 12", "Date: 1 May", "Boat: Ann")
	got := dump(Blocks(p, Options{}))
	if a, b, c := strings.Index(got, "Account"), strings.Index(got, "Mast Lane"), strings.Index(got, "Dear"); !(a < b && b < c) {
		t.Errorf("got\n%s", got)
	}
}

// A leader made of dots that no character is known for is one of dots.
func TestUnknownLeader(t *testing.T) {
	p := newPage()
	for i, name := range []string{"The office", "The yard of boats"} {
		y := 80 + 14*float32(i)
		x := set(p, plain, 10, 72, y, name)
		for x += 3; x < 390; x += 3 {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: "\ufffd", Box: page.Rect{X0: x, Y0: y - 8, X1: x + 3, Y1: y + 2}, X: x, Y: y, Size: 10, Font: plain, MCID: -1})
		}
		set(p, plain, 10, 395, y, "quay.example")
	}
	got := dump(Blocks(p, Options{}))
	if strings.Contains(got, "\ufffd") || strings.Count(got, "..........") < 2 || strings.Count(got, "\n") != 2 {
		t.Errorf("got\n%s", got)
	}
}
