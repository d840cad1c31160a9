package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// levelLines gives the words of each line that was read off a scan one baseline and size. The pages of a book lie bent or askew under the
// scanner, and each word was measured by itself; but words of one line were written one after the other, and
// their baseline changes slowly. The pieces are in the order of drawing.
func levelLines(pieces []*piece) {
	var sizes []float32
	for start := 0; start < len(pieces); {
		end := start + 1
		if pieces[start].flags&page.Invisible != 0 {
			for end < len(pieces) && pieces[end-1].besideInLine(pieces[end]) {
				end++
			}
		}
		if end-start > 1 {
			sizes = levelLine(pieces[start:end], sizes[:0])
		}
		start = end
	}
}

// besideInLine reports whether q, drawn behind p, goes on with its recognized line.
func (p *piece) besideInLine(q *piece) bool {
	const (
		step   = .45 // em that the baseline of a neighbour may differ
		gap    = 2   // em between neighbours
		unlike = 2.5 // ratio of sizes: a dash's box says little
	)
	small, large := min(p.size, q.size), max(p.size, q.size)
	apart := q.box.X0 - p.box.X1
	return q.flags&page.Invisible != 0 && large < unlike*small && apart > -.5*small && apart < gap*large && abs(q.base-p.base) < step*large
}

// levelLine gives pieces of a line the baseline at its beginning, by the straight line that is nearest to their own, and those of
// about the usual size that size.
func levelLine(ps []*piece, sizes []float32) []float32 {
	for _, p := range ps {
		sizes = append(sizes, p.size)
	}
	slices.Sort(sizes)
	size := sizes[len(sizes)/2]
	floor := sizeByWidth(ps)
	usual := func(p *piece) bool {
		const about = 1.4
		return p.size < about*size && size < about*p.size
	}
	var n, sx, sy, sxx, sxy float64 // by width
	x0 := ps[0].box.X0
	for _, p := range ps {
		if usual(p) {
			w, x, y := float64(p.box.W()), float64((p.box.X0+p.box.X1)/2-x0), float64(p.base)
			n, sx, sy, sxx, sxy = n+w, sx+w*x, sy+w*y, sxx+w*x*x, sxy+w*x*y
		}
	}
	if n == 0 {
		return sizes
	}
	base := float32(sy / n)
	if d := n*sxx - sx*sx; d > 1e-3*n*n {
		base = float32((sy - (n*sxy-sx*sy)/d*sx) / n)
	}
	for _, p := range ps {
		p.base = base
		if usual(p) {
			p.size = max(size, floor)
		}
	}
	return sizes
}

// sizeByWidth returns the least size that Latin letters as wide as those of a line may have. What stands for a size in some files
// is the height of their small letters.
func sizeByWidth(ps []*piece) float32 {
	const (
		least = 20 // characters
		em    = 1.7
	)
	var w float32
	n := 0
	for _, p := range ps {
		if !latin(p.text) {
			return 0
		}
		w += p.box.W()
		n += int(p.tally().chars)
	}
	if n < least {
		return 0
	}
	return em * w / float32(n)
}
