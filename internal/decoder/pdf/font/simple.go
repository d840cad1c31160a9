package font

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// simple is a font whose codes are bytes.
type simple struct {
	glyphs atomic.Pointer[[256]Glyph]

	mu  sync.Mutex
	l   *loader // until the font program was asked
	enc *encoding
}

func (l *loader) loadSimple() {
	if l.subtype == "Type3" {
		l.f.Type3 = true
		l.f.Matrix = [6]float64{.001, 0, 0, .001, 0, 0}
		if m := l.doc.Numbers(l.dict.Get("FontMatrix")); len(m) == 6 && m[0] != 0 {
			copy(l.f.Matrix[:], m)
		}
		l.type3Size()
	}
	g := new([256]Glyph)
	enc := l.encoding()
	l.simpleTexts(g, enc)
	l.simpleWidths(g, enc)
	g[32].Space = true
	s := &simple{l: l, enc: enc}
	s.glyphs.Store(g)
	l.f.simple = s
	p := l.f.Page
	if !p.Mono && g['i'].Width != 0 && g['i'].Width == g['M'].Width && g['l'].Width == g['W'].Width {
		p.Mono = true
	}
}

// complete asks the font program for the texts that are still unknown.
func (s *simple) complete() *[256]Glyph {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.l == nil {
		return s.glyphs.Load()
	}
	g := *s.glyphs.Load()
	s.l.programTexts(&g, s.enc)
	s.glyphs.Store(&g)
	s.l = nil
	return &g
}

// type3Size finds the size of the em of a Type 3 font, whose glyph space may have any scale, from the glyphs'
// common box, or else from their widths.
func (l *loader) type3Size() {
	l.f.Em = 1
	up := math.Abs(l.f.Matrix[3])
	if l.f.Matrix[3] == 0 {
		up = math.Abs(l.f.Matrix[1])
	}
	if up > .0009 && up < .0011 {
		return
	}
	if b := l.doc.Numbers(l.dict.Get("FontBBox")); len(b) == 4 && b[3] > b[1] {
		l.f.Em = (b[3] - b[1]) * up
		return
	}
	sum, n := 0.0, 0.0
	for _, w := range l.doc.Numbers(l.dict.Get("Widths")) {
		if w > 0 {
			sum, n = sum+w, n+1
		}
	}
	if n > 0 {
		const usual = .5 // em
		l.f.Em = sum / n * math.Abs(l.f.Matrix[0]) / usual
	}
}

// simpleTexts sets the glyphs' texts, and marks those that only the font program may tell.
func (l *loader) simpleTexts(g *[256]Glyph, enc *encoding) {
	embedded := l.embedded()
	if l.toUni != nil {
		for code := range g {
			g[code].Text = l.mapped(uint32(code), 1)
		}
	}
	foreign := l.foreign(g)
	bitmap := l.bitmapTexts(enc)
	for code := range g {
		text := g[code].Text
		if named := l.encoded(enc, code); named != "" && (text == "" || foreign || l.cutShort(text, named)) {
			text = named
		}
		if bitmap != nil && bitmap[code] != "" {
			text = bitmap[code]
		}
		g[code].Text = text
		if text != "" {
			continue
		}
		if embedded {
			g[code].pending = true
		} else {
			l.guess(&g[code], enc.names[code], code)
		}
	}
}

// mapped is what the ToUnicode map says, when that is a character.
func (l *loader) mapped(code uint32, size int) string {
	t := l.toUni.Text(code, size)
	if t == "" && size == 1 {
		t = l.toUni.Text(code, 2) // written with two bytes
	}
	return l.letters(t)
}

// cutShort reports whether a ToUnicode entry lost all but one of several characters, as some writers have it:
// the glyph f_i maps to "i" or "f", the full stop, which once was mapped to itself and a blank, to the blank. A sign that stands
// for a ligature is what its code meant elsewhere.
func (l *loader) cutShort(mapped, named string) bool {
	if mapped == " " {
		return l.subtype == "Type1" && l.dict.Get("Encoding") != nil && named != "" && named != " "
	}
	if ligature := len(named) > 1 && named[0] < utf8.RuneSelf && named[1] < utf8.RuneSelf; !ligature {
		return false
	}
	r, size := utf8.DecodeRuneInString(mapped)
	return size == len(mapped) && (strings.Contains(named, mapped) || !unicode.IsLetter(r))
}

// foreign reports whether the ToUnicode map, whose texts g has, is that of the font before its codes were given anew: it
// tells a lot of codes that the font has no glyphs for, and the encoding has names for those that it has.
func (l *loader) foreign(g *[256]Glyph) bool {
	const most = 64 // codes without glyphs
	if l.toUni == nil || l.subtype != "Type1" || len(l.doc.Array(l.doc.Dict(l.dict.Get("Encoding")).Get("Differences"))) == 0 {
		return false
	}
	first, last := l.doc.Int(l.dict.Get("FirstChar"), 0), l.doc.Int(l.dict.Get("LastChar"), 255)
	outside := 0
	for code := range g {
		if g[code].Text != "" && (code < first || code > last) {
			outside++
		}
	}
	return outside > most && outside > 2*(last-first+1)
}

// programTexts gives the pending glyphs the texts that the font program has for them.
func (l *loader) programTexts(g *[256]Glyph, enc *encoding) {
	p := l.fontProgram()
	fallback := l.usual()
	if p != nil && p.encoding != nil {
		fallback = p.encoding
	}
	for code := range g {
		e := &g[code]
		if !e.pending {
			continue
		}
		e.pending = false
		name := enc.names[code]
		if p != nil && (name == "" || name == ".notdef" || l.subtype == "TrueType") {
			e.Text = l.letters(p.codeText(byte(code)))
		}
		if e.Text == "" && (name == "" || name == ".notdef") {
			e.Text, name = l.letters(fallback.texts[code]), fallback.names[code]
		}
		if e.Text == "" {
			l.guess(e, name, code)
		}
	}
}

// guess gives a glyph with an odd name a text.
func (l *loader) guess(g *Glyph, name string, code int) {
	if name != "" && name != ".notdef" {
		g.Text = l.oddName(name, code)
		g.Guess = true
	}
}

// oddName guesses a text from a glyph name outside of the list: a single letter is that letter; a number behind
// letters ("g65", "cid65", "x41" in hexadecimal) is a code, unless it is the glyph's own in any base. Else the glyph's
// own code is taken.
func (l *loader) oddName(name string, code int) string {
	if utf8.RuneCountInString(name) == 1 {
		return letters(name)
	}
	if l.indexed {
		gid, _ := strconv.Atoi(name[1:])
		if names := macNames(); gid < asciiGlyphs {
			return nameText(names[gid])
		}
		return ""
	}
	digits := strings.TrimLeftFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	if prefix := len(name) - len(digits); prefix == 0 || prefix > 5 {
		digits = ""
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	hex, hexErr := strconv.ParseUint(digits, 16, 16)
	switch {
	case hexErr == nil && int(hex) == code:
	case hexErr == nil && (name[0] == 'x' || name[0] == '#') && hex > 32 && hex < 256:
		code = int(hex)
	case err == nil && n > 32 && n < 256:
		code = int(n)
	}
	return winAnsi().texts[code&255]
}

// usualWidth stands in for the width of glyphs that no table knows, in 1/1000 em.
const usualWidth = 556

func (l *loader) simpleWidths(g *[256]Glyph, enc *encoding) {
	widths := l.doc.Array(l.dict.Get("Widths"))
	first := l.doc.Int(l.dict.Get("FirstChar"), 0)
	missing, _ := l.doc.Number(l.desc.Get("MissingWidth"))
	unit := float32(.001)
	if l.f.Type3 {
		unit = float32(l.f.Matrix[0])
	}
	if len(widths) == 0 && !l.f.Type3 {
		p := l.f.Page
		for code := range g {
			g[code].Width = standardWidth(l.base, enc.names[code], p.Mono, p.Serif, p.Weight >= 600, p.Italic) * unit
			if g[code].Width == 0 && g[code].Text != "" {
				g[code].Width = max(float32(missing), usualWidth) * unit
			}
		}
		return
	}
	for code := range g {
		w := missing
		if i := code - first; i >= 0 && i < len(widths) {
			w, _ = l.doc.Number(widths[i])
		}
		g[code].Width = float32(w) * unit
	}
}
