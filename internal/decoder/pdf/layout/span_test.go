package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// spansOf returns the merged cells of a page's tables.
func spansOf(p *page.Page) string {
	var out []string
	for _, b := range Blocks(p, Options{}) {
		if b.Table != nil {
			for _, m := range b.Table.Merged {
				out = append(out, fmt.Sprint(m.Row, m.Col, m.RowSpan, m.ColSpan))
			}
		}
	}
	return strings.Join(out, " | ")
}

// linesAt draws lines from 72 to 400.
func linesAt(p *page.Page, ys ...float32) {
	for _, y := range ys {
		rule(p, 72, y, 400, y)
	}
}

// A label between two rows, or beside the middle one of three, stands for all of them.
func TestLabelsOfRows(t *testing.T) {
	at := []float32{110, 200, 300}
	p := newPage()
	linesAt(p, 100, 120, 153, 186)
	rowsAt(p, 114, 1, []float32{75, 110, 200, 300}, []string{"Sim", "Loss", "Top 5", "Top 9"})
	for i, s := range []string{"DP", "L2"} {
		y := 133 + 33*float32(i)
		rowsAt(p, y, 13, at, []string{"NLL", "44.9", "66.8"}, []string{"Triplet", "41.6", "65.0"})
		put(p, plain, 10, 75, y+6.5, s)
	}
	check(t, tablesOf(p), `Table ["Sim" "Loss" "Top 5" "Top 9"] ["DP" "NLL" "44.9" "66.8"] ["" "Triplet" "41.6" "65.0"] ["L2" "NLL" "44.9" "66.8"] ["" "Triplet" "41.6" "65.0"]`)
	check(t, spansOf(p), "1 0 2 1 | 3 0 2 1")

	p = newPage()
	linesAt(p, 100, 120, 163, 206)
	rowsAt(p, 114, 1, []float32{75, 110, 200, 300}, []string{"Set", "Loss", "Top 5", "Top 9"})
	for i, s := range []string{"Own", "All"} {
		rowsAt(p, 132+43*float32(i), 13, []float32{75, 110, 200, 300}, []string{"", "NLL", "44.9", "66.8"}, []string{s, "Triplet", "41.6", "65.0"}, []string{"", "Both", "40.6", "61.0"})
	}
	check(t, spansOf(p), "1 0 3 1 | 4 0 3 1")
}

// Headings over the middle of as many columns each stand over them.
func TestHeadingsOverGroups(t *testing.T) {
	p := newPage()
	linesAt(p, 100, 135, 180)
	at := []float32{80, 150, 190, 230, 270, 310, 350}
	rowsAt(p, 114, 1, []float32{188, 308}, []string{"Men", "All"})
	rowsAt(p, 128, 18, at, []string{"", "NQ", "WQ", "TR", "NQ", "WQ", "TR"}, []string{"None", "59", "66", "55", "73", "76", "71"}, []string{"One", "58", "65", "54", "72", "75", "70"})
	check(t, spansOf(p), "0 0 2 1 | 0 1 1 3 | 0 4 1 3")
}

// The words at the top of groups of rows stand for all of their rows; with figures beside them that have none in some
// rows, nothing tells.
func TestGroupsOfRows(t *testing.T) {
	rows := [][]string{{"Group", "Place", "Visitors"}, {"Islands", "Ryde", "204"}, {"", "Cowes", "372"}, {"Hills", "Yarm", "758"}, {"", "Selby", "205"}, {"", "Kelso", "375"}}
	for _, full := range []bool{true, false} {
		p := newPage()
		linesAt(p, 100, 120, 195)
		want := "1 0 2 1 | 3 0 3 1"
		if !full {
			rows[3][2], want = "", ""
		}
		rowsAt(p, 114, 14, []float32{80, 200, 320}, rows...)
		check(t, spansOf(p), want)
	}
}

// Words in the middle of the columns of figures, alone in their row, are a cell over these.
func TestHeadingOverFigures(t *testing.T) {
	p := newPage()
	linesAt(p, 100, 120, 190)
	at := []float32{80, 170, 230, 290, 350}
	rowsAt(p, 114, 1, at, []string{"Source", "2007", "2008", "2009", "2010"})
	for i, s := range []string{"Number of boats", "Share of boats in percent"} {
		y := 134 + 28*float32(i)
		put(p, plain, 10, 270-2.5*float32(len(s)), y, s)
		rowsAt(p, y+14, 1, at, []string{"Ryde", "0.4", "0.7", "0.8", "1.1"})
	}
	check(t, spansOf(p), "1 1 1 4 | 3 1 1 4")
}

// Labels go on where they hang and had no room, and with words in brackets; what stands out to the left is a heading.
func TestWrappedLabels(t *testing.T) {
	p := newPage()
	linesAt(p, 100, 120, 202)
	rowsAt(p, 114, 1, []float32{75, 200, 300}, []string{"People", "Number", "Share"})
	at := []float32{80, 200, 300}
	rowsAt(p, 133, 12, at, []string{"White, not Hispanic", "78,744", "4.0"}, []string{"Indian and Alaska", "707", "7.2"})
	put(p, plain, 10, 83, 157, "Native")
	put(p, plain, 10, 75, 169, "Trades")
	rowsAt(p, 181, 12, at, []string{"Office for the boats"}, []string{"(Harbour)", "12", "0.1"})
	check(t, tablesOf(p), `Table ["People" "Number" "Share"] ["White, not Hispanic" "78,744" "4.0"] ["Indian and Alaska Native" "707" "7.2"] ["Trades" "" ""] ["Office for the boats (Harbour)" "12" "0.1"]`)
}

// A caption between two tables that nothing but white space shows parts them.
func TestCaptionBetween(t *testing.T) {
	p := newPage()
	at := []float32{80, 170, 230, 290}
	rowsAt(p, 100, 12, at, []string{"Place", "2007", "2008", "2009"}, []string{"Ryde", "0.4", "0.7", "0.8"}, []string{"Yarm", "0.5", "0.6", "0.9"})
	put(p, plain, 10, 80, 138, "tABLE 4. Deaths of the last years in the same places, by year")
	rowsAt(p, 152, 12, at, []string{"Place", "2010", "2011", "2012"}, []string{"Ryde", "1.4", "1.7", "1.8"}, []string{"Yarm", "1.5", "1.6", "1.9"})
	check(t, strings.ReplaceAll(tablesOf(p), " \n", "\n"), `Table ["Place" "2007" "2008" "2009"] ["Ryde" "0.4" "0.7" "0.8"] ["Yarm" "0.5" "0.6" "0.9"]
Table ["Place" "2010" "2011" "2012"] ["Ryde" "1.4" "1.7" "1.8"] ["Yarm" "1.5" "1.6" "1.9"]`)
}

// A bold head may stand farther above the rows of a table that nothing but white space shows than these from each other.
func TestHeadFarAbove(t *testing.T) {
	for _, bold := range []bool{true, false} {
		p := newPage()
		at := []float32{80, 140, 220}
		for c, s := range []string{"Line", "Position", "Meaning"} {
			f := plain
			if bold {
				f = heavyFont
			}
			put(p, f, 10, at[c], 100, s)
		}
		rowsAt(p, 138, 14, at, []string{"1", "01-05", "Code"}, []string{"2", "06", "Sign"}, []string{"3", "07-09", "Day"})
		want := `Table ["1" "01-05" "Code"] ["2" "06" "Sign"] ["3" "07-09" "Day"]`
		if bold {
			want = `Table ["Line" "Position" "Meaning"] ["1" "01-05" "Code"] ["2" "06" "Sign"] ["3" "07-09" "Day"]`
		}
		check(t, tablesOf(p), want)
	}
}
