package wordflow

import (
	"strconv"
	"strings"
)

// Number formats (MS-OSHARED 2.2.1.3, MSONFC); RTF uses the same codes.
const (
	NumberNone   = 255
	NumberBullet = 23
)

// Number writes n in a number format; formats that are not known count as decimal.
func Number(format, n int) string {
	switch format {
	case 1:
		return strings.ToUpper(roman(n))
	case 2:
		return roman(n)
	case 3:
		return strings.ToUpper(letters(n))
	case 4:
		return letters(n)
	case 5: // ordinal
		return strconv.Itoa(n) + ordinalSuffix(n)
	case 22: // two digits
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case NumberBullet, NumberNone:
		return ""
	case 10, 11, 16, 17, 33, 34, 35, 37, 38, 39: // East Asian digits and counting
		return chinese(n)
	case 14, 19: // full-width digits
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r - '0' + '０'
			}
			return r
		}, strconv.Itoa(n))
	case 18, 28, 29: // circled digits
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case 12:
		return kana(n, "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン")
	case 13:
		return kana(n, "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン")
	case 58:
		return kana(n, "абвгдежзиклмнопрстуфхцчшщыэюя")
	case 59:
		return kana(n, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ")
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	if n < 1 || n > 9999 {
		return strconv.Itoa(n)
	}
	var sb strings.Builder
	for _, d := range [...]struct {
		v int
		s string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.v {
			sb.WriteString(d.s)
			n -= d.v
		}
	}
	return sb.String()
}

// letters counts a … z, aa, bb … as Word does.
func letters(n int) string {
	if n < 1 || n > 26*30 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
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

func chinese(n int) string {
	if n < 1 || n > 9999 {
		return strconv.Itoa(n)
	}
	digits := []rune("零一二三四五六七八九")
	units := []string{"", "十", "百", "千"}
	s := strconv.Itoa(n)
	var sb strings.Builder
	zero := false
	for i, c := range s {
		d, unit := int(c-'0'), len(s)-1-i
		if d == 0 {
			zero = true
			continue
		}
		if zero {
			sb.WriteRune(digits[0])
			zero = false
		}
		if d != 1 || unit != 1 || i != 0 {
			sb.WriteRune(digits[d])
		}
		sb.WriteString(units[unit])
	}
	return sb.String()
}

func kana(n int, alphabet string) string {
	a := []rune(alphabet)
	if n < 1 || n > len(a) {
		return strconv.Itoa(n)
	}
	return string(a[n-1])
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
