package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Some writers tag a list within a list as one that follows it: the items' places tell what is in which.
func TestFlatTaggedLists(t *testing.T) {
	p := newPage()
	root := &page.Element{Type: "Document"}
	for i, x := range []float32{72, 90, 90, 108, 72} {
		n := len(p.Glyphs)
		set(p, plain, 10, x, 80+14*float32(i), "• "+[]string{"oars", "for the boat", "for the dinghy", "short ones", "a lamp"}[i])
		for k := n; k < len(p.Glyphs); k++ {
			p.Glyphs[k].MCID = int32(i)
		}
		item := &page.Element{Type: "LI", Kids: []page.Kid{{Element: &page.Element{Type: "LBody", Kids: []page.Kid{{MCID: int32(i)}}}}}}
		root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: "L", Kids: []page.Kid{{Element: item}}}})
	}
	info := &page.Info{Struct: root}
	opt := Options{Tags: NewTags(info)}
	check(t, dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks), `
ListItem 0 "" oars
ListItem 1 "" for the boat
ListItem 1 "" for the dinghy
ListItem 2 "" short ones
ListItem 0 "" a lamp`)
}
