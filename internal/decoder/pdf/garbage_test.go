package pdf

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// typed returns a page with a text, a glyph for each character but for blanks.
func typed(text string, flags page.Flags) *page.Page {
	p := &page.Page{Width: 600, Height: 800}
	x := float32(50)
	for _, c := range text {
		if c != ' ' {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(c), Box: page.Rect{X0: x, Y0: 92, X1: x + 5, Y1: 102}, X: x, Y: 100, Size: 10, Flags: flags})
		}
		x += 5
	}
	return p
}

func TestGarbage(t *testing.T) {
	const prose = "When the ship came in, the harbour master wrote her name down, as he had done for thirty years. Nobody else in Rostock kept such books. "
	const shifted = "zkhq wkh vkls fdph lq wkh kduerxu pdvwhu zurwh khu qdph grzq dv kh kdg grqh iru wkluwb bhduv qrergb hovh nhsw vxfk errnv "
	bare := strings.Repeat("when the ship came in the harbour master wrote her name down as he had done for thirty years nobody else kept such books ", 4)
	for _, tt := range []struct {
		name, text string
		flags      page.Flags
		want       bool
	}{
		{"prose", prose + prose, 0, false},
		{"a word", "\uE001\uE002\uE003", 0, false},
		{"private use", strings.Repeat("\uE001\uE042\uE013 ", 20), 0, true},
		{"unknown", strings.Repeat("\uFFFD\uFFFDa ", 20), 0, true},
		{"some unknown", strings.Repeat("name\uFFFD ", 20), 0, false},
		{"shifted codes", strings.Repeat(shifted, 3), 0, true},
		{"signs for letters", strings.Repeat("t#%$e&*s ", 50), 0, true},
		{"part numbers", strings.Repeat("XK-7731 BDF/9 TR4410 ", 40), 0, false},
		{"Chinese", strings.Repeat("船到了港口 ", 40), 0, false},
		{"formulas", strings.Repeat("f(x) = (a+b) x^2 sin(x) ", 40), 0, false},
		{"a layer for searching", bare, page.Invisible, true},
		{"a good layer", prose + prose + prose, page.Invisible, false},
		{"plain words", bare, 0, false},
	} {
		if got := garbage(typed(tt.text, tt.flags)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// What the page has as text is not taken from its picture again.
func TestDropKnown(t *testing.T) {
	box := page.Rect{X0: 40, Y0: 80, X1: 400, Y1: 200}
	known := typed("Nut", 0)
	read := &page.Page{Glyphs: []page.Glyph{
		{Text: "Nut", Box: page.Rect{X0: 49, Y0: 91, X1: 66, Y1: 103}}, {Text: " ", Box: page.Rect{X0: 66, Y0: 91, X1: 66, Y1: 103}},
		{Text: "Bolt", Box: page.Rect{X0: 49, Y0: 121, X1: 70, Y1: 133}}, {Text: " ", Box: page.Rect{X0: 70, Y0: 121, X1: 70, Y1: 133}},
	}}
	dropKnown(read, known.Glyphs, box)
	if len(read.Glyphs) != 3 || read.Glyphs[1].Text != "Bolt" {
		t.Errorf("left: %+v", read.Glyphs)
	}
	read.Glyphs = []page.Glyph{{Text: "Nut", Box: page.Rect{X0: 49, Y0: 91, X1: 66, Y1: 103}}, {Text: " "}}
	if dropKnown(read, known.Glyphs, box); len(read.Glyphs) != 0 {
		t.Errorf("only blanks are left: %+v", read.Glyphs)
	}
}

func TestLegible(t *testing.T) {
	p := typed(strings.Repeat("word ", 20), 0)
	under, free, small := page.Image{Box: page.Rect{X0: 40, Y0: 80, X1: 580, Y1: 300}}, page.Image{Box: page.Rect{X0: 40, Y0: 320, X1: 580, Y1: 500}}, page.Image{Box: page.Rect{X1: 50, Y1: 50}}
	p.Images = []page.Image{under, free, free, small}
	if got := legible(p); len(got) != 1 || got[0] != &p.Images[1] {
		t.Errorf("%d pictures", len(got))
	}
}
