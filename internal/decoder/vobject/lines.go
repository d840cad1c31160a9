package vobject

import (
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/mimepart"
)

// line is a content line: "GROUP.NAME;PARAM=value:value" (RFC 6350, 3.3; RFC 5545, 3.1).
type line struct {
	name   string // upper case, without its group
	params []param
	value  string // as written: escaped, or as bytes in an encoding
}

type param struct{ name, value string } // name in upper case; "TYPE" for the bare words of vCard 2.1

// get returns a parameter's values, joined by commas.
func (l *line) get(name string) string {
	var out string
	for _, p := range l.params {
		if p.name == name {
			if out != "" {
				out += ","
			}
			out += p.value
		}
	}
	return out
}

// scanner reads content lines.
type scanner struct{ rest string }

// next returns the next content line, unfolded; false at the end. A line without a colon is skipped.
func (s *scanner) next() (line, bool) {
	for s.rest != "" {
		l, ok := parseLine(s.unfold())
		if !ok {
			continue
		}
		if strings.EqualFold(l.get("ENCODING"), "QUOTED-PRINTABLE") {
			for strings.HasSuffix(l.value, "=") && s.rest != "" { // its own soft line ends
				l.value = l.value[:len(l.value)-1] + s.raw()
			}
			l.value, _ = charset.Decode(mimepart.DecodeQuoted([]byte(l.value)), l.get("CHARSET"))
		}
		return l, true
	}
	return line{}, false
}

func (s *scanner) raw() string {
	i := strings.IndexByte(s.rest, '\n')
	if i < 0 {
		i = len(s.rest) - 1
	}
	out := strings.TrimRight(s.rest[:i+1], "\r\n")
	s.rest = s.rest[i+1:]
	return out
}

// unfold joins a line and those that go on with it, which begin with white space.
func (s *scanner) unfold() string {
	first := s.raw()
	if s.rest == "" || s.rest[0] != ' ' && s.rest[0] != '\t' {
		return first
	}
	var sb strings.Builder
	sb.WriteString(first)
	for s.rest != "" && (s.rest[0] == ' ' || s.rest[0] == '\t') {
		sb.WriteString(s.raw()[1:])
	}
	return sb.String()
}

// parseLine takes a line apart; colons and semicolons in quotes are part of a parameter.
func parseLine(s string) (line, bool) {
	quoted := false
	start := 0
	var parts []string
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ';':
			parts = append(parts, s[start:i])
			start = i + 1
		case c == ':':
			parts = append(parts, s[start:i])
			return newLine(parts, s[i+1:])
		}
	}
	return line{}, false
}

func newLine(parts []string, value string) (line, bool) {
	name := strings.TrimSpace(parts[0])
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	l := line{name: strings.ToUpper(name), value: value}
	for _, p := range parts[1:] {
		key, v, ok := strings.Cut(p, "=")
		if !ok {
			key, v = "TYPE", key
			if strings.EqualFold(v, "QUOTED-PRINTABLE") || strings.EqualFold(v, "BASE64") {
				key = "ENCODING"
			}
		}
		l.params = append(l.params, param{strings.ToUpper(strings.TrimSpace(key)), strings.ReplaceAll(v, `"`, "")})
	}
	return l, l.name != ""
}

// text undoes the escapes of a text value (RFC 6350, 3.4; RFC 5545, 3.3.11).
func text(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return strings.TrimSpace(s)
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			sb.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'N':
			sb.WriteByte('\n')
		case ',', ';', ':', '\\', '"':
			sb.WriteByte(s[i])
		default:
			sb.WriteByte('\\')
			sb.WriteByte(s[i])
		}
	}
	return strings.TrimSpace(sb.String())
}

// split cuts a value of several parts at a mark that is not escaped, and drops empty parts.
func split(s string, mark byte) []string {
	var out []string
	start := 0
	add := func(part string) {
		if part = text(part); part != "" {
			out = append(out, part)
		}
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case mark:
			add(s[start:i])
			start = i + 1
		}
	}
	add(s[start:])
	return out
}
