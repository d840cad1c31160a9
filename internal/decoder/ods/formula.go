package ods

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// excelFormula turns an OpenFormula expression (OpenDocument 1.3 part 4) into the notation that Excel uses: references without
// brackets, a comma between arguments and columns, a semicolon between rows. Formulas in other languages
// are left as they are.
func excelFormula(formula string) string {
	prefix, body, ok := strings.Cut(formula, ":=")
	if !ok {
		return formula
	}
	if prefix != "of" && prefix != "oooc" {
		return "=" + body
	}
	var sb strings.Builder
	sb.WriteByte('=')
	braces := 0
	for body != "" {
		c := body[0]
		switch c {
		case '"':
			n := quoted(body)
			sb.WriteString(body[:n])
			body = body[n:]
			continue
		case '[':
			end := closing(body)
			sb.WriteString(excelAddress(body[1:end]))
			body = body[min(end+1, len(body)):]
			continue
		case '{':
			braces++
		case '}':
			braces--
		case ';':
			c = ','
		case '|':
			if braces > 0 {
				c = ';'
			}
		case '~':
			c = ','
		case '!':
			c = ' '
		}
		sb.WriteByte(c)
		body = body[1:]
	}
	return sb.String()
}

// quoted returns the length of the string that s begins with; a quote in it is written twice.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] != s[0] {
			continue
		}
		if i+1 < len(s) && s[i+1] == s[0] {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

// closing returns the place of the bracket that closes the reference that s begins with.
func closing(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\'':
			i += quoted(s[i:]) - 1
		case ']':
			return i
		}
	}
	return len(s)
}

// excelAddress turns ".A1:.B2" into "A1:B2" and "$Sheet2.$A$1" into "Sheet2!$A$1".
func excelAddress(address string) string {
	first, second := splitRange(address)
	if second == "" {
		return excelCell(first)
	}
	on, _ := splitCell(first)
	other, cell := splitCell(second)
	if other == "" || other == on {
		return excelCell(first) + ":" + cell
	}
	return excelCell(first) + ":" + excelCell(second)
}

func excelCell(address string) string {
	on, cell := splitCell(address)
	if on == "" {
		return cell
	}
	return on + "!" + cell
}

// splitRange cuts a range at its colon, which may not be one in a sheet's name.
func splitRange(address string) (first, second string) {
	for i := 0; i < len(address); i++ {
		switch address[i] {
		case '\'':
			i += quoted(address[i:]) - 1
		case ':':
			return address[:i], address[i+1:]
		}
	}
	return address, ""
}

// splitCell cuts a cell's address into the sheet's name, quoted where it is in the address, and the cell.
func splitCell(address string) (on, cell string) {
	dot := strings.LastIndexByte(address, '.')
	if dot < 0 {
		return "", address
	}
	return strings.TrimPrefix(address[:dot], "$"), address[dot+1:]
}

// parseAddress reads a range's address with the name of its sheet.
func parseAddress(address string) (on string, a sheet.Area, ok bool) {
	first, second := splitRange(address)
	on, cell := splitCell(first)
	if len(on) > 1 && on[0] == '\'' {
		on = strings.ReplaceAll(on[1:len(on)-1], "''", "'")
	}
	if second != "" {
		_, last := splitCell(second)
		cell += ":" + last
	}
	a, ok = sheet.ParseArea(strings.ReplaceAll(cell, "$", ""))
	return on, a, ok && on != ""
}
