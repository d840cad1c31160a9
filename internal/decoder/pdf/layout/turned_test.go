package layout

import (
	"math"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// upwards puts text that is written from y upwards, with its baseline at x.
func upwards(p *page.Page, size, x, y float32, text string) {
	for _, r := range text {
		if r != ' ' {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x - .8*size, Y0: y - size/2, X1: x + .2*size, Y1: y}, X: x, Y: y, Size: size, Font: plain, Angle: 90, MCID: -1})
		}
		y -= size / 2
	}
}

// Heads of narrow columns are written upwards, in one line or two, and so are labels of rows.
func TestTurnedHeads(t *testing.T) {
	p := newPage()
	xs, ys := []float32{72, 92, 200, 240, 280}, []float32{100, 180, 200, 220}
	latticeAt(p, xs[1:], ys)
	rule(p, 72, 100, 92, 100)
	rule(p, 72, 180, 92, 180)
	rule(p, 72, 220, 92, 220)
	rule(p, 72, 100, 72, 220)
	rowsAt(p, 174, 20, []float32{97, 205, 245}, []string{"User action"}, []string{"Change the plan", "X", ""}, []string{"Clear the plan", "X", "X"})
	upwards(p, 10, 217, 175, "Security")
	upwards(p, 10, 229, 175, "officer")
	upwards(p, 10, 262, 175, "Others")
	upwards(p, 8, 84, 215, "Plans")
	check(t, dump(Blocks(p, Options{})), `Table ["" "User action" "Security officer" "Others"] ["Plans" "Change the plan" "X" ""] ["" "Clear the plan" "X" "X"]`)
	check(t, spansOf(p), "1 0 2 1")
}

// Words that are written aslant hold together, whatever the widths of their letters.
func TestSlantedWords(t *testing.T) {
	p := newPage()
	font := &page.Font{Name: "Times", Weight: 400, Ascent: .7, Descent: -.2}
	const size = 10
	sin := float32(math.Sqrt2 / 2)
	x, y := float32(100), float32(300)
	for _, r := range "Common words" {
		w := map[rune]float32{'C': .67, 'm': .78, 'o': .5, 'n': .5, 'w': .72, 'r': .33, 'd': .5, 's': .39, ' ': .25}[r] * size
		if r != ' ' {
			// From the baseline's ends, .2 em below and .7 em above it.
			box := page.Rect{X0: x - .7*size*sin, Y0: y - (w+.7*size)*sin, X1: x + (w+.2*size)*sin, Y1: y + .2*size*sin}
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: box, X: x, Y: y, Size: size, Font: font, Angle: 45, MCID: -1})
		}
		x, y = x+w*sin, y-w*sin
	}
	check(t, dump(Blocks(p, Options{})), "UncategorizedText Common words")
}

// A large word aslant over the text of all pages is no part of it.
func TestWatermark(t *testing.T) {
	var pages []*Page
	for i := range 2 {
		p := newPage()
		p.Index = i
		for k := range 20 {
			put(p, plain, 10, 72, 80+14*float32(k), "All boats that come in are written down in a book by the harbour master,")
		}
		x, y := float32(150), float32(300)
		for _, r := range "DRAFT" {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x - 30, Y0: y - 60, X1: x + 40, Y1: y + 10}, X: x, Y: y, Size: 60, Font: plain, Angle: 45, MCID: -1})
			x, y = x+25, y-25
		}
		pages = append(pages, Analyze(p, Options{}))
	}
	for _, n := range Build(pages, &page.Info{}, Options{}) {
		if last := n.Blocks[len(n.Blocks)-1]; last.Category != udm.Header || last.Text != "DRAFT" {
			t.Errorf("%s %q", last.Category, last.Text)
		}
	}
}
