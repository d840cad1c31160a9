package pptx

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func TestReadingOrder(t *testing.T) {
	at := func(name, ph, idx string, x, y, w, h float64) *shape {
		return &shape{
			properties: properties{ph: placeholder{ph, idx}},
			box:        &udm.BBox{X: x, Y: y, Width: w, Height: h},
			blocks:     []*udm.ContentBlock{udm.NewText(udm.UncategorizedText, name)},
		}
	}
	for _, tt := range []struct {
		name   string
		shapes []*shape
		want   string
	}{
		{"title first, footer last", []*shape{at("foot", "ftr", "11", 0, 0, 9, 9), at("text", "", "", 0, 10, 9, 9), at("title", "ctrTitle", "", 0, 50, 9, 9)}, "title text foot"},
		{"rows of a grid", []*shape{at("d", "", "", 50, 50, 40, 40), at("a", "", "", 0, 0, 40, 40), at("b", "", "", 50, 2, 40, 40), at("c", "", "", 0, 52, 40, 40)}, "a b c d"},
		{"picture beside two texts", []*shape{at("low", "", "", 60, 60, 30, 20), at("high", "", "", 60, 10, 30, 20), at("picture", "", "", 0, 0, 50, 100)}, "picture high low"},
		{"a comparison by index", []*shape{at("head1", "body", "1", 0, 0, 40, 10), at("text1", "obj", "2", 0, 12, 40, 50), at("head2", "body", "3", 50, 0, 40, 10), at("text2", "obj", "4", 50, 12, 40, 50)}, "head1 text1 head2 text2"},
		{"stairs from top to bottom", []*shape{at("b", "", "", 0, 30, 50, 60), at("a", "", "", 60, 0, 50, 60)}, "a b"},
	} {
		var got []string
		for _, sh := range readingOrder(tt.shapes) {
			got = append(got, sh.blocks[0].Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}
