package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

func FuzzXLSX(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestFormulas(t *testing.T) {
	parts := fixtures()["shared-formulas.xlsx"]
	doc, _, err := decodertest.Decode(Format, "f.xlsx", pack(t, parts), decoder.Options{Formulas: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range doc.Nodes[0].Blocks {
		if b.Type == udm.Formula {
			got = append(got, b.Attr.Cell+" "+b.Text+" "+b.Attr.ResultType+" "+b.Attr.ResultValue)
		}
	}
	want := []string{`B1 =A1*$A$1+LOG10(A1)&"A1" number 1`, `B2 =A2*$A$1+LOG10(A2)&"A1" number 2`}
	if !slices.Equal(got, want) {
		t.Errorf("formulas %q, want %q", got, want)
	}
}

func TestSkipHidden(t *testing.T) {
	doc, _, err := decodertest.Decode(Format, "h.xlsx", pack(t, fixtures()["hidden.xlsx"]), decoder.Options{SkipHidden: true})
	if err != nil {
		t.Fatal(err)
	}
	table := doc.Nodes[0].Blocks[0].Table
	if table.Rows() != 2 || table.Cols() != 2 || table.Cell(1, 1) != "6" {
		t.Errorf("table of %d × %d", table.Rows(), table.Cols())
	}
}

func TestEncrypted(t *testing.T) {
	raw := cfb.Write([]*cfb.Node{{Name: "EncryptedPackage", Data: make([]byte, 5000)}})
	if _, _, err := decodertest.Decode(Format, "e.xlsx", raw, decoder.Options{}); !errors.Is(err, decoder.ErrEncrypted) {
		t.Error(err)
	}
}

// TestBombs decodes workbooks that claim or repeat far more than they hold.
func TestBombs(t *testing.T) {
	wide := strings.Builder{}
	for c := range sheet.MaxCols {
		wide.WriteString(`<c r="` + sheet.CellName(0, c) + `"><v>1</v></c>`)
	}
	tall := strings.Builder{}
	for r := 1; r < 1000; r++ {
		fmt.Fprintf(&tall, `<row r="%d"><c r="A%d"><v>1</v></c></row>`, r+1, r+1)
	}
	named := strings.Builder{}
	for r := range 2000 {
		fmt.Fprintf(&named, `<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>`, r+1, r+1)
	}
	for _, tt := range []struct {
		name  string
		parts map[string]string
		limit bool
	}{
		{"claimed size", book(sheetXML(`<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`), nil), false},
		{"far corners", book(sheetXML(`<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>`), nil), false},
		{"a row and a column", book(sheetXML(`<sheetData><row r="1">`+wide.String()+`</row>`+tall.String()+`</sheetData>`), nil), true},
		{"a long text many times", book(sheetXML(`<sheetData>`+named.String()+`</sheetData>`),
			map[string]string{"xl/sharedStrings.xml": `<sst ` + nsMain + `><si><t>` + strings.Repeat("bomb ", 50_000) + `</t></si></sst>`}), true},
	} {
		start := time.Now()
		_, _, err := decodertest.Decode(Format, "b.xlsx", pack(t, tt.parts), decoder.Options{})
		if errors.Is(err, limit.ErrExceeded) != tt.limit || err != nil && !tt.limit {
			t.Errorf("%s: %v", tt.name, err)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s took %v", tt.name, d)
		}
	}
}

// TestLikeExcelize compares what cells show with an independent reader.
func TestLikeExcelize(t *testing.T) {
	for _, name := range []string{"values.xlsx", "percent-zero.xlsx", "formula-cached.xlsx", "date1904.xlsx", "title-row.xlsx", "hidden.xlsx"} {
		raw, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		doc, _, err := decodertest.Decode(Format, name, raw, decoder.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range doc.Nodes {
			for _, b := range n.Blocks {
				if b.Table == nil {
					continue
				}
				for r := range b.Table.Rows() {
					for c, got := range b.Table.Row(r) {
						cell := sheet.CellName(int(b.Position.Row)+r, int(b.Position.Col)+c)
						want, err := f.GetCellValue(n.Label, cell)
						if err != nil {
							t.Fatal(err)
						}
						if strings.HasPrefix(want, "2017-03-05T") || name == "values.xlsx" && cell == "B1" {
							continue // it doesn't format ISO dates, nor read CDATA
						}
						if got != want {
							t.Errorf("%s %s!%s shows %q, excelize %q", name, n.Label, cell, got, want)
						}
					}
				}
			}
		}
		f.Close()
	}
}
