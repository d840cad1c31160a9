// Package markdown writes one faithful GitHub-flavoured Markdown file per document. Tables that GFM can't say, those with spans
// or line breaks in cells, are HTML.
package markdown

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/pagetext"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/writebuf"
)

// Writer writes document.md.
type Writer struct{}

// Write writes document.md.
func (Writer) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("document.md")
	if err != nil {
		return err
	}
	bw := writebuf.New(f)
	Render(bw, res.Doc)
	err = bw.Close()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Render writes a document. Pages, slides and sheets are parted by rules; sheets and slides without a heading of
// their own begin with their label.
func Render(w *writebuf.Buffer, d *udm.Document) {
	first := true
	prev := (*udm.ContentBlock)(nil)
	gap := func() {
		if !first {
			w.WriteString("\n")
		}
		first = false
	}
	for i, n := range d.Nodes {
		if i > 0 && n.Role.PageBased() && len(n.Blocks) > 0 {
			gap()
			w.WriteString("---\n")
			prev = nil
		}
		if n.Role == udm.Sheet && n.Label != "" {
			gap()
			fmt.Fprintf(w, "## %s\n", escape(n.Label))
		}
		for _, b := range n.Blocks {
			if !isItem(b) || !isItem(prev) {
				gap()
			}
			block(w, b)
			prev = b
		}
	}
}

func isItem(b *udm.ContentBlock) bool {
	return b != nil && b.Type == udm.Text && b.Attr != nil && b.Attr.ListType != ""
}

func block(w *writebuf.Buffer, b *udm.ContentBlock) {
	a := b.Attr
	if a == nil {
		a = &udm.Attributes{}
	}
	switch b.Type {
	case udm.TableContent:
		table(w, b.Table)
	case udm.ImageContent:
		src := a.Src
		if file, ok := a.Extra["file"].(string); ok {
			src = file
		}
		fmt.Fprintf(w, "![%s](%s)\n", escape(a.AltText), destination(src))
	case udm.Media:
		fmt.Fprintf(w, "[%s](%s)\n", escape(b.Data.MediaType), destination(b.Text))
	case udm.Code:
		code(w, b.Language, b.Text)
	case udm.Formula:
		if a.Notation == "latex" {
			fmt.Fprintf(w, "$$\n%s\n$$\n", b.Text)
		} else {
			code(w, "", b.Text)
		}
	case udm.Link:
		fmt.Fprintf(w, "[%s](%s)\n", escape(section.LinkText(b)), destination(b.Text))
	default:
		text(w, b, a)
	}
}

func text(w *writebuf.Buffer, b *udm.ContentBlock, a *udm.Attributes) {
	s := inline(b.Text, a)
	indent := ""
	switch {
	case b.Category == udm.Title:
		level := min(max(a.HeadingLevel, 1), 6)
		w.WriteString(strings.Repeat("#", level) + " ")
		if a.ListLabel != "" {
			w.WriteString(escape(a.ListLabel) + " ")
		}
		w.WriteString(strings.ReplaceAll(s, "\n", " ") + "\n")
		return
	case a.ListType == udm.Ordered:
		indent = strings.Repeat("    ", a.ListLevel)
		label := strings.TrimSuffix(strings.TrimSuffix(a.ListLabel, "."), ")")
		if !digits(label) {
			label = "1"
		}
		w.WriteString(indent + label + ". ")
		indent += "   "
	case a.ListType == udm.Bullet:
		indent = strings.Repeat("    ", a.ListLevel)
		w.WriteString(indent + "- ")
		indent += "  "
	case b.Category == udm.Footnote:
		w.WriteString("> ")
		indent = "> "
	}
	w.WriteString(strings.ReplaceAll(s, "\n", "  \n"+indent) + "\n")
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) < 10
}

// inline escapes a paragraph and puts in its links and its emphasis.
func inline(s string, a *udm.Attributes) string {
	if len(a.Links) == 0 && len(a.Emphasis) == 0 {
		return escapeStart(escape(s))
	}
	type mark struct{ open, close string }
	opens, closes := map[int]string{}, map[int]string{}
	put := func(start, end int, m mark) {
		opens[start] += m.open
		closes[end] = m.close + closes[end]
	}
	for _, l := range a.Links {
		put(l.Start, l.End, mark{"[", "](" + destination(l.URL) + ")"})
	}
	end := 0
	for _, e := range a.Emphasis {
		if e.Start < end { // Markdown can't say runs that overlap; the first one wins
			continue
		}
		m, ok := map[string]mark{"bold": {"**", "**"}, "italic": {"*", "*"}, "bold_italic": {"***", "***"}, "strikethrough": {"~~", "~~"},
			"code": {"`", "`"}, "superscript": {"<sup>", "</sup>"}, "subscript": {"<sub>", "</sub>"}}[e.Style]
		if ok && !crosses(e, a.Links) {
			put(e.Start, e.End, m)
			end = e.End
		}
	}
	var sb strings.Builder
	i := 0
	for at, r := range s {
		sb.WriteString(closes[i])
		sb.WriteString(opens[i])
		sb.WriteString(escape(s[at : at+utf8.RuneLen(r)]))
		i++
	}
	sb.WriteString(closes[i])
	return escapeStart(sb.String())
}

func crosses(e udm.Emphasis, links []udm.LinkSpan) bool {
	for _, l := range links {
		if e.Start < l.Start && e.End > l.Start && e.End < l.End || e.Start > l.Start && e.Start < l.End && e.End > l.End {
			return true
		}
	}
	return false
}

var special = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "|", `\|`, "$", `\$`)

func escape(s string) string { return special.Replace(s) }

// escapeStart keeps a paragraph from being read as a heading, list or quote.
func escapeStart(s string) string {
	if s == "" {
		return s
	}
	if strings.IndexByte("#>+-=~", s[0]) >= 0 {
		return `\` + s
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > 0 && i < len(s) && (s[i] == '.' || s[i] == ')') {
		return s[:i] + `\` + s[i:]
	}
	return s
}

func destination(url string) string {
	if strings.ContainsAny(url, " ()<>\n") {
		return "<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(url) + ">"
	}
	return url
}

func code(w *writebuf.Buffer, lang, s string) {
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	fmt.Fprintf(w, "%s%s\n%s\n%s\n", fence, lang, strings.TrimSuffix(s, "\n"), fence)
}

func table(w *writebuf.Buffer, t *udm.Table) {
	if !simple(t) {
		pagetext.WriteTable(w, t)
		w.WriteByte('\n')
		return
	}
	for r := range t.Rows() {
		row(w, t, r)
		if r == 0 {
			w.WriteByte('|')
			for range t.Cols() {
				w.WriteString(" --- |")
			}
			w.WriteByte('\n')
		}
	}
}

// simple reports whether GFM can say a table: one header row, no spans, no line breaks.
func simple(t *udm.Table) bool {
	if t.HeaderRows != 1 || len(t.Merged) > 0 {
		return false
	}
	for r := range t.Rows() {
		for c := range t.Cols() {
			if strings.Contains(t.Cell(r, c), "\n") {
				return false
			}
		}
	}
	return true
}

func row(w io.StringWriter, t *udm.Table, r int) {
	w.WriteString("|")
	for c := range t.Cols() {
		w.WriteString(" " + escape(t.Cell(r, c)) + " |")
	}
	w.WriteString("\n")
}
