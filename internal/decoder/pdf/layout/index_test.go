package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// A tagged index has one paragraph an entry; text that is tagged line by line isn't read by its tags.
func TestTaggedLines(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  int // blocks
	}{
		{"index", []string{"archive, 12", "bakery, 38, 49 and 156", "bridge, 184, 218", "budget, 266", "carpenters, 174", "clerks, 115", "council, 155, 192, 209, 237, 240 to 244", "drivers, 153"}, 8},
		{"lines", []string{"The harbour master keeps a book of all", "boats that come in, and writes down how", "many they are, where they come from and", "what they carry as long as he is at his", "desk. At night a lamp burns at the end", "of the long quay, which is lit by a man", "who has the watch, and by nobody but he", "alone."}, 1},
	} {
		p := newPage()
		root := &page.Element{Type: "Document"}
		for i, s := range c.lines {
			n := len(p.Glyphs)
			put(p, plain, 10, 72, 80+12*float32(i), s)
			for k := n; k < len(p.Glyphs); k++ {
				p.Glyphs[k].MCID = int32(i)
			}
			root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: "P", Kids: []page.Kid{{MCID: int32(i)}}}})
		}
		info := &page.Info{Struct: root}
		opt := Options{Tags: NewTags(info)}
		if got := Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks; len(got) != c.want {
			t.Errorf("%s: got\n%s", c.name, dump(got))
		}
	}
}
