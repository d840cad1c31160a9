package ods

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

func TestExcelFormula(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"of:=SUM([.A1:.B2];3)", "=SUM(A1:B2,3)"},
		{"of:=[$'It''s a.b'.$A$1]&\"[.A1];\"\"\"", "='It''s a.b'!$A$1&\"[.A1];\"\"\""},
		{"of:=[Sheet1.A1:Sheet3.B2]", "=Sheet1!A1:Sheet3!B2"},
		{"of:=[Sheet1.A1:Sheet1.B2]", "=Sheet1!A1:B2"},
		{"of:=SUM({1;2|3;4})", "=SUM({1,2;3,4})"},
		{"of:=SUM([.A1]~[.B1])", "=SUM(A1,B1)"},
		{"of:=[.A1:.C3]![.B2]", "=A1:C3 B2"},
		{"msoxl:=SUM(A1,2)", "=SUM(A1,2)"},
		{"of:=[.A1", "=A1"},
		{"=A1", "=A1"},
	} {
		if got := excelFormula(tt.in); got != tt.want {
			t.Errorf("excelFormula(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestParseAddress(t *testing.T) {
	for _, tt := range []struct {
		in, sheet string
		area      sheet.Area
		ok        bool
	}{
		{"$'My.Sheet: 1'.$A$1:.$C$4", "My.Sheet: 1", sheet.Area{Top: 0, Left: 0, Bottom: 3, Right: 2}, true},
		{"Sheet1.B2:Sheet1.C3", "Sheet1", sheet.Area{Top: 1, Left: 1, Bottom: 2, Right: 2}, true},
		{"Sheet1.B2", "Sheet1", sheet.Area{Top: 1, Left: 1, Bottom: 1, Right: 1}, true},
		{"Sheet1.#REF!", "Sheet1", sheet.Area{}, false},
		{"'", "'", sheet.Area{}, false},
	} {
		on, area, ok := parseAddress(tt.in)
		if ok != tt.ok || ok && (on != tt.sheet || area != tt.area) {
			t.Errorf("parseAddress(%q) = %q, %v, %v, want %q, %v, %v", tt.in, on, area, ok, tt.sheet, tt.area, tt.ok)
		}
	}
}
