// Package ppt decodes PowerPoint 97–2003 presentations (MS-PPT): PPT, PPS and POT.
//
// A presentation is the stream "PowerPoint Document" of a compound file: a heap of records to which every save
// appends. The stream "Current User" points at the last edit; the chain of edits gives a directory from
// persistent object ids to places (2.1.2). The document object lists the slides, each with the texts of its
// placeholders; a slide's own drawing holds its shapes, which refer to these texts or have their own.
package ppt

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

const name = "ppt"

// Format is PowerPoint's binary format.
var Format = decoder.Format{
	Name:       name,
	Title:      "PowerPoint 97–2003 presentation",
	MediaTypes: []string{"application/vnd.ms-powerpoint"},
	Extensions: []string{".ppt", ".pps", ".pot"},
	Unit:       udm.Slide,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	switch {
	case p.Has("PowerPoint Document"):
		return decoder.Certain
	case p.Has("PP40"), p.Has("PP97_DUALSTORAGE"):
		return decoder.ByContent
	}
	return decoder.No
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	f, err := cfb.Open(in.Content, in.Budget)
	if err != nil {
		return nil, wrap(err)
	}
	if dual := f.Storage("PP97_DUALSTORAGE"); dual != nil { // beside the same in the form of PowerPoint 95
		f = dual
	} else if f.Has("PP40") || f.Has("PersistentStorage Directory") {
		return nil, fmt.Errorf("%w: presentation of PowerPoint 95 or older", decoder.ErrUnsupported)
	}
	stream, err := f.Stream("PowerPoint Document")
	switch {
	case err != nil && len(stream) == 0:
		return nil, wrap(err)
	case err != nil:
		in.Warnf("%v", err)
	}
	d := &deck{in: in, stream: stream, doc: decoder.NewDocument(in, name)}
	d.pictures, _ = f.Stream("Pictures")
	user, _ := f.Stream("Current User")
	if err := d.openEdits(user); err != nil {
		return nil, err
	}
	if err := d.readDocument(); err != nil {
		return nil, err
	}
	d.doc.Metadata = cfb.Summary(f)
	for i := range d.slides {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := d.slide(&d.slides[i]); err != nil {
			return nil, err
		}
	}
	if len(d.comments) > 0 {
		d.doc.Metadata.Set("comments", d.comments)
	}
	return d.doc, nil
}

// wrap makes an error that is not about limits one about malformed input.
func wrap(err error) error {
	if errors.Is(err, limit.ErrExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}

// deck is a presentation while it is decoded.
type deck struct {
	in       *decoder.Input
	doc      *udm.Document
	stream   []byte // "PowerPoint Document"
	pictures []byte // "Pictures"

	objects map[uint32]uint32 // offsets in the stream by persistent object id
	root    uint32            // persistent id of the document

	width, height float64 // of slides, points
	firstNumber   int
	slides        []slide
	numbers       map[uint32]int    // place in the list by slide id, from 1
	masters       map[uint32]uint32 // persistent ids by slide id
	notes         map[uint32]uint32
	defaults      styles             // of the document
	masterStyle   map[uint32]*styles // by the master's slide id
	autoNumbers   map[outlineText][]autoNumber
	fonts         []string
	links         map[uint32]string // URLs by hyperlink id
	oles          map[uint32]oleObject
	images        []officeart.Entry
	allFooters    footers // of all slides
	comments      []any
}

// slide is an entry of the document's slide list.
type slide struct {
	persist uint32
	id      uint32
	number  int // 1-based place in the list
	texts   []*text
}

// outlineText names a text of the slide list.
type outlineText struct {
	slide uint32
	typ   uint32
}

// object returns the record of a persistent object.
func (d *deck) object(id uint32) (officeart.Record, bool) {
	at, ok := d.objects[id]
	if !ok || uint64(at) >= uint64(len(d.stream)) {
		return officeart.Record{}, false
	}
	return officeart.Read(d.stream[at:])
}

// cstring decodes a CString record: UTF-16 without control characters.
func cstring(r officeart.Record) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < 0x20 || c == 0xFFFE || c == 0xFFFF {
			return -1
		}
		return c
	}, officeart.UTF16(r.Data)))
}
