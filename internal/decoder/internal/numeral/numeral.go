// Package numeral writes numbers as the labels of lists, pages and notes show them. Each function returns "" for a number that its
// numerals have no form for; labels show such a number in digits.
package numeral

import (
	"strconv"
	"strings"
)

var romans = [...]struct {
	value int
	sign  string
}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}

// Roman writes 1 to 3999 in Roman capitals.
func Roman(n int) string {
	if n < 1 || n > 3999 {
		return ""
	}
	var sb strings.Builder
	for _, r := range romans {
		for ; n >= r.value; n -= r.value {
			sb.WriteString(r.sign)
		}
	}
	return sb.String()
}

// Repeated counts a … z, aa, bb, as office programs do, in the 26 letters from the first one on.
func Repeated(n int, first rune) string {
	const most = 30 // letters; more are no label
	if n < 1 || n > 26*most {
		return ""
	}
	return strings.Repeat(string(first+rune((n-1)%26)), (n-1)/26+1)
}

// Alphabetic counts a … z, aa, ab, as spreadsheets count columns, in the 26 letters from the first one on.
func Alphabetic(n int, first byte) string {
	var buf [16]byte
	i := len(buf)
	for ; n > 0; n = (n - 1) / 26 {
		i--
		buf[i] = first + byte((n-1)%26)
	}
	return string(buf[i:])
}

// Letter returns the letter of an alphabet with that number, from 1.
func Letter(n int, alphabet string) string {
	if letters := []rune(alphabet); n >= 1 && n <= len(letters) {
		return string(letters[n-1])
	}
	return ""
}

// Digits writes a number in decimal digits of which the zero is given.
func Digits(n int, zero rune) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + zero
		}
		return r
	}, strconv.Itoa(n))
}

// Circled writes 1 to 20 in circles.
func Circled(n int) string {
	if n < 1 || n > 20 {
		return ""
	}
	return string(rune('①' + n - 1))
}

// Chinese writes 1 to 9999 as Chinese counts: 十, 二十一, 一百零五.
func Chinese(n int) string {
	if n < 1 || n > 9999 {
		return ""
	}
	digits, units := []rune("零一二三四五六七八九"), [...]string{"", "十", "百", "千"}
	s := strconv.Itoa(n)
	var sb strings.Builder
	zero := false
	for i, c := range s {
		d, unit := int(c-'0'), len(s)-1-i
		if d == 0 {
			zero = true
			continue
		}
		if zero {
			sb.WriteRune(digits[0])
			zero = false
		}
		if d != 1 || unit != 1 || i != 0 { // ten is 十, not 一十
			sb.WriteRune(digits[d])
		}
		sb.WriteString(units[unit])
	}
	return sb.String()
}
