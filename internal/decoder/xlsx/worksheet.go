package xlsx

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// worksheet reads one worksheet part (18.3) in one pass.
type worksheet struct {
	*workbook
	ctx   context.Context
	s     *scanner
	rels  *opc.Rels
	facts sheet.Facts

	drawings []string // relationship ids
	formulas map[int]sharedFormula

	inCells []*udm.ContentBlock // pictures that are values of cells

	row, col int // of the current cell
	value    []byte
	inline   []byte
	formula  []byte
	hasF     bool
}

// read reads the part up to its end. It returns false for a chart sheet or another part without cells.
func (w *worksheet) read() (cells bool, err error) {
	s := w.s
	if !s.next() {
		return false, s.failure()
	}
	cells = string(s.name) != "chartsheet"
	err = s.children(func() error {
		switch string(s.name) {
		case "sheetViews":
			return s.children(w.view)
		case "cols":
			return s.children(w.column)
		case "sheetData":
			return w.data()
		case "autoFilter":
			if a, ok := sheet.ParseArea(s.attr("ref")); ok {
				w.facts.Filter = &a
			}
		case "mergeCells":
			return s.children(w.merge)
		case "hyperlinks":
			return s.children(w.hyperlink)
		case "tableParts":
			return s.children(func() error {
				w.tablePart(s.attr("id"))
				return nil
			})
		case "drawing":
			w.drawings = append(w.drawings, s.attr("id"))
		}
		return nil
	})
	return cells, err
}

// view reads a sheetView for its frozen pane (18.3.1.66).
func (w *worksheet) view() error {
	return w.s.children(func() error {
		if string(w.s.name) != "pane" {
			return nil
		}
		if state := w.s.attr("state"); state != "frozen" && state != "frozenSplit" {
			return nil
		}
		rows, _ := strconv.ParseFloat(w.s.attr("ySplit"), 64)
		if rows > 0 && rows < 100 {
			w.facts.FrozenRows = int(rows)
		}
		return nil
	})
}

// narrow is the width, in characters, below which a column without content only spaces others.
const narrow = 3.0

// column reads a col: one range of columns (18.3.1.13).
func (w *worksheet) column() error {
	first, err := strconv.Atoi(w.s.attr("min"))
	last, err2 := strconv.Atoi(w.s.attr("max"))
	if err != nil || err2 != nil || first < 1 || last < first {
		return nil
	}
	span := sheet.Span{First: first - 1, Last: min(last, sheet.MaxCols) - 1}
	if w.s.flag("hidden") {
		w.facts.HiddenCols = append(w.facts.HiddenCols, span)
	}
	if width, err := strconv.ParseFloat(w.s.attr("width"), 64); err == nil && width < narrow {
		w.facts.NarrowCols = append(w.facts.NarrowCols, span)
	}
	return nil
}

func (w *worksheet) merge() error {
	if a, ok := sheet.ParseArea(w.s.attr("ref")); ok && string(w.s.name) == "mergeCell" {
		w.facts.Merges = append(w.facts.Merges, a)
	}
	return nil
}

// hyperlink reads one hyperlink (18.3.1.47): to a relationship's target, a place in the workbook, or both.
func (w *worksheet) hyperlink() error {
	a, ok := sheet.ParseArea(w.s.attr("ref"))
	if !ok {
		return nil
	}
	url := ""
	if id := w.s.attr("id"); id != "" {
		if r, ok := w.rels.ByID(id); ok {
			url = r.Target
			if !r.External && r.Fragment != "" {
				url = "#" + r.Fragment
			}
		}
	}
	if place := w.s.attr("location"); place != "" && !strings.Contains(url, "#") {
		url += "#" + place
	}
	if url != "" {
		w.facts.Links = append(w.facts.Links, sheet.Link{Area: a, URL: url})
	}
	return nil
}

// tablePart reads the part of a table (18.5.1.2).
func (w *worksheet) tablePart(id string) {
	r, ok := w.rels.ByID(id)
	if !ok || r.External {
		return
	}
	s, err := w.pkg.ScanRoot(r.Target)
	if err != nil {
		w.in.Warnf("table %s: %v", r.Target, err)
		return
	}
	defer s.Close()
	a, ok := sheet.ParseArea(s.Attr("ref"))
	if !ok {
		return
	}
	name := s.Attr("displayName")
	if name == "" {
		name = s.Attr("name")
	}
	w.facts.Parts = append(w.facts.Parts, sheet.Part{Name: name, Area: a, HeaderRows: min(max(s.Int("headerRowCount", 1), 0), 1)})
}

// data reads sheetData (18.3.1.80).
func (w *worksheet) data() error {
	s := w.s
	if s.kind == emptyTag {
		return nil
	}
	depth := s.depth
	w.row = -1
	for s.next() {
		switch {
		case s.kind == closeTag:
			if s.depth < depth {
				return nil
			}
		case len(s.name) == 1 && s.name[0] == 'c' && s.depth >= depth+1:
			if err := w.cell(); err != nil {
				return err
			}
		case string(s.name) == "row":
			if err := w.startRow(); err != nil {
				return err
			}
		default:
			s.skip()
		}
	}
	return s.failure()
}

func (w *worksheet) startRow() error {
	index, hidden, thin := w.row+1, false, false
	for rest := w.s.attrs; ; {
		var name, value []byte
		if name, value, rest = attr(rest); len(name) == 0 {
			break
		}
		switch string(name) {
		case "r":
			if n, ok := digits(value); ok && n > 0 {
				index = n - 1
			}
		case "hidden":
			hidden = isTrue(value)
		case "ht":
			thin = isThin(value)
		}
	}
	w.row, w.col = index, -1
	if n := len(w.facts.ThinRows); thin && (n == 0 || w.facts.ThinRows[n-1] < index) {
		w.facts.ThinRows = append(w.facts.ThinRows, index)
	}
	if index&0x3ff == 0 {
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	return w.cells.Row(index, hidden)
}

// isThin reports whether a row's height, in points, is less than half of a usual row's.
func isThin(height []byte) bool {
	return len(height) > 0 && height[0] >= '0' && height[0] <= '6' && (len(height) == 1 || height[1] == '.')
}

// digits reads a number of up to 15 digits.
func digits(b []byte) (int, bool) {
	if len(b) == 0 || len(b) > 15 {
		return 0, false
	}
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// cell reads one c element (18.3.1.4) and hands it to the builder.
func (w *worksheet) cell() error {
	s := w.s
	col, st, vm := w.col+1, 0, 0
	typ := byte('n') // the first letter tells all types apart but str and s
	for rest := s.attrs; ; {
		var name, value []byte
		if name, value, rest = attr(rest); len(name) == 0 {
			break
		}
		if len(name) != 1 {
			if string(name) == "vm" {
				vm, _ = digits(value)
			}
			continue
		}
		switch name[0] {
		case 'r':
			if row, c, ok := sheet.ParseCell(value); ok {
				col = c
				if row != w.row { // a cell that stands in another row's element
					w.row = row
					if err := w.cells.Row(row, false); err != nil {
						return err
					}
				}
			}
		case 's':
			st, _ = digits(value)
		case 't':
			if len(value) > 0 {
				typ = value[0]
			}
			if len(value) > 1 && typ == 's' {
				typ = 'f' // str: a formula's text
			}
		}
	}
	w.col = col
	if s.kind == emptyTag {
		return nil
	}
	w.value, w.inline, w.hasF = w.value[:0], w.inline[:0], false
	depth := s.depth
	for s.next() {
		if s.kind == closeTag {
			if s.depth < depth {
				break
			}
			if len(s.name) == 1 && s.name[0] == 'v' && s.depth == depth {
				w.value = append(w.value, s.text...)
			}
			continue
		}
		switch string(s.name) {
		case "f":
			w.readFormula()
		case "is":
			var err error
			if w.inline, err = s.appendRich(w.inline); err != nil {
				return err
			}
		case "v":
		default:
			s.skip()
		}
	}
	if vm > 0 && typ == 'e' && w.cellImage(vm) {
		return w.in.Budget.ChargeBlocks(1)
	}
	w.show(col, typ, st)
	return nil
}

// show hands the value that was read to the builder.
func (w *worksheet) show(col int, typ byte, style int) {
	resultType := "string"
	var text []byte
	switch typ {
	case 's':
		i, ok := digits(bytes.TrimSpace(w.value))
		if !ok {
			return
		}
		text = w.cells.Shared(col, i, style)
	case 'i':
		if len(w.inline) == 0 { // some writers put the text where a value stands
			w.text()
		}
		text = w.cells.String(col, w.inline, style)
	case 'f':
		text = w.cells.String(col, w.text(), style)
	case 'b':
		resultType = "boolean"
		text = w.cells.Bool(col, isTrue(bytes.TrimSpace(w.value)), style)
	case 'e':
		resultType = "error"
		text = w.cells.Plain(col, w.text(), sheet.Error, style)
	case 'd':
		text = w.isoDate(col, style)
	default:
		if len(w.inline) > 0 && len(w.value) == 0 { // inline text without the type that says so
			text = w.cells.String(col, w.inline, style)
			break
		}
		resultType = "number"
		text = w.number(col, style)
	}
	if w.hasF {
		w.addFormula(col, text, resultType)
	}
}

// text returns the cell's value as text of the model.
func (w *worksheet) text() []byte {
	w.inline = appendText(w.inline[:0], w.value)
	return w.inline
}

func (w *worksheet) number(col, style int) []byte {
	raw := w.value
	if isPlain(raw) && (style >= len(w.shared.Styles) || w.shared.Styles[style].Format.IsGeneral()) {
		return w.cells.Plain(col, raw, sheet.Number, style)
	}
	if v, ok := parseNumber(bytes.TrimSpace(raw)); ok {
		return w.cells.Number(col, v, style)
	}
	return w.cells.String(col, w.text(), style)
}

func parseNumber(raw []byte) (float64, bool) {
	if n, ok := digits(raw); ok {
		return float64(n), true
	}
	v, err := strconv.ParseFloat(string(raw), 64)
	return v, err == nil
}

// isPlain reports whether a number in the file is written just as General shows it.
func isPlain(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 15 || b[0] < '0' || b[0] > '9' || b[0] == '0' && len(b) > 1 && b[1] != '.' {
		return false
	}
	point := -1
	for i, c := range b {
		if c == '.' && point < 0 {
			point = i
		} else if c < '0' || c > '9' {
			return false
		}
	}
	if point < 0 {
		return true
	}
	last := b[len(b)-1]
	return last != '0' && last != '.' && !(b[0] == '0' && len(b) > 8) // a small number may be shown with an exponent
}

// isoDate adds a date that is written as ISO 8601 (strict files).
func (w *worksheet) isoDate(col, style int) []byte {
	v, ok := numfmt.ParseISO(string(bytes.TrimSpace(w.value)), w.shared.Date1904)
	if !ok || style >= len(w.shared.Styles) || !w.shared.Styles[style].Format.IsDate() {
		return w.cells.Plain(col, w.text(), sheet.Date, style)
	}
	return w.cells.Number(col, v, style)
}
