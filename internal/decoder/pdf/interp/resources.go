package interp

import (
	"math"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/font"
)

// resources are a content stream's named resources, with what was looked up in them.
type resources struct {
	dict   cos.Dict
	fonts  map[string]*font.Font
	spaces map[string]*space
}

func (r *runner) font(name []byte) *font.Font {
	if f, ok := r.res.fonts[string(name)]; ok {
		return f
	}
	fonts := r.doc.cos.Dict(r.res.dict.Get("Font"))
	f := r.doc.fontOf(fonts.Get(cos.Name(name)))
	if r.res.fonts == nil {
		r.res.fonts = map[string]*font.Font{}
	}
	r.res.fonts[string(name)] = f
	return f
}

func (r *runner) space(name string) *space {
	if s, ok := r.res.spaces[name]; ok {
		return s
	}
	s := readSpace(r.doc.cos, r.res.dict, cos.Name(name), 0)
	if r.res.spaces == nil {
		r.res.spaces = map[string]*space{}
	}
	r.res.spaces[name] = &s
	return &s
}

// extState applies the entries of a graphics state dictionary that matter (8.4.5).
func (r *runner) extState(name string) {
	doc := r.doc.cos
	d := doc.Dict(doc.Dict(r.res.dict.Get("ExtGState")).Get(cos.Name(name)))
	if d == nil {
		return
	}
	if f := doc.Array(d.Get("Font")); len(f) == 2 {
		r.st.font = r.doc.fontOf(f[0])
		r.st.size, _ = doc.Number(f[1])
	}
	if w, ok := doc.Number(d.Get("LW")); ok {
		r.st.lineWidth = math.Abs(w)
	}
}
