package layout

import (
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
