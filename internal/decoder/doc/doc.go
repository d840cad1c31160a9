// Package doc decodes the binary Word format of Word 97 to 2003 (MS-DOC), and that of Word 6 and 95 before it.
//
// The stream WordDocument begins with the FIB, a directory of positions (2.5). Text lies in pieces, in the file's order of
// writing; the piece table (2.8.35) puts them into the document's order of character positions (CP). One run of
// CPs holds the body and, behind it, footnotes, headers, comments, endnotes and text boxes, each with a table of the
// stories in it. Formatting is kept by file position (FC): pages of 512 bytes hold runs of changes ("sprm", 2.6) against
// a style, one set for characters (CHPX), one for paragraphs (PAPX). A table row is the paragraph at
// its end, whose changes describe the cells.
//
// Files older than Word 6 have none of this: they are reported as unsupported.
package doc

import (
	"context"
	"errors"
	"fmt"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the Word 6 to 2003 document.
var Format = decoder.Format{
	Name:       "doc",
	Title:      "Word 6–2003 document",
	MediaTypes: []string{"application/msword"},
	Extensions: []string{".doc"}, // templates are told by their content: a .dot may be a graph
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Has("WordDocument"):
			return decoder.Certain
		case isOldWord(p.Head):
			return decoder.ByContent
		}
		return decoder.No
	},
	Decode: decode,
}

// isOldWord reports whether a file is of Word for DOS or of Word for Windows before version 6, which had no
// compound files.
func isOldWord(b []byte) bool {
	if len(b) < 4 {
		return false
	}
	switch u16(b, 0) {
	case 0xa5db, 0xa59b, 0xa59c, 0xbe31, 0xbe32:
		return true
	}
	return false
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	head := make([]byte, 8)
	if n, _ := in.Content.ReadAt(head, 0); isOldWord(head[:n]) {
		return nil, fmt.Errorf("%w: Word document older than version 6", decoder.ErrUnsupported)
	}
	f, err := cfb.Open(in.Content, in.Budget)
	if err != nil {
		return nil, malformed(err)
	}
	d, err := open(f, in)
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "doc")
	doc.Metadata = cfb.Summary(f)
	doc.Nodes, err = d.nodes(ctx, &doc.Metadata)
	return doc, err
}

// malformed marks an error as one of the input, but for those of the budget.
func malformed(err error) error {
	if errors.Is(err, decoder.ErrMalformed) || errors.Is(err, decoder.ErrEncrypted) || isLimit(err) {
		return err
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}

// nodes reads all stories in the order in which a reader meets them.
func (d *document) nodes(ctx context.Context, meta *udm.Metadata) ([]*udm.StructuralNode, error) {
	var o outline.Builder
	headers, footers, err := d.furniture(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range headers {
		o.Add(b)
	}
	body := d.newStory(d.body)
	if err := d.read(ctx, body, 0, d.body.length); err != nil {
		return nil, err
	}
	if err := d.looseTextBoxes(ctx, body, d.body); err != nil {
		return nil, err
	}
	body.AddTo(&o)
	for _, b := range footers {
		o.Add(b)
	}
	comments, err := d.comments(ctx)
	if err != nil {
		return nil, err
	}
	if len(comments) > 0 {
		meta.Set("comments", comments)
	}
	d.attachObjects()
	return o.Nodes(), body.Err()
}
