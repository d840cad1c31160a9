package interp

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

func (r *runner) newline(tx, ty float64) {
	m := &r.tlm
	m.e, m.f = m.a*tx+m.c*ty+m.e, m.b*tx+m.d*ty+m.f
	r.tm = r.tlm
}

func (r *runner) showLast() {
	if n := len(r.operands); n > 0 && r.operands[n-1].Kind == cos.LiteralString {
		if t := r.typesetter(); t.ok {
			r.show(&t, r.operands[n-1].Bytes)
		}
	}
}

func (r *runner) showArray() {
	s := &r.st
	t := r.typesetter()
	for i := range r.operands {
		o := &r.operands[i]
		switch o.Kind {
		case cos.LiteralString:
			if t.ok {
				r.show(&t, o.Bytes)
			}
		case cos.Integer, cos.Real:
			d := -o.Num / 1000 * s.size
			if s.font != nil && s.font.Vertical {
				r.advance(0, d)
			} else {
				r.advance(d*s.hscale, 0)
			}
		}
	}
}

func (r *runner) advance(tx, ty float64) {
	m := &r.tm
	m.e += tx*m.a + ty*m.c
	m.f += tx*m.b + ty*m.d
}

// typesetter is what the strings of one operator have in common.
type typesetter struct {
	ok             bool // there is anything to show
	upright        bool // horizontal writing on a horizontal baseline
	proto          page.Glyph
	m              matrix  // text space to the page, but for its origin
	ux, uy, vx, vy float64 // one unit of glyph space along the baseline and upwards, on the page
	asc, desc      float64
}

func (r *runner) typesetter() (t typesetter) {
	s := &r.st
	f := s.font
	if f == nil {
		return t
	}
	t.m = r.tm.mul(s.ctm)
	m := &t.m
	t.ux, t.uy = s.size*s.hscale*m.a, s.size*s.hscale*m.b
	t.vx, t.vy = s.size*m.c, s.size*m.d
	if bad(t.ux) || bad(t.uy) || bad(t.vx) || bad(t.vy) {
		return t
	}
	t.ok, t.upright = true, m.b == 0 && t.vx == 0 && !f.Vertical
	t.proto = page.Glyph{Font: f.Page, MCID: r.mcid, Color: s.fill, Flags: r.flags}
	size := math.Abs(t.vy)
	if t.vx != 0 {
		size = math.Hypot(t.vx, t.vy)
	}
	t.asc, t.desc = float64(f.Page.Ascent), float64(f.Page.Descent)
	if f.Type3 {
		size, t.asc, t.desc = size*f.Em, t.asc*f.Em, t.desc*f.Em
	}
	t.proto.Size = float32(size)
	t.proto.Angle = angle(t.ux, t.uy)
	if s.mode == 3 || s.mode == 7 {
		t.proto.Flags |= page.Invisible
	} else if s.mode == 1 || s.mode == 2 && white(s.fill) {
		t.proto.Color = s.stroke
	}
	r.white = r.white || white(t.proto.Color)
	if f.Vertical {
		t.proto.Flags |= page.Vertical
	}
	return t
}

// show shows a string (9.4.4).
func (r *runner) show(t *typesetter, b []byte) {
	s := &r.st
	f := s.font
	m := &t.m
	m.e, m.f = r.tm.e*s.ctm.a+r.tm.f*s.ctm.c+s.ctm.e, r.tm.e*s.ctm.b+r.tm.f*s.ctm.d+s.ctm.f
	x, y := m.e+s.rise*m.c, m.f+s.rise*m.d
	if len(b) == 0 || bad(x) || bad(y) {
		return
	}
	show := r.hidden == 0 && len(r.page.Glyphs) <= maxGlyphs
	if t.upright {
		top, bottom := y+t.asc*t.vy, y+t.desc*t.vy
		if top > bottom {
			top, bottom = bottom, top
		}
		show = show && top <= s.clip.y1 && s.clip.y0 <= bottom
		t.proto.Box.Y0, t.proto.Box.Y1, t.proto.Y = float32(top), float32(bottom), float32(y)
		r.showUpright(t, b, show, x)
		return
	}
	ux, uy, vx, vy, asc, desc := t.ux, t.uy, t.vx, t.vy, t.asc, t.desc
	total := 0.0 // along the writing direction, text space
	for len(b) > 0 {
		g, n := f.Next(b)
		b = b[n:]
		w := float64(g.Width)
		space := s.charSpace
		if g.Space {
			space += s.wordSpace
		}
		if f.Vertical {
			step := w*s.size + space
			if show && g.Text != "" || show && g.Guess {
				ox, oy := x-float64(g.VX)*ux-float64(g.VY)*vx, y-float64(g.VX)*uy-float64(g.VY)*vy
				r.emit(&t.proto, g.Text, g.Guess, ox, oy, 2*float64(g.VX), asc, desc, ux, uy, vx, vy)
			}
			x, y = x+step*m.c, y+step*m.d
			total += step
			continue
		}
		if show && (g.Text != "" || g.Guess) {
			r.emit(&t.proto, g.Text, g.Guess, x, y, w, asc, desc, ux, uy, vx, vy)
		}
		step := (w*s.size + space) * s.hscale
		x, y = x+step*m.a, y+step*m.b
		total += step
	}
	if f.Vertical {
		r.advance(0, total)
	} else {
		r.advance(total, 0)
	}
}

// showUpright shows a string on a horizontal baseline from x on.
func (r *runner) showUpright(t *typesetter, b []byte, show bool, x float64) {
	s := &r.st
	f, ux, a := s.font, t.ux, t.m.a
	left, right := s.clip.x0, s.clip.x1
	glyphs := r.page.Glyphs
	total := 0.0 // text space
	for len(b) > 0 {
		c, n := f.Next(b)
		b = b[n:]
		w := float64(c.Width)
		if show && (c.Text != "" || c.Guess) {
			x0, x1 := x, x+w*ux
			if x0 > x1 {
				x0, x1 = x1, x0
			}
			if x0 <= right && left <= x1 {
				glyphs = append(glyphs, t.proto)
				g := &glyphs[len(glyphs)-1]
				g.Text, g.Box.X0, g.Box.X1, g.X = c.Text, float32(x0), float32(x1), float32(x)
				if c.Guess {
					guessed(g)
				}
			}
		}
		space := s.charSpace
		if c.Space {
			space += s.wordSpace
		}
		step := (w*s.size + space) * s.hscale
		x += step * a
		total += step
	}
	r.page.Glyphs = glyphs
	r.advance(total, 0)
}

func bad(v float64) bool { return math.IsNaN(v) || v > 1e7 || v < -1e7 }

// angle returns the direction of a vector on the page, degrees counter-clockwise as seen.
func angle(x, y float64) int16 {
	switch {
	case y == 0 && x >= 0:
		return 0
	case y == 0:
		return 180
	}
	return int16(math.Round(math.Atan2(-y, x) * 180 / math.Pi))
}

// emit adds a glyph with its origin at x, y, when it can be seen.
func (r *runner) emit(proto *page.Glyph, text string, guess bool, x, y, w, asc, desc, ux, uy, vx, vy float64) {
	ax, ay := w*ux, w*uy
	var b box
	if uy == 0 && vx == 0 { // upright
		b = box{x, y + asc*vy, x + ax, y + desc*vy}
		if b.x0 > b.x1 {
			b.x0, b.x1 = b.x1, b.x0
		}
		if b.y0 > b.y1 {
			b.y0, b.y1 = b.y1, b.y0
		}
	} else {
		x1, y1, x2, y2 := x+asc*vx, y+asc*vy, x+desc*vx, y+desc*vy
		b = box{
			min(x1, x2) + min(ax, 0), min(y1, y2) + min(ay, 0),
			max(x1, x2) + max(ax, 0), max(y1, y2) + max(ay, 0),
		}
	}
	if !b.meets(r.st.clip) {
		return
	}
	r.page.Glyphs = append(r.page.Glyphs, *proto)
	g := &r.page.Glyphs[len(r.page.Glyphs)-1]
	g.Text, g.Box, g.X, g.Y = text, b.rect(), float32(x), float32(y)
	if guess {
		guessed(g)
	}
}

// guessed marks a glyph whose text is a guess, or is not known at all.
func guessed(g *page.Glyph) {
	g.Flags |= page.Guessed
	if g.Text == "" {
		g.Text = "\uFFFD"
	}
}

// replaceText gives the glyphs from first on the text that a marked-content sequence says they stand for. The
// characters are dealt out over the glyphs in order; glyphs that get none go.
func (r *runner) replaceText(first int, text string) {
	glyphs := r.page.Glyphs[min(first, len(r.page.Glyphs)):]
	if len(glyphs) == 0 {
		return
	}
	text = clean(text)
	if sameText(glyphs, text) || drawnFromLeft(glyphs, text) {
		return
	}
	n := utf8.RuneCountInString(text)
	kept := 0
	done := 0
	for i := range glyphs {
		take := (i+1)*n/len(glyphs) - done
		if n <= len(glyphs) { // one each, as long as there are any
			take = 0
			if done < n {
				take = 1
			}
		}
		g := glyphs[i]
		if take == 0 {
			if kept > 0 && i >= n {
				glyphs[kept-1].Box = glyphs[kept-1].Box.Union(g.Box)
			}
			continue
		}
		end := 0
		for range take {
			_, w := utf8.DecodeRuneInString(text[end:])
			end += w
		}
		g.Text, text = text[:end], text[end:]
		g.Flags &^= page.Guessed
		done += take
		glyphs[kept] = g
		kept++
	}
	r.page.Glyphs = r.page.Glyphs[:len(r.page.Glyphs)-len(glyphs)+kept]
}

// drawnFromLeft reports whether glyphs show the characters of a right-to-left text by themselves in another order, such as from
// left to right or with the marks in front.
func drawnFromLeft(glyphs []page.Glyph, text string) bool {
	if len(glyphs) < 2 || !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Arabic, unicode.Hebrew) }) {
		return false
	}
	var own []rune
	for i := range glyphs {
		own = append(own, []rune(norm.NFKC.String(glyphs[i].Text))...)
	}
	want := []rune(text)
	slices.Sort(own)
	slices.Sort(want)
	return slices.Equal(own, want)
}

// sameText reports whether glyphs show a text by themselves, but for spaces.
func sameText(glyphs []page.Glyph, text string) bool {
	for i := range glyphs {
		t := strings.TrimSpace(glyphs[i].Text)
		text = strings.TrimLeft(text, " \u00A0\n")
		var ok bool
		if text, ok = strings.CutPrefix(text, t); !ok {
			return false
		}
	}
	return strings.TrimSpace(text) == ""
}
