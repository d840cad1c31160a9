package layout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/udm"
)

func TestMoveLinks(t *testing.T) {
	link := func(start, end int) udm.LinkSpan {
		return udm.LinkSpan{Start: start, End: end, URL: "https://example.org/"}
	}
	for _, tt := range []struct {
		name, from, to string
		links, want    []udm.LinkSpan
	}{
		{"same text", "see here", "see here", []udm.LinkSpan{link(4, 8)}, []udm.LinkSpan{link(4, 8)}},
		{"indented", "é = here now", "é =\n    here\nnow", []udm.LinkSpan{link(4, 8), link(9, 12)}, []udm.LinkSpan{link(8, 12), link(13, 16)}},
		{"shorter", "a  here ", "a here", []udm.LinkSpan{link(3, 8)}, nil},
		{"words twice", "go go", "go\ngo", []udm.LinkSpan{link(0, 2), link(3, 5)}, []udm.LinkSpan{link(0, 2), link(3, 5)}},
		{"outside", "here", "here", []udm.LinkSpan{link(0, 9), link(2, 2)}, nil},
	} {
		if diff := cmp.Diff(tt.want, moveLinks(tt.links, tt.from, tt.to)); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}

// The hyphen at a line's end is a compound's own when the document has its halves, in other compounds too, and never
// the whole in one word.
func TestCompounds(t *testing.T) {
	for _, c := range []struct{ rest, above, below, want string }{
		{"It is low-dimensional. A high one.", "the space is high-", "dimensional and wide", "high-dimensional"},
		{"A high-level and dimensional view.", "the space is high-", "dimensional and wide", "high-dimensional"},
		{"A high and dimensional view.", "the space is high-", "dimensional and wide", "highdimensional"},
		{"Of high-level and dimensional.", "this is of the high-", "lands and wide", "highlands"},
		{"A low-light, light and high view in highlight.", "it is the high-", "light of the day", "highlight"},
		{"Do re-run the search.", "this is the re-", "search of the day", "research"},
	} {
		p := newPage()
		put(p, plain, 10, 72, 80, c.rest)
		put(p, plain, 10, 72, 200, "Boats come in at night and "+c.above)
		put(p, plain, 10, 72, 212, c.below)
		if got := dump(Blocks(p, Options{})); !strings.Contains(got, c.want) {
			t.Errorf("%q with %q and %q: got %s", c.rest, c.above, c.below, got)
		}
	}
}
