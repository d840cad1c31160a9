package layout

import (
	"fmt"
	"strings"
	"testing"
)

// Headings in a column at the left stand in front of the text beside them, with the lines above their bold ones.
func TestSideHeads(t *testing.T) {
	p := newPage()
	y := float32(80)
	var want string
	for i, s := range [][]string{{"1.1", "Of the winds", "by night"}, {"1.2", "Of the tides"}, {"1.3", "Of the lamps on", "the long quay"}} {
		for k, l := range s {
			f := heavyFont
			if k == 0 {
				f = plain
			}
			set(p, f, 10, 72, y+12*float32(k), l)
		}
		want += "Title h2 " + strings.Join(s, " ") + "\n"
		text := bodySample
		if i == 1 {
			text = "None of them."
		}
		want += "NarrativeText " + text + "\n"
		y = max(wrap(p, plain, 10, 200, 540, y, 12, text), y+36) + 12
	}
	check(t, dump(Blocks(p, Options{})), strings.ReplaceAll(want, "h2", "h1"))
}

// The lines that part a page's head and foot from its text are none of a table's, nor do rows of the text go on beyond them.
func TestMargins(t *testing.T) {
	p := newPage()
	rule(p, 72, 30, 540, 30)
	set(p, plain, 10, 72, 44, "page 4")
	set(p, plain, 10, 200, 44, "2.3")
	set(p, plain, 10, 420, 44, "Of boats and of ropes")
	rule(p, 72, 50, 540, 50)
	var want string
	for i := range 42 {
		row := []string{fmt.Sprint(i/4 + 1), fmt.Sprintf("%d-%d", i*i%60+7, i*i%60+12), []string{"Sloop", "Lighter", "Barge", "Ferry"}[i%4]}
		rowsAt(p, 66+16*float32(i), 12, []float32{90, 180, 300}, row)
		want += fmt.Sprintf("%q ", row)
	}
	rule(p, 72, 745, 540, 745)
	rowsAt(p, 757, 12, []float32{72, 200, 400}, []string{"No. 28171", "Book of the harbour", "Part 2"})
	if got := tablesOf(p); !strings.Contains(got, strings.TrimSpace(want)) || strings.Contains(got, "page 4") || strings.Contains(got, "28171") {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Numbers of sections with their titles are a list of contents, an entry each, and no table.
func TestSectionNumbers(t *testing.T) {
	p := newPage()
	var want string
	for i, s := range []string{"2.3.59.1", "2.3.59.1.1", "2.3.59.2", "2.3.59-1", "2.3.59-2", "2.3.59-3"} {
		set(p, plain, 10, 72, 80+13*float32(i), s)
		set(p, plain, 10, 140, 80+13*float32(i), "Boats and Ropes")
		want += "UncategorizedText " + s + " Boats and Ropes\n"
	}
	check(t, dump(Blocks(p, Options{})), want)
}
