package layout

import (
	"strings"
	"testing"
)

// Entries of a list of contents stand for themselves: they are no headings, tables or captions, and two lines of one are one entry.
func TestContents(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 16, 72, 60, "Contents")
	for i, s := range []string{"1 Winds" + strings.Repeat(".", 40) + "3", "1.1 Winds that blow from the land, and those that", "come over the sea" + strings.Repeat(".", 30) + "4",
		"Winds of the night ...5", "Figure 2: The wind at noon" + strings.Repeat(" .", 20) + " 6"} {
		set(p, plain, 10, 72, 90+12*float32(i), s)
	}
	for i, s := range []string{"2 Tides", "3 Boats of the harbour", "4 Oars"} {
		set(p, heavyFont, 12, 72, 170+24*float32(i), s)
		set(p, heavyFont, 12, 400, 170+24*float32(i), []string{"7", "8", "9"}[i])
	}
	want := `Title h1 Contents
UncategorizedText 1 Winds........................................3
UncategorizedText 1.1 Winds that blow from the land, and those that come over the sea..............................4
UncategorizedText Winds of the night ...5
UncategorizedText Figure 2: The wind at noon . . . . . . . . . . . . . . . . . . . . 6
UncategorizedText 2 Tides 7
UncategorizedText 3 Boats of the harbour 8
UncategorizedText 4 Oars 9
`
	check(t, dump(Blocks(p, Options{})), want)
}

// The columns of a list of contents may be no more than a blank apart, and a line under each entry shows a link, not a table.
func TestContentsColumns(t *testing.T) {
	p := newPage()
	var want string
	for side := range 2 {
		for i := range 8 {
			x, y := 72+170*float32(side), 80+14*float32(i)
			s := strings.Repeat(string(rune('a'+i)), 4) + strings.Repeat(".", 23) + string(rune('1'+i))
			if side == 1 && i%3 == 0 {
				s = strings.Repeat(string(rune('A'+i)), 6) + strings.Repeat(".", 23) + "99"
				x -= 28
			}
			put(p, plain, 10, x, y, s)
			rule(p, x, y+2, x+5*float32(len(s)), y+2)
			want += "UncategorizedText " + s + "\n"
		}
	}
	check(t, dump(Blocks(p, Options{})), want)
}
