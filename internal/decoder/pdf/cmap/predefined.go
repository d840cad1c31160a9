package cmap

import "strings"

// Predefined returns the predefined map of that name (9.7.5.2), or nil.
func Predefined(name string) *CMap {
	switch name {
	case "Identity-H":
		return Identity(false)
	case "Identity-V":
		return Identity(true)
	}
	return nil
}

// IsUnicode reports whether the codes of the predefined map are Unicode by themselves.
func (m *CMap) IsUnicode() bool {
	return strings.Contains(m.Name, "-UCS2-") || strings.Contains(m.Name, "-UTF16-") ||
		strings.Contains(m.Name, "-UTF32-") || strings.Contains(m.Name, "-UTF8-")
}

// UnicodeCode returns the text of a code of a map that IsUnicode.
func (m *CMap) UnicodeCode(code uint32, size int) string {
	switch {
	case strings.Contains(m.Name, "-UTF32-") || size == 2:
		return runeText(rune(code))
	case strings.Contains(m.Name, "-UTF16-") && size == 4:
		hi, lo := rune(code>>16), rune(code&0xFFFF)
		return runeText((hi-0xD800)<<10 + (lo - 0xDC00) + 0x10000)
	case strings.Contains(m.Name, "-UTF8-"):
		b := []byte{byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}
		return string(b[4-size:])
	}
	return ""
}
