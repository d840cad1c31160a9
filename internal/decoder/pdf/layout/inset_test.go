package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// What was read off a picture comes behind it, whatever size it has, and is no heading of the page.
func TestInsets(t *testing.T) {
	word := func(s string, x, y, size float32) page.Glyph {
		return page.Glyph{Text: s, Box: page.Rect{X0: x, Y0: y - .8*size, X1: x + float32(len(s))*size/2, Y1: y + .2*size}, X: x, Y: y, Size: size, MCID: -1,
			Confidence: 90, Font: &page.Font{Weight: 700}}
	}
	text := &page.Page{Width: 600, Height: 800, Glyphs: []page.Glyph{word("Harbour", 100, 130, 30), word("North", 100, 180, 8)}}
	p := &page.Page{Width: 600, Height: 800, Images: []page.Image{{Box: page.Rect{X0: 72, Y0: 100, X1: 300, Y1: 200}, Width: 99, Height: 99, MCID: -1, Text: text}}}
	for i, s := range []string{"Before the picture stands a line of plain text that is long enough.", "Behind the picture stands a line of plain text that is long enough."} {
		g := word(s, 72, 80+200*float32(i), 10)
		g.Font, g.Confidence = &page.Font{Weight: 400}, 0
		p.Glyphs = append(p.Glyphs, g)
	}
	nodes := Build([]*Page{Analyze(p, Options{})}, &page.Info{}, Options{})
	var got []string
	for _, b := range nodes[0].Blocks {
		if b.Category == udm.Title {
			t.Errorf("%q is a heading", b.Text)
		}
		got = append(got, string(b.Category)+" "+b.Text)
	}
	if len(got) != 5 || nodes[0].Blocks[1].Category != udm.Image || nodes[0].Blocks[2].Text != "Harbour" || nodes[0].Blocks[3].Text != "North" {
		t.Errorf("%q", got)
	}
}
