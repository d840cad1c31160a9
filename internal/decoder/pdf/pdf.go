// Package pdf decodes PDF documents (ISO 32000-2): one node a page.
//
// Two engines read pages into the model of package page: interp, which runs the content streams itself and is
// the fast one, and pdfium, for documents and pages that interp cannot read. Package layout makes blocks of
// the pages. Which engine was used is in the document's metadata as pdf_engine; a warning says why when it
// was not interp.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/layout"
	"github.com/udecode/udecode/internal/udm"
)

const name = "pdf"

// Format is PDF.
var Format = decoder.Format{
	Name:       name,
	Title:      "PDF document",
	MediaTypes: []string{"application/pdf"},
	Extensions: []string{".pdf"},
	Unit:       udm.Page,
	Match:      match,
	Decode:     decode,
	Draw:       openPictures,
}

// match looks for the header where readers accept it: within the first 1,024 bytes.
func match(p *decoder.Probe) decoder.Confidence {
	head := p.Head[:min(len(p.Head), 1024)]
	switch {
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return decoder.Certain
	case bytes.Contains(head, []byte("%PDF-")):
		return decoder.ByContent
	case p.Ext == ".pdf":
		return decoder.ByName
	}
	return decoder.No
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	e, err := open(ctx, in)
	if err != nil {
		return nil, err
	}
	defer e.close()
	opt := layout.Options{NoTables: in.Options.Strategy == "fast", NoImages: in.Options.Strategy == "fast" || in.Options.NoImages}
	info := e.info()
	opt.Tags = layout.NewTags(info)
	pages, err := e.pages(ctx, opt)
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, name)
	doc.Metadata = info.Metadata
	doc.Metadata.Set("language", info.Language)
	doc.Metadata.Set("pdf_engine", e.used())
	if n := e.byOCR.Load(); n > 0 {
		doc.Metadata.Set("ocr_pages", int(n))
	}
	if c := layout.Comments(pages); len(c) > 0 {
		doc.Metadata.Set("comments", c)
	}
	doc.Nodes = layout.Build(pages, info, opt)
	if err := charge(in, doc); err != nil {
		return nil, err
	}
	for _, w := range info.Warnings {
		in.Warnf("%s", w)
	}
	for _, a := range info.Attachments {
		in.Attach(a.Name, a.Blob)
	}
	return doc, nil
}

// charge counts the document's blocks and cells.
func charge(in *decoder.Input, doc *udm.Document) error {
	for _, n := range doc.Nodes {
		if err := in.Budget.ChargeBlocks(int64(len(n.Blocks))); err != nil {
			return err
		}
		for _, b := range n.Blocks {
			if b.Table == nil {
				continue
			}
			if err := in.Budget.ChargeCells(int64(b.Table.Rows() * b.Table.Cols())); err != nil {
				return err
			}
		}
	}
	return nil
}

// malformed wraps an engine's error so that callers can tell what it means.
func malformed(err error) error {
	if errors.Is(err, decoder.ErrMalformed) || errors.Is(err, decoder.ErrEncrypted) {
		return err
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}
