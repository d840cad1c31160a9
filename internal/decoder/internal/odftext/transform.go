package odftext

import (
	"math"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
)

// transformBox moves and turns a box as draw:transform says (part 3, 19.228): its operations work on the shape's
// points one after the other, angles are radians, counter-clockwise. The result is the box around the turned one.
func transformBox(box *udm.BBox, transform string) {
	type point struct{ x, y float64 }
	corners := [4]point{
		{box.X, box.Y}, {box.X + box.Width, box.Y}, {box.X, box.Y + box.Height}, {box.X + box.Width, box.Y + box.Height},
	}
	for transform != "" {
		name, rest, ok := strings.Cut(transform, "(")
		args, after, closed := strings.Cut(rest, ")")
		if !ok || !closed {
			break
		}
		transform = after
		arg := strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == ',' })
		length := func(i int) float64 {
			if i >= len(arg) {
				return 0
			}
			return odf.Points([]byte(arg[i]))
		}
		number := func(i int, missing float64) float64 {
			if i >= len(arg) {
				return missing
			}
			v, err := strconv.ParseFloat(arg[i], 64)
			if err != nil {
				return missing
			}
			return v
		}
		var move func(point) point
		switch strings.TrimSpace(name) {
		case "translate":
			dx, dy := length(0), length(1)
			move = func(p point) point { return point{p.x + dx, p.y + dy} }
		case "rotate":
			sin, cos := math.Sincos(number(0, 0))
			move = func(p point) point { return point{p.x*cos + p.y*sin, p.y*cos - p.x*sin} }
		case "scale":
			sx := number(0, 1)
			sy := number(1, sx)
			move = func(p point) point { return point{p.x * sx, p.y * sy} }
		case "skewX":
			tan := math.Tan(number(0, 0))
			move = func(p point) point { return point{p.x - p.y*tan, p.y} }
		case "skewY":
			tan := math.Tan(number(0, 0))
			move = func(p point) point { return point{p.x, p.y - p.x*tan} }
		case "matrix":
			a, b, c, d, e, f := number(0, 1), number(1, 0), number(2, 0), number(3, 1), length(4), length(5)
			move = func(p point) point { return point{a*p.x + c*p.y + e, b*p.x + d*p.y + f} }
		default:
			continue
		}
		for i := range corners {
			corners[i] = move(corners[i])
		}
	}
	left, top, right, bottom := corners[0].x, corners[0].y, corners[0].x, corners[0].y
	for _, p := range corners[1:] {
		left, right = min(left, p.x), max(right, p.x)
		top, bottom = min(top, p.y), max(bottom, p.y)
	}
	box.X, box.Y, box.Width, box.Height = left, top, right-left, bottom-top
}
