package ocr

import (
	"image"
	"slices"
)

// Rule is a straight horizontal or vertical line that is drawn in a picture, in pixels.
type Rule struct {
	At       int // its middle: y of a horizontal one, x of a vertical one
	Lo, Hi   int // its ends
	Width    int
	Vertical bool
}

// What is taken for a line, in pixels.
const (
	thickest  = 6        // its width; 300 dots to the inch make 1.4 points of it
	shortest  = 48       // its length; letters with strokes as thin are smaller
	shortRun  = 16       // the length of its part in one row of pixels; it may lean
	gap       = 8        // a hole in it, where another one crosses
	contrast  = 40       // levels of grey by which it is darker than both of its sides
	mostRules = 4000     // more are a drawing
	mostRuns  = 64 << 10 // in one direction; more are a photograph
)

// run is the part of a line that lies in one row of pixels.
type run struct{ y, lo, hi int }

// findRules finds the lines that are drawn in a picture, and returns the picture without them. A pixel is of a line
// when it is darker than what lies a line's width away on both of its sides, whatever the ground is; many of them in a
// row are a line.
func findRules(img *image.Gray) ([]Rule, *image.Gray) {
	across, runs := scanRules(img)
	turned := transpose(img)
	down, columns := scanRules(turned)
	if n := len(across) + len(down); n == 0 || n > mostRules {
		return nil, img
	}
	// Each direction is erased where it was found; the other's picture is then turned back.
	erase(turned, columns)
	out := transpose(turned)
	erase(out, runs)
	for i := range down {
		down[i].Vertical = true
	}
	return append(across, down...), out
}

func transpose(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	const tile = 32 // so that both pictures stay in the cache
	for y0 := 0; y0 < h; y0 += tile {
		for x0 := 0; x0 < w; x0 += tile {
			for y := y0; y < min(y0+tile, h); y++ {
				row := img.Pix[y*img.Stride:]
				for x := x0; x < min(x0+tile, w); x++ {
					out.Pix[x*out.Stride+y] = row[x]
				}
			}
		}
	}
	return out
}

// scanRules finds the horizontal lines, and the runs that they are made of.
func scanRules(img *image.Gray) ([]Rule, []run) {
	var runs []run
	for y := thickest; y < img.Rect.Dy()-thickest; y++ {
		if runs = scanRow(img, y, runs); len(runs) > mostRuns {
			return nil, nil
		}
	}
	return joinRuns(runs)
}

// sides returns a row of pixels and those above and below that a line in it must stand out from.
func sides(img *image.Gray, y int) (row, above, below []byte) {
	w, s := img.Rect.Dx(), img.Stride
	return img.Pix[y*s:][:w], img.Pix[(y-thickest)*s:][:w], img.Pix[(y+thickest)*s:][:w]
}

func scanRow(img *image.Gray, y int, runs []run) []run {
	row, above, below := sides(img, y)
	start, last, ink := -1, -1, 0
	end := func() {
		if n := last + 1 - start; start >= 0 && n >= shortRun && ink*10 >= n*9 {
			runs = append(runs, run{y, start, last + 1})
		}
		start = -1
	}
	for x, v := range row {
		if int(v)+contrast > int(above[x]) || int(v)+contrast > int(below[x]) {
			continue
		}
		if start >= 0 && x-last > gap {
			end()
		}
		if start < 0 {
			start, ink = x, 0
		}
		last = x
		ink++
	}
	end()
	return runs
}

// joinRuns makes lines of the runs that touch, keeping those that are long and thin.
func joinRuns(runs []run) ([]Rule, []run) {
	parent := make([]int, len(runs))
	for i := range parent {
		parent[i] = i
	}
	for i, from := 0, 0; i < len(runs); i++ {
		for runs[from].y < runs[i].y-1 {
			from++
		}
		for k := from; k < i; k++ {
			if runs[k].lo <= runs[i].hi+gap && runs[i].lo <= runs[k].hi+gap {
				parent[find(parent, i)] = find(parent, k)
			}
		}
	}
	type extent struct{ lo, hi, top, bottom, area int }
	parts := make(map[int]extent)
	for i, r := range runs {
		root := find(parent, i)
		e, ok := parts[root]
		if !ok {
			e = extent{r.lo, r.hi, r.y, r.y, 0}
		}
		parts[root] = extent{min(e.lo, r.lo), max(e.hi, r.hi), min(e.top, r.y), max(e.bottom, r.y), e.area + r.hi - r.lo}
	}
	const lean = 50 // pixels along a line for each that it may rise
	isRule := func(e extent) bool {
		n := e.hi - e.lo
		return n >= shortest && e.bottom-e.top < thickest+n/lean
	}
	var out []Rule
	kept := runs[:0:0]
	for i, r := range runs {
		root := find(parent, i)
		e := parts[root]
		if !isRule(e) {
			continue
		}
		kept = append(kept, r)
		if root == i {
			out = append(out, Rule{At: (e.top + e.bottom) / 2, Lo: e.lo, Hi: e.hi, Width: max(1, e.area/(e.hi-e.lo))})
		}
	}
	slices.SortFunc(out, func(a, b Rule) int { return a.At - b.At })
	return out, kept
}

// find returns the root of a set.
func find(parent []int, i int) int {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// erase paints over runs with what lies on their sides; strokes of letters that cross them stay.
func erase(img *image.Gray, runs []run) {
	type fill struct {
		at int
		v  byte
	}
	var fills []fill // all found before any is painted, for the sides of one may be pixels of another
	for _, r := range runs {
		row, above, below := sides(img, r.y)
		for x := r.lo; x < r.hi; x++ {
			if v := int(row[x]); v+contrast <= int(above[x]) && v+contrast <= int(below[x]) {
				fills = append(fills, fill{r.y*img.Stride + x, byte((int(above[x]) + int(below[x])) / 2)})
			}
		}
	}
	for _, f := range fills {
		img.Pix[f.at] = f.v
	}
}
