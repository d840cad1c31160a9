package asciidoc

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// note is a footnote.
type note struct {
	number  int
	text    string
	written bool
}

// expand replaces attribute references; unknown ones stay.
func (d *reader) expand(s string) string {
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	const most = 1 << 20 // bytes that attributes may add to a document: they may refer to each other
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == '{' {
			continue
		}
		if s[i] == '{' && (i == 0 || s[i-1] != '\\') && d.expands < most {
			if end := strings.IndexByte(s[i:], '}'); end > 1 {
				if v, ok := d.attrs[strings.ToLower(s[i+1:i+end])]; ok {
					d.expands += len(v) + 1
					if d.depth < 20 && strings.IndexByte(v, '{') >= 0 && v != s {
						d.depth++
						v = d.expand(v)
						d.depth--
					}
					sb.WriteString(v)
					i += end
					continue
				}
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// inline writes a text with its markup.
func (d *reader) inline(s string, style richtext.Style) { d.spans(d.expand(s), style) }

func (d *reader) spans(s string, style richtext.Style) {
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > 200 {
		d.para.Write(s, style)
		return
	}
	from := 0
	find := new(markup.Finder)
	for i := 0; i < len(s); {
		if s[i] == '\\' && i+1 < len(s) {
			if sign := sign(s[i+1:]); sign != "" {
				d.write(s[from:i], style)
				d.para.Write(sign, style)
				i += 1 + len(sign)
				from = i
				continue
			}
			if strings.IndexByte("*_`#^~+[<{:h/", s[i+1]) >= 0 {
				d.write(s[from:i], style)
				from = i + 1
				i += 2
				continue
			}
		}
		if write, end := d.object(s, i, style, find); end > i {
			d.write(s[from:i], style)
			write()
			from, i = end, end
			continue
		}
		i++
	}
	d.write(s[from:], style)
}

var replacements = strings.NewReplacer("(C)", "©", "(R)", "®", "(TM)", "™", " -- ", "\u2009—\u2009", "...", "…", "->", "→", "=>", "⇒", "<-", "←", "<=", "⇐")

// sign returns what a text begins with that write would replace.
func sign(s string) string {
	for _, x := range [...]string{"(C)", "(R)", "(TM)", "...", "--", "->", "=>", "<-", "<=", "&"} {
		if strings.HasPrefix(s, x) {
			return x
		}
	}
	return ""
}

// write writes plain text with the replacements of signs.
func (d *reader) write(s string, style richtext.Style) {
	if strings.ContainsAny(s, "(-.=<&") {
		s = html.UnescapeString(replacements.Replace(s))
	}
	d.para.Write(s, style)
}

var styles = map[byte]richtext.Style{'*': richtext.Bold, '_': richtext.Italic, '`': richtext.Code, '#': 0, '^': richtext.Super, '~': richtext.Sub}

// object reads the object at s[i]: what writes it, and the index behind it; i itself for plain text.
func (d *reader) object(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	c := s[i]
	switch c {
	case '"', '\'':
		if strings.HasPrefix(s[i+1:], "`") { // curved quotation marks
			if k := find.Index(s, i+2, "`"+string(c)); k > i+2 {
				text := s[i+2 : k]
				open, shut := "“", "”"
				if c == '\'' {
					open, shut = "‘", "’"
				}
				return func() {
					d.para.Write(open, style)
					d.spans(text, style)
					d.para.Write(shut, style)
				}, i + 2 + len(text) + 2
			}
		}
	case '*', '_', '`', '#':
		if inner, end := formatted(s, i, find); end > 0 {
			return func() {
				if c == '`' && len(inner) > 1 && inner[0] == '+' && inner[len(inner)-1] == '+' {
					d.para.Write(inner[1:len(inner)-1], style|richtext.Code)
					return
				}
				d.spans(inner, style|styles[c])
			}, end
		}
	case '^', '~':
		if end := find.Index(s, i+1, string(c)) - i - 1; end > 0 && !strings.ContainsAny(s[i+1:i+1+end], " \n") {
			inner := s[i+1 : i+1+end]
			return func() { d.spans(inner, style|styles[c]) }, i + end + 2
		}
	case '+':
		for _, mark := range [...]string{"+++", "++", "+"} {
			if !strings.HasPrefix(s[i:], mark) || mark == "+" && i > 0 && isWord(s[:i]) {
				continue
			}
			k := find.Index(s, i+len(mark), mark)
			if text := s[i+len(mark) : max(k, i+len(mark))]; text != "" && text[0] != ' ' && text[0] != '\n' {
				return func() { d.para.Write(text, style) }, i + len(text) + 2*len(mark)
			}
		}
	case '<':
		return d.angle(s, i, style, find)
	case '(':
		return d.indexTerm(s, i, style, find)
	case '[':
		return d.bracket(s, i, style, find)
	case 'h', 'f', 'm', 'l', 'x', 'i', 'k', 'b', 's', 'a', 'p', 't':
		if i == 0 || !isWord(s[:i]) || strings.HasPrefix(s[i:], "footnote:") {
			return d.macroAt(s, i, style, find)
		}
	}
	return nil, i
}

// isWord reports whether s ends in a word's character.
func isWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

// formatted returns the text between format marks at s[i], doubled (anywhere) or single (around words), and the
// index behind them; 0 for none.
func formatted(s string, i int, find *markup.Finder) (inner string, end int) {
	mark := s[i]
	if i+1 < len(s) && s[i+1] == mark {
		if k := find.Index(s, i+2, s[i:i+2]); k > i+2 {
			return s[i+2 : k], k + 2
		}
		return "", 0
	}
	if i > 0 && (isWord(s[:i]) || strings.IndexByte(":;}", s[i-1]) >= 0) || i+1 >= len(s) || s[i+1] == ' ' || s[i+1] == '\n' {
		return "", 0
	}
	key := "around" + s[i:i+1]
	if find.Missing(key, i) {
		return "", 0
	}
	for k := i + 2; k < len(s); k++ {
		if s[k] != mark || s[k-1] == ' ' || s[k-1] == '\n' || s[k-1] == '\\' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[k+1:])
		if k+1 < len(s) && (unicode.IsLetter(next) || unicode.IsDigit(next) || next == '_' && mark != '_') {
			continue
		}
		return s[i+1 : k], k + 1
	}
	find.Miss(key, i)
	return "", 0
}

// angle reads "<<id,text>>" and "<url>".
func (d *reader) angle(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	if strings.HasPrefix(s[i:], "<<") {
		k := find.Index(s, i+2, ">>")
		if k <= i+2 {
			return nil, i
		}
		inside := s[i+2 : k]
		id, text, _ := strings.Cut(inside, ",")
		return func() { d.crossReference(strings.TrimSpace(id), strings.TrimSpace(text), style) }, i + len(inside) + 4
	}
	if k := find.Index(s, i+1, ">"); k > 0 {
		inside := s[i+1 : k]
		if !strings.ContainsAny(inside, " \n") && strings.Contains(inside, "://") {
			return func() { d.link(inside, "", style) }, k + 1
		}
	}
	return nil, i
}

// indexTerm reads "((shown))" and "(((hidden, narrower)))".
func (d *reader) indexTerm(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	if strings.HasPrefix(s[i:], "(((") {
		if k := find.Index(s, i+3, ")))"); k > i+3 {
			return func() {}, k + 3
		}
		return nil, i
	}
	if !strings.HasPrefix(s[i:], "((") {
		return nil, i
	}
	k := find.Index(s, i+2, "))")
	if k <= i+2 || strings.HasPrefix(s[k:], ")))") {
		return nil, i
	}
	text := s[i+2 : k]
	return func() { d.spans(text, style) }, k + 2
}

func (d *reader) crossReference(id, text string, style richtext.Style) {
	id = strings.TrimPrefix(id, "#")
	if text == "" {
		if text = d.titles[id]; text == "" {
			text = id
			if page, frag, ok := strings.Cut(id, "#"); ok && frag == "" {
				text = page
			}
		}
	}
	url := "#" + id
	if strings.ContainsAny(id, "#/") || strings.HasSuffix(id, ".adoc") {
		url = id
	} else if d.titles[id] == id && id != "" {
		url = "#" + d.autoID(id)
	}
	d.link(url, text, style)
}

func (d *reader) link(url, text string, style richtext.Style) {
	d.para.OpenLink(url)
	if text == "" {
		d.para.Write(strings.TrimPrefix(url, "mailto:"), style)
	} else {
		d.spans(text, style)
	}
	d.para.CloseLink()
}

// bracket reads an anchor "[[id]]" and a role before marked text "[.role]#text#".
func (d *reader) bracket(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	if strings.HasPrefix(s[i:], "[[") {
		k := find.Index(s, i+2, "]]")
		ok := k > 0
		inside := s[i+2 : max(k, i+2)]
		if ok && strings.HasPrefix(inside, "[") && strings.HasPrefix(s[i+2+len(inside):], "]]]") {
			label, shown, _ := strings.Cut(inside[1:], ",") // of a bibliography
			if shown = strings.TrimSpace(shown); shown == "" {
				shown = label
			}
			return func() { d.para.Write("["+shown+"]", style) }, i + len(inside) + 5
		} else if ok && inside != "" && !strings.ContainsAny(inside, "[]\n") {
			return func() {}, i + len(inside) + 4
		}
	}
	end := find.Index(s, i, "]") - i
	if end < 2 || i+end+1 >= len(s) || strings.IndexByte("#*_`", s[i+end+1]) < 0 || strings.ContainsAny(s[i+1:i+end], " \n[") || strings.IndexByte(".#%", s[i+1]) < 0 && !strings.ContainsAny(s[i+1:i+2], "abcdefghijklmnopqrstuvwxyz") {
		return nil, i
	}
	mark := i + end + 1
	inner, next := formatted(s, mark, find)
	if next == 0 {
		return nil, i
	}
	st := styles[s[mark]]
	if strings.Contains(s[i:mark], "line-through") {
		st = richtext.Strike
	} else if strings.Contains(s[i:mark], "underline") {
		st = richtext.Underline
	}
	return func() { d.spans(inner, style|st) }, next
}

// macroAt reads an inline macro or a URL at s[i].
func (d *reader) macroAt(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	rest := s[i:]
	k := 0
	for k < len(rest) && rest[k] >= 'a' && rest[k] <= 'z' {
		k++
	}
	if k == 0 || k >= len(rest) || rest[k] != ':' {
		return nil, i
	}
	macroName, body := rest[:k], rest[k+1:]
	switch macroName {
	case "http", "https", "ftp", "irc", "file":
		if !strings.HasPrefix(body, "//") {
			return nil, i
		}
		end := k + 1
		for end < len(rest) && rest[end] > ' ' && strings.IndexByte("[]<>\"`", rest[end]) < 0 {
			end++
		}
		if end < len(rest) && rest[end] == '[' {
			if text, n := bracketed(s, i+end, find); n > 0 {
				url := rest[:end]
				return func() { d.link(url, linkText(text), style) }, i + end + n
			}
		}
		for end > 0 && strings.IndexByte(".,;:!?'*_", rest[end-1]) >= 0 || end > 0 && rest[end-1] == ')' && !strings.Contains(rest[:end], "(") {
			end--
		}
		if end <= k+3 {
			return nil, i
		}
		url := rest[:end]
		return func() { d.link(url, "", style) }, i + end
	case "link", "mailto", "xref", "image", "kbd", "btn", "menu", "footnote", "footnoteref", "stem", "latexmath", "asciimath", "icon", "anchor", "pass", "indexterm", "term", "tel":
	default:
		return nil, i
	}
	open := find.Index(s, i+k+1, "[") - i - k - 1
	if open < 0 || strings.ContainsAny(body[:open], " \n") || strings.HasPrefix(body, ":") {
		return nil, i
	}
	text, n := bracketed(s, i+k+1+open, find)
	if macroName == "pass" {
		text, n = unparsed(s[i+k+1+open:])
	}
	if n == 0 {
		return nil, i
	}
	target, end := body[:open], i+k+1+open+n
	return func() { d.inlineMacro(macroName, target, text, style) }, end
}

// bracketed returns the text in the brackets that open at s[i], and their length; 0 when they do not close.
func bracketed(s string, i int, find *markup.Finder) (text string, n int) {
	if find.Missing("[…]", i) {
		return "", 0
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return strings.ReplaceAll(s[i+1:k], `\]`, "]"), k + 1 - i
			}
		}
	}
	if depth > 100 { // nothing that opens behind it will close either
		find.Miss("[…]", i)
	}
	return "", 0
}

// unparsed returns the text up to the first "]" that no backslash escapes, and the length with the brackets; 0 when there is none.
func unparsed(s string) (text string, n int) {
	for k := 1; k < len(s); k++ {
		if s[k] == ']' && s[k-1] != '\\' {
			return strings.ReplaceAll(s[1:k], `\]`, "]"), k + 1
		}
	}
	return "", 0
}

// linkText cuts the attributes off a link's text: "text^", "text,window=_blank".
func linkText(s string) string {
	if strings.HasPrefix(s, `"`) {
		if text, _, ok := strings.Cut(s[1:], `"`); ok {
			return text
		}
	}
	if text, rest, ok := strings.Cut(s, ","); ok && strings.Contains(rest, "=") {
		s = text
	}
	return strings.TrimSuffix(s, "^")
}

func (d *reader) inlineMacro(macroName, target, text string, style richtext.Style) {
	switch macroName {
	case "link":
		d.link(target, linkText(text), style)
	case "mailto", "tel":
		if !strings.HasPrefix(text, `"`) {
			text, _, _ = strings.Cut(text, ",") // what follows is the subject
		}
		d.link(macroName+":"+target, linkText(text), style)
	case "xref":
		d.crossReference(target, linkText(text), style)
	case "image":
		d.images = append(d.images, macro{"image", target, text})
	case "kbd", "btn":
		d.para.Write(text, style|richtext.Code)
	case "menu":
		if text != "" {
			target += " › " + strings.ReplaceAll(text, " > ", " › ")
		}
		d.para.Write(target, style)
	case "stem", "latexmath", "asciimath":
		d.para.Write("$"+text+"$", style)
	case "footnote", "footnoteref":
		if macroName == "footnoteref" {
			target, text, _ = strings.Cut(text, ",")
		}
		d.mark(target, text, style)
	case "pass":
		if target == "" {
			d.para.Write(text, style)
		} else {
			d.spans(text, style)
		}
	case "term":
		d.spans(text, style)
	}
}

// mark writes the reference to a footnote; one with an id may be referred to again.
func (d *reader) mark(id, text string, style richtext.Style) {
	n := d.notes[id]
	if n == nil || id == "" {
		if text == "" {
			d.para.Write("["+id+"]", style)
			return
		}
		d.noted++
		n = &note{number: d.noted, text: text}
		if id == "" {
			id = "\x00" + strconv.Itoa(d.noted)
		}
		d.notes[id] = n
	}
	d.para.Write("["+strconv.Itoa(n.number)+"]", style|richtext.Super)
	d.due = append(d.due, n)
}

func (d *reader) emit(n *note) {
	if n.written {
		return
	}
	n.written = true
	d.para.Reset()
	d.inline(n.text, 0)
	d.flush(markup.Context{Note: udm.NoteFootnote})
}

// lateNotes emits the notes that only captions and the like refer to.
func (d *reader) lateNotes() {
	for _, n := range d.due {
		d.emit(n)
	}
	d.due = nil
}

// plain returns a text without its markup.
func (d *reader) plain(s string) string {
	outer, images, due := d.para, d.images, d.due
	d.para = richtext.Builder{Collapse: true}
	d.inline(s, 0)
	text, _, _ := d.para.Text()
	d.para, d.images, d.due = outer, images, due
	return text
}
