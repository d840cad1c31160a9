package font

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
)

// Font descriptor flags (9.8.2).
const (
	flagFixed       = 1 << 0
	flagSerif       = 1 << 1
	flagSymbolic    = 1 << 2
	flagNonsymbolic = 1 << 5
	flagItalic      = 1 << 6
	flagBold        = 1 << 18
)

// describe fills in the looks.
func (l *loader) describe(name string) {
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	name = validName(name)
	l.base = name
	l.signs = charset.SymbolFont(signFont(name))
	p := l.f.Page
	p.Name = name
	flags := l.doc.Int(l.desc.Get("Flags"), 0)
	low := strings.ToLower(name)
	p.Weight = 400
	if w := l.doc.Int(l.desc.Get("FontWeight"), 0); w >= 100 && w <= 950 {
		p.Weight = w
	}
	ec := ecSeries(low)
	if w := weightOf(low); w != 0 {
		p.Weight = w
	} else if flags&flagBold != 0 || containsAny(ec, "bx", "bi", "bl", "rb", "sx", "so", "xc", "oc") {
		p.Weight = max(p.Weight, 700)
	}
	angle, _ := l.doc.Number(l.desc.Get("ItalicAngle"))
	p.Italic = flags&flagItalic != 0 || math.Abs(angle) > 2 && math.Abs(angle) < 60 || slanted(low) || containsAny(ec, "ti", "ci", "sl", "si", "bi", "bl", "so", "it", "st", "ui", "sc", "oc")
	p.Mono = flags&flagFixed != 0 || containsAny(low, "courier", "mono", "consol", "typewriter", "cmtt", "menlo", "fixed") || containsAny(ec, "tt", "it", "st", "tc")
	p.Serif = flags&flagSerif != 0 || containsAny(low, "times", "serif", "roman", "nimbusrom", "garamond", "georgia", "cmr", "minion", "palatino", "bookman") &&
		!containsAny(low, "sans")
	p.Symbol = flags&flagSymbolic != 0 && containsAny(low, "symbol", "dingbat", "cmsy", "cmmi", "cmex", "msam", "msbm", "wingding", "webding") ||
		low == "symbol" || low == "zapfdingbats"
	l.heights()
}

// heights fills in ascent and descent, within what layout can rely on.
func (l *loader) heights() {
	p := l.f.Page
	asc, _ := l.doc.Number(l.desc.Get("Ascent"))
	desc, _ := l.doc.Number(l.desc.Get("Descent"))
	if desc > 0 {
		desc = -desc
	}
	p.Ascent, p.Descent = float32(asc/1000), float32(desc/1000)
	if p.Ascent < .4 || p.Ascent > 1.2 {
		p.Ascent = .75
	}
	if p.Descent > -.05 || p.Descent < -.6 {
		p.Descent = -.22
	}
}

func validName(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "")
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// ecSeries returns the two letters that tell the series and shape of a TeX font in the EC encoding (SFBX1095, ecsx1200),
// "" for others.
func ecSeries(name string) string {
	if len(name) != 8 || name[:2] != "sf" && name[:2] != "ec" || strings.Trim(name[4:], "0123456789") != "" {
		return ""
	}
	return name[2:4]
}

// weightOf reads the weight from a font name in lower case; 0 for none told.
func weightOf(name string) int {
	switch {
	case containsAny(name, "black", "heavy", "ultra"):
		return 900
	case containsAny(name, "extrabold", "extra-bold"):
		return 800
	case containsAny(name, "semibold", "semi-bold", "demibold", "demi-bold", "-demi", "demi,"):
		return 600
	case containsAny(name, "bold", "cmbx", "cmb10", "sfbx", "-bd", "cmssbx", "cmssdc", "nimbusromno9l-medi", "nimbussanl-bold"):
		return 700
	case strings.HasSuffix(name, "-medi") || strings.HasSuffix(name, "-medium"):
		return 500
	case containsAny(name, "light", "thin"):
		return 300
	}
	return 0
}

func slanted(name string) bool {
	return containsAny(name, "italic", "oblique", "cmti", "cmsl", "sfti", "-ital", "slanted", "kursiv") ||
		strings.HasSuffix(name, "-it") || strings.HasSuffix(name, "ital") || strings.HasSuffix(name, "-bdit") || strings.HasSuffix(name, "-obl")
}
