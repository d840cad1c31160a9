package wordflow

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// story plays a script: "text" ends a paragraph at level 0, "1:text" one in a table, "1:c" a cell, "1:r" a row
// with the borders set before by "w=…".
type player struct {
	Story
	b richtext.Builder
}

func (p *player) par(level int, text string) {
	p.b.Write(text, 0)
	p.EndParagraph(Paragraph{Level: level}, &p.b)
}

func (p *player) cell(level int, text string) {
	p.par(level, text)
	p.EndCell(level)
}

func TestSpansFromBorders(t *testing.T) {
	var p player
	p.cell(1, "wide")
	p.cell(1, "b")
	p.EndRow(1, Row{Cells: []Cell{{Right: 2000}, {Right: 3000}}})
	p.cell(1, "1")
	p.cell(1, "2")
	p.cell(1, "3")
	p.EndRow(1, Row{Cells: []Cell{{Right: 1000}, {Right: 2010}, {Right: 2990}}})
	blocks := p.Blocks()
	if len(blocks) != 1 {
		t.Fatalf("%d blocks", len(blocks))
	}
	tab := blocks[0].Table
	if tab.Cols() != 3 || tab.Cell(0, 0) != "wide" || tab.Cell(0, 2) != "b" || len(tab.Merged) != 1 || tab.Merged[0] != (udm.Merge{Row: 0, Col: 0, RowSpan: 1, ColSpan: 2}) {
		t.Errorf("table %v %v %v", tab.Row(0), tab.Row(1), tab.Merged)
	}
}

func TestMerges(t *testing.T) {
	var p player
	for _, row := range [][]Cell{
		{{Right: 1}, {Right: 2}, {Right: 3, HMerge: true}},
		{{Right: 1, VMerge: true}, {Right: 2}, {Right: 3}},
		{{Right: 1, VMerge: true}, {Right: 2}, {Right: 3}},
	} {
		for i, c := range row {
			text := string(rune('a' + i))
			if c.HMerge || c.VMerge {
				text = ""
			}
			p.cell(1, text)
		}
		p.EndRow(1, Row{Cells: row})
	}
	tab := p.Blocks()[0].Table
	want := []udm.Merge{{Row: 0, Col: 0, RowSpan: 3, ColSpan: 1}, {Row: 0, Col: 1, RowSpan: 1, ColSpan: 2}}
	if len(tab.Merged) != 2 || tab.Merged[0] != want[0] || tab.Merged[1] != want[1] {
		t.Errorf("merges %v, want %v", tab.Merged, want)
	}
}

func TestNestedTable(t *testing.T) {
	var p player
	p.par(1, "outer")
	p.cell(2, "in 1")
	p.cell(2, "in 2")
	p.EndRow(2, Row{})
	p.cell(1, "")
	p.cell(1, "right")
	p.EndRow(1, Row{})
	p.par(0, "after")
	blocks := p.Blocks()
	if len(blocks) != 3 || blocks[0].Table.Cell(0, 0) != "outer\nin 1 in 2" || blocks[1].Table.Cell(0, 1) != "in 2" || blocks[1].Attr.Extra["parent_cell"] == nil || blocks[2].Text != "after" {
		t.Errorf("blocks %+v", blocks)
	}
}

func TestCodeParagraphsJoin(t *testing.T) {
	var p player
	for _, line := range []string{"func main() {", "\treturn", "", "}", ""} {
		p.b.Write(line, 0)
		p.EndParagraph(Paragraph{Kind: Code}, &p.b)
	}
	p.par(0, "Text.")
	blocks := p.Blocks()
	if len(blocks) != 2 || blocks[0].Text != "func main() {\n\treturn\n\n}" {
		t.Errorf("code %q", blocks[0].Text)
	}
}

func TestStyleKind(t *testing.T) {
	for _, tt := range []struct {
		name    string
		outline int
		kind    Kind
	}{
		{"heading 1", 1, Plain}, {"Heading2", 2, Plain}, {"heading 3,h3", 3, Plain}, {"Überschrift 2", 2, Plain}, {"見出し 1", 1, Plain},
		{"Titre", 0, DocTitle}, {"Titre 1", 1, Plain}, {"HTML Preformatted", 0, Code}, {"caption", 0, Caption}, {"Normal", 0, Plain}, {"toc 1", 0, Plain},
	} {
		if o, k := StyleKind(tt.name); o != tt.outline || k != tt.kind {
			t.Errorf("StyleKind(%q) = %d, %d; want %d, %d", tt.name, o, k, tt.outline, tt.kind)
		}
	}
}

func TestCounter(t *testing.T) {
	levels := []ListLevel{
		{Format: 0, Start: 1, Text: "\x00.", Restart: -1},
		{Format: 4, Start: 1, Text: "\x00.\x01)", Restart: -1},
		{Format: 2, Start: 3, Text: "(\x02)", Restart: -1},
	}
	var c Counter
	var got []string
	for _, l := range []int{0, 1, 1, 2, 0, 1, 2} {
		got = append(got, c.Next(levels, l))
	}
	if s := strings.Join(got, " "); s != "1. 1.a) 1.b) (iii) 2. 2.a) (iii)" {
		t.Errorf("labels %s", s)
	}
}

func TestNumber(t *testing.T) {
	for _, tt := range []struct {
		format, n int
		want      string
	}{{0, 12, "12"}, {1, 14, "XIV"}, {2, 4, "iv"}, {3, 27, "AA"}, {4, 3, "c"}, {5, 22, "22nd"}, {22, 7, "07"}, {10, 12, "十二"}, {10, 105, "一百零五"}} {
		if got := Number(tt.format, tt.n); got != tt.want {
			t.Errorf("Number(%d, %d) = %q, want %q", tt.format, tt.n, got, tt.want)
		}
	}
}
