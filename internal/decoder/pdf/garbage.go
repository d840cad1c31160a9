package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// What makes a page's text garbage.
const (
	fewSigns   = 20 // fewer tell nothing
	fewWords   = 40
	clearWords = 100 // of that many, few being odd says that all are well
	manySigns  = 3000
)

// garbage reports whether a page's text is of no use to readers: most of it has no meaning in Unicode; its words are no words, as when a
// font's codes were shifted; or what stands behind a scan for searching has lost capitals and punctuation.
func garbage(p *page.Page) bool {
	signs, senseless, hidden := 0, 0, 0
	var w words
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		c, _ := utf8.DecodeRuneInString(g.Text)
		if unicode.IsSpace(c) {
			w.end()
			continue
		}
		if signs++; signs > manySigns || w.all == clearWords && w.odd*5 < w.all && !w.toneless() && hidden*2 < signs && senseless*5 < signs {
			break
		}
		if meaningless(c) {
			senseless++
		}
		if g.Flags&page.Invisible != 0 {
			hidden++
		}
		if i > 0 && apart(&p.Glyphs[i-1], g) {
			w.end()
		}
		for _, c := range g.Text {
			w.add(c)
		}
	}
	w.end()
	if signs < fewSigns {
		return false
	}
	return senseless*2 > signs || w.all >= fewWords && (w.odd*2 > w.all || w.toneless()) || hidden*2 > signs && w.bare()
}

// meaningless reports whether a character stands for none: unknown, for private use, or a control character.
func meaningless(c rune) bool {
	return c >= 0x7F && (c == utf8.RuneError || unicode.Is(unicode.Co, c) || c < 0xA0) || c < 0x20
}

// apart reports whether a glyph begins another word than the one before it.
func apart(a, b *page.Glyph) bool {
	return b.Box.X0-a.Box.X1 > .2*b.Size || b.Box.X1 < a.Box.X0 || max(a.Y-b.Y, b.Y-a.Y) > .5*b.Size
}

// words counts words in Latin letters without accents, and those that can't be any.
type words struct {
	all, odd              int
	capitals, stopped     int // that begin with a capital; that end with a full stop or comma
	allLetters, allVowels int // of long words

	first, last                    rune // of the word that is being read
	letters, vowels, signs, others int
}

func (w *words) add(c rune) {
	if w.first == 0 {
		w.first = c
	}
	w.last = c
	switch {
	case 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80:
		w.letters++
		if strings.IndexByte("aeiouy", byte(c|0x20)) >= 0 {
			w.vowels++
		}
	case c >= 0x80 || '-' <= c && c <= ':' || c == '\'' || c == '@' || c == '_': // with - . / and digits
		w.others++
	default:
		w.signs++
	}
}

// end ends a word. Numbers, names in other letters, and short words, which may be abbreviations, tell nothing. A word without a vowel, or
// with several signs among its letters, is none.
func (w *words) end() {
	const long = 4
	if w.last == '.' || w.last == ',' {
		w.stopped++
	}
	if w.first >= 'A' && w.first <= 'Z' {
		w.capitals++
	}
	if w.letters > 0 && w.letters+w.signs >= long && w.others == 0 {
		w.all++
		if w.letters >= long {
			w.allLetters, w.allVowels = w.allLetters+w.letters, w.allVowels+w.vowels
		}
		if w.vowels == 0 && w.letters >= long || w.signs > 2 && w.signs*3 > w.letters {
			w.odd++
		}
	}
	w.letters, w.vowels, w.signs, w.others, w.first, w.last = 0, 0, 0, 0, 0, 0
}

// toneless reports whether there are fewer vowels than in any language: more than a third of the letters are, but of shifted ones a sixth.
func (w *words) toneless() bool { return w.allLetters >= 5*fewWords && w.allVowels*5 < w.allLetters }

// bare reports whether there are a good many words, and hardly a capital or a stop: every tenth word of prose has one.
func (w *words) bare() bool {
	return w.all >= fewWords && w.stopped*60 < w.all && w.capitals*12 < w.all
}
