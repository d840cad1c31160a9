package htmlblock

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// cell gathers the text of a table cell and what follows the table because it stood in the cell.
type cell struct {
	text  strings.Builder
	links []any
	after []*udm.ContentBlock
}

// paragraph ends a line of the cell.
func (k *cell) paragraph(p *richtext.Builder) {
	text, links, _ := p.Text()
	k.line(text)
	runes := []rune(nil)
	for _, l := range links {
		if runes == nil {
			runes = []rune(text)
		}
		k.links = append(k.links, map[string]any{"text": string(runes[l.Start:l.End]), "url": l.URL})
	}
}

func (k *cell) line(s string) {
	if s == "" {
		return
	}
	if k.text.Len() > 0 {
		k.text.WriteByte('\n')
	}
	k.text.WriteString(s)
}

func (k *cell) follow(b *udm.ContentBlock) { k.after = append(k.after, b) }

// maxTables is how deep tables may be nested. Those that lie deeper are read as what they lay out: each level repeats the
// text of the deeper ones.
const maxTables = 8

// table reads a table, or only its content when it lays out a page.
func (w *walker) table(n *html.Node, c context) {
	w.flush(c)
	rows, captions := tableRows(n)
	outer := w.cell
	for _, caption := range captions {
		w.block(caption, c)
	}
	if w.tables >= maxTables || isLayout(n, rows, captions) {
		for _, r := range rows {
			for _, td := range r.cells {
				w.block(td, c)
			}
		}
		return
	}
	t := w.readTable(rows, c)
	if t == nil {
		return
	}
	if len(captions) > 0 {
		t.block.Table.Caption = textOf(captions[0])
	}
	if outer != nil {
		outer.line(plainText(t.block.Table))
		outer.after = append(outer.after, t.block)
		outer.after = append(outer.after, t.after...)
		return
	}
	w.add(t.block, c)
	for _, b := range t.after {
		w.add(b, c)
	}
	if c.item != nil {
		c.item.used = true
	}
}

type tableRow struct {
	cells []*html.Node
	head  bool // stands in a thead
	group *html.Node
}

// tableRows returns a table's rows in the order in which they are shown, the head's first and the foot's last
// (HTML, 4.9.1), and its captions.
func tableRows(table *html.Node) (rows []tableRow, captions []*html.Node) {
	var head, body, foot []tableRow
	for k := table.FirstChild; k != nil; k = k.NextSibling {
		switch k.DataAtom {
		case atom.Caption:
			captions = append(captions, k)
		case atom.Thead:
			head = appendRows(head, k, true)
		case atom.Tbody:
			body = appendRows(body, k, false)
		case atom.Tfoot:
			foot = appendRows(foot, k, false)
		case atom.Tr:
			body = append(body, tableRow{cells: cellsOf(k), group: table})
		}
	}
	return append(append(head, body...), foot...), captions
}

func appendRows(rows []tableRow, group *html.Node, head bool) []tableRow {
	for k := group.FirstChild; k != nil; k = k.NextSibling {
		if k.DataAtom == atom.Tr && !rowHidden(k) {
			rows = append(rows, tableRow{cellsOf(k), head, group})
		}
	}
	return rows
}

func rowHidden(tr *html.Node) bool {
	return has(tr, "hidden") || property(attr(tr, "style"), "display") == "none"
}

func cellsOf(tr *html.Node) []*html.Node {
	var out []*html.Node
	for k := tr.FirstChild; k != nil; k = k.NextSibling {
		if (k.DataAtom == atom.Td || k.DataAtom == atom.Th) && !rowHidden(k) {
			out = append(out, k)
		}
	}
	return out
}

// isLayout reports whether a table is there for the look of the page: it says so, it has but one cell, or it has
// nothing of a data table and was stripped of all borders to hold blocks or other tables.
func isLayout(n *html.Node, rows []tableRow, captions []*html.Node) bool {
	switch attr(n, "role") {
	case "presentation", "none":
		return true
	case "table", "grid", "treegrid":
		return false
	}
	if len(captions) > 0 || attr(n, "summary") != "" || attr(n, "rules") != "" {
		return false
	}
	cells := 0
	for _, r := range rows {
		if r.head {
			return false
		}
		cells += len(r.cells)
		for _, td := range r.cells {
			if td.DataAtom == atom.Th || has(td, "headers") || has(td, "scope") {
				return false
			}
		}
	}
	if cells <= 1 {
		return !bordered(n)
	}
	bare := attr(n, "cellspacing") == "0" || attr(n, "cellpadding") == "0" || attr(n, "border") == "0"
	if !bare || bordered(n) {
		return false
	}
	for _, r := range rows {
		for _, td := range r.cells {
			if holdsBlocks(td) {
				return true
			}
		}
	}
	return false
}

// bordered reports whether the table draws lines by its own attributes.
func bordered(n *html.Node) bool {
	if b := attr(n, "border"); b != "" && b != "0" {
		return true
	}
	style := attr(n, "style")
	b := property(style, "border")
	return b != "" && b != "0" && b != "none" && !strings.HasPrefix(b, "0") || strings.Contains(attr(n, "class"), "MsoTableGrid")
}

// holdsBlocks reports whether a cell holds a table, a heading, a list or several paragraphs.
func holdsBlocks(td *html.Node) bool {
	paragraphs := 0
	for k := range td.Descendants() {
		switch k.DataAtom {
		case atom.Table, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Form, atom.Hr, atom.Img:
			return true
		case atom.P:
			if paragraphs++; paragraphs > 1 {
				return true
			}
		}
	}
	return false
}

// tableBlock is a table that was read, with what stood in its cells besides text.
type tableBlock struct {
	block *udm.ContentBlock
	links []any
	after []*udm.ContentBlock
}

// readTable reads the cells of a table into its grid.
func (w *walker) readTable(rows []tableRow, c context) *tableBlock {
	cellContext := context{lang: c.lang}
	t := &tableBlock{}
	outer, href := w.cell, w.href
	w.href = ""
	w.tables++
	defer func() {
		w.tables--
		w.cell, w.href = outer, href
	}()
	g := udm.Grid{}
	headers, inHead := 0, true
	var k cell
	for i, r := range rows {
		if len(r.cells) == 0 && !g.Hanging() {
			continue
		}
		g.NextRow()
		allHead := len(r.cells) > 0
		width := 0
		for _, td := range r.cells {
			k = cell{}
			w.cell = &k
			cc := cellContext
			w.common(td, &cc)
			w.children(td, cc)
			w.flush(cc)
			rowSpan, colSpan := span(td, "rowspan", 65534), span(td, "colspan", 1000)
			if rowSpan == 0 || rowSpan > 1 { // 0: to the end of the row group
				left := rowsLeft(rows[i:], r.group)
				if rowSpan == 0 || rowSpan > left {
					rowSpan = left
				}
			}
			text := k.text.String()
			row, col := g.Cell(text, rowSpan, max(colSpan, 1))
			width = col + max(colSpan, 1)
			if w.err == nil {
				w.err = w.opt.Budget.Charge(int64(len(text)))
			}
			t.take(&k, row, col)
			allHead = allHead && td.DataAtom == atom.Th
		}
		if w.err == nil {
			w.err = w.opt.Budget.ChargeCells(int64(width))
		}
		if w.err != nil {
			return nil
		}
		if inHead = inHead && (r.head || allHead); inHead {
			headers = g.Rows()
		}
	}
	table := g.Table(headers)
	if table == nil || table.Empty() && len(t.after) == 0 {
		return nil
	}
	t.block = udm.NewTable(table)
	if len(t.links) > 0 {
		t.block.A().Set("links", t.links)
	}
	return t
}

// take moves what a cell holds besides its text to the table.
func (t *tableBlock) take(k *cell, row, col int) {
	for _, l := range k.links {
		m := l.(map[string]any)
		m["row"], m["col"] = row, col
	}
	t.links = append(t.links, k.links...)
	for _, b := range k.after {
		if b.A().Extra["parent_cell"] == nil {
			b.A().Set("parent_cell", map[string]any{"row": row, "col": col})
		}
	}
	t.after = append(t.after, k.after...)
}

func span(td *html.Node, key string, most int) int {
	v := strings.TrimSpace(attr(td, key))
	if v == "" {
		return 1
	}
	i := 0
	for i < len(v) && v[i] >= '0' && v[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(v[:i])
	if err != nil {
		return 1
	}
	return min(n, most)
}

// plainText returns the cell texts of a table, cells separated by blanks and rows by line feeds.
func plainText(t *udm.Table) string {
	var sb strings.Builder
	for r := range t.Rows() {
		start := sb.Len()
		for _, s := range t.Row(r) {
			if s == "" {
				continue
			}
			if sb.Len() > start {
				sb.WriteByte(' ')
			} else if start > 0 {
				sb.WriteByte('\n')
			}
			sb.WriteString(s)
		}
	}
	return sb.String()
}

// rowsLeft returns how many of the rows belong to the group of the first.
func rowsLeft(rows []tableRow, group *html.Node) int {
	n := 0
	for n < len(rows) && rows[n].group == group {
		n++
	}
	return n
}
