// Package classify says what part a paragraph plays when its source does not: bullet, address,
// prose, title.
package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/udm"
)

// Body returns the category of a paragraph whose source marks it as body text: EmailAddress, Address,
// NarrativeText or UncategorizedText. It never calls body text a Title by its looks.
func Body(text string) udm.Category {
	switch {
	case EmailAddress(text):
		return udm.EmailAddress
	case Address(text):
		return udm.Address
	case Narrative(text):
		return udm.NarrativeText
	}
	return udm.UncategorizedText
}

// Plain returns the category of a paragraph of which nothing but its text is known. Bullets are not
// looked for (see Bullet).
func Plain(text string) udm.Category {
	c := Body(text)
	if c == udm.UncategorizedText && TitleLike(text) {
		return udm.Title
	}
	return c
}

const bullets = "•‣⁃●○◦∙·❥⦾⦿▪▫■□◆◇◊♦★☆✓✔➢➤►▶→➔⁌⁍\uf0b7\uf0a7\uf0d8\uf0fc"

// IsBullet reports whether r is a bullet sign that no prose begins with.
func IsBullet(r rune) bool { return strings.ContainsRune(bullets, r) }

// Bullet splits a leading bullet sign off a paragraph: a bullet character, or a hyphen, dash or asterisk
// with a blank behind it. It returns the text without it.
func Bullet(text string) (rest string, ok bool) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case IsBullet(r):
	case r == '-' || r == '–' || r == '—' || r == '*':
		if n >= len(text) || (text[n] != ' ' && text[n] != '\t') {
			return text, false
		}
	default:
		return text, false
	}
	rest = strings.TrimLeftFunc(text[n:], unicode.IsSpace)
	if next, _ := utf8.DecodeRuneInString(rest); rest == "" || IsBullet(next) {
		return text, false
	}
	return rest, true
}

// Numbered splits a leading list number off a paragraph: "3.", "3)", "(3)", "a)", "iv.", "2.1.3" with a blank behind.
// A bare number without a sign ("3 apples") is none, and neither is a bare letter with a full stop that
// could be an initial ("A. Smith").
func Numbered(text string) (label, rest string, ok bool) {
	i := 0
	paren := strings.HasPrefix(text, "(")
	if paren {
		i = 1
	}
	start := i
	for i < len(text) && isAlnum(text[i]) {
		i++
	}
	word := text[start:i]
	if word == "" || len(word) > 6 || !(allDigits(word) || len(word) == 1 || isRoman(word)) {
		return "", text, false
	}
	levels := 1
	for i+1 < len(text) && text[i] == '.' && isDigit(text[i+1]) && allDigits(word) {
		i++
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		levels++
	}
	switch {
	case i < len(text) && text[i] == ')':
		i++
	case paren:
		return "", text, false
	case i < len(text) && text[i] == '.':
		if len(word) == 1 && !isDigit(word[0]) && unicode.IsUpper(rune(word[0])) {
			return "", text, false
		}
		i++
	case levels == 1:
		return "", text, false
	}
	if i >= len(text) || (text[i] != ' ' && text[i] != '\t') {
		return "", text, false
	}
	rest = strings.TrimLeft(text[i:], " \t")
	if rest == "" {
		return "", text, false
	}
	return text[:i], rest, true
}

func isAlnum(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != "" && len(s) <= 4
}
func isRoman(s string) bool {
	for i := 0; i < len(s); i++ {
		if !strings.ContainsRune("ivxlcIVXLC", rune(s[i])) {
			return false
		}
	}
	return true
}

// EmailAddress reports whether the text is nothing but an e-mail address.
func EmailAddress(text string) bool {
	text = strings.TrimSpace(text)
	at := strings.IndexByte(text, '@')
	if at < 1 || len(text) > 254 || strings.ContainsAny(text, " \t\n,;<>()") {
		return false
	}
	domain := text[at+1:]
	dot := strings.LastIndexByte(domain, '.')
	return dot > 0 && len(domain)-dot > 2 && !strings.ContainsRune(domain, '@') && isLetters(domain[dot+1:])
}

func isLetters(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

var states = map[string]bool{}

func init() {
	for s := range strings.FieldsSeq("AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR") {
		states[s] = true
	}
}

// Address reports whether the text ends in a US city, state and ZIP code: "Doylestown, PA 18901".
func Address(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), ".")
	zip := text[strings.LastIndexAny(text, " \n")+1:]
	if len(zip) == 10 && zip[5] == '-' {
		if !digits(zip[6:]) {
			return false
		}
		zip = zip[:5]
	}
	if len(zip) != 5 || !digits(zip) {
		return false
	}
	at := strings.LastIndex(text, zip)
	rest := strings.TrimRight(text[:at], " ")
	state := rest[strings.LastIndexAny(rest, " ,\n")+1:]
	if !states[state] {
		return false
	}
	city := strings.TrimRight(rest[:len(rest)-len(state)], " ")
	return strings.HasSuffix(city, ",") && len(city) > 2 && len(text) < 200
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Narrative reports whether the text reads as prose: at least one sentence of some length, mostly letters, not
// mostly capitalised words.
func Narrative(text string) bool {
	f := measure(text)
	if f.letters == 0 || f.visible == 0 || f.letters*2 < f.visible {
		return false
	}
	if f.wide > 0 && f.wide*2 > f.letters { // scripts that do not separate words
		return f.wide >= 12 || f.sentences > 0
	}
	sentences := f.sentences
	if f.capital*2 > f.words && sentences < 2 {
		return false
	}
	if sentences >= 2 {
		return true
	}
	return f.words >= 6 || (f.words >= 3 && f.ended)
}

// TitleLike reports whether the text could be a heading by its looks: short, no sentence end, no comma at its end.
func TitleLike(text string) bool {
	f := measure(text)
	if f.letters == 0 || f.letters*2 < f.visible || f.words > 12 || f.sentences > 1 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(text))
	if strings.ContainsRune(",;.:!、，。；：", last) && last != ':' || strings.Contains(text, "\n") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	if unicode.IsLower(first) {
		return false
	}
	if f.wide*2 > f.letters {
		return f.wide <= 25
	}
	return true
}

type facts struct {
	letters, visible, words, capital, sentences, wide int
	ended                                             bool // ends with a sentence's end
}

// measure reads the first 2,000 bytes: enough to tell.
func measure(text string) facts {
	var f facts
	inWord, first := false, false
	sentenceWords := 0
	n := 0
	last := rune(0)
	for i := 0; i < len(text); {
		if n++; n > 2000 {
			break
		}
		if c := text[i]; inWord && !first && c|0x20 >= 'a' && c|0x20 <= 'z' { // most often
			i++
			last = rune(c)
			f.visible++
			f.letters++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if unicode.IsSpace(r) {
			inWord = false
			if last == '.' || last == '!' || last == '?' {
				if sentenceWords >= 3 {
					f.sentences++
				}
				sentenceWords = 0
			}
			continue
		}
		last = r
		f.visible++
		if !inWord {
			inWord, first = true, true
		}
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			f.letters++
			if isWide(r) {
				f.wide++
			}
			if first {
				first = false
				f.words++
				sentenceWords++
				if unicode.IsUpper(r) {
					f.capital++
				}
			}
		} else if r >= '0' && r <= '9' {
			first = false
		}
		if r >= utf8.RuneSelf && strings.ContainsRune("。！？", r) {
			f.sentences++
			sentenceWords = 0
		}
	}
	switch last {
	case '.', '!', '?', '。', '！', '？', '।', '؟', '"', '”', '»', ')':
		f.ended = last != ')'
		if sentenceWords >= 3 && f.ended {
			f.sentences++
		}
	}
	return f
}

func isWide(r rune) bool {
	return r >= 0x0e00 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}
