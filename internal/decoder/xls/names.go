package xls

import (
	"strconv"

	"github.com/udecode/udecode/internal/decoder/internal/rpn"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/udm"
)

// name is a defined name (2.4.150).
type name struct {
	text    string
	builtin byte // number of a built-in name, with text empty
	sheet   int  // 0-based; -1 for the whole workbook
	hidden  bool
	tokens  []byte
}

// filterDatabase is the built-in name of a filter's range.
const filterDatabase = 0x0d

// supBook is a workbook that references go to: this one or another one.
type supBook struct{ own bool }

// extern is a reference's sheets: from first to last, in a workbook.
type extern struct{ book, first, last int }

// maxNames bounds the entries of the tables that formulas refer to.
const maxNames = 1 << 16

// supBook reads a SUPBOOK (2.4.271).
func (b *workbook) supBook(c *cursor) {
	if !b.biff8 || len(b.books) >= maxNames {
		return
	}
	c.u16()
	b.books = append(b.books, supBook{own: c.u16() == 0x0401})
}

// externSheet reads an EXTERNSHEET (2.4.105).
func (b *workbook) externSheet(c *cursor) {
	if !b.biff8 {
		return
	}
	for n := c.u16(); n > 0 && !c.done() && len(b.externs) < maxNames; n-- {
		b.externs = append(b.externs, extern{c.u16(), c.u16(), c.u16()})
	}
}

func (b *workbook) readName(r *reader) {
	d := r.data
	if !b.biff8 || len(d) < 15 || len(b.names) >= maxNames {
		return
	}
	flags := u16(d, 0)
	n := name{hidden: flags&1 != 0, sheet: u16(d, 8) - 1}
	c := &cursor{b: d[14:]}
	text := string(c.appendString(nil, u8(d, 3)))
	if flags&0x20 != 0 && len(text) == 0 && u8(d, 3) == 1 && len(d) > 15 {
		n.builtin = d[15]
	} else {
		n.text = text
	}
	if flags&0x20 != 0 && len(text) > 0 {
		n.builtin, n.text = text[0], ""
	}
	if size := u16(d, 4); size <= len(c.b) {
		n.tokens = c.b[:size]
	}
	b.names = append(b.names, n)
}

// resolveNames puts the defined names into the metadata, and those that are ranges where the sheets find them.
func (b *workbook) resolveNames(m *udm.Metadata) {
	var out []any
	for _, n := range b.names {
		index, a, isArea := rpn.Area(n.tokens, false)
		var target *sheetEntry
		if isArea && index < len(b.externs) {
			if x := b.externs[index]; x.first == x.last && x.first < len(b.sheets) && x.book < len(b.books) && b.books[x.book].own {
				target = &b.sheets[x.first]
			}
		}
		if n.builtin == filterDatabase && target != nil {
			target.filter = &a
		}
		if n.text == "" || n.hidden {
			continue
		}
		ref, ok := rpn.Text(n.tokens, b.context(0, 0))
		if !ok {
			continue
		}
		entry := map[string]any{"name": n.text, "ref": ref}
		if n.sheet >= 0 && n.sheet < len(b.sheets) {
			entry["sheet"] = b.sheets[n.sheet].name
		}
		out = append(out, entry)
		if target != nil {
			target.defined = append(target.defined, sheet.Part{Name: n.text, Area: a})
		}
	}
	if len(out) > 0 {
		m.Set("defined_names", out)
	}
}

// context returns what the formulas of a cell refer to.
func (b *workbook) context(row, col int) *rpn.Context {
	return &rpn.Context{
		Row: row, Col: col,
		Sheet: b.sheetPrefix,
		Name: func(i int) string {
			if i = i & 0xffff; i < 1 || i > len(b.names) || b.names[i-1].text == "" {
				return "#NAME?"
			}
			return b.names[i-1].text
		},
		Extern: func(i, n int) string { return b.sheetPrefix(i) + "#NAME?" },
	}
}

func (b *workbook) sheetPrefix(i int) string {
	if i >= len(b.externs) {
		return "#REF!"
	}
	x := b.externs[i]
	if x.book >= len(b.books) || !b.books[x.book].own {
		return "[" + strconv.Itoa(x.book) + "]!"
	}
	if x.first >= len(b.sheets) || x.last >= len(b.sheets) {
		return "#REF!"
	}
	if x.first == x.last {
		return rpn.QuoteSheet(b.sheets[x.first].name)
	}
	return rpn.QuoteSheet(b.sheets[x.first].name + ":" + b.sheets[x.last].name)
}

// sharedFormula is a formula that the cells of an area share (2.4.277).
type sharedFormula struct {
	area   sheet.Area
	tokens []byte
}

// maxShared bounds the shared formulas of a sheet.
const maxShared = 1 << 14

// sharedFormula reads a SHRFMLA, which follows the first of the formulas that use it.
func (s *substream) sharedFormula(d []byte) {
	if !s.in.Options.Formulas || len(d) < 10 || len(s.formulas) >= maxShared {
		return
	}
	f := sharedFormula{area: area(u16(d, 0), u16(d, 2), u8(d, 4), u8(d, 5)), tokens: d[10:min(10+u16(d, 8), len(d))]}
	s.formulas = append(s.formulas, f)
	s.resolveFirst(f)
}

// resolveFirst gives the formula that stands before a shared one its text.
func (s *substream) resolveFirst(f sharedFormula) {
	if p := s.formula; p != nil && p.expression == "" {
		p.expression = s.sharedText(f, p.row, p.col)
		return
	}
	if s.first != nil {
		s.first.Expression = "=" + s.sharedText(f, s.first.Row, s.first.Col)
		if s.first.Expression != "=" {
			s.facts.Formulas = append(s.facts.Formulas, *s.first)
		}
		s.first = nil
	}
}

func (s *substream) sharedText(f sharedFormula, row, col int) string {
	text, _ := rpn.Text(f.tokens, s.context(row, col))
	return text
}

// expression returns the text of a formula of n bytes, "" when it can't be told.
func (s *substream) expression(d []byte, n, row, col int) string {
	if !s.biff8 || n > len(d) {
		return ""
	}
	d = d[:n]
	const ptgExp = 0x01
	if n >= 5 && d[0] == ptgExp {
		for i := len(s.formulas) - 1; i >= 0; i-- {
			if f := s.formulas[i]; f.area.Contains(row, col) {
				return s.sharedText(f, row, col)
			}
		}
		return ""
	}
	text, _ := rpn.Text(d, s.context(row, col))
	return text
}
