package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// Text that the structure tree has outside of paragraphs is cut into paragraphs by its lines.
func TestLooseText(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 80, "The dues are paid at the gate by every boat that")
	put(p, plain, 10, 72, 92, "enters the basin.")
	put(p, plain, 10, 72, 116, "Small boats pay half of what is asked of others,")
	put(p, plain, 10, 72, 128, "when they carry no load.")
	for i := range p.Glyphs {
		p.Glyphs[i].MCID = 0
	}
	for _, c := range []struct {
		element *page.Element
		want    string
	}{
		{&page.Element{Type: "NonStruct", Kids: []page.Kid{{}}}, `
NarrativeText The dues are paid at the gate by every boat that enters the basin.
NarrativeText Small boats pay half of what is asked of others, when they carry no load.`},
		{&page.Element{Type: "P", Kids: []page.Kid{{}}}, `
NarrativeText The dues are paid at the gate by every boat that enters the basin. Small boats pay half of what is asked of others, when they carry no load.`},
	} {
		info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: c.element}}}}
		opt := Options{Tags: NewTags(info)}
		check(t, dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks), c.want)
	}
}

// What a tagged page's structure tree leaves out at the page's foot is a running foot, but for what stands at a picture
// or above text.
func TestUntaggedFeet(t *testing.T) {
	p := newPage()
	for k := range 10 {
		set(p, plain, 10, 72, 80+12*float32(k), "The dues are paid at the gate by every boat that comes into the basin by day")
	}
	for i := range p.Glyphs {
		p.Glyphs[i].MCID = 0
	}
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 72, Y0: 600, X1: 300, Y1: 702}, Width: 300, Height: 200, MCID: -1})
	set(p, plain, 8, 100, 704, "Oar")
	set(p, plain, 8, 200, 704, "Rope")
	set(p, plain, 8, 72, 730, "Boats in the mist")
	set(p, plain, 8, 500, 770, "7")
	info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: &page.Element{Type: "P", Kids: []page.Kid{{}}}}}}}
	opt := Options{Tags: NewTags(info)}
	var feet []string
	for _, b := range Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks {
		if b.Category == udm.Footer {
			feet = append(feet, b.Text)
		}
	}
	if got := strings.Join(feet, "|"); got != "Boats in the mist|7" && got != "7" {
		t.Errorf("feet are %q", got)
	}
}

// A title that the structure tree has as a paragraph stands above the tree's headings; what is set like text doesn't.
func TestTitleTaggedAsParagraph(t *testing.T) {
	for _, size := range []float32{20, 10} {
		p := newPage()
		root := &page.Element{Type: "Document"}
		add := func(kind string, n int) {
			id := int32(len(root.Kids))
			for i := n; i < len(p.Glyphs); i++ {
				p.Glyphs[i].MCID = id
			}
			root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: kind, Kids: []page.Kid{{MCID: id}}}})
		}
		set(p, plain, size, 200, 80, "Dues and Lamps")
		add("P", 0)
		n := len(p.Glyphs)
		set(p, heavyFont, 14, 72, 120, "Dues")
		add("H1", n)
		n = len(p.Glyphs)
		set(p, plain, 10, 72, 140, "The dues are paid at the gate by every boat that enters the basin by day.")
		add("P", n)
		want := "Title h1 Dues and Lamps\nTitle h2 Dues"
		if size == 10 {
			want = "NarrativeText Dues and Lamps\nTitle h1 Dues"
		}
		info := &page.Info{Struct: root}
		opt := Options{Tags: NewTags(info)}
		got := dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks)
		if !strings.HasPrefix(strings.ReplaceAll(got, "Uncategorized", "Narrative"), want) {
			t.Errorf("size %v: got\n%s", size, got)
		}
	}
}

// Rows of a table that are tagged as paragraphs, or cells, are still a table's.
func TestTableTaggedAsParagraphs(t *testing.T) {
	for _, cells := range []bool{false, true} {
		p := newPage()
		root := &page.Element{Type: "Document"}
		from := 0
		add := func() {
			id := int32(len(root.Kids))
			for ; from < len(p.Glyphs); from++ {
				p.Glyphs[from].MCID = id
			}
			root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: "P", Kids: []page.Kid{{MCID: id}}}})
		}
		for i := range 14 {
			for c := range 5 {
				text := fmt.Sprint(1000*i + 100*c)
				if c == 0 {
					text = []string{"Hull", "Selby"}[i%2]
				}
				put(p, plain, 10, 72+80*float32(c), 100+13*float32(i), text)
				if cells {
					add()
				}
			}
			if !cells {
				add()
			}
		}
		info := &page.Info{Struct: root}
		opt := Options{Tags: NewTags(info)}
		got := dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks)
		if !strings.HasPrefix(got, `Table ["Hull" "100" "200" "300" "400"] ["Selby" "1100" `) || strings.Contains(strings.TrimSpace(got), "\n") {
			t.Errorf("cells %v: got\n%s", cells, got)
		}
	}
}
