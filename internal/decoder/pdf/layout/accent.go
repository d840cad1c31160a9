package layout

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// add adds a glyph. TeX's older fonts have no accented letters: an accent is drawn over or below the letter that comes
// next or came last, and the two are one character here. So are the strokes through letters and signs, and the circle of ©.
func (b *builder) add(g *page.Glyph) {
	a := b.accent
	mark := accentOf(g.Text)
	if a == nil && mark == 0 {
		b.put(g)
		return
	}
	b.accent = nil
	if a != nil {
		if s := b.accented(g, a, accentOf(a.Text)); s != "" {
			letter := *g
			letter.Text = s
			b.put(&letter)
			return
		}
		b.put(a)
	}
	switch {
	case mark == 0:
		b.put(g)
	case b.last == nil || b.space:
		b.accent = g
	default:
		s := b.accented(b.last, g, mark)
		if n := len(b.arena) - len(b.last.Text); s != "" && string(b.arena[n:]) == b.last.Text {
			b.arena = append(b.arena[:n], s...)
		} else {
			b.accent = g
		}
	}
}

// accented returns a letter with the accent that is drawn at it, "" when it is drawn elsewhere.
func (b *builder) accented(letter, accent *page.Glyph, mark rune) string {
	r, n := utf8.DecodeRuneInString(letter.Text)
	if n != len(letter.Text) || abs(letter.Size-accent.Size) > .3*letter.Size || unicode.IsLetter(r) == (mark == negation) {
		return ""
	}
	l, a := b.view.rect(letter.Box), b.view.rect(accent.Box)
	off := abs(l.X0+l.X1-a.X0-a.X1)/2 - .3*l.W()
	if a.W() < .05*accent.Size { // it is drawn beside its box
		off = max(l.X0-a.X0, a.X0-l.X1)
	}
	if off > .08*letter.Size || abs(l.Y1-a.Y1) > .5*letter.Size {
		return ""
	}
	switch {
	case r == 'ı':
		r = 'i'
	case r == 'ȷ':
		r = 'j'
	case mark == stroke && r == 'l':
		return "ł"
	case mark == stroke && r == 'L':
		return "Ł"
	case mark == circle && r == 'c':
		return "©"
	case mark == circle && r == 'R':
		return "®"
	case mark == circle:
		return ""
	}
	return norm.NFC.String(string([]rune{r, mark}))
}

const (
	stroke   = 0x335
	negation = 0x338
	circle   = 0x20dd
)

// accentOf returns the combining character for a text that is an accent standing alone, and 0 for all others.
func accentOf(s string) rune {
	switch len(s) {
	case 1:
		switch s[0] {
		case '`':
			return 0x300
		case '^':
			return 0x302
		case '~':
			return 0x303
		}
	case 2:
		if s[0] != 0xC2 && s[0] < 0xCB {
			return 0
		}
		switch s {
		case "\u0335":
			return stroke
		case "\u0338":
			return negation
		case "´", "ˊ":
			return 0x301
		case "ˋ":
			return 0x300
		case "ˆ":
			return 0x302
		case "˜":
			return 0x303
		case "¯", "ˉ":
			return 0x304
		case "˘":
			return 0x306
		case "˙":
			return 0x307
		case "¨":
			return 0x308
		case "˚":
			return 0x30A
		case "˝":
			return 0x30B
		case "ˇ":
			return 0x30C
		case "¸":
			return 0x327
		case "˛":
			return 0x328
		}
	case 3:
		switch s {
		case "\u20d7":
			return 0x20d7
		case "◯":
			return circle
		}
	}
	return 0
}
