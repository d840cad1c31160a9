// Package pages writes the texts of pages and sections, one file each, and the list of them, sections.jsonl.
package pages

import (
	"context"

	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/writebuf"
)

// Writer writes section texts.
type Writer struct{}

// Write writes a text file for each section that has text.
func (Writer) Write(ctx context.Context, dir output.Dir, res *output.Result) error {
	for i := range res.Records {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := text(dir, &res.Records[i]); err != nil {
			return err
		}
	}
	return nil
}

func text(dir output.Dir, r *output.Record) error {
	f, err := dir.Create(r.File)
	if err != nil {
		return err
	}
	bw := writebuf.New(f)
	_, err = r.Text.WriteTo(bw)
	if e := bw.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Index writes sections.jsonl.
type Index struct {
	Files bool // text files are written; else records name none
}

// Write writes a record a line for each section that has text.
func (x Index) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("sections.jsonl")
	if err != nil {
		return err
	}
	w := jsonwrite.New(f, false)
	for i := range res.Records {
		record(w, i, &res.Records[i], x.Files)
	}
	err = w.Close()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func record(w *jsonwrite.Writer, index int, r *output.Record, files bool) {
	w.Begin('{')
	w.Key("id")
	w.String(r.ID)
	w.Key("kind")
	w.String(r.Kind)
	w.Key("index")
	w.Int(int64(index))
	w.Key("label")
	w.StringOrNull(r.Section.Label)
	w.Key("file")
	if files {
		w.String(r.File)
	} else {
		w.Null()
	}
	w.Key("page_number")
	w.CountOrNull(int64(r.Section.Page))
	w.Key("heading_path")
	w.Any(r.HeadingPath)
	w.Key("parent")
	w.StringOrNull(r.Parent)
	w.Key("char_offset")
	w.Int(int64(r.Text.Offset))
	w.Key("char_length")
	w.Int(int64(r.Text.Length))
	w.Key("element_types")
	w.Any(r.ElementTypes)
	w.Key("table_count")
	w.Int(int64(r.Tables))
	w.Key("image_count")
	w.Int(int64(r.Images))
	w.Key("blocks")
	w.Begin('[')
	for _, s := range r.Text.Spans {
		w.Begin('{')
		w.Key("id")
		w.String(r.Section.Blocks[s.Block].ID.String())
		w.Key("char_offset")
		w.Int(int64(s.Offset))
		w.Key("char_length")
		w.Int(int64(s.Length))
		w.End('}')
	}
	w.End(']')
	w.End('}')
	w.Line()
}
