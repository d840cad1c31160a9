package odf

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numeral"
	"github.com/udecode/udecode/internal/xmlscan"
)

// MaxListLevel is the number of levels that a list style has.
const MaxListLevel = 10

// ListStyle says how the levels of a list are marked (part 3, 16.30).
type ListStyle struct {
	Levels [MaxListLevel]ListLevel
}

// ListLevel is one level of a list style.
type ListLevel struct {
	Ordered bool // numbered, and the number shows
	Blank   bool // nothing stands before the text
	Start   int  // the first item's number

	format, prefix, suffix string
	letterSync             bool
	legal                  bool   // numbers of the levels above show as digits
	display                int    // how many levels' numbers show, this one included
	pattern                string // LibreOffice's own form of the label, "%1%.%2%."; goes before the others
}

func readListStyle(s *xmlscan.Scanner) (*ListStyle, error) {
	list := &ListStyle{}
	for i := range list.Levels {
		list.Levels[i].Start = 1
	}
	err := s.Children(func() error {
		n := s.Int("text:level", 0)
		if n < 1 || n > MaxListLevel {
			return nil
		}
		l := &list.Levels[n-1]
		switch s.Name() {
		case "text:list-level-style-number", "text:outline-level-style":
		case "text:list-level-style-bullet":
			char, ok := s.LookupAttr("text:bullet-char")
			l.Blank = ok && strings.TrimSpace(char) == ""
			return nil
		default:
			return nil // pictures
		}
		l.format = s.Attr("style:num-format")
		l.prefix = s.Attr("style:num-prefix")
		l.suffix = s.Attr("style:num-suffix")
		l.letterSync = s.Attr("style:num-letter-sync") == "true"
		l.legal = string(s.AttrBytes("loext:is-legal")) == "true"
		l.display = min(max(s.Int("text:display-levels", 1), 1), n)
		l.Start = s.Int("text:start-value", 1)
		var ok bool
		if l.pattern, ok = s.LookupAttr("loext:num-list-format"); !ok {
			l.pattern, _ = s.LookupAttr("style:num-list-format")
		}
		l.Ordered = l.format != ""
		l.Blank = !l.Ordered && l.prefix == "" && l.suffix == ""
		return nil
	})
	return list, err
}

// Label returns the label of an item of a level (0-based) as it is shown: numbers are those of the levels down to it.
// It is "" for a level that is not numbered.
func (list *ListStyle) Label(level int, numbers *[MaxListLevel]int) string {
	l := &list.Levels[level]
	if !l.Ordered {
		return ""
	}
	if strings.Contains(l.pattern, "%") {
		return list.fill(l.pattern, level, numbers)
	}
	var sb strings.Builder
	sb.WriteString(l.prefix)
	first := true
	for i := level + 1 - l.display; i <= level; i++ {
		number := list.number(i, level, numbers[i])
		if number == "" {
			continue
		}
		if !first {
			sb.WriteByte('.')
		}
		first = false
		sb.WriteString(number)
	}
	sb.WriteString(l.suffix)
	return strings.TrimSpace(sb.String())
}

// fill puts the levels' numbers into a pattern: "%2%" is the second level's.
func (list *ListStyle) fill(pattern string, level int, numbers *[MaxListLevel]int) string {
	var sb strings.Builder
	for {
		before, rest, ok := strings.Cut(pattern, "%")
		sb.WriteString(before)
		if !ok {
			break
		}
		digits, after, ok := strings.Cut(rest, "%")
		n := atoi(digits)
		if !ok || n < 1 || n > MaxListLevel {
			sb.WriteByte('%')
			pattern = rest
			continue
		}
		if n-1 <= level {
			sb.WriteString(list.number(n-1, level, numbers[n-1]))
		}
		pattern = after
	}
	return strings.TrimSpace(sb.String())
}

// number returns the number n of a level as it shows in the label of another level or its own.
func (list *ListStyle) number(level, in, n int) string {
	l := &list.Levels[level]
	if list.Levels[in].legal && level < in && l.format != "" {
		return strconv.Itoa(n)
	}
	return formatNumber(n, l.format, l.letterSync)
}

// formatNumber returns n in a number format of style:num-format (part 3, 19.502); "" for the empty format.
// Formats of other scripts are written in digits.
func formatNumber(n int, format string, letterSync bool) string {
	shown := ""
	switch format {
	case "":
		return ""
	case "a", "A":
		if letterSync {
			shown = numeral.Repeated(n, rune(format[0]))
		} else {
			shown = numeral.Alphabetic(n, format[0])
		}
	case "i":
		shown = strings.ToLower(numeral.Roman(n))
	case "I":
		shown = numeral.Roman(n)
	case "01", "01, 02, 03, ...":
		if n >= 0 && n < 10 {
			shown = "0" + strconv.Itoa(n)
		}
	}
	return cmp.Or(shown, strconv.Itoa(n))
}
