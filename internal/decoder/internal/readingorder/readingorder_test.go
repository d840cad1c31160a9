package readingorder

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/udm"
)

func TestSort(t *testing.T) {
	type shape struct {
		name       string
		x, y, w, h float64
	}
	tests := []struct {
		name   string
		shapes []shape
		want   []string
	}{
		{"stacked", []shape{{"low", 0, 50, 10, 10}, {"high", 0, 0, 10, 10}}, []string{"high", "low"}},
		{"columns under a title", []shape{
			{"right below", 60, 60, 30, 20}, {"left", 10, 30, 30, 20}, {"title", 0, 0, 100, 10}, {"right", 60, 31, 30, 20}, {"left below", 10, 58, 30, 20},
		}, []string{"title", "left", "right", "left below", "right below"}},
		{"columns of different cut", []shape{
			{"r1", 60, 0, 30, 30}, {"r2", 60, 35, 30, 65}, {"l1", 0, 0, 30, 60}, {"l2", 0, 65, 30, 35},
		}, []string{"l1", "l2", "r1", "r2"}},
		{"without a place", []shape{{"loose", 0, 0, 0, 0}, {"placed", 1, 1, 1, 1}}, []string{"placed", "loose"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Sort(tt.shapes, func(s shape) *udm.BBox {
				if s.w == 0 {
					return nil
				}
				return &udm.BBox{X: s.x, Y: s.y, Width: s.w, Height: s.h}
			}) {
				got = append(got, s.name)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Sort: -want +got\n%s", diff)
			}
		})
	}
}
