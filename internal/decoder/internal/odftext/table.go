package odftext

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
)

// table is a table:table of a text or slide that is being read.
type table struct {
	rows   []tableRow
	merges []udm.Merge
	header int // rows in table:table-header-rows
	inside Blocks
	links  []any
}

type tableRow struct {
	texts   []string
	heading bool // all texts are marked as a header's, by paragraph style or by being bold
	repeat  int
}

// cell is what is in a cell: its text, and what is no text.
type cell struct {
	text    string
	heading bool
	rest    []*udm.ContentBlock
}

// maxColumns bounds the columns of a table in a text.
const maxColumns = 16384

// table reads a table:table and emits its block, then what its cells hold besides text.
func (r *Reader) table() error {
	name := r.s.Attr("table:name")
	if style := r.s.AttrBytes("table:style-name"); len(style) > 0 {
		st := r.styles.Get(odf.Table, style)
		r.breakBefore(st)
	}
	page := r.pageNumber()
	t := &table{}
	title, err := "", error(nil)
	err = r.s.Children(func() error {
		switch r.s.Name() {
		case "table:title":
			title, err = r.s.InnerText()
			return err
		case "table:table-row", "table:table-rows", "table:table-header-rows", "table:table-row-group", "text:soft-page-break":
			return r.tableRows(t, false)
		case "table:shapes":
			return r.Into(&t.inside, r.Content)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if b, err := r.finishTable(t); err != nil {
		return err
	} else if b != nil {
		b.Table.Name = name
		b.Table.Caption = strings.TrimSpace(title)
		b.Position.Page = page
		if len(t.links) > 0 {
			b.A().Set("links", t.links)
		}
		if err := r.emit(b); err != nil {
			return err
		}
	}
	r.emitAll(&t.inside)
	return nil
}

// tableRows reads a row, or a group of rows (part 3, 9.1.5 to 9.1.8).
func (r *Reader) tableRows(t *table, header bool) error {
	switch r.s.Name() {
	case "table:table-row":
		return r.tableRow(t, header)
	case "table:table-header-rows":
		return r.s.Children(func() error { return r.tableRows(t, true) })
	case "table:table-rows", "table:table-row-group":
		return r.s.Children(func() error { return r.tableRows(t, header) })
	case "text:soft-page-break":
		r.softBreak()
	}
	return nil
}

func (r *Reader) tableRow(t *table, header bool) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	row := tableRow{repeat: max(r.s.Int("table:number-rows-repeated", 1), 1)}
	filled, heading := 0, 0
	err := r.s.Children(func() error {
		name := r.s.Name()
		if name != "table:table-cell" && name != "table:covered-table-cell" {
			return nil
		}
		n := min(max(r.s.Int("table:number-columns-repeated", 1), 1), max(maxColumns-len(row.texts), 0))
		if n == 0 {
			return nil
		}
		if err := r.in.Budget.ChargeCells(int64(n)); err != nil {
			return err
		}
		at := len(row.texts)
		for range n {
			row.texts = append(row.texts, "")
		}
		if name == "table:covered-table-cell" {
			return nil
		}
		m := udm.Merge{
			Row: len(t.rows), Col: at,
			RowSpan: max(r.s.Int("table:number-rows-spanned", 1), 1),
			ColSpan: max(r.s.Int("table:number-columns-spanned", 1), 1),
		}
		c, err := r.tableCell(t, m.Row, m.Col)
		if err != nil {
			return err
		}
		if n > 1 && c.text != "" {
			if err := odf.ChargeCopies(r.in.Budget, 1, int64(n), int64(n)*int64(len(c.text))); err != nil {
				return err
			}
		}
		if c.text != "" {
			filled++
			if c.heading {
				heading++
			}
		}
		for i := range n {
			row.texts[at+i] = c.text
		}
		if (m.RowSpan > 1 || m.ColSpan > 1) && n == 1 {
			t.merges = append(t.merges, m)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if header && t.header == len(t.rows) {
		t.header++
	}
	row.heading = filled > 0 && heading == filled
	t.rows = append(t.rows, row)
	return nil
}

// tableCell reads the content of a cell.
func (r *Reader) tableCell(t *table, row, col int) (cell, error) {
	var content Blocks
	if err := r.Into(&content, r.Content); err != nil {
		return cell{}, err
	}
	c, err := r.join(&content)
	if err != nil {
		return cell{}, err
	}
	for _, b := range c.rest {
		if b.Type == udm.TableContent && (b.Attr == nil || b.Attr.Extra["parent_cell"] == nil) {
			b.A().Set("parent_cell", map[string]any{"row": row, "col": col})
		}
	}
	for _, b := range content.Blocks {
		if b.Attr != nil && b.Type == udm.Text {
			for _, l := range b.Attr.Links {
				t.links = append(t.links, map[string]any{"row": row, "col": col, "url": l.URL, "text": cut(b.Text, l.Start, l.End)})
			}
		}
	}
	t.inside.Add(c.rest...)
	t.inside.AddNote(content.Notes...)
	return c, r.in.Budget.Charge(int64(len(c.text)))
}

// cut returns the code points from start to end.
func cut(s string, start, end int) string {
	n, from := 0, len(s)
	for i := range s {
		if n == start {
			from = i
		}
		if n == end {
			return s[from:i]
		}
		n++
	}
	return s[from:]
}

// join returns the text of blocks, one line a paragraph and row, and apart the blocks that are more than text:
// pictures, and tables, whose text is in both.
func (r *Reader) join(content *Blocks) (cell, error) {
	if len(content.Blocks) == 1 && content.Blocks[0].Type == udm.Text {
		b := content.Blocks[0]
		return cell{text: labelled(b), heading: isHeading(b)}, nil
	}
	c := cell{heading: true}
	var sb strings.Builder
	for _, b := range content.Blocks {
		text := ""
		switch b.Type {
		case udm.Text:
			text = labelled(b)
			c.heading = c.heading && isHeading(b)
		case udm.Code:
			text = b.Text
		case udm.Formula:
			text = "$" + b.Text + "$"
		case udm.TableContent:
			// A table that lies in a nested one is in the nested one's text already.
			if b.Attr == nil || b.Attr.Extra["parent_cell"] == nil {
				if err := r.in.Budget.Charge(int64(b.Table.PlainLen())); err != nil {
					return c, err
				}
				text = flat(b.Table)
			}
			c.rest = append(c.rest, b)
		default:
			c.rest = append(c.rest, b)
		}
		if text != "" {
			if sb.Len() > 0 {
				sb.WriteByte('\n')
			}
			sb.WriteString(text)
		}
	}
	c.text = sb.String()
	return c, nil
}

// labelled returns a block's text with its list label before it.
func labelled(b *udm.ContentBlock) string {
	if b.Attr != nil && b.Attr.ListLabel != "" {
		return b.Attr.ListLabel + " " + b.Text
	}
	return b.Text
}

// tableHeadingStyle is the paragraph style that LibreOffice gives header cells, as users see it.
const tableHeadingStyle = "Table Heading"

func isHeading(b *udm.ContentBlock) bool {
	return b.Attr != nil && (b.Attr.Bold || b.Attr.Style == tableHeadingStyle)
}

// flat returns a table's text: blanks between cells, a line for each row.
func flat(t *udm.Table) string {
	var sb strings.Builder
	sb.Grow(t.PlainLen() + t.Rows()*t.Cols())
	for i := range t.Rows() {
		if i > 0 {
			sb.WriteByte('\n')
		}
		first := true
		for k := range t.Cols() {
			text := t.Cell(i, k)
			if text == "" {
				continue
			}
			if !first {
				sb.WriteByte(' ')
			}
			first = false
			sb.WriteString(text)
		}
	}
	return sb.String()
}

// finishTable returns the table's block; nil when it has no cells.
func (r *Reader) finishTable(t *table) (*udm.ContentBlock, error) {
	rows := t.rows
	for len(rows) > 0 && rows[len(rows)-1].repeat > 1 && empty(rows[len(rows)-1].texts) {
		rows[len(rows)-1].repeat = 1 // the rest of a sheet
	}
	out := &udm.Table{}
	at := make([]int, len(rows)) // where a row went: repeated ones move those below
	for i := range rows {
		at[i] = out.Rows()
		if copies := rows[i].repeat - 1; copies > 0 {
			if err := odf.ChargeCopies(r.in.Budget, int64(copies), int64(len(rows[i].texts)), textLen(rows[i].texts)); err != nil {
				return nil, err
			}
		}
		for range rows[i].repeat {
			out.Append(rows[i].texts...)
		}
	}
	if out.Rows() == 0 || out.Cols() == 0 {
		return nil, nil
	}
	for _, m := range t.merges {
		m.Row = at[m.Row]
		m.RowSpan = min(m.RowSpan, out.Rows()-m.Row)
		m.ColSpan = min(m.ColSpan, out.Cols()-m.Col)
		if m.RowSpan > 1 || m.ColSpan > 1 {
			out.Merged = append(out.Merged, m)
		}
	}
	out.HeaderRows = headerRows(t, rows)
	return udm.NewTable(out), nil
}

// textLen returns the length of texts together, bytes.
func textLen(texts []string) int64 {
	n := 0
	for _, s := range texts {
		n += len(s)
	}
	return int64(n)
}

func empty(texts []string) bool {
	for _, s := range texts {
		if s != "" {
			return false
		}
	}
	return true
}

// headerRows counts the rows marked as headers; without a mark, a first row whose cells are all headings above
// one whose cells are not counts as one.
func headerRows(t *table, rows []tableRow) int {
	switch {
	case t.header > 0 && t.header < len(rows):
		return t.header
	case t.header == 0 && len(rows) > 1 && rows[0].heading && !rows[1].heading:
		return 1
	}
	return 0
}
