package rst

import (
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// renderer writes the tree as blocks.
type renderer struct {
	*markup.Writer
	defs *definitions

	para      richtext.Builder
	pictures  []*node // that stand in para
	due       []*node // footnotes that para refers to
	noted     map[*node]bool
	anonymous int // references so far
	automatic int
	symbol    int

	substituted int // bytes
}

func (r *renderer) nodes(list []*node, c markup.Context) {
	for _, n := range list {
		if r.Err != nil {
			return
		}
		r.node(n, c)
	}
}

func (r *renderer) node(n *node, c markup.Context) {
	switch n.kind {
	case paragraph:
		if n.style != "" {
			c.Style = n.style
		}
		r.paragraph(n.text, c)
	case heading:
		r.para.Reset()
		r.inline(n.text, 0, 0)
		r.Heading(n.level, &r.para, c)
		r.after(c)
	case literal:
		r.Code(language(n.name), n.text, c)
	case parsed:
		outer := r.para
		r.para = richtext.Builder{}
		r.inline(n.text, 0, 0)
		text := r.para.String()
		r.para = outer
		r.Code("", text, c)
	case list:
		for _, it := range n.children {
			r.nodes(it.children, c.In(&markup.Item{Ordered: n.ordered, Label: it.name}))
		}
	case group:
		r.group(n, c)
	case lines:
		if n.style != "" {
			c.Style = n.style
		}
		r.para.Reset()
		for i, l := range strings.Split(n.text, "\n") {
			if i > 0 {
				r.para.Break()
			}
			r.inline(l, 0, 0)
		}
		r.flush(c)
	case table:
		r.table(n.grid, c)
	case image:
		r.image(n, "", c)
	case figure:
		r.figure(n, c)
	case formula:
		r.Formula(n.text, c)
	case footnote:
		r.note(n)
	case citation:
		r.citation(n)
	}
}

func (r *renderer) paragraph(text string, c markup.Context) {
	r.para.Reset()
	r.inline(text, 0, 0)
	r.flush(c)
}

// flush ends the paragraph that was written.
func (r *renderer) flush(c markup.Context) {
	r.Paragraph(&r.para, c)
	r.after(c)
}

// after emits what belongs behind a paragraph: pictures in it, and the notes that it refers to.
func (r *renderer) after(c markup.Context) {
	r.para.Reset()
	pictures, due := r.pictures, r.due
	r.pictures, r.due = nil, nil
	for _, n := range pictures {
		r.image(n, "", c)
	}
	for _, n := range due {
		r.note(n)
	}
}

func (r *renderer) group(n *node, c markup.Context) {
	switch n.role {
	case admonition:
		c.Admonition = n.style
	case pageHeader, pageFooter:
		c.Category = n.role.category()
	case field:
		r.field(n, c)
		return
	default:
		c.Style = n.style
		if n.style == "dt" || n.style == "dd" {
			c.Item = nil
		}
	}
	r.nodes(n.children, c)
}

// field writes a field's name before its first paragraph.
func (r *renderer) field(n *node, c markup.Context) {
	rest := n.children
	if len(rest) == 0 && !strings.Contains(n.name, " ") {
		return // a flag for processors
	}
	r.para.Reset()
	r.inline(n.name, richtext.Bold, 0)
	r.para.Write(":", richtext.Bold)
	if len(rest) > 0 && rest[0].kind == paragraph {
		r.para.Write(" ", 0)
		r.inline(cutKeyword(rest[0].text), 0, 0)
		rest = rest[1:]
	}
	r.flush(c)
	r.nodes(rest, c)
}

func (r *renderer) table(g *grid, c markup.Context) {
	if g.caption != "" {
		r.caption(g.caption, c)
	}
	t := r.NewTable()
	for _, row := range g.rows {
		t.Grid.NextRow()
		for _, cell := range row {
			t.Cell(cell.rowSpan, cell.colSpan, func(c markup.Context) { r.nodes(cell.children, c) })
		}
	}
	t.End(g.header, plainText(g.caption), c)
}

func (r *renderer) caption(text string, c markup.Context) {
	c.Category, c.Item = udm.FigureCaption, nil
	r.paragraph(text, c)
}

func (r *renderer) image(n *node, caption string, c markup.Context) {
	b := r.Image(n.name, n.opts["alt"], caption, c)
	if url := n.opts["target"]; url != "" {
		if alias, ok := strings.CutSuffix(url, "_"); ok {
			if u := r.defs.resolve(normalize(strings.Trim(alias, "`"))); u != "" {
				url = u
			}
		}
		b.A().Set("link", url)
	}
}

func (r *renderer) figure(n *node, c markup.Context) {
	rest, caption := n.children, ""
	if len(rest) > 0 && rest[0].kind == paragraph {
		caption = rest[0].text
		rest = rest[1:]
	}
	r.image(n, strings.Join(strings.Fields(plainText(caption)), " "), c)
	if caption != "" {
		r.caption(caption, c)
	}
	r.nodes(rest, c)
}

// note emits a footnote once.
func (r *renderer) note(n *node) {
	if r.noted[n] {
		return
	}
	if r.noted == nil {
		r.noted = map[*node]bool{}
	}
	r.noted[n] = true
	r.nodes(n.children, markup.Context{Note: udm.NoteFootnote})
}

// citation emits a citation with its label.
func (r *renderer) citation(n *node) {
	c := markup.Context{Note: udm.NoteFootnote}
	rest := n.children
	r.para.Reset()
	r.para.Write("["+n.name+"] ", 0)
	if len(rest) > 0 && rest[0].kind == paragraph {
		r.inline(rest[0].text, 0, 0)
		rest = rest[1:]
	}
	r.flush(c)
	r.nodes(rest, c)
}

// mark writes the reference to a note.
func (r *renderer) mark(label string, style richtext.Style) {
	var n *node
	switch label {
	case "#":
		n, r.automatic = r.nth(label, r.automatic)
	case "*":
		n, r.symbol = r.nth(label, r.symbol)
	default:
		n = r.defs.byLabel[normalize(label)]
	}
	switch {
	case n == nil:
		r.para.Write("["+label+"]", style)
	case n.kind == citation:
		r.para.Write("["+n.name+"]", style)
	default:
		r.para.Write("["+r.defs.marks[n]+"]", style|richtext.Super)
		r.due = append(r.due, n)
	}
}

// nth returns the next footnote of a label that many have, from index i of the notes on.
func (r *renderer) nth(label string, i int) (*node, int) {
	for ; i < len(r.defs.notes); i++ {
		if r.defs.notes[i].name == label {
			return r.defs.notes[i], i + 1
		}
	}
	return nil, i
}

// nextAnonymous returns the URL of the next anonymous target.
func (r *renderer) nextAnonymous() string {
	if r.anonymous >= len(r.defs.unnamed) {
		return ""
	}
	t := r.defs.unnamed[r.anonymous]
	r.anonymous++
	if t.alias != "" {
		return r.defs.resolve(t.alias)
	}
	return t.url
}

// role writes interpreted text as its role says.
func (sc *scanner) role(role, text string) {
	local := role
	if i := strings.LastIndexByte(role, ':'); i >= 0 {
		local = role[i+1:]
	}
	local = strings.ToLower(local)
	switch {
	case sc.defs.rawRoles[role]:
		return
	case sc.defs.codeRoles[role]:
		local = "code"
	}
	switch local {
	case "", "title-reference", "title", "t":
		sc.para.Write(unescape(text), sc.style)
	case "emphasis", "dfn":
		sc.para.Write(unescape(text), sc.style|richtext.Italic)
	case "strong":
		sc.para.Write(unescape(text), sc.style|richtext.Bold)
	case "literal", "code", "samp", "file", "command", "program", "option", "envvar", "kbd", "regexp", "makevar", "mailheader", "mimetype", "newsgroup", "token", "keyword":
		sc.para.Write(text, sc.style|richtext.Code)
	case "sub", "subscript":
		sc.para.Write(unescape(text), sc.style|richtext.Sub)
	case "sup", "superscript":
		sc.para.Write(unescape(text), sc.style|richtext.Super)
	case "math":
		sc.para.Write("$"+text+"$", sc.style)
	case "pep", "pep-reference":
		shown, number, ok := splitTarget(text)
		if !ok {
			shown, number = "PEP "+text, text
		}
		number, _, _ = strings.Cut(number, "#")
		sc.link(fmt.Sprintf("https://peps.python.org/pep-%04s/", number), shown, 0)
	case "rfc", "rfc-reference":
		shown, number, ok := splitTarget(text)
		if !ok {
			shown, number = "RFC "+text, text
		}
		number, _, _ = strings.Cut(number, "#")
		sc.link("https://datatracker.ietf.org/doc/html/rfc"+number, shown, 0)
	case "ref", "numref", "any", "term", "doc", "download", "eq", "keyword-ref":
		sc.crossReference(local, text)
	case "class", "func", "meth", "mod", "attr", "obj", "exc", "data", "const", "type", "macro", "member", "var", "enum", "struct", "method", "function", "module", "property":
		shown, _, _ := splitTarget(text)
		shown = strings.TrimPrefix(shown, "!")
		if last, ok := strings.CutPrefix(shown, "~"); ok {
			shown = last[strings.LastIndexByte(last, '.')+1:]
		}
		sc.para.Write(unescape(shown), sc.style|richtext.Code)
	default:
		shown, _, _ := splitTarget(text)
		sc.para.Write(unescape(shown), sc.style)
	}
}

// crossReference writes a reference of Sphinx to a label, document or term.
func (sc *scanner) crossReference(role, text string) {
	shown, to, ok := splitTarget(text)
	if !ok {
		to = strings.TrimPrefix(text, "!")
		shown = to
	}
	url := ""
	switch role {
	case "doc", "download":
		url = to
	default:
		if url = sc.defs.resolve(normalize(to)); !ok {
			if t := sc.defs.targets[normalize(to)]; t != nil && t.title != "" {
				shown = t.title
			}
		}
	}
	sc.link(url, unescape(shown), 0)
}
