// Package asciidoc decodes AsciiDoc texts: a light reader of the language as Asciidoctor documents it. Includes are not
// read, extensions are not run; unknown macros keep their text.
package asciidoc

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

const name = "asciidoc"

// Format is AsciiDoc.
var Format = decoder.Format{
	Name:       name,
	Title:      "AsciiDoc text",
	MediaTypes: []string{"text/asciidoc", "text/x-asciidoc"},
	Extensions: []string{".adoc", ".asciidoc"},
	Unit:       udm.Section,
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	text, err := markup.Read(in, &doc.Metadata)
	if err != nil {
		return nil, err
	}
	d := &reader{Writer: markup.NewWriter(in.Budget), ctx: ctx, in: in, meta: &doc.Metadata, attrs: map[string]string{}, titles: map[string]string{}, notes: map[string]*note{}}
	for k, v := range builtin {
		d.attrs[k] = v
	}
	d.para.Collapse = true
	lines := d.preprocess(strings.Split(text, "\n"))
	d.survey(lines)
	lines = d.header(lines)
	d.blocks(lines, markup.Context{})
	d.lateNotes()
	if d.Err != nil {
		return nil, d.Err
	}
	doc.Nodes = d.Nodes()
	return doc, ctx.Err()
}

// builtin are the attributes that stand for characters.
var builtin = map[string]string{
	"empty": "", "sp": " ", "nbsp": "\u00a0", "zwsp": "\u200b", "wj": "\u2060", "apos": "'", "quot": `"`, "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°",
	"plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": `\`, "backtick": "`",
	"two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "pp": "++", "blank": "",
}

// reader reads one text.
type reader struct {
	*markup.Writer
	ctx  context.Context
	in   *decoder.Input
	meta *udm.Metadata

	attrs   map[string]string // of the document
	titles  map[string]string // of sections, by id
	depth   int
	next    style // of the next block
	para    richtext.Builder
	images  []macro // that stand in para
	due     []*note // that para refers to
	notes   map[string]*note
	noted   int
	expands int
}

// style is what block attribute lines and a title say about the block behind them.
type style struct {
	title string
	attributes
}

// attributes are the parsed inside of brackets: "source,python,%header,cols=2".
type attributes struct {
	list  []string // positional ones
	named map[string]string
	opts  map[string]bool
}

func (a attributes) at(i int) string {
	if i < len(a.list) {
		return a.list[i]
	}
	return ""
}

func parseAttributes(s string) attributes {
	a := attributes{named: map[string]string{}, opts: map[string]bool{}}
	for _, part := range splitQuoted(s, ',') {
		part = strings.TrimSpace(part)
		key, value, ok := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if ok && key != "" && !strings.ContainsAny(key, " \"'") {
			value = unquote(strings.TrimSpace(value))
			a.named[key] = value
			if key == "options" || key == "opts" {
				for o := range strings.SplitSeq(value, ",") {
					a.opts[strings.TrimSpace(o)] = true
				}
			}
			continue
		}
		part = unquote(part)
		if len(a.list) == 0 { // shorthand: style#id.role%option
			first := part
			for _, o := range strings.Split(part, "%")[1:] {
				o, _, _ = strings.Cut(o, ".")
				o, _, _ = strings.Cut(o, "#")
				a.opts[o] = true
			}
			if !strings.Contains(first, " ") {
				if i := strings.IndexAny(first, "#.%"); i >= 0 && !strings.Contains(first, "://") {
					rest := first[i:]
					if id, ok := strings.CutPrefix(rest, "#"); ok {
						a.named["id"], _, _ = strings.Cut(id, ".")
					}
					first = first[:i]
				}
			}
			part = first
		}
		a.list = append(a.list, part)
	}
	return a
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// splitQuoted cuts at separators that stand in no quotes.
func splitQuoted(s string, sep byte) []string {
	var out []string
	start, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' && (i == 0 || s[i-1] == '=' || s[i-1] == sep):
			quote = c
		case c == sep:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// preprocess resolves conditionals and drops includes and comment lines outside of blocks that show their lines.
func (d *reader) preprocess(lines []string) []string {
	out := make([]string, 0, len(lines))
	var skip []bool
	hidden := func() bool { return len(skip) > 0 && skip[len(skip)-1] }
	for i := 0; i < len(lines); i++ {
		l := strings.TrimRight(lines[i], " \t")
		for isEntry(l) && strings.HasSuffix(l, ` \`) && i+1 < len(lines) { // a value may go on
			i++
			l = strings.TrimSuffix(l, `\`) + strings.TrimSpace(lines[i])
		}
		dir, rest, ok := strings.Cut(l, "::")
		if ok && strings.HasSuffix(rest, "]") && !strings.Contains(dir, " ") {
			target, inside, _ := strings.Cut(strings.TrimSuffix(rest, "]"), "[")
			switch dir {
			case "ifdef", "ifndef":
				on := false
				for a := range strings.FieldsFuncSeq(target, func(r rune) bool { return r == ',' || r == '+' }) {
					_, set := d.attrs[a]
					on = on || set
				}
				on = on == (dir == "ifdef")
				if inside != "" {
					if on && !hidden() {
						out = append(out, inside)
					}
					continue
				}
				skip = append(skip, !on || hidden())
				continue
			case "ifeval":
				skip = append(skip, hidden())
				continue
			case "endif":
				if len(skip) > 0 {
					skip = skip[:len(skip)-1]
				}
				continue
			case "include":
				if !hidden() {
					d.in.Warnf("include of %q left out", target)
				}
				continue
			}
		}
		if hidden() {
			continue
		}
		if key, value, ok := attributeEntry(l); ok {
			d.setAttribute(key, value)
		}
		out = append(out, l)
	}
	return out
}

// attributeEntry splits ":name: value".
func attributeEntry(l string) (key, value string, ok bool) {
	if len(l) < 3 || l[0] != ':' {
		return "", "", false
	}
	end := strings.IndexByte(l[1:], ':')
	if end < 1 {
		return "", "", false
	}
	key, value = l[1:1+end], l[2+end:]
	if value != "" && value[0] != ' ' || !isWord(strings.TrimPrefix(key, "!")[:min(1, len(key))]) {
		return "", "", false
	}
	if key = attributeName(key); key == "" {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// attributeName drops from a name what no name has: "man manual" is "manmanual".
func attributeName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '!' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func (d *reader) setAttribute(key, value string) {
	if strings.HasPrefix(key, "!") || strings.HasSuffix(key, "!") {
		delete(d.attrs, strings.Trim(key, "!"))
		return
	}
	d.attrs[key] = value
}

// survey notes what references to sections, titled blocks and anchors show.
func (d *reader) survey(lines []string) {
	id, title := "", "" // of the block to come
	for i, l := range lines {
		bracketed := strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]")
		switch {
		case strings.HasPrefix(l, "[[") && bracketed:
			text := ""
			if id, text, _ = strings.Cut(l[2:len(l)-2], ","); text != "" {
				d.titles[id] = d.plain(strings.TrimSpace(text))
			}
		case strings.HasPrefix(l, "[") && bracketed && !strings.Contains(l, "[["):
			a := parseAttributes(l[1 : len(l)-1])
			if v := a.named["id"]; v != "" {
				id = v
			}
			if text := a.named["reftext"]; text != "" && id != "" {
				d.titles[id] = d.plain(text)
			}
		case len(l) > 1 && l[0] == '.' && l[1] != '.' && l[1] != ' ':
			title = l[1:]
		case isComment(l):
		default:
			level, heading := section(lines, i)
			if level == 0 && l != "" && setext(lines, i) > 0 {
				level, heading = 1, l
			}
			if level > 0 {
				shown := d.plain(heading)
				d.titles[d.autoID(shown)], d.titles[shown] = shown, shown
				if id != "" && d.titles[id] == "" {
					d.titles[id] = shown
				}
			}
			d.surveyAnchors(l)
			id, title = "", ""
		}
		if id != "" && title != "" && d.titles[id] == "" {
			d.titles[id] = d.plain(title)
		}
	}
}

// surveyAnchors notes the texts of anchors in a line: "[[id,text]]", and of a bibliography "[[[id,text]]]".
func (d *reader) surveyAnchors(l string) {
	for {
		_, rest, ok := strings.Cut(l, "[[")
		inside, after, closed := strings.Cut(rest, "]]")
		if !ok || !closed {
			return
		}
		l = after
		entry, isEntry := strings.CutPrefix(inside, "[")
		id, text, _ := strings.Cut(entry, ",")
		if text = strings.TrimSpace(text); isEntry {
			if text == "" {
				text = id
			}
			text = "[" + text + "]"
		}
		if text != "" {
			d.titles[id] = text
		}
	}
}

// autoID is the id that a section gets from its title.
func (d *reader) autoID(title string) string {
	prefix, separator := "_", "_"
	if v, ok := d.attrs["idprefix"]; ok {
		prefix = v
	}
	if v, ok := d.attrs["idseparator"]; ok {
		separator = v
	}
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune(" .-", r) })
	return prefix + strings.Join(words, separator)
}

// section returns the level of the section title at line i, from 1, and its text; 0 for none.
func section(lines []string, i int) (level int, title string) {
	l := lines[i]
	n := 0
	for n < len(l) && (l[n] == '=' || l[n] == '#') && l[n] == l[0] {
		n++
	}
	if n == 0 || n > 6 || n >= len(l) || l[n] != ' ' {
		return 0, ""
	}
	title = strings.TrimSpace(l[n:])
	return n, strings.TrimSpace(strings.TrimSuffix(title, l[:n]))
}

// header reads the document's header: title, authors, revision, attributes.
func (d *reader) header(lines []string) []string {
	i := 0
	for i < len(lines) && (lines[i] == "" || isComment(lines[i]) || isEntry(lines[i])) {
		i++
	}
	if i == len(lines) {
		return nil
	}
	level, title := section(lines, i)
	behind := i + 1
	if level == 0 {
		level, title, behind = setext(lines, i), lines[i], i+2
	}
	if level != 1 {
		d.headerFacts()
		return lines[i:]
	}
	d.heading(1, title)
	d.meta.Title = d.plain(title)
	i = behind
	isText := func() bool {
		return i < len(lines) && lines[i] != "" && !isEntry(lines[i]) && !isComment(lines[i])
	}
	if isText() {
		d.authors(lines[i])
		if i++; isText() {
			d.revision(lines[i])
			i++
		}
	}
	for i < len(lines) && lines[i] != "" && (isEntry(lines[i]) || isComment(lines[i])) {
		i++
	}
	d.headerFacts()
	return lines[i:]
}

func isEntry(l string) bool {
	_, _, ok := attributeEntry(l)
	return ok
}

func isComment(l string) bool { return strings.HasPrefix(l, "//") && !strings.HasPrefix(l, "///") }

// authors reads the author line: "Ada King Lovelace <ada@example.org>; …".
func (d *reader) authors(l string) {
	var names []string
	for a := range strings.SplitSeq(l, ";") {
		name, mail, _ := strings.Cut(a, "<")
		words := strings.Fields(name)
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, "_", " ")
		}
		if len(words) == 0 {
			continue
		}
		names = append(names, strings.Join(words, " "))
		suffix := ""
		if len(names) > 1 {
			suffix = "_" + strconv.Itoa(len(names))
		}
		d.define("author"+suffix, names[len(names)-1])
		d.define("firstname"+suffix, words[0])
		d.define("lastname"+suffix, words[len(words)-1])
		d.define("email"+suffix, strings.TrimSuffix(strings.TrimSpace(mail), ">"))
	}
	d.meta.Author = strings.Join(names, "; ")
}

// revision reads the line behind the authors: "v1.2, 2024-03-01: a remark", of which any part may be missing.
func (d *reader) revision(l string) {
	number, rest, both := strings.Cut(l, ",")
	if strings.Contains(number, " ") || !both && !strings.HasPrefix(l, "v") { // the comma is the date's
		number, rest = "", l
	}
	date, remark, _ := strings.Cut(rest, ": ")
	d.define("revnumber", strings.TrimLeftFunc(number, func(r rune) bool { return !unicode.IsDigit(r) }))
	d.define("revdate", strings.TrimSpace(date))
	d.define("revremark", strings.TrimSpace(remark))
}

// define sets an attribute that the document does not set itself.
func (d *reader) define(key, value string) {
	if _, ok := d.attrs[key]; !ok && value != "" {
		d.attrs[key] = value
	}
}

// headerFacts notes the attributes that describe the document.
func (d *reader) headerFacts() {
	if d.meta.Author == "" {
		d.meta.Author = d.attrs["author"]
	}
	for key, as := range map[string]string{"description": "description", "revdate": "date", "revnumber": "revision", "lang": "language", "email": "email"} {
		if v := d.attrs[key]; v != "" {
			d.meta.Set(as, v)
		}
	}
	for k := range strings.SplitSeq(d.attrs["keywords"], ",") {
		if k = strings.TrimSpace(k); k != "" {
			d.meta.Tags = append(d.meta.Tags, k)
		}
	}
}
