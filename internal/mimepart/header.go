package mimepart

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
)

// Field is a header field, unfolded.
type Field struct{ Name, Value string }

// Header is the fields of a header, in order.
type Header []Field

// Get returns the raw value of the first field of that name, or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Text returns the decoded value of the first field of that name, or "".
func (h Header) Text(name string) string { return DecodeText(h.Get(name)) }

// header reads fields up to the empty line. Lines that are none are skipped; a text without any fields is all body.
func (p *parser) header(raw []byte) (Header, []byte) {
	var h Header
	rest := raw
	for len(rest) > 0 {
		line, next := cutLine(rest)
		if len(bytes.TrimSpace(line)) == 0 {
			return h, next
		}
		if (line[0] == ' ' || line[0] == '\t') && len(h) > 0 { // folded (RFC 5322, 2.2.3)
			rest = fold(&h[len(h)-1], rest)
			continue
		}
		colon := bytes.IndexByte(line, ':')
		if colon <= 0 || !fieldName(bytes.TrimRight(line[:colon], " \t")) {
			if len(h) == 0 {
				return nil, raw
			}
			p.m.fault("junk among the header fields")
			rest = next
			continue
		}
		if len(h) < maxFields {
			v := bytes.TrimSpace(line[colon+1:])
			h = append(h, Field{string(bytes.TrimRight(line[:colon], " \t")), string(v[:min(len(v), maxValue)])})
		}
		rest = next
	}
	return h, nil
}

// fold appends the continuation lines at the start of rest to the field, and returns what comes behind them.
func fold(f *Field, rest []byte) []byte {
	var sb strings.Builder
	sb.WriteString(f.Value)
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
		line, next := cutLine(rest)
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if sb.Len() < maxValue {
			sb.WriteByte(' ')
			sb.Write(bytes.TrimSpace(line))
		}
		rest = next
	}
	f.Value = strings.TrimSpace(sb.String())
	return rest
}

func fieldName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(b) > 0 && len(b) < 200
}

// DecodeText decodes the encoded words of a header value (RFC 2047). Neighbouring words of one charset are joined before they
// are decoded, since senders cut characters in two. Raw 8-bit text is detected.
func DecodeText(s string) string {
	if !utf8.ValidString(s) {
		s, _ = charset.Decode([]byte(s), "")
	}
	if !strings.Contains(s, "=?") {
		return clean(s)
	}
	var out strings.Builder
	var pending []byte // decoded bytes of words in pendingSet
	var pendingSet string
	flush := func() {
		if len(pending) > 0 {
			if _, ok := charset.ByName(pendingSet); !ok {
				pendingSet = ""
			}
			t, _ := charset.Decode(pending, pendingSet)
			out.WriteString(t)
		}
		pending = nil
	}
	for {
		at := strings.Index(s, "=?")
		if at < 0 {
			break
		}
		set, b, n := encodedWord(s[at:])
		if n == 0 {
			flush()
			out.WriteString(s[:at+2])
			s = s[at+2:]
			continue
		}
		if between := s[:at]; strings.TrimSpace(between) != "" || len(pending) == 0 {
			flush()
			out.WriteString(between)
		}
		if set != pendingSet {
			flush()
		}
		pendingSet = set
		pending = append(pending, b...)
		s = s[at+n:]
	}
	flush()
	out.WriteString(s)
	return clean(out.String())
}

// encodedWord decodes the word that s starts with and returns its length, 0 for none.
func encodedWord(s string) (set string, b []byte, n int) {
	q1 := strings.IndexByte(s[2:], '?')
	if q1 < 0 || q1 > 60 {
		return "", nil, 0
	}
	set = strings.ToLower(s[2 : 2+q1])
	set, _, _ = strings.Cut(set, "*") // language (RFC 2231, 5)
	rest := s[2+q1+1:]
	if len(rest) < 2 || rest[1] != '?' {
		return "", nil, 0
	}
	end := strings.Index(rest[2:], "?=")
	if end < 0 {
		return "", nil, 0
	}
	text := rest[2 : 2+end]
	n = 2 + q1 + 1 + 2 + end + 2
	switch rest[0] {
	case 'b', 'B':
		return set, decodeBase64([]byte(text)), n
	case 'q', 'Q':
		return set, DecodeQuoted([]byte(strings.ReplaceAll(text, "_", "=20"))), n
	}
	return "", nil, 0
}

// clean drops control characters and folds line ends.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return ' '
		case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff:
			return -1
		}
		return r
	}, s))
}

// Addresses returns the addresses of all fields of that name, as "Name <user@example.org>" or the address alone. A list
// that does not parse is cut at its commas.
func (h Header) Addresses(name string) []string {
	var out []string
	for _, f := range h {
		if !strings.EqualFold(f.Name, name) || len(out) > 10_000 {
			continue
		}
		for _, s := range splitAddresses(f.Value) {
			if a := address(s); a != "" {
				out = append(out, a)
			}
		}
	}
	return out
}

// splitAddresses cuts a list at the commas (and the semicolons) outside of quotes, comments and angle brackets; the name of
// a group is dropped.
func splitAddresses(s string) []string {
	var out []string
	start, quoted, comment, angle := 0, false, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '"' && comment == 0:
			quoted = !quoted
		case quoted:
		case c == '(':
			comment++
		case c == ')' && comment > 0:
			comment--
		case comment > 0:
		case c == '<':
			angle = true
		case c == '>':
			angle = false
		case c == ':' && !angle && !strings.Contains(s[start:i], "@"):
			start = i + 1
		case (c == ',' || c == ';') && !angle:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[min(start, len(s)):])
}

// address returns one address in its display form.
func address(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	open := strings.LastIndexByte(s, '<')
	if open >= 0 {
		addr, _, _ := strings.Cut(s[open+1:], ">")
		name := unquote(strings.TrimSpace(s[:open]))
		return join(DecodeText(name), clean(addr))
	}
	if i, k := strings.IndexByte(s, '('), strings.LastIndexByte(s, ')'); i >= 0 && k > i { // "user@example.org (Name)"
		return join(DecodeText(s[i+1:k]), clean(s[:i]+s[k+1:]))
	}
	return DecodeText(unquote(s))
}

func join(name, addr string) string {
	name = strings.TrimSpace(name)
	switch {
	case addr == "":
		return name
	case name == "" || name == addr:
		return addr
	}
	return name + " <" + addr + ">"
}

func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var sb strings.Builder
	for i := 1; i < len(s)-1; i++ {
		if s[i] == '\\' && i+1 < len(s)-1 {
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// parseParams splits a value with parameters: Content-Type: text/plain; charset="utf-8". Parameters in pieces and with a
// charset are put together (RFC 2231).
func parseParams(s string) (value string, params map[string]string) {
	value, rest, _ := strings.Cut(s, ";")
	value = strings.ToLower(strings.TrimSpace(value))
	if i := strings.IndexAny(value, " \t("); i > 0 {
		value = value[:i]
	}
	params = make(map[string]string)
	type piece struct {
		n       int
		encoded bool
		text    string
	}
	pieces := make(map[string][]piece)
	for rest != "" && len(params)+len(pieces) < 100 {
		var name, text string
		name, text, rest = cutParam(rest)
		if name == "" {
			continue
		}
		base, number, continued := strings.Cut(name, "*")
		if !continued {
			if _, ok := params[name]; !ok {
				params[name] = DecodeText(text)
			}
			continue
		}
		number, encoded := strings.CutSuffix(number, "*")
		encoded = encoded || number == ""
		n, _ := strconv.Atoi(number)
		pieces[base] = append(pieces[base], piece{n, encoded, text})
	}
	for name, list := range pieces {
		sort.SliceStable(list, func(i, j int) bool { return list[i].n < list[j].n })
		var b []byte
		set := ""
		for i, p := range list {
			t := p.text
			if p.encoded {
				if i == 0 {
					if parts := strings.SplitN(t, "'", 3); len(parts) == 3 {
						set, t = parts[0], parts[2]
					}
				}
				if u, err := url.PathUnescape(t); err == nil {
					t = u
				}
			}
			b = append(b, t...)
		}
		t, _ := charset.Decode(b, set)
		params[name] = clean(t)
	}
	return value, params
}

// cutParam returns the first "name=value" and what comes behind its semicolon.
func cutParam(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, " \t;")
	eq := strings.IndexByte(s, '=')
	semi := strings.IndexByte(s, ';')
	if eq < 0 || semi >= 0 && semi < eq {
		if semi < 0 {
			return "", "", ""
		}
		return "", "", s[semi+1:]
	}
	name = strings.ToLower(strings.TrimSpace(s[:eq]))
	s = strings.TrimLeft(s[eq+1:], " \t")
	if s != "" && s[0] == '"' {
		for i := 1; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			} else if s[i] == '"' {
				value = unquote(s[:i+1])
				_, rest, _ = strings.Cut(s[i+1:], ";")
				return name, value, rest
			}
		}
		s = s[1:] // never closed
	}
	value, rest, _ = strings.Cut(s, ";")
	return name, strings.TrimSpace(value), rest
}

func decodeBase64(b []byte) []byte {
	out := make([]byte, 0, len(b)*3/4+3)
	var quad [4]byte
	n := 0
	var buf [3]byte
	for _, c := range b {
		switch {
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/':
		case c == '-':
			c = '+'
		case c == '_':
			c = '/'
		case c == '=': // the end of a run; another may follow
			if n >= 2 {
				k, _ := base64.RawStdEncoding.Decode(buf[:], quad[:n])
				out = append(out, buf[:k]...)
			}
			n = 0
			continue
		default:
			continue
		}
		quad[n] = c
		if n++; n == 4 {
			base64.RawStdEncoding.Decode(buf[:], quad[:])
			out = append(out, buf[:]...)
			n = 0
		}
	}
	if n >= 2 {
		k, _ := base64.RawStdEncoding.Decode(buf[:], quad[:n])
		out = append(out, buf[:k]...)
	}
	return out
}

// DecodeQuoted decodes quoted-printable (RFC 2045, 6.7); what is no escape stays as it is.
func DecodeQuoted(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		i := bytes.IndexByte(b, '=')
		if i < 0 {
			return append(out, b...)
		}
		out = append(out, b[:i]...)
		b = b[i:]
		line := bytes.TrimLeft(b[1:], " \t")
		switch {
		case len(line) == 0:
			return out
		case line[0] == '\n': // soft line end
			b = line[1:]
		case line[0] == '\r':
			b = bytes.TrimPrefix(line[1:], []byte{'\n'})
		case len(b) >= 3 && isHex(b[1]) && isHex(b[2]):
			out = append(out, unhex(b[1])<<4|unhex(b[2]))
			b = b[3:]
		default:
			out = append(out, '=')
			b = b[1:]
		}
	}
	return out
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
