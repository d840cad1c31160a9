package rst

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// manyLines is for arguments that go on up to an empty line or an option.
const manyLines = 1 << 20

// directive parses a directive by its name.
func (p *parser) directive(dirName string, b *explicitBlock, at place) []*node {
	inner := at.inner()
	nested := func(d directiveParts) []*node { return p.body(d.content, inner) }
	switch dirName {
	case "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning", "seealso", "todo":
		return []*node{{kind: group, role: admonition, style: dirName, children: nested(split(b, 0))}}
	case "admonition", "topic", "sidebar":
		d := split(b, manyLines)
		title := &node{kind: paragraph, text: d.arg, style: "caption"}
		return []*node{{kind: group, role: admonition, style: dirName, children: append([]*node{title}, nested(d)...)}}
	case "image":
		d := split(b, manyLines)
		return []*node{{kind: image, name: joinURL(d.arg), opts: d.opts}}
	case "figure":
		d := split(b, manyLines)
		return []*node{{kind: figure, name: joinURL(d.arg), opts: d.opts, children: nested(d)}}
	case "code", "code-block", "sourcecode", "highlight-block":
		d := split(b, 1)
		n := &node{kind: literal, name: d.arg, text: strings.Join(d.content, "\n"), opts: d.opts}
		if c := d.opts["caption"]; c != "" {
			return []*node{{kind: paragraph, text: c, style: "caption"}, n}
		}
		return []*node{n}
	case "parsed-literal":
		d := split(b, 0)
		return []*node{{kind: parsed, text: strings.Join(d.content, "\n")}}
	case "doctest", "testcode", "testoutput", "testsetup", "ipython", "prompt", "console", "graphviz", "digraph", "graph", "mermaid", "plantuml", "uml", "productionlist", "aafig", "tabularcolumns", "jupyter-execute":
		d := split(b, 1)
		if dirName == "tabularcolumns" || dirName == "testsetup" {
			return nil
		}
		lang := map[string]string{"doctest": "python", "testcode": "python", "ipython": "python", "prompt": "console", "console": "console"}[dirName]
		return []*node{{kind: literal, name: lang, text: strings.Join(d.content, "\n")}}
	case "math":
		d := split(b, 0)
		var out []*node
		for _, block := range paragraphs(d.content) {
			out = append(out, &node{kind: formula, text: strings.Join(block, "\n")})
		}
		return out
	case "table":
		d := split(b, manyLines)
		out := nested(d)
		for _, n := range out {
			if n.kind == table {
				n.grid.caption = d.arg
				break
			}
		}
		return out
	case "csv-table":
		return p.csvTable(split(b, manyLines), inner)
	case "list-table":
		return p.listTable(split(b, manyLines), inner)
	case "flat-table":
		return p.listTable(split(b, manyLines), inner)
	case "epigraph", "highlights", "pull-quote":
		return []*node{{kind: group, style: "blockquote", children: nested(split(b, 0))}}
	case "compound", "glossary", "hlist", "default-domain", "cssclass":
		return nested(split(b, 0))
	case "container", "class", "rst-class", "only", "ifconfig", "centered", "tab-set", "grid", "card-carousel":
		d := split(b, manyLines)
		if dirName == "centered" && d.arg != "" {
			return append([]*node{{kind: paragraph, text: d.arg}}, nested(d)...)
		}
		return nested(d)
	case "rubric":
		return []*node{{kind: paragraph, text: split(b, manyLines).arg, style: "rubric"}}
	case "header", "footer":
		role := pageHeader
		if dirName == "footer" {
			role = pageFooter
		}
		return []*node{{kind: group, role: role, children: nested(split(b, 0))}}
	case "versionadded", "versionchanged", "versionremoved", "deprecated", "deprecated-removed":
		d := split(b, manyLines)
		return []*node{{kind: group, role: admonition, style: dirName, children: append([]*node{{kind: paragraph, text: d.arg}}, nested(d)...)}}
	case "toctree":
		return toctree(split(b, 0))
	case "meta":
		p.metaTags(split(b, 0))
	case "title":
		p.meta.Title = b.first
	case "highlight":
		p.language = language(b.first)
	case "role":
		p.defineRole(b.first)
	case "include", "literalinclude":
		p.in.Warnf("%s of %q left out", dirName, b.first)
	case "raw", "contents", "sectnum", "section-numbering", "default-role", "replace", "unicode", "date", "index", "target-notes", "restructuredtext-test-directive",
		"module", "currentmodule", "py:module", "py:currentmodule", "sectionauthor", "codeauthor", "moduleauthor", "tags", "automodule", "autosummary", "autoclass", "autofunction",
		"automethod", "autodata", "autoattribute", "autoexception", "bibliography":
	default:
		return p.unknown(dirName, b, inner)
	}
	return nil
}

// unknown keeps the argument of a directive that is not known, as a signature or title, and its content.
func (p *parser) unknown(dirName string, b *explicitBlock, inner place) []*node {
	d := split(b, manyLines)
	var out []*node
	if d.arg != "" {
		style := "signature"
		if !strings.Contains(dirName, ":") && !strings.Contains(d.arg, "(") {
			style = dirName
		}
		out = append(out, &node{kind: lines, text: escape(d.arg), style: style})
	}
	return append(out, p.body(d.content, inner)...)
}

// paragraphs cuts lines at empty ones.
func paragraphs(src []string) [][]string {
	var out [][]string
	start := 0
	for i := 0; i <= len(src); i++ {
		if i == len(src) || src[i] == "" {
			if i > start {
				out = append(out, src[start:i])
			}
			start = i + 1
		}
	}
	return out
}

// toctree lists the documents of a table of contents.
func toctree(d directiveParts) []*node {
	l := &node{kind: list, name: "-"}
	for _, line := range d.content {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ':' || strings.HasPrefix(line, ".. ") {
			continue
		}
		text := escape(line)
		if title, doc, ok := strings.Cut(line, " <"); ok {
			text = "`" + escape(title) + " <" + strings.TrimSuffix(doc, ">") + ">`__"
		}
		l.children = append(l.children, &node{kind: item, children: []*node{{kind: paragraph, text: text}}})
	}
	if len(l.children) == 0 {
		return nil
	}
	return []*node{l}
}

// metaTags reads the fields of the meta directive.
func (p *parser) metaTags(d directiveParts) {
	for key, value := range d.opts {
		p.metaTag(key, value)
	}
	for _, l := range d.content {
		if key, value, ok := fieldMarker(l); ok {
			p.metaTag(key, value)
		}
	}
}

func (p *parser) metaTag(key, value string) {
	switch key, _, _ = strings.Cut(strings.ToLower(key), " "); key {
	case "description", "keywords", "author", "date", "language":
		p.docinfo(key, value)
	}
}

// language is the name of a code block's language.
func language(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), " ")
	switch s {
	case "none", "text", "default", "guess":
		return ""
	}
	return s
}

// csvTable parses the csv-table directive.
func (p *parser) csvTable(d directiveParts, inner place) []*node {
	if d.opts["file"] != "" || d.opts["url"] != "" {
		p.in.Warnf("csv-table of %q left out", d.opts["file"]+d.opts["url"])
		return nil
	}
	g := &grid{caption: d.arg}
	delim, quote := ',', '"'
	switch v := d.opts["delim"]; v {
	case "":
	case "tab":
		delim = '\t'
	case "space":
		delim = ' '
	default:
		if r, ok := codePoint(v); ok && len(v) > 1 {
			delim = r
		} else {
			delim = []rune(v)[0]
		}
	}
	if v := []rune(d.opts["quote"]); len(v) > 0 {
		quote = v[0]
	}
	if v := d.opts["header"]; v != "" {
		g.rows = append(g.rows, p.csvRows(v, delim, quote, inner)...)
		g.header = len(g.rows)
	}
	n, _ := strconv.Atoi(d.opts["header-rows"])
	g.header += max(n, 0)
	g.rows = append(g.rows, p.csvRows(strings.Join(d.content, "\n"), delim, quote, inner)...)
	if len(g.rows) == 0 {
		return nil
	}
	return []*node{{kind: table, grid: g}}
}

// csvRows reads comma-separated values whose cells are bodies of text.
func (p *parser) csvRows(s string, delim, quote rune, inner place) [][]gridCell {
	var rows [][]gridCell
	var row []gridCell
	var cell strings.Builder
	quoted, start := false, true
	endCell := func() {
		row = append(row, gridCell{1, 1, p.body(dedent(trimBlank(splitLines(cell.String()))), inner)})
		cell.Reset()
		start = true
	}
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case quoted && r == quote:
			if i+1 < len(runes) && runes[i+1] == quote {
				cell.WriteRune(quote)
				i++
			} else {
				quoted = false
			}
		case quoted:
			cell.WriteRune(r)
		case start && r == quote:
			quoted, start = true, false
		case start && r == ' ' && delim != ' ':
		case r == delim:
			endCell()
		case r == '\n':
			if len(row) > 0 || cell.Len() > 0 {
				endCell()
				rows, row = append(rows, row), nil
			}
		default:
			cell.WriteRune(r)
			start = false
		}
	}
	if len(row) > 0 || cell.Len() > 0 {
		endCell()
		rows = append(rows, row)
	}
	return rows
}

// listTable parses the list-table directive: a list of rows, each a list of cells.
func (p *parser) listTable(d directiveParts, inner place) []*node {
	g := &grid{caption: d.arg}
	g.header, _ = strconv.Atoi(d.opts["header-rows"])
	for _, n := range p.body(d.content, inner) {
		if n.kind != list {
			continue
		}
		for _, it := range n.children {
			var row []gridCell
			for _, cells := range it.children {
				if cells.kind != list {
					continue
				}
				for _, c := range cells.children {
					row = append(row, gridCell{1, 1, c.children})
				}
			}
			g.rows = append(g.rows, row)
		}
	}
	g.header = min(max(g.header, 0), len(g.rows))
	if len(g.rows) == 0 {
		return nil
	}
	return []*node{{kind: table, grid: g}}
}

// category is the category of a group's paragraphs.
func (r role) category() udm.Category {
	switch r {
	case pageHeader:
		return udm.Header
	case pageFooter:
		return udm.Footer
	}
	return udm.NoCategory
}
