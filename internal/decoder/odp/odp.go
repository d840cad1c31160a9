// Package odp reads OpenDocument presentations: .odp, templates (.otp) and flat XML (.fodp).
//
// A slide is a draw:page: shapes in drawing order, of which some fill a place of the layout (title, outline, …;
// presentation:class), and the speaker's notes (OpenDocument 1.3 part 3, 10.2). What the master page draws is
// not repeated, but for footer, date and slide number, which the slide switches on (16.43 and 20.360).
package odp

import (
	"context"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/udm"
)

const name = "odp"

// Format is the OpenDocument presentation format.
var Format = decoder.Format{
	Name:  name,
	Title: "OpenDocument presentation",
	MediaTypes: []string{
		"application/vnd.oasis.opendocument.presentation",
		"application/vnd.oasis.opendocument.presentation-template",
		"application/vnd.oasis.opendocument.presentation-flat-xml",
	},
	Extensions: []string{".odp", ".otp", ".fodp"},
	Unit:       udm.Slide,
	Match:      odf.Match("presentation", "presentation-template"),
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	d := deck{
		doc:        doc,
		skipHidden: in.Options.SkipHidden,
		masters:    map[string][]margin{},
		headers:    map[string]string{},
		footers:    map[string]string{},
		dates:      map[string]string{},
	}
	err := odftext.ReadDocument(ctx, in, &doc.Metadata, odftext.Handler{
		Body:       "office:presentation",
		ReadBody:   d.read,
		ReadMaster: d.readMaster,
	})
	if err != nil {
		return nil, err
	}
	return doc, nil
}
