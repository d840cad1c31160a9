// Package markup turns what a reader of lightweight markup (reStructuredText, Org, AsciiDoc, LaTeX) finds into blocks:
// paragraphs that may begin a list item, headings, notes, pictures within text, tables with blocks in their cells.
package markup

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Read returns an input's text with "\n" line ends, and notes its encoding in the metadata when it is not UTF-8.
func Read(in *decoder.Input, m *udm.Metadata) (string, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return "", err
	}
	text, guess := charset.Decode(raw, in.Options.Encoding)
	if guess.Name != "utf-8" {
		m.Set("encoding", guess.Name)
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	return text, nil
}

// Context is what containers hand down to the blocks in them. The zero Context is the document's body.
type Context struct {
	Level      int    // of the list that is open, from 1; 0 outside
	Item       *Item  // that is open; its first paragraph is the item's block
	Style      string // of paragraphs: "blockquote", "dt", "dd"
	Admonition string // "note", "warning" …
	Note       string // the kind of the note that blocks belong to
	Category   udm.Category
}

// Item is a list item.
type Item struct {
	Ordered bool
	Label   string // as shown, "" for a bullet
	Checked *bool  // of a check box
	used    bool
}

// In returns the context of an item of a list inside of c.
func (c Context) In(item *Item) Context {
	c.Level++
	c.Item, c.Style = item, ""
	return c
}

// Writer collects the blocks of a document. Its error is one of the budget and sticks.
type Writer struct {
	Err error

	budget *limit.Budget
	out    outline.Builder
	cell   *cell // that is being filled
}

// cell gathers the texts of a table's cell; blocks that are no text follow the table.
type cell struct {
	row, col int
	text     strings.Builder
	runes    int // of text
	links    []any
	after    []*udm.ContentBlock
}

// NewWriter returns a writer that charges the budget.
func NewWriter(b *limit.Budget) *Writer { return &Writer{budget: b} }

// Nodes returns the sections.
func (w *Writer) Nodes() []*udm.StructuralNode { return w.out.Nodes() }

// Add adds a finished block.
func (w *Writer) Add(b *udm.ContentBlock, c Context) {
	if w.Err == nil {
		w.Err = w.budget.ChargeBlocks(1)
	}
	if w.Err == nil {
		w.Err = w.budget.Charge(int64(len(b.Text)))
	}
	if w.Err != nil {
		return
	}
	if c.Admonition != "" {
		b.A().Set("admonition", c.Admonition)
	}
	switch {
	case c.Note != "":
		w.out.AddNote(b)
	case w.cell != nil:
		w.cell.add(b)
	default:
		if c.Item != nil && b.Type != udm.Text && b.Type != udm.ImageContent {
			c.Item.used = true
		}
		w.out.Add(b)
	}
}

func (l *cell) add(b *udm.ContentBlock) {
	switch b.Type {
	case udm.Text, udm.Code, udm.Formula:
	default:
		b.A().Set("parent_cell", map[string]any{"row": l.row, "col": l.col})
		l.after = append(l.after, b)
		return
	}
	if l.text.Len() > 0 {
		l.text.WriteByte('\n')
		l.runes++
	}
	text := b.Text
	if a := b.Attr; a != nil {
		if a.ListType == udm.Ordered && a.ListLabel != "" {
			l.text.WriteString(a.ListLabel + " ")
			l.runes += utf8.RuneCountInString(a.ListLabel) + 1
		}
		r := []rune(text)
		for _, k := range a.Links {
			l.links = append(l.links, map[string]any{
				"row": l.row, "col": l.col, "start": l.runes + k.Start, "end": l.runes + k.End, "text": string(r[k.Start:k.End]), "url": k.URL,
			})
		}
	}
	l.text.WriteString(text)
	l.runes += utf8.RuneCountInString(text)
}

// Heading adds a heading of what the builder holds.
func (w *Writer) Heading(level int, text *richtext.Builder, c Context) {
	b := new(udm.ContentBlock)
	if !text.Fill(b) {
		return
	}
	b.Category = udm.Title
	b.A().HeadingLevel = level
	w.Add(b, c)
}

// Paragraph adds a paragraph of what the builder holds; the first one of an item is the item's block. One
// that is nothing but an equation between dollar signs is a formula.
func (w *Writer) Paragraph(text *richtext.Builder, c Context) {
	b := new(udm.ContentBlock)
	if !text.Fill(b) {
		return
	}
	first := c.Item != nil && !c.Item.used
	if latex, ok := onlyMath(b.Text); ok && !first && c.Note == "" && w.cell == nil {
		w.Formula(latex, c)
		return
	}
	switch {
	case c.Note != "":
		b.Category = udm.Footnote
		b.A().NoteKind = c.Note
	case c.Category != udm.NoCategory:
		b.Category = c.Category
	case first:
		c.Item.used = true
		b.Category = udm.ListItem
		a := b.A()
		a.ListType, a.ListLevel, a.ListLabel = udm.Bullet, max(c.Level-1, 0), c.Item.Label
		if c.Item.Ordered {
			a.ListType = udm.Ordered
		}
		if c.Item.Checked != nil {
			a.Set("checked", *c.Item.Checked)
		}
	default:
		b.Category = classify.Body(b.Text)
		if c.Style != "" {
			b.A().Style = c.Style
		}
	}
	w.Add(b, c)
}

func onlyMath(s string) (latex string, ok bool) {
	if len(s) < 3 || s[0] != '$' || s[len(s)-1] != '$' {
		return "", false
	}
	s = s[1 : len(s)-1]
	return strings.TrimSpace(s), !strings.Contains(s, "$") && strings.TrimSpace(s) != ""
}

// Code adds source text, of which empty lines at its ends are cut.
func (w *Writer) Code(language, source string, c Context) {
	for {
		line, rest, ok := strings.Cut(source, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			break
		}
		source = rest
	}
	source = strings.TrimRight(source, " \t\n")
	if source == "" {
		return
	}
	w.Add(udm.NewCode(language, clean(source)), c)
}

// Formula adds an equation that stands on a line of its own.
func (w *Writer) Formula(latex string, c Context) {
	if latex = strings.TrimSpace(clean(latex)); latex != "" {
		w.Add(udm.NewFormula("latex", latex), c)
	}
}

// Image adds a picture that the file links to.
func (w *Writer) Image(src, alt, caption string, c Context) *udm.ContentBlock {
	b := udm.NewImage(mediaType(src), nil)
	a := b.A()
	a.Src, a.AltText, a.Caption = clean(src), clean(alt), clean(caption)
	w.Add(b, c)
	return b
}

// mediaType guesses a picture's media type from its name.
func mediaType(src string) string {
	dot := strings.LastIndexByte(src, '.')
	if dot < 0 {
		return "application/octet-stream"
	}
	switch ext := strings.ToLower(src[dot+1:]); ext {
	case "png", "gif", "bmp", "webp", "jpeg", "avif":
		return "image/" + ext
	case "jpg":
		return "image/jpeg"
	case "svg":
		return "image/svg+xml"
	case "tif", "tiff":
		return "image/tiff"
	case "pdf":
		return "application/pdf"
	case "eps", "ps":
		return "application/postscript"
	}
	return "application/octet-stream"
}

// Table builds a table whose cells are filled with blocks.
type Table struct {
	Grid  udm.Grid
	w     *Writer
	links []any
	after []*udm.ContentBlock
}

// NewTable starts a table.
func (w *Writer) NewTable() *Table { return &Table{w: w} }

// Cell adds a cell with what body writes into it.
func (t *Table) Cell(rowSpan, colSpan int, body func(Context)) {
	if t.w.Err == nil {
		t.w.Err = t.w.budget.ChargeCells(int64(max(colSpan, 1)))
	}
	if t.w.Err != nil {
		return
	}
	row, col := t.Grid.Cell("", rowSpan, colSpan)
	outer := t.w.cell
	l := &cell{row: row, col: col}
	t.w.cell = l
	body(Context{})
	t.w.cell = outer
	t.Grid.SetText(row, col, l.text.String())
	t.links = append(t.links, l.links...)
	t.after = append(t.after, l.after...)
}

// End adds the table with its first headerRows rows as headers, and then what stood in its cells and is no text.
func (t *Table) End(headerRows int, caption string, c Context) {
	table := t.Grid.Table(headerRows)
	if table == nil {
		return
	}
	table.Caption = clean(caption)
	b := udm.NewTable(table)
	if len(t.links) > 0 {
		b.A().Set("links", t.links)
	}
	t.w.Add(b, c)
	for _, x := range t.after {
		if outer := t.w.cell; outer != nil {
			outer.after = append(outer.after, x)
		} else {
			t.w.out.Add(x)
		}
	}
}

// clean makes a string fit for the model.
func clean(s string) string {
	ok := utf8.ValidString(s)
	for i := 0; ok && i < len(s); i++ {
		ok = s[i] >= 0x20 || s[i] == '\n' || s[i] == '\t'
	}
	if ok {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
