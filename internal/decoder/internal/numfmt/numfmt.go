package numfmt

import (
	"math"
	"strings"
)

// Format is a compiled number format. It is safe for concurrent use.
type Format struct {
	sections []section
	text     *section // how text is shown; nil means as it is
	general  bool     // nothing but "General"
}

type kind uint8

const (
	literal  kind = iota // no placeholder at all
	general              // General, perhaps with literals around it
	number               // digits, perhaps with exponent
	fraction             // a/b
	date                 // date, time or elapsed time
	text                 // @
)

// section is one of a code's parts between semicolons.
type section struct {
	kind   kind
	tokens []token
	cond   condition
	locale uint16 // Windows language id; 0 means en-US

	// Of numbers and fractions.
	intDigits  int  // placeholders before the decimal point
	fracDigits int  // placeholders behind it
	expDigits  int  // placeholders of the exponent
	grouped    bool // thousands separators
	scale      int  // power of ten that the value is multiplied with

	// Of fractions.
	numDigits, denDigits int
	denominator          int // fixed one; 0 means free
	mixed                bool

	// Of dates.
	hour12   bool
	seconds  bool // seconds are shown
	subDigit int  // digits of fractions of seconds
	elapsed  bool
}

type condition struct {
	op    string // "" means none
	value float64
}

func (c condition) holds(v float64) bool {
	switch c.op {
	case "<":
		return v < c.value
	case "<=":
		return v <= c.value
	case ">":
		return v > c.value
	case ">=":
		return v >= c.value
	case "=":
		return v == c.value
	case "<>":
		return v != c.value
	}
	return true
}

// onlyNegative reports whether the condition leaves no positive number.
func (c condition) onlyNegative() bool {
	return (c.op == "<" || c.op == "<=") && c.value <= 0
}

// keepsPositive reports whether the condition leaves no negative number, nor any positive one to others.
func (c condition) keepsPositive() bool {
	return (c.op == ">" || c.op == ">=") && c.value == 0
}

// General is the format of cells without one.
var General = Compile("General")

// maxCode bounds the length of a format code, bytes; Excel allows 255 characters.
const maxCode = 4096

// Compile reads a format code. There are no errors: what a code does not make sense of is shown as it
// stands, and a code of four sections or more ends with the fourth.
func Compile(code string) *Format {
	if len(code) > maxCode {
		code = "General"
	}
	f := &Format{general: code == "" || strings.EqualFold(code, "General")}
	parts := split(code)
	for i, p := range parts {
		s := parse(p)
		if i == 3 || s.kind == text && s.cond.op == "" && i > 0 && i == len(parts)-1 {
			f.text = &s
			break
		}
		if i == 3 {
			break
		}
		f.sections = append(f.sections, s)
	}
	if len(f.sections) == 1 && f.sections[0].kind == text {
		f.text = &f.sections[0]
	}
	return f
}

// IsGeneral reports whether the format is plain General.
func (f *Format) IsGeneral() bool { return f.general }

// IsDate reports whether positive numbers are shown as dates or times.
func (f *Format) IsDate() bool { return f.sections[0].kind == date }

// split cuts a code at its semicolons, of which those in quotes, brackets and escapes are none.
func split(code string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"':
			if end := strings.IndexByte(code[i+1:], '"'); end >= 0 {
				i += end + 1
			}
		case '[':
			if end := strings.IndexByte(code[i+1:], ']'); end >= 0 {
				i += end + 1
			}
		case '\\', '_', '*':
			i++
		case ';':
			parts = append(parts, code[start:i])
			start = i + 1
		}
	}
	return append(parts, code[start:])
}

// choose returns the section that shows v, and whether it shows v's size only, because the section itself says
// that v is negative.
func (f *Format) choose(v float64) (s *section, unsigned bool) {
	n := len(f.sections)
	if n == 0 {
		return nil, false
	}
	first := &f.sections[0]
	if n == 1 {
		return first, false
	}
	if first.cond.op == "" && f.sections[1].cond.op == "" {
		switch {
		case v < 0:
			return &f.sections[1], true
		case v == 0 && n > 2:
			return &f.sections[2], false
		}
		return first, false
	}
	for i := range f.sections {
		s := &f.sections[i]
		c := s.cond
		switch {
		case c.op != "":
		case i == 0:
			c = condition{">", 0}
			if n == 2 {
				c.op = ">="
			}
		case i == 1 && n > 2:
			c = condition{"<", 0}
		}
		if c.holds(v) {
			return s, c.onlyNegative() || c.op == "" && first.cond.keepsPositive()
		}
	}
	return nil, false
}

// AppendNumber appends a number as the format shows it, trimmed. date1904 says from when dates count.
func (f *Format) AppendNumber(dst []byte, v float64, date1904 bool) []byte {
	if f.general || math.IsNaN(v) || math.IsInf(v, 0) {
		return AppendGeneral(dst, v)
	}
	s, unsigned := f.choose(v)
	if s == nil {
		return AppendGeneral(dst, v)
	}
	if unsigned {
		v = math.Abs(v)
	}
	start := len(dst)
	switch s.kind {
	case date:
		dst = s.appendDate(dst, v, date1904)
	case number:
		dst = s.appendDecimal(dst, v)
	case fraction:
		dst = s.appendFraction(dst, v)
	case general, text:
		dst = s.appendWhole(dst, v)
	default:
		if v < 0 && len(f.sections) == 1 && len(s.tokens) > 0 {
			dst = append(dst, '-')
		}
		for i := range s.tokens {
			dst = append(dst, s.tokens[i].text...)
		}
	}
	return trim(dst, start)
}

// appendWhole shows a number in General among literals.
func (s *section) appendWhole(dst []byte, v float64) []byte {
	if v < 0 {
		dst = append(dst, '-')
		v = -v
	}
	for i := range s.tokens {
		if t := &s.tokens[i]; t.what == wholeValue {
			dst = AppendGeneral(dst, v)
		} else {
			dst = append(dst, t.text...)
		}
	}
	return dst
}

// AppendText appends text as the format shows it.
func (f *Format) AppendText(dst []byte, text []byte) []byte {
	if f.text == nil {
		return append(dst, text...)
	}
	start := len(dst)
	plain := true
	for i := range f.text.tokens {
		if t := &f.text.tokens[i]; t.what == wholeValue {
			dst = append(dst, text...)
		} else {
			plain = false
			dst = append(dst, t.text...)
		}
	}
	if plain {
		return dst
	}
	return trim(dst, start)
}

// PlainText reports whether AppendText adds nothing to a text.
func (f *Format) PlainText() bool {
	return f.text == nil || len(f.text.tokens) == 1 && f.text.tokens[0].what == wholeValue
}

// trim drops blanks at both ends of dst[start:].
func trim(dst []byte, start int) []byte {
	for len(dst) > start && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	i := start
	for i < len(dst) && dst[i] == ' ' {
		i++
	}
	if i > start {
		dst = append(dst[:start], dst[i:]...)
	}
	return dst
}
