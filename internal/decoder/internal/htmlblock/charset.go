package htmlblock

import (
	"bytes"

	"github.com/udecode/udecode/internal/charset"
)

// Text returns a page's text in UTF-8; encoding overrides what it declares and what it shows.
func Text(raw []byte, encoding string) (string, charset.Guess) {
	if encoding != "" {
		return charset.Decode(raw, encoding)
	}
	return charset.DecodeDeclared(raw, declared(raw), charset.WithoutTags)
}

// declared returns the encoding that a <meta> element or an XML declaration names in the first kilobytes, or "".
func declared(raw []byte) string {
	head := bytes.ToLower(raw[:min(len(raw), 4096)])
	if bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<?xml")) {
		decl, _, _ := bytes.Cut(head, []byte("?>"))
		if v := valueOf(decl, "encoding"); v != "" {
			return v
		}
	}
	for {
		_, rest, ok := bytes.Cut(head, []byte("<meta"))
		if !ok {
			return ""
		}
		tag, _, _ := bytes.Cut(rest, []byte(">"))
		if v := valueOf(tag, "charset"); v != "" {
			return v
		}
		head = rest
	}
}

// valueOf returns what stands behind key and "=", without quotes.
func valueOf(tag []byte, key string) string {
	_, rest, ok := bytes.Cut(tag, []byte(key))
	if !ok {
		return ""
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if len(rest) == 0 || rest[0] != '=' {
		return ""
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r\n\"'")
	if i := bytes.IndexAny(rest, " \t\r\n\"';/>"); i >= 0 {
		rest = rest[:i]
	}
	return string(rest)
}
