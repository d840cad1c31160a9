package interp

import (
	"bytes"
	"fmt"

	"github.com/udecode/udecode/internal/cos"
)

// inlineImage reads "BI … ID data EI" (8.9.7).
func (r *runner) inlineImage(lex *cos.Lexer) {
	var entries []cos.Entry
	for {
		t := lex.Next()
		if t.Kind == cos.EOF {
			return
		}
		if t.Kind == cos.Keyword && string(t.Bytes) == "ID" {
			break
		}
		if t.Kind != cos.NameToken {
			continue
		}
		if e := (cos.Entry{Key: cos.Name(t.Bytes), Value: lex.ParseObject()}); e.Value != nil {
			entries = append(entries, e)
		}
	}
	dict := cos.NewDict(entries)
	rest := lex.Rest()
	if len(rest) > 0 && cos.IsSpace(rest[0]) {
		if rest[0] == '\r' && len(rest) > 1 && rest[1] == '\n' {
			lex.SetPos(lex.Pos() + 1)
		}
		lex.SetPos(lex.Pos() + 1)
		rest = lex.Rest()
	}
	s := r.doc.cos.NewStream(dict, nil)
	n, next := r.inlineEnd(s, rest)
	lex.SetPos(lex.Pos() + next)
	if r.hidden == 0 {
		r.inline++
		s = r.doc.cos.NewStream(dict, bytes.Clone(rest[:n])) // the content's memory is used again
		r.image(s, fmt.Sprintf("inline %d.%d", r.page.Index, r.inline))
	}
}

// inlineEnd returns the length of an inline image's data and the offset behind its "EI".
func (r *runner) inlineEnd(s *cos.Stream, b []byte) (n, next int) {
	doc := r.doc.cos
	from := 0
	filters := s.Filters()
	if len(filters) == 0 {
		sp := space{model: gray, n: 1}
		if cs := first(s.Dict, "ColorSpace", "CS"); cs != nil {
			sp = readSpace(doc, r.res.dict, cs, 0)
		}
		bits := doc.Int(first(s.Dict, "BitsPerComponent", "BPC"), 8)
		if doc.Bool(first(s.Dict, "ImageMask", "IM"), false) {
			bits = 1
		}
		w, h := doc.Int(first(s.Dict, "Width", "W"), 0), doc.Int(first(s.Dict, "Height", "H"), 0)
		if w > 0 && h > 0 && bits > 0 && bits <= 16 && w < 1<<20 && h < 1<<20 {
			size := (w*max(sp.n, 1)*bits + 7) / 8 * h
			if size <= len(b) && endsAt(b[size:]) {
				from = size
			}
		}
	} else if filters[0].Name == "ASCII85Decode" {
		from = max(bytes.Index(b, []byte("~>")), 0)
	} else if filters[0].Name == "ASCIIHexDecode" {
		from = max(bytes.IndexByte(b, '>'), 0)
	}
	for i := from; ; {
		j := bytes.Index(b[i:], []byte("EI"))
		if j < 0 {
			return len(b), len(b)
		}
		i += j
		before := i == 0 || cos.IsSpace(b[i-1]) || b[i-1] == '>' || i == from
		if before && plausible(b[i+2:]) {
			n = i
			if n > 0 && cos.IsSpace(b[n-1]) {
				n--
			}
			return n, i + 2
		}
		i += 2
	}
}

// endsAt reports whether "EI" comes next, after white space.
func endsAt(b []byte) bool {
	for i := 0; i < 4 && len(b) > 0 && cos.IsSpace(b[0]); i++ {
		b = b[1:]
	}
	return bytes.HasPrefix(b, []byte("EI"))
}

// plausible reports whether what follows an "EI" may be content: white space, then text of operands and operators.
func plausible(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if !cos.IsSpace(b[0]) {
		return false
	}
	const look = 24
	for _, c := range b[:min(len(b), look)] {
		if c >= 0x7F || c < 0x20 && !cos.IsSpace(c) || c == 0 {
			return false
		}
	}
	// The first word must be a number, an operator or begin an object.
	lex := cos.NewLexer(b[:min(len(b), 256)])
	t := lex.Next()
	return t.Kind != cos.Keyword || len(t.Bytes) <= 3
}
