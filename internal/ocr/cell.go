package ocr

import (
	"image"
	"slices"
)

const (
	near      = thickest + 4 // pixels by which lines that belong together may miss each other
	edge      = thickest / 2 // pixels at a cell's edge that may be left of a line
	inkless   = 6            // pixels; specks of that size are no letters
	mostCells = 20_000       // of one table
)

// cell is a place in a table and the ink in it.
type cell struct {
	area, ink image.Rectangle
	tone      tone
}

// tables returns the cells with ink of the tables that are drawn with lines, the tables' own areas, and the lines without those of
// diagrams. The program reads across columns when it sees a table whole, so each cell is shown to it alone.
func tables(img *image.Gray, rules []Rule) (cells []cell, areas []image.Rectangle, left []Rule) {
	for _, l := range lattices(rules) {
		if c := l.cells(); len(c) >= 4 {
			written := inCells(img, c)
			if diagram(written) {
				continue
			}
			cells = append(cells, written...)
			areas = append(areas, l.box())
		}
		left = append(append(left, l.h...), l.v...)
	}
	return cells, areas, left
}

// inCells returns those of the areas that hold more than specks.
func inCells(img *image.Gray, areas []image.Rectangle) []cell {
	var out []cell
	for _, a := range areas {
		a = a.Intersect(img.Rect)
		c := cell{area: a, tone: toneOf(img, a)}
		if c.ink = c.tone.inkBox(img, a.Inset(edge)); c.ink.Dx() >= 2 && c.ink.Dy() >= inkless {
			out = append(out, c)
		}
	}
	return out
}

// diagram reports whether lines are the grid behind a curve or bars, whose ink goes on from cell to cell.
func diagram(cells []cell) bool {
	n := 0
	for _, c := range cells {
		if in := c.area.Inset(edge + 1); c.ink.Intersect(in) != c.ink {
			n++
		}
	}
	return n*3 > len(cells)
}

// lattice is a set of lines that meet.
type lattice struct{ h, v []Rule }

func lattices(rules []Rule) []lattice {
	parent := make([]int, len(rules))
	for i := range parent {
		parent[i] = i
	}
	for i, h := range rules {
		if h.Vertical {
			continue
		}
		for k, v := range rules {
			if v.Vertical && h.At >= v.Lo-near && h.At <= v.Hi+near && v.At >= h.Lo-near && v.At <= h.Hi+near {
				parent[find(parent, i)] = find(parent, k)
			}
		}
	}
	index := make(map[int]int)
	var out []lattice
	for i, r := range rules {
		root := find(parent, i)
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, lattice{})
		}
		if r.Vertical {
			out[k].v = append(out[k].v, r)
		} else {
			out[k].h = append(out[k].h, r)
		}
	}
	return out
}

func (l *lattice) box() image.Rectangle {
	var b image.Rectangle
	for _, r := range l.h {
		b = b.Union(image.Rect(r.Lo, r.At-near, r.Hi, r.At+near))
	}
	for _, r := range l.v {
		b = b.Union(image.Rect(r.At-near, r.Lo, r.At+near, r.Hi))
	}
	return b
}

// cells returns the areas that the lines enclose: places of the grid of all lines, joined where none is between them.
func (l *lattice) cells() []image.Rectangle {
	if len(l.h) < 2 || len(l.v) < 2 {
		return nil
	}
	b := l.box()
	xs, ys := positions(l.v, b.Min.X+near, b.Max.X-near), positions(l.h, b.Min.Y+near, b.Max.Y-near)
	cols, rows := len(xs)-1, len(ys)-1
	if cols < 1 || rows < 1 || cols*rows > mostCells {
		return nil
	}
	parent := make([]int, cols*rows)
	for i := range parent {
		parent[i] = i
	}
	for i := range parent {
		r, c := i/cols, i%cols
		if c+1 < cols && !covered(l.v, xs[c+1], ys[r], ys[r+1]) {
			parent[find(parent, i)] = find(parent, i+1)
		}
		if r+1 < rows && !covered(l.h, ys[r+1], xs[c], xs[c+1]) {
			parent[find(parent, i)] = find(parent, i+cols)
		}
	}
	areas := make([]image.Rectangle, len(parent))
	for i := range parent {
		r, c := i/cols, i%cols
		root := find(parent, i)
		areas[root] = areas[root].Union(image.Rect(xs[c], ys[r], xs[c+1], ys[r+1]))
	}
	return slices.DeleteFunc(areas, image.Rectangle.Empty)
}

// positions returns the places of lines and of a lattice's edges, those that are near each other taken together.
func positions(rules []Rule, more ...int) []int {
	at := more
	for _, r := range rules {
		at = append(at, r.At)
	}
	slices.Sort(at)
	var out []int
	for i := 0; i < len(at); {
		k := i + 1
		for k < len(at) && at[k]-at[k-1] <= near {
			k++
		}
		out = append(out, at[(i+k-1)/2])
		i = k
	}
	return out
}

// covered reports whether lines at a place run over most of the way from lo to hi.
func covered(rules []Rule, at, lo, hi int) bool {
	sum := 0
	for _, r := range rules {
		if r.At >= at-near && r.At <= at+near {
			sum += max(0, min(hi, r.Hi)-max(lo, r.Lo))
		}
	}
	return sum*10 >= (hi-lo)*6
}
