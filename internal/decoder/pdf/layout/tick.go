package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Boxes of forms as characters.
const (
	tickOff = "☐"
	tickOn  = "☒"
)

// ticks reports whether a list label is a box to tick, whose state is part of the item's text.
func ticks(label string) bool { return label == tickOff || label == tickOn || label == "☑" }

// choices are the characters for boxes and buttons of forms, and of those that fonts have.
const choices = "☐☑☒○◉□■"

// Sides of boxes to tick, in points.
const (
	leastTick = 4.5
	mostTick  = 16
)

// tickBoxes returns characters for the small squares that are drawn beside text, the boxes of a form, empty or with a
// mark in them. A mark that is written becomes part of the character.
func (a *analyzer) tickBoxes(pieces []*piece) []*piece {
	const most = 400 // squares on a page; more are a drawing
	squares := a.squares()
	if len(squares) > most {
		return nil
	}
	var out []*piece
	for _, s := range apart(squares) {
		host, in := besideBox(s, pieces)
		switch {
		case host == nil || a.coloured(s):
		case in == nil:
			text := tickOff
			if a.marked(s) {
				text = tickOn
			}
			box := page.Rect{X0: s.X0, Y0: host.box.Y0, X1: s.X1, Y1: host.box.Y1}
			out = append(out, &piece{text: text, box: box, base: host.base, size: host.size, font: host.font, color: host.color, mcid: host.mcid, order: host.order, space: true, after: true})
		case strings.Contains("Xx×✓✔✕✖✗✘", in.text):
			in.setText(tickOn)
			in.box.X0, in.box.X1, in.base = s.X0, s.X1, host.base
			in.space, in.after = true, true
		}
	}
	return out
}

// squares returns the squares of a size to tick that four lines make.
func (a *analyzer) squares() []page.Rect {
	const slack = 1 // points
	var g grating
	for i := range a.page.Rules {
		r := &a.page.Rules[i]
		x0, y0 := a.view.point(r.X0, r.Y0)
		x1, y1 := a.view.point(r.X1, r.Y1)
		switch w, h := abs(x1-x0), abs(y1-y0); {
		case light(r.Color):
		case h <= slack && w >= leastTick && w <= mostTick:
			g.h = append(g.h, seg{at: (y0 + y1) / 2, lo: min(x0, x1), hi: max(x0, x1)})
		case w <= slack && h >= leastTick && h <= mostTick:
			g.v = append(g.v, seg{at: (x0 + x1) / 2, lo: min(y0, y1), hi: max(y0, y1)})
		}
	}
	if len(g.h) < 2 || len(g.v) < 2 || len(g.h) > maxLines || len(g.v) > maxLines {
		return nil
	}
	byPlace := func(a, b seg) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.at, b.at)) }
	slices.SortFunc(g.h, byPlace)
	slices.SortFunc(g.v, byPlace)
	side := func(lo, hi, at float32) bool {
		k, _ := slices.BinarySearchFunc(g.h, lo-slack, func(s seg, x float32) int { return cmp.Compare(s.lo, x) })
		for ; k < len(g.h) && g.h[k].lo <= lo+slack; k++ {
			if abs(g.h[k].at-at) <= slack && abs(g.h[k].hi-hi) <= slack {
				return true
			}
		}
		return false
	}
	const reach = 200 // lines to look at
	var out []page.Rect
	for i, l := range g.v {
		for k := i + 1; k < min(len(g.v), i+reach) && g.v[k].lo <= l.lo+slack; k++ {
			r := g.v[k]
			left, right := min(l.at, r.at), max(l.at, r.at)
			w, h := right-left, l.hi-l.lo
			if abs(r.hi-l.hi) <= slack && w > .8*h && w < 1.25*h && side(left, right, l.lo) && side(left, right, l.hi) {
				out = append(out, page.Rect{X0: left, Y0: l.lo, X1: right, Y1: l.hi})
			}
		}
	}
	return out
}

// apart returns the squares that touch no other one, as those for the letters of a word do. The same one drawn twice
// is one.
func apart(squares []page.Rect) []page.Rect {
	var out []page.Rect
	for i, s := range squares {
		near := .15 * s.W()
		if !slices.ContainsFunc(out, func(o page.Rect) bool { return abs(o.X0-s.X0) < near && abs(o.Y0-s.Y0) < near }) &&
			!slices.ContainsFunc(squares, func(o page.Rect) bool {
				same := abs(o.X0-s.X0) < near && abs(o.Y0-s.Y0) < near
				return !same && o.X0 < s.X1+near && o.X1 > s.X0-near && o.Y0 < s.Y1+near && o.Y1 > s.Y0-near
			}) {
			out = append(out, squares[i])
		}
	}
	return out
}

// besideBox returns the text that stands close to a square on its line, rather at its right than at its left, and what
// is written in it. It returns no text when the square is much larger or smaller than the text, or several things
// stand in it.
func besideBox(s page.Rect, pieces []*piece) (host, in *piece) {
	const (
		after  = 2.2 // em
		before = 1.2
	)
	mid := (s.Y0 + s.Y1) / 2
	best := float32(after)
	for _, p := range pieces {
		if p.base < s.Y0-p.size || p.base-p.size > s.Y1 {
			continue
		}
		if x := (p.box.X0 + p.box.X1) / 2; x > s.X0 && x < s.X1 && p.base > mid && p.base-.4*p.size < s.Y1 {
			if in != nil {
				return nil, nil
			}
			in = p
			continue
		}
		if side := s.H(); side < .55*p.size || side > 1.7*p.size || abs(p.base-.33*p.size-mid) > .4*p.size {
			continue
		}
		gap := (p.box.X0 - s.X1) / p.size
		if p.box.X1 <= s.X0+.1*p.size {
			gap = (s.X0 - p.box.X1) / p.size * after / before // what stands behind it counts more
		}
		if gap > -.15 && gap < best {
			best, host = gap, p
		}
	}
	return host, in
}

// marked reports whether a cross, tick or dot is drawn in a square.
func (a *analyzer) marked(s page.Rect) bool {
	fills := func(b page.Rect) bool {
		return b.X0 > s.X0-.2*s.W() && b.X1 < s.X1+.2*s.W() && b.Y0 > s.Y0-.2*s.H() && b.Y1 < s.Y1+.2*s.H() && b.W() > .4*s.W() && b.H() > .4*s.H()
	}
	return slices.ContainsFunc(a.page.Sketches, func(b page.Rect) bool { return fills(a.view.rect(b)) }) ||
		slices.ContainsFunc(a.page.Fills, func(f page.Fill) bool { return !light(f.Color) && fills(a.view.rect(f.Box)) })
}

// coloured reports whether a square is filled: the key to a colour in a drawing.
func (a *analyzer) coloured(s page.Rect) bool {
	const slack = 1 // points
	return slices.ContainsFunc(a.page.Fills, func(f page.Fill) bool {
		b := a.view.rect(f.Box)
		return !light(f.Color) && !f.Round && b.X0 < s.X0+slack && b.X1 > s.X1-slack && b.Y0 < s.Y0+slack && b.Y1 > s.Y1-slack && b.W() < 2*s.W()
	})
}

// choice reports whether a line offers things to choose from, each with a box or button of the same kind in front.
func choice(ps []*piece) bool {
	is := func(p *piece) bool {
		return len(p.text) > 1 && p.text[0] == choices[0] && strings.Contains(choices, p.text)
	}
	return is(ps[0]) && slices.ContainsFunc(ps[1:], is)
}
