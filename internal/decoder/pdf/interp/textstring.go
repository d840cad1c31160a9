package interp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/cos"
)

// pdfDoc is PDFDocEncoding from 0x18 to 0x1F and from 0x80 to 0xA0 (annex D.3); elsewhere it is Latin-1.
var pdfDocLow = [8]rune{'\u02D8', '\u02C7', '\u02C6', '\u02D9', '\u02DD', '\u02DB', '\u02DA', '\u02DC'}

var pdfDocHigh = [33]rune{
	'\u2022', '\u2020', '\u2021', '\u2026', '\u2014', '\u2013', '\u0192', '\u2044', '\u2039', '\u203A', '\u2212', '\u2030',
	'\u201E', '\u201C', '\u201D', '\u2018', '\u2019', '\u201A', '\u2122', '\uFB01', '\uFB02', '\u0141', '\u0152', '\u0160',
	'\u0178', '\u017D', '\u0131', '\u0142', '\u0153', '\u0161', '\u017E', 0, '\u20AC',
}

// textString decodes a text string (7.9.2.2): UTF-16 or UTF-8 with a mark, else PDFDocEncoding.
func textString(s cos.String) string {
	switch {
	case strings.HasPrefix(string(s), "\xFE\xFF"):
		return utf16String(s[2:], 0)
	case strings.HasPrefix(string(s), "\xFF\xFE"):
		return utf16String(s[2:], 1)
	case strings.HasPrefix(string(s), "\xEF\xBB\xBF") && utf8.ValidString(string(s)):
		return string(s[3:])
	}
	ascii := true
	for i := 0; i < len(s); i++ {
		ascii = ascii && s[i] < 0x80 && s[i] >= 0x20
	}
	if ascii {
		return string(s)
	}
	if utf8.ValidString(string(s)) && strings.IndexFunc(string(s), func(r rune) bool { return r >= 0x80 }) >= 0 {
		return string(s) // UTF-8 without a mark, against the rules
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x18 && c <= 0x1F:
			b.WriteRune(pdfDocLow[c-0x18])
		case c >= 0x80 && c <= 0xA0:
			if r := pdfDocHigh[c-0x80]; r != 0 {
				b.WriteRune(r)
			}
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

func utf16String(s cos.String, low int) string {
	u := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		u = append(u, uint16(s[i+low])<<8|uint16(s[i+1-low]))
	}
	// A language tag stands between escapes.
	for i := 0; i < len(u); i++ {
		if u[i] == 0x1B {
			for j := i + 1; j < len(u); j++ {
				if u[j] == 0x1B {
					u = append(u[:i], u[j+1:]...)
					break
				}
			}
		}
	}
	return string(utf16.Decode(u))
}

// clean makes line ends "\n" and drops control characters.
func clean(s string) string {
	if strings.IndexFunc(s, control) < 0 && utf8.ValidString(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if control(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

func control(r rune) bool { return r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xFEFF }
