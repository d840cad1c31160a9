// Package asciidoc decodes AsciiDoc texts: a light reader of the language as Asciidoctor documents it. Includes are not
// read, extensions are not run; unknown macros keep their text.
package asciidoc

import (
	"context"
	"strings"

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
	if value != "" && value[0] != ' ' || strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-!") != "" {
		return "", "", false
	}
	return strings.ToLower(key), strings.TrimSpace(value), true
}

func (d *reader) setAttribute(key, value string) {
	if strings.HasPrefix(key, "!") || strings.HasSuffix(key, "!") {
		delete(d.attrs, strings.Trim(key, "!"))
		return
	}
	d.attrs[key] = value
}

// survey notes the titles of sections for references to them.
func (d *reader) survey(lines []string) {
	id := ""
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "[[") && strings.HasSuffix(l, "]]"):
			id, _, _ = strings.Cut(l[2:len(l)-2], ",")
		case strings.HasPrefix(l, "[#") && strings.HasSuffix(l, "]"):
			if i := strings.IndexAny(l[2:], ",.]%"); i >= 0 {
				id = l[2 : 2+i]
			}
		default:
			if level, title := section(lines, i); level > 0 {
				title = d.plain(title)
				if id != "" {
					d.titles[id] = title
				}
				d.titles[autoID(title)] = title
				d.titles[title] = title
			}
			id = ""
		}
	}
}

// autoID is the id that a section gets from its title.
func autoID(title string) string {
	f := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune(" .-", r) })
	return "_" + strings.Join(f, "_")
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
	if level != 1 {
		d.headerFacts()
		return lines[i:]
	}
	d.heading(1, title)
	d.meta.Title = d.plain(title)
	i++
	if i < len(lines) && lines[i] != "" && !isEntry(lines[i]) && !isComment(lines[i]) {
		d.authors(lines[i])
		i++
		if i < len(lines) && isRevision(lines[i]) {
			d.meta.Set("revision", strings.TrimSpace(lines[i]))
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

func isRevision(l string) bool {
	return len(l) > 1 && (l[0] == 'v' && l[1] >= '0' && l[1] <= '9' || l[0] >= '0' && l[0] <= '9')
}

// authors reads the author line: "Ada Lovelace <ada@example.org>; …".
func (d *reader) authors(l string) {
	var names []string
	for a := range strings.SplitSeq(l, ";") {
		a, _, _ = strings.Cut(a, "<")
		if a = strings.ReplaceAll(strings.TrimSpace(a), "_", " "); a != "" {
			names = append(names, a)
		}
	}
	d.meta.Author = strings.Join(names, "; ")
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
