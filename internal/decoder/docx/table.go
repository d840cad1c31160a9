package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// table is a w:tbl while it is read (17.4.37).
type table struct {
	rows    []row
	headers int // leading rows marked as header
	caption string
	look    bool // the first row looks different by the table's style
	inside  []inCell
}

type row struct {
	cells  []*cell
	before int // grid columns left out at its start
	after  int // and at its end
	header bool
	drop   bool // deleted or hidden
}

// cell is a w:tc. Text gathers as its paragraphs are read.
type cell struct {
	text   strings.Builder
	start  int // grid column
	span   int
	merge  mergeKind
	bold   bool // all text in it is bold
	some   bool // there is text
	links  []any
	inside []item
}

type mergeKind uint8

const (
	single mergeKind = iota
	restart
	proceed
)

// inCell is a block that stands in a cell of the table.
type inCell struct {
	item
	row, col int // grid column
}

const (
	maxSpan    = 1000    // grid columns that one cell may span
	maxColumns = 1 << 14 // of one table
)

// table reads a w:tbl and adds it to the story, with what its cells hold besides text behind it.
func (st *story) table() error {
	if p := st.pending; p != nil { // nothing continues into a table
		st.pending = nil
		if err := st.endParagraph(p); err != nil {
			return err
		}
	}
	t := &table{}
	outer, page := st.cell, st.page
	err := st.s.Children(func() error { return st.tableContent(t) })
	st.cell = outer
	blk, rest := t.finish()
	if outer != nil {
		if blk != nil { // its text stands in each table around it
			if cerr := st.in.Budget.Charge(int64(blk.Table.PlainLen())); cerr != nil {
				return cerr
			}
		}
		outer.nested(blk, rest)
		return err
	}
	if blk != nil {
		blk.Position.Page = page
		if cerr := st.in.Budget.ChargeCells(int64(blk.Table.Rows()) * int64(blk.Table.Cols())); cerr != nil {
			return cerr
		}
		if eerr := st.emit(item{block: blk}); eerr != nil {
			return eerr
		}
	}
	for _, it := range rest {
		if eerr := st.emit(it); eerr != nil {
			return eerr
		}
	}
	return err
}

// tableContent reads a child of a w:tbl.
func (st *story) tableContent(t *table) error {
	s := st.s
	switch s.Name() {
	case "w:tblPr":
		return s.Children(func() error {
			switch s.Name() {
			case "w:tblStyle":
				x := st.styles.byID[s.Attr("w:val")]
				t.look = x != nil && x.firstRow
			case "w:tblLook":
				t.look = t.look && firstRowLook(s)
			case "w:tblCaption":
				t.caption = s.Attr("w:val")
			}
			return nil
		})
	case "w:tr":
		return st.row(t)
	case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo":
		return s.Children(func() error { return st.tableContent(t) })
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return st.tableContent(t) })
		})
	}
	return nil
}

// firstRowLook reads whether a w:tblLook asks for the style's first row (17.4.56): by an attribute or, in older
// files, a bit.
func firstRowLook(s *opc.Scanner) bool {
	if v, ok := s.LookupAttr("w:firstRow"); ok {
		return onOff(v, false)
	}
	v := s.Attr("w:val")
	return len(v) == 4 && strings.ContainsRune("2367abefABEF", rune(v[2]))
}

func (st *story) row(t *table) error {
	s := st.s
	var r row
	if err := st.in.Budget.ChargeCells(1); err != nil {
		return err
	}
	t.rows = append(t.rows, r)
	at, inside := len(t.rows)-1, len(t.inside)
	err := s.Children(func() error { return st.rowContent(t, at) })
	w := &t.rows[at]
	if w.drop {
		t.rows, t.inside = t.rows[:at], t.inside[:inside]
		return err
	}
	if w.header && t.headers == at {
		t.headers++
	}
	return err
}

// rowContent reads a child of a w:tr.
func (st *story) rowContent(t *table, at int) error {
	s := st.s
	switch s.Name() {
	case "w:trPr":
		return s.Children(func() error {
			w := &t.rows[at]
			switch s.Name() {
			case "w:tblHeader":
				w.header = isOn(s.Scanner)
			case "w:gridBefore":
				w.before = min(max(s.Int("w:val", 0), 0), maxSpan)
			case "w:gridAfter":
				w.after = min(max(s.Int("w:val", 0), 0), maxSpan)
			case "w:del":
				w.drop = true
			case "w:hidden":
				w.drop = w.drop || isOn(s.Scanner)
			}
			return nil
		})
	case "w:tc":
		return st.tableCell(t, at)
	case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo":
		return s.Children(func() error { return st.rowContent(t, at) })
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return st.rowContent(t, at) })
		})
	}
	return nil
}

// tableCell reads a w:tc (17.4.65).
func (st *story) tableCell(t *table, at int) error {
	s := st.s
	w := &t.rows[at]
	c := &cell{start: w.before, span: 1}
	if n := len(w.cells); n > 0 {
		last := w.cells[n-1]
		c.start = last.start + last.span
	}
	horizontal := single
	st.cell = c
	err := s.Children(func() error {
		if s.Name() != "w:tcPr" {
			return st.block()
		}
		return s.Children(func() error {
			switch s.Name() {
			case "w:gridSpan":
				c.span = min(max(s.Int("w:val", 1), 1), maxSpan)
			case "w:vMerge":
				c.merge = mergeOf(s)
			case "w:hMerge":
				horizontal = mergeOf(s)
			}
			return nil
		})
	})
	if p := st.pending; p != nil { // a deleted paragraph end at the end of a cell
		st.pending = nil
		if perr := st.endParagraph(p); err == nil {
			err = perr
		}
	}
	w = &t.rows[at]
	if c.start+c.span > maxColumns {
		return err
	}
	if n := len(w.cells); horizontal == proceed && n > 0 {
		w.cells[n-1].span += c.span
		return err
	}
	w.cells = append(w.cells, c)
	for _, it := range c.inside {
		t.inside = append(t.inside, inCell{it, at, c.start})
	}
	c.inside = nil
	return err
}

func mergeOf(s *opc.Scanner) mergeKind {
	if s.Attr("w:val") == "restart" {
		return restart
	}
	return proceed
}

// paragraph adds a paragraph to the cell's text.
func (c *cell) paragraph(p *paragraph, m marker) {
	text, links, emphasis := p.text.Text()
	if text != "" {
		bold := len(emphasis) > 0 && emphasis[0].Start == 0 && emphasis[0].End == utf8.RuneCountInString(text) &&
			strings.HasPrefix(emphasis[0].Style, "bold")
		c.bold = bold && (c.bold || !c.some)
		c.some = true
		if len(links) > 0 {
			runes := []rune(text)
			for _, l := range links {
				c.links = append(c.links, map[string]any{"text": string(runes[l.Start:l.End]), "url": l.URL})
			}
		}
		if m.label != "" {
			text = m.label + " " + text
		}
		c.write(text)
	} else if len(p.after) == 0 { // a column of numbers
		c.write(m.label)
	}
	c.inside = append(c.inside, p.after...)
}

func (c *cell) write(text string) {
	if c.text.Len() > 0 && text != "" {
		c.text.WriteByte('\n')
	}
	c.text.WriteString(text)
}

// nested adds a table in the cell: its texts to the cell's, itself to what the cell holds.
func (c *cell) nested(b *udm.ContentBlock, rest []item) {
	if b != nil {
		c.write(flat(b.Table))
		c.inside = append(c.inside, item{block: b})
	}
	c.inside = append(c.inside, rest...)
}

// block adds a block of another format to the cell.
func (c *cell) block(b *udm.ContentBlock) {
	switch b.Type {
	case udm.TableContent:
		c.nested(b, nil)
	case udm.ImageContent, udm.Media:
		c.inside = append(c.inside, item{block: b})
	default:
		c.write(b.Text)
		c.some = true
	}
}

// flat returns a table's texts: blanks between cells, a line a row.
func flat(t *udm.Table) string {
	var lines []string
	for r := range t.Rows() {
		var cells []string
		for c := range t.Cols() {
			if text := t.Cell(r, c); text != "" {
				cells = append(cells, text)
			}
		}
		if len(cells) > 0 {
			lines = append(lines, strings.Join(cells, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// finish makes the table's block, nil when it has no cells, and returns what its cells hold besides text.
func (t *table) finish() (*udm.ContentBlock, []item) {
	columns := t.columns()
	out := &udm.Table{HeaderRows: t.headerRows(), Caption: t.caption}
	var links []any
	open := map[int]int{} // index in out.Merged of the cell that comes down in a column
	line := make([]string, 0, len(columns))
	for at := range t.rows {
		w := &t.rows[at]
		line = line[:0]
		for _, c := range w.cells {
			col, span := columns[c.start], columns[c.start+c.span]-columns[c.start]
			for len(line) < col {
				line = append(line, "")
			}
			merge, coming := open[col]
			if c.merge == proceed && coming && out.Merged[merge].ColSpan == span && out.Merged[merge].Row+out.Merged[merge].RowSpan == at {
				out.Merged[merge].RowSpan++
				for range span { // Word shows nothing of what such a cell holds
					line = append(line, "")
				}
				continue
			}
			delete(open, col)
			line = append(line, c.text.String())
			for range span - 1 {
				line = append(line, "")
			}
			if c.merge == restart {
				open[col] = len(out.Merged)
			}
			if c.merge == restart || span > 1 {
				out.Merged = append(out.Merged, udm.Merge{Row: at, Col: col, RowSpan: 1, ColSpan: span})
			}
			for _, l := range c.links {
				m := l.(map[string]any)
				m["row"], m["col"] = at, col
				links = append(links, m)
			}
		}
		out.Append(line...)
	}
	out.Widen(columns[len(columns)-1])
	kept := out.Merged[:0]
	for _, m := range out.Merged {
		if m.RowSpan > 1 || m.ColSpan > 1 {
			kept = append(kept, m)
		}
	}
	out.Merged = kept
	var rest []item
	for _, in := range t.inside {
		if !in.note && in.block.A().Extra["parent_cell"] == nil {
			in.block.A().Set("parent_cell", map[string]any{"row": in.row, "col": columns[in.col]})
		}
		rest = append(rest, in.item)
	}
	if out.Rows() == 0 || out.Cols() == 0 || out.Empty() && len(rest) > 0 {
		for _, it := range rest {
			delete(it.block.A().Extra, "parent_cell")
		}
		return nil, rest
	}
	b := udm.NewTable(out)
	if len(links) > 0 {
		b.A().Set("links", links)
	}
	return b, rest
}

// columns maps grid columns to the table's: a grid column at which no cell of any row begins is none that a reader
// sees. The last entry is the number of columns.
func (t *table) columns() []int {
	width := 0
	for i := range t.rows {
		w := &t.rows[i]
		end := w.before
		if n := len(w.cells); n > 0 {
			end = w.cells[n-1].start + w.cells[n-1].span
		}
		width = max(width, end+w.after)
	}
	begins := make([]bool, width+1)
	for i := range t.rows {
		w := &t.rows[i]
		end := w.before
		for _, c := range w.cells {
			begins[c.start] = true
			end = c.start + c.span
		}
		begins[end] = true
		if w.before > 0 {
			begins[0] = true
		}
	}
	out := make([]int, width+1)
	n := 0
	for i := range out {
		out[i] = n
		if i < width && begins[i] {
			n++
		}
	}
	out[width] = n
	return out
}

// headerRows returns how many rows are headers: those that are marked, else the first one when its style or bold
// text sets it off from the others.
func (t *table) headerRows() int {
	if t.headers > 0 || len(t.rows) < 2 {
		return min(t.headers, len(t.rows))
	}
	if t.look || t.rows[0].bold() && !t.rows[1].bold() {
		return 1
	}
	return 0
}

// bold reports whether all text of a row is bold.
func (w *row) bold() bool {
	some := false
	for _, c := range w.cells {
		if c.some && !c.bold {
			return false
		}
		some = some || c.some
	}
	return some && len(w.cells) > 1
}
