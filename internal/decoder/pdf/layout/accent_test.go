package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// An accent that is drawn over a letter or below it is part of it, before it or behind; one that stands alone is not.
func TestAccents(t *testing.T) {
	p := newPage()
	x := float32(72)
	glyph := func(s string, at, w float32) {
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: s, Box: page.Rect{X0: at, Y0: 92, X1: at + w, Y1: 102}, X: at, Y: 100, Size: 10, Font: plain, MCID: -1})
	}
	for _, part := range []struct{ text, over string }{
		{"Gr", ""}, {"e", "´"}, {"gory", ""}, {" ", ""}, {"Lema", ""}, {"ı", "ˆ"}, {"tre", ""}, {" ", ""}, {"Fran", ""}, {"c", ""}, {"-", "¸"}, {"ois", ""}, {" ", ""}, {"a", ""}, {"+", "´"}, {"a", ""}, {" ", ""}, {"z", "˜"}, {" ", ""}, {"c", "◯"}, {"=", "\u0338"}, {"l", "\u0335"}, {"x", "\u20d7"},
	} {
		switch {
		case part.text == "-": // behind its letter
			glyph(part.over, x-5, 5)
			continue
		case part.text == "+": // a letter's width of its own
			glyph(part.over, x, 5)
			x += 5
			continue
		case part.over != "":
			glyph(part.over, x+.3, 5)
		}
		for _, r := range part.text {
			if r != ' ' {
				glyph(string(r), x, 5)
			}
			x += 5
		}
	}
	check(t, dump(Blocks(p, Options{})), "NarrativeText Grégory Lemaître François a´a z̃ ©≠łx⃗")
}
