package drawingml

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// formatNumber shows a cached value by its number format as far as charts need it: General, decimals, thousands,
// percentages and dates. Other formats show the number as General does.
func formatNumber(v, code string) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return v
	}
	code, _, _ = strings.Cut(code, ";")
	bare := unquoted(code)
	switch {
	case isDate(bare):
		return formatDate(f, bare)
	case strings.ContainsAny(bare, "0#") && !strings.ContainsAny(bare, "Ee?/"):
		return formatDecimal(f, code, bare)
	}
	return general(f)
}

func general(f float64) string {
	s := strconv.FormatFloat(f, 'g', 15, 64) // the digits that Office keeps
	if g, err := strconv.ParseFloat(s, 64); err == nil {
		f = g
	}
	if a := math.Abs(f); a != 0 && (a >= 1e15 || a < 1e-9) {
		return strconv.FormatFloat(f, 'E', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// unquoted cuts what a format shows literally, and conditions, colours and locales in brackets.
func unquoted(code string) string {
	if !strings.ContainsAny(code, `"\[_*`) {
		return code
	}
	var sb strings.Builder
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return sb.String()
			}
			i += end + 1
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return sb.String()
			}
			i += end
		case '\\', '_', '*':
			i++
		default:
			sb.WriteByte(c)
		}
	}
	return sb.String()
}

func isDate(bare string) bool {
	if strings.EqualFold(bare, "General") || strings.ContainsAny(bare, "0#?") {
		return false
	}
	return strings.ContainsAny(bare, "yYdDhH") || strings.Contains(strings.ToLower(bare), "mm")
}

// formatDate shows a serial date as ISO 8601, with what parts its format has.
func formatDate(f float64, bare string) string {
	if f < 0 || f > 2958465 { // 9999-12-31
		return general(f)
	}
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(math.Round(f*86400)) * time.Second)
	day, clock := strings.ContainsAny(bare, "yYdD"), strings.ContainsAny(bare, "hHsS")
	switch {
	case day && clock:
		return t.Format("2006-01-02 15:04")
	case clock:
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02")
}

// formatDecimal shows a number with the decimals, grouping, percent sign and literal ends of its format.
func formatDecimal(f float64, code, bare string) string {
	percent := strings.Contains(bare, "%")
	if percent {
		f *= 100
	}
	first := strings.IndexAny(bare, "0#")
	last := strings.LastIndexAny(bare, "0#")
	body := bare[first : last+1]
	whole, frac, _ := strings.Cut(body, ".")
	for range strings.Count(bare[last+1:], ",") { // a comma behind the digits scales
		f /= 1000
	}
	least, most := strings.Count(frac, "0"), strings.Count(frac, "0")+strings.Count(frac, "#")
	s := strconv.FormatFloat(math.Abs(f), 'f', min(most, 30), 64)
	if i := strings.IndexByte(s, '.'); i >= 0 {
		for len(s)-i-1 > least && s[len(s)-1] == '0' {
			s = s[:len(s)-1]
		}
		s = strings.TrimSuffix(s, ".")
	}
	if strings.Contains(whole, ",") {
		s = group(s)
	}
	if sign := currency(code); sign != "" {
		if strings.Index(code, sign) < strings.IndexAny(code, "0#") {
			s = sign + s
		} else {
			s += " " + sign
		}
	}
	if percent {
		s += "%"
	}
	if f < 0 && strings.ContainsAny(s, "123456789") {
		s = "-" + s
	}
	return s
}

func group(s string) string {
	whole, frac, dot := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dot {
		return whole + "." + frac
	}
	return whole
}

// currency returns the currency sign that a format shows.
func currency(code string) string {
	for _, sign := range [...]string{"$", "€", "£", "¥", "₹"} {
		if sign == "$" {
			if rest := strings.ReplaceAll(code, "[$-", ""); !strings.Contains(strings.ReplaceAll(rest, "[$", ""), "$") {
				continue
			}
		}
		if strings.Contains(code, sign) {
			return sign
		}
	}
	return ""
}
