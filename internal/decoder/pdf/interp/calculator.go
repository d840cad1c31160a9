package interp

import (
	"math"

	"github.com/udecode/udecode/internal/cos"
)

// calculator is a function of type 4 (7.10.5): a program in a small part of PostScript. Booleans are 0 and 1. As it has no loops, it
// takes no longer than it is.
type calculator struct{ code []step }

// step is a number to be put on the stack, an operator, or a condition with its branches.
type step struct {
	op        string // "" for a number
	number    float64
	then, not []step // of "if" and "ifelse"
}

// readCalculator reads a program; nil when it is not one.
func readCalculator(code []byte) function {
	const most = 1 << 16
	if len(code) > most {
		return nil
	}
	lex := cos.NewLexer(code)
	if t := lex.Next(); t.Kind != cos.Keyword || string(t.Bytes) != "{" {
		return nil
	}
	body, ok := readProcedure(lex, 0)
	if !ok {
		return nil
	}
	return calculator{body}
}

// readProcedure reads up to the closing brace.
func readProcedure(lex *cos.Lexer, depth int) ([]step, bool) {
	var out []step
	var blocks [][]step
	for depth < 32 {
		t := lex.Next()
		switch {
		case t.Kind == cos.Integer || t.Kind == cos.Real:
			out = append(out, step{number: t.Num})
		case t.Kind != cos.Keyword:
			return nil, false
		default:
			switch op := string(t.Bytes); op {
			case "{":
				b, ok := readProcedure(lex, depth+1)
				if !ok {
					return nil, false
				}
				blocks = append(blocks, b)
			case "}":
				return out, true
			case "if", "ifelse":
				n := 1
				if op == "ifelse" {
					n = 2
				}
				if len(blocks) != n {
					return nil, false
				}
				s := step{op: op, then: blocks[0]}
				if n == 2 {
					s.not = blocks[1]
				}
				out, blocks = append(out, s), nil
			case "true":
				out = append(out, step{number: 1})
			case "false":
				out = append(out, step{})
			default:
				out = append(out, step{op: op})
			}
		}
	}
	return nil, false
}

func (c calculator) eval(out, x []float64) []float64 {
	var room [100]float64 // what the specification asks for
	m := machine{stack: append(room[:0], x...)}
	m.run(c.code)
	return append(out, m.stack...)
}

// machine runs a program. What is missing on the stack is 0.
type machine struct{ stack []float64 }

func (m *machine) pop() float64 {
	n := len(m.stack)
	if n == 0 {
		return 0
	}
	v := m.stack[n-1]
	m.stack = m.stack[:n-1]
	return v
}

func (m *machine) push(v float64) {
	if len(m.stack) < cap(m.stack) {
		m.stack = append(m.stack, v)
	}
}

func (m *machine) pushBool(b bool) {
	if b {
		m.push(1)
	} else {
		m.push(0)
	}
}

func (m *machine) run(code []step) {
	for i := range code {
		s := &code[i]
		switch s.op {
		case "":
			m.push(s.number)
		case "if", "ifelse":
			if m.pop() != 0 {
				m.run(s.then)
			} else {
				m.run(s.not)
			}
		default:
			if !m.arrange(s.op) && !m.one(s.op) {
				m.two(s.op)
			}
		}
	}
}

// arrange runs the operators that only move what is on the stack.
func (m *machine) arrange(op string) bool {
	switch op {
	case "pop":
		m.pop()
	case "dup":
		v := m.pop()
		m.push(v)
		m.push(v)
	case "exch":
		b, a := m.pop(), m.pop()
		m.push(b)
		m.push(a)
	case "copy":
		if n := int(m.pop()); n > 0 && n <= len(m.stack) {
			for _, v := range m.stack[len(m.stack)-n:] {
				m.push(v)
			}
		}
	case "index":
		if n := int(m.pop()); n >= 0 && n < len(m.stack) {
			m.push(m.stack[len(m.stack)-1-n])
		}
	case "roll":
		j, n := int(m.pop()), int(m.pop())
		if n > 0 && n <= len(m.stack) {
			part := m.stack[len(m.stack)-n:]
			j = (j%n + n) % n
			turned := append(append([]float64(nil), part[n-j:]...), part[:n-j]...)
			copy(part, turned)
		}
	default:
		return false
	}
	return true
}

// one runs the operators of one number.
func (m *machine) one(op string) bool {
	const degree = math.Pi / 180
	var f func(float64) float64
	switch op {
	case "abs":
		f = math.Abs
	case "neg":
		f = func(v float64) float64 { return -v }
	case "ceiling":
		f = math.Ceil
	case "floor":
		f = math.Floor
	case "round":
		f = func(v float64) float64 { return math.Floor(v + .5) }
	case "truncate", "cvi":
		f = math.Trunc
	case "cvr":
		return true
	case "sqrt":
		f = math.Sqrt
	case "sin":
		f = func(v float64) float64 { return math.Sin(v * degree) }
	case "cos":
		f = func(v float64) float64 { return math.Cos(v * degree) }
	case "ln":
		f = math.Log
	case "log":
		f = math.Log10
	case "not":
		f = func(v float64) float64 {
			if v == 0 {
				return 1
			}
			return 0
		}
	default:
		return false
	}
	m.push(f(m.pop()))
	return true
}

// two runs the operators of two numbers.
func (m *machine) two(op string) {
	b, a := m.pop(), m.pop()
	switch op {
	case "add":
		m.push(a + b)
	case "sub":
		m.push(a - b)
	case "mul":
		m.push(a * b)
	case "div":
		if b != 0 {
			a /= b
		}
		m.push(a)
	case "idiv", "mod":
		x, y := int64(bound(a, whole)), int64(bound(b, whole))
		switch {
		case y == 0:
			m.push(0)
		case op == "mod":
			m.push(float64(x % y))
		default:
			m.push(float64(x / y))
		}
	case "exp":
		m.push(math.Pow(a, b))
	case "atan":
		v := math.Atan2(a, b) * 180 / math.Pi
		if v < 0 {
			v += 360
		}
		m.push(v)
	case "eq":
		m.pushBool(a == b)
	case "ne":
		m.pushBool(a != b)
	case "gt":
		m.pushBool(a > b)
	case "ge":
		m.pushBool(a >= b)
	case "lt":
		m.pushBool(a < b)
	case "le":
		m.pushBool(a <= b)
	case "and":
		m.push(float64(int64(bound(a, whole)) & int64(bound(b, whole))))
	case "or":
		m.push(float64(int64(bound(a, whole)) | int64(bound(b, whole))))
	case "xor":
		m.push(float64(int64(bound(a, whole)) ^ int64(bound(b, whole))))
	case "bitshift":
		x, y := int64(bound(a, whole)), int(bound(b, []float64{-32, 31}))
		if y >= 0 {
			m.push(float64(int32(x << y)))
		} else {
			m.push(float64(x >> -y))
		}
	}
}

var whole = []float64{math.MinInt32, math.MaxInt32}
