package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// ruled sets a table with lines above and below its head and at its foot; an empty text leaves a place free.
func ruled(p *page.Page, y float32, xs []float32, head [][]string, rows [][]string, pitch func(i int) float32) {
	line := func(y float32) {
		p.Rules = append(p.Rules, page.Rule{X0: xs[0] - 5, Y0: y, X1: xs[len(xs)-1] + 60, Y1: y, Width: 1})
	}
	line(y)
	for _, row := range head {
		y += 13
		for c, s := range row {
			put(p, heavyFont, 10, xs[c], y, s)
		}
	}
	y += 5
	line(y)
	for i, row := range rows {
		y += pitch(i)
		for c, s := range row {
			put(p, plain, 10, xs[c], y, s)
		}
	}
	line(y + 6)
}

// A heading in the upper line alone shows that the one over the second column stands over all those of the lower line.
func TestStaggeredHead(t *testing.T) {
	p := newPage()
	ruled(p, 100, []float32{100, 200, 280, 360}, [][]string{{"Place", "Season"}, {"", "Jan", "Feb", "Mar"}},
		[][]string{{"Brook", "12.1", "482", "3.5"}, {"Quays", "8.4", "77", "12.5"}, {"Mills", "9.1", "61", "8.25"}},
		func(int) float32 { return 18 })
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, `Table ["Place" "Season" "" ""] ["" "Jan" "Feb" "Mar"] ["Brook" "12.1" "482" "3.5"]`) {
		t.Error(got)
	}
}

// A second line in the first column alone, closer to its row than rows are to each other, belongs to it where it found no room beside it.
func TestWrappedLabel(t *testing.T) {
	p := newPage()
	ruled(p, 100, []float32{100, 200, 280}, [][]string{{"Place", "Count", "Share"}},
		[][]string{{"the Lower", "8.4", "77"}, {"Marshes"}, {"Mills", "9.1", "61"}, {"Quays", "7.3", "58"}},
		func(i int) float32 {
			if i == 1 {
				return 12
			}
			return 15
		})
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, `["the Lower Marshes" "8.4" "77"] ["Mills" "9.1" "61"]`) {
		t.Error(got)
	}
}
