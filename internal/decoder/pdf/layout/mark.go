package layout

import (
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// attachMarks gives small list marks that stand off their line's baseline, such as numbers in circles, to
// the line at their right. The pieces are sorted by baseline.
func attachMarks(pieces []*piece) {
	for i, p := range pieces {
		if p.tally().chars > 2 || p.script != 0 {
			continue
		}
		kind, _ := parseLabel(p.text, p)
		number := kind == noLabel && allDigits(p.text)
		if kind == noLabel && !number {
			continue
		}
		var host *piece
		best := float32(3)
		mid := (p.box.Y0 + p.box.Y1) / 2
		look := func(q *piece) {
			if q.size < 1.2*p.size {
				return
			}
			gap := (q.box.X0 - p.box.X1) / q.size
			if gap < .2 || gap > best || abs(q.base-.33*q.size-mid) > .24*q.size {
				return
			}
			best, host = gap, q
		}
		const reach = 200
		for k := i - 1; k >= 0 && i-k < reach && p.base-pieces[k].base < 1.5*p.size; k-- {
			look(pieces[k])
		}
		for k := i + 1; k < len(pieces) && k-i < reach && pieces[k].base-p.base < 2*p.size; k++ {
			look(pieces[k])
		}
		if host != nil && !leftNeighbour(pieces, i, p) {
			p.base = host.base
			p.mark = true
		}
	}
}

// leftNeighbour reports whether something stands close at a piece's left in its row.
func leftNeighbour(pieces []*piece, i int, p *piece) bool {
	const reach = 100
	for k := max(0, i-reach); k < min(len(pieces), i+reach); k++ {
		q := pieces[k]
		if q != p && q.box.X1 <= p.box.X0+.1*p.size && p.box.X0-q.box.X1 < 2*q.size && q.box.Y0 < p.box.Y1 && q.box.Y1 > p.box.Y0 {
			return true
		}
	}
	return false
}

func allDigits(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return s != ""
}

// drawnMarks returns bullets for small dots and squares that are drawn, not written, at a line's beginning.
// Two at least must stand in one column.
func (a *analyzer) drawnMarks(pieces []*piece) []*piece {
	var out []*piece
	try := func(box page.Rect) {
		w, h := box.W(), box.H()
		if w < 1.5 || h < 1.5 || w > 1.6*h || h > 1.6*w {
			return
		}
		box = a.view.rect(box)
		mid := (box.Y0 + box.Y1) / 2
		var host *piece
		best := float32(2.5)
		for _, q := range pieces {
			if q.box.Y1 < box.Y0 || q.box.Y0 > box.Y1 {
				continue
			}
			if q.box.X0 < box.X1 && q.box.X1 > box.X0 && q.base > mid && q.base < box.Y1 {
				return // a number stands in it
			}
			if h > .9*q.size {
				continue
			}
			gap, other := q.box.X0-box.X1, q.box.X1-box.X0
			if a.rtl {
				gap, other = -other, -gap
			}
			gap /= q.size
			if gap > -3 && gap < .15 && other > -.5*q.size {
				return // something stands at its left or on it
			}
			if gap >= .15 && gap < best && abs(q.base-.3*q.size-mid) < .35*q.size {
				best, host = gap, q
			}
		}
		if host != nil {
			box.Y0, box.Y1 = host.box.Y0, host.box.Y1
			out = append(out, &piece{box: box, base: host.base, size: host.size, font: host.font, color: host.color, mcid: -1, text: "•", mark: true, math: host.math})
		}
	}
	const most = 400 // dots on a page; more are a drawing
	if len(a.page.Fills)+len(a.page.Images) > most {
		return nil
	}
	for i := range a.page.Fills {
		if f := &a.page.Fills[i]; f.Box.W() < 12 && f.Box.H() < 12 && !light(f.Color) {
			try(f.Box)
		}
	}
	for i := range a.page.Images {
		if im := &a.page.Images[i]; im.Box.W() < 14 && im.Box.H() < 14 {
			try(im.Box)
		}
	}
	kept := out[:0]
	for i, p := range out {
		for k, q := range out {
			if i != k && abs(p.box.X0-q.box.X0) < 1 {
				kept = append(kept, p)
				break
			}
		}
	}
	return kept
}
