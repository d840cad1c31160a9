package interp

import (
	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Annotation flags (12.5.3).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

// annotations adds links, notes, and what annotations show on the page.
func (r *runner) annotations(dict cos.Dict) {
	doc := r.doc.cos
	for _, o := range doc.Array(dict["Annots"]) {
		a := doc.Dict(o)
		if a == nil || doc.Int(a["F"], 0)&(annotHidden|annotNoView) != 0 || r.doc.layers.hidden(a["OC"]) {
			continue
		}
		b, ok := toBox(doc.Numbers(a["Rect"]))
		if !ok {
			continue
		}
		area := b.transform(r.base)
		switch kind := doc.Name(a["Subtype"]); kind {
		case "Link":
			r.link(a, area)
			continue
		case "Popup":
			continue
		}
		r.appearance(a, b)
	}
}

func (r *runner) link(a cos.Dict, area box) {
	doc := r.doc.cos
	action := doc.Dict(a["A"])
	if uri, ok := doc.Resolve(action["URI"]).(cos.String); ok {
		r.page.Links = append(r.page.Links, page.Link{Box: area.rect(), URL: clean(textString(uri)), Page: -1})
	}
}

// appearance runs an annotation's normal appearance in its place (12.5.5).
func (r *runner) appearance(a cos.Dict, rect box) {
	doc := r.doc.cos
	n := doc.Resolve(doc.Dict(a["AP"])["N"])
	if states, ok := n.(cos.Dict); ok {
		n = doc.Resolve(states[doc.Name(a["AS"])])
	}
	s, ok := n.(*cos.Stream)
	if !ok {
		return
	}
	bbox, ok := toBox(doc.Numbers(s.Dict["BBox"]))
	if !ok {
		return
	}
	m, _ := toMatrix(doc.Numbers(s.Dict["Matrix"]))
	t := bbox.transform(m)
	w, h := t.x1-t.x0, t.y1-t.y0
	if w <= 0 || h <= 0 {
		return
	}
	sx, sy := (rect.x1-rect.x0)/w, (rect.y1-rect.y0)/h
	place := matrix{sx, 0, 0, sy, rect.x0 - t.x0*sx, rect.y0 - t.y0*sy}
	r.st = r.initial(place.mul(r.base))
	r.flags = page.Field
	r.mcid, r.hidden, r.marks = -1, 0, r.marks[:0]
	r.runForm(s)
	r.flags = 0
}
