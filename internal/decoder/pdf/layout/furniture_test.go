package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// story sets lines of text from y on.
func story(p *page.Page, y float32, lines int) {
	for k := range lines {
		set(p, plain, 10, 72, y+12*float32(k), fmt.Sprintf("line %d of the page tells of boats and of ropes and of the oars that are lost in the mist of the morning", k))
	}
}

// furnitureOf returns the running heads and feet of a document of pages, in order.
func furnitureOf(pages ...*page.Page) string {
	var ps []*Page
	for i, p := range pages {
		p.Index = i
		ps = append(ps, Analyze(p, Options{}))
	}
	var out []string
	for _, n := range Build(ps, &page.Info{}, Options{}) {
		for _, b := range n.Blocks {
			if b.Category == udm.Header || b.Category == udm.Footer {
				out = append(out, fmt.Sprint(b.Category, " ", b.Text))
			}
		}
	}
	return strings.Join(out, "\n")
}

func TestLoneFeet(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(p *page.Page)
		want string
	}{
		{"left, middle and right", func(p *page.Page) {
			story(p, 100, 48)
			for i, s := range []string{"Revision: 2.4", "P/N 119", "10 June 2019"} {
				set(p, plain, 11, 72+180*float32(i), 690, s)
			}
		}, "Footer Revision: 2.4\nFooter P/N 119\nFooter 10 June 2019"},
		{"a number below a short text", func(p *page.Page) {
			story(p, 100, 30)
			set(p, plain, 10, 300, 500, "62")
		}, "Footer 62"},
		{"a number that belongs to the text", func(p *page.Page) {
			story(p, 100, 30)
			set(p, plain, 10, 300, 100+30*12, "62")
		}, ""},
		{"a title and a number", func(p *page.Page) {
			set(p, plain, 9, 200, 90, "Letters from the quay")
			set(p, plain, 9, 500, 90, "9")
			story(p, 112, 40)
		}, "Header Letters from the quay\nHeader 9"},
		{"a stamp in the side margin", func(p *page.Page) {
			story(p, 100, 30)
			for i, r := range "Taken from the archive" {
				y := 500 - 5*float32(i)
				if r != ' ' {
					p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: 10, Y0: y - 5, X1: 20, Y1: y}, X: 18, Y: y, Size: 10, Angle: 90, Font: plain, MCID: -1})
				}
			}
		}, "Header Taken from the archive"},
	} {
		p := newPage()
		c.draw(p)
		t.Run(c.name, func(t *testing.T) { check(t, furnitureOf(p), c.want) })
	}
}

// The left and right parts of a running head are blocks of their own.
func TestHeadParts(t *testing.T) {
	var pages []*page.Page
	for i := range 3 {
		p := newPage()
		set(p, plain, 9, 72, 40, "The boat house")
		set(p, plain, 9, 500, 40, fmt.Sprint(7+i))
		story(p, 100, 10)
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "Header The boat house\nHeader 7\nHeader The boat house\nHeader 8\nHeader The boat house\nHeader 9")
}

// The last line of a page's text is no foot, whatever number it begins with.
func TestNoFeet(t *testing.T) {
	var pages []*page.Page
	for i := range 4 {
		p := newPage()
		story(p, 100, 54)
		set(p, plain, 10, 72, 100+54*12, fmt.Sprintf("%d.2.8. The man on watch rings the bell when a boat comes in at night", i+1))
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "")
}

// A number at the foot of each page is a page number, also when it is the same one. A paragraph that each page begins
// with is none of their heads.
func TestSameOnAllPages(t *testing.T) {
	var pages []*page.Page
	for range 3 {
		p := newPage()
		set(p, plain, 9, 72, 40, "The boat house")
		wrap(p, plain, 10, 72, 520, 70, 12, "This rule is for boats of all kinds that come into the basin by day or by night, whoever owns them, and for all that they carry on board.")
		story(p, 120, 20)
		set(p, plain, 10, 300, 770, "1")
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "Header The boat house\nFooter 1\nHeader The boat house\nFooter 1\nHeader The boat house\nFooter 1")
}

// Left and right pages of a short document have heads of their own.
func TestFewPages(t *testing.T) {
	left, right := newPage(), newPage()
	set(left, plain, 9, 72, 80, "2")
	set(left, plain, 9, 110, 80, "Keeper of the boats")
	story(left, 104, 40)
	set(right, plain, 9, 300, 80, "Letters from the quay")
	set(right, plain, 9, 520, 80, "3")
	story(right, 104, 40)
	check(t, furnitureOf(left, right), "Header 2\nHeader Keeper of the boats\nHeader Letters from the quay\nHeader 3")
}

// A head comes in front of its page's text and a foot behind it, in whichever column they stand.
func TestHeadsFirst(t *testing.T) {
	var pages []*Page
	for i := range 2 {
		p := newPage()
		p.Index = i
		for k := range 20 {
			y := 80 + 12*float32(k)
			set(p, plain, 10, 50, y, fmt.Sprintf("left line %d of the tale of boats and of oars", k))
			set(p, plain, 10, 320, y, fmt.Sprintf("right line %d of the tale of boats and of oars", k))
		}
		set(p, plain, 9, 400, 40, "The boat house")
		set(p, plain, 9, 50, 780, "Printed in Ryde")
		pages = append(pages, Analyze(p, Options{}))
	}
	for _, n := range Build(pages, &page.Info{}, Options{}) {
		if first, last := n.Blocks[0].Text, n.Blocks[len(n.Blocks)-1].Text; first != "The boat house" || last != "Printed in Ryde" {
			t.Errorf("a page begins with %q and ends with %q", first, last)
		}
	}
}

// A heading whose number happens to be the page's is no running head, nor is the line of text that begins beside it.
func TestNumberedHeadings(t *testing.T) {
	var pages []*page.Page
	for i := range 4 {
		p := newPage()
		set(p, plain, 9, 72, 40, "The boat house")
		set(p, heavyFont, 13, 72, 100, fmt.Sprint(i+1, " ", []string{"Boats", "Oars and ropes", "Of the night watch", "Dues"}[i]))
		story(p, 124, 40)
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), strings.Repeat("Header The boat house\n", 4))
}

// Text in the margins of a drawing or card is what it shows.
func TestTurnedOnCard(t *testing.T) {
	p := newPage()
	story(p, 300, 3)
	for i, r := range "Sub-region" {
		y := 500 - 5*float32(i)
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: 10, Y0: y - 5, X1: 20, Y1: y}, X: 18, Y: y, Size: 10, Angle: 90, Font: plain, MCID: -1})
	}
	check(t, furnitureOf(p), "")
}

// Heads that give the chapter or section are found though each page has another one.
func TestTitlesAsHeads(t *testing.T) {
	var pages []*page.Page
	for i, s := range []string{"1 Of winds", "", "2 Of tides", ""} {
		p := newPage()
		y := float32(100)
		if s != "" {
			set(p, heavyFont, 14, 72, 100, s)
			y = 130
		} else {
			set(p, plain, 9, 72, 60, []string{"1 Of winds", "2 Of tides"}[i/2])
		}
		story(p, y, 45)
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "Header 1 Of winds\nHeader 2 Of tides")
}

// A foot that stands where those of other pages do is one too, whatever its text and number are.
func TestFeetByPlace(t *testing.T) {
	var pages []*page.Page
	want := ""
	for i := range 6 {
		p := newPage()
		story(p, 100, 40)
		foot := fmt.Sprint(i+1, " The boat house")
		if i == 5 {
			foot = "124 Letters from the quay"
		}
		set(p, plain, 9, 72, 770, foot)
		want += "Footer " + foot + "\n"
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), want)
}

// A line that two of many pages begin with where the others' text begins is of the text.
func TestTextAtTop(t *testing.T) {
	var pages []*page.Page
	for i := range 16 {
		p := newPage()
		if i == 4 || i == 9 {
			set(p, plain, 10, 72, 80, "From a letter")
			story(p, 104, 40)
		} else {
			story(p, 80, 42)
		}
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "")
}

// A foot under the columns of a page is not in one of them, however few they are.
func TestFootBelowColumns(t *testing.T) {
	p := newPage()
	for i := range 6 {
		y := 100 + 12*float32(i)
		set(p, plain, 10, 50, y, fmt.Sprintf("left line %d of the tale of boats and oars", i))
		set(p, plain, 10, 310, y, fmt.Sprintf("right line %d of the tale of boats and oars", i))
	}
	set(p, plain, 10, 120, 700, "Boats in the mist")
	if got := dump(Blocks(p, Options{})); strings.Index(got, "Boats in the mist") < strings.Index(got, "right line 5") {
		t.Errorf("got\n%s", got)
	}
}

// Entries of a list of contents are no running heads, though pages begin with the same text as later ones, and neither is
// a heading that a copy of the document far behind has at the same place.
func TestContentsAreNoHeads(t *testing.T) {
	var pages []*page.Page
	for i := range 90 {
		p := newPage()
		switch i {
		case 0, 1:
			set(p, plain, 10, 72, 80, "Of winds ........................ 6")
			set(p, plain, 10, 320, 80, "Of tides ........................ 9")
			set(p, plain, 10, 72, 92, "Of boats ........................ 7")
			set(p, plain, 10, 320, 92, "Of oars ......................... 9")
			set(p, plain, 10, 72, 104, "Of ropes ........................ 8")
			set(p, plain, 10, 320, 104, "Of sails ........................ 9")
		case 5, 85:
			set(p, heavyFont, 16, 200, 80, "Of winds")
		}
		story(p, 160, 14)
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "")
	got := dump(Blocks(pages[0], Options{}))
	if strings.Index(got, "Of tides") < strings.Index(got, "Of ropes") {
		t.Errorf("columns of contents are read across:\n%s", got)
	}
}

// Slides may have their titles in common with the next ones.
func TestSlideTitles(t *testing.T) {
	var pages []*page.Page
	for i, s := range []string{"Of winds", "Of winds", "Of tides", "Of lamps", "Of lamps", "Of oars"} {
		p := newPage()
		set(p, plain, 20, 200, 60, s)
		set(p, plain, 10, 100, 100, "What the harbour master says about it")
		story(p, 140+float32(i), 20)
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), "")
}

// A page may be the only one with its number, when the next has another foot.
func TestOwnNumber(t *testing.T) {
	sheet := func(foot string) *page.Page {
		p := newPage()
		story(p, 100, 40)
		set(p, plain, 10, 300, 740, foot)
		return p
	}
	if got, want := furnitureOf(sheet("1"), sheet("Turn over")), "Footer 1"; got != want {
		t.Errorf("feet %q, want %q", got, want)
	}
	if got := furnitureOf(sheet("Turn over"), sheet("7")); got != "" {
		t.Errorf("feet %q of another number", got)
	}
}

// The heads of small pages on large sheets are far from the sheets' edges.
func TestHeadsOnLargeSheets(t *testing.T) {
	var pages []*page.Page
	want := ""
	for range 4 {
		p := newPage()
		set(p, plain, 10, 150, 190, "Book of the harbour")
		story(p, 220, 20)
		pages = append(pages, p)
		want += "Header Book of the harbour\n"
	}
	check(t, furnitureOf(pages...), want)
}

// What is set in the size of the page number, which the text is not, is a running head; a title is larger still, or bold.
func TestSizeOfTheNumber(t *testing.T) {
	for _, c := range []struct {
		font       *page.Font
		size, foot float32
		want       string
	}{
		{plain, 12, 12, "Header Letters from the quay\nFooter Page 1"},
		{heavyFont, 12, 12, "Footer Page 1"},
		{plain, 14, 12, "Footer Page 1"},
		{plain, 10, 12, "Header Letters from the quay\nFooter Page 1"}, // as small as the text, in the margin
	} {
		p := newPage()
		set(p, c.font, c.size, 200, 40, "Letters from the quay")
		story(p, 120, 45)
		set(p, plain, c.foot, 280, 780, "Page 1")
		if got := furnitureOf(p); got != c.want {
			t.Errorf("%s of %v above a number of %v: got\n%s\nwant\n%s", c.font.Name, c.size, c.foot, got, c.want)
		}
	}
}

// A running head with the page number in its row is known by its title: on other pages the number may be a block of its own.
func TestNumberInTheRow(t *testing.T) {
	p := newPage()
	set(p, plain, 12, 72, 40, "Draft of 9 June 2015")
	set(p, plain, 12, 520, 40, "4")
	story(p, 110, 40)
	e := pageEdges(Analyze(p, Options{}), 3)[0]
	if e.key != "draft of # june ####" || e.nums[len(e.nums)-1] != 4 || !e.top || e.page != 3 {
		t.Errorf("%+v", e)
	}
}

// The number of the only page stands at the end of its running head, larger than the text and over another column.
func TestNumberOverColumn(t *testing.T) {
	p := newPage()
	set(p, plain, 12, 72, 40, "Annual Papers")
	set(p, plain, 12, 520, 40, "1")
	for c := range 2 {
		for k := range 12 {
			set(p, plain, 9, 72+240*float32(c), 90+12*float32(k), "the ropes and the oars that are kept by the")
		}
	}
	if got, want := furnitureOf(p), "Header Annual Papers\nHeader 1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
