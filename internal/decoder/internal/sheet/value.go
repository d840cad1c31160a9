package sheet

import (
	"fmt"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/limit"
)

// Style is what a Builder wants to know of a cell format: how it shows values, and whether it is bold.
type Style struct {
	Format *numfmt.Format
	Bold   bool
}

// Workbook is what the sheets of one workbook share.
type Workbook struct {
	Styles   []Style // cell formats, as cells name them
	Date1904 bool    // dates count from 1904
	Strings  Strings
}

var plain = Style{Format: numfmt.General}

func (w *Workbook) style(i int) *Style {
	if w != nil && i >= 0 && i < len(w.Styles) && w.Styles[i].Format != nil {
		return &w.Styles[i]
	}
	return &plain
}

func (s *Style) facts() Cell {
	if s.Bold {
		return Bold
	}
	return 0
}

// Number adds a cell with a number, shown by a cell format, and returns what is shown; valid until the next call.
func (b *Builder) Number(col int, v float64, style int) []byte {
	s := b.Workbook.style(style)
	b.shown = s.Format.AppendNumber(b.shown[:0], v, b.Workbook != nil && b.Workbook.Date1904)
	kind := Number
	if s.Format.IsDate() {
		kind = Date
	}
	b.derive(len(b.shown))
	b.Cell(col, b.shown, kind|s.facts())
	return b.shown
}

// Shared adds a cell with a text of the workbook's string table and returns what is shown.
func (b *Builder) Shared(col, i, style int) []byte {
	text := b.Workbook.Strings.At(i)
	b.derive(len(text))
	return b.String(col, text, style)
}

// How much text, in bytes, cells may show by no more than naming it: as much as this, so much for each cell, and the string
// table several times over.
const (
	derivedFree    = 64 << 20
	derivedPerCell = 512
	derivedStrings = 4
)

// derive counts text that stands once in the file and may be shown by any number of cells.
func (b *Builder) derive(n int) {
	b.derived += int64(n)
	b.derivedCells++
	if b.derived > derivedFree && b.err == nil && b.Workbook != nil &&
		b.derived > derivedFree+derivedPerCell*b.derivedCells+derivedStrings*b.Workbook.Strings.Size() {
		b.err = fmt.Errorf("%w: cells repeat long texts, %d bytes of them", limit.ErrExceeded, b.derived)
	}
	if b.err != nil { // nothing more is kept; the next row's start reports it
		b.buf, b.cells = b.buf[:0], b.cells[:0]
	}
}

// String adds a cell with a text, shown by a cell format, and returns what is shown.
func (b *Builder) String(col int, text []byte, style int) []byte {
	s := b.Workbook.style(style)
	if !s.Format.PlainText() {
		b.shown = s.Format.AppendText(b.shown[:0], text)
		text = b.shown
	}
	b.Cell(col, text, Text|s.facts())
	return text
}

// Plain adds a cell of some kind whose text is what is shown, and returns it.
func (b *Builder) Plain(col int, text []byte, kind Cell, style int) []byte {
	b.Cell(col, text, kind|b.Workbook.style(style).facts())
	return text
}

var trueText, falseText = []byte("TRUE"), []byte("FALSE")

// Bool adds a cell with a boolean and returns what is shown.
func (b *Builder) Bool(col int, v bool, style int) []byte {
	text := falseText
	if v {
		text = trueText
	}
	return b.Plain(col, text, Bool, style)
}

// Error adds a cell with an error by its code in binary files ([MS-XLS] 2.5.10) and returns what is shown.
func (b *Builder) Error(col int, code byte, style int) []byte {
	return b.Plain(col, []byte(ErrorName(code)), Error, style)
}

// ErrorName returns what a cell with that error shows.
func ErrorName(code byte) string {
	switch code {
	case 0x00:
		return "#NULL!"
	case 0x07:
		return "#DIV/0!"
	case 0x0f:
		return "#VALUE!"
	case 0x17:
		return "#REF!"
	case 0x1d:
		return "#NAME?"
	case 0x24:
		return "#NUM!"
	case 0x2a:
		return "#N/A"
	case 0x2b:
		return "#GETTING_DATA"
	}
	return "#ERROR!"
}

// Strings is a table of texts, all behind one another.
type Strings struct {
	text []byte
	ends []uint32 // bytes
}

// Add adds a text that f appends to the table; false when the table is full.
func (t *Strings) Add(f func(dst []byte) []byte) bool {
	t.text = f(t.text)
	if uint64(len(t.text)) > limit.StringTable {
		return false
	}
	t.ends = append(t.ends, uint32(len(t.text)))
	return true
}

// Len returns the number of texts, Size the bytes that the table takes.
func (t *Strings) Len() int    { return len(t.ends) }
func (t *Strings) Size() int64 { return int64(len(t.text) + 4*len(t.ends)) }

// At returns the i-th text, nil when there is none; it must not be changed.
func (t *Strings) At(i int) []byte {
	if i < 0 || i >= len(t.ends) {
		return nil
	}
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.text[start:t.ends[i]:t.ends[i]]
}
