package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// narrow is how much of the width a column of headings beside text may have.
const narrow = .4

// sideHeads returns the rows at which headings begin that stand in a narrow column left of the strip, each beside the first line of
// its text; nil where there are none.
func (c *cutter) sideHeads(rows []row, s strip) []int {
	const (
		least = 2   // headings
		apart = 1.7 // em between the lines of two headings
		long  = 25  // characters in a line of text
		edge  = .5  // em by which headings' lines may begin apart
		word  = 4   // letters
	)
	var starts []int
	var l, r page.Rect
	var last *row
	var heavy, chars, lines int
	isBold := false
	for i := s.first; i <= s.last; i++ {
		left, right := s.halves(rows[i])
		if len(right) > 0 {
			r = unite(r, pieceBox(right))
			lines++
			for _, p := range right {
				n := int(p.tally().chars)
				chars += n
				if p.heavy() {
					heavy += n
				}
			}
		}
		if len(left) == 0 {
			continue
		}
		box := pieceBox(left)
		if last == nil || rows[i].base-last.base > apart*rows[i].size {
			if len(right) == 0 {
				return nil
			}
			if len(starts) > 0 && !isBold {
				return nil
			}
			starts = append(starts, i)
			isBold = false
		} else if box.X0 > l.X0+edge*rows[i].size {
			return nil
		}
		if l = unite(l, box); l.X0 < box.X0-edge*rows[i].size {
			return nil
		}
		isBold = isBold || lettersIn(left) >= word && !slices.ContainsFunc(left, func(p *piece) bool { return !p.heavy() })
		last = &rows[i]
	}
	width := r.X1 - l.X0
	if len(starts) < least || !isBold || l.W() > narrow*width || r.W() < (1-narrow)*width*.8 || heavy*2 > chars || chars < long*lines {
		return nil
	}
	return starts
}

// unite returns the box around both, a box of no size standing for none.
func unite(a, b page.Rect) page.Rect {
	if a == (page.Rect{}) {
		return b
	}
	return a.Union(b)
}

// splitSide cuts rows into what stands above strip s, each side heading and the text beside it, and what stands below.
func (c *cutter) splitSide(rows []row, floats []*block, s strip, starts []int, depth int) {
	cuts := append([]int{0, s.first}, starts...)
	cuts = append(cuts, s.last+1, len(rows))
	used := make([]bool, len(floats))
	for k := 0; k+1 < len(cuts); k++ {
		from, to := cuts[k], cuts[k+1]
		if k+2 < len(cuts) && from == to {
			continue
		}
		var left, rest []*piece
		for i := from; i < to; i++ {
			if i < s.first || i > s.last {
				rest = append(rest, rows[i].pieces...)
				continue
			}
			a, b := s.halves(rows[i])
			left, rest = append(left, a...), append(rest, b...)
		}
		var fl []*block
		for i, f := range floats {
			if !used[i] && (to == len(rows) || (f.box.Y0+f.box.Y1)/2 < rows[to].box.Y0) {
				used[i] = true
				fl = append(fl, f)
			}
		}
		if len(left) > 0 {
			z := zone{rows: rowsOf(left), box: pieceBox(left), side: true}
			c.zones = append(c.zones, z)
		}
		c.cut(rest, fl, depth+1)
	}
}

// sideHead makes one block of the lines of a heading beside its text.
func (a *analyzer) sideHead(z *zone) *block {
	b := &block{view: a.view, page: a.page.Index, column: z.box, gapBefore: -1, gapAfter: -1, side: true}
	for _, r := range z.rows {
		l := newLine(r, false)
		if b.add(l); l.style.bold && (!b.style.bold || l.style.size > b.style.size) {
			b.style = l.style
		}
	}
	return b
}
