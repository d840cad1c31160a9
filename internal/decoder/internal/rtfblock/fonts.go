package rtfblock

import (
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

type font struct {
	name    string
	page    int  // code page of its character set; 0 the document's
	western bool // the page is what \fcharset0 means
	symbols *[256]rune
	symbol  bool           // \fcharset2
	done    bool           // its name has ended
	face    richtext.Style // Code for a typewriter face
}

func (f *font) setCharset(n int) {
	f.page = charset.OfFont(n)
	f.western = n == 0
	f.symbol = f.page < 0
}

// setFont is \f: it chooses a font, or begins a font's definition in the font table.
func (r *reader) setFont() {
	if r.g.dest != toFonts {
		r.g.font = r.num
		return
	}
	r.font = &font{}
	const most = 1 << 16
	if len(r.fonts) < most {
		r.fonts[r.num] = r.font
	}
}

func (r *reader) onFont(change func(*font)) {
	if r.g.dest == toFonts && r.font != nil {
		change(r.font)
	}
}

func (r *reader) fontName(s string) {
	f := r.font
	if f == nil || f.done {
		return
	}
	name, _, ended := strings.Cut(s, ";")
	f.name += name
	if ended {
		f.done = true
		if f.symbols = charset.SymbolFont(f.name); f.symbols != nil && !f.symbol && f.page != 0 {
			f.symbols = nil // a text font that only shares the name
		}
		if codelines.Typewriter(f.name) {
			f.face = richtext.Code
		}
	}
}

// face returns richtext.Code for the typewriter face that a run is set in, unless the document's own text is set
// in one: then it says nothing.
func (r *reader) face() richtext.Style {
	f := r.fonts[r.g.fontNumber()]
	if f == nil || f.face == 0 {
		return 0
	}
	own := r.deff
	if s := r.styles[0]; s != nil {
		own = s.font
	}
	if f := r.fonts[own]; f != nil && f.face != 0 {
		return 0
	}
	return f.face
}
