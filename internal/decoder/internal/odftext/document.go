// Package odftext reads the text content of OpenDocument files: paragraphs, lists, tables, sections, notes, and the
// frames and shapes that are anchored in them. Text documents, cells of spreadsheets, slides and charts all
// hold the same elements (OpenDocument 1.3 part 3, chapters 5 to 10).
package odftext

import (
	"context"
	"errors"
	"fmt"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Handler says what a kind of document does with its parts.
type Handler struct {
	Body string // the element in office:body that the kind has: "office:text"
	// ReadBody reads the body, which the reader stands at.
	ReadBody func(*Reader) error
	// ReadMaster reads a style:master-page, which the reader stands at; nil when they do not matter.
	ReadMaster func(*Reader) error
	// ReadSettings reads the office:settings, which the reader stands at; nil when they do not matter.
	ReadSettings func(*Reader) error
}

// ReadDocument reads a file: first what it says of itself and of its styles, then its body. Content that is cut off
// or damaged further on gives a warning when something could be read before it.
func ReadDocument(ctx context.Context, in *decoder.Input, meta *udm.Metadata, h Handler) error {
	pkg, err := odf.Open(in)
	if err != nil {
		return err
	}
	r := &Reader{ctx: ctx, in: in, pkg: pkg, styles: odf.NewStyles(), shared: &shared{}}
	parts := []string{"meta.xml", "styles.xml", "settings.xml", "content.xml"}
	if pkg.Flat() {
		parts = parts[3:]
	}
	for _, part := range parts {
		if part != "content.xml" && !pkg.Has(part) || part == "settings.xml" && h.ReadSettings == nil {
			continue
		}
		err := r.readPart(part, meta, h)
		switch {
		case err == nil:
		case errors.Is(err, limit.ErrExceeded) || ctx.Err() != nil || part == "content.xml" && !r.begun:
			return err
		default:
			in.Warnf("%s: %v", part, err)
		}
	}
	if !r.begun {
		return fmt.Errorf("%w: no %s element", decoder.ErrMalformed, h.Body)
	}
	if len(r.shared.comments) > 0 {
		meta.Set("comments", r.shared.comments)
	}
	return nil
}

func (r *Reader) readPart(part string, meta *udm.Metadata, h Handler) error {
	s, done, err := r.pkg.Scan(part)
	if err != nil {
		return err
	}
	defer done()
	r.s = s
	r.styles = r.styles.Part()
	for {
		kind, err := s.Next()
		if err != nil {
			return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		if kind == xmlscan.EOF {
			return nil
		}
		if kind == xmlscan.Start {
			return s.Children(func() error { return r.readTop(meta, h) })
		}
	}
}

// readTop reads one child of a part's root element (part 3, 3.1.3).
func (r *Reader) readTop(meta *udm.Metadata, h Handler) error {
	switch r.s.Name() {
	case "office:meta":
		return odf.ReadMeta(r.s, meta)
	case "office:styles", "office:automatic-styles", "office:font-face-decls":
		return r.styles.Read(r.s)
	case "office:settings":
		if h.ReadSettings != nil {
			return h.ReadSettings(r)
		}
	case "office:master-styles":
		if h.ReadMaster == nil {
			return nil
		}
		return r.s.Children(func() error {
			if r.s.Name() == "style:master-page" {
				return h.ReadMaster(r)
			}
			return nil
		})
	case "office:body":
		return r.s.Children(func() error {
			if r.s.Name() != h.Body {
				return nil
			}
			r.begun = true
			return h.ReadBody(r)
		})
	}
	return nil
}
