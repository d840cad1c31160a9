package layout

import (
	"strings"
	"testing"
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
