package wordflow

import "strings"

// Hyperlink returns the URL of a HYPERLINK field's instruction, "" for other fields. A switch \l names a
// place in the document: "#place".
func Hyperlink(instruction string) string {
	args := fieldArguments(instruction)
	if len(args) == 0 || !strings.EqualFold(args[0], "HYPERLINK") {
		return ""
	}
	url, place := "", ""
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == `\l` && i+1 < len(args):
			i++
			place = args[i]
		case (a == `\o` || a == `\t`) && i+1 < len(args):
			i++
		case strings.HasPrefix(a, `\`) && len(a) == 2:
		case url == "":
			url = a
		}
	}
	if place != "" {
		url += "#" + place
	}
	return url
}

// fieldArguments splits an instruction at blanks outside of quotes; \\ in quotes is one backslash.
func fieldArguments(s string) []string {
	var out []string
	for {
		s = strings.TrimLeft(s, " \t\r\n\u00a0")
		if s == "" {
			return out
		}
		if q := strings.IndexAny(s, `"“”`); q == 0 {
			_, s, _ = cutQuote(s)
			end := strings.IndexAny(s, `"“”`)
			arg, rest := s, ""
			if end >= 0 {
				arg = s[:end]
				_, rest, _ = cutQuote(s[end:])
			}
			out = append(out, strings.ReplaceAll(arg, `\\`, `\`))
			s = rest
			continue
		}
		end := strings.IndexAny(s, " \t\r\n\u00a0")
		if end < 0 {
			end = len(s)
		}
		out = append(out, s[:end])
		s = s[end:]
	}
}

// cutQuote splits off the quotation mark at the start of s.
func cutQuote(s string) (quote, rest string, ok bool) {
	for _, q := range [...]string{`"`, "“", "”"} {
		if rest, ok = strings.CutPrefix(s, q); ok {
			return q, rest, true
		}
	}
	return "", s, false
}
