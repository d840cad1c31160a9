package interp

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// White text can be seen where something is painted, and on the bare page not.
func TestWhiteText(t *testing.T) {
	const text = " 1 g BT /F 12 Tf 100 100 Td (a) Tj ET"
	for _, c := range []struct {
		name, content string
		hidden        bool
	}{
		{"on paper", text, true},
		{"on a white area", "1 g 90 90 40 40 re f" + text, true},
		{"beside an area", "0 0 1 rg 300 90 40 40 re f" + text, true},
		{"on an area", "0 0 1 rg 90 90 40 40 re f" + text, false},
		{"on a round area", "0 0 1 rg 90 90 m 90 200 200 200 200 90 c f" + text, false},
		{"on a thick line", "0 0 1 RG 30 w 80 105 m 180 105 l S" + text, false},
		{"beside a thin line", "0 0 1 RG 1 w 80 105 m 180 105 l S" + text, true},
		{"on a picture", "q 60 0 0 60 90 90 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q" + text, false},
		{"with an outline", "0 0 1 RG 2 Tr" + text, false},
		{"black", "0 g BT /F 12 Tf 100 100 Td (a) Tj ET", false},
	} {
		p := run(t, "", c.content)
		if len(p.Glyphs) != 1 {
			t.Fatalf("%s: %d glyphs", c.name, len(p.Glyphs))
		}
		if got := p.Glyphs[0].Flags&page.Invisible != 0; got != c.hidden {
			t.Errorf("%s: invisible is %v, want %v", c.name, got, c.hidden)
		}
	}
}
