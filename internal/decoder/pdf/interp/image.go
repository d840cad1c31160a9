package interp

import (
	"bytes"
	"fmt"
	"io"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// image adds a picture: an image XObject or inline image, on the unit square of user space.
func (r *runner) image(s *cos.Stream, key string) {
	b := box{0, 0, 1, 1}.transform(r.st.ctm)
	if !b.meets(r.st.clip) || len(r.page.Images) >= maxRules {
		return
	}
	b = b.intersect(r.st.clip)
	doc := r.doc.cos
	im := page.Image{Box: b.rect(), Key: key, MCID: r.mcid}
	im.Width = doc.Int(first(s.Dict, "Width", "W"), 0)
	im.Height = doc.Int(first(s.Dict, "Height", "H"), 0)
	im.Mask = doc.Bool(first(s.Dict, "ImageMask", "IM"), false)
	if im.Width <= 0 || im.Height <= 0 {
		return
	}
	im.MediaType, im.Blob = readPicture(r.doc.cos, r.res.dict, s, im.Width, im.Height, im.Mask)
	r.page.Images = append(r.page.Images, im)
}

func first(d cos.Dict, keys ...cos.Name) cos.Object {
	for _, k := range keys {
		if v, ok := d[k]; ok {
			return v
		}
	}
	return nil
}

// readPicture returns a picture's bytes as a file of a usual format; nil when there is no such.
func readPicture(doc *cos.Document, resources cos.Dict, s *cos.Stream, width, height int, mask bool) (string, udm.Blob) {
	filters := s.Filters()
	last := cos.Filter{}
	if len(filters) > 0 {
		last = filters[len(filters)-1]
	}
	switch last.Name {
	case "DCTDecode":
		return "image/jpeg", &rawBlob{s: s}
	case "JPXDecode":
		return "image/jp2", &rawBlob{s: s}
	}
	return "", nil
}

// rawBlob is a stream up to its image filter, read again whenever it is opened.
type rawBlob struct{ s *cos.Stream }

func (b *rawBlob) Open() (io.ReadCloser, error) {
	data, f, err := b.s.DecodeImage()
	if f.Name == "" {
		return nil, fmt.Errorf("image %d: %w", b.s.Ref.Num, err)
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (b *rawBlob) Size() int64 {
	if len(b.s.Filters()) == 1 {
		return b.s.RawSize()
	}
	data, _, _ := b.s.DecodeImage()
	return int64(len(data))
}
