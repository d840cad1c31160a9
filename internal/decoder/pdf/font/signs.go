package font

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
)

// signFont returns the family name of Symbol, Wingdings and their like, which files write in many ways.
func signFont(name string) string {
	name = strings.ToLower(name)
	name, _, _ = strings.Cut(name, ",")
	name, _, _ = strings.Cut(name, "-")
	name = strings.TrimSuffix(name, "mt")
	if rest, ok := strings.CutPrefix(name, "wingdings"); ok && rest != "" {
		return "wingdings " + strings.TrimSpace(rest)
	}
	return name
}

// letters is the package's letters with the signs of such a font in place of the letters, or of the private characters,
// that stand for them.
func (l *loader) letters(s string) string {
	if l.signs == nil {
		return letters(s)
	}
	r, size := utf8.DecodeRuneInString(s)
	if size != len(s) || r >= 0x100 && r>>8 != 0xF0 || r < 0x100 && !l.dressed() {
		return letters(s)
	}
	if sign := l.signs[byte(r)]; sign != 0 {
		return string(sign)
	}
	return letters(s)
}

// dressed reports whether the font has signs where its encoding says letters; Symbol's encoding names its signs.
func (l *loader) dressed() bool { return l.signs != nil && l.signs != charset.SymbolFont("symbol") }

// encoded is the text of a code by the font's encoding.
func (l *loader) encoded(enc *encoding, code int) string {
	if l.dressed() && enc.texts[code] != "" && l.signs[code] != 0 {
		return string(l.signs[code])
	}
	return l.letters(enc.texts[code])
}
