package rtfblock

import (
	"strings"

	"github.com/udecode/udecode/internal/charset"
)

type font struct {
	name    string
	page    int  // code page of its character set; 0 the document's
	western bool // the page is what \fcharset0 means
	symbols *[256]rune
	symbol  bool // \fcharset2
	done    bool // its name has ended
}

func (f *font) setCharset(n int) {
	f.page = codePageOf(n)
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
	}
}
