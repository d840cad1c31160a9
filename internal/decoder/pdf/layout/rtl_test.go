package layout

import (
	"slices"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// setRight sets a right-to-left line that begins at x, its characters drawn from left to right as most writers do.
func setRight(p *page.Page, size, x, y float32, text string) {
	rs := []rune(text)
	w := .5 * size
	x -= w * float32(len(rs))
	slices.Reverse(rs)
	for _, r := range rs {
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - .8*size, X1: x + w, Y1: y + .2*size}, X: x, Y: y, Size: size, Font: plain, MCID: -1})
		x += w
	}
}

// List items of a right-to-left text have their labels at the right.
func TestRightToLeftList(t *testing.T) {
	p := newPage()
	setRight(p, 10, 520, 80, "לפני שיוצאים לדרך יש לבדוק:")
	setRight(p, 10, 500, 94, "1. המנורה דולקת")
	setRight(p, 10, 500, 108, "2. העוגן במקומו")
	setRight(p, 10, 500, 122, "• החבל קשור")
	setRight(p, 10, 520, 150, "ומי שבא מאוחר משלם.")
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText לפני שיוצאים לדרך יש לבדוק:
ListItem 0 "1." המנורה דולקת
ListItem 0 "2." העוגן במקומו
ListItem 0 "" החבל קשור
NarrativeText ומי שבא מאוחר משלם.`)
}

// A comma that is drawn behind the words, between a space character and the next word, stands at its word.
func TestCommaDrawnLater(t *testing.T) {
	p := newPage()
	at := func(text string, x float32) {
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: text, Box: page.Rect{X0: x, Y0: 72, X1: x + 5, Y1: 82}, X: x, Y: 80, Size: 10, Font: plain, MCID: -1})
	}
	at("ב", 100)
	at(" ", 105)
	at("א", 115)
	at("ג", 120)
	at(",", 110)
	check(t, dump(Blocks(p, Options{})), "UncategorizedText גא, ב")
}

func TestEasternLabels(t *testing.T) {
	for _, tt := range []struct {
		label  string
		kind   labelKind
		number int
	}{{"٣.", numberLabel, 3}, {"(۱۲)", numberLabel, 12}, {"ב.", letterLabel, 2}, {"ج)", letterLabel, 3}, {"של.", noLabel, 0}} {
		if kind, n := parseLabel(tt.label, &piece{}); kind != tt.kind || n != tt.number {
			t.Errorf("%q: %d, %d", tt.label, kind, n)
		}
	}
}
