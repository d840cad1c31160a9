// Package rtfblock reads Rich Text Format (RTF 1.9.1) into blocks, for RTF files and for mail whose
// body is RTF.
//
// RTF is a tree of groups over a stream of text and keywords. A group inherits the formatting around it and gives
// it back at its end; some keywords make their group a destination, whose text is not the
// body's (a font's name, a note, a picture). The body itself is flat: paragraphs, cells and rows end with
// \par, \cell and \row, and package wordflow builds blocks from that.
//
// What is read: code pages by document and by font, multi-byte ones too, and Unicode escapes with their
// fallback; styles, outline levels, lists (their labels as the writer left them in \listtext, else
// computed from the list table), tables with merged and nested cells, fields, pictures, text boxes,
// notes, headers and footers, comments and document information. Hidden and deleted text is left out.
package rtfblock

import (
	"bytes"
	"context"
	"fmt"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// Content is what an RTF text holds.
type Content struct {
	Nodes    []*udm.StructuralNode // sections by level-1 headings, at least one
	Metadata udm.Metadata
}

// HasSignature reports whether b begins as RTF does, white space and a byte order mark aside.
func HasSignature(b []byte) bool { return bytes.HasPrefix(trimStart(b), []byte(`{\rt`)) }

// IsFragment reports whether b begins as a piece of RTF without its header may.
func IsFragment(b []byte) bool {
	b = trimStart(b)
	return len(b) > 2 && (b[0] == '{' && b[1] == '\\' && isLetter(b[2]))
}

func trimStart(b []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n\x00")
}

// Read reads RTF. Pictures are cut out of b, so it must not be changed afterwards.
func Read(ctx context.Context, in *decoder.Input, b []byte) (*Content, error) {
	if !IsFragment(b) {
		return nil, fmt.Errorf(`%w: no {\rtf at the start`, decoder.ErrMalformed)
	}
	r := newReader(in, b)
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	var o outline.Builder
	for _, h := range r.headers {
		o.Add(h)
	}
	r.body.Story.AddTo(&o)
	for _, f := range r.footers {
		o.Add(f)
	}
	if err := r.body.Err(); err != nil {
		return nil, err
	}
	if len(r.comments) > 0 {
		r.meta.Set("comments", r.comments)
	}
	return &Content{o.Nodes(), r.meta}, nil
}

func newReader(in *decoder.Input, b []byte) *reader {
	r := &reader{
		scanner:  scanner{b: b},
		in:       in,
		fonts:    map[int]*font{},
		codecs:   map[int]*codec{},
		styles:   map[int]*style{},
		lists:    map[int]*list{},
		listOf:   map[int]listOverride{},
		ansi:     1252,
		noteFmt:  0,
		endFmt:   2,
		shapes:   &shape{},
		inserted: map[string]bool{},
	}
	r.body = &story{Story: wordflow.Story{Budget: in.Budget}}
	r.story = r.body
	r.g = group{uc: 1, pap: defaultPap}
	return r
}

// codec decodes the bytes of one code page.
type codec struct {
	table  *[256]rune // of a single-byte code page
	decode func([]byte) string
}

func newCodec(page int) *codec {
	enc, ok := charset.CodePage(page)
	if !ok {
		enc, _ = charset.CodePage(1252)
	}
	switch page {
	case 932, 943, 936, 949, 950, 51949, 54936, 65001, 20932, 51932, 50220:
		return &codec{decode: func(b []byte) string {
			out, err := enc.NewDecoder().Bytes(b)
			if err != nil {
				return string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
			}
			return string(out)
		}}
	}
	var t [256]rune
	dec := enc.NewDecoder()
	for i := range t {
		t[i] = rune(i)
		if i >= 0x80 {
			out, err := dec.Bytes([]byte{byte(i)})
			if r := []rune(string(out)); err == nil && len(r) == 1 {
				t[i] = r[0]
			}
		}
	}
	return &codec{table: &t}
}
