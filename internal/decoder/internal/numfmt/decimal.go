package numfmt

import (
	"math"
	"strconv"
)

// decimal is a number as a spreadsheet sees it: 15 significant digits.
type decimal struct {
	digits [40]byte // '0' to '9'
	n      int      // digits in use; no zeros at their end
	point  int      // the decimal point stands behind this many digits; may be negative or above n
	neg    bool
}

// maxPoint bounds the digits before a decimal point that are written out.
const maxPoint = 310

func makeDecimal(v float64) (d decimal) {
	if v < 0 || v == 0 && math.Signbit(v) {
		d.neg = v != 0
		v = -v
	}
	if v == 0 {
		return d
	}
	var buf [32]byte
	b := strconv.AppendFloat(buf[:0], v, 'e', 14, 64) // d.dddddddddddddde±xx
	d.digits[0] = b[0]
	copy(d.digits[1:], b[2:16])
	d.n = 15
	exp, _ := strconv.Atoi(string(b[17:]))
	d.point = exp + 1
	d.cut()
	return d
}

// cut drops zeros at the end.
func (d *decimal) cut() {
	for d.n > 0 && d.digits[d.n-1] == '0' {
		d.n--
	}
	if d.n == 0 {
		d.point = 0
	}
}

// round keeps digits behind the decimal point, halves away from zero.
func (d *decimal) round(digits int) {
	keep := d.point + digits
	switch {
	case keep >= d.n:
		return
	case keep < 0:
		d.n, d.point = 0, 0
		return
	}
	up := d.digits[keep] >= '5'
	d.n = keep
	if !up {
		d.cut()
		return
	}
	for i := keep - 1; i >= 0; i-- {
		if d.digits[i] < '9' {
			d.digits[i]++
			d.n = i + 1
			return
		}
	}
	d.digits[0] = '1'
	d.n = 1
	d.point++
}

// at returns the digit i places before (negative: behind) the decimal point; 0 is the ones.
func (d *decimal) at(i int) byte {
	k := d.point - 1 - i
	if k < 0 || k >= d.n {
		return '0'
	}
	return d.digits[k]
}

// AppendGeneral appends a number as General shows it, at its full 15 digits.
func AppendGeneral(dst []byte, v float64) []byte {
	switch {
	case math.IsNaN(v), math.IsInf(v, 0):
		return append(dst, "#NUM!"...)
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.AppendInt(dst, int64(v), 10)
	}
	d := makeDecimal(v)
	if d.neg {
		dst = append(dst, '-')
	}
	if d.point > 15 || d.point < -8 {
		dst = append(dst, d.digits[0])
		if d.n > 1 {
			dst = append(dst, '.')
			dst = append(dst, d.digits[1:d.n]...)
		}
		return appendExponent(dst, d.point-1, "+", 2)
	}
	dst = d.appendInt(dst)
	if d.n > d.point {
		dst = append(dst, '.')
		for i := 1; i <= d.n-d.point; i++ {
			dst = append(dst, d.at(-i))
		}
	}
	return dst
}

// appendInt appends the digits before the decimal point, "0" when there are none.
func (d *decimal) appendInt(dst []byte) []byte {
	if d.point <= 0 {
		return append(dst, '0')
	}
	for i := min(d.point, maxPoint) - 1; i >= 0; i-- {
		dst = append(dst, d.at(i))
	}
	return dst
}

func appendExponent(dst []byte, exp int, plus string, digits int) []byte {
	dst = append(dst, 'E')
	if exp < 0 {
		dst = append(dst, '-')
		exp = -exp
	} else {
		dst = append(dst, plus...)
	}
	return appendPadded(dst, exp, digits)
}

// appendPadded appends a number of at least that many digits.
func appendPadded(dst []byte, n, digits int) []byte {
	var buf [20]byte
	b := strconv.AppendInt(buf[:0], int64(n), 10)
	for range digits - len(b) {
		dst = append(dst, '0')
	}
	return append(dst, b...)
}

// appendDecimal shows a number by the placeholders of s.
func (s *section) appendDecimal(dst []byte, v float64) []byte {
	d := makeDecimal(v)
	if d.n > 0 {
		d.point += s.scale
	}
	exp := 0
	if s.expDigits > 0 {
		exp = s.normalise(&d)
	}
	d.round(s.fracDigits)
	if d.neg {
		dst = append(dst, '-')
	}
	ints := 0
	if d.n > 0 {
		ints = min(max(d.point, 0), maxPoint)
	}
	place := s.intDigits // placeholders that are still to come
	frac, expPlace := 0, 0
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.what {
		case intDigit:
			if place == s.intDigits { // digits beyond the placeholders stand before the first
				for k := ints - 1; k >= place; k-- {
					dst = s.digit(dst, &d, k)
				}
			}
			place--
			switch {
			case place < ints:
				dst = s.digit(dst, &d, place)
			case t.text == "0":
				dst = s.digit(dst, &d, place)
			case t.text == "?":
				dst = append(dst, ' ')
			}
		case point:
			if s.intDigits == 0 {
				for k := ints - 1; k >= 0; k-- {
					dst = s.digit(dst, &d, k)
				}
			}
			dst = append(dst, '.')
		case fracDigit:
			frac++
			switch {
			case frac <= d.n-d.point && d.n > 0 || t.text == "0":
				dst = append(dst, d.at(-frac))
			case t.text == "?":
				dst = append(dst, ' ')
			}
		case exponent:
			dst = append(dst, 'E')
			if exp < 0 {
				dst = append(dst, '-')
			} else {
				dst = append(dst, t.text...)
			}
		case expDigit:
			if expPlace++; expPlace == 1 {
				dst = appendPadded(dst, max(exp, -exp), s.expDigits)
			}
		default:
			dst = append(dst, t.text...)
		}
	}
	return dst
}

// digit appends the digit at place k, and the separator that belongs behind it.
func (s *section) digit(dst []byte, d *decimal, k int) []byte {
	dst = append(dst, d.at(k))
	if s.grouped && k > 0 && k%3 == 0 {
		dst = append(dst, ',')
	}
	return dst
}

// normalise moves the decimal point behind as many digits as there are placeholders before it (of "##0.0E+0": so
// that the exponent is a multiple of three) and returns the exponent.
func (s *section) normalise(d *decimal) int {
	if d.n == 0 {
		return 0
	}
	for range 2 { // a second time when rounding carries
		exp := d.point - 1
		shift := 0
		if n := s.intDigits; n > 1 {
			shift = exp % n
			if shift < 0 {
				shift += n
			}
		}
		r := *d
		r.point = 1 + shift
		if s.intDigits == 0 {
			r.point = 0
			exp++
		}
		want := r.point
		r.round(s.fracDigits)
		if r.point == want {
			d.point = want
			return exp - shift
		}
		d.digits[0], d.n, d.point = '1', 1, d.point+1
	}
	return 0
}

// appendFraction shows a number as a fraction.
func (s *section) appendFraction(dst []byte, v float64) []byte {
	if v < 0 {
		dst = append(dst, '-')
		v = -v
	}
	if v >= 1e15 {
		return AppendGeneral(dst, v)
	}
	whole, rest := 0.0, v
	if s.mixed {
		whole, rest = math.Modf(v)
	}
	num, den := 0, s.denominator
	if den > 0 {
		num = int(math.Round(min(rest*float64(den), 1e15)))
	} else {
		num, den = nearest(rest, int(math.Pow10(min(s.denDigits, 5)))-1)
	}
	if s.mixed && num >= den {
		whole++
		num = 0
	}
	hide := s.mixed && num == 0 // "5", not "5 0/1"
	if hide && whole == 0 {
		return append(dst, '0')
	}
	wrote := false
	place, numPlace, denPlace := s.intDigits, 0, 0
	w := decimal{}
	if whole > 0 {
		w = makeDecimal(whole)
	}
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.what {
		case intDigit:
			if place == s.intDigits {
				for k := w.point - 1; k >= place; k-- {
					dst = s.digit(dst, &w, k)
				}
			}
			if place--; place < w.point || t.text == "0" {
				dst = s.digit(dst, &w, place)
			}
			wrote = whole > 0 || t.text == "0"
		case numDigit:
			if numPlace++; numPlace == 1 && !hide {
				dst = appendPadded(dst, num, 1)
			}
		case slash:
			if !hide {
				dst = append(dst, '/')
			}
		case denDigit:
			if denPlace++; denPlace == 1 && !hide {
				dst = appendPadded(dst, den, 1)
			}
		default:
			if t.text == " " && (hide || s.mixed && !wrote) {
				continue
			}
			dst = append(dst, t.text...)
		}
	}
	return dst
}

// nearest returns the fraction nearest to x with a denominator up to most, by continued fractions.
func nearest(x float64, most int) (num, den int) {
	most = max(most, 1)
	if x > 1e9 {
		return int(math.Round(x)), 1
	}
	p0, q0, p1, q1 := 0, 1, 1, 0
	r := x
	for range 40 {
		a := int(math.Floor(r + 1e-9))
		p2, q2 := a*p1+p0, a*q1+q0
		if q2 > most {
			// The best semiconvergent that still fits, when it is nearer than the last convergent.
			if q1 > 0 {
				k := (most - q0) / q1
				ps, qs := k*p1+p0, k*q1+q0
				if qs > 0 && math.Abs(float64(ps)/float64(qs)-x) < math.Abs(float64(p1)/float64(q1)-x) {
					return ps, qs
				}
			}
			return p1, q1
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
		f := r - float64(a)
		if math.Abs(float64(p1)/float64(q1)-x) < 1e-12 || f < 1e-12 {
			break
		}
		r = 1 / f
	}
	return p1, q1
}
