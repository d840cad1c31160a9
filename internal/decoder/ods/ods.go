// Package ods reads OpenDocument spreadsheets: .ods, templates (.ots) and flat XML (.fods).
//
// A sheet is a table:table (OpenDocument 1.3 part 3, 9.1). Its cells hold their text as it is shown, and their value; runs
// of equal cells and rows are written once with a number, which goes up to the size of the largest sheet: empty
// ones are never expanded, others charge the budget first. Text of a cell that holds only a value is made by its data
// style (16.29). How cells come apart into tables and texts is the business of package sheet.
package ods

import (
	"context"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/udm"
)

const name = "ods"

// Format is the OpenDocument spreadsheet format.
var Format = decoder.Format{
	Name:  name,
	Title: "OpenDocument spreadsheet",
	MediaTypes: []string{
		"application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.oasis.opendocument.spreadsheet-template",
		"application/vnd.oasis.opendocument.spreadsheet-flat-xml",
	},
	Extensions: []string{".ods", ".ots", ".fods"},
	Unit:       udm.Sheet,
	Memory:     20,
	Match:      odf.Match("spreadsheet", "spreadsheet-template"),
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	b := book{ctx: ctx, in: in, frozen: map[string]int{}}
	err := odftext.ReadDocument(ctx, in, &doc.Metadata, odftext.Handler{
		Body:         "office:spreadsheet",
		ReadBody:     b.read,
		ReadSettings: b.readSettings,
	})
	if err != nil {
		return nil, err
	}
	if len(b.names) > 0 {
		doc.Metadata.Set("defined_names", b.names)
	}
	for _, w := range b.sheets {
		node, err := w.node()
		if err != nil {
			return nil, err
		}
		doc.Nodes = append(doc.Nodes, node)
	}
	return doc, nil
}
