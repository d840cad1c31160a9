package pptx

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/udecode/udecode/internal/udm"
)

// readingOrder sorts a slide's shapes as they are read: titles, then what stands on the slide cut into rows and
// columns, then footers. Shapes without a place keep their order and come behind those that have one.
func readingOrder(shapes []*shape) []*shape {
	var titles, placed, loose, footers []*shape
	for _, sh := range shapes {
		switch {
		case len(sh.blocks) == 0:
		case sh.ph.kind() == "title":
			titles = append(titles, sh)
		case sh.ph.footer():
			footers = append(footers, sh)
		case sh.box == nil:
			loose = append(loose, sh)
		default:
			placed = append(placed, sh)
		}
	}
	if most := 2000; len(placed) > most {
		slices.SortStableFunc(placed, byPlace)
	} else {
		placed = cut(placed)
	}
	return slices.Concat(titles, placed, loose, footers)
}

func byPlace(a, b *shape) int {
	return cmp.Or(cmp.Compare(a.box.Y, b.box.Y), cmp.Compare(a.box.X, b.box.X))
}

func byColumn(a, b *shape) int {
	return cmp.Or(cmp.Compare(a.box.X, b.box.X), cmp.Compare(a.box.Y, b.box.Y))
}

// cut orders shapes by recursive cuts along free rows, then columns.
func cut(shapes []*shape) []*shape {
	if len(shapes) < 2 || byIndex(shapes) {
		return shapes
	}
	slices.SortStableFunc(shapes, byPlace)
	parts := split(shapes, vertical)
	if len(parts) == 1 {
		slices.SortStableFunc(shapes, byColumn)
		parts = split(shapes, horizontal)
		if len(parts) == 1 || !sideBySide(parts) {
			slices.SortStableFunc(shapes, byPlace)
			return shapes
		}
	}
	var out []*shape
	for _, p := range parts {
		out = append(out, cut(slices.Clone(p))...)
	}
	return out
}

func vertical(b *udm.BBox) (start, size float64)   { return b.Y, b.Height }
func horizontal(b *udm.BBox) (start, size float64) { return b.X, b.Width }

// split cuts sorted shapes where none crosses. Boxes are taken a sixth smaller at each end, since frames of texts
// overlap more than the texts.
func split(shapes []*shape, side func(*udm.BBox) (start, size float64)) [][]*shape {
	var parts [][]*shape
	start, end := 0, 0.0
	for i, sh := range shapes {
		at, size := side(sh.box)
		if i > start && at+size/6 >= end {
			parts = append(parts, shapes[start:i])
			start = i
		}
		if e := at + size*5/6; i == start || e > end {
			end = e
		}
	}
	return append(parts, shapes[start:])
}

// sideBySide reports whether each part stands beside its neighbour, along most of the shorter one's height.
func sideBySide(parts [][]*shape) bool {
	extent := func(part []*shape) (top, bottom float64) {
		top, bottom = part[0].box.Y, part[0].box.Y
		for _, sh := range part {
			top, bottom = min(top, sh.box.Y), max(bottom, sh.box.Y+sh.box.Height)
		}
		return top, bottom
	}
	t0, b0 := extent(parts[0])
	for _, p := range parts[1:] {
		t, b := extent(p)
		if shorter := min(b0-t0, b-t); min(b0, b)-max(t0, t) < shorter*2/3 {
			return false
		}
		t0, b0 = t, b
	}
	return true
}

// byIndex sorts shapes by their placeholders' index if all are placeholders of a built-in layout, whose indexes
// follow the reading order: in a comparison each heading stands before the content under it.
func byIndex(shapes []*shape) bool {
	const builtIn = 10 // indexes from here on are given as placeholders are drawn
	index := func(sh *shape) int {
		if n, err := strconv.Atoi(sh.ph.idx); err == nil && sh.ph.typ != "" && n > 0 && n < builtIn {
			return n
		}
		return 0
	}
	for _, sh := range shapes {
		if index(sh) == 0 {
			return false
		}
	}
	slices.SortStableFunc(shapes, func(a, b *shape) int { return cmp.Compare(index(a), index(b)) })
	return true
}
