package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
)

type labelKind uint8

const (
	noLabel     labelKind = iota
	bulletLabel           // •, –, ▪
	numberLabel           // 1. 1) (1) 2.1
	letterLabel           // a. a) (a)
	romanLabel            // iv. iv) (iv)
)

// parseLabel tells what kind of list label a word is, and its number: 3 for "3." and "c)".
func parseLabel(s string, p *piece) (labelKind, int) {
	r, n := utf8.DecodeRuneInString(s)
	if p.mark && allDigits(s) {
		return numberLabel, lastNumber(s)
	}
	if s == "" || s[0] == "\ufffd"[0] && strings.Trim(s, "\ufffd") == "" { // a bullet, and a tab perhaps, whose characters are unknown
		return bulletLabel, 0
	}
	if n == len(s) {
		switch {
		case classify.IsBullet(r), r == '-', r == '–', r == '—', r == '*', r == '∗', r == '⋆', r == '♦', r == '⬧', r == '❖', r == '→', r == '⇒', r == '▷', r == '▹', r == '►', r == '✦', r == '‒', r == '−', r == '☐', r == '☑', r == '☒':
			return bulletLabel, 0
		case r >= 0xf000 && r <= 0xf0ff: // symbol fonts' private bullets
			return bulletLabel, 0
		case r == 'o' && p.font != nil && (p.font.Mono || p.font.Symbol): // Word's second-level bullet
			return bulletLabel, 0
		case p.signs:
			return bulletLabel, 0
		case r >= '①' && r <= '⑳':
			return numberLabel, int(r-'①') + 1
		}
		return noLabel, 0
	}
	open := strings.HasPrefix(s, "(") || strings.HasPrefix(s, "[")
	if open {
		s = s[1:]
	}
	var core string
	switch {
	case strings.HasSuffix(s, ")"), open && strings.HasSuffix(s, "]"):
		core = s[:len(s)-1]
	case !open && strings.HasSuffix(s, "."):
		core = s[:len(s)-1]
	default:
		return noLabel, 0
	}
	switch {
	case core == "" || len(core) > 8:
		return noLabel, 0
	case digitsAndDots(core):
		return numberLabel, lastNumber(core)
	case core == "i" || core == "I":
		return romanLabel, 1
	case len(core) == 1 && unicode.IsLetter(rune(core[0])) && core[0] < 0x80:
		return letterLabel, int(core[0]|0x20-'a') + 1
	}
	if n := romanValue(core); n > 0 {
		return romanLabel, n
	}
	if n := easternNumber(core); n > 0 {
		return numberLabel, n
	}
	if n := easternLetter(core); n > 0 {
		return letterLabel, n
	}
	// "a.1", "A.2": letter and number
	if len(core) >= 3 && core[1] == '.' && digitsAndDots(core[2:]) && unicode.IsLetter(rune(core[0])) {
		return numberLabel, lastNumber(core)
	}
	return noLabel, 0
}

// easternNumber returns the value of a number of up to three Arabic or Persian digits, 0 for none.
func easternNumber(s string) int {
	n, digits := 0, 0
	for _, r := range s {
		switch {
		case r >= '٠' && r <= '٩':
			n = n*10 + int(r-'٠')
		case r >= '۰' && r <= '۹':
			n = n*10 + int(r-'۰')
		default:
			return 0
		}
		if digits++; digits > 3 {
			return 0
		}
	}
	return n
}

// easternLetter returns the place of a Hebrew or Arabic letter in the order in which lists are lettered, 0 for none.
func easternLetter(s string) int {
	const hebrew, arabic = "אבגדהוזחטיכלמנסעפצקרשת", "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"
	if s == "ا" {
		return 1
	}
	for _, letters := range [...]string{hebrew, arabic} {
		if i := strings.Index(letters, s); i >= 0 && utf8.RuneCountInString(s) == 1 {
			return utf8.RuneCountInString(letters[:i]) + 1
		}
	}
	return 0
}

// nameInitial reports whether a label may as well be a name's initial: "J.".
func nameInitial(label string) bool {
	return len(label) == 2 && label[1] == '.' && label[0] >= 'A' && label[0] <= 'Z'
}

// follows reports whether label b comes after label a in a list: single letters may be Roman numbers too.
func follows(a, b string, kindA, kindB labelKind, numA, numB int) bool {
	if kindA == bulletLabel || kindB == bulletLabel || kindA == noLabel || kindB == noLabel || (kindA == numberLabel) != (kindB == numberLabel) {
		return false
	}
	if kindA == numberLabel || kindA == kindB && numB == numA+1 {
		return numB == numA+1
	}
	la, ra := letterAndRoman(a)
	lb, rb := letterAndRoman(b)
	return la > 0 && lb == la+1 || ra > 0 && rb == ra+1
}

// letterAndRoman returns a label's value as a letter and as a Roman number, 0 for none.
func letterAndRoman(label string) (letter, roman int) {
	core := strings.Trim(label, "()[].")
	if len(core) == 1 && core[0]|0x20 >= 'a' && core[0]|0x20 <= 'z' {
		letter = int(core[0]|0x20-'a') + 1
	}
	return letter, romanValue(core)
}

func digitsAndDots(s string) bool {
	if s == "" || s[0] == '.' || s[len(s)-1] == '.' {
		return false
	}
	digits := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			if digits++; digits > 3 {
				return false
			}
		case s[i] == '.':
			digits = 0
		default:
			return false
		}
	}
	return true
}

func lastNumber(s string) int {
	n := 0
	for _, r := range s[strings.LastIndexByte(s, '.')+1:] {
		n = n*10 + int(r-'0')
	}
	return n
}

// romanValue returns the value of a small or capital Roman number, 0 for none.
func romanValue(s string) int {
	n, small, last := 0, 0, 0
	for i := len(s) - 1; i >= 0; i-- {
		v := 0
		switch s[i] | 0x20 {
		case 'i':
			v = 1
		case 'v':
			v = 5
		case 'x':
			v = 10
		case 'l':
			v = 50
		case 'c':
			v = 100
		default:
			return 0
		}
		if s[i]&0x20 != 0 {
			small++
		}
		if v < last {
			n -= v
		} else {
			n += v
		}
		last = v
	}
	if small > 0 && small < len(s) {
		return 0
	}
	return n
}

// dingbats reports whether a name is that of a font of ornaments.
func dingbats(name string) bool {
	n := strings.ToLower(name)
	return strings.Contains(n, "dingbat") || strings.Contains(n, "wingding") || strings.Contains(n, "webding") || strings.HasPrefix(n, "symbol")
}
