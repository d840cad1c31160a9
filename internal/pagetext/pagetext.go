// Package pagetext assembles the text of sections and records where each block landed.
//
// Texts are measured first and written later, so that a large table's HTML never stands in memory.
package pagetext

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
)

// Options say what to leave out.
type Options struct {
	Exclude []udm.Category
}

// Text is the text of one section: its blocks' parts joined by one blank line.
type Text struct {
	Offset int  // in the document's text, code points
	Length int  // code points
	Blank  bool // nothing but white space: not emitted
	Spans  []Span

	blocks []*udm.ContentBlock
}

// Span is the place of a block's part in its section's text, code points.
type Span struct {
	Block  int // index in the section's Blocks
	Offset int
	Length int
}

// Assemble measures the texts of all sections. The document's text is that of the sections which are not blank,
// joined by one blank line; Offset is the place in it.
func Assemble(sections []section.Section, opt Options) []Text {
	out := make([]Text, len(sections))
	at := 0
	for i := range sections {
		t := &out[i]
		*t = measure(sections[i].Blocks, opt)
		t.Offset = at
		if !t.Blank {
			at += t.Length + 2
		}
	}
	return out
}

func measure(blocks []*udm.ContentBlock, opt Options) Text {
	t := Text{Blank: true, blocks: blocks}
	t.Spans = make([]Span, 0, len(blocks))
	at := 0
	for i, b := range blocks {
		if excluded(b.Category, opt.Exclude) {
			continue
		}
		n, blank := partLen(b)
		if n == 0 {
			continue
		}
		if len(t.Spans) > 0 {
			at += 2
		}
		t.Spans = append(t.Spans, Span{i, at, n})
		at += n
		t.Blank = t.Blank && blank
	}
	t.Length = at
	return t
}

func excluded(c udm.Category, list []udm.Category) bool {
	for _, x := range list {
		if x == c {
			return true
		}
	}
	return false
}

// partLen returns the length of a block's part in code points, and whether it is white space only.
func partLen(b *udm.ContentBlock) (n int, blank bool) {
	switch b.Type {
	case udm.ImageContent, udm.Media:
		return 0, true
	case udm.TableContent:
		var c counter
		writeTable(&c, b.Table)
		return c.n, false
	case udm.Link:
		s := section.LinkText(b)
		return utf8.RuneCountInString(s), isBlank(s)
	}
	return utf8.RuneCountInString(b.Text), isBlank(b.Text)
}

// isBlank takes as white space what Python does: Unicode's White_Space and U+001C to U+001F.
func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && (r < 0x1c || r > 0x1f) {
			return false
		}
	}
	return true
}

// WriteTo writes the section's text.
func (t *Text) WriteTo(w io.Writer) (int64, error) {
	e := &errWriter{w: w}
	for i, s := range t.Spans {
		if i > 0 {
			e.WriteString("\n\n")
		}
		b := t.blocks[s.Block]
		switch b.Type {
		case udm.TableContent:
			writeTable(e, b.Table)
		case udm.Link:
			e.WriteString(section.LinkText(b))
		default:
			e.WriteString(b.Text)
		}
	}
	return e.n, e.err
}

// String returns the section's text.
func (t *Text) String() string {
	var sb strings.Builder
	t.WriteTo(&sb)
	return sb.String()
}

type errWriter struct {
	w   io.Writer
	n   int64
	err error
}

func (e *errWriter) WriteString(s string) {
	if e.err == nil {
		var n int
		n, e.err = io.WriteString(e.w, s)
		e.n += int64(n)
	}
}

type counter struct{ n int }

func (c *counter) WriteString(s string) { c.n += utf8.RuneCountInString(s) }

type stringWriter interface{ WriteString(string) }

// WriteTable writes a table as HTML, one row a line.
func WriteTable(w io.Writer, t *udm.Table) error {
	e := &errWriter{w: w}
	writeTable(e, t)
	return e.err
}

func writeTable(w stringWriter, t *udm.Table) {
	w.WriteString("<table>\n")
	spans := newSpans(t)
	for r := range t.Rows() {
		tag := "td"
		if r < t.HeaderRows {
			tag = "th"
		}
		w.WriteString("<tr>")
		spans.row(r)
		for c := range t.Cols() {
			if spans.covered(c) {
				continue
			}
			w.WriteString("<")
			w.WriteString(tag)
			if m, ok := spans.at(c); ok {
				if m.RowSpan > 1 {
					w.WriteString(` rowspan="` + strconv.Itoa(m.RowSpan) + `"`)
				}
				if m.ColSpan > 1 {
					w.WriteString(` colspan="` + strconv.Itoa(m.ColSpan) + `"`)
				}
			}
			w.WriteString(">")
			writeCell(w, t.Cell(r, c))
			w.WriteString("</")
			w.WriteString(tag)
			w.WriteString(">")
		}
		w.WriteString("</tr>\n")
	}
	w.WriteString("</table>")
}

// writeCell escapes a cell's text. A line feed in it is a <br/>, since a table has one row a line.
func writeCell(w stringWriter, s string) {
	from := 0
	for i := 0; i < len(s); i++ {
		var esc string
		switch s[i] {
		case '&':
			esc = "&amp;"
		case '<':
			esc = "&lt;"
		case '>':
			esc = "&gt;"
		case '\n':
			esc = "<br/>"
		default:
			continue
		}
		w.WriteString(s[from:i])
		w.WriteString(esc)
		from = i + 1
	}
	w.WriteString(s[from:])
}

// rowSpans finds the merges that touch a row, for rows taken in order.
type rowSpans struct {
	merged []udm.Merge // not yet passed, by row
	active []udm.Merge
	r      int
}

func newSpans(t *udm.Table) *rowSpans {
	m := t.Merged
	for i := 1; i < len(m); i++ {
		if m[i].Row < m[i-1].Row {
			m = sortMerges(m)
			break
		}
	}
	return &rowSpans{merged: m}
}

func (s *rowSpans) row(r int) {
	s.r = r
	if len(s.active) == 0 && (len(s.merged) == 0 || s.merged[0].Row > r) {
		return
	}
	keep := s.active[:0]
	for _, m := range s.active {
		if r < m.Row+m.RowSpan {
			keep = append(keep, m)
		}
	}
	s.active = keep
	for len(s.merged) > 0 && s.merged[0].Row <= r {
		s.active = append(s.active, s.merged[0])
		s.merged = s.merged[1:]
	}
}

func (s *rowSpans) covered(c int) bool {
	for _, m := range s.active {
		if m.Covers(s.r, c) {
			return true
		}
	}
	return false
}

func (s *rowSpans) at(c int) (udm.Merge, bool) {
	for _, m := range s.active {
		if m.Row == s.r && m.Col == c {
			return m, true
		}
	}
	return udm.Merge{}, false
}

func sortMerges(m []udm.Merge) []udm.Merge {
	m = slices.Clone(m)
	slices.SortStableFunc(m, func(a, b udm.Merge) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	return m
}
