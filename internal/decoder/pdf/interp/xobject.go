package interp

import (
	"fmt"

	"github.com/udecode/udecode/internal/cos"
)

// xobject draws a form or picture.
func (r *runner) xobject(name string) {
	doc := r.doc.cos
	o := doc.Dict(r.res.dict.Get("XObject")).Get(cos.Name(name))
	s := doc.Stream(o)
	if s == nil || r.doc.layers.hidden(s.Dict.Get("OC")) {
		return
	}
	switch doc.Name(s.Dict.Get("Subtype")) {
	case "Image":
		if r.hidden == 0 {
			r.image(s, fmt.Sprintf("%d", s.Ref.Num))
		}
	case "Form":
		r.runForm(s)
	default:
		if s.Dict.Get("BBox") != nil {
			r.runForm(s)
		} else if s.Dict.Get("Width") != nil && r.hidden == 0 {
			r.image(s, fmt.Sprintf("%d", s.Ref.Num))
		}
	}
}

// runForm runs a form XObject (8.10) in the current state.
func (r *runner) runForm(s *cos.Stream) {
	if r.forms++; r.active[s.Ref] || len(r.active) >= maxFormDepth || r.forms > maxForms {
		return
	}
	doc := r.doc.cos
	f := r.frame(len(r.active) + 1)
	f.content = f.content[:0]
	if err := r.decode(s, f); err != nil {
		r.warn(err)
	}
	r.active[s.Ref] = true
	defer delete(r.active, s.Ref)
	saved, res, tm, tlm := r.st, r.res, r.tm, r.tlm
	marks, mcid, hidden, marked := len(r.marks), r.mcid, r.hidden, r.marked
	if s.Dict.Get("StructParents") != nil {
		r.marked = s.Ref
	}
	if m, ok := toMatrix(doc.Numbers(s.Dict.Get("Matrix"))); ok {
		r.st.ctm = m.mul(r.st.ctm)
	}
	if b, ok := toBox(doc.Numbers(s.Dict.Get("BBox"))); ok {
		r.st.clip = r.st.clip.intersect(b.transform(r.st.ctm))
	}
	if own := doc.Dict(s.Dict.Get("Resources")); own != nil {
		r.res = &resources{dict: own}
	}
	if err := r.run(f); err != nil {
		r.warn(err)
	}
	for len(r.marks) > marks {
		r.end()
	}
	r.st, r.res, r.tm, r.tlm = saved, res, tm, tlm
	r.mcid, r.hidden, r.marked = mcid, hidden, marked
}
