package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// The numbers that count a page's lines are in none of its paragraphs.
func TestLineNumbers(t *testing.T) {
	const text = "The above matter came on for argument before the court of the harbour at one of the clock. All that was said there was written down by hand, " +
		"as it has been ever since the first of the masters had his say in the shed, and is kept in the book of the house. "
	p := newPage()
	end := wrap(p, plain, 12, 126, 480, 80, 24, strings.Repeat(text, 3))
	want := "Header"
	for i, y := 1, float32(80); y < end; i, y = i+1, y+24 {
		s := fmt.Sprint(i)
		set(p, plain, 12, 104-6*float32(len(s)), y, s)
		want += " " + s
	}
	check(t, dump(Blocks(p, Options{})), want+"\nNarrativeText "+strings.TrimSpace(strings.Repeat(text, 3)))
}

// The numbers of a list's or table's entries stay with them, and those of a listing on a page of text too.
func TestNumbersOfEntries(t *testing.T) {
	entries, listing := newPage(), newPage()
	for i := range 14 {
		s := fmt.Sprint(i + 1)
		set(entries, plain, 10, 100-5*float32(len(s)), 80+15*float32(i), s)
		set(entries, plain, 10, 130, 80+15*float32(i), "Boat of the north quay")
		set(listing, plain, 10, 100-5*float32(len(s)), 480+12*float32(i), s)
		set(listing, plain, 10, 130, 480+12*float32(i), "for all boats do count them one by one")
	}
	story(listing, 80, 30)
	for name, p := range map[string]*page.Page{"entries": entries, "listing": listing} {
		if got := dump(Blocks(p, Options{})); strings.Contains(got, "Header") {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}
