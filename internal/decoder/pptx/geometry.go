package pptx

import (
	"math"
	"strconv"

	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// frame is an a:xfrm, in points and radians (20.1.7.6).
type frame struct {
	x, y, w, h     float64
	rot            float64
	flipH, flipV   bool
	chX, chY       float64 // of groups: the child coordinate space
	chW, chH       float64
	hasChild, full bool // full: has an offset and an extent
}

func readFrame(s *opc.Scanner) (*frame, error) {
	f := &frame{
		rot:   number(s, "rot") / 60000 * math.Pi / 180,
		flipH: isTrue(s.Attr("flipH")),
		flipV: isTrue(s.Attr("flipV")),
	}
	off, ext := false, false
	err := s.Children(func() error {
		switch s.Name() {
		case "a:off":
			f.x, f.y, off = number(s, "x")/emu, number(s, "y")/emu, true
		case "a:ext":
			f.w, f.h, ext = number(s, "cx")/emu, number(s, "cy")/emu, true
		case "a:chOff":
			f.chX, f.chY, f.hasChild = number(s, "x")/emu, number(s, "y")/emu, true
		case "a:chExt":
			f.chW, f.chH = number(s, "cx")/emu, number(s, "cy")/emu
		}
		return nil
	})
	f.full = off && ext
	return f, err
}

// number reads a coordinate attribute: EMU, or in strict files also a universal measure such as "2.5in".
func number(s *opc.Scanner, attr string) float64 {
	v := s.Attr(attr)
	if n, err := strconv.ParseInt(v, 10, 64); err == nil {
		return float64(n)
	}
	if len(v) < 3 {
		return 0
	}
	n, err := strconv.ParseFloat(v[:len(v)-2], 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	switch v[len(v)-2:] {
	case "in":
		return n * 72 * emu
	case "pt":
		return n * emu
	case "pc", "pi":
		return n * 12 * emu
	case "cm":
		return n * 360000
	case "mm":
		return n * 36000
	}
	return 0
}

func isTrue(v string) bool { return v == "1" || v == "true" }

// matrix maps a shape's coordinates to the slide's: x' = ax + cy + e, y' = bx + dy + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// mul returns the matrix that applies n first and then m.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// turn returns the frame's rotation about its centre, after its flips.
func (f *frame) turn() matrix {
	cx, cy := f.x+f.w/2, f.y+f.h/2
	sin, cos := math.Sincos(f.rot)
	fx, fy := 1.0, 1.0
	if f.flipH {
		fx = -1
	}
	if f.flipV {
		fy = -1
	}
	return matrix{1, 0, 0, 1, cx, cy}.mul(matrix{cos * fx, sin * fx, -sin * fy, cos * fy, 0, 0}).mul(matrix{1, 0, 0, 1, -cx, -cy})
}

// inner returns the map from a group's child space to the space that the group stands in (20.1.7.5).
func (f *frame) inner() matrix {
	if !f.full || !f.hasChild {
		return identity
	}
	sx, sy := 1.0, 1.0
	if f.chW > 0 {
		sx = f.w / f.chW
	}
	if f.chH > 0 {
		sy = f.h / f.chH
	}
	return f.turn().mul(matrix{sx, 0, 0, sy, f.x - f.chX*sx, f.y - f.chY*sy})
}

// bounds returns the box around the frame, turned and mapped by m.
func (f *frame) bounds(m matrix) *udm.BBox {
	m = m.mul(f.turn())
	x0, y0 := math.Inf(1), math.Inf(1)
	x1, y1 := math.Inf(-1), math.Inf(-1)
	for _, p := range [...][2]float64{{f.x, f.y}, {f.x + f.w, f.y}, {f.x, f.y + f.h}, {f.x + f.w, f.y + f.h}} {
		x, y := m.apply(p[0], p[1])
		x0, x1 = min(x0, x), max(x1, x)
		y0, y1 = min(y0, y), max(y1, y)
	}
	const most = 1e9 // beyond it a coordinate is nonsense
	if !(math.Abs(x0) < most && math.Abs(y0) < most && x1-x0 < most && y1-y0 < most) {
		return nil
	}
	return &udm.BBox{X: hundredth(x0), Y: hundredth(y0), Width: hundredth(x1 - x0), Height: hundredth(y1 - y0), Unit: "pt"}
}

func hundredth(v float64) float64 { return math.Round(v*100) / 100 }
