package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

func rectOf(x0, y0, x1, y1 float32) page.Rect { return page.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1} }

// A block goes on with the one above when it begins with the next line of a full one.
func TestNextLine(t *testing.T) {
	at := func(x0, y, x1 float32, texts ...string) *block {
		b := &block{style: style{size: 10}, column: rectOf(x0, y, x1, y+12)}
		for i, s := range texts {
			base := y + 12*float32(i)
			p := &piece{text: s, size: 10, base: base, box: rectOf(x0, base-8, x1, base+2)}
			l := newLine(newRow([]*piece{p}), false)
			b.add(l)
		}
		return b
	}
	above := at(72, 100, 400, "a full line that goes", "on here")
	for _, c := range []struct {
		name string
		b    *block
		want bool
	}{
		{"the next line", at(72, 124, 400, "and ends"), true},
		{"further down", at(72, 140, 400, "and ends"), false},
		{"another column", at(420, 124, 700, "and ends"), false},
		{"indented", at(90, 124, 400, "and ends"), false},
	} {
		if got := nextLine(above, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	short := at(72, 100, 300, "a line that ends early")
	if nextLine(short, at(72, 112, 400, "and another")) {
		t.Error("text goes on behind a short line")
	}
	if b := at(469, 150, 493, "163"); !marginNumber(b, above) || marginNumber(at(72, 150, 90, "163"), above) {
		t.Error("a number beside the text is not told from one in it")
	}
}
