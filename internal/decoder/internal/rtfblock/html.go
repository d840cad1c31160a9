package rtfblock

import (
	"bytes"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
)

// HTML returns the HTML that Outlook wrapped in RTF (MS-OXRTFEX), and whether there is any. The text between the
// tags is as it stands there: already escaped.
func HTML(in *decoder.Input, b []byte) (string, bool) {
	if !isWrapped(b) {
		return "", false
	}
	r := newReader(in, b)
	var out strings.Builder
	r.g.dest, r.g.buf = toHTML, &out
	for r.err == nil {
		switch r.next() {
		case endOfFile:
			r.flush()
			return out.String(), true
		case groupOpen:
			r.flush()
			r.skip = 0
			r.push()
		case groupClose:
			r.flush()
			r.skip = 0
			r.pop()
		case plainText:
			r.text(r.bytes)
		case hexByte:
			r.byte(r.char)
		case keySymbol:
			r.symbol(r.char)
		case keyWord:
			r.flush()
			r.htmlKeyword()
		}
	}
	return out.String(), true
}

// isWrapped reports whether \fromhtml1 stands in the header.
func isWrapped(b []byte) bool {
	const header = 4 << 10
	return bytes.Contains(b[:min(len(b), header)], []byte(`\fromhtml1`))
}

// IsWrappedText reports whether the RTF only wraps a plain text (\fromtext).
func IsWrappedText(b []byte) bool {
	const header = 4 << 10
	return bytes.Contains(b[:min(len(b), header)], []byte(`\fromtext`))
}

// htmlKeyword is keyword for text that becomes HTML: of formatting only fonts matter, for their code
// pages.
func (r *reader) htmlKeyword() {
	name := string(r.word)
	star := r.star
	r.star = false
	switch name {
	case "htmltag":
		r.g.hidden = false
		return
	case "htmlrtf":
		r.g.hidden = r.on()
		return
	case "par", "line":
		r.skip = 0
		r.emit("\n")
		return
	case "u", "uc", "f", "deff", "ansi", "mac", "pc", "pca", "ansicpg", "fonttbl", "fcharset", "cpg", "rtlch", "ltrch", "af":
	case "plain":
		r.g.font, r.g.bidi, r.g.rtl = r.deff, -1, false
		return
	case "colortbl", "stylesheet", "info", "pict", "pntext", "listtext", "object", "footnote", "header", "footer":
		r.skipRest()
		return
	default:
		if k := keywords[name]; k.char == "" {
			if star {
				r.skipRest()
			}
			return
		}
	}
	r.star = star
	r.keyword()
}
