package rst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

// unescape resolves backslashes: one before white space takes it away, one before another character leaves that.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				break
			}
			if s[i] == ' ' || s[i] == '\n' {
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// escape puts backslashes before what could be inline markup.
func escape(s string) string {
	if !strings.ContainsAny(s, "*`|_\\[:@") {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("*`|_\\[:@", s[i]) >= 0 {
			sb.WriteByte('\\')
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// plainText returns a text without its inline markup, as reference names have it.
func plainText(s string) string {
	if !strings.ContainsAny(s, "*`\\_|") {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			if s[i] != ' ' {
				sb.WriteByte(s[i])
			}
		case c == '`', c == '*':
		case c == '_' && i > 0 && s[i-1] == '`':
		default:
			sb.WriteByte(c)
		}
	}
	return sb.String()
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// scanner reads the inline markup of one text (docutils' inline markup recognition rules).
type scanner struct {
	*renderer
	s     string
	from  int // of the plain text that is not written yet
	style richtext.Style
	depth int // of substitutions
	find  markup.Finder
}

// inline writes a text with its markup.
func (r *renderer) inline(text string, style richtext.Style, depth int) {
	sc := scanner{renderer: r, s: text, style: style, depth: depth}
	for i := 0; i < len(text); {
		if next := sc.at(i); next > i {
			i = next
			continue
		}
		if text[i] == '\\' {
			i++
		}
		i++
	}
	sc.flush(len(text))
}

// flush writes the plain text up to an index and goes on at it.
func (sc *scanner) flush(end int) {
	if sc.from < min(end, len(sc.s)) {
		sc.para.Write(unescape(sc.s[sc.from:min(end, len(sc.s))]), sc.style)
	}
	sc.from = end
}

// at writes the construct that begins at i, with the text before it, and returns the index behind it; i itself
// when there is none.
func (sc *scanner) at(i int) int {
	s := sc.s
	switch s[i] {
	case '*':
		if strings.HasPrefix(s[i:], "**") {
			return sc.span(i, "**", richtext.Bold)
		}
		return sc.span(i, "*", richtext.Italic)
	case '`':
		if strings.HasPrefix(s[i:], "``") {
			return sc.literal(i)
		}
		return sc.interpreted(i, i, "")
	case ':':
		return sc.prefixRole(i)
	case '|':
		return sc.substitution(i)
	case '[':
		return sc.noteMark(i)
	case '_':
		if strings.HasPrefix(s[i:], "_`") && sc.starts(i, 2) {
			if end := sc.end(i+2, "`"); end > 0 {
				sc.flush(i)
				sc.from = i + 2
				sc.flush(end)
				sc.from = end + 1
				return end + 1
			}
		}
		return sc.reference(i)
	case 'h', 'f', 'm', 'H', 'F', 'M':
		return sc.url(i)
	case '@':
		return sc.email(i)
	}
	return i
}

const (
	openers = `'"([{<-/:`
	closers = `'")]}>-/\:.,;!?`
)

// starts reports whether markup of n bytes may begin at i: after white space or an opening sign, before text, and not
// between quotes.
func (sc *scanner) starts(i, n int) bool {
	next, _ := utf8.DecodeRuneInString(sc.s[i+n:])
	if i+n >= len(sc.s) || unicode.IsSpace(next) {
		return false
	}
	if i == sc.from { // the text's start, or behind the last construct
		return true
	}
	prev, size := utf8.DecodeLastRuneInString(sc.s[:i])
	if i >= 2 && sc.s[i-2] == '\\' && size == 1 && prev == ' ' {
		return true
	}
	if i > size && sc.s[i-size-1] == '\\' && !unicode.IsSpace(prev) {
		return false // an escaped character is plain text
	}
	if unicode.IsSpace(prev) {
		return true
	}
	if !strings.ContainsRune(openers, prev) && !unicode.In(prev, unicode.Ps, unicode.Pi, unicode.Pf, unicode.Pd) && !(unicode.Is(unicode.Po, prev) && prev > 0x7F) {
		return false
	}
	return closing(prev) != next
}

// closing returns the sign that closes a quotation that r opens.
func closing(r rune) rune {
	switch r {
	case '"', '\'':
		return r
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	case '‘':
		return '’'
	case '“':
		return '”'
	case '«':
		return '»'
	case '»':
		return '«'
	}
	return -1
}

// ends reports whether markup may end before index i.
func (sc *scanner) ends(i int) bool {
	if i >= len(sc.s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(sc.s[i:])
	return unicode.IsSpace(r) || strings.ContainsRune(closers, r) || r > 0x7F && unicode.In(r, unicode.Pe, unicode.Pi, unicode.Pf, unicode.Pd, unicode.Po)
}

// end looks for an end marker from i on, and returns its index, 0 for none.
func (sc *scanner) end(i int, marker string) int {
	if sc.find.Missing(marker, i) {
		return 0
	}
	for k := i; k < len(sc.s); k++ {
		switch {
		case sc.s[k] == '\\' && marker != "``":
			k++
		case strings.HasPrefix(sc.s[k:], marker) && k > i && !isBlank(sc.s[k-1]) && sc.ends(k+len(marker)):
			return k
		}
	}
	sc.find.Miss(marker, i)
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' }

func (sc *scanner) span(i int, marker string, style richtext.Style) int {
	if !sc.starts(i, len(marker)) {
		return i + len(marker)
	}
	end := sc.end(i+len(marker), marker)
	if end == 0 {
		return i + len(marker)
	}
	sc.flush(i)
	sc.para.Write(unescape(sc.s[i+len(marker):end]), sc.style|style)
	sc.from = end + len(marker)
	return sc.from
}

func (sc *scanner) literal(i int) int {
	if !sc.starts(i, 2) {
		return i + 2
	}
	end := sc.end(i+2, "``")
	if end == 0 {
		return i + 2
	}
	sc.flush(i)
	sc.para.Write(sc.s[i+2:end], sc.style|richtext.Code)
	sc.from = end + 2
	return sc.from
}

// prefixRole reads ":role:`text`".
func (sc *scanner) prefixRole(i int) int {
	const most = 128 // bytes of a role's name
	k := i + 1
	for k < min(len(sc.s), i+most) && (isWordByte(sc.s[k]) || strings.IndexByte("-_+.:", sc.s[k]) >= 0) {
		k++
	}
	if k >= len(sc.s) || sc.s[k] != '`' || sc.s[k-1] != ':' || k-1 == i || !sc.starts(i, 1) {
		return i
	}
	return sc.interpreted(i, k, sc.s[i+1:k-1])
}

// interpreted reads "`text`", "`text`:role:", "`text`_" or "`text`__"; the backquote stands at i, the construct with
// a role before it begins at start.
func (sc *scanner) interpreted(start, i int, role string) int {
	if i+1 >= len(sc.s) || isBlank(sc.s[i+1]) || role == "" && !sc.starts(i, 1) {
		return i + 1
	}
	if sc.find.Missing("interpreted", i) {
		return i + 1
	}
	for k := i + 1; k < len(sc.s); k++ {
		if sc.s[k] == '\\' {
			k++
			continue
		}
		if sc.s[k] != '`' || k == i+1 || isBlank(sc.s[k-1]) {
			continue
		}
		text, rest := sc.s[i+1:k], sc.s[k+1:]
		switch {
		case role == "" && strings.HasPrefix(rest, "__") && sc.ends(k+3):
			return sc.phrase(i, text, true, k+3)
		case role == "" && strings.HasPrefix(rest, "_") && sc.ends(k+2):
			return sc.phrase(i, text, false, k+2)
		case role == "" && strings.HasPrefix(rest, ":"):
			if suffix := roleSuffix(rest); suffix != "" && sc.ends(k+1+len(suffix)+2) {
				sc.flush(i)
				sc.role(suffix, text)
				sc.from = k + 1 + len(suffix) + 2
				return sc.from
			}
		}
		if sc.ends(k + 1) {
			sc.flush(start)
			sc.role(role, text)
			sc.from = k + 1
			return sc.from
		}
	}
	sc.find.Miss("interpreted", i)
	return i + 1
}

// roleSuffix returns the role's name in ":name:".
func roleSuffix(s string) string {
	end := strings.IndexByte(s[1:], ':')
	if end < 1 || !isSimpleName(s[1:1+end]) {
		return ""
	}
	return s[1 : 1+end]
}

// phrase writes a phrase that is a reference: to a name, to an anonymous target, or to the URL in it.
func (sc *scanner) phrase(i int, text string, anonymous bool, next int) int {
	sc.flush(i)
	sc.from = next
	shown, inner, embedded := splitTarget(text)
	url := ""
	switch {
	case embedded && strings.HasSuffix(inner, "_") && !strings.HasSuffix(inner, `\_`):
		url = sc.defs.resolve(normalize(strings.Trim(unescape(strings.TrimSuffix(inner, "_")), "`")))
	case embedded:
		url = joinURL(inner)
		if strings.Contains(url, "@") && !strings.Contains(url, ":") && !strings.Contains(url, "/") {
			url = "mailto:" + url
		}
		if key := normalize(unescape(shown)); !anonymous && sc.defs.targets[key] == nil {
			sc.defs.targets[key] = &target{url: url}
		}
	case anonymous:
		url = sc.nextAnonymous()
	default:
		url = sc.defs.resolve(normalize(unescape(text)))
	}
	sc.link(url, unescape(shown), 0)
	return next
}

// splitTarget splits "text <target>".
func splitTarget(s string) (shown, inner string, ok bool) {
	if !strings.HasSuffix(s, ">") {
		return s, "", false
	}
	i := strings.LastIndexByte(s, '<')
	if i < 0 || i > 0 && !isBlank(s[i-1]) {
		return s, "", false
	}
	inner = s[i+1 : len(s)-1]
	if shown = strings.TrimRight(s[:i], " \n"); shown == "" {
		shown = inner
	}
	return shown, inner, inner != ""
}

func (sc *scanner) link(url, text string, style richtext.Style) {
	if url != "" {
		sc.para.OpenLink(url)
	}
	sc.para.Write(text, sc.style|style)
	if url != "" {
		sc.para.CloseLink()
	}
}

// reference reads a simple name before an underscore: "name_" or "name__".
func (sc *scanner) reference(i int) int {
	next := i + 1
	anonymous := strings.HasPrefix(sc.s[i:], "__")
	if anonymous {
		next++
	}
	if !sc.ends(next) {
		return i
	}
	const most = 256 // bytes of a simple name
	start, sign := i, true
	for start > max(sc.from, i-most) {
		r, n := utf8.DecodeLastRuneInString(sc.s[sc.from:start])
		if !isWordRune(r) && (sign || !strings.ContainsRune("-_.:+", r)) {
			break
		}
		sign = !isWordRune(r)
		start -= n
	}
	if sign { // one before the name is none of it
		start++
	}
	if start >= i || !sc.starts(start, 0) {
		return i
	}
	targetName := sc.s[start:i]
	url := ""
	if anonymous {
		if url = sc.nextAnonymous(); url == "" {
			return i
		}
	} else if url = sc.defs.resolve(normalize(targetName)); url == "" {
		return i
	}
	sc.flush(start)
	sc.link(url, targetName, 0)
	sc.from = next
	return next
}

// noteMark reads a reference to a footnote or citation: "[1]_", "[#name]_", "[*]_", "[CIT2002]_".
func (sc *scanner) noteMark(i int) int {
	end := sc.find.Index(sc.s, i, "]") - i
	if end < 2 || i+end+1 >= len(sc.s) || sc.s[i+end+1] != '_' || !sc.starts(i, 1) || !sc.ends(i+end+2) {
		return i
	}
	label := sc.s[i+1 : i+end]
	if !(label == "*" || label[0] == '#' && (len(label) == 1 || isSimpleName(label[1:])) || isSimpleName(label)) {
		return i
	}
	sc.flush(i)
	sc.from = i + end + 2
	sc.mark(label, sc.style)
	return sc.from
}

// substitution reads "|name|", "|name|_" or "|name|__".
func (sc *scanner) substitution(i int) int {
	if !sc.starts(i, 1) {
		return i
	}
	if sc.find.Missing("|", i) {
		return i
	}
	k := i + 1
	for k < len(sc.s) && sc.s[k] != '|' {
		if sc.s[k] == '\\' {
			k++
		}
		k++
	}
	if k >= len(sc.s) {
		sc.find.Miss("|", i)
	}
	if k >= len(sc.s) || k == i+1 || isBlank(sc.s[k-1]) {
		return i
	}
	next, url := k+1, ""
	key := normalize(sc.s[i+1 : k])
	sub := sc.defs.substitutions[key]
	const most = 1 << 20 // bytes: substitutions may refer to each other
	if sub == nil || sc.depth > 8 || sc.substituted > most {
		return i
	}
	sc.substituted += len(sub.text)
	switch {
	case strings.HasPrefix(sc.s[next:], "__"):
		next, url = next+2, sc.nextAnonymous()
	case strings.HasPrefix(sc.s[next:], "_"):
		next, url = next+1, sc.defs.resolve(key)
	}
	if !sc.ends(next) {
		return i
	}
	text := sc.s[sc.from:i]
	if sub.trim {
		text = strings.TrimRight(text, " \n")
	}
	sc.para.Write(unescape(text), sc.style)
	if url != "" {
		sc.para.OpenLink(url)
		sc.para.Write(plainText(sub.text), sc.style)
		sc.para.CloseLink()
	} else {
		sc.inline(sub.text, sc.style, sc.depth+1)
	}
	if sub.image != nil {
		sc.pictures = append(sc.pictures, sub.image)
	}
	sc.from = next
	if sub.trim {
		for sc.from < len(sc.s) && isBlank(sc.s[sc.from]) {
			sc.from++
		}
	}
	return sc.from
}

var schemes = [...]string{"https://", "http://", "ftp://", "mailto:", "ftps://", "file://"}

// url reads a URL that stands alone.
func (sc *scanner) url(i int) int {
	if i > sc.from {
		if r, _ := utf8.DecodeLastRuneInString(sc.s[:i]); isWordRune(r) || r == '\\' {
			return i
		}
	}
	n := 0
	for _, s := range schemes {
		if len(sc.s)-i > len(s) && strings.EqualFold(sc.s[i:i+len(s)], s) {
			n = len(s)
		}
	}
	if n == 0 {
		return i
	}
	end := i + n
	for end < len(sc.s) && sc.s[end] > ' ' && strings.IndexByte("<>\"`{}|\\^", sc.s[end]) < 0 && sc.s[end] < 0x80 {
		end++
	}
	end = trimURL(sc.s, i, end)
	if end <= i+n {
		return i
	}
	sc.flush(i)
	sc.link(sc.s[i:end], sc.s[i:end], 0)
	sc.from = end
	return end
}

// trimURL takes punctuation off a URL's end, and a parenthesis that was opened before it.
func trimURL(s string, start, end int) int {
	for end > start {
		switch c := s[end-1]; {
		case strings.IndexByte(".,;:!?'*_", c) >= 0:
		case c == ')' && strings.Count(s[start:end], "(") < strings.Count(s[start:end], ")"):
		case c == ']' && strings.Count(s[start:end], "[") < strings.Count(s[start:end], "]"):
		default:
			return end
		}
		end--
	}
	return end
}

// noteTargets notes the targets that a text has in it: "_`name`" and "`name <URL>`_".
func (d *definitions) noteTargets(text string) {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "_`")
		if !ok {
			break
		}
		if inside, _, ok := strings.Cut(after, "`"); ok && inside != "" && inside[0] != '_' {
			if key := normalize(unescape(inside)); d.targets[key] == nil {
				d.targets[key] = &target{url: anchor(inside)}
			}
		}
		rest = after
	}
	for rest := text; ; {
		before, after, ok := strings.Cut(rest, ">`_")
		if !ok {
			return
		}
		rest = after
		start := strings.LastIndexByte(before, '`')
		if start < 0 || strings.HasPrefix(after, "_") {
			continue
		}
		if shown, url, ok := splitTarget(before[start+1:] + ">"); ok && !strings.HasSuffix(url, "_") {
			if key := normalize(unescape(shown)); d.targets[key] == nil {
				d.targets[key] = &target{url: joinURL(url)}
			}
		}
	}
}

// email reads an e-mail address around the @ at i.
func (sc *scanner) email(i int) int {
	isLocal := func(c byte) bool { return isWordByte(c) || strings.IndexByte(".-_+", c) >= 0 }
	start, end := i, i+1
	for start > sc.from && isLocal(sc.s[start-1]) {
		start--
	}
	for end < len(sc.s) && (isWordByte(sc.s[end]) || sc.s[end] == '.' || sc.s[end] == '-') {
		end++
	}
	for end > i && (sc.s[end-1] == '.' || sc.s[end-1] == '-') {
		end--
	}
	if start == i || !strings.Contains(sc.s[i:end], ".") || end < len(sc.s) && sc.s[end] == '@' || start > 0 && sc.s[start-1] == '\\' {
		return i
	}
	sc.flush(start)
	sc.link("mailto:"+sc.s[start:end], sc.s[start:end], 0)
	sc.from = end
	return end
}
