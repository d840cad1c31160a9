package ods

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/udm"
)

// value is what a cell's attributes say of its value (19.383 and following).
type value struct {
	kind     string // office:value-type, or "error"; "" for none
	raw      []byte // as written
	currency string
}

// readCell reads the table:table-cell at col and returns how many columns it takes.
func (w *worksheet) readCell(col int, style *odf.Style) (columns int, err error) {
	s := w.r.Scanner()
	var v value
	v.raw = w.value[:0]
	columns, rowSpan, colSpan := 1, 1, 1
	var formula string
	attrs := s.Attrs()
	for i := range attrs {
		a := &attrs[i]
		switch a.Full {
		case "table:number-columns-repeated":
			columns = int(number(a.Bytes()))
		case "table:number-rows-spanned":
			rowSpan = int(number(a.Bytes()))
		case "table:number-columns-spanned":
			colSpan = int(number(a.Bytes()))
		case "table:style-name":
			style = w.r.Styles().Get(odf.TableCell, a.Bytes())
		case "office:value-type":
			if v.kind == "" {
				v.kind = valueType(a.Bytes())
			}
		case "calcext:value-type":
			if string(a.Bytes()) == "error" {
				v.kind = "error"
			}
		case "office:value", "office:date-value", "office:time-value", "office:boolean-value", "office:string-value":
			v.raw = append(v.raw, a.Value()...)
		case "office:currency":
			v.currency = a.Value()
		case "table:formula":
			if w.in.Options.Formulas {
				formula = a.Value()
			}
		}
	}
	w.value = v.raw
	columns = min(max(columns, 1), sheet.MaxCols)
	start := len(w.rowText)
	if err := w.readContent(col); err != nil {
		return columns, err
	}
	if len(w.rowText) == start && len(v.raw) > 0 {
		w.rowText = w.texts.append(w.rowText, &v, style, w.r.Styles())
	}
	text := w.rowText[start:]
	if formula != "" {
		w.addFormula(col, formula, string(text), v.kind)
	}
	if len(text) == 0 {
		return columns, nil
	}
	facts := cellKind(v.kind)
	if style != nil && style.Emphasis&richtext.Bold != 0 {
		facts |= sheet.Bold
	}
	w.rowCells = append(w.rowCells, rowCell{col, min(columns, sheet.MaxCols-col), len(w.rowText), facts})
	if (rowSpan > 1 || colSpan > 1) && columns == 1 {
		w.facts.Merges = append(w.facts.Merges, sheet.Area{
			Top: w.row, Left: col,
			Bottom: min(w.row+max(rowSpan, 1), sheet.MaxRows) - 1, Right: min(col+max(colSpan, 1), sheet.MaxCols) - 1,
		})
	}
	return columns, nil
}

// valueType returns a value type without a copy of its name.
func valueType(b []byte) string {
	switch string(b) {
	case "float":
		return "float"
	case "string":
		return "string"
	case "percentage":
		return "percentage"
	case "currency":
		return "currency"
	case "date":
		return "date"
	case "time":
		return "time"
	case "boolean":
		return "boolean"
	}
	return ""
}

func cellKind(valueType string) sheet.Cell {
	switch valueType {
	case "float", "percentage", "currency":
		return sheet.Number
	case "date", "time":
		return sheet.Date
	case "boolean":
		return sheet.Bool
	case "error":
		return sheet.Error
	}
	return sheet.Text
}

// readContent reads the paragraphs of a cell into rowText, and what is anchored in it.
func (w *worksheet) readContent(col int) error {
	s := w.r.Scanner()
	first := true
	return s.Children(func() error {
		switch name := s.Name(); {
		case name == "text:p":
			if !first {
				w.rowText = append(w.rowText, '\n')
			}
			first = false
			text, links, err := w.r.AppendText(w.rowText)
			w.rowText = text
			for _, l := range links {
				w.facts.Links = append(w.facts.Links, sheet.Link{Area: sheet.Area{Top: w.row, Left: col, Bottom: w.row, Right: col}, URL: l.URL})
			}
			return err
		case name == "office:annotation":
			w.r.SetPlace(map[string]any{"sheet": w.name, "cell": sheet.CellName(w.row, col)})
			return w.r.Block()
		case strings.HasPrefix(name, "draw:"):
			return w.shape(col)
		}
		return nil
	})
}

// shape reads a picture, chart or other shape that is anchored in the cell at col.
func (w *worksheet) shape(col int) error {
	var content odftext.Blocks
	err := w.r.Into(&content, w.r.Shape)
	for _, b := range content.All() {
		b.Position = udm.Position{Row: int32(w.row), Col: int32(col), HasCell: true}
		w.anchored.Add(b)
	}
	return err
}

func (w *worksheet) addFormula(col int, formula, result, kind string) {
	f := sheet.Formula{Row: w.row, Col: col, Expression: excelFormula(formula), ResultValue: result, ResultType: "string"}
	switch cellKind(kind) {
	case sheet.Number, sheet.Date:
		f.ResultType = "number"
	case sheet.Bool:
		f.ResultType = "boolean"
	case sheet.Error:
		f.ResultType = "error"
	}
	w.facts.Formulas = append(w.facts.Formulas, f)
}
