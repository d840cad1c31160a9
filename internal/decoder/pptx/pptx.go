// Package pptx decodes PowerPoint presentations (PresentationML, ECMA-376 part 1 clause 19), transitional and
// strict: PPTX, PPTM, PPSX, PPSM, POTX and POTM.
//
// The presentation part lists the slides. A slide is a tree of shapes; a shape that is a placeholder takes
// what it does not say itself (place, bullets) from the placeholder of the same index or type on its
// layout, and that from its master (19.3.1.36). What layouts and masters show of their own is decoration
// and no slide's content.
package pptx

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

const name = "pptx"

// Format is PowerPoint's XML format.
var Format = decoder.Format{
	Name:  name,
	Title: "PowerPoint presentation",
	MediaTypes: []string{
		"application/vnd.openxmlformats-officedocument.presentationml.presentation",
		"application/vnd.openxmlformats-officedocument.presentationml.slideshow",
		"application/vnd.openxmlformats-officedocument.presentationml.template",
		"application/vnd.ms-powerpoint.presentation.macroenabled.12",
		"application/vnd.ms-powerpoint.slideshow.macroenabled.12",
		"application/vnd.ms-powerpoint.template.macroenabled.12",
	},
	Extensions: extensions,
	Unit:       udm.Slide,
	Memory:     20,
	Match:      match,
	Decode:     decode,
}

var extensions = []string{".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"}

func match(p *decoder.Probe) decoder.Confidence {
	if p.Has("ppt/presentation.xml") {
		return decoder.Certain
	}
	if p.Has("EncryptedPackage") && slices.Contains(extensions, p.Ext) {
		return decoder.ByContent
	}
	if p.Has("[Content_Types].xml") && p.Member != nil {
		if types := string(p.Member("[Content_Types].xml")); strings.Contains(types, "presentationml.") || strings.Contains(types, "ms-powerpoint.") {
			return decoder.Certain
		}
	}
	return decoder.No
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	pkg, err := opc.OpenWith(in.Content, in.Budget, opc.Options{Passwords: in.Options.Passwords, Repair: in.Options.Repair, Warn: in.Warnf})
	switch {
	case errors.Is(err, opc.ErrEncrypted):
		return nil, decoder.ErrEncrypted
	case errors.Is(err, limit.ErrExceeded):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	d := &deck{in: in, pkg: pkg, doc: decoder.NewDocument(in, name), sheets: map[string]*sheet{}, numbers: map[string]int{}, pictures: map[string]*udm.Data{}, attached: map[string]bool{}}
	d.text.Link, d.text.Field = d.link, d.field
	if main := pkg.Main(); main == "" && in.Options.Repair {
		d.looseSlides()
	} else if err := d.presentation(main); err != nil {
		return nil, wrap(err)
	}
	d.doc.Metadata = pkg.Metadata()
	for i := range d.slides {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := d.slide(&d.slides[i]); err != nil {
			if errors.Is(err, limit.ErrExceeded) {
				return nil, err
			}
			in.Warnf("slide %d: %v", d.slides[i].number, err)
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
	in  *decoder.Input
	pkg *opc.Package
	doc *udm.Document

	width, height float64 // of slides, points
	slides        []slide
	numbers       map[string]int      // slide numbers by part
	defaults      drawingml.ListStyle // p:defaultTextStyle
	sheets        map[string]*sheet   // layouts and masters by part
	authors       map[string]string   // of comments, by id
	comments      []any
	pictures      map[string]*udm.Data // by part
	attached      map[string]bool      // parts

	text drawingml.TextReader
	rels *opc.Rels // of the part that is being read
	at   *slide    // that is being read
}

// slide is an entry of the presentation's slide list.
type slide struct {
	part    string
	number  int    // 1-based place in the list
	shown   int    // number as slides show it
	section string // of the presentation, "" for none
}

// link returns the URL of a hyperlink: an external target as written, another slide as "#slide=3".
func (d *deck) link(id, action string) string {
	if id == "" {
		return ""
	}
	r, ok := d.rels.ByID(id)
	switch {
	case !ok:
		return ""
	case r.External:
		return r.Target
	case r.Type == "slide":
		if n := d.numbers[r.Target]; n > 0 {
			return fmt.Sprintf("#slide=%d", n)
		}
	}
	return ""
}

// field returns the text of a field: the slide's number is computed, all others are as last saved.
func (d *deck) field(typ, cached string) string {
	if typ == "slidenum" && d.at != nil {
		return fmt.Sprint(d.at.shown)
	}
	return cached
}

// blob returns an embedded part and its declared media type, nil when there is none.
func (d *deck) blob(part string) (udm.Blob, string) {
	return d.pkg.Blob(part), d.pkg.ContentType(part)
}

// attach hands an embedded file back to the walk. A part that several slides show is one file.
func (d *deck) attach(part string) {
	if d.attached[part] {
		return
	}
	d.attached[part] = true
	blob := d.pkg.Blob(part)
	if blob == nil {
		return
	}
	if name, file := oleobject.Unwrap(path.Base(part), blob, d.in.Budget); file != nil {
		d.in.Attach(name, file)
	}
}
