package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// The words of a recognized line follow its baseline, which rises by half of a line over the width of a bent page, and are as large as
// their boxes. A dash, whose box is as good as none, is one of them.
func TestBentScan(t *testing.T) {
	p := newPage()
	p.Images = append(p.Images, page.Image{Box: page.Rect{X1: 600, Y1: 800}, Width: 600, Height: 800, MediaType: "image/png"})
	const size, pitch = 6, 12
	lines := []string{
		"The harbour master keeps a book of all boats, and writes down their names",
		"and where they come from. The book lies in the office and may be seen by",
		"everyone who comes in the morning, but for those days on which the office",
		"is shut, or whose weather is such that — so says the master — nobody goes",
		"out, and the lamp at the end of the quay is lit.",
	}
	for i, l := range lines {
		x := float32(60)
		for k, w := range strings.Fields(l) {
			s := size * (.9 + .1*float32(k%3))
			if w == "—" {
				s = 2 * size
			}
			bent := (x - 60) / 480
			y := 100 + pitch*float32(i) - .5*pitch*bent*bent
			wide := size * .75 * float32(len([]rune(w)))
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: w, Box: page.Rect{X0: x, X1: x + wide, Y0: y - .8*s, Y1: y + .2*s}, X: x, Y: y, Size: s, Font: plain, MCID: -1, Flags: page.Invisible},
				page.Glyph{Text: " ", Box: page.Rect{X0: x + wide, X1: x + wide + .4*size, Y0: y - .8*s, Y1: y + .2*s}, X: x + wide, Y: y, Size: s, Font: plain, MCID: -1, Flags: page.Invisible})
			x += wide + .6*size
		}
	}
	got := Blocks(p, Options{})
	if want := "NarrativeText " + strings.Join(lines, " "); len(got) != 2 {
		t.Errorf("got\n%s", dump(got))
	} else {
		check(t, dump(got[1:]), want)
	}
}

// Wide blanks behind sentences, as typists make, are no gaps of columns, and a foot that reaches beyond the text does not make its
// full lines short.
func TestWideBlanksBehindSentences(t *testing.T) {
	p := newPage()
	lines := []string{
		"The book lies in the office and is read by all. It may be seen by",
		"those who come in the early morning. The door is shut by",
		"A man who comes late may look at it. He has to wait at noon",
		"In the harbour, nobody is let in while the lamp is still being lit with care",
		"by the man on duty there. It burns until the last boat is home",
		"and the master has gone to bed.",
	}
	for i, l := range lines {
		x, right := float32(60), set(newPage(), plain, 10, 60, 100, lines[3])
		for _, s := range strings.SplitAfter(l, ". ") {
			end := set(newPage(), plain, 10, x, 100, s)
			if i < 3 && x > 60 {
				x += right - end
			}
			x = set(p, plain, 10, x, 100+12*float32(i), s)
		}
	}
	set(p, plain, 10, 300, 200, "Written down at the harbour office, Cowes")
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(lines, " ")+"\nNarrativeText Written down at the harbour office, Cowes")
}
