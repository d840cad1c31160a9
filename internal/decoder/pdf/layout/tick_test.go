package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// square draws a square with its lower left corner at x, y, and a cross in it.
func square(p *page.Page, x, y, side float32, crossed bool) {
	rule(p, x, y-side, x+side, y-side)
	rule(p, x, y, x+side, y)
	rule(p, x, y-side, x, y)
	rule(p, x+side, y-side, x+side, y)
	if crossed {
		p.Sketches = append(p.Sketches, page.Rect{X0: x, Y0: y - side, X1: x + side, Y1: y})
	}
}

// Boxes to tick are characters: of a choice in the line, of items at its start.
func TestTickBoxes(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 100, "Berth:")
	square(p, 110, 101, 9, true)
	put(p, plain, 10, 122, 100, "North")
	square(p, 160, 101, 9, false)
	put(p, plain, 10, 172, 100, "South")
	for i, s := range []string{"Lamps were lit", "Watch was kept", "Ballast was taken on board"} {
		y := 130 + 14*float32(i)
		square(p, 72, y+1, 9, i == 1)
		put(p, plain, 10, 90, y, s)
	}
	square(p, 72, 201, 9, false)
	put(p, plain, 8, 74, 199, "X")
	put(p, plain, 10, 90, 200, "Signed, and sealed with the seal of the")
	put(p, plain, 10, 72, 212, "office")
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText Berth: ☒ North ☐ South
ListItem 0 "" ☐ Lamps were lit
ListItem 0 "" ☒ Watch was kept
ListItem 0 "" ☐ Ballast was taken on board
ListItem 0 "" ☒ Signed, and sealed with the seal of the office`)
}

// A box alone makes no list.
func TestLoneTickBox(t *testing.T) {
	p := newPage()
	square(p, 72, 101, 9, true)
	put(p, plain, 10, 90, 100, "The master knows the rules of the harbour.")
	check(t, dump(Blocks(p, Options{})), "NarrativeText ☒ The master knows the rules of the harbour.")
}

// Squares in a row are for the letters of a word, squares with numbers in them are no boxes to tick, and neither are coloured or large
// ones.
func TestNoTickBoxes(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 100, "Name")
	for i := range 6 {
		square(p, 100+9*float32(i), 101, 9, false)
	}
	square(p, 200, 101, 9, false)
	put(p, plain, 8, 202, 99, "7")
	put(p, plain, 10, 215, 100, "Berth")
	square(p, 300, 101, 9, false)
	p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 300, Y0: 92, X1: 309, Y1: 101}, Color: 0x3060C0})
	put(p, plain, 10, 315, 100, "1904")
	square(p, 300, 168, 25, false)
	put(p, plain, 10, 330, 160, "Stamp")
	check(t, dump(Blocks(p, Options{})), "UncategorizedText Name 7 Berth 1904\nUncategorizedText Stamp")
}
