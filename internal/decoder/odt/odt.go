// Package odt reads OpenDocument text documents: .odt, templates (.ott) and flat XML (.fodt).
//
// The text's elements are read by package odftext, the package and styles by odf. What is left here is what only
// text documents have: sections at headings of the first level, headers and footers of the master pages
// that are in use (OpenDocument 1.3 part 3, 16.9), and page numbers. A file states where pages broke when it was
// saved; they count only if the sum agrees with the number of pages that the metadata states.
package odt

import (
	"context"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/udm"
)

const name = "odt"

// Format is the OpenDocument text format.
var Format = decoder.Format{
	Name:  name,
	Title: "OpenDocument text",
	MediaTypes: []string{
		"application/vnd.oasis.opendocument.text",
		"application/vnd.oasis.opendocument.text-template",
		"application/vnd.oasis.opendocument.text-master",
		"application/vnd.oasis.opendocument.text-flat-xml",
	},
	Extensions: []string{".odt", ".ott", ".odm", ".fodt"},
	Unit:       udm.Section,
	Memory:     20,
	Match:      odf.Match("text", "text-template", "text-master", "text-master-template", "text-web"),
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	var (
		body    outline.Builder
		masters masterPages
		reader  *odftext.Reader
	)
	err := odftext.ReadDocument(ctx, in, &doc.Metadata, odftext.Handler{
		Body:       "office:text",
		ReadMaster: masters.read,
		ReadBody: func(r *odftext.Reader) error {
			reader = r
			return r.Into(&body, r.Content)
		},
	})
	if err != nil {
		return nil, err
	}
	doc.Nodes = body.Nodes()
	for _, n := range doc.Nodes {
		reader.AttachCaptions(n.Blocks)
		if !pagesKnown(reader, &doc.Metadata) {
			clearPages(n.Blocks)
		}
	}
	headers, footers := masters.used(reader.Masters())
	first, last := doc.Nodes[0], doc.Nodes[len(doc.Nodes)-1]
	first.Blocks = append(headers, first.Blocks...)
	last.Add(footers...)
	return doc, nil
}

// pagesKnown reports whether the page breaks that were counted are all there are.
func pagesKnown(r *odftext.Reader, meta *udm.Metadata) bool {
	breaks, marked := r.Pages()
	if pages, ok := meta.Custom["page_count"].(int); ok {
		return pages == breaks+1
	}
	return marked
}

func clearPages(blocks []*udm.ContentBlock) {
	for _, b := range blocks {
		b.Position.Page = 0
	}
}
