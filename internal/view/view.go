// Package view writes a document as one HTML page for people who want to see what was understood: each page's
// picture with a numbered box around every block, beside the blocks themselves.
//
// The page needs nothing else: pictures are embedded, there is no script.
package view

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// Picture is how a page looks.
type Picture struct {
	MediaType     string
	Data          []byte
	Width, Height float64 // of the page, in the unit of its blocks' boxes
}

// Write writes doc. The function picture gives the picture of the node with that 0-based index; it may be nil,
// and may return nil when there is none: then boxes stand on white.
func Write(w io.Writer, doc *udm.Document, picture func(index int) (*Picture, error)) error {
	b := bufio.NewWriter(w)
	title := doc.Metadata.Title
	if title == "" {
		title = doc.SourcePath
	}
	fmt.Fprintf(b, head, html.EscapeString(title), html.EscapeString(title))
	legend(b, doc)
	for i, n := range doc.Nodes {
		var p *Picture
		if picture != nil {
			var err error
			if p, err = picture(i); err != nil {
				return fmt.Errorf("picture of %s %d: %w", n.Role, i+1, err)
			}
		}
		writeNode(b, n, i, p)
	}
	b.WriteString("</body>\n</html>\n")
	return b.Flush()
}

const head = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem; color: #222; background: #f4f4f4 }
section { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; margin: 1rem 0 3rem }
h2 { grid-column: 1 / 3; margin: 0; font-size: 1rem }
.page { position: relative; background: #fff; box-shadow: 0 0 4px #0004; align-self: start; background-size: 100%% 100%% }
.box { position: absolute; border: 1.5px solid; box-sizing: border-box }
.box b { position: absolute; left: 0; top: -1.1em; font-size: 10px; line-height: 1.1em; color: #fff; padding: 0 3px }
ol { margin: 0; padding: 0; list-style: none }
li { background: #fff; margin: 0 0 .4rem; padding: .3rem .6rem; border-left: 4px solid; overflow-wrap: anywhere }
li small { color: #666 }
pre { margin: .2rem 0; white-space: pre-wrap; font: inherit }
pre.code { font-family: monospace; white-space: pre; overflow-x: auto }
table { border-collapse: collapse; font-size: 12px; margin: .2rem 0 }
td, th { border: 1px solid #bbb; padding: 1px 5px; text-align: left; vertical-align: top }
th { background: #eee }
.legend span { color: #fff; padding: 1px 6px; margin-right: 6px; font-size: 12px }
</style>
</head>
<body>
<h1>%s</h1>
`

var colors = map[udm.Category]string{
	udm.Title: "#c0392b", udm.NarrativeText: "#2471a3", udm.UncategorizedText: "#7f8c8d", udm.ListItem: "#117a65", udm.TableCategory: "#b9770e",
	udm.Image: "#7d3c98", udm.Header: "#95a5a6", udm.Footer: "#95a5a6", udm.FigureCaption: "#a04000", udm.FormulaCategory: "#884ea0", udm.Address: "#148f77",
	udm.EmailAddress: "#148f77", udm.CodeSnippet: "#1b4f72", udm.Footnote: "#6e2c00",
}

func colorOf(b *udm.ContentBlock) string {
	if c := colors[b.Category]; c != "" {
		return c
	}
	return "#555"
}

// legend lists the categories that occur, in the model's order.
func legend(w *bufio.Writer, doc *udm.Document) {
	count := make(map[string]int)
	colour := make(map[string]string)
	for _, n := range doc.Nodes {
		for _, b := range n.Blocks {
			count[label(b)]++
			colour[label(b)] = colorOf(b)
		}
	}
	w.WriteString("<p class=\"legend\">")
	for _, name := range append(udm.CategoryNames(), udm.ContentTypeNames()...) {
		if n := count[name]; n > 0 {
			fmt.Fprintf(w, "<span style=\"background:%s\">%s %d</span>", colour[name], name, n)
		}
	}
	w.WriteString("</p>\n")
}

// label is a block's category, or its content type when it has none.
func label(b *udm.ContentBlock) string {
	if b.Category != udm.NoCategory {
		return b.Category.String()
	}
	return b.Type.String()
}

func writeNode(w *bufio.Writer, n *udm.StructuralNode, index int, p *Picture) {
	fmt.Fprintf(w, "<section>\n<h2>%s %d", n.Role, index+1)
	if n.Label != "" {
		fmt.Fprintf(w, " – %s", html.EscapeString(n.Label))
	}
	w.WriteString("</h2>\n")
	width, height := extent(n, p)
	if width > 0 && height > 0 {
		fmt.Fprintf(w, "<div class=\"page\" style=\"aspect-ratio:%.4g", width/height)
		if p != nil {
			fmt.Fprintf(w, ";background-image:url(data:%s;base64,%s)", p.MediaType, base64.StdEncoding.EncodeToString(p.Data))
		}
		w.WriteString("\">\n")
		for i, b := range n.Blocks {
			if r := b.Position.BBox; r != nil {
				c := colorOf(b)
				fmt.Fprintf(w, "<div class=\"box\" style=\"left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%;border-color:%s\"><b style=\"background:%s\">%d</b></div>\n",
					100*r.X/width, 100*r.Y/height, 100*r.Width/width, 100*r.Height/height, c, c, i+1)
			}
		}
		w.WriteString("</div>\n")
	} else {
		w.WriteString("<div></div>\n")
	}
	w.WriteString("<ol>\n")
	for i, b := range n.Blocks {
		writeBlock(w, b, i)
	}
	w.WriteString("</ol>\n</section>\n")
}

// extent is the page's size, or that of all boxes when there is no picture.
func extent(n *udm.StructuralNode, p *Picture) (width, height float64) {
	if p != nil {
		return p.Width, p.Height
	}
	for _, b := range n.Blocks {
		if r := b.Position.BBox; r != nil {
			width, height = max(width, r.X+r.Width), max(height, r.Y+r.Height)
		}
	}
	return width * 1.03, height * 1.03
}

func writeBlock(w *bufio.Writer, b *udm.ContentBlock, i int) {
	fmt.Fprintf(w, "<li style=\"border-color:%s\"><small>%d %s%s</small>", colorOf(b), i+1, label(b), facts(b))
	switch {
	case b.Table != nil:
		writeTable(w, b.Table)
	case b.Type == udm.Code:
		fmt.Fprintf(w, "<pre class=\"code\">%s</pre>", html.EscapeString(b.Text))
	case b.Text != "":
		fmt.Fprintf(w, "<pre>%s</pre>", html.EscapeString(b.Text))
	}
	w.WriteString("</li>\n")
}

// facts names what matters of a block's attributes.
func facts(b *udm.ContentBlock) string {
	var s []string
	if a := b.Attr; a != nil {
		if a.HeadingLevel > 0 {
			s = append(s, fmt.Sprintf("level %d", a.HeadingLevel))
		}
		if a.ListType != "" {
			s = append(s, fmt.Sprintf("%s %q, level %d", a.ListType, a.ListLabel, a.ListLevel))
		}
		if a.AltText != "" {
			s = append(s, fmt.Sprintf("alt %q", a.AltText))
		}
		if a.Caption != "" {
			s = append(s, fmt.Sprintf("caption %q", a.Caption))
		}
		for _, l := range a.Links {
			s = append(s, l.URL)
		}
	}
	if b.Table != nil && b.Table.Caption != "" {
		s = append(s, fmt.Sprintf("caption %q", b.Table.Caption))
	}
	if b.Data != nil && b.Data.Width > 0 {
		s = append(s, fmt.Sprintf("%d × %d pixels", b.Data.Width, b.Data.Height))
	}
	if len(s) == 0 {
		return ""
	}
	return " · " + html.EscapeString(strings.Join(s, " · "))
}

func writeTable(w *bufio.Writer, t *udm.Table) {
	w.WriteString("<table>")
	for r := range t.Rows() {
		w.WriteString("<tr>")
		tag := "td"
		if r < t.HeaderRows {
			tag = "th"
		}
		for c := range t.Cols() {
			if covered(t, r, c) {
				continue
			}
			span := ""
			if m, ok := t.MergeAt(r, c); ok {
				span = fmt.Sprintf(" rowspan=\"%d\" colspan=\"%d\"", m.RowSpan, m.ColSpan)
			}
			fmt.Fprintf(w, "<%s%s>%s</%s>", tag, span, html.EscapeString(t.Cell(r, c)), tag)
		}
		w.WriteString("</tr>")
	}
	w.WriteString("</table>")
}

func covered(t *udm.Table, r, c int) bool {
	for _, m := range t.Merged {
		if m.Covers(r, c) {
			return true
		}
	}
	return false
}
