package udmjson

import (
	"context"

	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/output"
)

// Writer writes document.json, indented by two spaces unless Compact is set.
type Writer struct {
	Options
	Compact bool
}

// Write writes document.json.
func (w Writer) Write(_ context.Context, dir output.Dir, res *output.Result) error {
	f, err := dir.Create("document.json")
	if err != nil {
		return err
	}
	jw := jsonwrite.New(f, !w.Compact)
	err = Write(jw, res.Doc, w.Options)
	jw.Line()
	if e := jw.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
