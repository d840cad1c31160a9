// Package glyphname turns the names of glyphs into Unicode text by the Adobe Glyph List and its rules
// (https://github.com/adobe-type-tools/agl-specification).
//
// The lists glyphlist.txt and zapfdingbats.txt are Adobe's, unchanged; LICENSE.md is their licence. tex.txt has names that
// fonts for mathematics and of IBM have beside these.
package glyphname

import (
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed glyphlist.txt
var glyphList string

//go:embed tex.txt
var texList string

//go:embed zapfdingbats.txt
var zapfDingbats string

// table is a list's lines, sorted by name.
type table []string

var standard = sync.OnceValue(func() table { return lines(glyphList + texList) })
var dingbats = sync.OnceValue(func() table { return lines(zapfDingbats) })

func lines(list string) table {
	t := make(table, 0, 4300)
	for line := range strings.Lines(list) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			t = append(t, line)
		}
	}
	sort.Slice(t, func(i, j int) bool { return key(t[i]) < key(t[j]) })
	return t
}

func key(line string) string { return line[:strings.IndexByte(line, ';')] }

func (t table) find(name string) string {
	i := sort.Search(len(t), func(i int) bool { return key(t[i]) >= name })
	if i == len(t) || key(t[i]) != name {
		return ""
	}
	var b []byte
	for hex := range strings.FieldsSeq(t[i][len(name)+1:]) {
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			return ""
		}
		b = utf8.AppendRune(b, rune(v))
	}
	return string(b)
}

// Text returns a glyph's text; "" when its name tells none.
func Text(name string) string { return text(name, standard()) }

// Dingbat is Text for the font ZapfDingbats.
func Dingbat(name string) string {
	if s := dingbats().find(name); s != "" {
		return s
	}
	return Text(name)
}

func text(name string, list table) string {
	if name == "" || name == ".notdef" {
		return ""
	}
	if s := list.find(name); s != "" {
		return plain(s, name)
	}
	if i := strings.IndexByte(name, '.'); i > 0 { // a variant: "a.sc"
		return text(name[:i], list)
	}
	if strings.IndexByte(name, '_') > 0 { // a ligature: "f_f_i"
		var s string
		for part := range strings.SplitSeq(name, "_") {
			t := text(part, list)
			if t == "" {
				return ""
			}
			s += t
		}
		return s
	}
	if s := numbered(name); s != "" {
		return s
	}
	for _, size := range [...]string{"big", "Big", "bigg", "Bigg", "text", "display"} { // "parenleftBigg"
		if base, ok := strings.CutSuffix(name, size); ok {
			if s := list.find(base); s != "" {
				return s
			}
		}
	}
	return ""
}

// numbered reads "uni20AC0308" and "u1F600".
func numbered(name string) string {
	if h, ok := strings.CutPrefix(name, "uni"); ok && len(h) >= 4 && len(h)%4 == 0 {
		var b []byte
		for ; h != ""; h = h[4:] {
			v, err := strconv.ParseUint(h[:4], 16, 16)
			if err != nil || v == 0 || v >= 0xD800 && v < 0xE000 {
				return ""
			}
			b = utf8.AppendRune(b, rune(v))
		}
		return string(b)
	}
	if h, ok := strings.CutPrefix(name, "u"); ok && len(h) >= 4 && len(h) <= 6 {
		if v, err := strconv.ParseUint(h, 16, 32); err == nil && v > 0 && v <= utf8.MaxRune && (v < 0xD800 || v >= 0xE000) {
			return string(rune(v))
		}
	}
	return ""
}

// plain replaces the private use characters that the list has for small capitals, old-style figures and the
// like by what they look like, which their names tell: "oneoldstyle", "Asmall".
func plain(s, name string) string {
	r, _ := utf8.DecodeRuneInString(s)
	if r < 0xE000 || r > 0xF8FF {
		return s
	}
	for _, suffix := range []string{"oldstyle", "small", "superior", "inferior", "fitted", "serif", "sans"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && base != "" {
			if t := standard().find(base); t != "" {
				return t
			}
			if t := standard().find(strings.ToLower(base)); t != "" {
				return t
			}
		}
	}
	return s
}
