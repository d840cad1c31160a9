package odftext

import (
	"math"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func TestTransformBox(t *testing.T) {
	for _, tt := range []struct {
		transform string
		want      udm.BBox
	}{
		{"translate (1in 2in)", udm.BBox{X: 72, Y: 144, Width: 40, Height: 10}},
		{"rotate (1.5707963267949) translate (0pt, 40pt)", udm.BBox{X: 0, Y: 0, Width: 10, Height: 40}},
		{"scale (2)", udm.BBox{Width: 80, Height: 20}},
		{"scale (2 0.5) skewX (0)", udm.BBox{Width: 80, Height: 5}},
		{"matrix (0 1 -1 0 10pt 0pt)", udm.BBox{X: 0, Y: 0, Width: 10, Height: 40}},
		{"unknown (3) translate (1pt", udm.BBox{Width: 40, Height: 10}},
	} {
		got := udm.BBox{Width: 40, Height: 10}
		transformBox(&got, tt.transform)
		for _, d := range []float64{got.X - tt.want.X, got.Y - tt.want.Y, got.Width - tt.want.Width, got.Height - tt.want.Height} {
			if math.Abs(d) > 1e-6 {
				t.Errorf("transformBox(%q) = %+v, want %+v", tt.transform, got, tt.want)
				break
			}
		}
	}
}

func TestWriteFoldsWhiteSpace(t *testing.T) {
	for _, tt := range []struct {
		name   string
		pieces []string
		want   string
	}{
		{"one blank", []string{"a b"}, "a b"},
		{"runs", []string{"a \n\t b"}, "a b"},
		{"across pieces", []string{"a ", " b", " ", "c"}, "a b c"},
		{"at the start", []string{"  a"}, "a"},
		{"other scripts", []string{"é  ü"}, "é ü"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := paragraph{blank: true}
			for _, s := range tt.pieces {
				p.write([]byte(s), 0)
			}
			if got := p.text.String(); got != tt.want {
				t.Errorf("write(%q) gave %q, want %q", tt.pieces, got, tt.want)
			}
		})
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		start, end int
		want       string
	}{{0, 1, "ä"}, {1, 3, "bc"}, {2, 4, "cd"}, {4, 4, ""}} {
		if got := cut("äbcd", tt.start, tt.end); got != tt.want {
			t.Errorf("cut(%d, %d) = %q, want %q", tt.start, tt.end, got, tt.want)
		}
	}
}
