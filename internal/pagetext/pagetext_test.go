package pagetext_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/pagetext"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
)

// TestVectors runs the cases whose elements udecode's model can hold. A table's text is always made from its cells, so
// cases about ready-made HTML and about elements without text have no counterpart; they are named here.
func TestVectors(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/assembly.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID       string
			Elements []struct {
				Category, Text string
				HTML           *string `json:"text_as_html"`
			}
			Expect struct {
				Text       string
				CharLength int `json:"char_length"`
				Emitted    bool
				Offsets    []*struct{ Offset, Length int }
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	const readyHTML = "tables are assembled from cells, never from ready-made HTML (contract: section text)"
	ran := 0
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			var blocks []*udm.ContentBlock
			for _, e := range c.Elements {
				cat, ok := udm.ParseCategory(e.Category)
				if !ok {
					cat = udm.UncategorizedText
				}
				switch cat {
				case udm.TableCategory:
					t.Skip(readyHTML)
				case udm.Image:
					blocks = append(blocks, udm.NewImage("image/png", nil))
				default:
					blocks = append(blocks, udm.NewText(cat, e.Text))
				}
			}
			ran++
			got := pagetext.Assemble([]section.Section{{Blocks: blocks}}, pagetext.Options{})[0]
			if s := got.String(); s != c.Expect.Text || got.Length != c.Expect.CharLength || got.Blank == c.Expect.Emitted {
				t.Errorf("got %q, length %d, blank %v; want %q, %d, emitted %v", s, got.Length, got.Blank, c.Expect.Text, c.Expect.CharLength, c.Expect.Emitted)
			}
			var want []pagetext.Span
			for i, o := range c.Expect.Offsets {
				if o != nil {
					want = append(want, pagetext.Span{Block: i, Offset: o.Offset, Length: o.Length})
				}
			}
			if diff := cmp.Diff(want, got.Spans, equateEmpty); diff != "" {
				t.Errorf("offsets: -want +got\n%s", diff)
			}
		})
	}
	if ran < 15 {
		t.Errorf("only %d of %d cases ran", ran, len(file.Cases))
	}
}

var equateEmpty = cmp.Transformer("len", func(s []pagetext.Span) string { return fmt.Sprint(append([]pagetext.Span{}, s...)) })

func TestTableHTML(t *testing.T) {
	var g udm.Grid
	g.NextRow()
	g.Cell("a & b", 1, 2)
	g.Cell("<c>", 1, 1)
	g.NextRow()
	g.Cell("1\n\n2", 2, 1)
	g.Cell("x", 1, 1)
	g.Cell("", 1, 1)
	g.NextRow()
	g.Cell("y", 1, 1)
	b := udm.NewTable(g.Table(1))
	got := pagetext.Assemble([]section.Section{{Blocks: []*udm.ContentBlock{b}}}, pagetext.Options{})[0]
	const want = `<table>
<tr><th colspan="2">a &amp; b</th><th>&lt;c&gt;</th></tr>
<tr><td rowspan="2">1<br/><br/>2</td><td>x</td><td></td></tr>
<tr><td>y</td><td></td></tr>
</table>`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if got.Length != utf8.RuneCountInString(want) {
		t.Errorf("length %d, want %d", got.Length, utf8.RuneCountInString(want))
	}
}

// Each block's span cuts out exactly its text, and a section's offset is its place in the document's text.
func TestSpansCutOutTheBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var blocks []*udm.ContentBlock
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			text := rapid.StringN(0, 20, -1).Draw(t, "text")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				tb := &udm.Table{}
				tb.Append(text, "é&<>")
				blocks = append(blocks, udm.NewTable(tb))
			case 1:
				blocks = append(blocks, udm.NewImage("image/png", nil))
			case 2:
				blocks = append(blocks, udm.NewLink("https://example.org/", text))
			default:
				blocks = append(blocks, udm.NewText(udm.NarrativeText, text))
			}
		}
		d := &udm.Document{Nodes: []*udm.StructuralNode{{Role: udm.Section, Blocks: blocks}}}
		sections := section.Group(d, section.Options{Strategy: section.Count, ElementCount: 3})
		var whole []string
		texts := pagetext.Assemble(sections, pagetext.Options{})
		for i := range texts {
			tx := &texts[i]
			s := []rune(tx.String())
			if len(s) != tx.Length {
				t.Fatalf("length %d, text has %d", tx.Length, len(s))
			}
			for _, sp := range tx.Spans {
				b := sections[i].Blocks[sp.Block]
				if part := string(s[sp.Offset : sp.Offset+sp.Length]); b.Type == udm.Text && part != b.Text {
					t.Fatalf("span cuts %q, block is %q", part, b.Text)
				}
			}
			if !tx.Blank {
				whole = append(whole, string(s))
			}
		}
		all := []rune(strings.Join(whole, "\n\n"))
		for i := range texts {
			if tx := &texts[i]; !tx.Blank {
				if got := string(all[tx.Offset : tx.Offset+tx.Length]); got != tx.String() {
					t.Fatalf("section %d: the document's text has %q at %d, want %q", i, got, tx.Offset, tx.String())
				}
			}
		}
	})
}

func BenchmarkAssembleTable(b *testing.B) {
	t := &udm.Table{HeaderRows: 1}
	for range 100_000 {
		t.Append("alpha", "1,234.50", "2026-11-30", "a & b", "")
	}
	blocks := []*udm.ContentBlock{udm.NewTable(t)}
	b.SetBytes(int64(t.PlainLen()))
	for b.Loop() {
		pagetext.Assemble([]section.Section{{Blocks: blocks}}, pagetext.Options{})
	}
}
