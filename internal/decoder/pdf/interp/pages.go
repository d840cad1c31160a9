package interp

import (
	"github.com/udecode/udecode/internal/cos"
)

// node is a page with what it inherits (7.7.3.4).
type node struct {
	ref       cos.Ref
	dict      cos.Dict // only of pages that are no objects of their own
	resources cos.Object
	media     cos.Object
	crop      cos.Object
	rotate    cos.Object
}

const (
	maxTreeDepth = 64
	maxPages     = 1 << 20
)

// findPages walks the page tree. A tree without pages is replaced by all page objects, in order of their numbers.
func findPages(doc *cos.Document, root cos.Dict) []node {
	w := &treeWalk{doc: doc, seen: map[cos.Ref]bool{}}
	w.walk(root.Get("Pages"), node{}, 0)
	if len(w.pages) > 0 {
		return w.pages
	}
	for _, num := range doc.ObjectNumbers() {
		ref := cos.Ref{Num: num}
		if d, ok := doc.Resolve(ref).(cos.Dict); ok && doc.Name(d.Get("Type")) == "Page" {
			w.leaf(ref, d, node{})
		}
	}
	return w.pages
}

type treeWalk struct {
	doc   *cos.Document
	seen  map[cos.Ref]bool
	pages []node
}

func (w *treeWalk) walk(o cos.Object, parent node, depth int) {
	ref, isRef := o.(cos.Ref)
	if isRef {
		if w.seen[ref] {
			return
		}
		w.seen[ref] = true
	}
	d, ok := w.doc.Resolve(o).(cos.Dict)
	if !ok || depth > maxTreeDepth || len(w.pages) >= maxPages {
		return
	}
	kids, kind := w.doc.Array(d.Get("Kids")), w.doc.Name(d.Get("Type"))
	if kids == nil || kind == "Page" {
		lostRoot := depth == 0 && kind != "Page" && d.Get("Contents") == nil
		if kind != "Pages" && kind != "Catalog" && !lostRoot {
			w.leaf(ref, d, parent)
		}
		return
	}
	n := inherit(d, parent)
	for _, k := range kids {
		w.walk(k, n, depth+1)
	}
}

func (w *treeWalk) leaf(ref cos.Ref, d cos.Dict, parent node) {
	n := inherit(d, parent)
	n.ref = ref
	if ref.Num == 0 {
		n.dict = d
	}
	w.pages = append(w.pages, n)
}

func inherit(d cos.Dict, parent node) node {
	n := parent
	set := func(dst *cos.Object, key cos.Name) {
		if v := d.Get(key); v != nil {
			*dst = v
		}
	}
	set(&n.resources, "Resources")
	set(&n.media, "MediaBox")
	set(&n.crop, "CropBox")
	set(&n.rotate, "Rotate")
	return n
}

// letter is the page of files that name no size.
var letter = box{0, 0, 612, 792}

// geometry returns the page's size as seen, its rotation, and the matrix from user space to the page model's.
func (n node) geometry(doc *cos.Document, userUnit float64) (w, h float64, rotate int, m matrix) {
	media, ok := toBox(doc.Numbers(n.media))
	if !ok || media.empty() {
		media = letter
	}
	crop, ok := toBox(doc.Numbers(n.crop))
	if ok {
		crop = crop.intersect(media)
	}
	if !ok || crop.empty() {
		crop = media
	}
	rotate = doc.Int(n.rotate, 0) % 360
	if rotate < 0 {
		rotate += 360
	}
	rotate = rotate / 90 * 90
	w, h = crop.x1-crop.x0, crop.y1-crop.y0
	switch rotate {
	case 0:
		m = matrix{1, 0, 0, -1, -crop.x0, crop.y1}
	case 90:
		m = matrix{0, 1, 1, 0, -crop.y0, -crop.x0}
	case 180:
		m = matrix{-1, 0, 0, 1, crop.x1, -crop.y0}
	case 270:
		m = matrix{0, -1, -1, 0, crop.y1, crop.x1}
	}
	if rotate%180 != 0 {
		w, h = h, w
	}
	if userUnit > 0 && userUnit != 1 && userUnit < 1e4 {
		m = m.mul(matrix{a: userUnit, d: userUnit})
		w, h = w*userUnit, h*userUnit
	}
	return w, h, rotate, m
}
