package layout

import (
	"cmp"
	"slices"
)

// columns returns the borders of a region's columns, outer ones included: vertical lines, and white gaps
// that hold over the rows in between.
func (r *region) columns(rows []row) []float32 {
	xs := positions(r.v, r.box.X0, r.box.X1)
	// Lines that only a small part of the height has, such as in a nested box, are no borders.
	if len(xs) > 2 {
		kept := xs[:1]
		for _, x := range xs[1 : len(xs)-1] {
			var sum float32
			for _, v := range r.v {
				if abs(v.at-x) <= 3 {
					sum += v.hi - v.lo
				}
			}
			if sum > .12*r.box.H() || sum > 12 {
				kept = append(kept, x)
			}
		}
		xs = append(kept, xs[len(xs)-1])
	}
	var out []float32
	for i := 0; i+1 < len(xs); i++ {
		out = append(out, xs[i])
		out = append(out, r.whiteBorders(rows, xs[i], xs[i+1], len(xs) > 2)...)
	}
	return append(out, xs[len(xs)-1])
}

// whiteBorders returns the middles of the white gaps between x0 and x1 that most rows with several
// segments share.
func (r *region) whiteBorders(rows []row, x0, x1 float32, lined bool) []float32 {
	gap := float32(.75)
	if lined {
		gap = 1.2
	}
	type part struct {
		segs []segment
		size float32
	}
	var parts []part
	most := 0
	for _, row := range rows {
		var in []*piece
		for _, p := range row.pieces {
			if m := (p.box.X0 + p.box.X1) / 2; m > x0 && m < x1 {
				in = append(in, p)
			}
		}
		if len(in) == 0 {
			continue
		}
		segs := segments(in, gap)
		if k, _ := labelOf(in); k > 0 && len(segs) == 2 && len(segs[0].pieces) == k && lined {
			segs = segs[:1]
		}
		parts = append(parts, part{segs, row.size})
		most = max(most, len(segs))
	}
	if most < 2 {
		return nil
	}
	// Rows with many segments show the columns; the others are headings over several, or wrapped cells.
	var body []part
	need := max(2, (most+1)/2)
	for _, p := range parts {
		if len(p.segs) >= need {
			body = append(body, p)
		}
	}
	if len(body) < 2 && (!r.ruled || lined || len(parts) > 3) {
		return nil
	}
	if lined && (len(body) < 3 || len(body)*10 < len(parts)*4) {
		return nil
	}
	// Sweep over the covered stretches: where few rows have text there is a gap.
	type event struct {
		x float32
		d int
	}
	var events []event
	for _, p := range body {
		for _, s := range p.segs {
			events = append(events, event{s.x0, 1}, event{s.x1, -1})
		}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.d, a.d)) })
	tolerance := len(body) / 10
	var out []float32
	depth := 0
	open := float32(0)
	inGap := false
	var width float32
	for i, e := range events {
		depth += e.d
		if depth <= tolerance && !inGap && i+1 < len(events) {
			inGap, open = true, e.x
		} else if depth > tolerance && inGap {
			inGap = false
			width = e.x - open
			if i > 0 && open > x0 && width > .35*r.body {
				out = append(out, open+width/2)
			}
		}
	}
	// A border needs rows with text right at both sides of it.
	kept := out[:0]
	for k, x := range out {
		left, right := x0, x1
		if k > 0 {
			left = out[k-1]
		}
		if k+1 < len(out) {
			right = out[k+1]
		}
		l, rt, both := 0, 0, 0
		for _, p := range body {
			a, b := false, false
			for _, s := range p.segs {
				m := (s.x0 + s.x1) / 2
				a = a || m > left && m < x
				b = b || m > x && m < right
			}
			if a {
				l++
			}
			if b {
				rt++
			}
			if a && b {
				both++
			}
		}
		if l > 0 && rt > 0 && (both > 0 || len(body) > 2) {
			kept = append(kept, x)
		}
	}
	return kept
}

// rows returns the borders of a region's rows, outer ones included: horizontal lines, and within the bands
// between them the tops of text lines that start a row of their own.
func (r *region) rows(rows []row, xs []float32) []float32 {
	var full []seg
	for _, h := range r.h {
		if h.hi-h.lo > .25*(r.box.X1-r.box.X0) || len(r.v) > 0 {
			full = append(full, h)
		}
	}
	ys := positions(full, r.box.Y0, r.box.Y1)
	out := []float32{ys[0]}
	k := 0
	for i := 0; i+1 < len(ys); i++ {
		start := k
		for k < len(rows) && (rows[k].base-.3*rows[k].size < ys[i+1] || i+2 == len(ys)) {
			k++
		}
		out = append(out, r.bandRows(rows[start:k], xs, len(ys) > 2)...)
		out = append(out, ys[i+1])
	}
	return out
}

// shape is what decides whether a line of text starts a row: which columns it fills.
type shape struct {
	filled  []bool
	n       int
	numbers int
	base    float32
	top     float32
	first   string // text in the first column
	low     bool   // the first text starts with a small letter
	spans   bool   // a segment reaches over several columns
}

func (r *region) shapeOf(row row, xs []float32) shape {
	s := shape{filled: make([]bool, len(xs)-1), base: row.base, top: row.box.Y0}
	for i, g := range r.cut(row, xs) {
		c0, c1 := columnAt(xs, g.x0, g.x1)
		text := pieceText(g.pieces)
		for c := c0; c <= c1; c++ {
			if !s.filled[c] {
				s.filled[c] = true
				s.n++
			}
		}
		s.spans = s.spans || c1 > c0
		if numeric(text) {
			s.numbers++
		}
		if c0 == 0 {
			s.first = text
		}
		if i == 0 {
			s.low = startsLow(text)
		}
	}
	return s
}

// bandRows returns the borders between rows within a band that no line divides.
func (r *region) bandRows(rows []row, xs []float32, lined bool) []float32 {
	if len(rows) < 2 {
		return nil
	}
	shapes := make([]shape, len(rows))
	counts := make([]int, len(xs)-1)
	for i, row := range rows {
		shapes[i] = r.shapeOf(row, xs)
		for c, f := range shapes[i].filled {
			if f {
				counts[c]++
			}
		}
	}
	if lined && len(r.v) > 0 && !splitBand(shapes, counts) {
		return nil
	}
	gaps := make([]float32, 0, len(rows))
	for i := 1; i < len(rows); i++ {
		gaps = append(gaps, (shapes[i].base-shapes[i-1].base)/max(rows[i].size, rows[i-1].size))
	}
	tight := quantile(slices.Clone(gaps), .1)
	wrapped := spacedRows(shapes, gaps, tight)
	var out []float32
	for i := 1; i < len(rows); i++ {
		same := false
		if wrapped {
			same = gaps[i-1] <= 1.22*tight
		} else {
			same = r.goesOn(shapes, i, gaps, tight, out)
		}
		if !same {
			out = append(out, (rows[i-1].base+max(rows[i].box.Y0, rows[i-1].base))/2)
		}
	}
	return out
}

// splitBand reports whether the text lines between two drawn lines are rows of their own rather than
// wrapped cells: most columns have as many lines as the fullest.
func splitBand(shapes []shape, counts []int) bool {
	most, full, used := 0, 0, 0
	for _, n := range counts {
		most = max(most, n)
	}
	for _, n := range counts {
		if n > 0 {
			used++
		}
		if n*4 >= most*3 {
			full++
		}
	}
	if most < 2 || used < 2 || full*10 < used*6 {
		return false
	}
	numbers := 0
	for _, s := range shapes {
		if s.numbers*2 >= s.n {
			numbers++
		}
	}
	if most == 2 {
		return numbers == len(shapes)
	}
	return most >= 4 || numbers*2 > len(shapes)
}

// spacedRows reports whether rows of several lines stand further apart than the lines within them.
func spacedRows(shapes []shape, gaps []float32, tight float32) bool {
	wide, near := 0, 0
	var firstFill, restFill, firsts, rests int
	firstFill, firsts = shapes[0].n, 1
	for i, g := range gaps {
		if g > 1.3*tight {
			wide++
			firstFill += shapes[i+1].n
			firsts++
		} else if g <= 1.22*tight {
			near++
			restFill += shapes[i+1].n
			rests++
		}
	}
	if wide == 0 || near == 0 || (wide+near)*10 < len(gaps)*9 || wide*4 < len(gaps) {
		return false
	}
	return float32(restFill)/float32(rests) < .75*float32(firstFill)/float32(firsts)
}

// goesOn reports whether text line i carries on the row above it.
func (r *region) goesOn(shapes []shape, i int, gaps []float32, tight float32, borders []float32) bool {
	s, prev := &shapes[i], &shapes[i-1]
	if gaps[i-1] > 1.3*tight && gaps[i-1] > 1.35 {
		return false
	}
	if s.spans {
		return false
	}
	subset := true
	for c, f := range s.filled {
		if f && !prev.filled[c] {
			subset = false
		}
	}
	// The filled columns of the row so far, not only of its last line, count.
	if !subset {
		for k := i - 2; k >= 0 && !subset; k-- {
			if len(borders) > 0 && shapes[k].base < borders[len(borders)-1] {
				break
			}
			subset = true
			for c, f := range s.filled {
				if f && !shapes[k].filled[c] {
					subset = false
				}
			}
		}
	}
	if s.first == "" {
		return subset && s.numbers == 0 && s.n*2 <= max(prev.n, len(s.filled))+1 && s.n < len(s.filled)
	}
	if s.n == 1 && prev.first != "" {
		// Only the first column goes on: a wrapped label.
		return s.low
	}
	if s.low && prev.n == 1 && prev.first != "" && !prev.low {
		return true // the label began on the line above, the row's values stand at its end
	}
	return s.low && subset && s.n < len(s.filled) && s.numbers == 0
}

func startsLow(s string) bool {
	r := firstRune(s)
	return r >= 'a' && r <= 'z' || r >= 'à' && r <= 'ÿ' && r != '÷'
}
