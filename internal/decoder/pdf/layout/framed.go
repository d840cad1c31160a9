package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// framedFigures notes the frames that a figure's caption stands right below or above: all that is in them is the figure's,
// whatever is drawn, unless it is a table, running text or code.
func (a *analyzer) framedFigures(ps []*piece) {
	const least = 4 // lines of a frame
	if len(a.page.Rules)+len(a.page.Fills) < least || !slices.ContainsFunc(ps, figureWord) {
		return
	}
	var frames []page.Rect
	var grids []page.Rect
	g := a.grate()
	weak := func(s seg) bool { return s.weak }
	g.h, g.v = slices.DeleteFunc(g.h, weak), slices.DeleteFunc(g.v, weak)
	for _, l := range g.lattices() {
		switch b := l.box; {
		case len(l.h) > 2 && len(l.v) > 2:
			grids = append(grids, b)
		case b.W() > 8*a.body && b.H() > 4*a.body && float64(b.W()*b.H()) < .7*a.page.Width*a.page.Height &&
			covers(l.h, b.Y0, b.X0, b.X1) && covers(l.h, b.Y1, b.X0, b.X1) && covers(l.v, b.X0, b.Y0, b.Y1) && covers(l.v, b.X1, b.Y0, b.Y1):
			frames = append(frames, b)
		}
	}
	frames = slices.DeleteFunc(frames, func(f page.Rect) bool {
		return slices.ContainsFunc(grids, func(g page.Rect) bool { return inside(g, []page.Rect{f}) })
	})
	if len(frames) == 0 {
		return
	}
	for _, r := range rowsOf(slices.Clone(ps)) {
		for _, s := range segments(r.pieces, 1.2) {
			if !figureWord(s.pieces[0]) {
				continue
			}
			text := joinPieces(s.pieces, a.rtl)
			if word := captionWord(text); word == "" || tableWords[word] || saysOn(text) && !captionMark(text) {
				continue
			}
			if f, ok := frameAt(frames, &r, &s); ok && a.labelsOnly(f, ps) {
				a.framed = append(a.framed, f)
			}
		}
	}
}

// figureWord reports whether a piece is the word that captions of figures begin with.
func figureWord(p *piece) bool {
	const longest = 24 // bytes
	if r := firstRune(p.text); len(p.text) > longest || !unicode.IsUpper(r) && !wide(r) && r < 0x590 {
		return false
	}
	word := strings.ToLower(strings.TrimRight(p.text, ".:0123456789"))
	return captionWords[word] && !tableWords[word]
}

// frameAt returns the largest of the frames that a stretch of a row stands right below or above.
func frameAt(frames []page.Rect, r *row, s *segment) (page.Rect, bool) {
	const far = 1.8 // em
	var best page.Rect
	for _, f := range frames {
		below, above := r.box.Y0-f.Y1, f.Y0-r.box.Y1
		if s.x0 > f.X0-r.size && s.x0 < f.X1 && (below > -.3*r.size && below < far*r.size || above > -.3*r.size && above < far*r.size) && f.W()*f.H() > best.W()*best.H() {
			best = f
		}
	}
	return best, best.W() > 0
}

// labelsOnly reports whether a frame holds several texts but neither code nor lines of running text below each other.
func (a *analyzer) labelsOnly(f page.Rect, ps []*piece) bool {
	in := piecesIn(ps, f, 0)
	if len(in) < 4 || a.listing(in) {
		return false
	}
	rows := rowsOf(in)
	on := 0
	for i := 1; i < len(rows); i++ {
		r, above := &rows[i], &rows[i-1]
		if r.running(a.body) && above.running(a.body) && abs(r.box.X0-above.box.X0) < 2 && r.base-above.base < 1.5*r.size {
			on++
		}
	}
	return len(rows) > 1 && on < 2
}
