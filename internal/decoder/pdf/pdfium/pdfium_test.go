package pdfium

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/source"
)

func open(t *testing.T, b []byte) *Document {
	t.Helper()
	d, err := Open(context.Background(), source.Bytes(b), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// sample is a page of 612 × 792 points with a line of text and a black square.
func sample() []byte {
	return costest.Page(costest.Helvetica, "BT /F1 20 Tf 72 700 Td (Harbour dues) Tj ET 100 100 100 100 re f").Table()
}

func TestPage(t *testing.T) {
	d := open(t, sample())
	if d.NumPages() != 1 {
		t.Fatalf("%d pages", d.NumPages())
	}
	p, err := d.Page(0)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, g := range p.Glyphs {
		text.WriteString(g.Text)
	}
	if text.String() != "Harbour dues" || p.Width != 612 || p.Height != 792 || p.Engine != "pdfium" {
		t.Errorf("%q on %v × %v, read with %s", text.String(), p.Width, p.Height, p.Engine)
	}
	if g := p.Glyphs[0]; g.X < 71.9 || g.X > 72.1 || g.Y < 91.9 || g.Y > 92.1 || g.Size != 20 {
		t.Errorf("the first glyph is %+v", g)
	}
	if want := (page.Rect{X0: 100, Y0: 592, X1: 200, Y1: 692}); len(p.Fills) != 1 || p.Fills[0].Box != want {
		t.Errorf("areas %+v, want %v", p.Fills, want)
	}
}

func TestRender(t *testing.T) {
	d := open(t, sample())
	for dpi, want := range map[float64][2]int{72: {612, 792}, 144: {1224, 1584}, 3000: {6182, 8000}} { // bounded
		img, err := d.Render(0, dpi)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{img.Rect.Dx(), img.Rect.Dy()}; got != want {
			t.Errorf("%v dots to the inch: %v, want %v", dpi, got, want)
		}
		x, y := 150*want[0]/612, 642*want[1]/792
		if img.GrayAt(x, y).Y != 0 || img.GrayAt(5, 5).Y != 255 {
			t.Errorf("%v dots to the inch: the square is %d, the ground %d", dpi, img.GrayAt(x, y).Y, img.GrayAt(5, 5).Y)
		}
	}
	img, err := d.RenderColor(0, 72)
	if err != nil || img.Bounds().Dx() != 612 {
		t.Errorf("in colour: %v", err)
	}
}

// A document of many pages is opened again now and then; its pages stay the same.
func TestManyPages(t *testing.T) {
	d := open(t, sample())
	first := d.doc
	for range 40 {
		p, err := d.Page(0)
		if err != nil || len(p.Glyphs) != len("Harbour dues") {
			t.Fatalf("%d glyphs, %v", len(p.Glyphs), err)
		}
	}
	if d.doc == first {
		t.Error("the document was never opened again")
	}
}

// A page that is not there, and a document that was closed, are errors.
func TestNoPage(t *testing.T) {
	d := open(t, sample())
	for _, i := range []int{1, -1, 1 << 30} {
		if p, err := d.Page(i); err == nil {
			t.Errorf("page %d has %d glyphs", i, len(p.Glyphs))
		}
		if _, err := d.Render(i, 72); err == nil {
			t.Errorf("page %d is drawn", i)
		}
	}
	d.Close()
	if _, err := d.Page(0); err == nil {
		t.Error("a page of a closed document is read")
	}
}

func TestBroken(t *testing.T) {
	for name, b := range map[string]string{"empty": "", "text": "no PDF at all", "cut off": string(sample()[:60])} {
		d, err := Open(context.Background(), source.Bytes([]byte(b)), nil)
		if err == nil {
			d.Close()
			t.Errorf("%s: opened", name)
		} else if errors.Is(err, ErrPassword) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
