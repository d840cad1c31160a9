package pdf

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// A page's picture is read by itself only where nothing else is seen.
func TestScan(t *testing.T) {
	im := page.Image{Box: page.Rect{X1: 600, Y1: 800}}
	for _, c := range []struct {
		name string
		p    page.Page
		want bool
	}{
		{"alone", page.Page{}, true},
		{"with a text layer", page.Page{Glyphs: []page.Glyph{{Text: "a", Flags: page.Invisible}}}, true},
		{"on white", page.Page{Fills: []page.Fill{{Box: page.Rect{X0: -1, Y0: -1, X1: 601, Y1: 801}, Color: 0xFFFFFF}}}, true},
		{"blackened", page.Page{Fills: []page.Fill{{Box: page.Rect{X1: 100, Y1: 20}}}}, false},
		{"whitened", page.Page{Fills: []page.Fill{{Box: page.Rect{X1: 100, Y1: 20}, Color: 0xFFFFFF}}}, false},
		{"numbered", page.Page{Glyphs: []page.Glyph{{Text: "7"}}}, false},
		{"crossed out", page.Page{Rules: make([]page.Rule, 1)}, false},
		{"of two pictures", page.Page{Images: []page.Image{im}}, false},
	} {
		c.p.Images = append(c.p.Images, im)
		if got := scan(&c.p) != nil; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestScanned(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name        string
		box, whole  page.Rect
		orientation int
		size        image.Point
		dpi         float64
	}{
		{"upright", page.Rect{X1: 108, Y1: 72}, page.Rect{X1: 108, Y1: 72}, 1, image.Pt(300, 200), 200},
		{"lying", page.Rect{X1: 72, Y1: 108}, page.Rect{X1: 72, Y1: 108}, 6, image.Pt(200, 300), 200},
		{"fine", page.Rect{X1: 36, Y1: 24}, page.Rect{X1: 36, Y1: 24}, 1, image.Pt(150, 100), 300},
		{"askew", page.Rect{X1: 108, Y1: 72}, page.Rect{X1: 108, Y1: 72}, 0, image.Point{}, 0},
		{"clipped", page.Rect{X1: 72, Y1: 72}, page.Rect{X1: 108, Y1: 72}, 1, image.Point{}, 0},
		{"stretched", page.Rect{X1: 108, Y1: 100}, page.Rect{X1: 108, Y1: 100}, 1, image.Point{}, 0},
	} {
		img, dpi := scanned(&page.Image{Box: c.box, Whole: c.whole, Orientation: c.orientation, MediaType: "image/png", Blob: udm.Bytes(b.Bytes())})
		if img == nil {
			img = image.NewGray(image.Rectangle{})
		}
		if img.Rect.Size() != c.size || dpi != c.dpi {
			t.Errorf("%s: %v at %v", c.name, img.Rect, dpi)
		}
	}
}
