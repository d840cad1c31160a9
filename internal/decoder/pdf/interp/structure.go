package interp

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// structure reads the structure tree (14.7.2); nil when there is none.
func (d *document) structure() *page.Element {
	root := d.cos.Dict(d.root.Get("StructTreeRoot"))
	if root == nil || root.Get("K") == nil {
		return nil
	}
	r := &structReader{doc: d, roles: d.cos.Dict(root.Get("RoleMap")), classes: d.cos.Dict(root.Get("ClassMap"))}
	e := &page.Element{Type: "StructTreeRoot"}
	r.kids(e, root.Get("K"), -1, 0)
	if len(e.Kids) == 0 {
		return nil
	}
	return e
}

// formMark is marked content of a form XObject, whose numbers are its own (14.7.5.2).
type formMark struct {
	form cos.Ref
	mcid int32
}

// firstFormMark is the first number that stands for a form's marked content among those of pages.
const firstFormMark = 1 << 24

// markOfForm returns the number that a form's marked content has in the page model. The structure tree gives them out.
func (d *document) markOfForm(form cos.Ref, mcid int32) int32 {
	k := formMark{form, mcid}
	n, ok := d.formMarks[k]
	if !ok {
		n = firstFormMark + int32(len(d.formMarks))
		d.formMarks[k] = n
	}
	return n
}

type structReader struct {
	doc     *document
	roles   cos.Dict
	classes cos.Dict
	seen    []uint64 // a bit for each object number
	nodes   int
}

func (r *structReader) kids(parent *page.Element, o cos.Object, pg, depth int) {
	if depth > 2*maxTreeDepth {
		return
	}
	if a, ok := r.doc.cos.Resolve(o).(cos.Array); ok {
		parent.Kids = slices.Grow(parent.Kids, len(a))
		for _, k := range a {
			r.kid(parent, k, pg, depth)
		}
		return
	}
	r.kid(parent, o, pg, depth)
}

func (r *structReader) kid(parent *page.Element, o cos.Object, pg, depth int) {
	if r.nodes++; r.nodes > 8*maxTree {
		return
	}
	ref, isRef := o.(cos.Ref)
	switch v := r.doc.cos.Resolve(o).(type) {
	case int64:
		if pg >= 0 && v >= 0 && v < firstFormMark {
			parent.Kids = append(parent.Kids, page.Kid{Page: pg, MCID: int32(v)})
		}
	case cos.Dict:
		switch r.doc.cos.Name(v.Get("Type")) {
		case "MCR":
			if p, ok := v.Get("Pg").(cos.Ref); ok {
				pg = r.doc.pageOf(p)
			}
			if id := r.doc.cos.Int(v.Get("MCID"), -1); pg >= 0 && id >= 0 && id < firstFormMark {
				mark := int32(id)
				if form, ok := v.Get("Stm").(cos.Ref); ok {
					mark = r.doc.markOfForm(form, mark)
				}
				parent.Kids = append(parent.Kids, page.Kid{Page: pg, MCID: mark})
			}
			return
		case "OBJR":
			return
		}
		if isRef && !r.first(ref.Num) {
			return
		}
		if p, ok := v.Get("Pg").(cos.Ref); ok {
			pg = r.doc.pageOf(p)
		}
		e := r.element(v)
		r.kids(e, v.Get("K"), pg, depth+1)
		parent.Kids = append(parent.Kids, page.Kid{Element: e})
	}
}

// first reports whether an object, which there is, is met for the first time.
func (r *structReader) first(num uint32) bool {
	const bits = 64
	word, bit := int(num/bits), uint64(1)<<(num%bits)
	if word >= len(r.seen) {
		r.seen = append(r.seen, make([]uint64, word+1-len(r.seen))...)
	}
	if r.seen[word]&bit != 0 {
		return false
	}
	r.seen[word] |= bit
	return true
}

func (r *structReader) element(v cos.Dict) *page.Element {
	doc := r.doc.cos
	text := func(key cos.Name) string {
		s := v.Get(key)
		if s == nil {
			return "" // most often
		}
		return strings.TrimSpace(clean(textString(doc.String(s))))
	}
	e := &page.Element{Type: string(r.role(doc.Name(v.Get("S")))), Alt: text("Alt")}
	if e.Alt == "" && (e.Type == "Figure" || e.Type == "Formula") {
		e.Alt = text("ActualText")
	}
	switch c := doc.Resolve(v.Get("C")).(type) {
	case cos.Name:
		r.attributes(e, r.classes.Get(c))
	case cos.Array:
		for _, n := range c {
			r.attributes(e, r.classes.Get(doc.Name(n)))
		}
	}
	r.attributes(e, v.Get("A"))
	return e
}

// role follows the role map to a standard type.
func (r *structReader) role(s cos.Name) cos.Name {
	for range 8 {
		if standardTypes[s] {
			return s
		}
		next := r.doc.cos.Name(r.roles.Get(s))
		if next == "" || next == s {
			return s
		}
		s = next
	}
	return s
}

// standardTypes are the types that the role map is not asked about (14.8.4).
var standardTypes = func() map[cos.Name]bool {
	m := map[cos.Name]bool{}
	for t := range strings.FieldsSeq("Document DocumentFragment Part Art Sect Div Aside BlockQuote Caption TOC TOCI Index " +
		"NonStruct Private P H H1 H2 H3 H4 H5 H6 Title L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note " +
		"FENote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Figure Formula Form Artifact") {
		m[cos.Name(t)] = true
	}
	return m
}()

// attributes reads attribute objects (14.7.6): a dictionary, or an array of them with revision numbers between.
func (r *structReader) attributes(e *page.Element, o cos.Object) {
	doc := r.doc.cos
	switch v := doc.Resolve(o).(type) {
	case cos.Array:
		for _, a := range v {
			if d := doc.Dict(a); d != nil {
				r.attributes(e, d)
			}
		}
	case *cos.Stream:
		r.attributes(e, v.Dict)
	case cos.Dict:
		if n := doc.Int(v.Get("RowSpan"), 0); n > 0 && n < 1<<16 {
			e.RowSpan = n
		}
		if n := doc.Int(v.Get("ColSpan"), 0); n > 0 && n < 1<<16 {
			e.ColSpan = n
		}
	}
}
