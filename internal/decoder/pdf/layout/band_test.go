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

// A table begins below the heading that stands between its first line and one of the letter's head.
func TestHeadingBetweenLines(t *testing.T) {
	p := newPage()
	for _, y := range []float32{60, 300, 320, 340, 360, 780} {
		rule(p, 72, y, 500, y)
	}
	rowsAt(p, 80, 13, []float32{72, 360}, []string{"Azure Interior", "Mitchell Adams"}, []string{"4557 Silver Street", "215 Vine Street"}, []string{"Fremont", "Scranton"})
	put(p, plain, 18, 72, 270, "Invoice 2023")
	rowsAt(p, 314, 20, []float32{72, 300, 420}, []string{"Item", "Pieces", "Price"}, []string{"Wax", "4", "42.00"}, []string{"Oil", "1", "70.00"})
	put(p, plain, 10, 72, 420, "Please pay within a month.")
	put(p, plain, 10, 72, 795, "Azure Interior, Fremont")
	check(t, tablesOf(p), `Table ["Item" "Pieces" "Price"] ["Wax" "4" "42.00"] ["Oil" "1" "70.00"]`)
}

// A line below a table's head is crossed by no gap between columns of text.
func TestLineBelowHead(t *testing.T) {
	p := newPage()
	rowsAt(p, 100, 14, []float32{72, 330}, []string{"Harbour office", "Mitchell Adams"}, []string{"4557 Silver Street", "215 Vine Street"}, []string{"Fremont", "Scranton"}, []string{"Tower Hill", "Lower Town"})
	rowsAt(p, 200, 16, []float32{72, 330, 400, 460},
		[]string{"Description", "Pieces", "Price", "Amount"},
		[]string{"Wages of the watch", "12", "10.00", "120.00"},
		[]string{"with all extra hours"},
		[]string{"of the last month"},
		[]string{"Lamp oil", "5", "1.50", "7.50"},
		[]string{"Sum", "", "", "127.50"})
	rule(p, 72, 205, 500, 205)
	got := dump(Blocks(p, Options{}))
	if want := `["Description" "Pieces" "Price" "Amount"]`; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwithout %s", got, want)
	}
}

// Figures in a table may be ranges, which are no two columns.
func TestRanges(t *testing.T) {
	p := newPage()
	for _, y := range []float32{100, 120, 165} {
		rule(p, 72, y, 400, y)
	}
	at := []float32{80, 180, 280}
	rowsAt(p, 114, 1, at, []string{"Wax", "Week", "Year"})
	for i, row := range [][]string{{"Iowa", "1.35", "1.42", "1.27", "1.35"}, {"Ohio", "1.38", "1.48", "1.28", "1.35"}, {"Utah", "1.38", "1.40", "1.27", "1.36"}} {
		y := 134 + 13*float32(i)
		put(p, plain, 10, at[0], y, row[0])
		for c := range 2 {
			x := at[c+1]
			put(p, plain, 10, x, y, row[1+2*c])
			put(p, plain, 10, x+24, y, "-")
			put(p, plain, 10, x+33, y, row[2+2*c])
		}
	}
	check(t, tablesOf(p), `Table ["Wax" "Week" "Year"] ["Iowa" "1.35 - 1.42" "1.27 - 1.35"] ["Ohio" "1.38 - 1.48" "1.28 - 1.35"] ["Utah" "1.38 - 1.40" "1.27 - 1.36"]`)
}

// A chart in the frame of a table leaves the table's rows alone.
func TestChartInFrame(t *testing.T) {
	p := newPage()
	rule(p, 72, 100, 532, 100)
	rule(p, 72, 100, 72, 220)
	rule(p, 532, 100, 532, 220)
	for i := range 9 {
		rule(p, 370+15*float32(i), 100, 370+15*float32(i), 112)
	}
	for i := range 6 {
		rule(p, 72, 120+20*float32(i), 350, 120+20*float32(i))
	}
	rowsAt(p, 114, 20, []float32{80, 180, 280}, []string{"Town", "Week", "Year"}, []string{"Iowa", "1.35", "1.27"}, []string{"Ohio", "1.38", "1.28"}, []string{"Utah", "1.36", "1.29"}, []string{"Ryde", "1.31", "1.21"}, []string{"Yarm", "1.30", "1.25"})
	for i := range 8 {
		x := 400 + 12*float32(i)
		p.Sketches = append(p.Sketches, page.Rect{X0: x, Y0: 120 + 8*float32(i%3), X1: x + 20, Y1: 190})
	}
	for i := range 4 {
		rule(p, 390, 130+20*float32(i), 510, 130+20*float32(i))
		put(p, plain, 8, 365, 133+20*float32(i), fmt.Sprint(40-10*i))
	}
	check(t, tablesOf(p), `Table ["Town" "Week" "Year"] ["Iowa" "1.35" "1.27"] ["Ohio" "1.38" "1.28"] ["Utah" "1.36" "1.29"] ["Ryde" "1.31" "1.21"] ["Yarm" "1.30" "1.25"]`)
}

// A cell's text goes on with a line that is longer than its column is wide, or with a date.
func TestWrappedCells(t *testing.T) {
	for _, more := range []string{"Fare of a clerk from Bury to Oban and on to Cardenden", "01.05.14-31.05.14"} {
		p := newPage()
		for _, y := range []float32{100, 120, 172} {
			rule(p, 72, y, 400, y)
		}
		for _, x := range []float32{72, 150, 340, 400} {
			rule(p, x, 100, x, 120)
		}
		at := []float32{80, 160, 365}
		rowsAt(p, 114, 1, at, []string{"Number", "Purpose", "Amount"})
		for i := range 2 {
			y := 133 + 25*float32(i)
			rowsAt(p, y, 12, at, []string{fmt.Sprintf("DH%d", i), "Transport", fmt.Sprintf("92%d.6", i)})
			typeset(p, -1, 160, y+12, more)
		}
		check(t, tablesOf(p), fmt.Sprintf(`Table ["Number" "Purpose" "Amount"] ["DH0" "Transport %s" "920.6"] ["DH1" "Transport %[1]s" "921.6"]`, more))
	}
}

// The dots of leaders that are set apart are no cells, nor part of one.
func TestDotsInCells(t *testing.T) {
	p := newPage()
	latticeAt(p, []float32{72, 100, 330, 400}, []float32{100, 120, 140, 160})
	for i, row := range [][]string{{"7", "Wages and tips", "7a"}, {"8", "Interest", "8a"}, {"9", "Dividends of all kinds", "9a"}} {
		y := 114 + 20*float32(i)
		rowsAt(p, y, 1, []float32{78, 105, 340}, row)
		for x := float32(230); x < 325; x += 14 {
			put(p, plain, 10, x, y, ".")
		}
	}
	check(t, tablesOf(p), `Table ["7" "Wages and tips" "7a"] ["8" "Interest" "8a"] ["9" "Dividends of all kinds" "9a"]`)
}

// A bold head of several lines is one, however few rows follow.
func TestTallHead(t *testing.T) {
	p := newPage()
	linesAt(p, 100, 142, 165)
	for i, row := range [][]string{{"Pos", "Item", "Price"}, {"", "", "without"}, {"", "", "tax"}} {
		for c, s := range row {
			put(p, heavyFont, 10, []float32{75, 150, 300}[c], 112+12*float32(i), s)
		}
	}
	rowsAt(p, 156, 12, []float32{75, 150, 300}, []string{"7", "Lamp oil", "3,89"})
	check(t, tablesOf(p), `Table ["Pos" "Item" "Price without tax"] ["7" "Lamp oil" "3,89"]`)
}
