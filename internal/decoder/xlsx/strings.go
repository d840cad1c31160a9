package xlsx

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/xmlscan"
)

// readStrings reads the workbook's string table (18.4).
func readStrings(ctx context.Context, s *scanner, t *sheet.Strings, budget *limit.Budget) error {
	if !s.next() {
		return s.failure()
	}
	charged := int64(0)
	return s.children(func() error {
		if string(s.name) != "si" {
			return nil
		}
		var err error
		if !t.Add(func(dst []byte) []byte {
			dst, err = s.appendRich(dst)
			return dst
		}) {
			return fmt.Errorf("%w: shared strings", limit.ErrExceeded)
		}
		if err == nil && t.Len()%1024 == 0 {
			size := t.Size()
			if err = budget.Charge(size - charged); err == nil {
				err = ctx.Err()
			}
			charged = size
		}
		return err
	})
}

// appendRich appends the text of an element with a t or with runs of them (CT_Rst, 18.4.8); phonetic hints are left out.
func (s *scanner) appendRich(dst []byte) ([]byte, error) {
	err := s.children(func() error {
		switch string(s.name) {
		case "t":
			dst = s.appendT(dst)
		case "r":
			return s.children(func() error {
				if string(s.name) == "t" {
					dst = s.appendT(dst)
				}
				return nil
			})
		}
		return nil
	})
	return dst, err
}

// appendT appends the text of the element whose opening tag was read.
func (s *scanner) appendT(dst []byte) []byte {
	if s.kind == emptyTag || !s.next() {
		return dst
	}
	return appendText(dst, s.text)
}

// appendText appends text of the file as the model wants it: escapes of characters that XML can't hold are undone
// (ST_Xstring, 22.9.2.19), line ends made "\n", control characters dropped.
func appendText(dst, text []byte) []byte {
	plain := true
	for _, c := range text {
		if c < ' ' || c == '_' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return append(dst, text...)
	}
	if bytes.Contains(text, []byte("_x")) {
		text = unescapeX(text)
	}
	if clean(text) {
		return append(dst, text...)
	}
	return append(dst, xmlscan.Clean(text)...)
}

// clean reports whether text is valid UTF-8 without control characters but "\n" and "\t".
func clean(text []byte) bool {
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\t' || c == 0xef { // U+FFFE and U+FFFF begin with 0xef
			return false
		}
	}
	return utf8.Valid(text)
}

// unescapeX undoes _xHHHH_.
func unescapeX(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if r, ok := escapedRune(text[i:]); ok {
			out = utf8.AppendRune(out, r)
			i += len("_xHHHH_")
			continue
		}
		out = append(out, text[i])
		i++
	}
	return out
}

func escapedRune(b []byte) (r rune, ok bool) {
	if len(b) < 7 || b[0] != '_' || b[1] != 'x' || b[6] != '_' {
		return 0, false
	}
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
