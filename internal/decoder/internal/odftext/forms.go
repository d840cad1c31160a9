package odftext

import (
	"cmp"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
)

// readForms reads an office:forms: what its controls show, for the places where they are drawn (part 3, chapter 13).
func (r *Reader) readForms() error {
	s := r.s
	return s.Children(func() error {
		id := cmp.Or(s.Attr("xml:id"), s.Attr("form:id"))
		text := ""
		switch s.Name() {
		case "form:form":
			return r.readForms()
		case "form:checkbox":
			text = box(s.Attr("form:current-state") == "checked" ||
				s.Attr("form:current-state") == "" && s.Attr("form:state") == "checked") + " " + s.Attr("form:label")
		case "form:radio":
			selected, ok := s.LookupAttr("form:current-selected")
			if !ok {
				selected = s.Attr("form:selected")
			}
			text = box(selected == "true") + " " + s.Attr("form:label")
		case "form:fixed-text", "form:button", "form:frame":
			text = s.Attr("form:label")
		case "form:text", "form:textarea", "form:formatted-text", "form:number", "form:date", "form:time", "form:combobox":
			value, ok := s.LookupAttr("form:current-value")
			if !ok {
				value = s.Attr("form:value")
			}
			text = value
		case "form:listbox":
			return s.Children(func() error {
				if s.Name() == "form:option" && (s.Attr("form:current-selected") == "true" || s.Attr("form:selected") == "true") {
					r.setControl(id, strings.TrimSpace(r.shared.controls[id]+" "+s.Attr("form:label")))
				}
				return nil
			})
		}
		r.setControl(id, strings.TrimSpace(text))
		return nil
	})
}

func box(checked bool) string {
	if checked {
		return "☒"
	}
	return "☐"
}

func (r *Reader) setControl(id, text string) {
	if id == "" || text == "" {
		return
	}
	if r.shared.controls == nil {
		r.shared.controls = map[string]string{}
	}
	r.shared.controls[id] = text
}

// control shows a draw:control: in the paragraph that it is anchored in, or as a text of its own.
func (r *Reader) control() error {
	text := r.shared.controls[r.s.Attr("draw:control")]
	if text == "" {
		return nil
	}
	if err := r.in.Budget.Charge(int64(len(text))); err != nil {
		return err
	}
	if p := r.para; p != nil {
		p.literal(text, 0)
		p.prose = true
		return nil
	}
	p := r.begin()
	defer r.end(p)
	p.style = r.styles.Get(odf.Paragraph, nil)
	p.page = r.pageNumber()
	p.literal(text, 0)
	return r.endParagraph(p, 0, label{})
}
