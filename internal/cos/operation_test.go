package cos

import (
	"math"
	"slices"
	"testing"
)

// slowOperation is what Operation does, token by token.
func slowOperation(l *Lexer) (operands []Operand, operator []byte) {
	for {
		switch t := l.Next(); t.Kind {
		case EOF:
			return operands, nil
		case Keyword:
			return operands, t.Bytes
		case DictOpen:
			start := l.Pos() - len("<<")
			l.SetPos(start)
			l.ParseObject()
			operands = append(operands, Operand{Kind: DictOpen, Num: float64(start)})
		default:
			operands = append(operands, Operand{t.Kind, t.Num, t.Bytes})
		}
	}
}

func FuzzOperation(f *testing.F) {
	f.Add([]byte("BT /F1 9.96 Tf 72 700.5 Td [(Hel\\)lo)-333(wor(l)d)<6869>] TJ\n-.5 +7 --3 1.2.3 12-34 0 0 1 1 re% no\nf*-.002 w"))
	f.Add([]byte("/P <</MCID 0/A[1 2]>>BDC 123456789012345678901 0.00000000000000000001 4. . - Tj}{ ' \" <</X"))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, y := NewLexer(b), NewLexer(b)
		for {
			got, op := x.Operation(nil)
			want, wantOp := slowOperation(y)
			if string(op) != string(wantOp) || x.Pos() != y.Pos() {
				t.Fatalf("operator %q at %d, want %q at %d", op, x.Pos(), wantOp, y.Pos())
			}
			if len(want) <= maxOperands && !slices.EqualFunc(got, want, func(a, b Operand) bool {
				return a.Kind == b.Kind && string(a.Bytes) == string(b.Bytes) && math.Float64bits(a.Num) == math.Float64bits(b.Num)
			}) {
				t.Fatalf("operands %v of %q, want %v", got, op, want)
			}
			if op == nil {
				return
			}
			x.Recycle()
			y.Recycle()
		}
	})
}
