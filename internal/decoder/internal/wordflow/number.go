package wordflow

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numeral"
)

// Number formats (MS-OSHARED 2.2.1.3, MSONFC); RTF uses the same codes.
const (
	NumberNone   = 255
	NumberBullet = 23
)

// Number writes n in a number format; formats that are not known count as decimal.
func Number(format, n int) string {
	shown := ""
	switch format {
	case 1:
		shown = numeral.Roman(n)
	case 2:
		shown = strings.ToLower(numeral.Roman(n))
	case 3:
		shown = numeral.Repeated(n, 'A')
	case 4:
		shown = numeral.Repeated(n, 'a')
	case 5: // ordinal
		return strconv.Itoa(n) + ordinalSuffix(n)
	case 22: // two digits
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case NumberBullet, NumberNone:
		return ""
	case 10, 11, 16, 17, 33, 34, 35, 37, 38, 39: // East Asian digits and counting
		shown = numeral.Chinese(n)
	case 14, 19: // full-width digits
		shown = numeral.Digits(n, '０')
	case 18, 28, 29: // circled digits
		shown = numeral.Circled(n)
	case 12:
		shown = numeral.Letter(n, "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン")
	case 13:
		shown = numeral.Letter(n, "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン")
	case 58:
		shown = numeral.Letter(n, "абвгдежзиклмнопрстуфхцчшщыэюя")
	case 59:
		shown = numeral.Letter(n, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ")
	}
	return cmp.Or(shown, strconv.Itoa(n))
}

func ordinalSuffix(n int) string {
	if n%100 >= 11 && n%100 <= 13 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// Levels is how deep lists can be nested.
const Levels = 9

// ListLevel is one level of a list definition.
type ListLevel struct {
	Format  int    // number format code
	Start   int    // first number
	Text    string // the label with level numbers as the characters U+0000 to U+0008 in it
	Legal   bool   // all numbers of the label are decimal
	Restart int    // deepest level above whose numbers restart this one, 1-based; 0 none, -1 every one above
	Bullet  string // what a bullet level shows, mapped to Unicode
}

// Type returns udm's list type of the level, "" when it shows nothing.
func (l *ListLevel) Type() string {
	switch {
	case l.Format == NumberBullet:
		return "bullet"
	case l.Format == NumberNone && strings.TrimSpace(l.Text) == "":
		return ""
	}
	return "ordered"
}

// Counter holds the running numbers of a list.
type Counter struct {
	n    [Levels]int
	seen [Levels]bool
}

// Next counts a paragraph at a level and returns its label.
func (c *Counter) Next(levels []ListLevel, level int) string {
	if level < 0 || level >= len(levels) || level >= Levels {
		return ""
	}
	l := &levels[level]
	if c.seen[level] {
		c.n[level]++
	} else {
		c.n[level], c.seen[level] = l.Start, true
	}
	for i := level + 1; i < Levels && i < len(levels); i++ {
		if r := levels[i].Restart; r < 0 || r > level {
			c.seen[i] = false
		}
	}
	if l.Format == NumberBullet {
		return ""
	}
	var sb strings.Builder
	for _, r := range l.Text {
		if r >= Levels {
			sb.WriteRune(r)
			continue
		}
		i := int(r)
		if i >= len(levels) {
			continue
		}
		n := c.n[i]
		if !c.seen[i] {
			n = levels[i].Start
		}
		format := levels[i].Format
		if l.Legal && format != NumberNone {
			format = 0
		}
		sb.WriteString(Number(format, n))
	}
	return strings.TrimSpace(sb.String())
}

// SetNext makes n the next number at a level.
func (c *Counter) SetNext(level, n int) {
	if level >= 0 && level < Levels {
		c.n[level], c.seen[level] = n-1, true
	}
}
