package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// A typewritten page that was recognized is text, though other pages are set in another font, and its words that stand below each other
// are no table.
func TestRecognizedTypescript(t *testing.T) {
	plain := newPage()
	for i := range 30 {
		x, y := float32(72), 80+14*float32(i)
		for _, c := range fmt.Sprintf("Line %d of a page that is set in a font of many widths and is long enough to count.", i) {
			w := float32(5)
			if strings.ContainsRune("filt ", c) {
				w = 3
			}
			plain.Glyphs = append(plain.Glyphs, page.Glyph{Text: string(c), Box: page.Rect{X0: x, Y0: y - 8, X1: x + w, Y1: y + 2}, X: x, Y: y, Size: 10, Font: &page.Font{Weight: 400}, MCID: -1})
			x += w
		}
	}
	scan := newPage()
	scan.Index, scan.Engine = 1, "ocr"
	const pitch, size = 6, 10
	y := float32(100)
	for _, l := range []string{
		"Our Ref. 350/PJC/EAC", "",
		"Refer to Section 4 (Wheels, Tire, and Brakes) of the Two-place Manual,",
		"leave existing main gear tires and tubes, and install one 6.00X6 Type III",
		"clean tire and one 6.00X6 tube on each main landing gear wheel. Two (2)",
		"hard cotter pins are provided with this kit for safteying the axle nuts."} {
		at := 0
		for _, w := range strings.Fields(l) {
			x := 100 + pitch*float32(at)
			g := page.Glyph{Text: w, Box: page.Rect{X0: x, X1: x + pitch*float32(len(w)) - 1, Y0: y - .8*size, Y1: y + .2*size}, X: x, Y: y, Size: size, MCID: -1,
				Font: &page.Font{Weight: 400, Ascent: .8, Descent: -.2, Mono: true}, Confidence: 95}
			blank := g
			blank.Text, blank.X, blank.Box.X0 = " ", g.Box.X1, g.Box.X1
			scan.Glyphs = append(scan.Glyphs, g, blank)
			at += len(w) + 1
		}
		y += 14
	}
	nodes := Build([]*Page{Analyze(plain, Options{}), Analyze(scan, Options{})}, &page.Info{}, Options{})
	got := nodes[1].Blocks
	if len(got) != 2 || got[1].Category != udm.NarrativeText {
		t.Fatalf("got\n%s", dump(got))
	}
	for _, b := range got {
		if b.Category == udm.CodeSnippet || len(b.A().Emphasis) > 0 {
			t.Errorf("got\n%s%+v", dump(got), b.A())
		}
	}
}
