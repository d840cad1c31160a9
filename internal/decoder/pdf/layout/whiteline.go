package layout

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// whiteLines returns the horizontal and vertical lines in the colour of paper that lie on shaded areas: they part the cells
// of tables with a coloured ground.
func (a *analyzer) whiteLines() (h, v []seg) {
	const most = 1 << 20 // pairs of lines, or of lines and areas
	for i := range a.page.Rules {
		if r := &a.page.Rules[i]; light(r.Color) {
			x0, y0 := a.view.point(r.X0, r.Y0)
			x1, y1 := a.view.point(r.X1, r.Y1)
			h, v = appendSeg(h, v, page.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, false)
		}
	}
	if len(h)+len(v) == 0 {
		return nil, nil
	}
	h, v = mergeSegs(h), mergeSegs(v)
	var ground []page.Rect
	for i := range a.page.Fills {
		if f := &a.page.Fills[i]; !light(f.Color) && f.Box.W() >= 8 && f.Box.H() >= 8 {
			ground = append(ground, a.view.rect(f.Box))
		}
	}
	if (len(h)+len(v))*len(ground) > most || len(h)*len(v) > most {
		return nil, nil
	}
	var on []interval
	shown := func(segs []seg, place func(page.Rect) (lo, hi, from, to float32)) []seg {
		out := segs[:0]
		for _, s := range segs {
			on = on[:0]
			for _, b := range ground {
				lo, hi, from, to := place(b)
				if s.at > lo-1 && s.at < hi+1 && from < s.hi && to > s.lo {
					on = append(on, interval{max(from, s.lo), min(to, s.hi)})
				}
			}
			if s, ok := shownPart(s, on); ok {
				out = append(out, s)
			}
		}
		return out
	}
	h = shown(h, func(b page.Rect) (lo, hi, from, to float32) { return b.Y0, b.Y1, b.X0, b.X1 })
	v = shown(v, func(b page.Rect) (lo, hi, from, to float32) { return b.X0, b.X1, b.Y0, b.Y1 })
	// Those that no other one meets part texts rather than cells.
	h = slices.DeleteFunc(h, func(s seg) bool {
		return !slices.ContainsFunc(v, func(o seg) bool {
			return o.at > s.lo-touch && o.at < s.hi+touch && s.at > o.lo-touch && s.at < o.hi+touch
		})
	})
	return h, v
}

type interval struct{ lo, hi float32 }

// shownPart returns the part of a white line between the first and the last of the intervals in which something dark is
// behind it, when that is enough of it for the whole to be seen: every other row of a table may be shaded.
func shownPart(s seg, on []interval) (seg, bool) {
	const enough = .4
	if len(on) == 0 {
		return s, false
	}
	slices.SortFunc(on, func(a, b interval) int { return cmp.Compare(a.lo, b.lo) })
	end := on[0].lo
	var sum float32
	for _, i := range on {
		if i.hi > end {
			sum += i.hi - max(i.lo, end)
			end = i.hi
		}
	}
	s.lo, s.hi, s.white = on[0].lo, end, true
	return s, s.hi-s.lo >= 6 && sum > enough*(s.hi-s.lo)
}

// appendSeg adds a stretch from one corner of a box to the opposite one to the lines of its direction, if it is one.
func appendSeg(h, v []seg, b page.Rect, weak bool) (hs, vs []seg) {
	dx, dy := abs(b.X1-b.X0), abs(b.Y1-b.Y0)
	switch {
	case dy <= 1 && dx > dy:
		h = append(h, seg{at: (b.Y0 + b.Y1) / 2, lo: min(b.X0, b.X1), hi: max(b.X0, b.X1), weak: weak})
	case dx <= 1 && dy > dx:
		v = append(v, seg{at: (b.X0 + b.X1) / 2, lo: min(b.Y0, b.Y1), hi: max(b.Y0, b.Y1), weak: weak})
	}
	return h, v
}

// whiteBoxes reports whether white lines for the most part make a grid of texts rather than of a table's entries, such as on a cover.
func (r *region) whiteBoxes(t *table) bool {
	const long = 90 // bytes
	g := r.strong()
	white := 0
	for _, s := range slices.Concat(g.h, g.v) {
		if s.white {
			white++
		}
	}
	if white*2 <= len(g.h)+len(g.v) {
		return false
	}
	filled, texts := 0, 0
	for i := range t.cells {
		for c := range t.cells[i] {
			if n := len(pieceText(t.cells[i][c].pieces)); n > 0 {
				filled++
				if n > long {
					texts++
				}
			}
		}
	}
	return texts*2 >= filled
}
