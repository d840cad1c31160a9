package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/view"
)

// boxes writes pages of HTML that show documents' blocks on pictures of their pages.
type boxes struct {
	dir    string
	pages  view.Ranges
	limits limit.Limits
	names  outdir.Names
}

// write writes one document's page and returns its path. What was decoded is read again for its pictures.
func (b *boxes) write(ctx context.Context, f *decoder.Format, in *decoder.Input, doc *udm.Document, warnings []string) (string, error) {
	v := view.Document{Document: doc, Warnings: warnings, Pages: b.pages}
	if f.Draw != nil {
		again := &decoder.Input{Path: in.Path, MediaType: in.MediaType, Content: in.Content, Options: in.Options, Budget: limit.NewBudget(b.limits.WithDefaults())}
		pictures, err := f.Draw(ctx, again)
		if err != nil {
			v.Warnings = append(v.Warnings, fmt.Sprintf("no pictures: %v", err))
		} else {
			defer pictures.Close()
			v.Pictures = pictures
		}
	}
	name := filepath.Join(b.dir, b.names.Place("", path.Base(in.Path))+".boxes.html")
	return name, writeFile(name, func(w *os.File) error { return view.Write(ctx, w, v) })
}

// writeFile writes a file that appears whole or not at all. What is there and no plain file, such as a device or a link, is written
// to as it is.
func writeFile(name string, write func(*os.File) error) error {
	if there, err := os.Lstat(name); err == nil && !there.Mode().IsRegular() {
		w, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
		if err == nil {
			err = write(w)
			err = cmp.Or(err, w.Close())
		}
		if err != nil {
			return &outdir.Error{Err: err}
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return &outdir.Error{Err: err}
	}
	part := name + ".part"
	w, err := os.Create(part)
	if err != nil {
		return &outdir.Error{Err: err}
	}
	err = write(w)
	if e := w.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
		return &outdir.Error{Err: err}
	}
	return nil
}
