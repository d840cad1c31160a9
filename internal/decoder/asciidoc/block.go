package asciidoc

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/udm"
)

// blocks reads lines of one container.
func (d *reader) blocks(lines []string, c markup.Context) {
	d.depth++
	defer func() { d.depth-- }()
	if d.Err == nil {
		d.Err = d.in.Budget.CheckDepth(d.depth)
	}
	for i := 0; i < len(lines) && d.Err == nil; {
		if i%1024 == 0 {
			if d.Err = d.ctx.Err(); d.Err != nil {
				return
			}
		}
		i = d.block(lines, i, c)
	}
}

var delimiters = [...]string{"----", "....", "====", "****", "____", "++++", "////", "|===", ",===", ":===", "!===", "```"}

// delimiter returns the line that ends the delimited block which l begins, "" for none.
func delimiter(l string) string {
	if l == "--" {
		return l
	}
	if rest, ok := strings.CutPrefix(l, "```"); ok && !strings.Contains(rest, "`") {
		return "```"
	}
	for _, m := range delimiters {
		if strings.HasPrefix(l, m) && strings.Trim(l[1:], l[len(l)-1:]) == "" {
			return l
		}
	}
	return ""
}

// delimited returns the index of the line that ends a delimited block; that behind the last one when none does.
func delimited(lines []string, i int, end string) int {
	for k := i + 1; k < len(lines); k++ {
		if lines[k] == end {
			return k
		}
	}
	return len(lines)
}

// block reads the block at line i and returns the index behind it.
func (d *reader) block(lines []string, i int, c markup.Context) int {
	l := lines[i]
	switch {
	case l == "", l == "+":
		return i + 1
	case isComment(l), l == "'''", l == "---", l == "***", l == "- - -", l == "* * *", l == "<<<":
		return i + 1
	case isEntry(l):
		key, value, _ := attributeEntry(l)
		d.setAttribute(key, value)
		return i + 1
	case strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]") && d.attributeLine(l):
		return i + 1
	case len(l) > 1 && l[0] == '.' && l[1] != '.' && l[1] != ' ':
		d.next.title = l[1:]
		return i + 1
	}
	if end := delimiter(l); end != "" {
		k := delimited(lines, i, end)
		d.delimited(l, lines[i+1:min(k, len(lines))], c)
		return min(k+1, len(lines))
	}
	if level, title := section(lines, i); level > 0 {
		st := d.take()
		if st.at(0) == "discrete" || st.at(0) == "float" {
			c.Style = "heading"
		}
		d.heading(level, title)
		return i + 1
	}
	if level := setext(lines, i); level > 0 {
		d.take()
		d.heading(level, l)
		return i + 2
	}
	if m, ok := blockMacro(l); ok {
		d.macro(m, c)
		return i + 1
	}
	if _, ok := marker(l); ok {
		return d.list(lines, i, c)
	}
	if term, _, _ := description(l); term != "" {
		return d.descriptions(lines, i, c)
	}
	if l[0] == ' ' || l[0] == '\t' {
		return d.literal(lines, i, c)
	}
	return d.paragraph(lines, i, c)
}

// take returns the style of the block that begins, for which it holds only.
func (d *reader) take() style {
	st := d.next
	d.next = style{}
	return st
}

// attributeLine reads a line of block attributes or an anchor.
func (d *reader) attributeLine(l string) bool {
	if strings.HasPrefix(l, "[[") {
		return strings.HasSuffix(l, "]]")
	}
	if rest := l[1 : len(l)-1]; rest != "" && (rest[0] == ' ' || strings.ContainsAny(rest, "[]")) {
		return false
	}
	title := d.next.title
	old := d.next.attributes
	d.next = style{title, parseAttributes(l[1 : len(l)-1])}
	if len(d.next.list) == 0 || d.next.list[0] == "" { // a second line adds to the first one
		if len(old.list) > 0 {
			d.next.list = old.list
		}
	}
	for k := range old.opts {
		d.next.opts[k] = true
	}
	for k, v := range old.named {
		if _, ok := d.next.named[k]; !ok {
			d.next.named[k] = v
		}
	}
	return true
}

// setext returns the level of a title that the next line underlines.
func setext(lines []string, i int) int {
	if i+1 >= len(lines) || len(lines[i+1]) < 3 {
		return 0
	}
	under := lines[i+1]
	level := strings.IndexByte("=-~^+", under[0]) + 1
	n := len([]rune(lines[i]))
	if level == 0 || strings.Trim(under, under[:1]) != "" || len(under) < n-2 || len(under) > n+2 || n < 2 || strings.HasPrefix(lines[i], "|") {
		return 0
	}
	return level
}

func (d *reader) heading(level int, title string) {
	d.para.Reset()
	d.inline(title, 0)
	d.Heading(level, &d.para, markup.Context{})
	d.after(markup.Context{})
}

var admonitions = map[string]string{"NOTE": "note", "TIP": "tip", "IMPORTANT": "important", "CAUTION": "caution", "WARNING": "warning"}

// delimited writes a delimited block.
func (d *reader) delimited(first string, content []string, c markup.Context) {
	st := d.take()
	kind := st.at(0)
	if admonition := admonitions[kind]; admonition != "" {
		c.Admonition = admonition
	}
	if first[0] == '|' || first[0] == '!' || first[0] == ',' || first[0] == ':' {
		d.table(first[0], content, st, c)
		return
	}
	switch {
	case first[0] == '/' || kind == "comment":
		return
	case kind == "stem" || kind == "latexmath" || kind == "asciimath":
		d.caption(st.title, c)
		d.Formula(strings.Join(content, "\n"), c)
		return
	case first[0] == '+' || kind == "pass":
		return // raw text for one output format
	}
	switch first[0] {
	case '-', '.', '`':
		if first == "--" && kind != "source" && kind != "listing" && kind != "literal" {
			d.title(st.title, c)
			d.blocks(content, c)
			return
		}
		if kind == "quote" || kind == "verse" {
			break
		}
		d.caption(st.title, c)
		lang := st.at(1)
		if first[0] == '`' {
			lang = strings.TrimSpace(first[3:])
		}
		d.Code(lang, d.verbatim(content, st), c)
		return
	case '=', '*':
		d.title(st.title, c)
		d.blocks(content, c)
		return
	}
	d.title(st.title, c)
	c.Style = "blockquote"
	if kind == "verse" {
		d.verse(content, c)
	} else {
		d.blocks(content, c)
	}
	d.attribution(st, c)
}

// verse writes lines that stay lines.
func (d *reader) verse(lines []string, c markup.Context) {
	d.para.Reset()
	for i, l := range lines {
		if i > 0 {
			d.para.Break()
		}
		d.inline(l, 0)
	}
	d.flush(c)
}

// attribution writes who is quoted.
func (d *reader) attribution(st style, c markup.Context) {
	by := strings.TrimSpace(strings.Trim(st.at(1)+", "+st.at(2), ", "))
	if by == "" {
		return
	}
	d.para.Reset()
	d.inline("— "+by, 0)
	d.flush(c)
}

// verbatim returns the text of a listing, in which references to attributes are resolved on request only.
func (d *reader) verbatim(lines []string, st style) string {
	text := strings.Join(callouts(lines), "\n")
	for sub := range strings.SplitSeq(st.named["subs"], ",") {
		if sub = strings.Trim(sub, " +"); sub == "attributes" || sub == "normal" {
			return d.expand(text)
		}
	}
	return text
}

// callouts cuts the numbers of callouts off the ends of source lines: "// <1>".
func callouts(lines []string) []string {
	for i, l := range lines {
		for strings.HasSuffix(l, ">") {
			at := strings.LastIndexByte(l, '<')
			if at < 0 {
				break
			}
			inside := l[at+1 : len(l)-1]
			if _, err := strconv.Atoi(inside); err != nil && inside != "." {
				break
			}
			l = strings.TrimRight(l[:at], " ")
			for _, mark := range [...]string{"//", "#", "--", ";;"} {
				l = strings.TrimRight(strings.TrimSuffix(l, mark), " ")
			}
			lines[i] = l
		}
	}
	return lines
}

// caption writes the title of a figure, table or listing.
func (d *reader) caption(title string, c markup.Context) {
	c.Category = udm.FigureCaption
	d.title(title, c)
}

// title writes a block's title.
func (d *reader) title(title string, c markup.Context) {
	if title == "" {
		return
	}
	c.Item, c.Style = nil, "title"
	d.para.Reset()
	d.inline(title, 0)
	d.flush(c)
}

// literal reads a paragraph that is indented: its lines are shown as they are.
func (d *reader) literal(lines []string, i int, c markup.Context) int {
	end := i
	for end < len(lines) && lines[end] != "" {
		end++
	}
	st := d.take()
	d.caption(st.title, c)
	if st.at(0) == "normal" {
		d.text(lines[i:end], c)
	} else {
		d.Code(st.at(1), strings.Join(dedent(lines[i:end]), "\n"), c)
	}
	return end
}

func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " \t")); l != "" && (least < 0 || n < least) {
			least = n
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(max(least, 0), len(l)):]
	}
	return out
}

// paragraph reads a paragraph with its style.
func (d *reader) paragraph(lines []string, i int, c markup.Context) int {
	end := i + 1
	for end < len(lines) && lines[end] != "" && lines[end] != "+" && delimiter(lines[end]) == "" && !(strings.HasPrefix(lines[end], "[") && strings.HasSuffix(lines[end], "]")) {
		end++
	}
	st := d.take()
	text := lines[i:end]
	if allRows(text) {
		d.table('|', text, st, c)
		return end
	}
	d.title(st.title, c)
	switch kind := st.at(0); kind {
	case "source", "listing", "literal":
		d.Code(st.at(1), d.verbatim(text, st), c)
		return end
	case "stem", "latexmath", "asciimath":
		d.Formula(strings.Join(text, "\n"), c)
		return end
	case "comment", "pass":
		return end
	case "quote":
		c.Style = "blockquote"
		d.text(text, c)
		d.attribution(st, c)
		return end
	case "verse":
		c.Style = "blockquote"
		d.verse(text, c)
		d.attribution(st, c)
		return end
	default:
		if a := admonitions[kind]; a != "" {
			c.Admonition = a
		}
	}
	if label, rest, ok := strings.Cut(text[0], ": "); ok && admonitions[label] != "" {
		c.Admonition = admonitions[label]
		text = append([]string{rest}, text[1:]...)
	}
	d.text(text, c)
	return end
}

// allRows reports whether every line is a row of cells: a table whose delimiters were left out.
func allRows(lines []string) bool {
	for _, l := range lines {
		if l[0] != '|' || strings.Count(l, "|") < 2 {
			return false
		}
	}
	return true
}

// text writes lines as one paragraph; " +" at a line's end breaks it.
func (d *reader) text(lines []string, c markup.Context) {
	d.para.Reset()
	var sb strings.Builder
	flush := func() {
		d.inline(sb.String(), 0)
		sb.Reset()
	}
	for i, l := range lines {
		if isComment(l) {
			continue
		}
		if rest, ok := strings.CutSuffix(l, " +"); ok && i < len(lines)-1 {
			sb.WriteString(strings.TrimSpace(rest))
			flush()
			d.para.Break()
			continue
		}
		sb.WriteString(l)
		sb.WriteByte('\n')
	}
	flush()
	d.flush(c)
}

// flush ends the paragraph that was written.
func (d *reader) flush(c markup.Context) {
	d.Paragraph(&d.para, c)
	d.after(c)
}

// after emits what belongs behind a paragraph: pictures in it, and the notes that it refers to.
func (d *reader) after(c markup.Context) {
	d.para.Reset()
	images, due := d.images, d.due
	d.images, d.due = nil, nil
	for _, m := range images {
		d.image(m, "", c)
	}
	for _, n := range due {
		d.emit(n)
	}
}

// macro is "name::target[attributes]".
type macro struct {
	name, target, text string
}

func blockMacro(l string) (macro, bool) {
	i := strings.Index(l, "::")
	if i < 1 || !strings.HasSuffix(l, "]") || strings.ContainsAny(l[:i], " [<*_`") {
		return macro{}, false
	}
	target, text, ok := strings.Cut(l[i+2:len(l)-1], "[")
	if !ok || strings.Contains(target, " ") {
		return macro{}, false
	}
	return macro{l[:i], target, text}, true
}

// macro writes a block macro.
func (d *reader) macro(m macro, c markup.Context) {
	st := d.take()
	m.target = d.expand(m.target)
	switch m.name {
	case "image":
		d.image(m, d.plain(st.title), c)
		d.caption(st.title, c)
	case "video", "audio":
		b := &udm.ContentBlock{Type: udm.Media, Text: m.target, Data: &udm.Data{MediaType: "application/octet-stream"}}
		if dot := strings.LastIndexByte(m.target, '.'); dot >= 0 {
			b.A().Format = m.target[dot+1:]
		}
		d.Add(b, c)
		d.caption(st.title, c)
	case "toc", "include":
	case "stem", "latexmath", "asciimath":
		d.Formula(m.text, c)
	default:
		d.para.Reset()
		d.inline(m.text, 0)
		d.flush(c)
	}
}

func (d *reader) image(m macro, caption string, c markup.Context) {
	a := parseAttributes(m.text)
	alt := a.at(0)
	if v := a.named["alt"]; v != "" {
		alt = v
	}
	b := d.Image(m.target, d.plain(alt), caption, c)
	if link := a.named["link"]; link != "" {
		b.A().Set("link", d.expand(link))
	}
}

// bullet is a list item's marker.
type bullet struct {
	mark    string // what tells lists apart: "*", "**", ".", "1.", "<1>"
	label   string
	ordered bool
	text    string
}

// marker splits a list item's marker off a line.
func marker(l string) (bullet, bool) {
	s := strings.TrimLeft(l, " \t")
	m, text, ok := strings.Cut(s, " ")
	text = strings.TrimSpace(text)
	if !ok || text == "" || m == "" {
		return bullet{}, false
	}
	b := bullet{mark: m, text: text}
	switch {
	case m == "-", len(m) <= 6 && strings.Trim(m, "*") == "", m == "•":
		return b, true
	case len(m) <= 6 && strings.Trim(m, ".") == "":
		b.ordered = true
		return b, true
	case len(m) > 2 && m[0] == '<' && m[len(m)-1] == '>':
		if _, err := strconv.Atoi(m[1 : len(m)-1]); err != nil && m != "<.>" {
			return bullet{}, false
		}
		b.mark, b.label, b.ordered = "<1>", m[1:len(m)-1], true
		return b, true
	case m[len(m)-1] == '.' && len(m) > 1:
		if _, err := strconv.Atoi(m[:len(m)-1]); err == nil {
			b.mark, b.label, b.ordered = "1.", m, true
			return b, true
		}
		if c := m[0]; len(m) == 2 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			b.mark, b.label, b.ordered = "a.", m, true
			return b, true
		}
	}
	return bullet{}, false
}

// list reads a list with the lists in it: a marker that is not open yet opens a deeper list.
func (d *reader) list(lines []string, i int, c markup.Context) int {
	st := d.take()
	d.title(st.title, c)
	start, _ := strconv.Atoi(st.named["start"])
	var open []string
	counts := []int{}
	for i < len(lines) && d.Err == nil {
		b, ok := marker(lines[i])
		if !ok {
			return i
		}
		level := -1
		for k, m := range open {
			if m == b.mark {
				level = k
			}
		}
		if level < 0 {
			open, counts = append(open, b.mark), append(counts, max(start-1, 0))
			level, start = len(open)-1, 0
		}
		open, counts = open[:level+1], counts[:level+1]
		counts[level]++
		it := &markup.Item{Ordered: b.ordered, Label: b.label}
		if b.ordered && b.label == "" || b.label == "." {
			it.Label = strconv.Itoa(counts[level]) + "."
		}
		if len(b.text) > 4 && b.text[0] == '[' && b.text[2] == ']' && b.text[3] == ' ' && strings.IndexByte(" xX*", b.text[1]) >= 0 {
			checked := b.text[1] != ' '
			it.Checked = &checked
			b.text = b.text[4:]
		}
		inner := c
		inner.Level, inner.Item, inner.Style = c.Level+level+1, it, ""
		i = d.item(lines, i, b.text, inner)
		k := i
		for k < len(lines) && lines[k] == "" {
			k++
		}
		if k < len(lines) {
			if next, ok := marker(lines[k]); ok && (k-i < 2 || next.mark == b.mark || contains(open, next.mark)) {
				i = k
				continue
			}
		}
		return i
	}
	return i
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// item reads an item's text and what "+" attaches to it, and returns the index behind them.
func (d *reader) item(lines []string, i int, first string, c markup.Context) int {
	text := []string{first}
	i++
	for i < len(lines) && lines[i] != "" && lines[i] != "+" && !isComment(lines[i]) && delimiter(lines[i]) == "" {
		if _, ok := marker(lines[i]); ok {
			break
		}
		if term, _, _ := description(lines[i]); term != "" || strings.HasPrefix(lines[i], "[") && strings.HasSuffix(lines[i], "]") {
			break
		}
		text = append(text, strings.TrimSpace(lines[i]))
		i++
	}
	d.text(text, c)
	for i < len(lines) && d.Err == nil {
		if lines[i] == "+" {
			i = d.attached(lines, i+1, c)
			continue
		}
		// A literal paragraph or an indented block behind an empty line belongs to the item too.
		if lines[i] == "" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], " ") {
			if _, ok := marker(lines[i+1]); !ok {
				if term, _, _ := description(lines[i+1]); term == "" {
					i = d.literal(lines, i+1, c)
					continue
				}
			}
		}
		break
	}
	return i
}

// attached reads the block that "+" attaches to an item.
func (d *reader) attached(lines []string, i int, c markup.Context) int {
	for i < len(lines) && d.Err == nil {
		if lines[i] == "" {
			return i
		}
		pending := d.next
		next := d.block(lines, i, c)
		if d.next.title == pending.title && len(d.next.list) == len(pending.list) || next >= len(lines) {
			return next
		}
		i = next // an attribute line: its block follows
	}
	return i
}

// description splits "term:: text".
func description(l string) (term, text, mark string) {
	for _, m := range [...]string{"::::", ":::", "::", ";;"} {
		i := strings.Index(l, m+" ")
		if i < 0 && strings.HasSuffix(l, m) {
			i = len(l) - len(m)
		}
		if i < 1 || l[i-1] == ':' || strings.HasPrefix(l[i+len(m):], ":") {
			continue
		}
		term = strings.TrimSpace(l[:i])
		if term == "" || strings.HasPrefix(term, "//") || strings.Contains(term, "`") && strings.Count(term, "`")%2 == 1 {
			return "", "", ""
		}
		return term, strings.TrimSpace(l[i+len(m):]), m
	}
	return "", "", ""
}

// descriptions reads a description list.
func (d *reader) descriptions(lines []string, i int, c markup.Context) int {
	st := d.take()
	d.title(st.title, c)
	for i < len(lines) && d.Err == nil {
		term, text, _ := description(lines[i])
		if term == "" {
			return i
		}
		dt, dd := c, c
		dt.Item, dt.Style = nil, "dt"
		dd.Item, dd.Style = nil, "dd"
		d.para.Reset()
		d.inline(term, 0)
		d.flush(dt)
		if text == "" { // it stands below, perhaps behind an empty line
			k := i + 1
			for k < len(lines) && lines[k] == "" {
				k++
			}
			if k < len(lines) {
				next, _, _ := description(lines[k])
				level, _ := section(lines, k)
				_, isList := marker(lines[k])
				switch {
				case isList:
					i = d.list(lines, k, c)
				case next != "" || level > 0 || delimiter(lines[k]) != "" || strings.HasPrefix(lines[k], "[") || strings.HasPrefix(lines[k], ".") || lines[k] == "+":
					i = k
					if lines[k] == "+" {
						i = d.attached(lines, k+1, dd)
					}
				default:
					i = d.item(lines, k, strings.TrimSpace(lines[k]), dd)
				}
			} else {
				i = k
			}
		} else {
			i = d.item(lines, i, text, dd)
		}
		k := i
		for k < len(lines) && lines[k] == "" {
			k++
		}
		if k < len(lines) {
			if next, _, _ := description(lines[k]); next != "" {
				i = k
				continue
			}
		}
		return i
	}
	return i
}
