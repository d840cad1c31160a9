// Package rst decodes reStructuredText (docutils' specification, and the directives and roles of Sphinx that
// documents use most).
//
// A text is read in two steps: parse makes a tree of its block structure and notes what it defines (targets,
// substitutions, footnotes); render writes the tree as blocks and resolves what texts refer to. Nothing outside
// of the input is read: include, raw files and CSV files are left out with a warning.
package rst

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/udm"
)

const name = "rst"

// Format is reStructuredText.
var Format = decoder.Format{
	Name:       name,
	Title:      "reStructuredText",
	MediaTypes: []string{"text/x-rst", "text/prs.fallenstein.rst"},
	Extensions: []string{".rst", ".rest"},
	Unit:       udm.Section,
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	text, err := markup.Read(in, &doc.Metadata)
	if err != nil {
		return nil, err
	}
	p := &parser{ctx: ctx, in: in, defs: newDefinitions(), meta: &doc.Metadata}
	tree := p.body(splitLines(text), place{top: true})
	if p.err != nil {
		return nil, p.err
	}
	p.defs.number()
	r := &renderer{Writer: markup.NewWriter(in.Budget), defs: p.defs}
	r.para.Collapse = true
	r.nodes(tree, markup.Context{})
	if r.Err != nil {
		return nil, r.Err
	}
	doc.Nodes = r.Nodes()
	if doc.Metadata.Title == "" {
		doc.Metadata.Title = onlyTitle(doc.Nodes)
	}
	return doc, ctx.Err()
}

// onlyTitle returns the document's title: a first-level heading that begins the text and is the only one.
func onlyTitle(nodes []*udm.StructuralNode) string {
	if len(nodes) != 1 {
		return ""
	}
	return nodes[0].Label
}

// splitLines cuts a text into lines without white space at their ends, tabs expanded to columns of 8.
func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.IndexByte(l, '\t') >= 0 {
			l = expandTabs(l)
		}
		lines[i] = strings.TrimRight(l, " \v\f\u00a0")
	}
	return lines
}

func expandTabs(l string) string {
	var sb strings.Builder
	col := 0
	for _, r := range l {
		if r == '\t' {
			n := 8 - col%8
			sb.WriteString("        "[:n])
			col += n
			continue
		}
		sb.WriteRune(r)
		col++
	}
	return sb.String()
}
