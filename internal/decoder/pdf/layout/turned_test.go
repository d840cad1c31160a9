package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
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
