package org

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// document reads headlines and what stands under them. A commented subtree is left out, and so is one that is
// tagged not to be exported.
func (d *reader) document(lines []string) {
	for i := 0; i < len(lines) && d.Err == nil; {
		level := stars(lines[i])
		if level == 0 {
			end := i
			for end < len(lines) && stars(lines[end]) == 0 {
				end++
			}
			d.body(lines[i:end], markup.Context{})
			i = end
			continue
		}
		if d.Err = d.ctx.Err(); d.Err != nil {
			return
		}
		h := d.headline(lines[i][level:])
		i++
		if h.dropped {
			for i < len(lines) && (stars(lines[i]) == 0 || stars(lines[i]) > level) {
				i++
			}
			continue
		}
		d.heading(level, h)
		if i < len(lines) && isPlanning(lines[i]) {
			i++
		}
	}
}

// headline is what stands behind a headline's stars.
type headline struct {
	title, todo, priority string
	tags                  []string
	dropped               bool
}

func (d *reader) headline(s string) headline {
	var h headline
	s = strings.TrimSpace(s)
	if first, rest, _ := strings.Cut(s, " "); d.todo[first] {
		h.todo, s = first, strings.TrimSpace(rest)
	}
	if len(s) >= 4 && s[:2] == "[#" && s[3] == ']' {
		h.priority, s = s[2:3], strings.TrimSpace(s[4:])
	}
	if s == "COMMENT" || strings.HasPrefix(s, "COMMENT ") {
		h.dropped = true
	}
	if at := strings.LastIndexByte(s, ' '); strings.HasSuffix(s, ":") && len(s)-at > 3 && s[at+1] == ':' {
		h.tags = strings.FieldsFunc(s[at+1:], func(r rune) bool { return r == ':' })
		s = strings.TrimSpace(s[:max(at, 0)])
	}
	for _, t := range h.tags {
		h.dropped = h.dropped || t == "noexport"
	}
	h.title = s
	return h
}

func (d *reader) heading(level int, h headline) {
	d.para.Reset()
	d.inline(h.title, 0)
	b := new(udm.ContentBlock)
	if d.para.Fill(b) {
		b.Category = udm.Title
		a := b.A()
		a.HeadingLevel = level
		if h.todo != "" {
			a.Set("todo", h.todo)
		}
		if h.priority != "" {
			a.Set("priority", h.priority)
		}
		if len(h.tags) > 0 {
			a.Set("tags", h.tags)
		}
		d.Add(b, markup.Context{})
	}
	d.after(markup.Context{})
}

// isPlanning reports whether a line holds a headline's dates.
func isPlanning(l string) bool {
	l = strings.TrimLeft(l, " ")
	for _, key := range [...]string{"SCHEDULED:", "DEADLINE:", "CLOSED:"} {
		if strings.HasPrefix(l, key) {
			return true
		}
	}
	return false
}

// body reads elements: everything but headlines.
func (d *reader) body(lines []string, c markup.Context) {
	d.depth++
	defer func() { d.depth-- }()
	if d.Err == nil {
		d.Err = d.in.Budget.CheckDepth(d.depth)
	}
	for i := 0; i < len(lines) && d.Err == nil; {
		i = d.element(lines, i, c)
	}
}

// element reads the element at line i and returns the index behind it.
func (d *reader) element(lines []string, i int, c markup.Context) int {
	l := lines[i]
	if l == "" {
		d.caption = ""
		return i + 1
	}
	if kind, args, ok := beginBlock(l); ok {
		if end := d.block(lines, i, kind, args, c); end > i {
			return end
		}
	}
	if key, value, ok := keyword(l); ok {
		return d.keyword(lines, i, key, value, c)
	}
	switch {
	case isComment(l), isRule(l), strings.HasPrefix(strings.TrimLeft(l, " "), "CLOCK:"):
		return i + 1
	case isFixed(l):
		return d.fixed(lines, i, c)
	case isTable(l):
		return d.table(lines, i, c)
	case isGrid(l):
		end := i
		for end < len(lines) && (isGrid(lines[end]) || isTable(lines[end])) {
			end++
		}
		d.Code("", strings.Join(dedent(lines[i:end]), "\n"), c)
		return end
	}
	if label, _, ok := noteDefinition(l); ok && c.Note == "" {
		d.footnote(note{label: label})
		return noteEnd(lines, i+1)
	}
	if _, ok := listItem(l); ok {
		return d.list(lines, i, c)
	}
	if drawerName := drawer(l); drawerName != "" {
		if end := d.drawer(lines, i, drawerName, c); end > i {
			return end
		}
	}
	if env := environment(l); env != "" {
		if end := d.latex(lines, i, env, c); end > i {
			return end
		}
	}
	return d.paragraph(lines, i, c)
}

func (d *reader) paragraph(lines []string, i int, c markup.Context) int {
	end := i + 1
	for end < len(lines) && !begins(lines[end]) && environment(lines[end]) == "" {
		end++
	}
	d.para.Reset()
	parts := make([]string, 0, end-i)
	for _, l := range lines[i:end] {
		parts = append(parts, strings.TrimLeft(l, " "))
	}
	d.inline(strings.Join(parts, "\n"), 0)
	d.flush(c)
	return end
}

// flush ends the paragraph that was written.
func (d *reader) flush(c markup.Context) {
	d.Paragraph(&d.para, c)
	d.after(c)
}

// after emits what belongs behind a paragraph: pictures in it, and the notes that it refers to.
func (d *reader) after(c markup.Context) {
	d.para.Reset()
	pictures, due, caption := d.pictures, d.due, d.caption
	d.pictures, d.due, d.caption = nil, nil, ""
	for _, src := range pictures {
		d.Image(src, attribute(d.attrs, ":alt"), plainText(caption), c)
		d.writeCaption(caption, c)
		caption = ""
	}
	d.attrs = ""
	for _, n := range due {
		d.footnote(n)
	}
}

// attribute returns a value of "#+ATTR_HTML: :alt text :width 300".
func attribute(attrs, key string) string {
	_, rest, ok := strings.Cut(attrs, key+" ")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, " :")
	return strings.TrimSpace(rest)
}

// writeCaption emits a caption as text.
func (d *reader) writeCaption(caption string, c markup.Context) {
	if caption == "" {
		return
	}
	c.Category, c.Item = udm.FigureCaption, nil
	d.para.Reset()
	d.inline(caption, 0)
	d.Paragraph(&d.para, c)
	d.para.Reset()
}

// footnote emits a footnote once.
func (d *reader) footnote(n note) {
	lines := n.lines
	if lines == nil {
		lines = d.notes[n.label]
	}
	if n.label != "" {
		if d.noted[n.label] {
			return
		}
		if d.noted == nil {
			d.noted = map[string]bool{}
		}
		d.noted[n.label] = true
	}
	d.body(lines, markup.Context{Note: udm.NoteFootnote})
}

func (d *reader) keyword(lines []string, i int, key, value string, c markup.Context) int {
	switch {
	case key == "CAPTION":
		d.caption = strings.TrimSpace(d.caption + " " + value)
	case strings.HasPrefix(key, "ATTR_"):
		d.attrs += " " + value
	case key == "BEGIN": // a dynamic block: what a program put in
		if k := d.ends.find(lines, i, "#+end", isDynamicEnd); k > 0 {
			d.body(lines[i+1:k], c)
			return k + 1
		}
	}
	return i + 1
}

func isDynamicEnd(l string) bool {
	end, _, ok := keyword(l)
	return ok && end == "END" || strings.EqualFold(strings.TrimSpace(l), "#+end")
}

// ends finds the lines that end blocks, and remembers for which kinds lines have none.
type ends map[endKey]int

type endKey struct {
	last *string // of the lines
	kind string
}

// find returns the index of the first line behind i that ends a block, -1 when there is none.
func (e ends) find(lines []string, i int, kind string, is func(string) bool) int {
	key := endKey{&lines[len(lines)-1], kind}
	left := len(lines) - i
	if known, ok := e[key]; ok && left <= known {
		return -1
	}
	for k := i + 1; k < len(lines); k++ {
		if is(lines[k]) {
			return k
		}
	}
	e[key] = left
	return -1
}

func (d *reader) fixed(lines []string, i int, c markup.Context) int {
	var sb strings.Builder
	for ; i < len(lines) && isFixed(lines[i]); i++ {
		l := strings.TrimLeft(lines[i], " ")[1:]
		sb.WriteString(strings.TrimPrefix(l, " "))
		sb.WriteByte('\n')
	}
	d.Code("", sb.String(), c)
	return i
}

// block reads a block; the index is i itself when it has no end.
func (d *reader) block(lines []string, i int, kind, args string, c markup.Context) int {
	end := d.ends.find(lines, i, kind, func(l string) bool { return isEnd(l, kind) })
	if end < 0 {
		return i
	}
	content := lines[i+1 : end]
	caption := d.caption
	d.caption, d.attrs = "", ""
	switch kind {
	case "src", "example":
		lang := ""
		if kind == "src" {
			lang, _, _ = strings.Cut(args, " ")
		}
		d.writeCaption(caption, c)
		d.Code(lang, strings.Join(unescapeCommas(dedent(content)), "\n"), c)
	case "comment", "export":
	case "verse":
		d.para.Reset()
		for k, l := range content {
			if k > 0 {
				d.para.Break()
			}
			d.inline(l, 0)
		}
		d.flush(c)
	case "quote":
		c.Style = "blockquote"
		d.body(content, c)
	case "note", "tip", "warning", "caution", "important", "info", "danger":
		c.Admonition = kind
		d.body(content, c)
	default:
		d.body(content, c)
	}
	return end + 1
}

// unescapeCommas takes away the commas before stars and keywords in source blocks.
func unescapeCommas(lines []string) []string {
	for i, l := range lines {
		n := indent(l)
		if strings.HasPrefix(l[n:], ",") {
			if rest := strings.TrimLeft(l[n:], ","); strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "#+") {
				lines[i] = l[:n] + l[n+1:]
			}
		}
	}
	return lines
}

// drawer reads a drawer; properties and logs are no content.
func (d *reader) drawer(lines []string, i int, drawerName string, c markup.Context) int {
	end := d.ends.find(lines, i, ":END:", func(l string) bool { return drawer(l) == "END" })
	if end < 0 {
		return i
	}
	switch drawerName {
	case "PROPERTIES", "LOGBOOK", "CLOCK":
	default:
		d.body(lines[i+1:end], c)
	}
	return end + 1
}

// latex reads a LaTeX environment as a formula.
func (d *reader) latex(lines []string, i int, env string, c markup.Context) int {
	closing := `\end{` + env + `}`
	if end := d.ends.find(lines, i-1, closing, func(l string) bool { return strings.Contains(l, closing) }); end >= 0 {
		text := strings.TrimSpace(strings.Join(lines[i:end+1], "\n"))
		switch env {
		case "equation", "equation*", "displaymath":
			text = strings.TrimSuffix(strings.TrimPrefix(text, `\begin{`+env+`}`), closing)
		}
		d.Formula(text, c)
		return end + 1
	}
	return i
}

// list reads a list: its items begin at one indentation; what is indented deeper belongs to them.
func (d *reader) list(lines []string, i int, c markup.Context) int {
	first, _ := listItem(lines[i])
	number := 0
	for i < len(lines) && d.Err == nil {
		b, ok := listItem(lines[i])
		if !ok || b.indent != first.indent || b.ordered != first.ordered {
			return i
		}
		end := i + 1
		for end < len(lines) {
			if lines[end] == "" {
				if end+1 < len(lines) && lines[end+1] == "" { // two empty lines end all lists
					break
				}
				end++
				continue
			}
			if indent(lines[end]) <= b.indent {
				break
			}
			if kind, _, ok := beginBlock(lines[end]); ok { // its lines may stand anywhere
				if k := d.ends.find(lines, end, kind, func(l string) bool { return isEnd(l, kind) }); k > 0 {
					end = k
				}
			}
			end++
		}
		number = d.item(b, lines[i+1:end], number, c)
		i = end
		for i < len(lines) && lines[i] == "" {
			if i+1 < len(lines) && lines[i+1] == "" {
				return i
			}
			i++
		}
	}
	return i
}

// item reads one item. Labels are as written, but that a counter ("[@5]") sets the number of its item and, by what
// is returned, of those that follow.
func (d *reader) item(b bullet, rest []string, number int, c markup.Context) int {
	it := &markup.Item{Ordered: b.ordered, Label: b.label}
	text := b.text
	if value, after, ok := counter(text); ok && b.ordered {
		number, text = value, after
	} else if number > 0 {
		number++
	}
	if number > 0 && b.ordered {
		it.Label = strconv.Itoa(number) + b.label[len(b.label)-1:]
	}
	if len(text) >= 3 && text[0] == '[' && text[2] == ']' && strings.IndexByte(" Xx-", text[1]) >= 0 && (len(text) == 3 || text[3] == ' ') {
		checked := text[1] == 'X' || text[1] == 'x'
		it.Checked = &checked
		text = strings.TrimSpace(text[3:])
	}
	inner := c.In(it)
	if term, details, ok := description(text); ok && !b.ordered {
		dt := inner
		dt.Item, dt.Style = nil, "dt"
		d.para.Reset()
		d.inline(term, 0)
		d.flush(dt)
		inner.Item, inner.Style = nil, "dd"
		text = details
	}
	d.body(append([]string{text}, dedent(rest)...), inner)
	return number
}

// counter splits "[@5]" off an item.
func counter(s string) (value int, rest string, ok bool) {
	if !strings.HasPrefix(s, "[@") {
		return 0, s, false
	}
	inside, rest, ok := strings.Cut(s[2:], "]")
	n, err := strconv.Atoi(inside)
	return n, strings.TrimSpace(rest), ok && err == nil
}

// description splits "term :: details".
func description(s string) (term, details string, ok bool) {
	if term, ok = strings.CutSuffix(s, " ::"); ok {
		return term, "", true
	}
	return strings.Cut(s, " :: ")
}

// table reads a table. Rows above the first rule are headers when there are rows below it.
func (d *reader) table(lines []string, i int, c markup.Context) int {
	t := d.NewTable()
	caption := d.caption
	d.caption, d.attrs = "", ""
	rows, header := 0, 0
	for ; i < len(lines) && isTable(lines[i]); i++ {
		l := strings.TrimSpace(lines[i])
		if strings.HasPrefix(l, "|-") {
			if header == 0 && rows > 0 {
				header = rows
			}
			continue
		}
		row := cells(l)
		if isFormat(row) {
			continue
		}
		t.Grid.NextRow()
		for _, text := range row {
			t.Cell(1, 1, func(c markup.Context) {
				outer := d.para
				d.para = richtext.Builder{Collapse: true}
				d.inline(text, 0)
				d.flush(c)
				d.para = outer
			})
		}
		rows++
	}
	for i < len(lines) {
		if key, _, ok := keyword(lines[i]); !ok || key != "TBLFM" {
			break
		}
		i++
	}
	if header == rows {
		header = 0
	}
	d.writeCaption(caption, c)
	t.End(header, plainText(caption), c)
	return i
}

// cells cuts a table row.
func cells(l string) []string {
	l = strings.TrimSuffix(strings.TrimPrefix(l, "|"), "|")
	out := strings.Split(l, "|")
	for i, s := range out {
		out[i] = strings.ReplaceAll(strings.TrimSpace(s), `\vert{}`, "|")
	}
	return out
}

// isFormat reports whether a row gives columns' alignments and widths: "<l>", "<r10>".
func isFormat(row []string) bool {
	some := false
	for _, s := range row {
		if s == "" {
			continue
		}
		if len(s) < 3 || s[0] != '<' || s[len(s)-1] != '>' || strings.Trim(s[1:len(s)-1], "lcr0123456789") != "" {
			return false
		}
		some = true
	}
	return some
}
