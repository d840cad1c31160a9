package ocr

import (
	"cmp"
	"encoding/binary"
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

// run is the part of a line that lies in one row of pixels, or in one column of a vertical line.
type run struct{ y, lo, hi int }

// findRules finds the lines that are drawn in a picture, and returns the picture without them. A pixel is of a line
// when it is darker than what lies a line's width away on both of its sides, whatever the ground is; many of them in a
// row are a line.
func findRules(img *image.Gray) ([]Rule, *image.Gray) {
	across, rows := joinRuns(scanRows(img))
	down, columns := joinRuns(scanColumns(img))
	if n := len(across) + len(down); n == 0 || n > mostRules {
		return nil, img
	}
	out := image.NewGray(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	for y := range img.Rect.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], img.Pix[y*img.Stride:])
	}
	erase(out, columns, 1, out.Stride)
	erase(out, rows, out.Stride, 1)
	for i := range down {
		down[i].Vertical = true
	}
	return append(across, down...), out
}

// step is how many pixels are looked at together: eight that are all light need no closer look.
const step = 8

// light reports whether the next eight pixels are too light for any of them to stand out from its sides.
func light(row []byte) bool {
	const most = 0xE0E0E0E0E0E0E0E0 // contrast levels more than its lowest byte are past white
	return binary.LittleEndian.Uint64(row)&most == most
}

// scanRows finds the runs of horizontal lines, row by row.
func scanRows(img *image.Gray) []run {
	var runs []run
	w, s := img.Rect.Dx(), img.Stride
	for y := thickest; y < img.Rect.Dy()-thickest; y++ {
		row, above, below := img.Pix[y*s:][:w], img.Pix[(y-thickest)*s:][:w], img.Pix[(y+thickest)*s:][:w]
		open := openRun{start: -1}
		for x := 0; x < w; x++ {
			if x+step <= w && light(row[x:]) {
				x += step - 1
				continue
			}
			if v := int(row[x]); v+contrast <= int(above[x]) && v+contrast <= int(below[x]) {
				runs = open.add(runs, y, x)
			}
		}
		if runs = open.end(runs, y); len(runs) > mostRuns {
			return nil
		}
	}
	return runs
}

// scanColumns finds the runs of vertical lines, column by column. The picture is read row by row all the same, as it lies in
// memory, with a run open in every column.
func scanColumns(img *image.Gray) []run {
	var runs []run
	w, s := img.Rect.Dx(), img.Stride
	open := make([]openRun, w)
	for x := range open {
		open[x].start = -1
	}
	for y := range img.Rect.Dy() {
		row := img.Pix[y*s:][:w]
		for x := thickest; x < w-thickest; x++ {
			if x+step <= w && light(row[x:]) {
				x += step - 1
				continue
			}
			if v := int(row[x]); v+contrast <= int(row[x-thickest]) && v+contrast <= int(row[x+thickest]) {
				runs = open[x].add(runs, x, y)
			}
		}
		if len(runs) > mostRuns {
			return nil
		}
	}
	for x := range open {
		runs = open[x].end(runs, x)
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Or(a.y-b.y, a.lo-b.lo) })
	return runs
}

// openRun is a run that may go on.
type openRun struct{ start, last, ink int } // start is -1 when there is none

// add takes in a pixel, and ends the run that lies too far back.
func (o *openRun) add(runs []run, line, at int) []run {
	if o.start >= 0 && at-o.last > gap {
		runs = o.end(runs, line)
	}
	if o.start < 0 {
		o.start, o.ink = at, 0
	}
	o.last = at
	o.ink++
	return runs
}

// end appends the run if it is long enough and hardly broken.
func (o *openRun) end(runs []run, line int) []run {
	if n := o.last + 1 - o.start; o.start >= 0 && n >= shortRun && o.ink*10 >= n*9 {
		runs = append(runs, run{line, o.start, o.last + 1})
	}
	o.start = -1
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

// erase paints over runs with what lies on their sides; strokes of letters that cross them stay. Runs are across bytes apart from
// each other in the picture and their pixels along bytes.
func erase(img *image.Gray, runs []run, across, along int) {
	type fill struct {
		at int
		v  byte
	}
	var fills []fill // all found before any is painted, for the sides of one may be pixels of another
	for _, r := range runs {
		for i := r.lo; i < r.hi; i++ {
			at := r.y*across + i*along
			before, after := int(img.Pix[at-thickest*across]), int(img.Pix[at+thickest*across])
			if v := int(img.Pix[at]); v+contrast <= before && v+contrast <= after {
				fills = append(fills, fill{at, byte((before + after) / 2)})
			}
		}
	}
	for _, f := range fills {
		img.Pix[f.at] = f.v
	}
}
