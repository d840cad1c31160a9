package drawingml

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numeral"
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
		s = numeral.Repeated(n, 'a')
	case "alphaUc":
		s = numeral.Repeated(n, 'A')
	case "romanLc":
		s = strings.ToLower(numeral.Roman(n))
	case "romanUc":
		s = numeral.Roman(n)
	case "arabicDb":
		s = numeral.Digits(n, '０')
	case "circleNumDb", "circleNumWdWhite":
		s = numeral.Circled(n)
	case "circleNumWdBlack":
		if n >= 1 && n <= 10 {
			s = string(rune('❶' + n - 1))
		}
	case "ea1Chs", "ea1Cht", "ea1JpnChs", "ea1JpnKor", "ea1JpnChsDb":
		s = numeral.Chinese(n)
	case "thaiNum":
		s = numeral.Digits(n, '๐')
	case "thaiAlpha":
		s = numeral.Letter(n, "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ")
	case "hindiNum":
		s = numeral.Digits(n, '०')
	case "hindiAlpha":
		s = numeral.Letter(n, "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")
	case "hindiAlpha1":
		s = numeral.Letter(n, "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")
	case "hebrew2":
		s = numeral.Letter(n, "אבגדהוזחטיכלמנסעפצקרשת")
	case "arabic1":
		s = numeral.Letter(n, "أبتثجحخدذرزسشصضطظعغفقكلمنهوي")
	case "arabic2":
		s = numeral.Letter(n, "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ")
	}
	s = cmp.Or(s, strconv.Itoa(n))
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
