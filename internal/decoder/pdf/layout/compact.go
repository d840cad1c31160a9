package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// compact gives blocks pieces of their own, as few as their styles and links allow, so that those that the
// analysis worked on can be freed: a document's pages are all held until the last one is read.
func (p *Page) compact() {
	for _, b := range p.blocks {
		for i := range b.lines {
			b.lines[i].compact(b, p.links)
		}
		if b.table != nil {
			b.table.compact()
		}
	}
}

func (l *line) compact(b *block, links []page.Link) {
	ps := l.pieces
	whole := !b.rtl && !l.style.mono && !hasRTL(l.text)
	keep, _ := labelOf(ps) // a label stays apart
	threshold := spaced(ps)
	out := make([]piece, 0, 1)
	var sb strings.Builder
	for i, p := range ps {
		if n := len(out) - 1; n >= 0 && whole && i > keep && out[n].sameLook(p) && threshold == wordGap && linkAt(b.view, links, ps[i-1]) == linkAt(b.view, links, p) {
			if sb.Len() == 0 {
				sb.WriteString(out[n].text)
			}
			if needsSpace(ps[i-1], p, threshold) {
				sb.WriteByte(' ')
			}
			sb.WriteString(p.text)
			out[n].box = out[n].box.Union(p.box)
			out[n].conf = uint8((int(out[n].conf) + int(p.conf)) / 2)
			continue
		}
		if sb.Len() > 0 {
			out[len(out)-1].text = sb.String()
			sb.Reset()
		}
		out = append(out, *p)
	}
	if sb.Len() > 0 {
		out[len(out)-1].text = sb.String()
	}
	l.pieces = make([]*piece, len(out))
	for i := range out {
		l.pieces[i] = &out[i]
	}
}

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
