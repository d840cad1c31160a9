package numfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// what a token stands for.
type what uint8

const (
	lit        what = iota // text as it stands
	wholeValue             // General or @
	intDigit               // placeholder before the decimal point; text is "0", "#" or "?"
	point                  // decimal point
	fracDigit              // placeholder behind the decimal point
	exponent               // E+ or E-; text is the sign that is always shown, if any
	expDigit               // placeholder of the exponent
	numDigit               // placeholder of a numerator
	slash                  // of a fraction
	denDigit               // placeholder or digit of a denominator

	year         // n letters y
	buddhistYear // b
	eraYear      // e
	eraName      // g
	month
	monthLetter
	day
	weekday // ddd, dddd, aaa, aaaa
	hour
	minute
	second
	subSecond // digits behind the seconds, with their point
	ampm      // text is the two halves with a slash between
	elapsedH
	elapsedM
	elapsedS
)

type token struct {
	what what
	n    int    // number of letters or digits
	text string // of literals
}

// parse reads one section.
func parse(code string) section {
	p := parser{rest: code}
	for p.rest != "" {
		p.next()
	}
	switch p.s.locale { // the reader's own long date and time
	case 0xf800:
		return parse("dddd, mmmm d, yyyy")
	case 0xf400:
		return parse("h:mm:ss AM/PM")
	}
	s := p.s
	s.tokens = p.tokens
	switch {
	case p.dates:
		s.kind = date
		s.finishDate()
	case p.at:
		s.kind = text
	case p.whole:
		s.kind = general
	case p.slashAt > 0 && p.digitsBefore(p.slashAt):
		s.kind = fraction
		s.finishFraction(p.slashAt)
	case p.digits:
		s.kind = number
		s.finishNumber()
	}
	for i := range s.tokens { // what has no role here is text
		t := &s.tokens[i]
		if s.kind == literal || (t.what == slash && s.kind != fraction) {
			t.what = lit
		}
	}
	return s
}

type parser struct {
	rest    string
	tokens  []token
	s       section
	dates   bool
	at      bool
	whole   bool
	digits  bool
	slashAt int
}

func (p *parser) literal(text string) {
	if n := len(p.tokens); n > 0 && p.tokens[n-1].what == lit {
		p.tokens[n-1].text += text
		return
	}
	p.tokens = append(p.tokens, token{what: lit, text: text})
}

// take cuts n bytes off the rest.
func (p *parser) take(n int) string {
	out := p.rest[:n]
	p.rest = p.rest[n:]
	return out
}

// run returns how often the first letter of the rest stands there, in either case.
func (p *parser) run() int {
	c, n := lower(p.rest[0]), 1
	for n < len(p.rest) && lower(p.rest[n]) == c {
		n++
	}
	return n
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func (p *parser) next() {
	c := p.rest[0]
	switch c {
	case '"':
		end := strings.IndexByte(p.rest[1:], '"')
		if end < 0 {
			p.literal(p.take(len(p.rest))[1:])
			return
		}
		p.literal(p.rest[1 : 1+end])
		p.take(end + 2)
	case '\\':
		p.take(1)
		p.rune(p.literal)
	case '_':
		p.take(1)
		p.rune(func(string) { p.literal(" ") })
	case '*':
		p.take(1)
		p.rune(func(string) {})
	case '[':
		end := strings.IndexByte(p.rest, ']')
		if end < 0 {
			p.literal(p.take(len(p.rest)))
			return
		}
		in := p.take(end + 1)
		p.bracket(in[1:end])
	case '@':
		p.take(1)
		p.at = true
		p.tokens = append(p.tokens, token{what: wholeValue})
	case '0', '#', '?':
		p.digits = true
		p.tokens = append(p.tokens, token{what: intDigit, text: p.take(1)})
	case '.':
		p.take(1)
		if n := len(p.tokens); n > 0 && (p.tokens[n-1].what == second || p.tokens[n-1].what == elapsedS) && strings.HasPrefix(p.rest, "0") {
			k := p.run()
			p.take(k)
			p.tokens = append(p.tokens, token{what: subSecond, n: min(k, 9)})
			return
		}
		p.tokens = append(p.tokens, token{what: point, text: "."})
	case '%':
		p.take(1)
		p.s.scale += 2
		p.literal("%")
	case ',':
		p.take(1)
		p.tokens = append(p.tokens, token{what: lit, n: 1, text: ","}) // finishNumber finds out what it is for
	case '/':
		p.take(1)
		if p.slashAt == 0 {
			p.slashAt = len(p.tokens)
		}
		p.tokens = append(p.tokens, token{what: slash, text: "/"})
	default:
		p.letter(c)
	}
}

// rune hands the first character of the rest to f.
func (p *parser) rune(f func(string)) {
	if p.rest != "" {
		_, n := utf8.DecodeRuneInString(p.rest)
		f(p.take(n))
	}
}

func (p *parser) letter(c byte) {
	switch lower(c) {
	case 'g':
		if hasFold(p.rest, "General") {
			p.take(len("General"))
			p.whole = true
			p.tokens = append(p.tokens, token{what: wholeValue})
			return
		}
		p.date(eraName)
	case 'e':
		if p.digits && len(p.rest) > 1 && (p.rest[1] == '+' || p.rest[1] == '-') {
			sign := strings.TrimSuffix(p.take(2)[1:], "-")
			p.tokens = append(p.tokens, token{what: exponent, text: sign})
			return
		}
		if p.digits {
			p.literal(p.take(1))
			return
		}
		p.date(eraYear)
	case 'y':
		p.date(year)
	case 'b':
		n := p.run()
		if n == 2 || n == 4 {
			p.date(buddhistYear)
			return
		}
		p.literal(p.take(1))
	case 'm':
		p.date(month)
	case 'd':
		if p.run() >= 3 {
			p.date(weekday)
			return
		}
		p.date(day)
	case 'h':
		p.date(hour)
	case 's':
		p.date(second)
	case 'a':
		switch {
		case hasFold(p.rest, "AM/PM"):
			p.ampm(len("AM/PM"))
		case hasFold(p.rest, "A/P"):
			p.ampm(len("A/P"))
		case p.run() >= 3:
			p.date(weekday)
		default:
			p.literal(p.take(1))
		}
	default:
		if strings.HasPrefix(p.rest, "上午/下午") {
			p.ampm(len("上午/下午"))
			return
		}
		p.rune(p.literal)
	}
}

func (p *parser) ampm(n int) {
	p.dates = true
	p.s.hour12 = true
	p.tokens = append(p.tokens, token{what: ampm, text: p.take(n)})
}

func (p *parser) date(w what) {
	p.dates = true
	n := p.run()
	p.take(n)
	p.tokens = append(p.tokens, token{what: w, n: n})
}

// bracket reads what stands in square brackets: an elapsed time, a condition, a currency, a colour.
func (p *parser) bracket(in string) {
	if in == "" {
		return
	}
	switch c := in[0]; {
	case strings.Trim(strings.ToLower(in), string(lower(c))) == "" && strings.IndexByte("hms", lower(c)) >= 0:
		p.dates = true
		p.s.elapsed = true
		w := elapsedH
		switch lower(c) {
		case 'm':
			w = elapsedM
		case 's':
			w = elapsedS
		}
		p.tokens = append(p.tokens, token{what: w, n: len(in)})
	case c == '<' || c == '>' || c == '=':
		op := in[:1]
		if len(in) > 1 && (in[1] == '=' || in[1] == '>') {
			op = in[:2]
		}
		if v, err := strconv.ParseFloat(strings.TrimSpace(in[len(op):]), 64); err == nil {
			p.s.cond = condition{op, v}
		}
	case c == '$':
		symbol, locale, _ := strings.Cut(in[1:], "-")
		if symbol != "" {
			p.literal(symbol)
		}
		if id, err := strconv.ParseUint(locale, 16, 32); err == nil {
			p.s.locale = uint16(id)
		}
	}
}

// digitsBefore reports whether a placeholder stands before token i, with nothing but blanks between them.
func (p *parser) digitsBefore(i int) bool {
	for i--; i >= 0; i-- {
		switch t := p.tokens[i]; {
		case t.what == intDigit:
			return true
		case t.what != lit || strings.TrimSpace(t.text) != "":
			return false
		}
	}
	return false
}

// finishNumber gives each placeholder its role and finds out what the commas are for: between digits they
// group, behind the last digit they divide by a thousand each.
func (s *section) finishNumber() {
	last := -1 // last digit before the decimal point
	pointAt, expAt := -1, -1
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.what {
		case point:
			if pointAt < 0 && expAt < 0 {
				pointAt = i
			} else {
				t.what = lit
			}
		case exponent:
			if expAt < 0 {
				expAt = i
			} else {
				t.what, t.text = lit, "E"+t.text
			}
		case intDigit:
			switch {
			case expAt >= 0:
				t.what = expDigit
				s.expDigits++
			case pointAt >= 0:
				t.what = fracDigit
				s.fracDigits++
			default:
				s.intDigits++
				last = i
			}
		}
	}
	lastFrac := last
	for i := range s.tokens {
		if s.tokens[i].what == fracDigit {
			lastFrac = i
		}
	}
	out := make([]token, 0, len(s.tokens))
	digits := 0
	for i, t := range s.tokens {
		if t.what == intDigit || t.what == fracDigit {
			digits++
		}
		if t.what == lit && t.n == 1 && digits > 0 && strings.HasPrefix(t.text, ",") {
			switch {
			case i < last && i < lastFrac:
				s.grouped = true
				t.text = strings.TrimPrefix(t.text, ",")
			case s.dividing(i, last, lastFrac, pointAt):
				s.scale -= 3
				t.text = strings.TrimPrefix(t.text, ",")
			}
			if t.text == "" {
				continue
			}
		}
		out = append(out, t)
	}
	s.tokens = out
}

// dividing reports whether the comma at i stands directly behind the last digit of its part, other commas aside.
func (s *section) dividing(i, last, lastFrac, pointAt int) bool {
	for k := i - 1; k >= 0; k-- {
		switch t := s.tokens[k]; {
		case t.what == lit && t.n == 1 && (t.text == "," || t.text == ""):
		case k == last && (pointAt < 0 || i < pointAt), k == lastFrac:
			return true
		default:
			return false
		}
	}
	return false
}

// finishFraction finds numerator, denominator and the whole number before them.
func (s *section) finishFraction(slashAt int) {
	i := slashAt - 1
	for i >= 0 && s.tokens[i].what == lit {
		i--
	}
	for ; i >= 0 && s.tokens[i].what == intDigit; i-- {
		s.tokens[i].what = numDigit
		s.numDigits++
	}
	for ; i >= 0; i-- {
		if s.tokens[i].what == intDigit {
			s.intDigits++
			s.mixed = true
		}
	}
	fixed := ""
	for i := slashAt + 1; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		switch {
		case t.what == intDigit:
			t.what = denDigit
			s.denDigits++
			if fixed != "" && t.text == "0" {
				fixed += "0"
			}
		case t.what == lit && s.denDigits == 0 || fixed != "" && t.what == lit:
			// A denominator in plain digits: "# ?/8".
			d := strings.TrimLeft(t.text, " ")
			n := 0
			for n < len(d) && d[n] >= '0' && d[n] <= '9' {
				n++
			}
			if n > 0 {
				fixed += d[:n]
				t.what = denDigit
				t.n = n
				if n < len(d) {
					s.tokens = append(s.tokens, token{what: lit, text: d[n:]})
				}
			}
		}
	}
	if len(fixed) > 0 && len(fixed) <= 5 {
		s.denominator, _ = strconv.Atoi(fixed)
	}
}

// finishDate tells minutes from months: an m is a minute behind an hour or before a second.
func (s *section) finishDate() {
	prev := what(lit)
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.what {
		case point, intDigit:
			t.what = lit
		case exponent:
			t.what, t.text = lit, "E"+t.text
		case wholeValue:
			t.what = lit
			t.text = ""
		case second, elapsedS:
			s.seconds = true
		case subSecond:
			s.subDigit = max(s.subDigit, min(t.n, 9))
		}
		if t.what == month && t.n <= 2 && (prev == hour || prev == elapsedH || s.secondFollows(i)) {
			t.what = minute
		}
		if t.what == month && t.n == 5 {
			t.what = monthLetter
		}
		if t.what >= year && t.what != ampm && t.what != subSecond {
			prev = t.what
		}
	}
}

func (s *section) secondFollows(i int) bool {
	for _, t := range s.tokens[i+1:] {
		switch {
		case t.what == second || t.what == elapsedS:
			return true
		case t.what >= year:
			return false
		}
	}
	return false
}
