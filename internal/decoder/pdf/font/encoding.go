package font

import (
	"strings"
	"sync"

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

// letters takes ligatures of the alphabetic presentation forms apart, which are no matter of meaning, and drops
// characters that are none.
func letters(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == 0xEF || c < 0x20 || c == 0x7F || c == 0xC2 {
			return cleaned(s)
		}
	}
	return s
}

var ligatures = strings.NewReplacer("\uFB00", "ff", "\uFB01", "fi", "\uFB02", "fl", "\uFB03", "ffi", "\uFB04", "ffl",
	"\uFB05", "st", "\uFB06", "st")

func cleaned(s string) string {
	s = ligatures.Replace(s)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xFFFD || r == 0xFEFF || r >= 0xFFFE && r <= 0xFFFF:
			return -1
		}
		return r
	}, s)
}
