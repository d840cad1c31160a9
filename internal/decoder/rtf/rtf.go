// Package rtf decodes Rich Text Format files. How the format is read stands in package rtfblock.
package rtf

import (
	"context"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/rtfblock"
	"github.com/udecode/udecode/internal/udm"
)

// Format is Rich Text Format.
var Format = decoder.Format{
	Name:       "rtf",
	Title:      "Rich Text Format",
	MediaTypes: []string{"application/rtf", "text/rtf"},
	Extensions: []string{".rtf"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if rtfblock.HasSignature(p.Head) {
			return decoder.Certain
		}
		if p.Ext == ".rtf" && rtfblock.IsFragment(p.Head) {
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	b, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	c, err := rtfblock.Read(ctx, in, b)
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "rtf")
	doc.Nodes, doc.Metadata = c.Nodes, c.Metadata
	return doc, nil
}
