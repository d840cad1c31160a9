package interp

import (
	"math"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// matrix is a transformation (ISO 32000-2, 8.3.4): x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var unit = matrix{a: 1, d: 1}

// mul returns the transformation m followed by n.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// scale is the factor that lengths grow by, on average.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

func toMatrix(v []float64) (matrix, bool) {
	if len(v) != 6 {
		return unit, false
	}
	return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, true
}

// box is a rectangle while coordinates are still float64.
type box struct{ x0, y0, x1, y1 float64 }

// toBox reads a PDF rectangle in any order of corners.
func toBox(v []float64) (box, bool) {
	if len(v) < 4 {
		return box{}, false
	}
	for _, x := range v[:4] {
		if math.IsNaN(x) || math.Abs(x) > 1e7 {
			return box{}, false
		}
	}
	return box{min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])}, true
}

func (b box) intersect(o box) box {
	return box{max(b.x0, o.x0), max(b.y0, o.y0), min(b.x1, o.x1), min(b.y1, o.y1)}
}

func (b box) empty() bool { return b.x0 >= b.x1 || b.y0 >= b.y1 }

// meets reports whether the boxes share a point; boxes without area meet what they lie on.
func (b box) meets(o box) bool {
	return b.x0 <= o.x1 && o.x0 <= b.x1 && b.y0 <= o.y1 && o.y0 <= b.y1
}

// transform returns the box around the transformed box.
func (b box) transform(m matrix) box {
	x0, y0 := m.apply(b.x0, b.y0)
	r := box{x0, y0, x0, y0}
	for _, p := range [3][2]float64{{b.x1, b.y0}, {b.x0, b.y1}, {b.x1, b.y1}} {
		x, y := m.apply(p[0], p[1])
		r.x0, r.x1 = min(r.x0, x), max(r.x1, x)
		r.y0, r.y1 = min(r.y0, y), max(r.y1, y)
	}
	return r
}

func (b box) rect() page.Rect {
	return page.Rect{X0: float32(b.x0), Y0: float32(b.y0), X1: float32(b.x1), Y1: float32(b.y1)}
}
