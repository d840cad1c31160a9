package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Tags is a document's structure tree (ISO 32000-2, 14.7) in the form that pages ask for: block-level units
// in reading order, each with the marked content it is made of.
type Tags struct {
	units    []unit
	pages    map[int][]part // by page, in order
	headings bool           // the tree has headings
	lists    bool
	nested   bool // it has lists within lists
}

// unit is a block-level element.
type unit struct {
	kind  kind
	level int // of a heading from 1, of a list item from 0
	alt   string
	label []page.Kid // marked content of the list item's own label
	loose bool       // text that no element makes a paragraph of
	table *tagTable
}

// part is what a unit has on one page.
type part struct {
	unit  int
	mcids []int32
	cells []tagCell // of a table
}

// tagTable numbers a table's rows and columns.
type tagTable struct {
	cols, header int
	headless     bool // no cell of it is tagged as a heading
}

// tagCell is a table's cell.
type tagCell struct {
	row, col, rowSpan, colSpan int
	mcids                      []int32
}

const (
	maxTagDepth = 200
	maxUnits    = 1 << 20
)

// NewTags prepares the structure tree; nil when the document has none.
func NewTags(info *page.Info) *Tags {
	if info.Struct == nil {
		return nil
	}
	t := &Tags{pages: make(map[int][]part)}
	t.container(info.Struct, 0, -1)
	if len(t.units) == 0 {
		return nil
	}
	return t
}

// blockLevel tells the kind of a block-level element that holds text of its own.
func blockLevel(e *page.Element) (k kind, level int, ok bool) {
	switch e.Type {
	case "P", "BibEntry", "Index":
		return para, 0, true
	case "TOCI":
		return entry, 0, true
	case "FENote":
		return note, 0, true
	case "Title":
		return heading, 0, true
	case "H":
		return heading, 1, true
	case "Caption":
		return caption, 0, true
	case "Note":
		return note, 0, true
	case "Formula":
		return formula, 0, true
	case "Figure":
		return imageBlock, 0, true
	}
	if len(e.Type) == 2 && e.Type[0] == 'H' && e.Type[1] >= '1' && e.Type[1] <= '9' {
		return heading, int(e.Type[1] - '0'), true
	}
	return 0, 0, false
}

// grouping reports whether an element groups blocks, by its type or by what it holds.
func grouping(e *page.Element, depth int) bool {
	switch e.Type {
	case "StructTreeRoot", "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "BlockQuote", "Aside", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD",
		"THead", "TBody", "TFoot", "TOC":
		return true
	}
	if _, _, ok := blockLevel(e); ok {
		return true
	}
	if depth > maxTagDepth {
		return false
	}
	for _, k := range e.Kids {
		if k.Element != nil && grouping(k.Element, depth+1) {
			return true
		}
	}
	return false
}

func (t *Tags) unit(u unit) int {
	t.units = append(t.units, u)
	return len(t.units) - 1
}

// container walks an element that holds blocks; text that stands in it directly is a paragraph. list is the
// nesting of the list it stands in, -1 for none.
func (t *Tags) container(e *page.Element, depth, list int) {
	if depth > maxTagDepth || len(t.units) > maxUnits {
		return
	}
	open := -1 // unit of loose text
	for _, k := range e.Kids {
		if k.Element == nil || !grouping(k.Element, depth) {
			if open < 0 {
				open = t.unit(unit{kind: para, loose: true})
			}
			if k.Element == nil {
				t.add(open, k)
			} else {
				t.text(open, k.Element, depth+1, list)
			}
			continue
		}
		open = -1
		t.block(k.Element, depth+1, list)
	}
}

// block adds the units of a block-level element.
func (t *Tags) block(e *page.Element, depth, list int) {
	if depth > maxTagDepth {
		return
	}
	switch e.Type {
	case "L":
		t.lists = true
		t.container(e, depth, list+1)
		return
	case "LI":
		t.item(e, depth, max(list, 0))
		return
	case "Table":
		t.tableUnit(e, depth, list)
		return
	}
	k, level, ok := blockLevel(e)
	if !ok {
		t.container(e, depth, list)
		return
	}
	if k == heading {
		t.headings = true
	}
	u := t.unit(unit{kind: k, level: level, alt: e.Alt})
	t.text(u, e, depth, list)
}

// item adds a list item: its first paragraph is the item, further blocks follow it.
func (t *Tags) item(e *page.Element, depth, level int) {
	u := t.unit(unit{kind: listItem, level: level})
	t.nested = t.nested || level > 0
	used := false
	var walk func(e *page.Element, depth int)
	walk = func(e *page.Element, depth int) {
		if depth > maxTagDepth {
			return
		}
		for _, k := range e.Kids {
			switch {
			case k.Element == nil:
				t.add(u, k)
				used = true
			case k.Element.Type == "Lbl":
				t.units[u].label = append(t.units[u].label, leaves(k.Element, depth)...)
				t.text(u, k.Element, depth+1, level)
			case k.Element.Type == "LBody":
				walk(k.Element, depth+1)
			case k.Element.Type == "P" && !used:
				t.text(u, k.Element, depth+1, level)
				used = true
			case !grouping(k.Element, depth):
				t.text(u, k.Element, depth+1, level)
				used = true
			default:
				t.block(k.Element, depth+1, level)
			}
		}
	}
	walk(e, depth)
}

// leaves returns the marked content below an element.
func leaves(e *page.Element, depth int) []page.Kid {
	if depth > maxTagDepth {
		return nil
	}
	var out []page.Kid
	for _, k := range e.Kids {
		if k.Element == nil {
			out = append(out, k)
		} else {
			out = append(out, leaves(k.Element, depth+1)...)
		}
	}
	return out
}

// text gives all marked content below an element to a unit; blocks inside of it become units of their own.
func (t *Tags) text(u int, e *page.Element, depth, list int) {
	if depth > maxTagDepth {
		return
	}
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			t.add(u, k)
		case k.Element.Type == "L" || k.Element.Type == "TOC" || k.Element.Type == "Table" || k.Element.Type == "Figure" || k.Element.Type == "Note" || k.Element.Type == "Caption" || k.Element.Type == "FENote":
			t.block(k.Element, depth+1, list)
		default:
			t.text(u, k.Element, depth+1, list)
		}
	}
}

// add gives a piece of marked content to a unit.
func (t *Tags) add(u int, k page.Kid) {
	ps := t.pages[k.Page]
	if n := len(ps); n > 0 && ps[n-1].unit == u {
		ps[n-1].mcids = append(ps[n-1].mcids, k.MCID)
		return
	}
	for i := len(ps) - 1; i >= 0 && i > len(ps)-8; i-- {
		if ps[i].unit == u {
			ps[i].mcids = append(ps[i].mcids, k.MCID)
			return
		}
	}
	t.pages[k.Page] = append(ps, part{unit: u, mcids: []int32{k.MCID}})
}

// tableUnit adds a table with the places of its cells, or the blocks in it when it only serves the layout.
func (t *Tags) tableUnit(e *page.Element, depth, list int) {
	for _, k := range e.Kids {
		if k.Element != nil && k.Element.Type == "Caption" {
			t.block(k.Element, depth+1, list)
		}
	}
	rows := tableRows(e, depth)
	if len(rows) < 2 || layoutTable(rows) {
		for _, r := range rows {
			for _, k := range r.Kids {
				if k.Element != nil {
					t.container(k.Element, depth+1, list)
				}
			}
		}
		return
	}
	tt := &tagTable{headless: true}
	u := t.unit(unit{kind: tableBlock, table: tt, alt: e.Alt})
	var hidden []int // by column: rows still hidden by a cell above
	heads := true
	for r, row := range rows {
		col := 0
		n, head, corner := 0, 0, 0
		for _, k := range row.Kids {
			if k.Element == nil || k.Element.Type != "TH" && k.Element.Type != "TD" {
				continue
			}
			for col < len(hidden) && hidden[col] > r {
				col++
			}
			const most = 1000
			c := tagCell{row: r, col: col, rowSpan: min(max(k.Element.RowSpan, 1), len(rows)-r), colSpan: min(max(k.Element.ColSpan, 1), most)}
			for len(hidden) < col+c.colSpan {
				hidden = append(hidden, 0)
			}
			for i := range c.colSpan {
				hidden[col+i] = r + c.rowSpan
			}
			t.cell(u, c, k.Element, depth)
			col += c.colSpan
			n++
			if k.Element.Type == "TH" {
				head++
				tt.headless = false
			} else if n == 1 && len(leaves(k.Element, depth)) == 0 {
				corner = 1 // above the rows' headings
			}
		}
		heads = heads && head > 0 && head+corner == n
		if heads {
			tt.header = r + 1
		}
	}
	tt.cols = len(hidden)
	if tt.header == len(rows) {
		tt.header = 0
	}
}

func tableRows(e *page.Element, depth int) []*page.Element {
	var out []*page.Element
	if depth > maxTagDepth {
		return nil
	}
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
		case k.Element.Type == "TR":
			out = append(out, k.Element)
		case k.Element.Type != "Caption":
			out = append(out, tableRows(k.Element, depth+1)...)
		}
	}
	return out
}

// layoutTable reports whether a table's cells hold headings, lists or tables, as no data does, or one
// column only.
func layoutTable(rows []*page.Element) bool {
	cols := 0
	for _, r := range rows {
		n := 0
		for _, k := range r.Kids {
			if k.Element == nil {
				continue
			}
			n += max(k.Element.ColSpan, 1)
			for _, c := range k.Element.Kids {
				if c.Element != nil && (c.Element.Type == "Table" || strings.HasPrefix(c.Element.Type, "H")) {
					return true
				}
			}
		}
		cols = max(cols, n)
	}
	return cols < 2
}

// cell gives a cell its marked content, page by page.
func (t *Tags) cell(u int, c tagCell, e *page.Element, depth int) {
	byPage := make(map[int][]int32)
	var order []int
	for _, k := range leaves(e, depth) {
		if _, ok := byPage[k.Page]; !ok {
			order = append(order, k.Page)
		}
		byPage[k.Page] = append(byPage[k.Page], k.MCID)
	}
	for _, p := range order {
		c.mcids = byPage[p]
		ps := t.pages[p]
		at := -1
		for i := len(ps) - 1; i >= 0; i-- {
			if ps[i].unit == u {
				at = i
				break
			}
		}
		if at < 0 {
			ps = append(ps, part{unit: u})
			at = len(ps) - 1
		}
		ps[at].cells = append(ps[at].cells, c)
		t.pages[p] = ps
	}
}
