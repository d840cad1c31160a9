package udm

import "testing"

func TestLinkBlocks(t *testing.T) {
	para := func(c Category, text string, start, end int) *ContentBlock {
		b := NewText(c, text)
		b.A().Links = []LinkSpan{{start, end, "https://example.org/"}}
		return b
	}
	d := &Document{Nodes: []*StructuralNode{{Role: Section, Blocks: []*ContentBlock{
		para(UncategorizedText, "tide täble", 0, 10), para(NarrativeText, "see here", 4, 8), para(Title, "Head", 0, 4), para(ListItem, "item", 0, 4),
	}}}}
	LinkBlocks(d)
	for i, want := range []ContentType{Link, Text, Text, Text} {
		if got := d.Nodes[0].Blocks[i].Type; got != want {
			t.Errorf("block %d is %v, want %v", i, got, want)
		}
	}
	if b := d.Nodes[0].Blocks[0]; b.Text != "https://example.org/" || b.Attr.DisplayText != "tide täble" || len(b.Attr.Links) != 0 {
		t.Errorf("got %q, %+v", b.Text, b.Attr)
	}
}
