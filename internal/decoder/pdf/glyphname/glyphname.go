// Package glyphname turns the names of glyphs into Unicode text by the Adobe Glyph List and its rules
// (https://github.com/adobe-type-tools/agl-specification).
//
// The lists glyphlist.txt and zapfdingbats.txt are Adobe's, unchanged; LICENSE.md is their licence. tex.txt has names that
// fonts for mathematics and of IBM have beside these.
package glyphname

import (
	_ "embed"
	"slices"
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

// adobe is the Adobe Glyph List without its head and its last line.
var adobe = func() list {
	l := glyphList
	for l[0] == '#' {
		_, l, _ = strings.Cut(l, "\n")
	}
	l, _, _ = strings.Cut(l, "\n#")
	return list(l)
}()

var (
	tex      = sync.OnceValue(func() list { return sorted(texList) })
	dingbats = sync.OnceValue(func() list { return sorted(zapfDingbats) })
)

// list is lines of names and characters, "A;0041", sorted by name. It is searched as it is: most runs need few names, and taking
// thousands of lines apart takes longer than all else that is done at a start.
type list string

// sorted returns the lines of a list that are no comments, in order.
func sorted(lines string) list {
	var t []string
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			t = append(t, line)
		}
	}
	slices.SortFunc(t, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return list(strings.Join(t, "\n"))
}

func key(line string) string {
	name, _, _ := strings.Cut(line, ";")
	return name
}

// find returns the characters of a name; "" for none.
func (l list) find(name string) string {
	for lo, hi := 0, len(l); lo < hi; {
		mid := int(uint(lo+hi) / 2)
		start := lo + strings.LastIndexByte(string(l[lo:mid]), '\n') + 1
		line, _, _ := strings.Cut(string(l[start:]), "\n")
		switch order := strings.Compare(key(line), name); {
		case order == 0:
			return characters(line[min(len(name)+1, len(line)):])
		case order < 0:
			lo = start + len(line) + 1
		default:
			hi = start
		}
	}
	return ""
}

// characters reads code points, "0041 030A".
func characters(hexes string) string {
	var b []byte
	for hex := range strings.FieldsSeq(hexes) {
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			return ""
		}
		b = utf8.AppendRune(b, rune(v))
	}
	return string(b)
}

// find returns the characters of a name in the lists for all fonts but ZapfDingbats.
func find(name string) string {
	if s := adobe.find(name); s != "" {
		return s
	}
	return tex().find(name)
}

// Text returns a glyph's text; "" when its name tells none.
func Text(name string) string {
	if name == "" || name == ".notdef" {
		return ""
	}
	if s := find(name); s != "" {
		return plain(s, name)
	}
	if i := strings.IndexByte(name, '.'); i > 0 { // a variant: "a.sc"
		return Text(name[:i])
	}
	if strings.IndexByte(name, '_') > 0 { // a ligature: "f_f_i"
		var s string
		for part := range strings.SplitSeq(name, "_") {
			t := Text(part)
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
			if s := find(base); s != "" {
				return s
			}
		}
	}
	return ""
}

// Dingbat is Text for the font ZapfDingbats.
func Dingbat(name string) string {
	if s := dingbats().find(name); s != "" {
		return s
	}
	return Text(name)
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
			if t := find(base); t != "" {
				return t
			}
			if t := find(strings.ToLower(base)); t != "" {
				return t
			}
		}
	}
	return s
}
