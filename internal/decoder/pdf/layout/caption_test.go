package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// A caption between two tables belongs to the one on the side on which the document's other captions have theirs.
func TestCaptionSide(t *testing.T) {
	v := &view{}
	at := func(k kind, y0, y1 float32, text string) *block {
		return &block{kind: k, view: v, box: page.Rect{X0: 72, X1: 300, Y0: y0, Y1: y1}, text: text}
	}
	for _, tt := range []struct {
		name   string
		blocks func() []*block // of a page before the one in doubt
		want   int             // the table, of two, that "Table 2" belongs to
	}{
		{"alone", func() []*block { return nil }, 1},
		{"below", func() []*block { return []*block{at(tableBlock, 80, 200, ""), at(para, 210, 220, "Table 1: Dues")} }, 0},
		{"above", func() []*block { return []*block{at(para, 80, 90, "Table 1: Dues"), at(tableBlock, 95, 200, "")} }, 1},
	} {
		tables := []*block{at(tableBlock, 80, 200, ""), at(tableBlock, 230, 300, "")}
		d := &doc{body: 10, pages: []*Page{{blocks: tt.blocks()}, {blocks: []*block{tables[0], at(para, 210, 220, "Table 2: Ships"), tables[1]}}}}
		d.captions()
		if tables[tt.want].cap != "Table 2: Ships" || tables[1-tt.want].cap != "" {
			t.Errorf("%s: %q, %q", tt.name, tables[0].cap, tables[1].cap)
		}
	}
}
