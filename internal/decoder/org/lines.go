package org

import (
	"strings"
)

func indent(l string) int {
	for i := 0; i < len(l); i++ {
		if l[i] != ' ' {
			return i
		}
	}
	return len(l)
}

// stars returns a headline's level, 0 for other lines.
func stars(l string) int {
	n := 0
	for n < len(l) && l[n] == '*' {
		n++
	}
	if n == 0 || n < len(l) && l[n] != ' ' || n == len(l) {
		return 0
	}
	return n
}

// keyword splits "#+KEY: value"; the key is in upper case, without options in brackets.
func keyword(l string) (key, value string, ok bool) {
	l = strings.TrimLeft(l, " ")
	if !strings.HasPrefix(l, "#+") {
		return "", "", false
	}
	i := strings.IndexByte(l, ':')
	if i < 3 || strings.ContainsAny(l[2:i], " ") && !strings.Contains(l[2:i], "[") {
		return "", "", false
	}
	key = l[2:i]
	if b := strings.IndexByte(key, '['); b > 0 {
		if end := strings.LastIndex(l, "]:"); end > 0 {
			key, i = key[:b], end+1
		}
	}
	return strings.ToUpper(key), strings.TrimSpace(l[i+1:]), true
}

// beginBlock splits "#+begin_kind arguments".
func beginBlock(l string) (kind, args string, ok bool) {
	l = strings.TrimLeft(l, " ")
	const mark = "#+begin_"
	if len(l) <= len(mark) || !strings.EqualFold(l[:len(mark)], mark) {
		return "", "", false
	}
	kind, args, _ = strings.Cut(l[len(mark):], " ")
	return strings.ToLower(kind), strings.TrimSpace(args), kind != ""
}

func isEnd(l, kind string) bool {
	return strings.EqualFold(strings.TrimSpace(l), "#+end_"+kind)
}

// noteDefinition splits "[fn:label] text" at the start of a line.
func noteDefinition(l string) (label, text string, ok bool) {
	if !strings.HasPrefix(l, "[fn:") {
		return "", "", false
	}
	end := strings.IndexByte(l, ']')
	if end < 5 || strings.ContainsAny(l[4:end], ": ") {
		return "", "", false
	}
	return l[4:end], strings.TrimSpace(l[end+1:]), true
}

// noteEnd returns the index behind a footnote's lines: the next footnote, headline or pair of empty lines.
func noteEnd(lines []string, i int) int {
	for ; i < len(lines); i++ {
		if _, _, ok := noteDefinition(lines[i]); ok || stars(lines[i]) > 0 || lines[i] == "" && i+1 < len(lines) && lines[i+1] == "" {
			break
		}
	}
	return i
}

// bullet is a list item's beginning.
type bullet struct {
	indent  int
	label   string // "" for an unordered one
	ordered bool
	text    string
}

// listItem splits a list item's bullet off a line.
func listItem(l string) (bullet, bool) {
	n := indent(l)
	s := l[n:]
	if s == "" {
		return bullet{}, false
	}
	end := 1
	b := bullet{indent: n}
	switch {
	case s[0] == '-' || s[0] == '+' || s[0] == '*' && n > 0:
	case isDigit(s[0]) || isLetter(s[0]) && len(s) > 1 && (s[1] == '.' || s[1] == ')'):
		for end < len(s) && isDigit(s[0]) && isDigit(s[end]) {
			end++
		}
		if end >= len(s) || s[end] != '.' && s[end] != ')' || end > 9 {
			return bullet{}, false
		}
		end++
		b.ordered, b.label = true, s[:end]
	default:
		return bullet{}, false
	}
	if end < len(s) && s[end] != ' ' {
		return bullet{}, false
	}
	b.text = strings.TrimLeft(s[end:], " ")
	return b, true
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isRule reports whether a line is a horizontal rule.
func isRule(l string) bool { return len(l) >= 5 && strings.Trim(l, "-") == "" }

// drawer returns the name of the drawer that a line opens.
func drawer(l string) string {
	l = strings.TrimSpace(l)
	if len(l) < 3 || l[0] != ':' || l[len(l)-1] != ':' || strings.ContainsAny(l[1:len(l)-1], ": ") {
		return ""
	}
	return strings.ToUpper(l[1 : len(l)-1])
}

// environment returns the name of the LaTeX environment that a line opens.
func environment(l string) string {
	l = strings.TrimSpace(l)
	rest, ok := strings.CutPrefix(l, `\begin{`)
	if !ok {
		return ""
	}
	env, _, ok := strings.Cut(rest, "}")
	if !ok {
		return ""
	}
	return env
}

func isComment(l string) bool {
	l = strings.TrimLeft(l, " ")
	return l == "#" || strings.HasPrefix(l, "# ")
}

func isFixed(l string) bool {
	l = strings.TrimLeft(l, " ")
	return l == ":" || strings.HasPrefix(l, ": ")
}

func isTable(l string) bool { return strings.HasPrefix(strings.TrimLeft(l, " "), "|") }

// isGrid reports whether a line is the top of a table that table.el draws.
func isGrid(l string) bool {
	l = strings.TrimSpace(l)
	return len(l) > 2 && l[0] == '+' && l[len(l)-1] == '+' && strings.Trim(l, "+-") == ""
}

// begins reports whether a line ends the paragraph before it.
func begins(l string) bool {
	if l == "" || stars(l) > 0 || isComment(l) || isFixed(l) || isTable(l) || isRule(l) || isGrid(l) {
		return true
	}
	if _, _, ok := keyword(l); ok {
		return true
	}
	if _, _, ok := beginBlock(l); ok {
		return true
	}
	if _, _, ok := noteDefinition(l); ok {
		return true
	}
	_, ok := listItem(l)
	return ok || drawer(l) != ""
}

// dedent cuts the blanks that all lines share.
func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := indent(l); l != "" && (least < 0 || n < least) {
			least = n
		}
	}
	if least <= 0 {
		return lines
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(least, len(l)):]
	}
	return out
}
