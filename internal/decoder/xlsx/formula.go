package xlsx

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// sharedFormula is a formula that several cells share (18.3.1.40): its text and the cell that the text is for.
type sharedFormula struct {
	text     string
	row, col int
}

// maxShared bounds the shared formulas of one sheet that are kept.
const maxShared = 1 << 20

// readFormula reads an f element into w.formula.
func (w *worksheet) readFormula() {
	s := w.s
	w.formula = w.formula[:0]
	typ, si := "", -1
	for rest := s.attrs; ; {
		var name, value []byte
		if name, value, rest = attr(rest); len(name) == 0 {
			break
		}
		switch string(name) {
		case "t":
			typ = string(value)
		case "si":
			si, _ = digits(value)
		}
	}
	if s.kind != emptyTag && s.next() {
		w.formula = appendText(w.formula, s.text)
	}
	if typ == "shared" {
		if len(w.formula) > 0 {
			if w.formulas == nil {
				w.formulas = map[int]sharedFormula{}
			}
			if len(w.formulas) < maxShared {
				w.formulas[si] = sharedFormula{string(w.formula), w.row, w.col}
			}
		} else if f, ok := w.formulas[si]; ok && (w.in.Options.Formulas || strings.HasPrefix(f.text, hyperlinkCall)) {
			w.formula = appendShifted(w.formula, f.text, w.row-f.row, w.col-f.col)
		}
	}
	w.hasF = len(w.formula) > 0
}

const hyperlinkCall = "HYPERLINK("

// addFormula keeps the current cell's formula, and the link that a HYPERLINK call with a literal address makes.
func (w *worksheet) addFormula(col int, text []byte, resultType string) {
	if bytes.HasPrefix(w.formula, []byte(hyperlinkCall+`"`)) {
		url := string(w.formula[len(hyperlinkCall)+1:])
		if end := strings.IndexByte(url, '"'); end > 0 && strings.TrimLeft(url[end+1:], " ") != "" && strings.IndexByte(",)", strings.TrimLeft(url[end+1:], " ")[0]) >= 0 {
			w.facts.Links = append(w.facts.Links, sheet.Link{Area: sheet.Area{Top: w.row, Left: col, Bottom: w.row, Right: col}, URL: url[:end]})
		}
	}
	if !w.in.Options.Formulas {
		return
	}
	result := string(text)
	if resultType == "number" {
		result = string(bytes.TrimSpace(w.value))
	}
	w.facts.Formulas = append(w.facts.Formulas, sheet.Formula{Row: w.row, Col: col, Expression: "=" + string(w.formula), ResultValue: result, ResultType: resultType})
}

// appendShifted appends a formula with its relative references moved by some rows and columns. What stands in
// quotes, names, and names of functions and sheets stay as they are.
func appendShifted(dst []byte, f string, rows, cols int) []byte {
	for i := 0; i < len(f); {
		c := f[i]
		switch {
		case c == '"' || c == '\'':
			end := strings.IndexByte(f[i+1:], c)
			if end < 0 {
				return append(dst, f[i:]...)
			}
			dst = append(dst, f[i:i+end+2]...)
			i += end + 2
		case c == '[': // a column of a table or the number of another workbook
			end := strings.IndexByte(f[i:], ']')
			if end < 0 {
				return append(dst, f[i:]...)
			}
			dst = append(dst, f[i:i+end+1]...)
			i += end + 1
		case isWordByte(c):
			end := i
			for end < len(f) && isWordByte(f[end]) {
				end++
			}
			word := f[i:end]
			if end < len(f) && (f[end] == '(' || f[end] == '!') {
				dst = append(dst, word...)
			} else {
				dst = appendMoved(dst, word, rows, cols)
			}
			i = end
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

func isWordByte(c byte) bool {
	return c == '$' || c == '_' || c == '.' || c == '\\' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// appendMoved appends a word of a formula: a reference to a cell ("B3", "$B3") moved, all else as it is.
func appendMoved(dst []byte, word string, rows, cols int) []byte {
	rest := word
	colAbs := strings.HasPrefix(rest, "$")
	rest = strings.TrimPrefix(rest, "$")
	n := 0
	for n < len(rest) && (rest[n]|0x20) >= 'a' && (rest[n]|0x20) <= 'z' {
		n++
	}
	letters := rest[:n]
	rest = rest[n:]
	rowAbs := strings.HasPrefix(rest, "$")
	row, err := strconv.Atoi(strings.TrimPrefix(rest, "$"))
	if letters == "" || len(letters) > 3 || err != nil || row < 1 || row > sheet.MaxRows {
		return append(dst, word...)
	}
	_, col, ok := sheet.ParseCell(letters + "1")
	if !ok {
		return append(dst, word...)
	}
	if !colAbs {
		col = (col + cols + sheet.MaxCols) % sheet.MaxCols
	}
	if !rowAbs {
		row = (row-1+rows+sheet.MaxRows)%sheet.MaxRows + 1
	}
	if colAbs {
		dst = append(dst, '$')
	}
	dst = append(dst, sheet.ColumnName(col)...)
	if rowAbs {
		dst = append(dst, '$')
	}
	return strconv.AppendInt(dst, int64(row), 10)
}
