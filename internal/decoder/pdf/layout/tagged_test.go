package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
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
