package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tally counts a text's characters by what they are. None of the counts goes beyond what 65,535 bytes hold.
type tally struct {
	chars, letters, marks, digits, upper, lower uint16
	greek                                       uint16 // small Greek letters and those of the mathematical alphabets
	signs                                       uint16 // of mathematics
	dots                                        uint16 // that leaders are made of
	rtl                                         bool   // characters of right-to-left scripts are among them
}

// tally returns the counts of the piece's text, which are made once.
func (p *piece) tally() *tally {
	if p.counts.chars == 0 {
		p.counts = tallyOf(p.text)
	}
	return &p.counts
}

// setText gives the piece another text.
func (p *piece) setText(s string) { p.text, p.counts = s, tally{} }

// ASCII characters are counted together, in lanes of a word. A lane has room for what laneSize bytes hold.
const (
	digitLane = 12 * iota
	upperLane
	lowerLane
	signLane
	dotLane

	laneSize = 1<<12 - 1
)

var lanes = func() (t [utf8.RuneSelf]uint64) {
	for c := range t {
		switch r := rune(c); {
		case r >= '0' && r <= '9':
			t[c] = 1 << digitLane
		case r >= 'A' && r <= 'Z':
			t[c] = 1 << upperLane
		case r >= 'a' && r <= 'z':
			t[c] = 1 << lowerLane
		case mathSign(r):
			t[c] = 1 << signLane
		case leader(r):
			t[c] = 1 << dotLane
		}
	}
	return
}()

func tallyOf(s string) tally {
	var t tally
	for s = s[:min(len(s), math.MaxUint16)]; s != ""; {
		n, sum := 0, uint64(0)
		for n < len(s) && n < laneSize && s[n] < utf8.RuneSelf {
			sum += lanes[s[n]]
			n++
		}
		lane := func(shift int) uint16 { return uint16(sum >> shift & laneSize) }
		t.chars += uint16(n)
		t.digits += lane(digitLane)
		t.upper += lane(upperLane)
		t.lower += lane(lowerLane)
		t.letters += lane(upperLane) + lane(lowerLane)
		t.signs += lane(signLane)
		t.dots += lane(dotLane)
		if s = s[n:]; s != "" && s[0] >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s)
			t.add(r)
			s = s[n:]
		}
	}
	return t
}

// add counts a character beyond ASCII.
func (t *tally) add(r rune) {
	t.chars++
	t.rtl = t.rtl || rightToLeft(r)
	switch {
	case unicode.IsLetter(r):
		t.letters++
		if unicode.IsUpper(r) {
			t.upper++
		} else if unicode.IsLower(r) {
			t.lower++
		}
		if r >= 'α' && r <= 'ω' || r >= 0x1d400 && r <= 0x1d7ff {
			t.greek++
		}
	case unicode.IsDigit(r):
		t.digits++
	case unicode.IsMark(r):
		t.marks++
	case mathSign(r):
		t.signs++
	}
	if leader(r) {
		t.dots++
	}
}

// leader reports whether leaders are made of r.
func leader(r rune) bool { return strings.ContainsRune(".…·_", r) }
