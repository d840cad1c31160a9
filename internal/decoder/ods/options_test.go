package ods

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
)

// flatBook returns a flat spreadsheet with these tables.
func flatBook(tables string) []byte {
	return []byte(`<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>` + tables +
		`</office:spreadsheet></office:body></office:document>`)
}

func TestFormulas(t *testing.T) {
	raw := flatBook(`<table:table table:name="S"><table:table-row>
<table:table-cell office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="4" table:formula="of:=[.A1]*2"><text:p>4.0</text:p></table:table-cell>
</table:table-row></table:table>`)
	doc, _, err := decodertest.Decode(Format, "f.fods", raw, decoder.Options{Formulas: true})
	if err != nil {
		t.Fatal(err)
	}
	want := `sheet "S"
  Table cell=0,0 1x2 range="A1:B1"
    | 2 | 4.0
  Formula cell=0,1 notation="excel" result="4.0" type="number" cell="B1"  =A1*2
`
	if diff := cmp.Diff(want, decodertest.Dump(doc)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestRepeatsMeetTheLimit(t *testing.T) {
	for _, tt := range []struct{ name, tables string }{
		{"cells", `<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`},
		{"rows of many sheets", strings.Repeat(`<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>`, 30)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := decodertest.Decode(Format, "bomb.fods", flatBook(tt.tables), decoder.Options{})
			if !errors.Is(err, limit.ErrExceeded) {
				t.Errorf("error %v, want %v", err, limit.ErrExceeded)
			}
		})
	}
}

func TestSkipHidden(t *testing.T) {
	raw := flatBook(fmt.Sprintf(`<table:table table:name="S">%s%s</table:table>`,
		`<table:table-row table:visibility="filter"><table:table-cell><text:p>filtered</text:p></table:table-cell></table:table-row>`,
		`<table:table-row><table:table-cell><text:p>shown</text:p></table:table-cell></table:table-row>`))
	doc, _, err := decodertest.Decode(Format, "h.fods", raw, decoder.Options{SkipHidden: true})
	if err != nil {
		t.Fatal(err)
	}
	if dump := decodertest.Dump(doc); strings.Contains(dump, "filtered") || !strings.Contains(dump, "shown") {
		t.Errorf("hidden row kept or another one lost:\n%s", dump)
	}
}
