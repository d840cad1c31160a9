package docid_test

import (
	"testing"

	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/udm"
)

// dns is the namespace of domain names (RFC 9562, 6.6).
var dns = udm.ID{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}

// TestNew has the example of RFC 9562, A.4.
func TestNew(t *testing.T) {
	const want = "2ed6657d-e927-568b-95e1-2665a8aea6a2"
	for _, name := range [][]string{{"www.example.com"}, {"www", ".example", ".com"}} {
		if got := docid.New(dns, name...).String(); got != want {
			t.Errorf("New(dns, %q) = %s, want %s", name, got, want)
		}
	}
}

func TestDocumentsDiffer(t *testing.T) {
	seen := map[udm.ID]string{}
	for name, id := range map[string]udm.ID{
		"document": docid.Document([32]byte{1}, "a"), "other bytes": docid.Document([32]byte{2}, "a"),
		"other path": docid.Document([32]byte{1}, "b"), "archive": docid.Archive([32]byte{1}, "a"),
	} {
		if seen[id] != "" {
			t.Errorf("%s and %s have the ID %s", name, seen[id], id)
		}
		seen[id] = name
	}
}

func TestAssign(t *testing.T) {
	block := func() *udm.ContentBlock { return udm.NewText(udm.NarrativeText, "a") }
	d := &udm.Document{ID: dns, SourcePath: "book.xlsx", Nodes: []*udm.StructuralNode{
		{Role: udm.Sheet, Label: "Umsatz 2024/1", Blocks: []*udm.ContentBlock{block(), block()}}, {Role: udm.Sheet, Blocks: []*udm.ContentBlock{block()}},
	}}
	docid.Assign(d)
	for i, want := range []string{"book.xlsx#sheet=Umsatz%202024%2F1", "book.xlsx#sheet=2"} {
		if got := d.Nodes[i].Metadata.SourcePath; got != want {
			t.Errorf("node %d is at %s, want %s", i, got, want)
		}
	}
	seen := map[udm.ID]bool{d.ID: true}
	for _, n := range d.Nodes {
		ids := []udm.ID{n.ID}
		for _, b := range n.Blocks {
			ids = append(ids, b.ID)
		}
		for _, id := range ids {
			if seen[id] || id == (udm.ID{}) {
				t.Errorf("ID %s is not its own", id)
			}
			seen[id] = true
		}
	}
}
