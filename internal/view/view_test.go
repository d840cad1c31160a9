package view

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func TestWrite(t *testing.T) {
	b := udm.NewHeading(2, "Oars & ropes")
	b.Position.BBox = &udm.BBox{X: 10, Y: 20, Width: 50, Height: 10}
	table := &udm.Table{HeaderRows: 1, Merged: []udm.Merge{{Row: 0, Col: 0, RowSpan: 1, ColSpan: 2}}}
	table.Append("Stock", "")
	table.Append("Oars", "12")
	doc := &udm.Document{SourcePath: "a.pdf", Nodes: []*udm.StructuralNode{{Role: udm.Page, Blocks: []*udm.ContentBlock{b, udm.NewTable(table)}}}}
	var sb strings.Builder
	picture := func(int) (*Picture, error) {
		return &Picture{MediaType: "image/png", Data: []byte("x"), Width: 100, Height: 200}, nil
	}
	if err := Write(&sb, doc, picture); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"left:10.00%;top:10.00%;width:50.00%;height:5.00%", "Title · level 2", "Oars &amp; ropes", "data:image/png;base64,eA==",
		`<th rowspan="1" colspan="2">Stock</th></tr>`, "<td>12</td>",
	} {
		if !strings.Contains(sb.String(), want) {
			t.Errorf("no %q in\n%s", want, sb.String())
		}
	}
}
