package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

const bodySample = "The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what " +
	"they carry. Boats without a name get one. At night a lamp burns at the end of the long quay, which is lit by the man who has the watch of " +
	"the night, and nobody else."

// smallCaps sets words in capitals, the first one of each larger than the rest.
func smallCaps(p *page.Page, f *page.Font, size, x, y float32, text string) {
	for word := range strings.FieldsSeq(text) {
		x = set(p, f, size, x, y, word[:1])
		x = set(p, f, .8*size, x, y, word[1:]) + .3*size
		if len(p.Glyphs) > 0 {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: " ", X: x, Y: y, Size: size, Font: f, MCID: -1})
		}
	}
}

// Small capitals are as large as the text that their large letters belong to.
func TestSmallCapitalHeadings(t *testing.T) {
	p := newPage()
	y := wrap(p, plain, 10, 72, 440, 80, 12, bodySample) + 10
	for _, s := range []string{"I. WINDS AND TIDES", "II. LAMPS", "III. THE LONG QUAY"} {
		smallCaps(p, plain, 10, 220, y, s)
		y = wrap(p, plain, 10, 72, 440, y+16, 12, bodySample) + 10
	}
	got := dump(Blocks(p, Options{}))
	for _, want := range []string{"Title h1 I. WINDS AND TIDES", "Title h1 II. LAMPS", "Title h1 III. THE LONG QUAY"} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Author and date under a title are no headings, the first section below them is one.
func TestFrontMatter(t *testing.T) {
	p := newPage()
	set(p, plain, 18, 200, 80, "Winds and Tides")
	set(p, plain, 14, 240, 110, "B. Rogers")
	set(p, plain, 14, 230, 130, "22 December 2001")
	set(p, plain, 14, 72, 170, "1 Winds")
	y := wrap(p, plain, 10, 72, 440, 190, 12, bodySample)
	set(p, plain, 14, 72, y+10, "2 Tides")
	wrap(p, plain, 10, 72, 440, y+30, 12, bodySample)
	got := dump(Blocks(p, Options{}))
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "Title") != (strings.Contains(line, "Winds") || strings.Contains(line, "Tides")) {
			t.Errorf("wrong kind: %s", line)
		}
	}
}

// A section of a usual name has the level of the sections it is set like.
func TestNamedSection(t *testing.T) {
	p := newPage()
	y := float32(80)
	for _, s := range []string{"Chapter 1", "Winds", "Summary", "Chapter 2", "Lamps", "Oil"} {
		f, size := heavyFont, float32(11)
		if strings.HasPrefix(s, "Chapter") {
			f, size = plain, 16
		}
		set(p, f, size, 72, y, s)
		y = wrap(p, plain, 10, 72, 440, y+18, 12, bodySample) + 14
	}
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, "Title h2 Summary\n") || !strings.Contains(got, "Title h2 Winds\n") || !strings.Contains(got, "Title h1 Chapter 2\n") {
		t.Errorf("got\n%s", got)
	}
}

// The line with a chapter's number belongs to the chapter's title, whichever of them is larger; to a section's it doesn't.
func TestChapterLines(t *testing.T) {
	p := newPage()
	y := wrap(p, plain, 10, 72, 440, 80, 12, bodySample) + 24
	set(p, heavyFont, 14, 72, y, "Chapter 2")
	set(p, heavyFont, 20, 72, y+40, "Lamps and Oil")
	y = wrap(p, plain, 10, 72, 440, y+64, 12, bodySample) + 24
	set(p, plain, 10, 72, y, "Chapter 3")
	set(p, heavyFont, 20, 72, y+40, "Quays")
	y = wrap(p, plain, 10, 72, 440, y+64, 12, bodySample) + 24
	set(p, heavyFont, 20, 72, y, "Chapter 4")
	set(p, heavyFont, 12, 72, y+24, "Dues")
	wrap(p, plain, 10, 72, 440, y+40, 12, bodySample)
	got := dump(Blocks(p, Options{}))
	for _, want := range []string{"Title h1 Chapter 2 Lamps and Oil\n", "Title h1 Chapter 3 Quays\n", "Title h1 Chapter 4\nTitle h2 Dues\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Headings with letters stand below those with Roman numbers, as in conference papers.
func TestNumberSchemes(t *testing.T) {
	p := newPage()
	slant := &page.Font{Name: "Times-Italic", Weight: 400, Italic: true}
	y := wrap(p, plain, 10, 72, 440, 80, 12, bodySample) + 14
	for i, s := range []string{"I. WINDS", "A. Local Winds", "II. LAMPS", "A. Oil", "B. Gas"} {
		f := plain
		if s[1] == '.' && i != 0 {
			f = slant
		}
		set(p, f, 10, 72, y, s)
		y = wrap(p, plain, 10, 72, 440, y+14, 12, bodySample) + 14
	}
	got := dump(Blocks(p, Options{}))
	for _, want := range []string{"Title h1 I. WINDS\n", "Title h2 A. Local Winds\n", "Title h1 II. LAMPS\n", "Title h2 B. Gas\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A typescript's bold lines are headings.
func TestTypescriptHeadings(t *testing.T) {
	p := newPage()
	y := float32(80)
	for _, s := range []string{"Winds", "Lamps"} {
		put(p, &page.Font{Name: "Courier-Bold", Weight: 700, Mono: true}, 10, 72, y, s)
		for _, l := range []string{"The harbour master keeps a book of all boats that come in, and writes down their names,", "where they come from and what they carry. Boats without a name get one by the master."} {
			y += 14
			put(p, &page.Font{Name: "Courier", Weight: 400, Mono: true}, 10, 72, y, l)
		}
		y += 30
	}
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Title h1 Winds\n") || !strings.Contains(got, "Title h1 Lamps\n") {
		t.Errorf("got\n%s", got)
	}
}

// Headings of one style that are numbered in another way within the sections of the first are below them; appendices are
// not.
func TestNestedNumbers(t *testing.T) {
	for _, c := range []struct {
		heads []string
		want  []int
	}{
		{[]string{"I. Winds", "A. Tides", "B. Lamps", "II. Boats", "A. Oars", "1) Rope", "2) Wire", "B. Sails", "III. Dues", "V. Quays"}, []int{1, 2, 2, 1, 2, 3, 3, 2, 1, 1}},
		{[]string{"1. Winds", "2. Tides", "3. Lamps", "A. Boats", "B. Oars"}, []int{1, 1, 1, 1, 1}},
		{[]string{"A. Winds", "B. Tides", "C. Lamps", "D. Boats", "H. Oars", "I. Rope", "J. Wire"}, []int{1, 1, 1, 1, 1, 1, 1}},
		{[]string{"Part 1", "1. Winds", "2. Tides", "Part 2", "1. Lamps", "2. Boats"}, []int{1, 2, 2, 1, 2, 2}},
	} {
		p := newPage()
		y := float32(60)
		for _, h := range c.heads {
			set(p, heavyFont, 10, 72, y, h)
			y = setLines(p, plain, 10, 72, y+14, 12, "The harbour master keeps a book of all boats that come in, and writes down their names, where", "they come from and what they carry.") + 12
		}
		var got []int
		for _, b := range Blocks(p, Options{}) {
			if l := b.HeadingLevel(); l > 0 {
				got = append(got, l)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: levels %v, want %v\n%s", c.heads, got, c.want, dump(Blocks(p, Options{})))
		}
	}
}

// Large signs of a formula and mail addresses are no headings.
func TestNotHeadings(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 18, 72, 60, "Winds and Tides")
	set(p, heavyFont, 10, 72, 90, "master@harbour.example")
	y := wrap(p, plain, 10, 72, 440, 120, 12, bodySample)
	set(p, &page.Font{Name: "CMEX10"}, 20, 200, y+20, "max(X{p")
	wrap(p, plain, 10, 72, 440, y+50, 12, bodySample)
	for _, b := range Blocks(p, Options{}) {
		if b.HeadingLevel() > 0 && b.Text != "Winds and Tides" {
			t.Errorf("%q is a heading", b.Text)
		}
	}
}

// What is in brackets, and the name below a quotation, is no heading, however it is set; nor is the name a list item.
func TestAsides(t *testing.T) {
	italic := &page.Font{Name: "Times-Italic", Weight: 400, Italic: true}
	p := newPage()
	y := wrap(p, plain, 10, 72, 440, 80, 12, bodySample)
	set(p, italic, 10, 72, y+12, "(Two marks in ink end the text)")
	y = wrap(p, plain, 10, 72, 440, y+36, 12, bodySample)
	set(p, plain, 10, 72, y+12, "– From the book of the harbour")
	y = wrap(p, plain, 10, 72, 440, y+36, 12, bodySample)
	set(p, italic, 10, 72, y+12, "—From a song, author unknown")
	y = wrap(p, plain, 10, 72, 440, y+36, 12, "What a boat needs:")
	set(p, plain, 10, 72, y+2, "– an oar")
	if got := dump(Blocks(p, Options{})); strings.Contains(got, "Title") || strings.Count(got, "ListItem") != 1 || !strings.Contains(got, "Text – From the book") {
		t.Errorf("got\n%s", got)
	}
}

// The names of a paper's authors are no heading, however they are set; nor are entries of a list of contents.
func TestAuthors(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 18, 72, 80, "Boats of the harbour")
	set(p, heavyFont, 13, 72, 110, "Vera Holm, Jan van Dyk, Lars Berg and Ruth Ames")
	set(p, heavyFont, 13, 72, 150, "Dues, boats and quays")
	wrap(p, plain, 10, 72, 520, 170, 12, strings.Repeat("The dues are paid at the gate by every boat that comes into the basin. ", 6))
	set(p, heavyFont, 13, 72, 300, "Of oars......................12")
	got := dump(Blocks(p, Options{}))
	if strings.Contains(got, "h2 Vera") || !strings.Contains(got, "h2 Dues") || strings.Contains(got, "h2 Of oars") {
		t.Errorf("got\n%s", got)
	}
}

// A title in the middle stands above headings that are set like it.
func TestCentredTitle(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 10, 260, 80, "Lamps and Quays")
	y := float32(110)
	for _, s := range []string{"Lamps", "Quays"} {
		set(p, heavyFont, 10, 72, y, s)
		y = wrap(p, plain, 10, 72, 440, y+14, 12, bodySample) + 14
	}
	got := dump(Blocks(p, Options{}))
	for _, want := range []string{"Title h1 Lamps and Quays\n", "Title h2 Lamps\n", "Title h2 Quays\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A title that says that its text goes on is a running head; what stands below the line under a page's head is none, wherever it repeats.
func TestContinuedTitles(t *testing.T) {
	var pages []*page.Page
	for i, s := range []string{"Table of the winds", "Table of the winds (cont.)", "Table of the winds (Continued)", "Table of the tides"} {
		p := newPage()
		set(p, plain, 10, 72, 44, "Book of the harbour")
		rule(p, 72, 50, 540, 50)
		set(p, heavyFont, 11, 72, 70, s)
		set(p, heavyFont, 10, 72, 100, "WIND AND TIDE")
		story(p, 124, 40)
		set(p, plain, 10, 300, 770, []string{"7", "8", "9", "10"}[i])
		pages = append(pages, p)
	}
	check(t, furnitureOf(pages...), `Header Book of the harbour
Footer 7
Header Book of the harbour
Header Table of the winds (cont.)
Footer 8
Header Book of the harbour
Header Table of the winds (Continued)
Footer 9
Header Book of the harbour
Footer 10`)
}

// A title is one though the headings below it are a little larger, and a style that one heading has takes no level from the others.
func TestLevelsOfLoneStyles(t *testing.T) {
	for _, c := range []struct {
		sizes []float32
		want  []int
	}{
		{[]float32{14, 15, 15, 15}, []int{1, 2, 2, 2}},
		{[]float32{20, 14, 16, 14, 12, 14}, []int{1, 2, 2, 2, 3, 2}},
	} {
		var pages []*Page
		for i, size := range c.sizes {
			p := newPage()
			p.Index = i
			set(p, heavyFont, size, 72, 80, strings.Repeat(string(rune('A'+i)), 3)+" of winds")
			wrap(p, plain, 10, 72, 440, 100+size, 12, bodySample)
			pages = append(pages, Analyze(p, Options{}))
		}
		var got []int
		for _, n := range Build(pages, &page.Info{}, Options{}) {
			for _, b := range n.Blocks {
				if l := b.HeadingLevel(); l > 0 {
					got = append(got, l)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("sizes %v: levels %v, want %v", c.sizes, got, c.want)
		}
	}
}

// A sentence of several lines is no heading, though the outline lists it; nor are authors below the title of a later page.
func TestListedSentence(t *testing.T) {
	first, p := newPage(), newPage()
	p.Index = 1
	set(first, heavyFont, 20, 72, 80, "Cover of the book")
	wrap(first, plain, 10, 72, 440, 120, 12, bodySample)
	set(p, heavyFont, 16, 200, 80, "Of winds")
	set(p, heavyFont, 13, 180, 110, "Vera Holm and Lars Berg")
	wrap(p, plain, 10, 72, 440, 140, 12, bodySample)
	info := &page.Info{Outline: []page.OutlineItem{{Title: "Of winds", Level: 1, Page: 1}, {Title: bodySample, Level: 1, Page: 1}}}
	var got []string
	for _, n := range Build([]*Page{Analyze(first, Options{}), Analyze(p, Options{})}, info, Options{}) {
		for _, b := range n.Blocks {
			if b.HeadingLevel() > 0 {
				got = append(got, b.Text)
			}
		}
	}
	check(t, strings.Join(got, "|"), "Cover of the book|Of winds")
}

// A running head with the page's number stands for itself, however close it is to the only line of text below it.
func TestHeadAboveOneLine(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 220, 60, "A BOOK OF THE HARBOUR")
	set(p, plain, 10, 520, 60, "15")
	set(p, plain, 10, 72, 78, "Here is what the harbour master wrote of boats, and of ropes, on that day.")
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "NarrativeText Here is what") {
		t.Errorf("got\n%s", got)
	}
}

// A word in capitals that a heading's line cuts is put together when the text has it.
func TestCutCapitals(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 14, 72, 80, "THE HARBOUR AND ITS SO-")
	set(p, heavyFont, 14, 72, 97, "LUTION FOR TWIN-")
	set(p, heavyFont, 14, 72, 114, "MASTED BOATS")
	wrap(p, plain, 10, 72, 440, 140, 12, "It is a solution for those that come by night. "+bodySample)
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Title h1 THE HARBOUR AND ITS SOLUTION FOR TWIN-MASTED BOATS\n") {
		t.Errorf("got\n%s", got)
	}
}
