package interp

import (
	"strings"

	"github.com/udecode/udecode/internal/cos"
)

// mark is a marked-content sequence (14.6).
type mark struct {
	mcid    int32 // to go back to
	hides   bool
	replace bool   // its text is actual
	actual  string // ActualText
	alt     string // what a picture inside shows
	glyph   int    // the first one inside
}

func (r *runner) begin(m mark) {
	m.glyph = len(r.page.Glyphs)
	if m.hides {
		r.hidden++
	}
	outer := r.mcid
	if m.mcid >= 0 {
		r.mcid = m.mcid
	}
	m.mcid = outer
	if len(r.marks) < maxStates {
		r.marks = append(r.marks, m)
	}
}

func (r *runner) end() {
	n := len(r.marks)
	if n == 0 {
		return
	}
	m := r.marks[n-1]
	r.marks = r.marks[:n-1]
	r.mcid = m.mcid
	if m.hides {
		r.hidden--
	}
	if m.replace {
		r.replaceText(m.glyph, m.actual)
	}
}

// beginWithProperties begins a sequence whose property list is a name or a dictionary.
func (r *runner) beginWithProperties(lex *cos.Lexer) {
	m := mark{mcid: -1}
	n := len(r.operands)
	if n < 2 {
		r.begin(m)
		return
	}
	tag := string(r.operands[n-2].Bytes)
	doc := r.doc.cos
	var props cos.Dict
	switch p := r.operands[n-1]; p.Kind {
	case cos.NameToken:
		o := doc.Dict(r.res.dict.Get("Properties")).Get(cos.Name(p.Bytes))
		if tag == "OC" {
			m.hides = r.doc.layers.hidden(o)
		}
		props = doc.Dict(o)
	case cos.DictOpen:
		back := lex.Pos()
		lex.SetPos(int(p.Num))
		props, _ = lex.ParseObject().(cos.Dict)
		lex.SetPos(back)
	}
	m.alt = clean(textString(doc.String(props.Get("Alt"))))
	if id := doc.Int(props.Get("MCID"), -1); id >= 0 && id < firstFormMark {
		m.mcid = int32(id)
		if r.marked.Num != 0 {
			var ok bool
			if m.mcid, ok = r.doc.formMarks[formMark{r.marked, m.mcid}]; !ok {
				m.mcid = -1
			}
		}
	}
	if s, ok := doc.Resolve(props.Get("ActualText")).(cos.String); ok {
		m.replace, m.actual = true, strings.TrimRight(textString(s), "\x00")
	}
	r.begin(m)
}
