package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// spread puts words on a line from x0 to x1, the blanks between them all equal.
func spread(p *page.Page, x0, x1, y float32, words ...string) {
	const size = 10
	letters := len(strings.Join(words, ""))
	blank := (x1 - x0 - .5*size*float32(letters)) / float32(max(1, len(words)-1))
	for _, w := range words {
		put(p, plain, size, x0, y, w)
		x0 += .5*size*float32(len(w)) + blank
	}
}

// Lines of a narrow justified column have wide blanks, few of them in some lines; they are text, in list items too.
func TestJustifiedColumn(t *testing.T) {
	p := newPage()
	y := float32(100)
	lines := func(x0 float32, text string) {
		for l := range strings.Lines(text) {
			spread(p, x0, 220, y, strings.Fields(l)...)
			y += 12
		}
	}
	lines(100, "when we were young they\nclosed the old mill\napproved in 1988\nmusicians moved\nas most of them do\n")
	put(p, plain, 10, 100, y, "today.")
	y += 24
	put(p, plain, 10, 100, y, "1.")
	lines(115, "The committee in\nquestion counts 1\nhundred and forty one\nquestions asked 2\n")
	put(p, plain, 10, 115, y, "here.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText when we were young they closed the old mill approved in 1988 musicians moved as most of them do today.
ListItem 0 "1." The committee in question counts 1 hundred and forty one questions asked 2 here.`)
}

// Rows of a table with equal blanks stay rows, though text as wide stands above.
func TestEqualColumns(t *testing.T) {
	p := newPage()
	for i, l := range []string{"the figures of the year are", "those that were given in it"} {
		spread(p, 100, 260, 100+12*float32(i), strings.Fields(l)...)
	}
	for i, l := range []string{"Place Count Share", "Brook 1,250 12.30", "Quays 8,400 40.25", "Mills 9,120 33.75"} {
		spread(p, 100, 260, 148+12*float32(i), strings.Fields(l)...)
	}
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, `Table ["Place" "Count" "Share"] ["Brook" "1,250" "12.30"] ["Quays" "8,400" "40.25"] ["Mills" "9,120" "33.75"]`) {
		t.Error(got)
	}
}

// Columns that are drawn one after the other are columns, though the bullets in one of them are drawn before all else.
func TestBulletsDrawnFirst(t *testing.T) {
	p := newPage()
	for i := range 4 {
		put(p, plain, 10, 320, 100+36*float32(i), "•")
	}
	for i := range 12 {
		spread(p, 100, 300, 100+12*float32(i), strings.Fields("a line of the left column of the page")...)
	}
	for i := range 12 {
		l := "of some item"
		if i%3 == 0 {
			l = "The beginning"
		}
		put(p, plain, 10, 332, 100+12*float32(i), l)
	}
	got := dump(Blocks(p, Options{}))
	if strings.Count(got, "a line of the left column of the page") != 12 || strings.Count(got, "The beginning of some item of some item\n") != 4 {
		t.Error(got)
	}
}

// A justified heading of two lines on a band of colour is no table.
func TestJustifiedBand(t *testing.T) {
	p := newPage()
	p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 95, Y0: 95, X1: 265, Y1: 138}, Color: 0xdddddd})
	at := float32(100)
	for _, w := range []string{"I.", "Survey", "of"} { // the blanks are 30 points wide
		put(p, heavyFont, 14, at, 112, w)
		at += 7*float32(len(w)) + 30
	}
	put(p, heavyFont, 14, 100, 130, "Wells")
	for i := range 8 {
		spread(p, 100, 260, 160+12*float32(i), strings.Fields("a line of the text that is below it")...)
	}
	if got := dump(Blocks(p, Options{})); !strings.HasPrefix(got, "Title h1 I. Survey of Wells\n") || strings.Contains(got, "Table") {
		t.Error(got)
	}
}

// Words of a title above two columns and of a foot below them that begin where the right column does say nothing of the columns.
func TestColumnsUnderTitle(t *testing.T) {
	p := newPage()
	put(p, heavyFont, 16, 216, 50, "The Tides of May") // the last word begins at 320, as the right column does
	put(p, heavyFont, 12, 248, 80, "A report by the pilots")
	for c := range 2 {
		for i := range 45 {
			l := "and the boats were tied up at the quay until"
			if i%9 == 4 {
				l = "they all went out with the tide of the day."
			}
			spread(p, 72+248*float32(c), 304+248*float32(c), 110+14*float32(i), strings.Fields(l)...)
		}
	}
	put(p, plain, 10, 295, 770, "Page 1")
	z := cutter{body: 10}
	ps := layers(p)[0].pieces
	z.cut(ps, nil, 0)
	columns := 0
	for _, zone := range z.zones {
		if len(zone.rows) == 45 && zone.box.W() < 240 {
			columns++
		}
	}
	if columns != 2 {
		t.Errorf("%d columns among %d zones", columns, len(z.zones))
	}
}

// The last lines of a text in columns, a few at the top of a page, are columns too: a running head far above says nothing, nor does a
// label that is drawn before all else.
func TestLastLinesInColumns(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 100, 40, "Draft")
	put(p, plain, 10, 480, 40, "2")
	put(p, plain, 10, 320, 80, "(3)")
	for i, l := range []string{"and the boats were tied up at the quay until", "they all went out with the tide of the day,", "all but one of them, he who had the watch,", "though he knew what was to come of it.", "So much of that."} {
		put(p, plain, 10, 72, 80+12*float32(i), l)
	}
	put(p, plain, 10, 340, 80, "The lamps were lit when they came home")
	put(p, plain, 10, 340, 92, "and put out again at dawn.")
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, "and the boats were tied up at the quay until they all went out with the tide of the day, all but one of them") || !strings.Contains(got, "The lamps were lit when they came home and put out again at dawn.") {
		t.Error(got)
	}
}
