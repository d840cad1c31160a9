// Package richtext builds a paragraph from runs: its text, and the links and emphasis in it with
// their offsets in code points.
package richtext

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/udm"
)

// Style is a set of character properties.
type Style uint16

// The properties. A run's emphasis is one entry for each of them, but for Bold and Italic
// together, which are "bold_italic".
const (
	Bold Style = 1 << iota
	Italic
	Underline
	Strike
	Code
	Super
	Sub
)

// Builder collects runs. The zero Builder is ready for use; Reset makes it so again.
type Builder struct {
	// Collapse folds white space as HTML does: runs of it become one blank, none at the start.
	Collapse bool

	text  []byte
	runes int
	runs  []run
	links []udm.LinkSpan
	open  int // links that are open, on the end of links
	blank bool
}

type run struct {
	start, end int
	style      Style
}

// Reset empties the builder.
func (b *Builder) Reset() {
	b.text = b.text[:0]
	b.runes, b.runs, b.links, b.open, b.blank = 0, b.runs[:0], nil, 0, false
}

// Empty reports whether nothing but white space was written.
func (b *Builder) Empty() bool { return len(bytes.TrimSpace(b.text)) == 0 }

// Len returns the text's length so far, in code points.
func (b *Builder) Len() int { return b.runes }

// String returns the text so far, untrimmed.
func (b *Builder) String() string { return string(b.text) }

// Last returns the text's last byte so far, 0 when there is none.
func (b *Builder) Last() byte {
	if len(b.text) == 0 {
		return 0
	}
	return b.text[len(b.text)-1]
}

// Write appends text of one style. Control characters other than tab and line feed are dropped,
// carriage returns become line feeds, invalid UTF-8 becomes U+FFFD.
func (b *Builder) Write(s string, style Style) {
	if s == "" {
		return
	}
	if b.Collapse { // the blank before a run belongs to no run
		rest := strings.TrimLeft(s, htmlSpace)
		if len(rest) < len(s) {
			b.blank = true
		}
		if s = rest; s == "" {
			return
		}
		b.flushBlank()
	}
	start := b.runes
	if b.Collapse {
		b.writeCollapsed(s)
	} else {
		b.writePlain(s)
	}
	b.mark(start, style)
}

// htmlSpace is the white space of HTML; a no-break space is none.
const htmlSpace = " \t\n\r\f"

// Break appends a line feed, also when white space is collapsed.
func (b *Builder) Break() {
	b.blank = false
	b.text = append(b.text, '\n')
	b.runes++
}

func (b *Builder) mark(start int, style Style) {
	if style == 0 || start == b.runes {
		return
	}
	if n := len(b.runs); n > 0 && b.runs[n-1].end == start && b.runs[n-1].style == style {
		b.runs[n-1].end = b.runes
		return
	}
	b.runs = append(b.runs, run{start, b.runes, style})
}

func (b *Builder) writePlain(s string) {
	clean := utf8.ValidString(s)
	for i := 0; clean && i < len(s); i++ {
		clean = s[i] >= 0x20 || s[i] == '\n' || s[i] == '\t'
	}
	if clean {
		b.text = append(b.text, s...)
		b.runes += utf8.RuneCountInString(s)
		return
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range s {
		if r == '\r' || r == '\v' || r == '\f' {
			r = '\n'
		}
		if (r < 0x20 && r != '\n' && r != '\t') || r == 0xfffe || r == 0xffff {
			continue
		}
		b.text = utf8.AppendRune(b.text, r)
		b.runes++
	}
}

// writeCollapsed copies words whole: that is where most of a document's bytes pass.
func (b *Builder) writeCollapsed(s string) {
	for s != "" {
		n, ascii := wordLen(s)
		if n > 0 {
			b.flushBlank()
			word := s[:n]
			s = s[n:]
			if ascii {
				b.text = append(b.text, word...)
				b.runes += n
				continue
			}
			for _, r := range word {
				if r != 0xfffe && r != 0xffff {
					b.text = utf8.AppendRune(b.text, r)
					b.runes++
				}
			}
			continue
		}
		if strings.IndexByte(htmlSpace, s[0]) >= 0 {
			b.blank = true
		}
		s = s[1:] // white space, or a control character that is dropped
	}
}

// wordLen returns the length of the word that s starts with, bytes, and whether all of it is ASCII.
func wordLen(s string) (n int, ascii bool) {
	ascii = true
	for n < len(s) && s[n] > ' ' {
		if s[n] >= utf8.RuneSelf {
			ascii = false
		}
		n++
	}
	return n, ascii
}

// OpenLink starts a link at the current place; links may not be nested: an open one is closed.
func (b *Builder) OpenLink(url string) {
	b.CloseLink()
	b.flushBlank()
	b.links = append(b.links, udm.LinkSpan{Start: b.runes, End: -1, URL: url})
	b.open = 1
}

// flushBlank writes the blank that is due.
func (b *Builder) flushBlank() {
	if !b.blank {
		return
	}
	b.blank = false
	if last := b.Last(); last != 0 && last != '\n' && last != ' ' {
		b.text = append(b.text, ' ')
		b.runes++
	}
}

// CloseLink ends the open link, if there is one; one without text or URL is dropped.
func (b *Builder) CloseLink() {
	if b.open == 0 {
		return
	}
	b.open = 0
	l := &b.links[len(b.links)-1]
	l.End = b.runes
	if l.End <= l.Start || l.URL == "" {
		b.links = b.links[:len(b.links)-1]
	}
}

// Text returns the text without white space at its ends, and the links and emphasis that are left
// in it, with their offsets.
func (b *Builder) Text() (string, []udm.LinkSpan, []udm.Emphasis) {
	b.CloseLink()
	trimmed := bytes.TrimLeftFunc(b.text, unicode.IsSpace)
	cut := utf8.RuneCount(b.text[:len(b.text)-len(trimmed)])
	s := string(bytes.TrimRightFunc(trimmed, unicode.IsSpace))
	if len(b.links) == 0 && len(b.runs) == 0 {
		return s, nil, nil
	}
	n := utf8.RuneCountInString(s)
	clip := func(start, end int) (int, int) { return min(max(start-cut, 0), n), min(max(end-cut, 0), n) }
	var links []udm.LinkSpan
	for _, l := range b.links {
		l.Start, l.End = clip(l.Start, l.End)
		if l.Start < l.End {
			links = append(links, l)
		}
	}
	var emphasis []udm.Emphasis
	for _, r := range b.runs {
		start, end := clip(r.start, r.end)
		if start >= end {
			continue
		}
		for _, st := range styleNames(r.style) {
			emphasis = append(emphasis, udm.Emphasis{Start: start, End: end, Style: st})
		}
	}
	return s, links, mergeEmphasis(emphasis)
}

// mergeEmphasis joins entries of one style that touch.
func mergeEmphasis(in []udm.Emphasis) []udm.Emphasis {
	var out []udm.Emphasis
next:
	for _, e := range in {
		for i := len(out) - 1; i >= 0 && i >= len(out)-8; i-- {
			if out[i].Style == e.Style && out[i].End == e.Start {
				out[i].End = e.End
				continue next
			}
		}
		out = append(out, e)
	}
	return out
}

func styleNames(s Style) []string {
	var out []string
	switch s & (Bold | Italic) {
	case Bold | Italic:
		out = append(out, "bold_italic")
	case Bold:
		out = append(out, "bold")
	case Italic:
		out = append(out, "italic")
	}
	for _, x := range [...]struct {
		s Style
		n string
	}{{Underline, "underline"}, {Strike, "strikethrough"}, {Code, "code"}, {Super, "superscript"}, {Sub, "subscript"}} {
		if s&x.s != 0 {
			out = append(out, x.n)
		}
	}
	return out
}

// Fill sets a block's text, links and emphasis; Bold, Italic and Underline are set when they hold for all
// of the text. It reports whether there is any text.
func (b *Builder) Fill(blk *udm.ContentBlock) bool {
	text, links, emphasis := b.Text()
	blk.Text = text
	if text == "" {
		return false
	}
	if len(links) > 0 {
		blk.A().Links = links
	}
	if len(emphasis) > 0 {
		a, n := blk.A(), utf8.RuneCountInString(text)
		a.Emphasis = emphasis
		for _, e := range emphasis {
			if e.Start != 0 || e.End != n {
				continue
			}
			a.Bold = a.Bold || e.Style == "bold" || e.Style == "bold_italic"
			a.Italic = a.Italic || e.Style == "italic" || e.Style == "bold_italic"
			a.Underline = a.Underline || e.Style == "underline"
		}
	}
	return true
}

// DropPrefix cuts the first n code points off a block's text, and moves its links and emphasis.
func DropPrefix(b *udm.ContentBlock, n int) {
	for range n {
		_, size := utf8.DecodeRuneInString(b.Text)
		b.Text = b.Text[size:]
	}
	if b.Attr == nil {
		return
	}
	links := b.Attr.Links[:0]
	for _, l := range b.Attr.Links {
		if l.Start, l.End = max(l.Start-n, 0), l.End-n; l.End > l.Start {
			links = append(links, l)
		}
	}
	b.Attr.Links = links
	emphasis := b.Attr.Emphasis[:0]
	for _, e := range b.Attr.Emphasis {
		if e.Start, e.End = max(e.Start-n, 0), e.End-n; e.End > e.Start {
			emphasis = append(emphasis, e)
		}
	}
	b.Attr.Emphasis = emphasis
}
