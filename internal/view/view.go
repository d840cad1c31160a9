// Package view writes a document as one page of HTML for people who want to see what was understood: the picture of each
// page with a numbered box around every block, beside the blocks themselves.
//
// The page is whole: pictures, style and script are in it, and its content security policy forbids it to load or run
// anything else. All that comes from the document is escaped; none of its links can be followed.
package view

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// Pictures draws pages.
type Pictures interface {
	// Picture returns how the node with that 0-based index looks; nil when it has no picture.
	Picture(index int) (image.Image, error)
}

// Document is what is shown.
type Document struct {
	*udm.Document
	Warnings []string
	Pictures Pictures // nil: boxes stand on white
	Pages    Ranges   // the nodes to show, counted from 1
}

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// head is what stands above the nodes.
type head struct {
	Doc      *udm.Document
	Facts    []fact
	Warnings []string
	Legend   []entry
	Shown    int // of all nodes
	Unit     udm.Role
	Policy   string
}

// fact is something known of the document or a block.
type fact struct{ Name, Value string }

// entry is a line of the legend.
type entry struct {
	Kind  string
	Count int
}

// Write writes the page. Nodes are written one after the other, so that one picture at a time is in memory. A page that can't
// be drawn is shown without picture.
func Write(ctx context.Context, w io.Writer, d Document) error {
	p := newPage(w)
	p.head(newHead(&d))
	for i, n := range d.Nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !d.Pages.Has(i + 1) {
			continue
		}
		p.node(newNode(n, i, d.Pictures))
		for j, block := range n.Blocks {
			p.block(newBlock(block, i, j))
		}
		p.endOfNode()
	}
	p.end()
	return p.Flush()
}

func newHead(d *Document) *head {
	h := &head{Doc: d.Document, Warnings: d.Warnings}
	m := &d.Metadata
	for _, f := range []fact{{"title", m.Title}, {"author", m.Author}, {"created", m.CreatedAt}, {"modified", m.ModifiedAt}, {"tags", strings.Join(m.Tags, ", ")}} {
		if f.Value != "" {
			h.Facts = append(h.Facts, f)
		}
	}
	h.Facts = append(h.Facts, others(m.Custom)...)
	sum := sha256.Sum256([]byte(pageJS))
	h.Policy = fmt.Sprintf("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
	h.Legend, h.Shown = legend(d)
	if len(d.Nodes) > 0 {
		h.Unit = d.Nodes[0].Role
	}
	return h
}

// legend counts the blocks of each kind, in the model's order, and the nodes that are shown.
func legend(d *Document) (entries []entry, shown int) {
	count := make(map[string]int)
	for i, n := range d.Nodes {
		if !d.Pages.Has(i + 1) {
			continue
		}
		shown++
		for _, b := range n.Blocks {
			count[kind(b)]++
		}
	}
	for _, k := range slices.Concat(udm.CategoryNames(), udm.ContentTypeNames()) {
		if count[k] > 0 {
			entries = append(entries, entry{k, count[k]})
		}
	}
	return entries, shown
}

// kind is a block's category, or its content type when it has none.
func kind(b *udm.ContentBlock) string {
	if b.Category == udm.NoCategory {
		return b.Type.String()
	}
	return b.Category.String()
}
