package cos

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
	for {
		for p < len(b) && class[b[p]] == space {
			p++
		}
		if p == len(b) {
			l.pos = p
			return operands, nil
		}
		switch c := b[p]; {
		case c <= '9' && c >= '-' && c != '/':
			if o, end := plainNumber(b, p); end > 0 && len(operands) < maxOperands {
				operands = append(operands, o)
				p = end
				continue
			}
		case c == '(':
			end := p + 1
			for end < len(b) && plainChar[b[end]] {
				end++
			}
			if end < len(b) && b[end] == ')' && len(operands) < maxOperands {
				operands = append(operands, Operand{Kind: LiteralString, Bytes: b[p+1 : end]})
				p = end + 1
				continue
			}
		case c == '[' || c == ']':
			if len(operands) < maxOperands {
				kind := ArrayOpen
				if c == ']' {
					kind = ArrayClose
				}
				operands = append(operands, Operand{Kind: kind})
				p++
				continue
			}
		case c == '/':
			end := p + 1
			for end < len(b) && class[b[end]] == regular && b[end] != '#' {
				end++
			}
			if (end == len(b) || b[end] != '#') && len(operands) < maxOperands {
				operands = append(operands, Operand{Kind: NameToken, Bytes: b[p+1 : end]})
				p = end
				continue
			}
		case class[c] == regular && c != '+':
			start := p
			for p++; p < len(b) && class[b[p]] == regular; p++ {
			}
			l.pos = p
			return operands, b[start:p]
		}
		l.pos = p
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
		if len(operands) < maxOperands {
			operands = append(operands, Operand{t.Kind, t.Num, t.Bytes})
		}
	}
}

// plainNumber reads a number of few digits behind which nothing odd stands; end is 0 for others, which number reads.
func plainNumber(b []byte, p int) (o Operand, end int) {
	negative := b[p] == '-'
	if negative {
		p++
	}
	start, v := p, int64(0)
	for p < len(b) && b[p]-'0' <= 9 {
		v = v*10 + int64(b[p]-'0')
		p++
	}
	digits, fraction := p-start, 0
	o.Kind = Integer
	if p < len(b) && b[p] == '.' {
		o.Kind = Real
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
		return o, 0
	}
	if negative {
		v = -v
	}
	o.Num = float64(v)
	if fraction > 0 {
		o.Num /= pow10[fraction]
	}
	return o, p
}

// plainChar tells the bytes of a string that stand for themselves.
var plainChar = func() (t [256]bool) {
	for i := range t {
		t[i] = i != '(' && i != ')' && i != '\\' && i != '\r'
	}
	return
}()
