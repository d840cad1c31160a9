package font

import (
	"bytes"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
)

// parseType1 reads the encoding from the clear text of a Type 1 font program.
func parseType1(b []byte) *program {
	if i := bytes.Index(b, []byte("eexec")); i >= 0 {
		b = b[:i]
	}
	i := bytes.Index(b, []byte("/Encoding"))
	if i < 0 {
		return nil
	}
	lex := cos.NewLexer(b[i+len("/Encoding"):])
	first := lex.Next()
	if first.Kind == cos.Keyword && string(first.Bytes) == "StandardEncoding" {
		return &program{encoding: standard()}
	}
	e := new(encoding)
	if first.Kind == cos.ArrayOpen { // a literal array of names
		for code := 0; code < 256; code++ {
			t := lex.Next()
			if t.Kind != cos.NameToken {
				break
			}
			e.set(code, string(t.Bytes))
		}
		return &program{encoding: e}
	}
	for {
		t := lex.Next()
		switch {
		case t.Kind == cos.EOF:
			return &program{encoding: e}
		case t.Kind != cos.Keyword:
			continue
		case string(t.Bytes) == "def" || string(t.Bytes) == "readonly":
			return &program{encoding: e}
		case string(t.Bytes) != "dup":
			continue
		}
		code := lex.Next()
		n := int(code.Int)
		if code.Kind == cos.Integer {
			if r := lex.Rest(); len(r) > 0 && r[0] == '#' { // radix: 8#101
				n = radix(n, lex.Next().Bytes)
			}
		}
		if name := lex.Next(); name.Kind == cos.NameToken && code.Kind == cos.Integer {
			e.set(n, string(name.Bytes))
		}
	}
}

func radix(base int, digits []byte) int {
	n := 0
	if base < 2 || base > 16 {
		return -1
	}
	for _, c := range bytes.TrimPrefix(digits, []byte("#")) {
		d := int(bytes.IndexByte([]byte("0123456789abcdef"), c|0x20))
		if c < 'A' {
			d = int(c) - '0'
		}
		if d < 0 || d >= base || n > 255 {
			return -1
		}
		n = n*base + d
	}
	return n
}

func (e *encoding) set(code int, name string) {
	if code < 0 || code > 255 || name == ".notdef" {
		return
	}
	e.names[code] = name
	e.texts[code] = letters(glyphname.Text(name))
}
