// Package readingorder puts the shapes of a slide in the order in which people read them: cut into rows where nothing
// crosses, rows into columns, and so on.
package readingorder

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/udm"
)

// most is the number of shapes up to which cuts are looked for; more are only sorted by their place.
const most = 2000

// Sort returns the items in reading order. box gives an item's place on the slide; those without one keep their
// order and come last.
func Sort[T any](items []T, box func(T) *udm.BBox) []T {
	placed := make([]placed[T], 0, len(items))
	var loose []T
	for _, it := range items {
		if b := box(it); b != nil {
			placed = append(placed, newPlaced(it, b))
		} else {
			loose = append(loose, it)
		}
	}
	if len(placed) > most {
		slices.SortStableFunc(placed, byRow)
	} else {
		placed = cut(placed)
	}
	out := make([]T, 0, len(items))
	for _, p := range placed {
		out = append(out, p.item)
	}
	return append(out, loose...)
}

// placed is an item and the sides of its box.
type placed[T any] struct {
	item          T
	rows, columns span
}

// span is a box's extent in one direction.
type span struct{ start, end float64 }

func newPlaced[T any](item T, b *udm.BBox) placed[T] {
	return placed[T]{item, span{b.Y, b.Y + b.Height}, span{b.X, b.X + b.Width}}
}

func byRow[T any](a, b placed[T]) int {
	return cmp.Or(cmp.Compare(a.rows.start, b.rows.start), cmp.Compare(a.columns.start, b.columns.start))
}

func byColumn[T any](a, b placed[T]) int {
	return cmp.Or(cmp.Compare(a.columns.start, b.columns.start), cmp.Compare(a.rows.start, b.rows.start))
}

// cut orders shapes by cuts along free rows, else along free columns.
func cut[T any](shapes []placed[T]) []placed[T] {
	if len(shapes) < 2 {
		return shapes
	}
	slices.SortStableFunc(shapes, byRow)
	parts := split(shapes, func(p placed[T]) span { return p.rows })
	if len(parts) == 1 {
		slices.SortStableFunc(shapes, byColumn)
		parts = split(shapes, func(p placed[T]) span { return p.columns })
	}
	if len(parts) == 1 {
		slices.SortStableFunc(shapes, byRow)
		return shapes
	}
	var out []placed[T]
	for _, part := range parts {
		out = append(out, cut(slices.Clone(part))...)
	}
	return out
}

// split cuts sorted shapes where none crosses. Spans are taken a sixth smaller at each end, since frames overlap more
// than what is in them.
func split[T any](shapes []placed[T], of func(placed[T]) span) [][]placed[T] {
	var parts [][]placed[T]
	start, end := 0, 0.0
	for i, p := range shapes {
		s := of(p)
		margin := (s.end - s.start) / 6
		if i > start && s.start+margin >= end {
			parts = append(parts, shapes[start:i])
			start = i
		}
		if i == start || s.end-margin > end {
			end = s.end - margin
		}
	}
	return append(parts, shapes[start:])
}
