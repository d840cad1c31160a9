package latex

import "strings"

// scan is a place in a text.
type scan struct {
	s     string
	i     int
	pairs []int32 // for each brace the index of the one that closes it, 0 for none; made when one is not closed
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '@' }

// command reads the command at the backslash that the scan stands at: its letters, or one other character.
func (sc *scan) command() string {
	if sc.i >= len(sc.s) || sc.s[sc.i] != '\\' {
		return ""
	}
	start := sc.i + 1
	sc.i = start
	for sc.i < len(sc.s) && isLetter(sc.s[sc.i]) {
		sc.i++
	}
	if sc.i == start {
		if sc.i < len(sc.s) {
			sc.i++
		}
		return sc.s[start:sc.i]
	}
	return sc.s[start:sc.i]
}

// spaces goes past blanks and one line end, but no empty line.
func (sc *scan) spaces() {
	lines := 0
	for k := sc.i; k < len(sc.s); k++ {
		switch sc.s[k] {
		case ' ', '\t':
		case '\n':
			if lines++; lines > 1 {
				return
			}
		default:
			sc.i = k
			return
		}
	}
	if lines < 2 {
		sc.i = len(sc.s)
	}
}

// star goes past a star and reports whether there was one.
func (sc *scan) star() bool {
	if sc.i < len(sc.s) && sc.s[sc.i] == '*' {
		sc.i++
		return true
	}
	return false
}

// group reads the text in the braces that follow; without braces it reads nothing.
func (sc *scan) group() (string, bool) {
	at := sc.i
	sc.spaces()
	if sc.i < len(sc.s) && sc.s[sc.i] == '{' {
		if end := sc.closing(sc.i); end > 0 {
			text := sc.s[sc.i+1 : end]
			sc.i = end + 1
			return text, true
		}
	}
	sc.i = at
	return "", false
}

// closing returns the index of the brace that closes the one at i, 0 when none does.
func (sc *scan) closing(i int) int {
	if sc.pairs != nil {
		return int(sc.pairs[i])
	}
	end := matching(sc.s, i, '{', '}')
	if end == 0 {
		sc.pairs = make([]int32, len(sc.s))
		var open []int
		for k := 0; k < len(sc.s); k++ {
			switch sc.s[k] {
			case '\\':
				k++
			case '{':
				open = append(open, k)
			case '}':
				if n := len(open); n > 0 {
					sc.pairs[open[n-1]] = int32(k)
					open = open[:n-1]
				}
			}
		}
	}
	return end
}

// argument reads a group, a command or a single character.
func (sc *scan) argument() (string, bool) {
	if text, ok := sc.group(); ok {
		return text, true
	}
	sc.spaces()
	switch {
	case sc.i >= len(sc.s):
		return "", false
	case sc.s[sc.i] == '\\':
		return `\` + sc.command(), true
	}
	n := 1
	for sc.i+n < len(sc.s) && sc.s[sc.i+n]&0xC0 == 0x80 {
		n++
	}
	sc.i += n
	return sc.s[sc.i-n : sc.i], true
}

// option reads the text in the brackets that follow; without brackets it reads nothing.
func (sc *scan) option() (string, bool) {
	at := sc.i
	sc.spaces()
	if sc.i < len(sc.s) && sc.s[sc.i] == '[' {
		if end := matching(sc.s, sc.i, '[', ']'); end > 0 {
			text := sc.s[sc.i+1 : end]
			sc.i = end + 1
			return text, true
		}
	}
	sc.i = at
	return "", false
}

// matching returns the index of the sign that closes the one at s[i], 0 when none does. Braces hide brackets.
func matching(s string, i int, open, shut byte) int {
	depth, braces := 0, 0
	most := len(s)
	if open != '{' {
		most = min(most, i+1<<14) // an option is no longer, bytes
	}
	for k := i; k < most; k++ {
		switch c := s[k]; {
		case c == '\\':
			k++
		case open != '{' && c == '{':
			braces++
		case open != '{' && c == '}':
			if braces--; braces < 0 {
				return 0
			}
		case braces > 0:
		case c == open:
			depth++
		case c == shut:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return 0
}

// environment returns the text up to the end of the environment that has just begun, and goes past it. An end that
// is missing is the end of the text.
func (sc *scan) environment(env string) string {
	begin, end := `\begin{`+env+"}", `\end{`+env+"}"
	depth := 1
	for at := sc.i; ; {
		k := strings.Index(sc.s[at:], end)
		if k < 0 {
			text := sc.s[sc.i:]
			sc.i = len(sc.s)
			return text
		}
		if !isVerbatim(env) {
			depth += strings.Count(sc.s[at:at+k], begin)
		}
		at += k
		if depth--; depth == 0 {
			text := sc.s[sc.i:at]
			sc.i = at + len(end)
			return text
		}
		at += len(end)
	}
}

// verb reads the argument of \verb: between two equal characters.
func (sc *scan) verb() string {
	sc.star()
	if sc.i >= len(sc.s) {
		return ""
	}
	mark := sc.s[sc.i]
	if end := strings.IndexByte(sc.s[sc.i+1:], mark); end >= 0 && !strings.Contains(sc.s[sc.i+1:sc.i+1+end], "\n") {
		text := sc.s[sc.i+1 : sc.i+1+end]
		sc.i += end + 2
		return text
	}
	return ""
}
