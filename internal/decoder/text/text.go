// Package text decodes plain text: logs, notes, and any text that no other format claims.
//
// The whole file is one section. A paragraph ends at a blank line; where hardly any lines are blank, every line is one. Lines
// of a paragraph are joined, but for blocks of short lines (addresses, verse), which stay apart.
package text

import (
	"context"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/plaintext"
	"github.com/udecode/udecode/internal/udm"
)

// Format is plain text.
var Format = decoder.Format{
	Name:       "txt",
	Title:      "plain text",
	MediaTypes: []string{"text/plain"},
	Extensions: []string{".txt", ".text", ".log", ".asc", ".me", ".readme"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if p.Text {
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	s, guess := charset.Decode(raw, in.Options.Encoding)
	doc := decoder.NewDocument(in, "txt")
	doc.Metadata.Set("encoding", guess.Name)
	if guess.Name != "utf-8" {
		doc.Metadata.Set("encoding_confidence", guess.Confidence)
	}
	node := &udm.StructuralNode{Role: udm.Section}
	doc.Nodes = []*udm.StructuralNode{node}
	var charged int
	err = plaintext.Paragraphs(s, func(p string) error {
		if len(node.Blocks)%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		node.Add(plaintext.Block(p))
		charged++
		return in.Budget.ChargeBlocks(1)
	})
	return doc, err
}
