package interp

import (
	"bytes"
	"io"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// attachments returns the embedded files (7.11.4): those of the document, then those of file attachment annotations.
func (d *document) attachments() []page.Attachment {
	var all []page.Attachment
	seen := map[*cos.Stream]bool{}
	add := func(spec cos.Object, name string) {
		dict, ok := d.cos.Resolve(spec).(cos.Dict)
		if !ok {
			return
		}
		files := d.cos.Dict(dict.Get("EF"))
		s := d.cos.Stream(first(files, "UF", "F", "Unix", "DOS", "Mac"))
		if s == nil || seen[s] || len(all) >= maxTree {
			return
		}
		seen[s] = true
		if n := d.fileName(dict); n != "" {
			name = n
		}
		all = append(all, page.Attachment{Name: name, Blob: d.fileBlob(s)})
	}
	eachName(d.cos, d.cos.Dict(d.root.Get("Names")).Get("EmbeddedFiles"), func(k, v cos.Object) bool {
		add(v, clean(textString(d.cos.String(k))))
		return true
	}, "Names")
	for _, o := range d.cos.Array(d.root.Get("AF")) {
		add(o, "attachment")
	}
	for _, n := range d.pages {
		for _, o := range d.cos.Array(d.pageDict(n).Get("Annots")) {
			if a := d.cos.Dict(o); a != nil && d.cos.Name(a.Get("Subtype")) == "FileAttachment" {
				add(a.Get("FS"), "attachment")
			}
		}
	}
	return all
}

// fileBlob is an embedded file, decoded whenever it is opened.
type fileBlob struct {
	s    *cos.Stream
	size int64 // as the file says; else that of the stream
}

func (d *document) fileBlob(s *cos.Stream) fileBlob {
	n := d.cos.Int(d.cos.Dict(s.Dict.Get("Params")).Get("Size"), -1)
	if n < 0 {
		return fileBlob{s, s.RawSize()}
	}
	return fileBlob{s, int64(n)}
}

func (b fileBlob) Open() (io.ReadCloser, error) {
	data, f, err := b.s.DecodeImage()
	if f.Name == "" && err != nil && len(data) == 0 {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (b fileBlob) Size() int64 { return b.size }
