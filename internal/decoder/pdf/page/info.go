package page

import (
	"strings"
	"unicode"
)

// CleanText makes one line of valid text of a PDF text string: control characters become blanks, runs of
// white space one blank.
func CleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFEFF'
	}), " ")
}

// SplitKeywords returns the entries of a Keywords string, which are separated by semicolons or, without
// any, by commas.
func SplitKeywords(s string) []string {
	sep := ","
	if strings.Contains(s, ";") {
		sep = ";"
	}
	var out []string
	for k := range strings.SplitSeq(s, sep) {
		if k = CleanText(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// ParseDate turns a PDF date (PDF 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm') into RFC 3339. Without a zone
// none is invented; what is no date gives "".
func ParseDate(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "D:")
	digits := 0
	for digits < len(s) && digits < 14 && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	if digits < 4 {
		return ""
	}
	const rest = "00000101000000" // what is left out: first month and day, midnight
	d := s[:digits&^1]
	zone := s[digits:]
	d += rest[len(d):]
	if !within(d[4:6], 1, 12) || !within(d[6:8], 1, 31) || !within(d[8:10], 0, 23) || !within(d[10:12], 0, 59) || !within(d[12:14], 0, 60) {
		return ""
	}
	out := d[:4] + "-" + d[4:6] + "-" + d[6:8] + "T" + d[8:10] + ":" + d[10:12] + ":" + d[12:14]
	switch {
	case zone == "":
		return out
	case zone[0] == 'Z':
		return out + "Z"
	case zone[0] == '+' || zone[0] == '-':
		z := strings.NewReplacer("'", "", ":", "").Replace(zone[1:])
		if len(z) == 2 {
			z += "00"
		}
		if len(z) >= 4 && within(z[:2], 0, 14) && within(z[2:4], 0, 59) {
			if z[:4] == "0000" {
				return out + "Z"
			}
			return out + zone[:1] + z[:2] + ":" + z[2:4]
		}
	}
	return out
}

func within(two string, lo, hi int) bool {
	n := 0
	for i := 0; i < len(two); i++ {
		if two[i] < '0' || two[i] > '9' {
			return false
		}
		n = n*10 + int(two[i]-'0')
	}
	return n >= lo && n <= hi
}
