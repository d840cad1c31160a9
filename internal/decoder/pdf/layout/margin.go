package layout

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Margins that a line parts from the text of a page.
const (
	headMargin int8 = iota + 1
	footMargin
)

// margins finds the lines that part a page's running head and foot from its text: the y of the one under the head, and of the one
// over the foot. Where there is none they lie beyond the page.
func (a *analyzer) margins(ps []*piece, tables []*block) (head, foot float32) {
	const (
		margin = .14 // of the page's height
		far    = .4
		wide   = .6 // of the text's width
		most   = 4  // rows of a head or foot
		slack  = 6  // points
	)
	foot = 1e6
	if len(ps) == 0 || !a.view.upright() {
		return -foot, foot
	}
	head = -foot
	text := pieceBox(ps)
	height := a.view.rect(page.Rect{X1: float32(a.page.Width), Y1: float32(a.page.Height)}).H()
	var lines []seg
	for _, h := range a.across {
		if h.hi-h.lo > wide*text.W() && !slices.ContainsFunc(tables, func(t *block) bool { return h.at > t.box.Y0-slack && h.at < t.box.Y1+slack }) {
			lines = append(lines, h)
		}
	}
	slices.SortFunc(lines, func(x, y seg) int { return cmp.Compare(x.at, y.at) })
	alike := func(x, y seg) bool { return abs(x.lo-y.lo) <= slack && abs(x.hi-y.hi) <= slack }
	rows := func(y0, y1 float32) []row {
		return rowsOf(piecesIn(ps, page.Rect{X0: text.X0, Y0: y0, X1: text.X1, Y1: y1}, 0))
	}
	// Only the first line from the edge that has text outside of it counts.
	for i, h := range lines {
		above := rows(text.Y0-1, h.at)
		if len(above) == 0 {
			continue
		}
		table := slices.ContainsFunc(lines[i+1:], func(l seg) bool { return l.at-h.at < far*height && alike(h, l) }) || i > 0 && alike(h, lines[i-1]) && !a.runningHead(lines[i-1], h.at, ps)
		if h.at < margin*height && len(above) <= most && !table && !heads(&above[len(above)-1], rows(h.at, h.at+far*height)) {
			head = h.at
		}
		break
	}
	for i := len(lines) - 1; i >= 0; i-- {
		h := lines[i]
		below := rows(h.at, text.Y1+1)
		if len(below) == 0 {
			continue
		}
		table := slices.ContainsFunc(lines[:i], func(l seg) bool { return h.at-l.at < far*height && alike(h, l) })
		if h.at > (1-margin)*height && h.at > head && len(below) <= most && !table {
			foot = h.at
		}
		break
	}
	return head, foot
}

// dividers returns where lines outside of tables go across all text, such as the one below a newspaper's head, in order.
func (a *analyzer) dividers(ps []*piece, tables []*block) []float32 {
	const slack = 3 // points
	if len(ps) == 0 || len(a.across) == 0 {
		return nil
	}
	text := pieceBox(ps)
	var out []float32
	for _, h := range a.across {
		if h.lo < text.X0+slack && h.hi > text.X1-slack && !slices.ContainsFunc(tables, func(t *block) bool { return h.at > t.box.Y0-slack && h.at < t.box.Y1+slack }) {
			out = append(out, h.at)
		}
	}
	slices.Sort(out)
	return out
}

// heads reports whether a row above a line has texts over the columns of one of the first rows below it, as a table's head has.
func heads(above *row, below []row) bool {
	const (
		look  = 3 // rows
		slack = 3 // points
	)
	titles := segments(above.pieces, .8)
	for i := range below[:min(look, len(below))] {
		n := 0
		cells := segments(below[i].pieces, .8)
		for _, t := range titles {
			if slices.ContainsFunc(cells, func(s segment) bool {
				return abs(s.x0-t.x0) < slack || abs(s.x1-t.x1) < slack || abs(s.x0+s.x1-t.x0-t.x1) < 2*slack
			}) {
				n++
			}
		}
		if n > 1 && len(cells) > 1 {
			return true
		}
	}
	return false
}

// cutMargins cuts a page into zones, its head, text and foot by themselves.
func (a *analyzer) cutMargins(c *cutter, ps []*piece, floats, tables []*block) {
	head, foot := a.margins(ps, tables)
	part := func(y float32) int {
		switch {
		case y < head:
			return 0
		case y > foot:
			return 2
		}
		return 1
	}
	pieces := [3][]*piece{1: make([]*piece, 0, len(ps))}
	var blocks [3][]*block
	for _, p := range ps {
		k := part((p.box.Y0 + p.box.Y1) / 2)
		pieces[k] = append(pieces[k], p)
	}
	for _, f := range floats {
		k := part((f.box.Y0 + f.box.Y1) / 2)
		blocks[k] = append(blocks[k], f)
	}
	for k := range pieces {
		from := len(c.zones)
		c.cut(pieces[k], blocks[k], 0)
		for i := from; i < len(c.zones); i++ {
			c.zones[i].margin = [...]int8{headMargin, 0, footMargin}[k]
		}
	}
}
