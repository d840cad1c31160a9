// Package font turns the strings that content streams show into Unicode text and advance widths
// (ISO 32000-2, 9.6 to 9.10).
//
// A code's text comes from the first that has any: the font's ToUnicode map, the glyph's name in its encoding,
// the CID's character in the font's collection, the font program's own tables. What is found is kept, so that
// showing a glyph is a look-up.
package font

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/cmap"
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Font is a font of a PDF, ready to show text. It may be used from several goroutines.
type Font struct {
	Page     *page.Font
	Vertical bool
	Type3    bool
	Matrix   [6]float64 // of a Type 3 font: glyph space to text space
	Em       float64    // of a Type 3 font: the size of its em in text space

	simple *simple    // nil for composite fonts
	comp   *composite // nil for simple fonts
}

// Glyph is what a code shows.
type Glyph struct {
	Text   string  // "" for nothing to see
	Width  float32 // advance in text space, 1 = the font size; in vertical fonts downwards, so mostly negative
	VX, VY float32 // vertical fonts: from the horizontal to the vertical origin
	Space  bool    // the single-byte code 32, which word spacing applies to
	Guess  bool    // Text is a guess

	pending bool // the font program was not asked yet
}

// Next returns the glyph of the code at the start of b, which must not be empty, and the code's size in bytes.
func (f *Font) Next(b []byte) (*Glyph, int) {
	if f.simple != nil {
		if g := &f.simple.glyphs.Load()[b[0]]; !g.pending {
			return g, 1
		}
	}
	return f.next(b)
}

func (f *Font) next(b []byte) (*Glyph, int) {
	if f.comp != nil {
		return f.comp.next(b)
	}
	return &f.simple.complete()[b[0]], 1
}

// Load reads a font dictionary. A nil or hopeless one gives a font that shows Latin text.
func Load(doc *cos.Document, dict cos.Dict) *Font {
	l := &loader{doc: doc, dict: dict, f: &Font{Page: &page.Font{}}}
	l.load()
	return l.f
}

type loader struct {
	doc     *cos.Document
	dict    cos.Dict // of the font
	desc    cos.Dict // font descriptor
	subtype cos.Name
	base    string // name without subset prefix
	f       *Font
	signs   *[256]rune // of fonts with signs in place of letters; nil for others
	toUni   *cmap.CMap
	unicode bool // ToUnicode says that the codes are Unicode
	indexed bool // glyphs' names are a letter and their index in a TrueType font
	program *program
	read    bool // program was looked for
}

func (l *loader) load() {
	l.subtype = l.doc.Name(l.dict.Get("Subtype"))
	if s := l.doc.Stream(l.dict.Get("ToUnicode")); s != nil {
		if b, _ := s.Decode(); len(b) > 0 {
			l.toUni = cmap.Parse(b, cmap.Predefined)
			if !l.toUni.HasText() {
				l.toUni = nil
			}
		}
	} else if n := l.doc.Name(l.dict.Get("ToUnicode")); strings.HasPrefix(string(n), "Identity") {
		l.unicode = true
	} else if n != "" {
		l.toUni = cmap.Predefined(string(n))
	}
	composite := l.subtype == "Type0" || l.dict.Get("DescendantFonts") != nil
	if composite {
		l.loadComposite()
		return
	}
	l.desc = l.doc.Dict(l.dict.Get("FontDescriptor"))
	l.describe(string(l.doc.Name(l.dict.Get("BaseFont"))))
	l.loadSimple()
}

// encoding returns the font's encoding with its differences, as far as the font dictionary tells.
func (l *loader) encoding() *encoding {
	o := l.doc.Resolve(l.dict.Get("Encoding"))
	if n, ok := o.(cos.Name); ok {
		if e := named(n); e != nil {
			return e
		}
	}
	d, _ := o.(cos.Dict)
	base := named(l.doc.Name(d.Get("BaseEncoding")))
	if base == nil {
		base = l.implicit()
	}
	diff := l.doc.Array(d.Get("Differences"))
	if len(diff) == 0 {
		return base
	}
	e := *base
	text := nameText
	if strings.Contains(l.base, "Dingbat") {
		text = dingbatText
	}
	if l.texFont(diff) {
		text, l.signs = texSign, letterSigns
	}
	l.indexed = l.indices(diff)
	code := 0
	for _, x := range diff {
		switch v := l.doc.Resolve(x).(type) {
		case int64:
			code = int(min(max(v, 0), 256))
		case cos.Name:
			if code < 256 {
				e.names[code] = string(v)
				e.texts[code] = text(string(v))
			}
			code++
		}
	}
	return &e
}

// asciiGlyphs is the number of glyphs at the beginning of most TrueType fonts that have the same order: three without
// a sign, and those of ASCII.
const asciiGlyphs = 98

// indices reports whether all names are a g and a number, and some of these numbers are below those of characters: such
// names were made of the glyphs' indices in a TrueType font.
func (l *loader) indices(differences cos.Array) bool {
	low := false
	for _, x := range differences {
		n, ok := l.doc.Resolve(x).(cos.Name)
		if !ok || n == ".notdef" {
			continue
		}
		digits, ok := strings.CutPrefix(string(n), "g")
		if !ok {
			return false
		}
		gid, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			return false
		}
		low = low || gid > 2 && gid < 32
	}
	return low
}

var noEncoding = new(encoding)

// implicit is the encoding of a font that names none: its own, which an embedded font program tells.
func (l *loader) implicit() *encoding {
	low := strings.ToLower(l.base)
	switch {
	case strings.Contains(low, "zapfdingbats") || low == "dingbats":
		return zapfDingbats()
	case strings.HasPrefix(low, "symbol"):
		return symbol()
	case l.embedded():
		return noEncoding
	}
	return l.usual()
}

// usual is the encoding of a font about which nothing is known. Viewers take the standard one for TrueType fonts that
// call themselves nonsymbolic (9.6.5.4); the others were mostly made on Windows.
func (l *loader) usual() *encoding {
	if l.subtype == "TrueType" && l.doc.Int(l.desc.Get("Flags"), 0)&flagNonsymbolic == 0 {
		return winAnsi()
	}
	return standard()
}

func (l *loader) embedded() bool {
	return l.subtype != "Type3" && (l.desc.Get("FontFile") != nil || l.desc.Get("FontFile2") != nil || l.desc.Get("FontFile3") != nil)
}

func nameText(name string) string { return letters(glyphname.Text(name)) }

func dingbatText(name string) string { return letters(glyphname.Dingbat(name)) }
