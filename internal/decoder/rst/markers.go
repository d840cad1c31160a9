package rst

import (
	"strconv"
	"strings"
)

// enumer is an enumerator: "1.", "(a)", "iv)", "#.".
type enumer struct {
	label    string
	format   enumFormat
	sequence string // "arabic", "alpha", "ALPHA", "roman", "ROMAN"; "" for "#"
	ordinal  int
	auto     bool
	end      int // column of the item's text
}

// enumFormat is what stands around the number.
type enumFormat struct{ before, after string }

func (f enumFormat) label(n int) string { return f.before + strconv.Itoa(n) + f.after }

// enumerator reads the enumerator at the start of a line. Where a text could be read in two sequences ("i."), the
// expected one goes first: that whose ordinal is wanted in the given sequence.
func enumerator(line string, wanted int, sequence string) (enumer, bool) {
	var e enumer
	i := 0
	if strings.HasPrefix(line, "(") {
		e.format.before, i = "(", 1
	}
	start := i
	for i < len(line) && (line[i] >= '0' && line[i] <= '9' || line[i] >= 'a' && line[i] <= 'z' || line[i] >= 'A' && line[i] <= 'Z' || line[i] == '#' && i == start) {
		i++
	}
	text := line[start:i]
	if text == "" || i >= len(line) || len(text) > 12 {
		return e, false
	}
	switch {
	case line[i] == ')', line[i] == '.' && e.format.before == "":
		e.format.after = line[i : i+1]
	default:
		return e, false
	}
	i++
	e.label = line[:i]
	if i < len(line) {
		if line[i] != ' ' {
			return e, false
		}
		i += indent(line[i:])
	} else {
		i++
	}
	e.end = i
	if text == "#" {
		e.auto, e.ordinal = true, max(wanted, 1)
		return e, true
	}
	for _, seq := range [...]string{sequence, "arabic", "alpha", "ALPHA", "roman", "ROMAN"} {
		n := ordinal(text, seq)
		if n == 0 || sequence != "" && seq != sequence {
			continue
		}
		if sequence == "" && (text == "i" || text == "I") && (seq == "alpha" || seq == "ALPHA") {
			continue
		}
		e.sequence, e.ordinal = seq, n
		return e, true
	}
	return e, false
}

// ordinal returns a number's value in a sequence, 0 when it is none of it.
func ordinal(text, sequence string) int {
	lower := strings.ToLower(text)
	switch sequence {
	case "arabic":
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
	case "alpha", "ALPHA":
		if len(text) == 1 && lower[0] >= 'a' && (text == lower) == (sequence == "alpha") {
			return int(lower[0]-'a') + 1
		}
	case "roman", "ROMAN":
		if (text == lower) == (sequence == "roman") {
			return romanValue(lower)
		}
	}
	return 0
}

func romanValue(s string) int {
	n, last := 0, 0
	for i := len(s) - 1; i >= 0; i-- {
		v := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}[s[i]]
		if v == 0 {
			return 0
		}
		if v < last {
			n -= v
		} else {
			n, last = n+v, v
		}
	}
	return n
}

// fieldMarker splits a field's name off a line: ":name: body". ok is false for what is none.
func fieldMarker(line string) (fieldName, body string, ok bool) {
	if len(line) < 3 || line[0] != ':' || line[1] == ' ' || line[1] == ':' || line[1] == '`' {
		return "", "", false
	}
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			// A role before interpreted text is no field; a role within a field's name is.
			if line[i-1] == ':' && strings.IndexByte(line[1:i-1], ' ') < 0 {
				return "", "", false
			}
			if end := strings.IndexByte(line[i+1:], '`'); end >= 0 {
				i += end + 1
			}
		case ':':
			if i+1 == len(line) || line[i+1] == ' ' {
				return line[1:i], strings.TrimSpace(line[i+1:]), true
			}
		}
	}
	return "", "", false
}

// optionMarker splits command-line options off a line: "-a FILE, --all=FILE  Description".
func optionMarker(line string) (opts, description string, ok bool) {
	i := 0
	for {
		n := option(line[i:])
		if n == 0 {
			return "", "", false
		}
		i += n
		if !strings.HasPrefix(line[i:], ", ") {
			break
		}
		i += 2
	}
	if i == len(line) {
		return line, "", true
	}
	if !strings.HasPrefix(line[i:], "  ") {
		return "", "", false
	}
	return line[:i], strings.TrimSpace(line[i:]), true
}

// option returns the length of the option with its argument that s begins with, 0 for none.
func option(s string) int {
	i := 0
	switch {
	case strings.HasPrefix(s, "--"), strings.HasPrefix(s, "/"):
		if i = 1; s[0] == '-' {
			i = 2
		}
		start := i
		for i < len(s) && (isWordByte(s[i]) || i > start && (s[i] == '-' || s[i] == '_' || s[i] == '.')) {
			i++
		}
		if i == start {
			return 0
		}
	case strings.HasPrefix(s, "-"), strings.HasPrefix(s, "+"):
		if len(s) < 2 || !isWordByte(s[1]) {
			return 0
		}
		i = 2
		if i < len(s) && isWordByte(s[i]) { // an argument without a blank
			return i + argument(s[i:])
		}
	default:
		return 0
	}
	if i < len(s) && (s[i] == '=' || s[i] == ' ') {
		if n := argument(s[i+1:]); n > 0 {
			return i + 1 + n
		}
	}
	return i
}

func argument(s string) int {
	if strings.HasPrefix(s, "<") {
		return strings.IndexByte(s, '>') + 1
	}
	i := 0
	for i < len(s) && (isWordByte(s[i]) || i > 0 && (s[i] == '-' || s[i] == '_')) {
		i++
	}
	if i > 0 && s[0] >= '0' && s[0] <= '9' {
		return 0
	}
	return i
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
