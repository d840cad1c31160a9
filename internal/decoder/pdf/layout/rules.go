package layout

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// seg is a horizontal or vertical line: at is its y (or x), lo and hi its ends. Weak ones are edges of
// shaded areas, white ones have the colour of paper and lie on shaded areas.
type seg struct {
	at, lo, hi  float32
	weak, white bool
}

// lines of a page that may be parts of tables, in a layer's coordinates.
type grating struct{ h, v []seg }

const (
	touch     = 2.5  // points by which lines that meet may miss each other
	maxLines  = 4000 // of either direction; more are a drawing
	whiteFill = 0xF8 // components above this are paper
)

// grate collects the page's horizontal and vertical lines, joins those in one line, and drops short ones.
func (a *analyzer) grate() grating {
	var g grating
	add := func(x0, y0, x1, y1 float32, weak bool) {
		g.h, g.v = appendSeg(g.h, g.v, page.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, weak)
	}
	for i := range a.page.Rules {
		r := &a.page.Rules[i]
		if light(r.Color) {
			continue
		}
		x0, y0 := a.view.point(r.X0, r.Y0)
		x1, y1 := a.view.point(r.X1, r.Y1)
		add(x0, y0, x1, y1, false)
	}
	for i := range a.page.Fills {
		f := &a.page.Fills[i]
		if light(f.Color) || f.Round || f.Box.W() < 8 && f.Box.H() < 8 {
			continue
		}
		b := a.view.rect(f.Box)
		if float64(b.W()*b.H()) > .7*a.page.Width*a.page.Height {
			continue
		}
		add(b.X0, b.Y0, b.X1, b.Y0, true)
		add(b.X0, b.Y1, b.X1, b.Y1, true)
		add(b.X0, b.Y0, b.X0, b.Y1, true)
		add(b.X1, b.Y0, b.X1, b.Y1, true)
	}
	for i := range a.page.Images {
		b := a.view.rect(a.page.Images[i].Box)
		switch {
		case b.H() <= 2 && b.W() > 10:
			add(b.X0, (b.Y0+b.Y1)/2, b.X1, (b.Y0+b.Y1)/2, false)
		case b.W() <= 2 && b.H() > 10:
			add((b.X0+b.X1)/2, b.Y0, (b.X0+b.X1)/2, b.Y1, false)
		}
	}
	h, v := a.whiteLines()
	g.h, g.v = append(g.h, h...), append(g.v, v...)
	g.h = append(g.h, a.typed...)
	g.h, g.v = mergeSegs(g.h), mergeSegs(g.v)
	if len(g.h) > maxLines || len(g.v) > maxLines {
		return grating{}
	}
	return g
}

// shadeOnly reports whether nothing but shading is drawn in a box: its lines are edges of areas filled in their colour.
func (a *analyzer) shadeOnly(box page.Rect) bool {
	const (
		slack = 1  // points
		most  = 50 // lines and areas
	)
	var fills []*page.Fill
	lines := 0
	on := func(v, a, b float32) bool { return abs(v-a) < slack || abs(v-b) < slack }
	for i := range a.page.Fills {
		f := &a.page.Fills[i]
		if b := a.view.rect(f.Box); b.X0 < box.X1+slack && b.X1 > box.X0-slack && b.Y0 < box.Y1+slack && b.Y1 > box.Y0-slack {
			fills = append(fills, f)
		}
	}
	for i := range a.page.Rules {
		r := &a.page.Rules[i]
		line := page.Rect{X0: min(r.X0, r.X1), Y0: min(r.Y0, r.Y1), X1: max(r.X0, r.X1), Y1: max(r.Y0, r.Y1)}
		b := a.view.rect(line)
		if light(r.Color) || b.X0 > box.X1+slack || b.X1 < box.X0-slack || b.Y0 > box.Y1+slack || b.Y1 < box.Y0-slack {
			continue
		}
		if lines++; lines > most || len(fills) > most || !slices.ContainsFunc(fills, func(f *page.Fill) bool {
			return f.Color == r.Color && on(line.X0, f.Box.X0, f.Box.X1) && on(line.X1, f.Box.X0, f.Box.X1) && on(line.Y0, f.Box.Y0, f.Box.Y1) && on(line.Y1, f.Box.Y0, f.Box.Y1)
		}) {
			return false
		}
	}
	return len(fills) > 0
}

func light(c uint32) bool {
	return c>>16&255 >= whiteFill && c>>8&255 >= whiteFill && c&255 >= whiteFill
}

// mergeSegs joins segments of one line that overlap or nearly touch, and parallel lines that nearly
// coincide.
func mergeSegs(segs []seg) []seg {
	slices.SortFunc(segs, func(a, b seg) int { return cmp.Compare(a.at, b.at) })
	var out []seg
	for i := 0; i < len(segs); {
		k := i + 1
		for k < len(segs) && segs[k].at-segs[i].at <= 2 {
			k++
		}
		band := segs[i:k]
		slices.SortFunc(band, func(a, b seg) int { return cmp.Compare(a.lo, b.lo) })
		cur := band[0]
		for _, s := range band[1:] {
			if s.lo-cur.hi <= 3 {
				cur.hi = max(cur.hi, s.hi)
				if cur.weak && !s.weak {
					cur.at = s.at
				}
				cur.white = (cur.white || cur.weak) && (s.white || s.weak) && (cur.white || s.white)
				cur.weak = cur.weak && s.weak
				continue
			}
			if cur.hi-cur.lo >= 6 {
				out = append(out, cur)
			}
			cur = s
		}
		if cur.hi-cur.lo >= 6 {
			out = append(out, cur)
		}
		i = k
	}
	return out
}

// lattice is a set of lines that meet.
type lattice struct {
	h, v []seg
	box  page.Rect
}

// lattices groups lines that meet one another.
func (g *grating) lattices() []lattice {
	n := len(g.h) + len(g.v)
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	// Both lists are sorted by at, so that a vertical line meets a range of horizontal ones.
	for j := range g.v {
		v := &g.v[j]
		from, _ := slices.BinarySearchFunc(g.h, v.lo-touch, func(s seg, y float32) int { return cmp.Compare(s.at, y) })
		for i := from; i < len(g.h) && g.h[i].at <= v.hi+touch; i++ {
			if h := &g.h[i]; v.at >= h.lo-touch && v.at <= h.hi+touch {
				parent[find(i)] = find(len(g.h) + j)
			}
		}
	}
	// Double lines hold together what stands above and below.
	for i := 1; i < len(g.h); i++ {
		const apart = 4 // points
		for k := i - 1; k >= 0 && g.h[i].at-g.h[k].at <= apart; k-- {
			if abs(g.h[i].lo-g.h[k].lo) <= touch && abs(g.h[i].hi-g.h[k].hi) <= touch {
				parent[find(i)] = find(k)
			}
		}
	}
	index := make(map[int]int)
	var out []lattice
	put := func(i int) *lattice {
		r := find(i)
		k, ok := index[r]
		if !ok {
			k = len(out)
			index[r] = k
			out = append(out, lattice{})
		}
		return &out[k]
	}
	for i := range g.h {
		l := put(i)
		l.h = append(l.h, g.h[i])
	}
	for j := range g.v {
		l := put(len(g.h) + j)
		l.v = append(l.v, g.v[j])
	}
	for i := range out {
		l := &out[i]
		first := true
		grow := func(r page.Rect) {
			if first {
				l.box, first = r, false
			}
			l.box = l.box.Union(r)
		}
		for _, s := range l.h {
			grow(page.Rect{X0: s.lo, Y0: s.at, X1: s.hi, Y1: s.at})
		}
		for _, s := range l.v {
			grow(page.Rect{X0: s.at, Y0: s.lo, X1: s.at, Y1: s.hi})
		}
	}
	return out
}

// dropHighlights takes out the edges of shaded areas that fill only a small part of the lattice that they
// make up: single cells that are set off by colour.
func (a *analyzer) dropHighlights(g *grating) {
	drop := make(map[seg]bool)
	for _, l := range g.lattices() {
		var weak []seg
		for _, s := range append(slices.Clone(l.h), l.v...) {
			if s.weak {
				weak = append(weak, s)
			}
		}
		if len(weak) == 0 {
			continue
		}
		var area float32
		for i := range a.page.Fills {
			f := &a.page.Fills[i]
			b := a.view.rect(f.Box)
			if !light(f.Color) && b.X0 >= l.box.X0-3 && b.X1 <= l.box.X1+3 && b.Y0 >= l.box.Y0-3 && b.Y1 <= l.box.Y1+3 {
				area += b.W() * b.H()
			}
		}
		if area < .4*l.box.W()*l.box.H() {
			for _, s := range weak {
				drop[s] = true
			}
		}
	}
	if len(drop) == 0 {
		return
	}
	dropped := func(s seg) bool { return drop[s] }
	g.h, g.v = slices.DeleteFunc(g.h, dropped), slices.DeleteFunc(g.v, dropped)
}

// positions returns the places of lines, those within tolerance of each other taken together, in order.
func positions(segs []seg, more ...float32) []float32 {
	var at []float32
	for _, s := range segs {
		at = append(at, s.at)
	}
	at = append(at, more...)
	slices.Sort(at)
	const tolerance = 3
	var out []float32
	for i := 0; i < len(at); {
		k := i + 1
		for k < len(at) && at[k]-at[k-1] <= tolerance {
			k++
		}
		out = append(out, (at[i]+at[k-1])/2)
		i = k
	}
	return out
}

// covers reports whether a line at that place runs over most of lo to hi.
func covers(segs []seg, at, lo, hi float32) bool {
	var sum float32
	for _, s := range segs {
		if abs(s.at-at) <= 3 {
			sum += max(0, min(hi, s.hi)-max(lo, s.lo))
		}
	}
	return sum > .6*(hi-lo)
}

// typedLines takes out rows of hyphens, equals signs or underscores, which are lines that were typed.
func (a *analyzer) typedLines(ps []*piece) []*piece {
	return slices.DeleteFunc(ps, func(p *piece) bool {
		if len(p.text) < 5 || p.mono && !a.mono { // that are part of code
			return false
		}
		for _, r := range p.text {
			if r != '-' && r != '=' && r != '_' && r != '—' && r != '–' && r != '─' {
				return false
			}
		}
		y := p.base - .2*p.size
		if p.text[0] == '_' {
			y = p.base
		}
		a.typed = append(a.typed, seg{at: y, lo: p.box.X0, hi: p.box.X1})
		return true
	})
}
