package ods

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// worksheet is a table:table that is being read, or was.
type worksheet struct {
	*book
	name   string
	hidden bool
	cells  *sheet.Builder
	facts  sheet.Facts

	columns  []column
	row      int // the next one
	rowCells []rowCell
	rowText  []byte
	value    []byte              // scratch
	anchored odftext.Blocks      // what is anchored in cells
	floating []*udm.ContentBlock // what is anchored on the sheet
	cached   bool                // a copy of another file's sheet, which is not shown
}

// column is a run of columns of one style.
type column struct {
	end   int // behind the last one
	style *odf.Style
}

// rowCell is a cell of the row that is being read.
type rowCell struct {
	col, repeat, end int // end of its text in rowText
	facts            sheet.Cell
}

// narrow is the width, in points, below which a column without content only spaces others.
const narrow = 18

// readSheet reads a table:table.
func (b *book) readSheet() error {
	s := b.r.Scanner()
	w := &worksheet{book: b, name: s.Attr("table:name"), cells: sheet.New(b.in)}
	w.hidden = hiddenTable(b.r.Styles(), s.AttrBytes("table:style-name"))
	if w.hidden && b.in.Options.SkipHidden {
		return nil
	}
	w.facts.FrozenRows = b.frozen[w.name]
	b.sheets = append(b.sheets, w)
	err := b.r.Into(&w.anchored, func() error { return s.Children(w.child) })
	if w.cached {
		b.sheets = b.sheets[:len(b.sheets)-1]
	}
	return err
}

// child reads what stands in a table or in a group of its rows or columns.
func (w *worksheet) child() error {
	s := w.r.Scanner()
	switch s.Name() {
	case "table:table-row":
		return w.readRow()
	case "table:table-rows", "table:table-row-group", "table:table-columns", "table:table-column-group", "table:table-header-columns":
		return s.Children(w.child)
	case "table:table-header-rows": // repeated on each printed page
		atTop := w.row == 0
		err := s.Children(w.child)
		if atTop && w.facts.FrozenRows == 0 && w.row < maxFrozen {
			w.facts.FrozenRows = w.row
		}
		return err
	case "table:table-column":
		w.readColumn()
	case "table:shapes":
		var shapes odftext.Blocks
		err := w.r.Into(&shapes, w.r.Content)
		w.floating = append(w.floating, shapes.All()...)
		return err
	case "table:named-expressions":
		return s.Children(w.namedExpression)
	case "office:forms":
		return w.r.Block()
	case "table:table-source":
		// The programs keep the sheets that formulas in other files refer to under the file's address.
		w.cached = strings.HasPrefix(w.name, "'") && strings.Contains(w.name, "'#")
	}
	return nil
}

func (w *worksheet) readColumn() {
	s := w.r.Scanner()
	first := 0
	if n := len(w.columns); n > 0 {
		first = w.columns[n-1].end
	}
	if first >= sheet.MaxCols {
		return
	}
	c := column{end: min(first+max(s.Int("table:number-columns-repeated", 1), 1), sheet.MaxCols)}
	if style := s.AttrBytes("table:default-cell-style-name"); len(style) > 0 {
		c.style = w.r.Styles().Get(odf.TableCell, style)
	}
	span := sheet.Span{First: first, Last: c.end - 1}
	if v := string(s.AttrBytes("table:visibility")); v == "collapse" || v == "filter" {
		w.facts.HiddenCols = append(w.facts.HiddenCols, span)
	}
	if style := s.AttrBytes("table:style-name"); len(style) > 0 {
		if width := w.r.Styles().Get(odf.TableColumn, style).Width; width > 0 && width < narrow {
			w.facts.NarrowCols = append(w.facts.NarrowCols, span)
		}
	}
	w.columns = append(w.columns, c)
}

// readRow reads a table:table-row and adds its cells, as often as it says.
func (w *worksheet) readRow() error {
	s := w.r.Scanner()
	if w.row&255 == 0 {
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	repeat := max(s.Int("table:number-rows-repeated", 1), 1)
	repeat = min(repeat, max(sheet.MaxRows-w.row, 0))
	visibility := string(s.AttrBytes("table:visibility"))
	hidden := visibility == "collapse" || visibility == "filter"
	var style *odf.Style
	if name := s.AttrBytes("table:default-cell-style-name"); len(name) > 0 {
		style = w.r.Styles().Get(odf.TableCell, name)
	}
	w.rowCells, w.rowText = w.rowCells[:0], w.rowText[:0]
	if err := w.readCells(style); err != nil {
		return err
	}
	first := w.row
	w.row += repeat
	if len(w.rowCells) == 0 {
		return nil
	}
	return w.addRows(first, repeat, hidden)
}

// readCells reads the cells of the current row; style is what those have that name none.
func (w *worksheet) readCells(style *odf.Style) error {
	s := w.r.Scanner()
	depth := s.Depth()
	col, run := 0, 0
	for {
		kind, err := s.Next()
		if err != nil {
			return err
		}
		if kind == xmlscan.EOF || kind == xmlscan.End && s.Depth() < depth {
			return nil
		}
		if kind != xmlscan.Start {
			continue
		}
		switch s.Name() {
		case "table:table-cell":
			inherited := style
			for inherited == nil && run < len(w.columns) && col >= w.columns[run].end {
				run++
			}
			if inherited == nil && run < len(w.columns) {
				inherited = w.columns[run].style
			}
			n, err := w.readCell(col, inherited)
			if err != nil {
				return err
			}
			col += n
		case "table:covered-table-cell":
			col += min(max(s.Int("table:number-columns-repeated", 1), 1), sheet.MaxCols)
			if err := s.Skip(); err != nil {
				return err
			}
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
		if col > sheet.MaxCols {
			col = sheet.MaxCols
		}
	}
}

// addRows adds the cells that were read to rows from first on.
func (w *worksheet) addRows(first, repeat int, hidden bool) error {
	cells, text, start := int64(0), int64(0), 0
	for _, c := range w.rowCells {
		cells += int64(c.repeat)
		text += int64(c.repeat) * int64(c.end-start)
		start = c.end
	}
	if repeat > 1 || cells > int64(len(w.rowCells)) {
		if err := odf.ChargeCopies(w.in.Budget, int64(repeat), cells, text); err != nil {
			return err
		}
	}
	for i := range repeat {
		if err := w.cells.Row(first+i, hidden); err != nil {
			return err
		}
		start := 0
		for _, c := range w.rowCells {
			for k := range c.repeat {
				w.cells.Cell(c.col+k, w.rowText[start:c.end], c.facts)
			}
			start = c.end
		}
	}
	return nil
}

// node returns the sheet's node.
func (w *worksheet) node() (*udm.StructuralNode, error) {
	n := &udm.StructuralNode{Role: udm.Sheet, Label: w.name}
	if w.hidden {
		n.Metadata.Set("hidden", true)
	}
	blocks, err := w.cells.Blocks(&w.facts)
	if err != nil {
		return nil, err
	}
	n.Add(blocks...)
	n.Add(w.anchored.All()...)
	sheet.Sort(n.Blocks)
	n.Add(w.floating...)
	for _, b := range n.Blocks {
		b.Position.Page = 0 // a sheet's shapes have no page
	}
	return n, nil
}
