package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// latticeAt draws the lines of a table at the places given.
func latticeAt(p *page.Page, xs, ys []float32) {
	for _, y := range ys {
		rule(p, xs[0], y, xs[len(xs)-1], y)
	}
	for _, x := range xs {
		rule(p, x, ys[0], x, ys[len(ys)-1])
	}
}

// Lines of text that stand farther from each other than those of a cell are rows, though no line parts them.
func TestRowsSetApart(t *testing.T) {
	p := newPage()
	latticeAt(p, []float32{100, 250, 350, 450}, []float32{100, 120, 240})
	rowsAt(p, 113, 26, []float32{105, 255, 355}, []string{"Item", "Pieces", "Price"}, []string{"lamp oil", "", "45,93"}, []string{"Rope", "1", "0,75"}, []string{"Tar", "3", "3,50"}, []string{"", "Sum", "50,18"})
	check(t, tablesOf(p), `Table ["Item" "Pieces" "Price"] ["lamp oil" "" "45,93"] ["Rope" "1" "0,75"] ["Tar" "3" "3,50"] ["" "Sum" "50,18"]`)
}

// So are many lines in several columns between two lines; a text of as many lines with one word beside it is a cell.
func TestManyRowsInBand(t *testing.T) {
	xs, ys := []float32{100, 220, 340, 460}, []float32{100, 120, 330}
	for _, text := range []bool{false, true} {
		p := newPage()
		latticeAt(p, xs, ys)
		rowsAt(p, 114, 1, []float32{105, 225, 345}, []string{"Ward", "Votes", "Lost"})
		want := `Table ["Ward" "Votes" "Lost"]`
		var all []string
		for i := range 14 {
			s := fmt.Sprintf("Candidate %c", 'A'+i)
			y := 135 + 13*float32(i)
			put(p, plain, 10, 105, y, s)
			all = append(all, s)
			switch {
			case text && i == 0:
				rowsAt(p, y, 1, []float32{225, 345}, []string{"All", "None"})
			case text:
			case i%2 == 0 || i == 3:
				put(p, plain, 10, 225, y, fmt.Sprint(40+i))
				want += fmt.Sprintf(` ["%s" "%d" ""]`, s, 40+i)
			case i == 1:
				put(p, plain, 10, 345, y, "7")
				want += fmt.Sprintf(` ["%s" "" "7"]`, s)
			default:
				want += fmt.Sprintf(` ["%s" "" ""]`, s)
			}
		}
		if text {
			want += fmt.Sprintf(` ["%s" "All" "None"]`, strings.Join(all, " "))
		}
		check(t, tablesOf(p), want)
	}
}
