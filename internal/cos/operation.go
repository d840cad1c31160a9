package cos

import "slices"

// Operand is an operand of a content stream's operator. An array's operands stand between brackets of their own; of a
// dictionary, Num is the offset, from which ParseObject reads it.
type Operand struct {
	Kind  Kind
	Num   float64 // of an Integer or Real
	Bytes []byte  // of a string or name
}

// maxOperands bounds the operands of one operator; more are skipped.
const maxOperands = 1 << 16

// Operation reads a content stream's next operator (7.8.2), nil at the end, and appends its operands to those given. They are valid
// until the lexer's Recycle.
func (l *Lexer) Operation(operands []Operand) (all []Operand, operator []byte) {
	b, p := l.buf, l.pos
	for p < len(b) {
		start := p
		first := firsts[b[p]]
		if first == firstSpace {
			p++
			continue
		}
		n := len(operands)
		if n == maxOperands && first != firstOperator {
			first = firstOther
		}
		if n == cap(operands) {
			operands = slices.Grow(operands, 8)
		}
		o := &operands[:n+1][n]
		switch first {
		case firstNumber:
			if p = o.number(b, p); p > 0 {
				operands = operands[:n+1]
				continue
			}
		case firstString:
			l.pos = p
			o.set(LiteralString, 0, l.literal())
			operands = operands[:n+1]
			p = l.pos
			continue
		case firstAngle:
			if p++; p < len(b) && b[p] != '<' {
				l.pos = start
				o.set(LiteralString, 0, l.hex())
				operands = operands[:n+1]
				p = l.pos
				continue
			}
		case firstBracket:
			kind := ArrayOpen
			if b[p] == ']' {
				kind = ArrayClose
			}
			o.set(kind, 0, nil)
			operands = operands[:n+1]
			p++
			continue
		case firstName:
			for p++; p < len(b) && class[b[p]] == regular && b[p] != '#'; p++ {
			}
			if p == len(b) || b[p] != '#' {
				o.set(NameToken, 0, b[start+1:p])
				operands = operands[:n+1]
				continue
			}
		case firstOperator:
			for p++; p < len(b) && class[b[p]] == regular; p++ {
			}
			l.pos = p
			return operands, b[start:p]
		}
		l.pos = start
		t := l.Next()
		p = l.pos
		switch t.Kind {
		case EOF:
			return operands, nil
		case Keyword:
			return operands, t.Bytes
		case DictOpen:
			t.Num = float64(p - len("<<"))
			l.pos = p - len("<<")
			l.ParseObject()
			p = l.pos
		}
		if n < maxOperands {
			o.set(t.Kind, t.Num, t.Bytes)
			operands = operands[:n+1]
		}
	}
	l.pos = p
	return operands, nil
}

// What a token in a content stream begins with.
const (
	firstOther = iota
	firstSpace
	firstNumber
	firstString
	firstAngle
	firstBracket
	firstName
	firstOperator
)

var firsts = func() (t [256]uint8) {
	for c := range 256 {
		switch {
		case class[c] == space:
			t[c] = firstSpace
		case c >= '0' && c <= '9' || c == '-' || c == '.':
			t[c] = firstNumber
		case c == '(':
			t[c] = firstString
		case c == '<':
			t[c] = firstAngle
		case c == '[' || c == ']':
			t[c] = firstBracket
		case c == '/':
			t[c] = firstName
		case class[c] == regular && c != '+':
			t[c] = firstOperator
		}
	}
	return
}()

// set is faster than the assignment of an Operand, which is put together elsewhere and copied.
func (o *Operand) set(kind Kind, num float64, b []byte) { o.Kind, o.Num, o.Bytes = kind, num, b }

// number reads a number of few digits behind which nothing odd stands; end is 0 for others, which Lexer.number reads.
func (o *Operand) number(b []byte, p int) (end int) {
	negative := b[p] == '-'
	if negative {
		p++
	}
	start, v := p, int64(0)
	for p < len(b) && b[p]-'0' <= 9 {
		v = v*10 + int64(b[p]-'0')
		p++
	}
	digits, fraction, kind := p-start, 0, Integer
	if p < len(b) && b[p] == '.' {
		kind = Real
		p++
		start = p
		for p < len(b) && b[p]-'0' <= 9 {
			v = v*10 + int64(b[p]-'0')
			p++
		}
		fraction = p - start
	}
	const most = 15 // digits, so that the powers of ten and v are exact
	if n := digits + fraction; n == 0 || n > most || p >= len(b) || class[b[p]] == regular {
		return 0
	}
	if negative {
		v = -v
	}
	num := float64(v)
	if fraction > 0 {
		num /= pow10[fraction]
	}
	o.set(kind, num, nil)
	return p
}

// plainChar tells the bytes of a string that stand for themselves.
var plainChar = func() (t [256]bool) {
	for i := range t {
		t[i] = i != '(' && i != ')' && i != '\\' && i != '\r'
	}
	return
}()
