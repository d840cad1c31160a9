package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// compact gives blocks pieces of their own, as few as their styles and links allow, so that those that the
// analysis worked on can be freed: a document's pages are all held until the last one is read.
func (p *Page) compact() {
	c := compactor{links: p.links}
	for _, b := range p.blocks {
		for i := range b.lines {
			c.line(&b.lines[i], b)
		}
		if b.table != nil {
			b.table.compact()
		}
	}
}

// compactor gives lines their new pieces.
type compactor struct {
	links []page.Link
	room  []piece // for the next lines
	lists []*piece
	buf   []byte
}

// piece returns a copy of p.
func (c *compactor) piece(p *piece) *piece {
	if len(c.room) == cap(c.room) {
		const most = 64
		c.room = make([]piece, 0, min(max(2*cap(c.room), 4), most))
	}
	c.room = append(c.room, *p)
	return &c.room[len(c.room)-1]
}

// text makes a string of what is in buf: a part of the line's text, where it is one that starts no earlier than at from, whose end is
// returned.
func (c *compactor) text(l *line, from int) (string, int) {
	for rest := l.text[from:]; ; {
		if len(rest) >= len(c.buf) && rest[:len(c.buf)] == string(c.buf) {
			end := len(l.text) - len(rest) + len(c.buf)
			return rest[:len(c.buf)], end
		}
		if rest == "" || rest[0] != ' ' {
			return string(c.buf), from
		}
		rest = rest[1:]
	}
}

func (c *compactor) line(l *line, b *block) {
	ps := l.pieces
	whole := !b.rtl && !l.style.mono && !hasRTL(l.text)
	keep, _ := labelOf(ps) // a label stays apart
	threshold := spaced(ps)
	var few [8]*piece
	out := few[:0]
	at := 0 // in the line's text
	c.buf = c.buf[:0]
	end := func() {
		if len(out) > 0 {
			var text string
			text, at = c.text(l, at)
			out[len(out)-1].setText(text)
		}
		c.buf = c.buf[:0]
	}
	for i, p := range ps {
		if n := len(out) - 1; n >= 0 && whole && i > keep && out[n].sameLook(p) && threshold == wordGap && p.box.X0-ps[i-1].box.X1 < wideGap*p.size && linkAt(b.view, c.links, ps[i-1]) == linkAt(b.view, c.links, p) {
			if needsSpace(ps[i-1], p, threshold) {
				c.buf = append(c.buf, ' ')
			}
			c.buf = append(c.buf, p.text...)
			out[n].box = out[n].box.Union(p.box)
			out[n].after = p.after
			out[n].conf = uint8((int(out[n].conf) + int(p.conf)) / 2)
			continue
		}
		end()
		out = append(out, c.piece(p))
		c.buf = append(c.buf, p.text...)
	}
	end()
	l.pieces = c.list(out)
}

// list returns a copy of a line's list of pieces.
func (c *compactor) list(ps []*piece) []*piece {
	const room = 64
	if len(ps) > cap(c.lists)-len(c.lists) {
		c.lists = make([]*piece, 0, max(room, len(ps)))
	}
	n := len(c.lists)
	c.lists = append(c.lists, ps...)
	return c.lists[n:len(c.lists):len(c.lists)]
}

// wideGap is the white space in em, from which on a line has parts, such as a running head's left and right one.
const wideGap = 2.5

// sameLook reports whether two pieces of a line can be one.
func (p *piece) sameLook(q *piece) bool {
	return p.font == q.font && p.size == q.size && p.script == q.script && p.flags == q.flags && !p.mark && !q.mark && !p.initial && !q.initial &&
		(p.conf > 0) == (q.conf > 0) && !strings.HasSuffix(p.text, softHyphen)
}

// linkAt returns the number of the link under a piece, from 1; 0 for none.
func linkAt(v *view, links []page.Link, p *piece) int {
	if len(links) == 0 {
		return 0
	}
	box := v.rectBack(p.box)
	x, y := (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
	for i := range links {
		l := &links[i]
		if l.URL != "" && x >= l.Box.X0-1 && x <= l.Box.X1+1 && y >= l.Box.Y0-1 && y <= l.Box.Y1+1 {
			return i + 1
		}
	}
	return 0
}

// compact writes the cells' texts and keeps of their pieces what is asked for later.
func (t *table) compact() {
	for i := range t.cells {
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			if len(x.pieces) == 0 {
				continue
			}
			x.text = t.cellText(x)
			sum := piece{text: x.text, box: pieceBox(x.pieces), size: x.pieces[0].size, font: x.pieces[0].font, conf: x.pieces[0].conf}
			x.pieces = []*piece{&sum}
		}
	}
}
