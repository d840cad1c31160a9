package sheet

import (
	"cmp"
	"slices"
)

// regions cuts the sheet into its regions, in reading order. Parts are marked as tables and are regions of their own.
func (b *Builder) regions(f *Facts) []Area {
	var s sweep
	parts := f.partAreas(b.used)
	merges := b.filledMerges(f.Merges)
	m := 0
	for i := range b.rows {
		r := &b.rows[i]
		for m < len(merges) && merges[m].Top <= int(r.index) {
			s.addOutside(merges[m], parts)
			m++
		}
		b.runs(r, func(a Area) { s.addOutside(a, parts) })
	}
	out := s.finish()
	parts, out = demote(parts, out)
	for len(out) > 1 {
		n := len(out)
		if out = f.joinSpaced(out); len(out) == n {
			break
		}
		parts, out = demote(parts, coalesce(out))
	}
	out = append(out, parts...)
	slices.SortFunc(out, func(x, y Area) int {
		return cmp.Or(cmp.Compare(x.Top, y.Top), cmp.Compare(x.Left, y.Left))
	})
	return out
}

// demote makes parts that other regions reach into common regions, so that no cell belongs to two.
func demote(parts, regions []Area) (rest, all []Area) {
	for i := 0; i < len(parts); i++ {
		if p := parts[i]; slices.ContainsFunc(regions, p.overlaps) {
			parts = slices.Delete(parts, i, i+1)
			regions = coalesce(append(regions, p))
			i = -1
		}
	}
	return parts, regions
}

// runs hands each run of neighbouring cells of a row to f.
func (b *Builder) runs(r *row, f func(Area)) {
	at := int(r.index)
	if r.flags&rowSparse == 0 {
		f(Area{at, int(r.first), at, r.last()})
		return
	}
	left := int(r.first)
	prev := left
	for i := 1; i < int(r.n); i++ {
		c := r.col(i)
		if c != prev+1 {
			f(Area{at, left, at, prev})
			left = c
		}
		prev = c
	}
	f(Area{at, left, at, prev})
}

// filledMerges returns the merged ranges that show text, cut to the used part of the sheet, in row order.
func (b *Builder) filledMerges(all []Area) []Area {
	var out []Area
	for _, m := range all {
		rows := b.between(m.Top, m.Top)
		if len(rows) == 0 {
			continue
		}
		if i := rows[0].find(m.Left); i < int(rows[0].n) && rows[0].col(i) == m.Left {
			m.Bottom, m.Right = min(m.Bottom, b.used.Bottom), min(m.Right, b.used.Right)
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(x, y Area) int { return cmp.Compare(x.Top, y.Top) })
	return out
}

// sweep joins areas that touch while it goes down the sheet: areas come sorted by their top row. The open ones, which
// later areas may still touch, are sorted by column and do not touch each other.
type sweep struct {
	open, closed []Area
	top          int
}

func (s *sweep) add(a Area) {
	if a.Top > s.top {
		s.top = a.Top
		s.close(a.Top - 1)
	}
	if n := len(s.open); n == 1 && s.open[0].touches(a) { // by far the most common case
		s.open[0] = s.open[0].union(a)
		return
	}
	i := 0
	for i < len(s.open) && s.open[i].Right+1 < a.Left {
		i++
	}
	j := i
	for j < len(s.open) && s.open[j].Left <= a.Right+1 {
		a = a.union(s.open[j])
		j++
	}
	s.open = slices.Replace(s.open, i, j, a)
}

// addOutside adds what of an area lies outside of all parts.
func (s *sweep) addOutside(a Area, parts []Area) {
	for _, p := range parts {
		if !p.overlaps(a) {
			continue
		}
		if a.Left < p.Left {
			s.addOutside(Area{a.Top, a.Left, a.Bottom, p.Left - 1}, parts)
		}
		if a.Right > p.Right {
			s.addOutside(Area{a.Top, p.Right + 1, a.Bottom, a.Right}, parts)
		}
		return
	}
	s.add(a)
}

// close moves the open areas that end above a row to the closed ones.
func (s *sweep) close(row int) {
	keep := s.open[:0]
	for _, a := range s.open {
		if a.Bottom < row {
			s.closed = append(s.closed, a)
		} else {
			keep = append(keep, a)
		}
	}
	s.open = keep
}

// finish returns all areas, joined until none touch: one that grew sideways may have reached others that were closed before.
func (s *sweep) finish() []Area { return coalesce(append(s.closed, s.open...)) }

// maxPasses bounds the work on hostile patterns of cells, whose regions might then overlap.
const maxPasses = 64

// coalesce joins areas until no two touch.
func coalesce(areas []Area) []Area {
	for range maxPasses {
		slices.SortFunc(areas, func(x, y Area) int { return cmp.Compare(x.Top, y.Top) })
		var s sweep
		for _, a := range areas {
			s.add(a)
		}
		next := append(s.closed, s.open...)
		if len(next) == len(areas) {
			break
		}
		areas = next
	}
	return areas
}

// maxJoin bounds the number of regions among which spacing columns are looked for.
const maxJoin = 500

// joinSpaced joins two neighbours with one blank column or row between them that only spaces them.
func (f *Facts) joinSpaced(areas []Area) []Area {
	if len(areas) > maxJoin {
		return areas
	}
	for i, a := range areas {
		for k, c := range areas {
			switch {
			case c.Left == a.Right+2 && c.Top <= a.Bottom && a.Top <= c.Bottom:
				lone := (a.cols() == 1 || c.cols() == 1) && a.Top == c.Top
				if !lone && !f.narrow(a.Right+1) {
					continue
				}
			case c.Top == a.Bottom+2 && c.Left <= a.Right && a.Left <= c.Right:
				if !f.thin(a.Bottom + 1) {
					continue
				}
			default:
				continue
			}
			areas[i] = a.union(c)
			return slices.Delete(areas, k, k+1)
		}
	}
	return areas
}
