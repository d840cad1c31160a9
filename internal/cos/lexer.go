package cos

import (
	"bytes"
	"math"
	"slices"
)

// Kind is a token's kind.
type Kind uint8

// The kinds of tokens.
const (
	EOF Kind = iota
	Integer
	Real
	LiteralString // bytes with escapes resolved; hexadecimal strings too
	NameToken
	Keyword
	ArrayOpen
	ArrayClose
	DictOpen
	DictClose
)

// Token is one token. Bytes is valid until the lexer's Recycle.
type Token struct {
	Kind  Kind
	Int   int64   // of an Integer
	Num   float64 // of an Integer or Real
	Bytes []byte  // of a string, name or keyword
}

// Lexer splits bytes into tokens (ISO 32000-2, 7.2). It never fails: what is no token is a keyword.
type Lexer struct {
	buf     []byte
	pos     int
	scratch []byte
	atEnd   bool // a token touched the end of buf, so that more bytes could change it
	stacks  stacks
	parsed  parsed
}

// NewLexer returns a lexer over b.
func NewLexer(b []byte) *Lexer { return &Lexer{buf: b} }

// Reset starts over with b.
func (l *Lexer) Reset(b []byte) { l.buf, l.pos, l.atEnd, l.parsed = b, 0, false, parsed{} }

// Pos returns the offset of the next byte.
func (l *Lexer) Pos() int { return l.pos }

// SetPos goes to an offset.
func (l *Lexer) SetPos(pos int) { l.pos = min(max(pos, 0), len(l.buf)) }

// Rest returns the bytes from the next one on.
func (l *Lexer) Rest() []byte { return l.buf[l.pos:] }

// Recycle frees the memory of the tokens read so far.
func (l *Lexer) Recycle() { l.scratch = l.scratch[:0] }

// keep takes over bytes that were appended behind scratch.
func (l *Lexer) keep(out []byte) {
	if n := len(l.scratch); cap(l.scratch)-n == cap(out) {
		l.scratch = l.scratch[:n+len(out)]
	} else {
		l.scratch = out // moved to a bigger place
	}
}

const (
	regular = iota
	space
	delimiter
)

var class = func() (c [256]uint8) {
	for _, b := range []byte("\x00\t\n\f\r ") {
		c[b] = space
	}
	for _, b := range []byte("()<>[]{}/%") {
		c[b] = delimiter
	}
	return
}()

// IsSpace reports whether b is white space.
func IsSpace(b byte) bool { return class[b] == space }

func (l *Lexer) skipSpace() {
	b, p := l.buf, l.pos
	for p < len(b) {
		c := b[p]
		if class[c] == space {
			p++
			continue
		}
		if c != '%' {
			break
		}
		for p < len(b) && b[p] != '\n' && b[p] != '\r' {
			p++
		}
	}
	l.pos = p
}

// Next reads a token.
func (l *Lexer) Next() Token {
	l.skipSpace()
	if l.pos >= len(l.buf) {
		l.atEnd = true
		return Token{Kind: EOF}
	}
	c := l.buf[l.pos]
	switch {
	case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
		return l.number()
	case class[c] == regular:
		return l.keyword()
	}
	switch c {
	case '/':
		return l.name()
	case '(':
		return Token{Kind: LiteralString, Bytes: l.literal()}
	case '<':
		if l.pos+1 < len(l.buf) && l.buf[l.pos+1] == '<' {
			l.pos += 2
			return Token{Kind: DictOpen}
		}
		return Token{Kind: LiteralString, Bytes: l.hex()}
	case '>':
		if l.pos+1 < len(l.buf) && l.buf[l.pos+1] == '>' {
			l.pos += 2
			return Token{Kind: DictClose}
		}
	case '[':
		l.pos++
		return Token{Kind: ArrayOpen}
	case ']':
		l.pos++
		return Token{Kind: ArrayClose}
	}
	l.pos++
	l.atEnd = l.atEnd || l.pos == len(l.buf)
	return Token{Kind: Keyword, Bytes: l.buf[l.pos-1 : l.pos]}
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number reads a number as lenient readers do: "--5" is -5, "1.2.3" is 1.2, "12-34" is 12, "." is 0.
func (l *Lexer) number() Token {
	b, start := l.buf, l.pos
	p := start
	neg := false
	for p < len(b) && (b[p] == '-' || b[p] == '+') {
		neg = neg || b[p] == '-'
		p++
	}
	var mant int64
	digits, frac, exp10 := 0, 0, 0
	real := false
	for ; p < len(b); p++ {
		c := b[p]
		if c >= '0' && c <= '9' {
			digits++
			switch {
			case mant > (math.MaxInt64-9)/10:
				if !real {
					exp10++
				}
			case real:
				mant = mant*10 + int64(c-'0')
				frac++
			default:
				mant = mant*10 + int64(c-'0')
			}
			continue
		}
		if c == '.' && !real {
			real = true
			continue
		}
		break
	}
	// The rest of a malformed number belongs to it, but a keyword that follows at once ("1 0 obj", "0R") does not.
	for p < len(b) && (b[p] == '.' || b[p] == '-' || b[p] >= '0' && b[p] <= '9') {
		p++
	}
	l.atEnd = l.atEnd || p == len(b)
	if digits == 0 && !real && p < len(b) && class[b[p]] == regular {
		return l.keyword() // "-abc"
	}
	l.pos = p
	if neg {
		mant = -mant
	}
	if !real && exp10 == 0 {
		return Token{Kind: Integer, Int: mant, Num: float64(mant)}
	}
	v := float64(mant)
	if frac > 0 {
		if frac < len(pow10) {
			v /= pow10[frac]
		} else {
			v *= math.Pow10(-frac)
		}
	}
	if exp10 > 0 {
		v *= math.Pow10(exp10)
	}
	return Token{Kind: Real, Num: v}
}

func (l *Lexer) keyword() Token {
	b, start := l.buf, l.pos
	p := start
	if p < len(b) {
		p++
	}
	for p < len(b) && class[b[p]] == regular {
		p++
	}
	l.pos = p
	l.atEnd = l.atEnd || p == len(b)
	return Token{Kind: Keyword, Bytes: b[start:p]}
}

func (l *Lexer) name() Token {
	b, start := l.buf, l.pos+1
	p := start
	escaped := false
	for p < len(b) && class[b[p]] == regular {
		escaped = escaped || b[p] == '#'
		p++
	}
	l.pos = p
	l.atEnd = l.atEnd || p == len(b)
	if !escaped {
		return Token{Kind: NameToken, Bytes: b[start:p]}
	}
	out := l.scratch[len(l.scratch):]
	for i := start; i < p; i++ {
		if b[i] == '#' && i+2 < p {
			if h, ok := hexByte(b[i+1], b[i+2]); ok {
				out = append(out, h)
				i += 2
				continue
			}
		}
		out = append(out, b[i])
	}
	l.keep(out)
	return Token{Kind: NameToken, Bytes: out}
}

func hexByte(a, b byte) (byte, bool) {
	x, y := hexDigit[a], hexDigit[b]
	return x<<4 | y, x|y < 16
}

var hexDigit = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0x80
	}
	for i := range byte(10) {
		t['0'+i] = i
	}
	for i := range byte(6) {
		t['a'+i], t['A'+i] = 10+i, 10+i
	}
	return
}()

// leastRoom is the room in bytes that is made at a time for short strings.
const leastRoom = 256

func (l *Lexer) hex() []byte {
	if out := l.shortHex(); out != nil {
		return out
	}
	b := l.buf[l.pos+1:]
	if n := bytes.IndexByte(b, '>'); n >= 0 {
		b = b[:n]
		l.pos += n + 2
	} else {
		l.pos, l.atEnd = len(l.buf), true
	}
	out := slices.Grow(l.scratch[len(l.scratch):], max(len(b)/2+1, leastRoom))
	var hi uint8
	half := false
	for i := 0; i < len(b); i++ {
		h := hexDigit[b[i]]
		if !half && i+1 < len(b) && h|hexDigit[b[i+1]] < 16 {
			out = append(out, h<<4|hexDigit[b[i+1]])
			i++
			continue
		}
		if h >= 16 {
			continue
		}
		if half {
			out = append(out, hi<<4|h)
		}
		hi, half = h, !half
	}
	if half {
		out = append(out, hi<<4)
	}
	l.keep(out)
	return out
}

// shortHex reads a string of whole pairs of digits, as content streams show text with; nil is for others and for those that there is no
// room for.
func (l *Lexer) shortHex() []byte {
	n := len(l.scratch)
	room := l.scratch[n:cap(l.scratch)]
	b, p := l.buf, l.pos+1
	for i := range room {
		if p+1 >= len(b) {
			break
		}
		hi, lo := hexDigit[b[p]], hexDigit[b[p+1]]
		if hi|lo >= 16 {
			if b[p] != '>' || i == 0 {
				break
			}
			l.pos = p + 1
			l.scratch = l.scratch[:n+i]
			return room[:i]
		}
		room[i] = hi<<4 | lo
		p += 2
	}
	return nil
}

func (l *Lexer) literal() []byte {
	b, start := l.buf, l.pos+1
	p := start
	for p < len(b) && plainChar[b[p]] {
		p++
	}
	if p < len(b) && b[p] == ')' { // nothing to resolve
		l.pos = p + 1
		return b[start:p]
	}
	out := append(l.scratch[len(l.scratch):], b[start:p]...)
	depth := 1
	for ; p < len(b); p++ {
		c := b[p]
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				l.pos = p + 1
				l.keep(out)
				return out
			}
		case '\r': // an end of line in a string is a line feed
			if p+1 < len(b) && b[p+1] == '\n' {
				p++
			}
			c = '\n'
		case '\\':
			p++
			if p == len(b) {
				continue
			}
			var keep bool
			if c, p, keep = escape(b, p); !keep {
				continue
			}
		}
		out = append(out, c)
	}
	l.pos, l.atEnd = len(b), true
	l.keep(out)
	return out
}

// escape resolves the escape whose first byte after the backslash is at p; it returns the last byte's offset.
func escape(b []byte, p int) (c byte, last int, keep bool) {
	switch c = b[p]; c {
	case 'n':
		return '\n', p, true
	case 'r':
		return '\r', p, true
	case 't':
		return '\t', p, true
	case 'b':
		return '\b', p, true
	case 'f':
		return '\f', p, true
	case '\n':
		return 0, p, false
	case '\r':
		if p+1 < len(b) && b[p+1] == '\n' {
			p++
		}
		return 0, p, false
	}
	if c < '0' || c > '7' {
		return c, p, true
	}
	v := int(c - '0')
	for i := 0; i < 2 && p+1 < len(b) && b[p+1] >= '0' && b[p+1] <= '7'; i++ {
		p++
		v = v*8 + int(b[p]-'0')
	}
	return byte(v), p, true
}
