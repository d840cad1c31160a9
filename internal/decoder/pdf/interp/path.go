package interp

import (
	"math"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

type point struct{ x, y float64 }

// path is the current path on the page: its straight lines, its rectangles, and the box around it.
type path struct {
	subs   []subpath
	points []point
	bounds box
	any    bool
	clips  bool // clips once it is painted
}

// subpath are points in a row.
type subpath struct {
	start, end int
	closed     bool
	curved     bool
}

// maxPoints bounds the points of one path.
const maxPoints = 1 << 20

func (p *path) add(q point) {
	if !p.any {
		p.bounds = box{q.x, q.y, q.x, q.y}
		p.any = true
	}
	p.bounds.x0, p.bounds.x1 = min(p.bounds.x0, q.x), max(p.bounds.x1, q.x)
	p.bounds.y0, p.bounds.y1 = min(p.bounds.y0, q.y), max(p.bounds.y1, q.y)
	if len(p.points) < maxPoints {
		p.points = append(p.points, q)
	}
	p.subs[len(p.subs)-1].end = len(p.points)
}

func (p *path) moveTo(q point) {
	n := len(p.points)
	p.subs = append(p.subs, subpath{start: n, end: n})
	p.add(q)
}

func (p *path) lineTo(q point) {
	if len(p.subs) == 0 {
		p.moveTo(q)
		return
	}
	if last := p.subs[len(p.subs)-1]; last.closed {
		p.moveTo(p.points[last.start])
	}
	p.add(q)
}

func (p *path) curveTo(a, b, q point) {
	p.lineTo(a)
	p.add(b)
	p.add(q)
	p.subs[len(p.subs)-1].curved = true
}

func (p *path) close() {
	if n := len(p.subs); n > 0 {
		p.subs[n-1].closed = true
	}
}

func (p *path) reset() {
	p.subs, p.points = p.subs[:0], p.points[:0]
	p.any, p.clips = false, false
}

// point returns operands i and i+1 as a point on the page.
func (r *runner) point(i int) point {
	x, y := r.st.ctm.apply(r.num(i), r.num(i+1))
	return point{x, y}
}

func (r *runner) rectangle() {
	x, y, w, h := r.num(0), r.num(1), r.num(2), r.num(3)
	for i, c := range [4][2]float64{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}} {
		px, py := r.st.ctm.apply(c[0], c[1])
		if i == 0 {
			r.path.moveTo(point{px, py})
		} else {
			r.path.lineTo(point{px, py})
		}
	}
	r.path.close()
}

// paint ends the path: it is filled, stroked, both or neither, and then clips when "W" said so.
func (r *runner) paint(fill, stroke bool) {
	p := &r.path
	if r.hidden == 0 && p.any && p.bounds.meets(r.st.clip) {
		r.paintPath(fill, stroke)
		for _, s := range p.subs {
			if fill {
				r.fillSub(s)
			}
			if stroke {
				r.strokeSub(s)
			}
			r.sketch(s, fill, stroke)
		}
	}
	if p.clips {
		if p.any {
			r.st.clip = r.st.clip.intersect(p.bounds)
		} else {
			r.st.clip = box{}
		}
	}
	p.reset()
}

// thin is the thickness in points up to which a filled rectangle is a rule.
const thin = 3

func (r *runner) fillSub(s subpath) {
	b, ok := r.path.rectangle(s)
	if !ok {
		r.fillDot(s)
		return
	}
	b = b.intersect(r.st.clip)
	w, h := b.x1-b.x0, b.y1-b.y0
	if w < 0 || h < 0 || w == 0 && h == 0 {
		return
	}
	switch {
	case h <= thin && w >= 2*h:
		y := (b.y0 + b.y1) / 2
		r.rule(b.x0, y, b.x1, y, h, r.st.fill)
	case w <= thin && h >= 2*w:
		x := (b.x0 + b.x1) / 2
		r.rule(x, b.y0, x, b.y1, w, r.st.fill)
	default:
		if len(r.page.Fills) < maxRules {
			r.page.Fills = append(r.page.Fills, page.Fill{Box: b.rect(), Color: r.st.fill})
		}
	}
}

// sketch adds a subpath that isn't made of lines along the axes.
func (r *runner) sketch(s subpath, fill, stroke bool) {
	q := r.path.points[s.start:s.end]
	if len(q) < 2 || !fill && !stroke {
		return
	}
	b := box{q[0].x, q[0].y, q[0].x, q[0].y}
	slant := 0.
	for i := 1; i < len(q); i++ {
		dx, dy := math.Abs(q[i].x-q[i-1].x), math.Abs(q[i].y-q[i-1].y)
		slant += min(dx, dy)
		b.x0, b.x1 = min(b.x0, q[i].x), max(b.x1, q[i].x)
		b.y0, b.y1 = min(b.y0, q[i].y), max(b.y1, q[i].y)
	}
	if slant == 0 || !b.meets(r.st.clip) {
		return
	}
	color := r.st.fill
	if !fill {
		color = r.st.stroke
	}
	r.page.AddSketch(b.intersect(r.st.clip).rect(), float32(slant), fill || s.closed, color)
}

// fillDot adds a small round area, such as a bullet that is drawn.
func (r *runner) fillDot(s subpath) { r.dot(s, r.st.fill) }

// dot adds the small round area within a subpath.
func (r *runner) dot(s subpath, color uint32) {
	q := r.path.points[s.start:s.end]
	if !s.curved || len(q) < 6 {
		return
	}
	b := box{q[0].x, q[0].y, q[0].x, q[0].y}
	for _, c := range q {
		b.x0, b.x1 = min(b.x0, c.x), max(b.x1, c.x)
		b.y0, b.y1 = min(b.y0, c.y), max(b.y1, c.y)
	}
	r.dotIn(b, color)
}

// dotIn adds a round area with that box when it is small.
func (r *runner) dotIn(b box, color uint32) {
	const most = 12 // points
	if w, h := b.x1-b.x0, b.y1-b.y0; w > most || h > most || w < 1 || h < 1 || !b.meets(r.st.clip) || len(r.page.Fills) >= maxRules {
		return
	}
	r.page.Fills = append(r.page.Fills, page.Fill{Box: b.rect(), Color: color, Round: true})
}

// shade paints the clipping path with a shading. Only small ones count: bullets that look like balls.
func (r *runner) shade() {
	if r.hidden == 0 {
		r.ground.paint(r.st.clip)
		r.dotIn(r.st.clip, 0)
	}
}

// rectangle returns a subpath's box when it is a rectangle along the axes, or a line along one.
func (p *path) rectangle(s subpath) (box, bool) {
	q := p.points[s.start:s.end]
	if s.curved || len(q) < 2 {
		return box{}, false
	}
	var own [4]point // without those that are where the one before them is
	n := 0
	for _, c := range q {
		if n > 0 && near(own[n-1], c) {
			continue
		}
		if n == len(own) {
			if !near(own[0], c) {
				return box{}, false
			}
			continue
		}
		own[n] = c
		n++
	}
	if n == 3 {
		return box{}, false
	}
	q = own[:n]
	b := box{q[0].x, q[0].y, q[0].x, q[0].y}
	for i, c := range q {
		n := q[(i+1)%len(q)]
		if math.Abs(c.x-n.x) > .05 && math.Abs(c.y-n.y) > .05 {
			return box{}, false
		}
		b.x0, b.x1 = min(b.x0, c.x), max(b.x1, c.x)
		b.y0, b.y1 = min(b.y0, c.y), max(b.y1, c.y)
	}
	return b, true
}

func near(a, b point) bool { return math.Abs(a.x-b.x) < .05 && math.Abs(a.y-b.y) < .05 }

// strokeSub adds a subpath's lines along the axes as rules; others do not rule tables or text.
// A closed curve may be a hollow bullet.
func (r *runner) strokeSub(s subpath) {
	q := r.path.points[s.start:s.end]
	if s.curved {
		if s.closed || near(q[0], q[len(q)-1]) {
			r.dot(s, r.st.stroke)
		}
		return
	}
	width := r.st.lineWidth * r.st.ctm.scale()
	for i := range q {
		j := i + 1
		if j == len(q) {
			if !s.closed || len(q) < 3 {
				break
			}
			j = 0
		}
		a, b := q[i], q[j]
		dx, dy := math.Abs(a.x-b.x), math.Abs(a.y-b.y)
		if dx > .5 && dy > .5 || dx+dy == 0 {
			continue
		}
		r.rule(a.x, a.y, b.x, b.y, width, r.st.stroke)
	}
}

// rule adds a line, cut to what is seen of it.
func (r *runner) rule(x0, y0, x1, y1, width float64, color uint32) {
	b := box{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
	if !b.meets(r.st.clip) || len(r.page.Rules) >= maxRules {
		return
	}
	// A very wide, short line is an area.
	if width > thin && max(b.x1-b.x0, b.y1-b.y0) > 0 {
		half := width / 2
		if b.x1-b.x0 >= b.y1-b.y0 {
			b.y0, b.y1 = b.y0-half, b.y1+half
		} else {
			b.x0, b.x1 = b.x0-half, b.x1+half
		}
		if b = b.intersect(r.st.clip); !b.empty() {
			r.page.Fills = append(r.page.Fills, page.Fill{Box: b.rect(), Color: color})
		}
		return
	}
	b = b.intersect(r.st.clip)
	r.page.Rules = append(r.page.Rules, page.Rule{
		X0: float32(b.x0), Y0: float32(b.y0), X1: float32(b.x1), Y1: float32(b.y1),
		Width: float32(width), Color: color,
	})
}
