// Package rpn writes the formulas of binary Excel files as text: XLS keeps them as tokens in reverse Polish notation
// ([MS-XLS] 2.5.198), XLSB nearly so ([MS-XLSB] 2.5.97).
package rpn

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// Context is what a formula's tokens refer to.
type Context struct {
	Wide     bool // rows take four bytes, as in XLSB
	Row, Col int  // of the cell, for relative references
	// Sheet returns the prefix of a reference to other sheets by its index: "Sheet2!", "'My sheet'!" or "".
	Sheet func(index int) string
	// Name returns a defined name by its number, from 1.
	Name func(index int) string
	// Extern returns a name of another workbook or an add-in.
	Extern func(sheet, index int) string
}

// maxText bounds the text of one formula, bytes; Excel's longest has 8,192 characters.
const maxText = 64 << 10

// Text returns a formula without its leading "="; false for one that it can't make sense of.
func Text(tokens []byte, c *Context) (string, bool) {
	d := decompiler{c: c, b: tokens}
	for len(d.b) > 0 && !d.bad {
		d.token()
		if d.size > maxText {
			return "", false
		}
	}
	if d.bad || len(d.stack) != 1 {
		return "", false
	}
	return d.stack[0], true
}

type decompiler struct {
	c     *Context
	b     []byte
	stack []string
	size  int // bytes pushed
	bad   bool
}

func (d *decompiler) push(s string) {
	d.stack = append(d.stack, s)
	d.size += len(s)
}

func (d *decompiler) pop() string {
	n := len(d.stack)
	if n == 0 {
		d.bad = true
		return ""
	}
	s := d.stack[n-1]
	d.stack = d.stack[:n-1]
	return s
}

// take cuts n bytes off the tokens.
func (d *decompiler) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.bad = true
		d.b = nil
		return make([]byte, max(min(n, 64), 0))
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decompiler) u16() int { return int(binary.LittleEndian.Uint16(d.take(2))) }
func (d *decompiler) u32() int { return int(binary.LittleEndian.Uint32(d.take(4))) }

var operators = [...]string{"+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":"}

// token reads one token.
func (d *decompiler) token() {
	t := d.take(1)[0]
	if t >= 0x40 { // the classes of operands: reference, value, array
		t = t&0x1f | 0x20
	}
	switch {
	case t >= 0x03 && t <= 0x11:
		right, left := d.pop(), d.pop()
		d.push(left + operators[t-3] + right)
		return
	}
	switch t {
	case 0x12:
		d.push("+" + d.pop())
	case 0x13:
		d.push("-" + d.pop())
	case 0x14:
		d.push(d.pop() + "%")
	case 0x15:
		d.push("(" + d.pop() + ")")
	case 0x16:
		d.push("")
	case 0x17:
		d.push(`"` + strings.ReplaceAll(d.text(), `"`, `""`) + `"`)
	case 0x19:
		d.attribute()
	case 0x1c:
		d.push(sheet.ErrorName(d.take(1)[0]))
	case 0x1d:
		if d.take(1)[0] != 0 {
			d.push("TRUE")
		} else {
			d.push("FALSE")
		}
	case 0x1e:
		d.push(strconv.Itoa(d.u16()))
	case 0x1f:
		d.push(string(numfmt.AppendGeneral(nil, math.Float64frombits(binary.LittleEndian.Uint64(d.take(8))))))
	case 0x20:
		d.take(d.either(7, 14))
		d.push("{…}") // an array, whose values stand behind the tokens
	case 0x21:
		d.call(d.u16(), -1)
	case 0x22:
		n := int(d.take(1)[0]) & 0x7f
		d.call(d.u16()&0x7fff, n)
	case 0x23:
		d.push(d.name(d.u32()))
	case 0x24:
		d.push(d.ref(false))
	case 0x25:
		d.push(d.area(false))
	case 0x26, 0x27, 0x28:
		d.take(6)
	case 0x29:
		d.take(2)
	case 0x2a:
		d.take(d.either(4, 6))
		d.push("#REF!")
	case 0x2b:
		d.take(d.either(8, 12))
		d.push("#REF!")
	case 0x2c:
		d.push(d.ref(true))
	case 0x2d:
		d.push(d.area(true))
	case 0x39:
		i := d.u16()
		n := d.u32()
		if d.c.Extern != nil {
			d.push(d.c.Extern(i, n))
		} else {
			d.bad = true
		}
	case 0x3a:
		d.push(d.sheet(d.u16()) + d.ref(false))
	case 0x3b:
		d.push(d.sheet(d.u16()) + d.area(false))
	case 0x3c:
		prefix := d.sheet(d.u16())
		d.take(d.either(4, 6))
		d.push(prefix + "#REF!")
	case 0x3d:
		prefix := d.sheet(d.u16())
		d.take(d.either(8, 12))
		d.push(prefix + "#REF!")
	default:
		d.bad = true
	}
}

func (d *decompiler) either(narrow, wide int) int {
	if d.c.Wide {
		return wide
	}
	return narrow
}

func (d *decompiler) sheet(i int) string {
	if d.c.Sheet == nil {
		d.bad = true
		return ""
	}
	return d.c.Sheet(i)
}

func (d *decompiler) name(i int) string {
	if d.c.Name == nil {
		d.bad = true
		return ""
	}
	return d.c.Name(i)
}

// text reads the characters of a text token.
func (d *decompiler) text() string {
	n, wide := 0, true
	if d.c.Wide {
		n = d.u16()
	} else {
		n = int(d.take(1)[0])
		wide = d.take(1)[0]&1 != 0
	}
	if !wide {
		var sb strings.Builder
		for _, c := range d.take(n) {
			sb.WriteRune(rune(c))
		}
		return sb.String()
	}
	b := d.take(2 * n)
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(u))
}

// attribute reads an attribute token (2.5.198.4 and following): the sum of one argument; all others are hints.
func (d *decompiler) attribute() {
	flags := d.take(1)[0]
	n := d.u16()
	switch {
	case flags&0x04 != 0: // jumps of CHOOSE
		d.take(2 * (n + 1))
	case flags&0x10 != 0:
		d.push("SUM(" + d.pop() + ")")
	}
}

// userFunction is the number that stands for a call of a named function, its first argument.
const userFunction = 255

// call writes a call of a function with n arguments; -1 means as many as it takes.
func (d *decompiler) call(id, n int) {
	if id >= len(functions()) {
		d.bad = true
		return
	}
	f := functions()[id]
	if n < 0 {
		n = f.args
	}
	if n < 0 || n > len(d.stack) {
		d.bad = true
		return
	}
	args := d.stack[len(d.stack)-n:]
	name := f.name
	if id == userFunction {
		if n == 0 {
			d.bad = true
			return
		}
		name, args = strings.TrimPrefix(args[0], "_xlfn."), args[1:]
	}
	s := name + "(" + strings.Join(args, ",") + ")"
	d.stack = d.stack[:len(d.stack)-n]
	d.push(s)
}

// A column's upper bits say what of a reference is relative.
const (
	colMask     = 0x3fff
	colRelative = 0x4000
	rowRelative = 0x8000
)

func (d *decompiler) rowNumber() int {
	if d.c.Wide {
		return d.u32()
	}
	return d.u16()
}

// ref reads a reference to a cell. Offset means that relative parts count from the formula's cell.
func (d *decompiler) ref(offset bool) string {
	row := d.rowNumber()
	return d.place(row, d.u16(), offset)
}

func (d *decompiler) area(offset bool) string {
	top, bottom := d.rowNumber(), d.rowNumber()
	left, right := d.u16(), d.u16()
	lastRow, lastCol := 0xffff, 0xff
	if d.c.Wide {
		lastRow, lastCol = sheet.MaxRows-1, sheet.MaxCols-1
	}
	if !offset {
		if top == 0 && bottom == lastRow {
			return d.column(left) + ":" + d.column(right)
		}
		if left&colMask == 0 && right&colMask == lastCol {
			return rowPart(top, left) + ":" + rowPart(bottom, right)
		}
	}
	return d.place(top, left, offset) + ":" + d.place(bottom, right, offset)
}

func (d *decompiler) place(row, col int, offset bool) string {
	if offset {
		rows, cols := 1<<16, 1<<8
		if d.c.Wide {
			rows, cols = sheet.MaxRows, sheet.MaxCols
		}
		c := col & colMask
		if col&rowRelative != 0 {
			row = (row + d.c.Row) % rows
		}
		if col&colRelative != 0 {
			c = (c + d.c.Col) % cols
		}
		col = col&^colMask | c
	}
	return d.column(col) + rowPart(row, col)
}

func (d *decompiler) column(col int) string {
	if col&colRelative != 0 {
		return sheet.ColumnName(col & colMask)
	}
	return "$" + sheet.ColumnName(col&colMask)
}

func rowPart(row, col int) string {
	if col&rowRelative != 0 {
		return strconv.Itoa(row + 1)
	}
	return "$" + strconv.Itoa(row+1)
}

// QuoteSheet returns a sheet's name as it stands before a reference, with its exclamation mark.
func QuoteSheet(name string) string {
	plain := name != ""
	for i, r := range name {
		if r != '_' && r != '.' && (r < '0' || r > '9' || i == 0) && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r < 0x80 {
			plain = false
		}
	}
	if plain {
		return name + "!"
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'!"
}

// Area returns the area that a formula consists of, and the index of its sheet; false for any other formula.
func Area(tokens []byte, wide bool) (sheetIndex int, a sheet.Area, ok bool) {
	d := decompiler{c: &Context{Wide: wide}, b: tokens}
	if len(tokens) == 0 {
		return 0, a, false
	}
	switch d.take(1)[0]&0x1f | 0x20 {
	case 0x3a:
		sheetIndex = d.u16()
		a.Top = d.rowNumber()
		a.Left = d.u16() & colMask
		a.Bottom, a.Right = a.Top, a.Left
	case 0x3b:
		sheetIndex = d.u16()
		a.Top, a.Bottom = d.rowNumber(), d.rowNumber()
		a.Left, a.Right = d.u16()&colMask, d.u16()&colMask
	default:
		return 0, a, false
	}
	return sheetIndex, a, !d.bad && len(d.b) == 0 && a.Top <= a.Bottom && a.Left <= a.Right
}
