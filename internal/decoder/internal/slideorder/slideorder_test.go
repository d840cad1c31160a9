package slideorder

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func TestSort(t *testing.T) {
	at := func(name string, x, y, w, h float64) *Shape {
		return &Shape{
			Box:    &udm.BBox{X: x, Y: y, Width: w, Height: h},
			Blocks: []*udm.ContentBlock{udm.NewText(udm.UncategorizedText, name)},
		}
	}
	as := func(role Role, index int, sh *Shape) *Shape {
		sh.Role, sh.Index = role, index
		return sh
	}
	for _, tt := range []struct {
		name   string
		shapes []*Shape
		want   string
	}{
		{"title first, footer last", []*Shape{as(Edge, 0, at("foot", 0, 0, 9, 9)), at("text", 0, 10, 9, 9), as(Title, 0, at("title", 0, 50, 9, 9))}, "title text foot"},
		{"rows of a grid", []*Shape{at("d", 50, 50, 40, 40), at("a", 0, 0, 40, 40), at("b", 50, 2, 40, 40), at("c", 0, 52, 40, 40)}, "a b c d"},
		{"picture beside two texts", []*Shape{at("low", 60, 60, 30, 20), at("high", 60, 10, 30, 20), at("picture", 0, 0, 50, 100)}, "picture high low"},
		{"a comparison by index", []*Shape{as(Content, 1, at("head1", 0, 0, 40, 10)), as(Content, 2, at("text1", 0, 12, 40, 50)), as(Content, 3, at("head2", 50, 0, 40, 10)), as(Content, 4, at("text2", 50, 12, 40, 50))}, "head1 text1 head2 text2"},
		{"stairs from top to bottom", []*Shape{at("b", 0, 30, 50, 60), at("a", 60, 0, 50, 60)}, "a b"},
	} {
		var got []string
		for _, sh := range Sort(tt.shapes) {
			got = append(got, sh.Blocks[0].Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}
