package view

import (
	"bufio"
	"fmt"
	"html"
	"io"
)

// page writes HTML.
type page struct{ *bufio.Writer }

// markup is text that is HTML already, or stands where no character has to be escaped.
type markup string

func newPage(w io.Writer) page { return page{bufio.NewWriterSize(w, 64<<10)} }

// printf writes HTML by a format as fmt has it, with the strings among the arguments escaped: they may stand in an element or in
// an attribute's quotes.
func (p page) printf(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = html.EscapeString(s)
		}
	}
	fmt.Fprintf(p, format, args...)
}

func (p page) head(h *head) {
	nodes := len(h.Doc.Nodes)
	p.printf(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<header>
<h1>%[2]s</h1>
<p>%[4]s · `, h.Policy, h.Doc.SourcePath, markup(pageCSS), h.Doc.SourceType)
	if h.Shown != nodes {
		p.printf("%d of ", h.Shown)
	}
	p.printf("%d %s", nodes, string(h.Unit))
	if nodes != 1 {
		p.printf("s")
	}
	p.printf("</p>")
	if len(h.Facts) > 0 {
		p.printf("\n<details><summary>Metadata</summary>")
		p.facts(h.Facts)
		p.printf("</details>")
	}
	for _, w := range h.Warnings {
		p.flaw(w)
	}
	p.printf("\n</header>\n<nav>")
	for _, e := range h.Legend {
		p.printf("\n"+`<label class="%s"><input type="checkbox" value="%[1]s" checked> %[1]s <small>%d</small></label>`, e.Kind, e.Count)
	}
	p.printf("\n</nav>\n<main>\n")
}

func (p page) end() {
	p.printf("</main>\n<script>%s</script>\n</body>\n</html>\n", markup(pageJS))
}

func (p page) flaw(s string) { p.printf("\n"+`<p class="flaw">%s</p>`, s) }

func (p page) facts(facts []fact) {
	if len(facts) == 0 {
		return
	}
	p.printf("\n<dl>")
	for _, f := range facts {
		p.printf("<dt>%s</dt><dd>%s</dd>", f.Name, f.Value)
	}
	p.printf("</dl>")
}

// node writes all of a node that stands above its blocks.
func (p page) node(n *node) {
	if n.Aspect != "" {
		p.printf(`<section style="--aspect:%s">`, n.Aspect)
	} else {
		p.printf(`<section class="bare">`)
	}
	p.printf("\n<h2>%s %d", n.Name, n.Number)
	if n.Label != "" {
		p.printf(" <q>%s</q>", n.Label)
	}
	p.printf("</h2>")
	if n.Flaw != "" {
		p.flaw("no picture: " + n.Flaw)
	}
	p.facts(n.Facts)
	if n.Aspect != "" {
		p.printf("\n" + `<div class="page">`)
		p.picture(n.Picture)
		for _, b := range n.Boxes {
			p.printf("\n"+`<a class="box %s" id="x%s" href="#b%[2]s" data-key="%[2]s" style="%[3]s"><b>%[4]d</b></a>`, b.Kind, b.Key, b.Place, b.Number)
		}
		p.printf("\n</div>")
	}
	p.printf("\n<ol>\n")
}

func (p page) endOfNode() { p.printf("</ol>\n</section>\n") }

func (p page) picture(url string) {
	if url != "" {
		p.printf("\n"+`<img src="%s" alt="">`, markup(url)) // its own base64
	}
}

func (p page) block(b *block) {
	p.printf(`<li class="%s" id="b%s" data-key="%[2]s"`, b.Kind, b.Key)
	if b.Depth > 0 {
		p.printf(` style="margin-left:%dem"`, b.Depth)
	}
	p.printf(">\n" + `<p class="kind">`)
	if b.Boxed {
		p.printf(`<a href="#x%s">%d</a>`, b.Key, b.Number)
	} else {
		p.printf("<b>%d</b>", b.Number)
	}
	p.printf(" %s", b.Kind)
	for _, t := range b.Tags {
		p.printf(" · %s", t)
	}
	p.printf("</p>")
	p.text(b)
	if b.Table != nil {
		p.table(b.Table)
	}
	p.picture(b.Thumbnail)
	p.facts(b.Facts)
	p.printf("\n</li>\n")
}

func (p page) text(b *block) {
	if len(b.Runs) == 0 {
		return
	}
	class := "text"
	if b.Source {
		class = "source"
	}
	p.printf("\n"+`<p class="%s" dir="auto">`, class)
	if b.Label != "" {
		p.printf(`<span class="label">%s</span> `, b.Label)
	}
	for _, r := range b.Runs {
		switch {
		case r.Class == "":
			p.printf("%s", r.Text)
		case r.URL == "":
			p.printf(`<span class="%s">%s</span>`, r.Class, r.Text)
		default:
			p.printf(`<span class="%s" title="%s">%s</span>`, r.Class, r.URL, r.Text)
		}
	}
	p.printf("</p>")
}

func (p page) table(t *table) {
	p.printf("\n<table>")
	for _, row := range t.Rows {
		p.printf("\n<tr>")
		for _, c := range row {
			element := "td"
			if c.Header {
				element = "th"
			}
			p.printf("<%s", element)
			if c.RowSpan > 1 {
				p.printf(` rowspan="%d"`, c.RowSpan)
			}
			if c.ColSpan > 1 {
				p.printf(` colspan="%d"`, c.ColSpan)
			}
			p.printf(">%s</%s>", c.Text, element)
		}
		p.printf("</tr>")
	}
	p.printf("\n</table>")
	if t.MoreRows > 0 {
		p.printf(`<p class="kind">%d more rows</p>`, t.MoreRows)
	}
	if t.MoreCols > 0 {
		p.printf(`<p class="kind">%d more columns</p>`, t.MoreCols)
	}
}
