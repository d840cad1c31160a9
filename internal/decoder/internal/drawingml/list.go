package drawingml

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// Levels is the number of levels of a list style.
const Levels = 9

// BulletKind says what stands before a paragraph.
type BulletKind uint8

// The kinds of bullets (21.1.2.4).
const (
	Inherit   BulletKind = iota // nothing is said
	NoBullet                    // a:buNone
	Character                   // a:buChar, a:buBlip
	Numbered                    // a:buAutoNum
)

// Bullet is a paragraph's list formatting.
type Bullet struct {
	Kind   BulletKind
	Scheme string // of Numbered: ST_TextAutonumberScheme, such as "arabicPeriod"
	Start  int    // of Numbered: the first number
}

// Read reads the bullet of the a:pPr or a:lvlNpPr that the scanner stands at.
func (b *Bullet) Read(s *xmlscan.Scanner) error {
	return s.Children(func() error {
		switch s.Name() {
		case "a:buNone":
			*b = Bullet{Kind: NoBullet}
		case "a:buChar", "a:buBlip":
			*b = Bullet{Kind: Character}
		case "a:buAutoNum":
			*b = Bullet{Numbered, s.Attr("type"), max(s.Int("startAt", 1), 1)}
		}
		return nil
	})
}

// ListStyle is the bullets of a list style's levels.
type ListStyle [Levels]Bullet

// Read reads the a:lstStyle, p:titleStyle or the like that the scanner stands at.
func (l *ListStyle) Read(s *xmlscan.Scanner) error {
	return s.Children(func() error {
		name := s.Name() // a:lvl1pPr
		if len(name) != len("a:lvl1pPr") || !strings.HasPrefix(name, "a:lvl") {
			return nil
		}
		if n := int(name[len("a:lvl")] - '1'); n >= 0 && n < Levels {
			return l[n].Read(s)
		}
		return nil
	})
}

// Numbering counts the numbered paragraphs of one text body. The zero value is ready for use.
type Numbering struct {
	levels [Levels]struct {
		bullet Bullet
		n      int
	}
}

// Next takes note of a paragraph that has text, with its resolved bullet, and returns its label, or "" when
// it has no number. A level's count goes on over paragraphs of deeper levels only, and starts again where
// the numbering's kind changes.
func (c *Numbering) Next(level int, b Bullet) string {
	for i := level + 1; i < Levels; i++ {
		c.levels[i].n = 0
	}
	l := &c.levels[level]
	if b.Kind != Numbered {
		l.n = 0
		return ""
	}
	if l.n == 0 || l.bullet != b {
		l.bullet, l.n = b, b.Start
	} else {
		l.n++
	}
	return AutoNumber(b.Scheme, l.n)
}

// AutoNumber returns a number as a scheme shows it (20.1.10.61): AutoNumber("alphaLcParenR", 2) is "b)".
func AutoNumber(scheme string, n int) string {
	kind, form := scheme, ""
	for _, f := range [...]string{"ParenBoth", "ParenR", "Period", "Plain", "Minus"} {
		if k, ok := strings.CutSuffix(scheme, f); ok {
			kind, form = k, f
			break
		}
	}
	var s string
	switch kind {
	case "alphaLc":
		s = letters(n, 'a')
	case "alphaUc":
		s = letters(n, 'A')
	case "romanLc":
		s = strings.ToLower(roman(n))
	case "romanUc":
		s = roman(n)
	case "arabicDb":
		s = digits(n, '０')
	case "circleNumDb", "circleNumWdWhite":
		if n >= 1 && n <= 20 {
			s = string(rune('①' + n - 1))
		}
	case "circleNumWdBlack":
		if n >= 1 && n <= 10 {
			s = string(rune('❶' + n - 1))
		}
	case "ea1Chs", "ea1Cht", "ea1JpnChs", "ea1JpnKor", "ea1JpnChsDb":
		s = chinese(n)
	case "thaiNum":
		s = digits(n, '๐')
	case "thaiAlpha":
		s = letterOf("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ", n)
	case "hindiNum":
		s = digits(n, '०')
	case "hindiAlpha":
		s = letterOf("अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह", n)
	case "hindiAlpha1":
		s = letterOf("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह", n)
	case "hebrew2":
		s = letterOf("אבגדהוזחטיכלמנסעפצקרשת", n)
	case "arabic1":
		s = letterOf("أبتثجحخدذرزسشصضطظعغفقكلمنهوي", n)
	case "arabic2":
		s = letterOf("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ", n)
	}
	if s == "" {
		s = strconv.Itoa(n)
	}
	switch form {
	case "ParenBoth":
		return "(" + s + ")"
	case "ParenR":
		return s + ")"
	case "Period":
		return s + "."
	case "Minus":
		return s + "-"
	}
	return s
}

// letters counts a … z, aa, bb … as Office does.
func letters(n int, first rune) string {
	if n < 1 || n > 26*30 {
		return ""
	}
	return strings.Repeat(string(first+rune((n-1)%26)), (n-1)/26+1)
}

func letterOf(alphabet string, n int) string {
	if r := []rune(alphabet); n >= 1 && n <= len(r) {
		return string(r[n-1])
	}
	return ""
}

func digits(n int, zero rune) string {
	return strings.Map(func(r rune) rune { return r - '0' + zero }, strconv.Itoa(n))
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return ""
	}
	var sb strings.Builder
	for _, d := range [...]struct {
		n int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.n; n -= d.n {
			sb.WriteString(d.s)
		}
	}
	return sb.String()
}

// chinese writes 1–99 in Chinese numerals.
func chinese(n int) string {
	const figures = "〇一二三四五六七八九"
	if n < 1 || n > 99 {
		return ""
	}
	f := []rune(figures)
	var s string
	if n >= 20 {
		s = string(f[n/10])
	}
	if n >= 10 {
		s += "十"
	}
	if n%10 > 0 {
		s += string(f[n%10])
	}
	return s
}
