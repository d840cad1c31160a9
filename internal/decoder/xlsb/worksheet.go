package xlsb

import (
	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/rpn"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/opc"
)

// worksheet reads the records of one sheet (2.1.7.61).
type worksheet struct {
	*workbook
	rels     *opc.Rels
	facts    sheet.Facts
	drawings []string // relationship ids

	row      int
	text     []byte
	formula  *sheet.Formula // the last one, while its text may come in the next record
	formulas []sharedFormula
}

// sharedFormula is a formula that the cells of an area share (2.4.812).
type sharedFormula struct {
	area   sheet.Area
	tokens []byte
}

// maxShared bounds the shared formulas of a sheet.
const maxShared = 1 << 14

func (w *worksheet) record(typ int, d *fields) error {
	switch typ {
	case recRowHdr:
		return w.rowHeader(d)
	case recCellRK, recCellError, recCellBool, recCellReal, recCellSt, recCellIsst, recCellRString,
		recFmlaString, recFmlaNum, recFmlaBool, recFmlaError:
		w.cell(typ, d)
	case recShrFmla:
		w.sharedFormula(d)
	case recColInfo:
		w.column(d)
	case recPane:
		d.f64()
		rows := d.f64()
		d.take(12)
		if d.u8()&1 != 0 && rows > 0 && rows < 100 {
			w.facts.FrozenRows = int(rows)
		}
	case recMergeCell:
		if a, ok := d.area(); ok {
			w.facts.Merges = append(w.facts.Merges, a)
		}
	case recBeginAFilter:
		if a, ok := d.area(); ok && w.facts.Filter == nil {
			w.facts.Filter = &a
		}
	case recHLink:
		w.hyperlink(d)
	case recListPart:
		if r, ok := w.rels.ByID(d.wide()); ok && !r.External {
			return w.flaw("table "+r.Target, w.part(r.Target, w.list))
		}
	case recDrawing:
		w.drawings = append(w.drawings, d.wide())
	}
	return nil
}

// thin is the height of a row, in twips, below which it only spaces others: half of a usual row's.
const thin = 7 * 20

// rowHeader reads a BrtRowHdr (2.4.741).
func (w *worksheet) rowHeader(d *fields) error {
	row := int(d.u32())
	d.u32()
	height := d.u16()
	d.u8()
	hidden := d.u8()&0x10 != 0
	w.row = row
	if n := len(w.facts.ThinRows); height < thin && row < sheet.MaxRows && (n == 0 || w.facts.ThinRows[n-1] < row) {
		w.facts.ThinRows = append(w.facts.ThinRows, row)
	}
	return w.cells.Row(row, hidden)
}

// narrow is the width of a column, in 1/256 of a character, below which it only spaces others.
const narrow = 3 * 256

// column reads a BrtColInfo (2.4.324).
func (w *worksheet) column(d *fields) {
	first, last, width := d.u32(), d.u32(), d.u32()
	d.u32()
	flags := d.u16()
	if first > last || first >= sheet.MaxCols {
		return
	}
	span := sheet.Span{First: int(first), Last: int(min(last, sheet.MaxCols-1))}
	if flags&1 != 0 {
		w.facts.HiddenCols = append(w.facts.HiddenCols, span)
	}
	if width < narrow {
		w.facts.NarrowCols = append(w.facts.NarrowCols, span)
	}
}

// cell reads a record with a cell (2.5.9 and the value).
func (w *worksheet) cell(typ int, d *fields) {
	col := int(d.u32())
	style := int(d.u32() & 0xffffff)
	if col >= sheet.MaxCols || w.row >= sheet.MaxRows {
		return
	}
	c := w.cells
	switch typ {
	case recCellRK:
		c.Number(col, sheet.RK(d.u32()), style)
	case recCellReal:
		c.Number(col, d.f64(), style)
	case recCellBool:
		c.Bool(col, d.u8() != 0, style)
	case recCellError:
		c.Error(col, byte(d.u8()), style)
	case recCellIsst:
		c.Shared(col, int(d.u32()), style)
	case recCellSt:
		w.text = d.appendWide(w.text[:0])
		c.String(col, w.text, style)
	case recCellRString:
		w.text = d.appendRich(w.text[:0])
		c.String(col, w.text, style)
	case recFmlaNum:
		v := d.f64()
		c.Number(col, v, style)
		w.addFormula(col, d, numfmt.AppendGeneral(w.text[:0], v), "number")
	case recFmlaBool:
		result := c.Bool(col, d.u8() != 0, style)
		w.addFormula(col, d, result, "boolean")
	case recFmlaError:
		result := c.Error(col, byte(d.u8()), style)
		w.addFormula(col, d, result, "error")
	case recFmlaString:
		w.text = d.appendWide(w.text[:0])
		result := c.String(col, w.text, style)
		w.addFormula(col, d, result, "string")
	}
}

// addFormula keeps the formula whose tokens follow in d.
func (w *worksheet) addFormula(col int, d *fields, result []byte, kind string) {
	w.formula = nil
	if !w.in.Options.Formulas {
		return
	}
	d.u16()
	tokens := d.take(int(d.u32()))
	f := sheet.Formula{Row: w.row, Col: col, ResultValue: string(result), ResultType: kind}
	const ptgExp = 0x01
	if len(tokens) > 0 && tokens[0] == ptgExp {
		for i := len(w.formulas) - 1; i >= 0; i-- {
			if s := w.formulas[i]; s.area.Contains(w.row, col) {
				w.keep(f, s.tokens)
				return
			}
		}
		w.formula = &f
		return
	}
	w.keep(f, tokens)
}

func (w *worksheet) keep(f sheet.Formula, tokens []byte) {
	if text, ok := rpn.Text(tokens, w.context(f.Row, f.Col)); ok {
		f.Expression = "=" + text
		w.facts.Formulas = append(w.facts.Formulas, f)
	}
}

// sharedFormula reads a BrtShrFmla, which follows the first of the formulas that use it.
func (w *worksheet) sharedFormula(d *fields) {
	if !w.in.Options.Formulas || len(w.formulas) >= maxShared {
		return
	}
	a, ok := d.area()
	if !ok {
		return
	}
	s := sharedFormula{a, append([]byte(nil), d.take(int(d.u32()))...)}
	w.formulas = append(w.formulas, s)
	if w.formula != nil {
		w.keep(*w.formula, s.tokens)
		w.formula = nil
	}
}

// hyperlink reads a BrtHLink (2.4.686).
func (w *worksheet) hyperlink(d *fields) {
	a, ok := d.area()
	if !ok {
		return
	}
	url := ""
	if r, ok := w.rels.ByID(d.wide()); ok {
		url = r.Target
	}
	if place := d.wide(); place != "" {
		url += "#" + place
	}
	if url != "" {
		w.facts.Links = append(w.facts.Links, sheet.Link{Area: a, URL: url})
	}
}

// list reads a table part (2.4.100) up to its first record.
func (w *worksheet) list(typ int, d *fields) error {
	if typ != recBeginList {
		return nil
	}
	a, ok := d.area()
	if !ok {
		return errStop
	}
	d.take(8)
	p := sheet.Part{Area: a, HeaderRows: int(min(d.u32(), 1))}
	d.take(4 + 4 + 6*4 + 4) // totals, flags, formats, connection
	p.Name = d.wide()
	if display := d.wide(); display != "" {
		p.Name = display
	}
	w.facts.Parts = append(w.facts.Parts, p)
	return errStop
}
