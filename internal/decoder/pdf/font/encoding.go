package font

import (
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
)

// encoding gives each code a glyph name and its text.
type encoding struct {
	names [256]string
	texts [256]string
}

func load(names string, text func(string) string) func() *encoding {
	return sync.OnceValue(func() *encoding {
		e := new(encoding)
		code := 32
		for name := range strings.FieldsSeq(names) {
			if name != "-" && code < 256 {
				e.names[code], e.texts[code] = name, letters(text(name))
			}
			code++
		}
		return e
	})
}

var (
	standard     = load(standardNames, glyphname.Text)
	macRoman     = load(macRomanNames, glyphname.Text)
	winAnsi      = load(winAnsiNames, glyphname.Text)
	macExpert    = load(macExpertNames, glyphname.Text)
	expert       = load(expertNames, glyphname.Text)
	symbol       = load(symbolNames, glyphname.Text)
	zapfDingbats = load(zapfDingbatsNames, glyphname.Dingbat)
)

func named(name cos.Name) *encoding {
	switch name {
	case "StandardEncoding":
		return standard()
	case "MacRomanEncoding":
		return macRoman()
	case "WinAnsiEncoding":
		return winAnsi()
	case "MacExpertEncoding":
		return macExpert()
	}
	return nil
}

// letters folds what is a matter of type and not of meaning: ligatures come apart, the shapes of Arabic and Hebrew
// letters, radicals used as characters and unit signs become the characters themselves. What is no character goes.
func letters(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0xE2 || c < 0x20 || c == 0x7F || c == 0xC2 {
			return cleaned(s)
		}
	}
	return s
}

// pieces are what Adobe's private characters from U+F8E5 stand for: the parts of brackets in Symbol.
var pieces = []rune("‾⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭")

const firstPiece = 0xF8E5

func cleaned(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xFFFD || r == 0xFEFF || r >= 0xFFFE && r <= 0xFFFF:
		case r == 0xFB05:
			b.WriteString("st")
		case r >= firstPiece && r < firstPiece+rune(len(pieces)):
			b.WriteRune(pieces[r-firstPiece])
		case folds(r):
			b.WriteString(norm.NFKC.String(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// folds reports whether a character is another one's shape: presentation forms, Kangxi radicals, Ohm, Kelvin and
// Ångström.
func folds(r rune) bool {
	return r >= 0xFB00 && r <= 0xFDC7 || r >= 0xFDF0 && r <= 0xFDF9 || r >= 0xFE70 && r <= 0xFEFC ||
		r >= 0x2F00 && r <= 0x2FD5 || r == 0x2126 || r == 0x212A || r == 0x212B
}
