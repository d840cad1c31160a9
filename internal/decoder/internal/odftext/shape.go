package odftext

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Shape reads a frame, a drawn shape or a group of them (part 3, 10.3 and 10.4) and emits what is in it.
func (r *Reader) Shape() error {
	switch r.s.Name() {
	case "draw:frame":
		return r.frame()
	case "draw:control":
		return r.control()
	case "draw:a":
		outer := r.link
		r.link = strings.TrimSpace(r.s.Attr("xlink:href"))
		err := r.shapes()
		r.link = outer
		return err
	case "draw:g":
		return r.shapes()
	case "draw:rect", "draw:line", "draw:polyline", "draw:polygon", "draw:regular-polygon", "draw:path", "draw:circle",
		"draw:ellipse", "draw:connector", "draw:caption", "draw:measure", "draw:custom-shape":
		return r.Content()
	}
	return nil
}

// shapes reads the shapes in the current element.
func (r *Reader) shapes() error {
	para := r.para
	return r.s.Children(func() error {
		r.para = para
		if strings.HasPrefix(r.s.Name(), "draw:") {
			return r.Shape()
		}
		return nil
	})
}

// frame is a draw:frame that is being read. It holds one thing, and other forms of it for those who cannot
// read the first.
type frame struct {
	name, title, description string
	images                   []*udm.ContentBlock // forms of the picture
	done                     bool                // there is something better than a picture
	attached                 bool                // the picture shows a file that was handed back
}

func (r *Reader) frame() error {
	f := frame{name: r.s.Attr("draw:name")}
	para := r.para
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "draw:text-box":
			f.done = true
			return r.Into(r.sink, r.Content)
		case "table:table":
			f.done = true
			return r.table()
		case "draw:object":
			r.para = para
			return r.object(&f)
		case "draw:object-ole":
			return r.oleObject(&f)
		case "draw:image":
			return r.image(&f)
		case "draw:plugin":
			return r.media(&f)
		case "svg:title":
			return r.trimmed(&f.title)
		case "svg:desc":
			return r.trimmed(&f.description)
		}
		return nil
	})
	if err != nil || f.done || len(f.images) == 0 {
		return err
	}
	b := best(f.images)
	b.Position.Page = r.pageNumber()
	if f.attached && b.Data.MediaType == picture.StarView {
		return nil
	}
	a := b.A()
	a.AltText = f.title
	switch {
	case a.AltText == "":
		a.AltText = f.description
	case f.description != "" && f.description != f.title:
		a.Set("description", f.description)
	}
	if r.link != "" {
		a.Set("links", []any{map[string]any{"text": a.AltText, "url": r.link}})
	}
	return r.emit(b)
}

func (r *Reader) trimmed(to *string) error {
	text, err := r.s.InnerText()
	*to = strings.TrimSpace(text)
	return err
}

// best picks the form of a picture that most can show: the first one, but for formats of one program's own.
func best(forms []*udm.ContentBlock) *udm.ContentBlock {
	for _, b := range forms {
		switch b.Data.MediaType {
		case "image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/webp", "image/bmp", "image/tiff":
			return b
		}
	}
	return forms[0]
}

// image reads a draw:image: a part of the package, bytes in the file itself, or a link.
func (r *Reader) image(f *frame) error {
	href := r.s.Attr("xlink:href")
	declared := r.s.Attr("draw:mime-type")
	if declared == "" {
		declared = r.s.Attr("loext:mime-type")
	}
	var blob udm.Blob
	if href != "" {
		blob = r.pkg.Blob(href)
	}
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "office:binary-data":
			data, err := r.binary()
			if len(data) > 0 {
				blob = data
			}
			return err
		case "text:p", "text:list": // text on the picture
			return r.Block()
		}
		return nil
	})
	if err != nil {
		return err
	}
	switch {
	case blob != nil:
		b := picture.Block(blob, declared)
		if r.in.Options.NoImages {
			b.Data.Blob = nil
			b.A().Src = href
		}
		f.images = append(f.images, b)
	case href != "":
		if !strings.Contains(href, ":") && !strings.HasPrefix(href, "../") && !r.pkg.Flat() {
			r.in.Warnf("no part %s for a picture", href)
		}
		b := udm.NewImage(picture.TypeByName(href), nil)
		b.A().Src = href
		f.images = append(f.images, b)
	}
	return nil
}

// binary reads base64 text, the content of an office:binary-data (part 3, 10.4.5).
func (r *Reader) binary() (udm.Bytes, error) {
	depth := r.s.Depth()
	var text bytes.Buffer
	for {
		kind, err := r.s.Next()
		if err != nil {
			return nil, err
		}
		if kind == xmlscan.EOF || kind == xmlscan.End && r.s.Depth() < depth {
			break
		}
		if kind == xmlscan.Text {
			for _, c := range r.s.Bytes() {
				if c > ' ' {
					text.WriteByte(c)
				}
			}
		}
	}
	data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, &text))
	if err != nil {
		r.in.Warnf("embedded data: %v", err)
	}
	return data, r.in.Budget.Charge(int64(len(data)))
}

// media reads a draw:plugin, which is how sound and video are put on slides.
func (r *Reader) media(f *frame) error {
	href := r.s.Attr("xlink:href")
	mediaType := r.s.Attr("draw:mime-type")
	if href == "" || !strings.HasPrefix(mediaType, "audio/") && !strings.HasPrefix(mediaType, "video/") &&
		mediaType != "application/vnd.sun.star.media" {
		return nil
	}
	b := &udm.ContentBlock{Type: udm.Media, Data: &udm.Data{MediaType: mediaType, Blob: r.pkg.Blob(href)}}
	if b.Data.Blob == nil {
		b.Text = href
	}
	b.A().Format = strings.TrimPrefix(path.Ext(href), ".")
	f.done = true
	return r.emit(b)
}

// attach hands an embedded file back to the walk.
func (r *Reader) attach(f *frame, href, ext string, blob udm.Blob) {
	name := f.name
	if name == "" {
		name = path.Base(href)
	}
	if name == "" || name == "." {
		name = fmt.Sprintf("object %d", len(r.in.Attachments())+1)
	}
	r.in.Attach(name+ext, blob)
	f.attached = true
}

// oleObject reads a draw:object-ole: a file of another program.
func (r *Reader) oleObject(f *frame) error {
	href := r.s.Attr("xlink:href")
	blob := r.pkg.Blob(href)
	err := r.s.Children(func() error {
		if r.s.Name() != "office:binary-data" {
			return nil
		}
		data, err := r.binary()
		if len(data) > 0 {
			blob = data
		}
		return err
	})
	if blob != nil {
		r.attach(f, href, "", blob)
	}
	return err
}

// Box returns the rectangle of the shape that the scanner stands at, or nil when it has none.
func (r *Reader) Box() *udm.BBox {
	at := func(name string) float64 { return odf.Points(r.s.AttrBytes(name)) }
	box := &udm.BBox{X: at("svg:x"), Y: at("svg:y"), Width: at("svg:width"), Height: at("svg:height"), Unit: "pt"}
	if r.s.AttrBytes("svg:x1") != nil { // lines and connectors
		x1, y1, x2, y2 := at("svg:x1"), at("svg:y1"), at("svg:x2"), at("svg:y2")
		*box = udm.BBox{X: min(x1, x2), Y: min(y1, y2), Width: max(x1, x2) - min(x1, x2), Height: max(y1, y2) - min(y1, y2), Unit: "pt"}
	}
	if transform := r.s.Attr("draw:transform"); transform != "" {
		transformBox(box, transform)
	}
	if box.Width <= 0 && box.Height <= 0 {
		return nil
	}
	return box
}
