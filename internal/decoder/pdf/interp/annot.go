package interp

import (
	"strings"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Annotation flags (12.5.3).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

// maxAnnots bounds the annotations of a page.
const maxAnnots = 100_000

// annotations adds links, notes, and what annotations show on the page.
func (r *runner) annotations(dict cos.Dict) {
	doc := r.doc.cos
	for i, o := range doc.Array(dict.Get("Annots")) {
		a := doc.Dict(o)
		if a == nil || i >= maxAnnots || doc.Int(a.Get("F"), 0)&(annotHidden|annotNoView) != 0 || r.doc.layers.hidden(a.Get("OC")) {
			continue
		}
		rect, ok := toBox(doc.Numbers(a.Get("Rect")))
		if !ok {
			continue
		}
		area := rect.transform(r.base)
		before := len(r.page.Glyphs)
		switch kind := doc.Name(a.Get("Subtype")); kind {
		case "Link":
			r.link(a, area)
			continue
		case "Popup":
			continue
		case "Widget":
			r.widget(a, rect)
			continue
		case "Text", "FileAttachment", "Sound", "Movie": // an icon
		case "FreeText":
			r.appearance(a, rect)
			if text := r.contents(a); len(r.page.Glyphs) == before && text != "" {
				r.fieldText(a, rect, text, true)
			}
		default:
			r.appearance(a, rect)
		}
		if len(r.page.Glyphs) == before {
			r.note(a, area)
		}
	}
}

func (r *runner) contents(a cos.Dict) string {
	return strings.TrimSpace(clean(textString(r.doc.cos.String(a.Get("Contents")))))
}

// note keeps an annotation's text that is not seen on the page.
func (r *runner) note(a cos.Dict, area box) {
	text := r.contents(a)
	if text == "" {
		return
	}
	doc := r.doc.cos
	when := date(string(doc.String(a.Get("CreationDate"))))
	if when == "" {
		when = date(string(doc.String(a.Get("M"))))
	}
	r.page.Annots = append(r.page.Annots, page.Annot{
		Box: area.rect(), Kind: clean(string(doc.Name(a.Get("Subtype")))), Contents: text,
		Author: strings.TrimSpace(clean(textString(doc.String(a.Get("T"))))), Date: when,
	})
}

// link adds a link's areas: its quadrilaterals, or else its rectangle.
func (r *runner) link(a cos.Dict, area box) {
	url, at := r.doc.target(a)
	if url == "" && at.page < 0 {
		return
	}
	quads := r.doc.cos.Numbers(a.Get("QuadPoints"))
	if n := len(quads); n < 8 || n%8 != 0 || n > 8*1000 {
		r.page.Links = append(r.page.Links, page.Link{Box: area.rect(), URL: url, Page: at.page})
		return
	}
	for ; len(quads) > 0; quads = quads[8:] {
		b := box{quads[0], quads[1], quads[0], quads[1]}
		for i := 2; i < 8; i += 2 {
			b.x0, b.x1 = min(b.x0, quads[i]), max(b.x1, quads[i])
			b.y0, b.y1 = min(b.y0, quads[i+1]), max(b.y1, quads[i+1])
		}
		r.page.Links = append(r.page.Links, page.Link{Box: b.transform(r.base).rect(), URL: url, Page: at.page})
	}
}

// appearance runs an annotation's normal appearance in its place (12.5.5).
func (r *runner) appearance(a cos.Dict, rect box) {
	doc := r.doc.cos
	n := doc.Resolve(doc.Dict(a.Get("AP")).Get("N"))
	if states, ok := n.(cos.Dict); ok {
		n = doc.Resolve(states.Get(doc.Name(a.Get("AS"))))
	}
	s, ok := n.(*cos.Stream)
	if !ok {
		return
	}
	bbox, ok := toBox(doc.Numbers(s.Dict.Get("BBox")))
	if !ok {
		return
	}
	m, _ := toMatrix(doc.Numbers(s.Dict.Get("Matrix")))
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
