package odftext

import (
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// AppendText appends the text of the text:p that the scanner stands at, as one of many in a spreadsheet's cells: what is
// anchored in it is left out. It returns the links in it, too.
func (r *Reader) AppendText(dst []byte) ([]byte, []udm.LinkSpan, error) {
	s := r.s
	depth := s.Depth()
	start := len(dst)
	kind, err := s.Next()
	if err != nil {
		return dst, nil, err
	}
	if kind == xmlscan.Text {
		dst = append(dst, s.Bytes()...)
		if kind, err = s.Next(); err != nil {
			return dst, nil, err
		}
	}
	if kind == xmlscan.End && s.Depth() < depth {
		dst = appendFolded(dst[:start], dst[start:])
		if !utf8.Valid(dst[start:]) {
			dst = append(dst[:start], xmlscan.Clean(dst[start:])...)
		}
		return dst, nil, nil
	}
	p := r.begin()
	defer r.end(p)
	p.style = r.styles.Get(odf.Paragraph, nil)
	p.write(dst[start:], 0)
	if err := r.inlineFrom(p, 0, kind, depth); err != nil {
		return dst[:start], nil, err
	}
	text, links, _ := p.text.Text()
	return append(dst[:start], text...), links, nil
}

// appendFolded appends text with white space folded and none at its ends; src may lie where dst ends.
func appendFolded(dst, src []byte) []byte {
	start := len(dst)
	for _, c := range src {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if n := len(dst); n > start && dst[n-1] != ' ' {
				dst = append(dst, ' ')
			}
		case c >= ' ':
			dst = append(dst, c)
		}
	}
	if n := len(dst); n > start && dst[n-1] == ' ' {
		dst = dst[:n-1]
	}
	return dst
}
