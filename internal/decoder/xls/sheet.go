package xls

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/udm"
)

// substream reads the records of one sheet (2.1.7.20.5).
type substream struct {
	*workbook
	ctx   context.Context
	r     *reader
	facts sheet.Facts
	row   int

	hidden   map[int]bool // rows
	formula  *pending     // a formula whose text result comes in the next record
	frozen   bool
	paneRows int
	formulas []sharedFormula
	first    *sheet.Formula // the formula before, while its text may come in the next record

	drawings []byte         // drawing records, all behind one another
	anchor   [2]int         // row and column of the last one's object
	object   int            // id of the last object
	objType  int            // and its type (2.5.143)
	texts    map[int]string // of objects, by id
	notes    []note
	boxes    []*udm.ContentBlock // text boxes
}

// pending is a formula whose result is a text.
type pending struct {
	row, col, style int
	expression      string
}

type note struct {
	row, col, object int
	author           string
	text             string // BIFF5
}

// The object types (2.5.143) that matter here.
const objNote = 0x19

// sheet reads the i-th sheet; nil when it is to be left out.
func (b *workbook) sheet(ctx context.Context, i int) (*udm.StructuralNode, error) {
	e := &b.sheets[i]
	if e.typ == 6 || e.hidden > 0 && b.in.Options.SkipHidden {
		return nil, nil
	}
	n := &udm.StructuralNode{Role: udm.Sheet, Label: e.name}
	if e.hidden > 0 {
		n.Metadata.Set("hidden", true)
		n.Metadata.Set("visibility", [...]string{"", "hidden", "veryHidden", "veryHidden"}[e.hidden])
	}
	if e.typ == 2 {
		n.Metadata.Set("kind", "chart")
	}
	if e.at < 0 || e.at >= len(b.stream) {
		b.in.Warnf("sheet %q lies outside of the workbook", e.name)
		return n, nil
	}
	s := &substream{workbook: b, ctx: ctx, r: &reader{b: b.stream, pos: e.at}, row: -1, hidden: map[int]bool{}, texts: map[int]string{}}
	s.facts.Filter, s.facts.Names = e.filter, e.defined
	if err := s.read(); err != nil {
		return nil, err
	}
	if s.frozen {
		s.facts.FrozenRows = s.paneRows
	}
	var err error
	if n.Blocks, err = b.cells.Blocks(&s.facts); err != nil {
		return nil, err
	}
	floating := append(s.pictures(), s.boxes...)
	if len(floating) > 0 {
		n.Blocks = append(n.Blocks, floating...)
		sheet.Sort(n.Blocks)
	}
	return n, s.addComments(e.name)
}

// read reads the substream up to its end. Charts in it are substreams of their own and skipped.
func (s *substream) read() error {
	r := s.r
	depth := 0
	for count := 0; r.next(); count++ {
		if count&0xfff == 0 {
			if err := s.ctx.Err(); err != nil {
				return err
			}
		}
		r.typ, r.data = s.modern(r.typ, r.data)
		switch r.typ {
		case recBOF:
			depth++
			continue
		case recEOF:
			if depth--; depth <= 0 {
				return nil
			}
			continue
		}
		if depth > 1 {
			continue
		}
		if err := s.record(r.typ, r.data); err != nil {
			return err
		}
	}
	s.in.Warnf("the workbook ends within a sheet")
	return nil
}

// at makes a row the current one.
func (s *substream) at(row int) error {
	if row == s.row {
		return nil
	}
	s.row = row
	return s.cells.Row(row, s.hidden[row])
}

func (s *substream) record(typ uint16, d []byte) error {
	switch typ {
	case recRow:
		s.rowInfo(d)
	case recColInfo:
		s.colInfo(d)
	case recWindow2:
		s.frozen = u16(d, 0)&0x0008 != 0
	case recPane:
		s.paneRows = u16(d, 2)
	case recMergeCells:
		for i := 0; i < u16(d, 0) && 2+8*i+8 <= len(d); i++ {
			at := 2 + 8*i
			s.facts.Merges = append(s.facts.Merges, area(u16(d, at), u16(d, at+2), u16(d, at+4), u16(d, at+6)))
		}
	case recHLink:
		s.hyperlink(d)
	case recNote:
		s.note(d)
	case recObj:
		s.object, s.objType = u16(d, 6), u16(d, 4)
	case recTxO:
		s.textObject()
	case recDrawing:
		s.drawing(d)
	case recShrFmla:
		s.sharedFormula(d)
	case recString:
		return s.stringResult()
	default:
		if len(d) >= 6 {
			return s.cell(typ, d)
		}
	}
	return nil
}

// area makes an area of bounds in any order.
func area(top, bottom, left, right int) sheet.Area {
	return sheet.Area{Top: min(top, bottom), Left: min(left, right), Bottom: max(top, bottom), Right: max(left, right)}
}

// thin is the height of a row, in twips, below which it only spaces others: half of a usual row's.
const thin = 7 * 20

// rowInfo reads a ROW (2.4.221).
func (s *substream) rowInfo(d []byte) {
	row, height, flags := u16(d, 0), u16(d, 6)&0x7fff, u16(d, 12)
	if flags&0x20 != 0 {
		s.hidden[row] = true
	}
	if n := len(s.facts.ThinRows); height < thin && len(d) >= 14 && (n == 0 || s.facts.ThinRows[n-1] < row) {
		s.facts.ThinRows = append(s.facts.ThinRows, row)
	}
}

// narrow is the width of a column, in 1/256 of a character, below which it only spaces others.
const narrow = 3 * 256

// colInfo reads a COLINFO (2.4.53).
func (s *substream) colInfo(d []byte) {
	span := sheet.Span{First: u16(d, 0), Last: u16(d, 2)}
	if len(d) < 10 || span.Last < span.First {
		return
	}
	if u16(d, 8)&1 != 0 {
		s.facts.HiddenCols = append(s.facts.HiddenCols, span)
	}
	if u16(d, 4) < narrow {
		s.facts.NarrowCols = append(s.facts.NarrowCols, span)
	}
}

// cell reads a record with a cell or several.
func (s *substream) cell(typ uint16, d []byte) error {
	row, col, style := u16(d, 0), u16(d, 2), u16(d, 4)
	switch typ {
	case recLabelSST, recLabel, recRString, recNumber, recRK, recMulRK, recBoolErr, recFormula:
	default:
		return nil
	}
	if err := s.at(row); err != nil {
		return err
	}
	c := s.cells
	switch typ {
	case recLabelSST:
		c.Shared(col, int(u32(d, 6)), style)
	case recLabel, recRString:
		cur := s.r.cursor()
		cur.skip(6)
		c.String(col, s.longString(cur), style)
	case recNumber:
		c.Number(col, f64(d, 6), style)
	case recRK:
		c.Number(col, sheet.RK(u32(d, 6)), style)
	case recMulRK:
		for i := 4; i+6 <= len(d)-2; i += 6 {
			c.Number(col, sheet.RK(u32(d, i+2)), u16(d, i))
			col++
		}
	case recBoolErr:
		if u8(d, 7) != 0 {
			c.Error(col, byte(u8(d, 6)), style)
		} else {
			c.Bool(col, u8(d, 6) != 0, style)
		}
	case recFormula:
		s.formulaCell(row, col, style, d)
	}
	return nil
}

// longString reads a string with a length of two bytes: of BIFF8 with flags, of BIFF5 in the code page.
func (s *substream) longString(c *cursor) []byte {
	n := c.u16()
	if s.biff8 {
		return c.appendString(nil, n)
	}
	return decode(c.bytes(make([]byte, n)), s.codePage)
}

// formulaCell reads a FORMULA (2.4.127) and its last result (2.5.133).
func (s *substream) formulaCell(row, col, style int, d []byte) {
	if len(d) < 14 {
		return
	}
	expression := ""
	if s.in.Options.Formulas && len(d) > 22 {
		expression = s.expression(d[22:], u16(d, 20), row, col)
	}
	s.formula, s.first = nil, nil
	var text []byte
	kind := "number"
	switch {
	case u16(d, 12) != 0xffff:
		s.cells.Number(col, f64(d, 6), style)
		text = numfmt.AppendGeneral(nil, f64(d, 6))
	case d[6] == 0:
		s.formula = &pending{row, col, style, expression}
		return
	case d[6] == 1:
		kind, text = "boolean", s.cells.Bool(col, d[8] != 0, style)
	case d[6] == 2:
		kind, text = "error", s.cells.Error(col, d[8], style)
	}
	s.addFormula(row, col, expression, string(text), kind)
}

// stringResult reads a STRING (2.4.268): the result of the formula before it.
func (s *substream) stringResult() error {
	f := s.formula
	if f == nil {
		return nil
	}
	s.formula = nil
	if err := s.at(f.row); err != nil {
		return err
	}
	text := s.cells.String(f.col, s.longString(s.r.cursor()), f.style)
	s.addFormula(f.row, f.col, f.expression, string(text), "string")
	return nil
}

func (s *substream) addFormula(row, col int, expression, result, kind string) {
	if !s.in.Options.Formulas {
		return
	}
	f := sheet.Formula{Row: row, Col: col, Expression: "=" + expression, ResultValue: result, ResultType: kind}
	if expression == "" {
		s.first = &f
		return
	}
	s.facts.Formulas = append(s.facts.Formulas, f)
}

// note reads a NOTE (2.4.179): the cell of a comment, whose text is that of an object. BIFF5 has the text in the record itself.
func (s *substream) note(d []byte) {
	const maxNotes = 1 << 16
	if len(s.notes) >= maxNotes || len(d) < 6 {
		return
	}
	n := note{row: u16(d, 0), col: u16(d, 2)}
	if s.biff8 {
		n.object = u16(d, 6)
		if len(d) > 10 {
			n.author = string((&cursor{b: d[10:]}).appendString(nil, u16(d, 8)))
		}
	} else {
		text := string(decode(d[6:min(6+u16(d, 4), len(d))], s.codePage))
		if k := len(s.notes); n.row == 0xffff && k > 0 { // goes on with the note before
			s.notes[k-1].text += text
			return
		}
		n.text = text
	}
	s.notes = append(s.notes, n)
}

// textObject reads a TXO (2.4.329): the text of the object before it stands in the CONTINUE records.
func (s *substream) textObject() {
	n := u16(s.r.data, 10)
	if n == 0 || len(s.r.parts) == 0 {
		return
	}
	text := strings.TrimSpace(string((&cursor{nil, s.r.parts}).appendChars(nil, n, 0)))
	if text == "" {
		return
	}
	s.texts[s.object] = text
	if s.objType != objNote {
		s.boxes = append(s.boxes, textBox(text, s.anchor[0], s.anchor[1])...)
	}
}

func (s *substream) addComments(sheetName string) error {
	for _, n := range s.notes {
		text := n.text
		if s.biff8 {
			text = s.texts[n.object]
		}
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		c := map[string]any{"sheet": sheetName, "cell": sheet.CellName(n.row, n.col), "text": text}
		if n.author != "" {
			c["author"] = n.author
		}
		s.comments = append(s.comments, c)
		if err := s.in.Budget.Charge(int64(len(text))); err != nil {
			return err
		}
	}
	return nil
}

// The monikers that links are stored as ([MS-OSHARED] 2.3.7), by their class ids' first four bytes.
const (
	urlMoniker  = 0x79eac9e0
	fileMoniker = 0x00000303
)

// hyperlink reads an HLINK (2.4.140): an area and a hyperlink object ([MS-OSHARED] 2.3.7.1).
func (s *substream) hyperlink(d []byte) {
	if len(d) < 32 {
		return
	}
	a := area(u16(d, 0), u16(d, 2), u16(d, 4), u16(d, 6))
	flags := u32(d, 28)
	p := d[32:]
	text := func() string { // a length in characters, then UTF-16 with a zero at its end
		n := int(u32(p, 0))
		if len(p) < 4 || n < 0 || n > (len(p)-4)/2 {
			p = nil
			return ""
		}
		t := wide(p[4 : 4+2*n])
		p = p[4+2*n:]
		return t
	}
	const hasMoniker, hasLocation, hasFrame, hasDisplay, isText = 1 << 0, 1 << 3, 1 << 7, 1 << 4, 1 << 8
	if flags&hasDisplay != 0 {
		text()
	}
	if flags&hasFrame != 0 {
		text()
	}
	url := ""
	switch {
	case flags&hasMoniker == 0:
	case flags&isText != 0:
		url = text()
	case u32(p, 0) == urlMoniker && len(p) >= 20:
		n := min(int(u32(p, 16)), len(p)-20)
		if n < 0 {
			return
		}
		url = wide(p[20 : 20+n])
		p = p[20+n:]
	case u32(p, 0) == fileMoniker && len(p) >= 22:
		url, p = s.fileLink(p[16:])
	}
	if flags&hasLocation != 0 {
		if place := text(); place != "" {
			url += "#" + place
		}
	}
	if url != "" {
		s.facts.Links = append(s.facts.Links, sheet.Link{Area: a, URL: url})
	}
}

// fileLink reads a file moniker ([MS-OSHARED] 2.3.7.8) behind its class id.
func (s *substream) fileLink(p []byte) (url string, rest []byte) {
	up := u16(p, 0)
	n := int(u32(p, 2))
	if n < 0 || 6+n > len(p) {
		return "", nil
	}
	url = string(decode([]byte(strings.TrimRight(string(p[6:6+n]), "\x00")), s.codePage))
	p = p[6+n:]
	if len(p) < 28 {
		return url, nil
	}
	size := int(u32(p, 24))
	p = p[28:]
	if size > 0 && size <= len(p) {
		if n := int(u32(p, 0)); size >= 6 && n >= 0 && n <= size-6 {
			url = wide(p[6 : 6+n])
		}
		p = p[size:]
	}
	return strings.Repeat("../", min(up, 20)) + strings.ReplaceAll(url, `\`, "/"), p
}

// wide decodes UTF-16 up to the first zero.
func wide(b []byte) string {
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			b = b[:i]
		}
	}
	return string(sheet.AppendUTF16(nil, b))
}
