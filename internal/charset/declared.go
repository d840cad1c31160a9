package charset

import (
	"bytes"
	"unicode/utf8"
)

// DecodeDeclared returns the text of b, which says itself to be in the named encoding ("" for not at all). A byte order
// mark and valid UTF-8 refute a declaration, and so do bytes that do not decode: then the encoding is detected.
// Looking is as detection looks at the bytes: for markup, without its tags.
func DecodeDeclared(b []byte, declared string, looking func([]byte) []byte) (string, Guess) {
	if g, ok := fromBOM(b); ok {
		return Decode(b, g.Name)
	}
	head := b[:min(len(b), detectLimit)]
	if g := Detect(head); g.Confidence >= 90 { // UTF-8, or UTF-16 by its many zero bytes
		if g.Name != "utf-8" || utf8.Valid(b) {
			return Decode(b, g.Name)
		}
	}
	if mostlyUTF8(b) {
		return Decode(b, "utf-8")
	}
	if name := canonical(declared); name != "utf-8" && name != "utf-16le" && name != "utf-16be" {
		if e, ok := lookup(name); ok && decodes(e, head) {
			return Decode(b, name)
		}
	}
	return Decode(b, Detect(looking(head)).Name)
}

// mostlyUTF8 reports whether b is UTF-8 with a few damaged characters: many more sequences are whole than not.
func mostlyUTF8(b []byte) bool {
	whole, broken := 0, 0
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			broken++
		} else {
			whole++
		}
		b = b[n:]
	}
	return whole >= 4 && whole >= 4*broken
}

// WithoutTags returns markup without its tags, for detection: they are ASCII and say nothing of the text.
func WithoutTags(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for {
		lt := bytes.IndexByte(b, '<')
		if lt < 0 {
			return append(out, b...)
		}
		out = append(out, b[:lt]...)
		gt := bytes.IndexByte(b[lt:], '>')
		if gt < 0 {
			return out
		}
		out = append(out, ' ')
		b = b[lt+gt+1:]
	}
}
