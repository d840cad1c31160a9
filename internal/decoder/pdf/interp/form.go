package interp

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// form is the interactive form (12.7).
type form struct {
	doc      *cos.Document
	stale    bool // appearances may not show the values (NeedAppearances)
	fallback cos.String
}

func readForm(doc *cos.Document, root cos.Dict) form {
	d := doc.Dict(root.Get("AcroForm"))
	return form{doc: doc, stale: doc.Bool(d.Get("NeedAppearances"), false), fallback: doc.String(d.Get("DA"))}
}

// Field flags (12.7.5).
const (
	fieldMultiline  = 1 << 12
	fieldPassword   = 1 << 13
	fieldRadio      = 1 << 15
	fieldPushbutton = 1 << 16
)

// inherited returns a field's attribute, its own or an ancestor's.
func (f form) inherited(field cos.Dict, key cos.Name) cos.Object {
	for range 32 {
		if v := field.Get(key); v != nil {
			return v
		}
		if field = f.doc.Dict(field.Get("Parent")); field == nil {
			break
		}
	}
	return nil
}

// widget shows a form field's widget: its appearance where that has text, or else the value itself.
func (r *runner) widget(a cos.Dict, rect box) {
	f := r.doc.form
	flags := f.doc.Int(f.inherited(a, "Ff"), 0)
	switch f.doc.Name(f.inherited(a, "FT")) {
	case "Btn":
		if flags&fieldPushbutton != 0 {
			r.appearance(a, rect)
		} else {
			r.button(a, rect, flags&fieldRadio != 0)
		}
		return
	case "Tx", "Ch":
	default:
		r.appearance(a, rect)
		return
	}
	if flags&fieldPassword != 0 {
		return
	}
	value := f.value(a)
	if f.stale && value != "" {
		r.fieldText(a, rect, value, flags&fieldMultiline != 0)
		return
	}
	before := len(r.page.Glyphs)
	r.appearance(a, rect)
	if len(r.page.Glyphs) == before && value != "" {
		r.fieldText(a, rect, value, flags&fieldMultiline != 0)
	}
}

// value is a text or choice field's value as shown; a choice's options may be pairs of value and label.
func (f form) value(a cos.Dict) string {
	var parts []string
	show := func(o cos.Object) {
		var s string
		switch v := f.doc.Resolve(o).(type) {
		case cos.String:
			s = textString(v)
		case *cos.Stream:
			b, _ := v.Decode()
			s = textString(cos.String(b))
		default:
			return
		}
		for _, opt := range f.doc.Array(f.inherited(a, "Opt")) {
			pair := f.doc.Array(opt)
			if len(pair) == 2 && textString(f.doc.String(pair[0])) == s {
				s = textString(f.doc.String(pair[1]))
				break
			}
		}
		if s = strings.TrimSpace(clean(s)); s != "" {
			parts = append(parts, s)
		}
	}
	v := f.inherited(a, "V")
	if list := f.doc.Array(v); list != nil {
		for _, o := range list[:min(len(list), 1000)] {
			show(o)
		}
	} else {
		show(v)
	}
	return strings.Join(parts, ", ")
}

// button shows a check box or radio button as a character.
func (r *runner) button(a cos.Dict, rect box, radio bool) {
	doc := r.doc.cos
	state := doc.Name(a.Get("AS"))
	if state == "" {
		state = doc.Name(r.doc.form.inherited(a, "V"))
	}
	on := state != "" && state != "Off"
	sign := "☐"
	switch {
	case radio && on:
		sign = "◉"
	case radio:
		sign = "○"
	case on:
		sign = "☑"
	}
	size := min(rect.x1-rect.x0, rect.y1-rect.y0)
	if size <= 0 {
		return
	}
	r.place(rect.x0, rect.y0+.22*size, size, size, sign)
}

// fieldFont is the font that values without an appearance are set in.
var fieldFont = &page.Font{Name: "Helvetica", Weight: 400, Ascent: .75, Descent: -.22}

// fieldText sets a value in a field's rectangle, line by line from the top; a single line in the middle.
func (r *runner) fieldText(a cos.Dict, rect box, text string, multiline bool) {
	w, h := rect.x1-rect.x0, rect.y1-rect.y0
	if w <= 0 || h <= 0 {
		return
	}
	size := r.fieldSize(a)
	if size <= 0 {
		size = min(12, max(.7*h, 4))
	}
	if !multiline && !strings.Contains(text, "\n") {
		r.place(rect.x0+2, rect.y0+h/2-.25*size, w-4, size, text)
		return
	}
	const leading = 1.15
	y := rect.y1 - size
	for line := range strings.SplitSeq(text, "\n") {
		for _, part := range wrap(line, max(int(w/(usualAdvance*size)), 1)) {
			r.place(rect.x0+2, y, w-4, size, part)
			y -= leading * size
		}
	}
}

// fieldSize reads the font size from the default appearance, "/Helv 12 Tf"; 0 means fit.
func (r *runner) fieldSize(a cos.Dict) float64 {
	f := r.doc.form
	da := f.doc.String(f.inherited(a, "DA"))
	if da == "" {
		da = f.fallback
	}
	words := strings.Fields(string(da))
	for i, w := range words {
		if w == "Tf" && i > 0 {
			lex := cos.NewLexer([]byte(words[i-1]))
			if t := lex.Next(); t.Num > 0 && t.Num < 200 {
				return t.Num
			}
		}
	}
	return 0
}

// wrap breaks a line at spaces to at most so many characters.
func wrap(line string, most int) []string {
	var out []string
	var cur strings.Builder
	n := 0
	for word := range strings.FieldsSeq(line) {
		size := utf8.RuneCountInString(word)
		if n > 0 && n+1+size > most {
			out = append(out, cur.String())
			cur.Reset()
			n = 0
		}
		if n > 0 {
			cur.WriteByte(' ')
			n++
		}
		cur.WriteString(word)
		n += size
	}
	return append(out, cur.String())
}

// usualAdvance is a character's width in the em, where no font tells it.
const usualAdvance = .5

// place sets a line of text with its first origin at x, y of user space, narrowed to a width.
func (r *runner) place(x, y, width, size float64, text string) {
	n := utf8.RuneCountInString(text)
	if n == 0 || width <= 0 {
		return
	}
	m := r.base
	k := m.scale()
	advance := min(usualAdvance*size, width/float64(n))
	if n == 1 {
		advance = min(size, width)
	}
	proto := page.Glyph{
		Font: fieldFont, MCID: -1, Flags: page.Field, Size: float32(size * k), Angle: angle(m.a, m.b),
	}
	r.st.clip = r.bound
	for _, c := range text {
		if c == '\t' {
			c = ' '
		}
		px, py := m.apply(x, y)
		if !bad(px) && !bad(py) && !math.IsNaN(size) {
			r.emit(&proto, string(c), false, px, py, advance, .75*size, -.22*size, m.a, m.b, m.c, m.d)
		}
		x += advance
	}
}
