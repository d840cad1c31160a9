// Package slideorder puts the shapes of a slide into the order in which they are read.
package slideorder

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/udm"
)

// Role says what part a shape plays.
type Role uint8

// The roles. Content is everything that is not another one.
const (
	Content Role = iota
	Title
	Edge // footer, header, date, slide number: what slides repeat
)

// Shape is a shape with its blocks.
type Shape struct {
	Role Role
	// Index is the number of a content placeholder in its built-in layout, from 1; 0 for other shapes.
	Index  int
	Box    *udm.BBox // on the slide; nil unknown
	Blocks []*udm.ContentBlock
}

// most is how many shapes are cut into rows and columns; more are only sorted by place.
const most = 2000

// Sort returns a slide's shapes as they are read: titles, then what stands on the slide cut into rows and columns, then
// what stands at its edges. Shapes without a place keep their order and come behind those that have one; shapes
// without blocks are left out.
func Sort(shapes []*Shape) []*Shape {
	var titles, placed, loose, edges []*Shape
	for _, sh := range shapes {
		switch {
		case len(sh.Blocks) == 0:
		case sh.Role == Title:
			titles = append(titles, sh)
		case sh.Role == Edge:
			edges = append(edges, sh)
		case sh.Box == nil:
			loose = append(loose, sh)
		default:
			placed = append(placed, sh)
		}
	}
	if len(placed) > most {
		slices.SortStableFunc(placed, byPlace)
	} else {
		placed = cut(placed)
	}
	return slices.Concat(titles, placed, loose, edges)
}

func byPlace(a, b *Shape) int {
	return cmp.Or(cmp.Compare(a.Box.Y, b.Box.Y), cmp.Compare(a.Box.X, b.Box.X))
}

func byColumn(a, b *Shape) int {
	return cmp.Or(cmp.Compare(a.Box.X, b.Box.X), cmp.Compare(a.Box.Y, b.Box.Y))
}

// cut orders shapes by recursive cuts along free rows, then columns.
func cut(shapes []*Shape) []*Shape {
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
	var out []*Shape
	for _, p := range parts {
		out = append(out, cut(slices.Clone(p))...)
	}
	return out
}

func vertical(b *udm.BBox) (start, size float64)   { return b.Y, b.Height }
func horizontal(b *udm.BBox) (start, size float64) { return b.X, b.Width }

// split cuts sorted shapes where none crosses. Boxes are taken a sixth smaller at each end, since frames of texts
// overlap more than the texts.
func split(shapes []*Shape, side func(*udm.BBox) (start, size float64)) [][]*Shape {
	var parts [][]*Shape
	start, end := 0, 0.0
	for i, sh := range shapes {
		at, size := side(sh.Box)
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
func sideBySide(parts [][]*Shape) bool {
	extent := func(part []*Shape) (top, bottom float64) {
		top, bottom = part[0].Box.Y, part[0].Box.Y
		for _, sh := range part {
			top, bottom = min(top, sh.Box.Y), max(bottom, sh.Box.Y+sh.Box.Height)
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

// byIndex sorts shapes by their index if all have one. Those of built-in layouts follow the reading order: in a
// comparison each heading stands before the content under it.
func byIndex(shapes []*Shape) bool {
	for _, sh := range shapes {
		if sh.Index == 0 {
			return false
		}
	}
	slices.SortStableFunc(shapes, func(a, b *Shape) int { return cmp.Compare(a.Index, b.Index) })
	return true
}
