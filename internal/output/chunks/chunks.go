// Package chunks writes chunks.jsonl: the overlapping chunks of each section's text, with what a vector store wants to know of
// them.
package chunks

import (
	"context"

	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/udm"
)

// Writer writes chunks.jsonl.
type Writer struct{}

// Write writes a record a line.
func (Writer) Write(ctx context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("chunks.jsonl")
	if err != nil {
		return err
	}
	w := jsonwrite.New(f, false)
	for i := range res.Chunks {
		if err = ctx.Err(); err != nil {
			break
		}
		record(w, &res.Chunks[i])
	}
	if e := w.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func record(w *jsonwrite.Writer, c *output.Chunk) {
	r := c.Record
	w.Begin('{')
	w.Key("id")
	w.String(c.ID)
	w.Key("section")
	w.String(r.ID)
	w.Key("index")
	w.Int(int64(c.Index))
	w.Key("char_offset")
	w.Int(int64(c.Offset))
	w.Key("char_length")
	w.Int(int64(c.Length))
	w.Key("text")
	w.String(c.Text)
	w.Key("heading_path")
	w.Any(r.HeadingPath)
	w.Key("page_number")
	w.CountOrNull(int64(r.Section.Page))
	w.Key("blocks")
	w.Begin('[')
	blocks := covered(c)
	for _, b := range blocks {
		w.String(b.ID.String())
	}
	w.End(']')
	w.Key("bboxes")
	w.Begin('[')
	for _, b := range blocks {
		if bb := b.Position.BBox; bb != nil {
			w.Begin('{')
			w.Key("page")
			w.Int(int64(max(int(b.Position.Page), r.Section.Page)))
			w.Box(bb.X, bb.Y, bb.Width, bb.Height)
			w.End('}')
		}
	}
	w.End(']')
	w.End('}')
	w.Line()
}

// covered returns the blocks of which a chunk has at least one character.
func covered(c *output.Chunk) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	for _, s := range c.Record.Text.Spans {
		if s.Offset < c.Offset+c.Length && s.Offset+s.Length > c.Offset {
			out = append(out, c.Record.Section.Blocks[s.Block])
		}
	}
	return out
}
