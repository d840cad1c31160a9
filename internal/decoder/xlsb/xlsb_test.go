package xlsb

import (
	"slices"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/udm"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzXLSB(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestFormulas(t *testing.T) {
	doc, _, err := decodertest.Decode(Format, "workbook.xlsb", workbookFixture(t), decoder.Options{Formulas: true, SkipHidden: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(doc.Nodes); n != 1 {
		t.Errorf("%d sheets without the hidden one", n)
	}
	var got []string
	for _, b := range doc.Nodes[0].Blocks {
		if b.Type == udm.Formula {
			got = append(got, b.Attr.Cell+" "+b.Text+" "+b.Attr.ResultType+" "+b.Attr.ResultValue)
		}
	}
	want := []string{"A4 =B2*2 number 24.5", `B4 ="ab" string ab`, "C4 =FALSE boolean FALSE"}
	if !slices.Equal(got, want) {
		t.Errorf("formulas %q, want %q", got, want)
	}
}

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format, workbookFixture(b)) }
