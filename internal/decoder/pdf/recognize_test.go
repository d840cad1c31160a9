package pdf

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Only what may hold text is worth drawing and reading.
func TestTextless(t *testing.T) {
	row := func(round bool, drop float32) []page.Fill { // a row of areas, each so much lower than the one before
		var out []page.Fill
		for i := range 100 {
			x, y := 50+5*float32(i), 100+drop*float32(i)
			out = append(out, page.Fill{Box: page.Rect{X0: x, Y0: y, X1: x + 4, Y1: y + 6}, Round: round})
		}
		return out
	}
	for _, c := range []struct {
		name string
		p    page.Page
		want bool
	}{
		{"blank", page.Page{}, false},
		{"scan", page.Page{Images: []page.Image{{Box: page.Rect{X1: 600, Y1: 800}}}}, true},
		{"small picture", page.Page{Images: []page.Image{{Box: page.Rect{X1: 60, Y1: 80}}}}, false},
		{"text drawn as curves", page.Page{Fills: row(true, 0)}, true},
		{"curve of dots", page.Page{Fills: row(true, 3)}, false},
		{"bars", page.Page{Fills: row(false, 0)}, false},
		{"lines", page.Page{Rules: make([]page.Rule, 500)}, false},
	} {
		c.p.Width, c.p.Height = 600, 800
		if got := textless(&c.p); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
