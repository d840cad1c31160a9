package page

import "math"

// PathBuilder turns one painted path into the rules and fills of a page. Coordinates are those of the page.
type PathBuilder struct {
	Page                   *Page
	Fill, Stroke           bool
	Width                  float32 // of the stroke
	FillColor, StrokeColor uint32

	points []point // of the current subpath
	curved bool
	closed bool
}

type point struct{ x, y float32 }

// thin is the width up to which a filled rectangle counts as a rule, in points.
const thin = 3

// dot is the size up to which a round area may be a bullet, in points.
const dot = 12

// maxSketches bounds the parts of drawings that a page keeps.
const maxSketches = 20_000

// AddSketch adds a subpath in box to the page's drawings, when it is one: slant is the sum of the lesser ones of
// its parts' extents in x and y. Rectangles are none, with round corners or without.
func (p *Page) AddSketch(box Rect, slant float32, area bool, color uint32) {
	const white = 0xF8 // components above this are paper
	if color>>16&255 >= white && color>>8&255 >= white && color&255 >= white || len(p.Sketches) >= maxSketches {
		return
	}
	if slant > 3 && (!area || slant > .25*(box.W()+box.H())) {
		p.Sketches = append(p.Sketches, box)
	}
}

// MoveTo starts a subpath.
func (b *PathBuilder) MoveTo(x, y float32) {
	b.Flush()
	b.points = append(b.points, point{x, y})
}

// LineTo adds a straight segment.
func (b *PathBuilder) LineTo(x, y float32) { b.points = append(b.points, point{x, y}) }

// CurveTo adds a curve to x, y, of which only the end point is kept.
func (b *PathBuilder) CurveTo(x, y float32) {
	b.points = append(b.points, point{x, y})
	b.curved = true
}

// Close closes the subpath.
func (b *PathBuilder) Close() { b.closed = true }

// Flush ends the current subpath and adds what it draws to the page.
func (b *PathBuilder) Flush() {
	p := b.points
	if len(p) > 1 {
		if b.Fill {
			b.fill(p)
		}
		b.sketch(p)
		if b.Stroke && !b.curved {
			for i := 1; i < len(p); i++ {
				b.line(p[i-1], p[i])
			}
			if b.closed && len(p) > 2 {
				b.line(p[len(p)-1], p[0])
			}
		}
	}
	b.points, b.curved, b.closed = p[:0], false, false
}

// sketch adds a subpath that isn't made of lines along the axes.
func (b *PathBuilder) sketch(p []point) {
	box := Rect{p[0].x, p[0].y, p[0].x, p[0].y}
	var slant float32
	for i := 1; i < len(p); i++ {
		box = box.Union(Rect{p[i].x, p[i].y, p[i].x, p[i].y})
		slant += min(abs(p[i].x-p[i-1].x), abs(p[i].y-p[i-1].y))
	}
	switch {
	case b.Fill:
		b.Page.AddSketch(box, slant, true, b.FillColor)
	case b.Stroke:
		b.Page.AddSketch(box, slant, b.closed, b.StrokeColor)
	}
}

func abs(x float32) float32 { return max(x, -x) }

func (b *PathBuilder) line(p, q point) {
	if p == q {
		return
	}
	b.Page.Rules = append(b.Page.Rules, Rule{p.x, p.y, q.x, q.y, b.Width, b.StrokeColor})
}

func (b *PathBuilder) fill(p []point) {
	box := Rect{p[0].x, p[0].y, p[0].x, p[0].y}
	for _, q := range p[1:] {
		box = box.Union(Rect{q.x, q.y, q.x, q.y})
	}
	w, h := box.W(), box.H()
	switch {
	case w == 0 && h == 0:
	case h <= thin && w > 2*h:
		y := (box.Y0 + box.Y1) / 2
		b.Page.Rules = append(b.Page.Rules, Rule{box.X0, y, box.X1, y, h, b.FillColor})
	case w <= thin && h > 2*w:
		x := (box.X0 + box.X1) / 2
		b.Page.Rules = append(b.Page.Rules, Rule{x, box.Y0, x, box.Y1, w, b.FillColor})
	case !b.curved && rectangular(p, box):
		b.Page.Fills = append(b.Page.Fills, Fill{Box: box, Color: b.FillColor})
	case b.curved && w <= dot && h <= dot:
		b.Page.Fills = append(b.Page.Fills, Fill{Box: box, Color: b.FillColor, Round: true})
	}
}

// rectangular reports whether all points lie on corners of the box, give or take half a point.
func rectangular(p []point, box Rect) bool {
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) < .5 }
	for _, q := range p {
		if !(near(q.x, box.X0) || near(q.x, box.X1)) || !(near(q.y, box.Y0) || near(q.y, box.Y1)) {
			return false
		}
	}
	return true
}
