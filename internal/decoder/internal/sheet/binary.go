package sheet

import (
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// RK undoes the short form of numbers in binary files ([MS-XLS] 2.5.122).
func RK(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// AppendRune appends a character as text of the model: no control characters, "\n" for line ends.
func AppendRune(dst []byte, r rune) []byte {
	switch {
	case r >= 0x20 && r < 0x7f:
		return append(dst, byte(r))
	case r == '\n' || r == '\t':
		return append(dst, byte(r))
	case r == '\r':
		return append(dst, '\n')
	case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff:
		return dst
	}
	return utf8.AppendRune(dst, r)
}

// AppendUTF16 appends little-endian UTF-16 as text of the model.
func AppendUTF16(dst, b []byte) []byte {
	var high, prev rune // first half of a surrogate pair; last character
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(b[i]) | rune(b[i+1])<<8
		switch {
		case high != 0:
			dst = AppendRune(dst, utf16.DecodeRune(high, r))
			high = 0
		case r >= 0xd800 && r < 0xdc00:
			high = r
		case r == '\n' && prev == '\r':
		default:
			dst = AppendRune(dst, r)
		}
		prev = r
	}
	return dst
}
