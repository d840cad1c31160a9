package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// set sets a line of text at x, y whose letters are as wide as they are in most fonts, and returns where it ends.
func set(p *page.Page, f *page.Font, size, x, y float32, text string) float32 {
	for _, r := range text {
		w := .5 * size
		switch {
		case strings.ContainsRune("ijlt.,:;'", r):
			w = .28 * size
		case r == ' ':
			w = .25 * size
		case strings.ContainsRune("mwMW", r):
			w = .8 * size
		}
		if r != ' ' {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - .8*size, X1: x + w, Y1: y + .2*size}, X: x, Y: y, Size: size, Font: f, MCID: -1})
		}
		x += w
	}
	return x
}

// setLines sets lines of text below each other, the first one at y, lead points apart, and returns where the next
// one would stand.
func setLines(p *page.Page, f *page.Font, size, x, y, lead float32, lines ...string) float32 {
	for _, s := range lines {
		set(p, f, size, x, y, s)
		y += lead
	}
	return y
}

// wrap sets a text in lines as long as fit between x and right.
func wrap(p *page.Page, f *page.Font, size, x, right, y, lead float32, text string) float32 {
	line := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimLeft(line+" "+word, " ")
		if set(newPage(), f, size, x, y, longer) > right {
			set(p, f, size, x, y, line)
			y += lead
			longer = word
		}
		line = longer
	}
	set(p, f, size, x, y, line)
	return y + lead
}

// The paragraphs of a typescript with double spacing are whole, notes with single spacing below them or not.
func TestDoubleSpacing(t *testing.T) {
	p := newPage()
	texts := []string{
		"The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. Boats without a name get one.",
		"At night a lamp burns at the end of the long quay, which is lit by the man who has the watch of the night.",
		"The book is kept in the office. It has been kept there ever since the fire in the old shed took the first one, of which nothing is left but a cover. " +
			"It is shown on request, also to those who come from other harbours to look at the names, and is never lent.",
	}
	y := wrap(p, plain, 10, 72, 440, 80, 19, texts[0])
	y = wrap(p, plain, 10, 72, 440, y+12, 19, texts[1])
	wrap(p, plain, 8, 72, 480, y+60, 9, texts[2])
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(texts, "\nNarrativeText "))
}

// Lines that stand wide apart and end short are blocks of their own.
func TestLinesApart(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "Fill in all fields of this sheet before you hand it in at the harbour office.")
	for i, s := range []string{"Vessel: Petrel", "Master: B. Rogers", "Port: Ryde"} {
		set(p, plain, 10, 72, 104+30*float32(i), s)
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Fill in all fields of this sheet before you hand it in at the harbour office.
UncategorizedText Vessel: Petrel
UncategorizedText Master: B. Rogers
UncategorizedText Port: Ryde`)
}

// Emphasis that fills a line to its end, or begins one, doesn't cut a paragraph.
func TestEmphasisAtLineEnds(t *testing.T) {
	for i, lines := range [][3]struct {
		f    *page.Font
		text string
	}{
		{{plain, "The dues are paid at the gate by every boat that enters and by all others, and"}, {plain, "who comes late pays more. There is a board that tells what is asked, so please"}, {heavyFont, "note the dates."}},
		{{plain, "The dues are paid at the gate by every boat that enters and by all others, if"}, {heavyFont, "no part of the load is meant for the town, in which case half of it is waived"}, {plain, "by the office."}},
	} {
		p := newPage()
		want := "NarrativeText"
		for k, l := range lines {
			set(p, l.f, 10, 72, 80+12*float32(k), l.text)
			want += " " + l.text
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) { check(t, dump(Blocks(p, Options{})), want) })
	}
}

// A number in a drawn ball is an item's label, and not a bullet.
func TestDrawnMarks(t *testing.T) {
	for _, label := range []string{"", "1"} {
		p := newPage()
		for i, s := range []string{"Oars are kept in the shed.", "Ropes are coiled."} {
			y := 100 + 20*float32(i)
			if label != "" {
				put(p, plain, 5, 81.5, y-2, fmt.Sprint(i+1))
			}
			put(p, plain, 10, 95, y, s)
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 79, Y0: y - 7.5, X1: 87, Y1: y + .5}, Round: true})
		}
		want := "ListItem 0 \"\" Oars are kept in the shed.\nListItem 0 \"\" Ropes are coiled."
		if label != "" {
			want = "ListItem 0 \"1\" Oars are kept in the shed.\nListItem 0 \"2\" Ropes are coiled."
		}
		check(t, dump(Blocks(p, Options{})), want)
	}
}

func TestParagraphEnds(t *testing.T) {
	for _, c := range []struct {
		name  string
		x     []float32 // of the lines; missing ones stand at 72
		lines []string
		want  string
	}{
		{
			"no line fills the page", nil,
			[]string{"The gate is locked at dusk.", "The key hangs in the office.", "Ask at the desk."},
			"NarrativeText The gate is locked at dusk.\nNarrativeText The key hangs in the office.\nNarrativeText Ask at the desk.",
		},
		{
			"a narrow text", nil,
			[]string{"The gate is locked at dusk.", "The key hangs at the desk of", "the man who is on watch."},
			"NarrativeText The gate is locked at dusk. The key hangs at the desk of the man who is on watch.",
		},
		{
			"a label that stands in", []float32{100, 72, 100, 72},
			[]string{
				"3.1. The master of each boat that comes in pays the dues of the day at the", "gate, or shows that they are paid.",
				"3.2. The harbour office keeps a book in which all boats are written down that", "paid.",
			},
			"ListItem 0 \"3.1.\" The master of each boat that comes in pays the dues of the day at the gate, or shows that they are paid.\n" +
				"ListItem 0 \"3.2.\" The harbour office keeps a book in which all boats are written down that paid.",
		},
		{
			"a caption above text", nil,
			[]string{
				"STEP 1", "Untie the boat and lay the ropes into it, but keep one of them in your hand at", "all times.",
			},
			"Title h1 STEP 1\nNarrativeText Untie the boat and lay the ropes into it, but keep one of them in your hand at all times.",
		},
		{
			"dots that part words", nil,
			[]string{"Words of this chapter: basin · quay · oars · ropes · lamps · boats · dues", "· books · keys and all that the harbour office keeps in its rooms by the basin."},
			"NarrativeText Words of this chapter: basin · quay · oars · ropes · lamps · boats · dues · books · keys and all that the harbour office keeps in its rooms by the basin.",
		},
		{
			"a number at the end", nil,
			[]string{"The wall at the western side of the basin has a mean height of 2.25", "metres above the water at low tide, and less at high tide."},
			"NarrativeText The wall at the western side of the basin has a mean height of 2.25 metres above the water at low tide, and less at high tide.",
		},
	} {
		p := newPage()
		for i, s := range c.lines {
			x := float32(72)
			if i < len(c.x) {
				x = c.x[i]
			}
			set(p, plain, 10, x, 100+12*float32(i), s)
		}
		t.Run(c.name, func(t *testing.T) { check(t, dump(Blocks(p, Options{})), c.want) })
	}
}

// A paragraph goes on behind a picture in it.
func TestInterrupted(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12, "The dues are paid at the gate by every boat that enters and by all that carry", "something, which the man on watch finds out with the lamp of the kind that he")
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 72, Y0: 100, X1: 200, Y1: 180}, Width: 99, Height: 99})
	setLines(p, plain, 10, 72, 196, 12, "holds in his hand.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The dues are paid at the gate by every boat that enters and by all that carry something, which the man on watch finds out with the lamp of the kind that he holds in his hand.
Image`)
}

// Vowel signs come behind their letters, whether they are drawn before or after them, and don't break words.
func TestPointing(t *testing.T) {
	p := newPage()
	at := func(text string, x, w float32) {
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: text, Box: page.Rect{X0: x, Y0: 92, X1: x + w, Y1: 102}, X: x, Y: 100, Size: 10, Font: plain, MCID: -1})
	}
	// Drawn from left to right: qamats-waw and lamed, its sheva drawn first, and shin with a point drawn last.
	at("ו", 100, 5)
	at("\u05b8", 102, 0)
	at("\u05b0", 107, 0)
	at("ל", 105, 5)
	at("ש", 110, 5)
	at("\u05c1", 113, 0)
	for i := range p.Glyphs {
		if p.Glyphs[i].Box.W() == 0 {
			p.Glyphs[i].Y -= 1.5
		}
	}
	check(t, dump(Blocks(p, Options{})), "UncategorizedText ש\u05c1ל\u05b0ו\u05b8")
}

func TestFollows(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a.", "b.", true}, {"h)", "i)", true}, {"i)", "j)", true}, {"i.", "ii.", true}, {"iv.", "v.", true}, {"v.", "vi.", true}, {"(c)", "(d)", true},
		{"1.", "2.", true}, {"1.", "b.", false}, {"a.", "c.", false}, {"•", "a.", false}, {"ii.", "i.", false},
	} {
		ka, na := parseLabel(c.a, &piece{})
		kb, nb := parseLabel(c.b, &piece{})
		if got := follows(c.a, c.b, ka, kb, na, nb); got != c.want {
			t.Errorf("follows(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

// The first item of a list in a list counts in Roman numbers like the others.
func TestRomanList(t *testing.T) {
	p := newPage()
	for i, s := range []string{"1. Oars", "i. long ones", "ii. short ones", "2. Ropes"} {
		x := float32(72)
		if s[0] == 'i' {
			x = 100
		}
		set(p, plain, 10, x, 100+14*float32(i), s)
	}
	check(t, dump(Blocks(p, Options{})), `
ListItem 0 "1." Oars
ListItem 1 "i." long ones
ListItem 1 "ii." short ones
ListItem 0 "2." Ropes`)
}

// An ornament that its font calls half of a Japanese character is a bullet.
func TestMisreadBullet(t *testing.T) {
	p := newPage()
	ornaments := &page.Font{Name: "Ornaments", Weight: 400}
	for i, s := range []string{"Oars are kept dry.", "Ropes are coiled."} {
		set(p, ornaments, 10, 72, 100+14*float32(i), "ｲ")
		set(p, plain, 10, 90, 100+14*float32(i), s)
	}
	check(t, dump(Blocks(p, Options{})), "ListItem 0 \"\" Oars are kept dry.\nListItem 0 \"\" Ropes are coiled.")
}

// A name that begins with an initial is no list.
func TestInitial(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 100, "I. Keeper of the boats")
	story(p, 140, 5)
	if got := Blocks(p, Options{}); got[0].Attr != nil && got[0].Attr.ListType != "" {
		t.Error(dump(got))
	}
}

// The blanks of a title in large type are no column gaps, however many lines in small type leave them white.
func TestLargeTitle(t *testing.T) {
	p := newPage()
	for i, s := range []string{"Issue 12 of the year", "Printed in Ryde", "by the harbour office"} {
		set(p, plain, 10, 60, 80+14*float32(i), s)
	}
	for i, s := range []string{"No. 1695 of all", "Boats and quays", "at sea and ashore"} {
		set(p, plain, 10, 300, 86+14*float32(i), s)
	}
	title := "Of dues"
	x := set(p, heavyFont, 32, 60, 160, title)
	set(p, heavyFont, 32, x+.35*32, 160, "paid by all")
	wrap(p, plain, 10, 60, 520, 200, 13, strings.Repeat("The dues are paid at the gate by every boat that comes into the basin. ", 6))
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Of dues paid by all") {
		t.Errorf("the title is cut:\n%s", got)
	}
}

// What stands on one baseline in types of very different size, far apart, are blocks of their own.
func TestTypesInARow(t *testing.T) {
	p := newPage()
	set(p, heavyFont, 30, 72, 100, "Dues")
	set(p, plain, 10, 400, 100, "Printed in Ryde")
	wrap(p, plain, 10, 72, 520, 140, 13, strings.Repeat("The dues are paid at the gate by every boat that comes into the basin. ", 4))
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Dues\n") || !strings.Contains(got, "Text Printed in Ryde\n") {
		t.Errorf("got\n%s", got)
	}
}

// A space character counts where it stands, whatever is drawn next: right-to-left lines are drawn in parts, from the
// right one to the left one.
func TestStrayBlanks(t *testing.T) {
	p := newPage()
	at := func(x float32, letters ...string) {
		for _, s := range letters {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: s, Box: page.Rect{X0: x, Y0: 92, X1: x + 5, Y1: 102}, X: x, Y: 100, Size: 10, Font: plain, MCID: -1})
			x += 5
		}
	}
	at(400, " ", "ר", "צ", " ")
	at(390, "ל", "ש")
	at(380, "מ", "י") // touches them
	at(300, " ")
	check(t, dump(Blocks(p, Options{})), "UncategorizedText צר שלימ")
}

// Words in small capitals are part of their paragraph, wherever its lines break.
func TestSmallCapitals(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "Send your comments on these dues to one of the offices listed under the head of")
	x := set(p, plain, 7, 72, 92, "FURTHER OFFICES OF THE HARBOUR MASTER")
	set(p, plain, 10, x+2.5, 92, "section. Include the name of your boat and the")
	x = set(p, plain, 10, 72, 104, "place where it lies. Of these, see also the")
	set(p, plain, 7, x+2.5, 104, "BOOK OF ALL THE BOATS AND QUAYS OF THE HARBOUR")
	set(p, plain, 7, 72, 116, "MASTERS")
	check(t, dump(Blocks(p, Options{})), "NarrativeText Send your comments on these dues to one of the offices listed under the head of FURTHER OFFICES OF THE HARBOUR MASTER "+
		"section. Include the name of your boat and the place where it lies. Of these, see also the BOOK OF ALL THE BOATS AND QUAYS OF THE HARBOUR MASTERS")
}

// Where paragraphs begin with an indent, a full line at the indent begins one behind another paragraph of one full line, too.
func TestParagraphsOfOneLine(t *testing.T) {
	p := newPage()
	y := float32(80)
	lines := func(in float32, ls ...string) {
		for _, l := range ls {
			set(p, plain, 10, 72+in, y, l)
			y += 12
			in = 0
		}
	}
	for range 5 {
		lines(15, "The lamp at the end of the quay is lit at night by the man who has the watch", "of the night, and put out again at dawn.")
	}
	lines(15, "The key hangs on a nail, as nobody has ever wanted to take it from the house.")
	lines(15, "Only the dog that sleeps by the door of the house with the book and the keys", "knows who comes in.")
	want := strings.Repeat("\nNarrativeText The lamp at the end of the quay is lit at night by the man who has the watch of the night, and put out again at dawn.", 5)
	check(t, dump(Blocks(p, Options{})), want+`
NarrativeText The key hangs on a nail, as nobody has ever wanted to take it from the house.
NarrativeText Only the dog that sleeps by the door of the house with the book and the keys knows who comes in.`)
}

// Entries of a glossary and speeches of a play begin with words in bold type, however short they are.
func TestEntriesInBold(t *testing.T) {
	p := newPage()
	const about = "The harbour at night. A lamp burns at the end of the long quay, and the master sits by the door of his house with a book on his knees."
	y := float32(80)
	for range 3 {
		y = wrap(p, plain, 10, 72, 440, y, 12, about) + 8
	}
	want := strings.Repeat("\nNarrativeText "+about, 3)
	for i, s := range [][2]string{
		{"ANNA.", "Then let it be."}, {"PILOT.", "It has always been so."}, {"ANNA.", "And so it shall be."}, {"MAYOR.", "I hear a ship out there."}, {"PILOT.", "That is the old bell."}, {"ANNA.", "Go and look."},
	} {
		x := set(p, heavyFont, 10, 72, y+12*float32(i), s[0])
		set(p, plain, 10, x+3, y+12*float32(i), s[1])
		want += "\nNarrativeText " + s[0] + " " + s[1]
	}
	check(t, dump(Blocks(p, Options{})), want)
}

// A short centred line above text from the margin is no first line of a paragraph.
func TestCentredLineAbove(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 220, 80, "Time allowed: two hours")
	set(p, plain, 10, 72, 92, "Answer all questions on the sheet.")
	story(p, 130, 12)
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, "Time allowed: two hours\n") || !strings.Contains(got, "NarrativeText Answer all questions on the sheet.\n") {
		t.Error(got)
	}
}

// A paragraph at the labels' place behind a list whose items hang is none of the last item, full as that one's line may be.
func TestParagraphBehindList(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 75, 80, "1.")
	set(p, plain, 10, 90, 80, "The boats are drawn up on the shore before the storm comes in, and all that can be")
	set(p, plain, 10, 90, 92, "blown away is tied to the rings in the wall.")
	set(p, plain, 10, 75, 104, "2.")
	set(p, plain, 10, 90, 104, "The master counts the boats that are on the shore, and then he counts all the men.")
	set(p, plain, 10, 72, 118, "Nobody goes out after that, whoever calls from the sea, for there is nothing that can")
	set(p, plain, 10, 72, 130, "be done for those who are out there but to light the lamps.")
	check(t, dump(Blocks(p, Options{})), `
ListItem 0 "1." The boats are drawn up on the shore before the storm comes in, and all that can be blown away is tied to the rings in the wall.
ListItem 0 "2." The master counts the boats that are on the shore, and then he counts all the men.
NarrativeText Nobody goes out after that, whoever calls from the sea, for there is nothing that can be done for those who are out there but to light the lamps.`)
}
