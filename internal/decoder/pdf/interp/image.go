package interp

import (
	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
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
	for i := len(r.marks) - 1; i >= 0 && im.Alt == ""; i-- {
		im.Alt = r.marks[i].alt
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
