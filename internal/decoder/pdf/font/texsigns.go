package font

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/cos"
)

// Fonts of a typesetting system that journals use, whose names begin with "Adv", have the signs of TeX's symbol font
// under names that are numbers ("C0" is minus), and four others under names of letters that they are not.

// texSigns are the signs of TeX's symbol font (The TeXbook, appendix F), by code.
var texSigns = []rune("−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽")

var letterSigns = func() *[256]rune {
	t := new([256]rune)
	t[0xBC], t[0xDE], t[0xF0], t[0xFE] = '=', ')', '(', '+' // onequarter, Thorn, eth, thorn
	return t
}()

// texSign is the text of a glyph whose name is a number in TeX's symbol font.
func texSign(name string) string {
	if digits, ok := strings.CutPrefix(name, "C"); ok {
		if n, err := strconv.ParseUint(digits, 10, 8); err == nil && int(n) < len(texSigns) {
			return string(texSigns[n])
		}
	}
	return nameText(name)
}

// texFont reports whether a font is one of those: none of the names that its encoding sets is that of a letter of ours.
func (l *loader) texFont(differences cos.Array) bool {
	if !strings.HasPrefix(l.base, "Adv") {
		return false
	}
	signs := false
	for _, x := range differences {
		n, ok := l.doc.Resolve(x).(cos.Name)
		if !ok {
			continue
		}
		switch name := string(n); {
		case len(name) == 1:
			return false
		case name == "onequarter", name == "Thorn", name == "eth", name == "thorn", texSign(name) != nameText(name):
			signs = true
		}
	}
	return signs
}
