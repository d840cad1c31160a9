package layout

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// lineNumbers takes out the numbers that count a page's lines in its margin, as those of transcripts and manuscripts
// do. They become one running head, so that no paragraph has them.
func (a *analyzer) lineNumbers(ps []*piece) ([]*block, []*piece) {
	var candidates []*piece
	for _, p := range ps {
		if len(p.text) <= 4 && allDigits(p.text) && p.script == 0 {
			candidates = append(candidates, p)
		}
	}
	if len(candidates) < leastNumbered {
		return nil, ps
	}
	slices.SortStableFunc(candidates, func(x, y *piece) int { return cmp.Compare(x.box.X1, y.box.X1) })
	for start := 0; start < len(candidates); {
		end := start + 1
		for end < len(candidates) && candidates[end].box.X1-candidates[start].box.X1 < 3 {
			end++
		}
		if column := slices.Clone(candidates[start:end]); a.counts(column, ps) {
			b := &block{kind: header, page: a.page.Index, view: a.view}
			taken := make(map[*piece]bool, len(column))
			for _, p := range column {
				taken[p] = true
				b.add(newLine(newRow([]*piece{p}), false))
			}
			b.style = b.lines[0].style
			return []*block{b}, slices.DeleteFunc(ps, func(p *piece) bool { return taken[p] })
		}
		start = end
	}
	return nil, ps
}

// leastNumbered is how many lines a page has at least whose lines are counted.
const leastNumbered = 10

// counts reports whether numbers below each other count most of a page's lines: they go up by one at one distance, with
// text on one side only, or by five, also between columns. A table's numbers have an entry each, and lines between them.
// It sorts the numbers, and the page's pieces, from top to bottom.
func (a *analyzer) counts(column, ps []*piece) bool {
	n := len(column)
	if n < leastNumbered {
		return false
	}
	slices.SortFunc(column, byPlace)
	step, pitch := atoi(column[1].text)-atoi(column[0].text), (column[n-1].base-column[0].base)/float32(n-1)
	if step != 1 && step != 5 {
		return false
	}
	for i := 1; i < n; i++ {
		if d := column[i].base - column[i-1].base; atoi(column[i].text)-atoi(column[i-1].text) != step || d < .5*pitch || d > 1.9*pitch {
			return false
		}
	}
	box := pieceBox(column)
	first := make([]*piece, n)               // the text beside each number
	beside, all, last := 0, 0, float32(-1e9) // lines
	left, right := false, false
	slices.SortFunc(ps, byPlace)
	for _, p := range ps {
		inside := p.base > box.Y0-pitch && p.base < box.Y1+pitch
		if p.base > last+.3*p.size {
			last = p.base
			all++
			if inside {
				beside++
			}
		}
		if !inside || p.box.X0 < box.X1+1 && p.box.X1 > box.X0-1 {
			continue
		}
		left, right = left || p.box.X1 <= box.X0, right || p.box.X0 >= box.X1
		i, _ := slices.BinarySearchFunc(column, p, func(c, p *piece) int { return cmp.Compare(c.base, p.base-.3*p.size) })
		if i < n && abs(column[i].base-p.base) <= .3*p.size && (first[i] == nil || p.box.X0 < first[i].box.X0) {
			first[i] = p
		}
	}
	if left && right && step == 1 || beside*10 < 7*all {
		return false
	}
	none, low := 0, 0
	for _, p := range first {
		switch {
		case p == nil:
			none++
		case startsLow(p.text):
			low++
		}
	}
	return n-none >= n/3 && (none+low)*5 >= n && !ruledBetween(a.page.Rules, a.view.rectBack(box))
}

// ruledBetween reports whether horizontal lines part the numbers in a box.
func ruledBetween(rules []page.Rule, box page.Rect) bool {
	n := 0
	for _, r := range rules {
		if abs(r.Y0-r.Y1) < 1 && min(r.X0, r.X1) < box.X1 && max(r.X0, r.X1) > box.X0 && r.Y0 > box.Y0 && r.Y0 < box.Y1 {
			n++
		}
	}
	return n >= 3
}
