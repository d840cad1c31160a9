package font

import (
	"strconv"
	"strings"
	"sync"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
)

// Fonts that TeX's drivers made of pixels have names like a65 for the glyph at code 65 and tell nothing of what it is.
// Those of text are in one of two encodings: TeX's first one, OT1 (The TeXbook, appendix F), or T1 (Cork).

const texTextNames = `Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ff fi fl ffi ffl dotlessi dotlessj grave acute caron breve
macron ring cedilla germandbls ae oe oslash AE OE Oslash`

const corkNames = `grave acute circumflex tilde dieresis hungarumlaut ring caron breve macron dotaccent cedilla ogonek quotesinglbase
guilsinglleft guilsinglright quotedblleft quotedblright quotedblbase guillemotleft guillemotright endash emdash - - dotlessi
dotlessj ff fi fl ffi ffl`

// corkLetters are those from code 128 on.
const corkLetters = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\x00àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"

var texText = sync.OnceValue(func() *[256]string {
	t := low(texTextNames)
	for code, s := range map[int]string{34: "”", 39: "’", 60: "¡", 62: "¿", 92: "“", 96: "‘", 123: "–", 124: "—"} {
		t[code] = s
	}
	return t
})

var cork = sync.OnceValue(func() *[256]string {
	t := low(corkNames)
	t[39], t[96], t[127] = "’", "‘", "-"
	code := 128
	for _, r := range corkLetters {
		if r != 0 {
			t[code] = letters(string(r))
		}
		code++
	}
	t[223] = "SS"
	return t
})

// low returns the texts of ASCII with those of the names at the codes below it.
func low(names string) *[256]string {
	t := new([256]string)
	for code := 33; code < 127; code++ {
		t[code] = string(rune(code))
	}
	for i, name := range strings.Fields(names) {
		t[i] = letters(glyphname.Text(name))
	}
	return t
}

// bitmapTexts returns the texts of the glyphs of such a font by code, nil for any other and for those that aren't of text:
// they have few small letters. The codes at which T1 and OT1 have ligatures, quotation marks and dashes tell which it is.
func (l *loader) bitmapTexts(enc *encoding) *[256]string {
	if l.subtype != "Type3" || l.toUni != nil {
		return nil
	}
	procs := l.doc.Dict(l.dict.Get("CharProcs"))
	small, tex, t1 := 0, 0, 0
	var has [256]bool
	for code, name := range enc.names {
		if name == "" || procs.Get(cos.Name(name)) == nil {
			continue
		}
		if digits, ok := strings.CutPrefix(name, "a"); !ok || digits != strconv.Itoa(code) {
			return nil
		}
		has[code] = true
		switch {
		case code >= 'a' && code <= 'z':
			small++
		case code >= 11 && code <= 15, code == 92, code == 123, code == 124:
			tex++
		case code == 16, code == 17, code == 21, code == 22, code >= 27 && code <= 31, code >= 128:
			t1++
		}
	}
	if has[0] && has[1] && has[2] && has[3] {
		return nil // numbered anew
	}
	const least = 8 // small letters
	var texts *[256]string
	switch {
	case t1 > tex:
		texts = cork()
	case small >= least:
		texts = texText()
	default:
		return nil
	}
	own := new([256]string)
	for code := range own {
		if has[code] {
			own[code] = texts[code]
		}
	}
	return own
}
