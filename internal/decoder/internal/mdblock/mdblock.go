// Package mdblock translates Markdown into blocks: CommonMark 0.31 with GFM's tables, strikethrough, task lists and
// autolinks, footnotes, definition lists, formulas between dollar signs, and HTML.
package mdblock

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Sink takes blocks in reading order, and notes where they are first referred to.
type Sink interface {
	Add(...*udm.ContentBlock)
	AddNote(...*udm.ContentBlock)
}

// Options say how to translate. The zero value is the default.
type Options struct {
	// Image returns the picture that a URL names, when the text's container carries it; nil means no container.
	Image func(src string) (blob udm.Blob, mediaType string)
	// NoImages leaves out pictures' bytes.
	NoImages bool
	// Budget is charged with what the translation makes; nil means the default limits.
	Budget *limit.Budget
}

// Translate reads Markdown (UTF-8, "\n" line ends) into the sink. Its error is one of the budget.
func Translate(src []byte, opt Options, sink Sink) error {
	if opt.Budget == nil {
		opt.Budget = limit.NewBudget(limit.Limits{})
	}
	src = bound(src)
	root := markdown.Parse(text.NewReader(src))
	w := &walker{opt: opt, src: src, sink: sink}
	w.para.Collapse = true
	for n := root.LastChild(); n != nil; n = n.PreviousSibling() {
		if list, ok := n.(*extast.FootnoteList); ok {
			w.footnotes = list
			break
		}
	}
	w.blocks(root, context{})
	w.unusedNotes()
	return w.err
}

type walker struct {
	opt  Options
	src  []byte
	sink Sink
	err  error // of the budget: ends the walk

	para     richtext.Builder
	pictures []*udm.ContentBlock // that stand in para
	maths    int                 // formulas in para
	formula  string              // the last one
	raw      richtext.Style      // set by HTML tags in para
	linked   bool                // para has a link open
	href     string              // its URL
	cell     bool                // para is a table's cell

	footnotes *extast.FootnoteList
	noted     map[int]bool // footnotes that were emitted, by index
	due       []int        // footnotes that para refers to
}

// context is what containers hand down to the blocks in them.
type context struct {
	level int // of the list that is open, from 1; 0 outside
	item  *item
	name  string
	note  bool
}

// item is a list item that is open; its first paragraph is the item's block.
type item struct {
	label   string
	ordered bool
	level   int
	checked bool
	task    bool
	used    bool
}

func (w *walker) blocks(parent ast.Node, c context) {
	for n := parent.FirstChild(); n != nil && w.err == nil; {
		n = w.block(n, c)
	}
}

// block reads a block and returns the one to go on with.
func (w *walker) block(n ast.Node, c context) ast.Node {
	next := n.NextSibling()
	switch n := n.(type) {
	case *ast.Heading:
		w.inlines(n, 0, c)
		w.flushHeading(n.Level, c)
	case *ast.Paragraph, *ast.TextBlock:
		w.inlines(n, 0, c)
		w.flush(c)
	case *ast.Blockquote:
		c.name = "blockquote"
		w.blocks(n, c)
	case *ast.List:
		w.list(n, c)
	case *ast.FencedCodeBlock:
		w.fenced(n, c)
	case *ast.CodeBlock:
		w.code("", n.Lines(), c)
	case *mathBlock:
		w.addFormula(string(n.Lines().Value(w.src)), c)
	case *ast.HTMLBlock:
		return w.html(n, c)
	case *extast.Table:
		w.table(n, c)
	case *extast.DefinitionList:
		w.blocks(n, c)
	case *extast.DefinitionTerm:
		c.name, c.item = "dt", nil
		w.inlines(n, 0, c)
		w.flush(c)
	case *extast.DefinitionDescription:
		c.name, c.item = "dd", nil
		w.blocks(n, c)
	case *extast.FootnoteList, *ast.ThematicBreak, *ast.LinkReferenceDefinition:
	default:
		w.blocks(n, c)
	}
	return next
}

func (w *walker) list(n *ast.List, c context) {
	number := n.Start
	c.level++
	for k := n.FirstChild(); k != nil && w.err == nil; k = k.NextSibling() {
		it := &item{ordered: n.IsOrdered(), level: c.level - 1}
		if it.ordered {
			it.label = strconv.Itoa(number) + string(n.Marker)
			number++
		}
		c.item, c.name = it, ""
		w.blocks(k, c)
	}
}

// flush ends the paragraph that was gathered.
func (w *walker) flush(c context) {
	b := new(udm.ContentBlock)
	switch {
	case !w.para.Fill(b):
	case w.maths == 1 && b.Text == "$"+w.formula+"$" && (c.item == nil || c.item.used):
		w.addFormula(w.formula, c)
	default:
		w.classify(b, c)
		w.add(b, c)
	}
	w.reset(c)
}

func (w *walker) flushHeading(level int, c context) {
	b := new(udm.ContentBlock)
	if w.para.Fill(b) {
		b.Category = udm.Title
		b.A().HeadingLevel = level
		w.add(b, c)
	}
	w.reset(c)
}

// reset makes ready for the next paragraph, and emits what belongs behind the last one.
func (w *walker) reset(c context) {
	w.para.Reset()
	w.maths, w.formula, w.raw, w.linked = 0, "", 0, false
	pictures, due := w.pictures, w.due
	w.pictures, w.due = nil, nil
	for _, b := range pictures {
		w.add(b, c)
	}
	for _, index := range due {
		w.note(index)
	}
}

func (w *walker) classify(b *udm.ContentBlock, c context) {
	switch it := c.item; {
	case c.note:
		b.Category = udm.Footnote
		b.A().NoteKind = udm.NoteFootnote
	case it != nil && !it.used:
		it.used = true
		b.Category = udm.ListItem
		a := b.A()
		a.ListType, a.ListLevel, a.ListLabel = udm.Bullet, it.level, it.label
		if it.ordered {
			a.ListType = udm.Ordered
		}
		if it.task {
			a.Set("checked", it.checked)
		}
	default:
		b.Category = classify.Body(b.Text)
		if c.name != "" {
			b.A().Style = c.name
		}
	}
}

func (w *walker) add(b *udm.ContentBlock, c context) {
	if w.err == nil {
		w.err = w.opt.Budget.ChargeBlocks(1)
	}
	if w.err == nil {
		w.err = w.opt.Budget.Charge(int64(len(b.Text)))
	}
	if c.note {
		w.sink.AddNote(b)
		return
	}
	if c.item != nil && b.Type != udm.Text && b.Type != udm.ImageContent {
		c.item.used = true
	}
	w.sink.Add(b)
}

func (w *walker) addFormula(s string, c context) {
	if s = strings.TrimSpace(clean(s)); s != "" {
		w.add(udm.NewFormula("latex", s), c)
	}
}

// note emits a footnote, the first time that it is referred to.
func (w *walker) note(index int) {
	if w.noted[index] || w.footnotes == nil {
		return
	}
	if w.noted == nil {
		w.noted = make(map[int]bool)
	}
	w.noted[index] = true
	for k := w.footnotes.FirstChild(); k != nil; k = k.NextSibling() {
		if f, ok := k.(*extast.Footnote); ok && f.Index == index {
			w.blocks(f, context{note: true})
			return
		}
	}
}

// unusedNotes emits the footnotes that only footnotes refer to.
func (w *walker) unusedNotes() {
	if w.footnotes == nil {
		return
	}
	for k := w.footnotes.FirstChild(); k != nil && w.err == nil; k = k.NextSibling() {
		if f, ok := k.(*extast.Footnote); ok {
			w.note(f.Index)
		}
	}
}

func (w *walker) fenced(n *ast.FencedCodeBlock, c context) {
	info := ""
	if n.Info != nil {
		info = unescape(string(n.Info.Value(w.src)))
	}
	switch lang := language(info); lang {
	case "math":
		w.addFormula(string(n.Lines().Value(w.src)), c)
	default:
		w.code(lang, n.Lines(), c)
	}
}

// language returns the language of a code fence's info string: its first word, also as {.python .numberLines},
// {r, echo=FALSE} or rust,ignore.
func language(info string) string {
	info = strings.TrimSpace(info)
	braced := strings.HasPrefix(info, "{")
	info = strings.TrimLeft(info, "{ ")
	end := strings.IndexAny(info, " \t,}{:")
	if end >= 0 {
		info = info[:end]
	}
	if braced {
		if strings.ContainsAny(info, "#=") {
			return ""
		}
		info = strings.TrimPrefix(info, ".")
	}
	return info
}

func (w *walker) code(lang string, lines *text.Segments, c context) {
	s := strings.TrimRight(clean(string(lines.Value(w.src))), " \t\n")
	s = trimBlankLines(s)
	if strings.TrimSpace(s) != "" {
		w.add(udm.NewCode(lang, s), c)
	}
}

// trimBlankLines takes blank lines off the start.
func trimBlankLines(s string) string {
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// clean drops control characters and invalid UTF-8.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// html reads an HTML block together with those behind it, and with what lies between as long as a table is open, which an
// empty line in it would tear apart.
func (w *walker) html(n *ast.HTMLBlock, c context) ast.Node {
	var sb strings.Builder
	var next ast.Node = n
	open := 0
	for next != nil {
		h, ok := next.(*ast.HTMLBlock)
		if !ok && open <= 0 {
			break
		}
		start := sb.Len()
		appendLines(&sb, next, w.src)
		if ok && h.HasClosure() {
			sb.Write(h.ClosureLine.Value(w.src))
		}
		piece := strings.ToLower(sb.String()[start:])
		open += strings.Count(piece, "<table") - strings.Count(piece, "</table")
		next = next.NextSibling()
	}
	blocks, err := htmlblock.Fragment(sb.String(), htmlblock.Options{Image: w.opt.Image, NoImages: w.opt.NoImages, Budget: w.opt.Budget})
	if err != nil {
		w.err = err
	}
	for _, b := range blocks {
		if c.note {
			w.sink.AddNote(b)
		} else {
			w.sink.Add(b)
		}
	}
	return next
}

// appendLines writes the source of a block and of the blocks in it.
func appendLines(sb *strings.Builder, n ast.Node, src []byte) {
	if n.Type() == ast.TypeInline {
		return
	}
	if lines := n.Lines(); lines != nil && lines.Len() > 0 {
		sb.Write(lines.Value(src))
		sb.WriteByte('\n')
		return
	}
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		appendLines(sb, k, src)
	}
}

func (w *walker) table(n *extast.Table, c context) {
	t := &udm.Table{}
	var links []any
	var after []*udm.ContentBlock
	cells := make([]string, 0, len(n.Alignments))
	for row := n.FirstChild(); row != nil && w.err == nil; row = row.NextSibling() {
		cells = cells[:0]
		empty := true
		for k := row.FirstChild(); k != nil; k = k.NextSibling() {
			w.cell = true
			w.inlines(k, 0, context{})
			w.cell = false
			s, spans, _ := w.para.Text()
			var runes []rune
			for _, l := range spans {
				if runes == nil {
					runes = []rune(s)
				}
				links = append(links, map[string]any{"row": t.Rows(), "col": len(cells), "text": string(runes[l.Start:l.End]), "url": l.URL})
			}
			for _, p := range w.pictures {
				p.A().Set("parent_cell", map[string]any{"row": t.Rows(), "col": len(cells)})
				after = append(after, p)
			}
			w.pictures = nil
			w.para.Reset()
			w.raw, w.linked = 0, false
			empty = empty && s == ""
			cells = append(cells, s)
		}
		if w.err == nil {
			w.err = w.opt.Budget.ChargeCells(int64(len(cells)))
		}
		if row.Kind() == extast.KindTableHeader {
			if empty {
				t.Widen(len(cells))
				continue
			}
			t.HeaderRows = 1
		}
		t.Append(cells...)
	}
	w.maths = 0
	if w.err != nil || t.Rows() == 0 || t.Cols() == 0 {
		return
	}
	b := udm.NewTable(t)
	if len(links) > 0 {
		b.A().Set("links", links)
	}
	due := w.due
	w.due = nil
	w.add(b, c)
	for _, p := range after {
		w.add(p, c)
	}
	for _, index := range due {
		w.note(index)
	}
}
