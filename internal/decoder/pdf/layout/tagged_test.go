package layout

import (
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
