package interp

import (
	"math"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// image adds a picture: an image XObject or inline image, on the unit square of user space.
func (r *runner) image(s *cos.Stream, key string) {
	b := box{0, 0, 1, 1}.transform(r.st.ctm)
	if !b.meets(r.st.clip) || len(r.page.Images) >= maxRules {
		return
	}
	whole := b
	b = b.intersect(r.st.clip)
	doc := r.doc.cos
	im := page.Image{Box: b.rect(), Key: key, MCID: r.mcid}
	im.Width = doc.Int(first(s.Dict, "Width", "W"), 0)
	im.Height = doc.Int(first(s.Dict, "Height", "H"), 0)
	im.Mask = doc.Bool(first(s.Dict, "ImageMask", "IM"), false)
	if im.Width <= 0 || im.Height <= 0 {
		return
	}
	if whole.near(b) {
		im.Orientation = orientation(r.st.ctm)
	}
	for i := len(r.marks) - 1; i >= 0 && im.Alt == ""; i-- {
		im.Alt = r.marks[i].alt
	}
	im.MediaType, im.Blob = readPicture(r.doc.cos, r.res.dict, s, im.Width, im.Height, im.Mask)
	r.page.Images = append(r.page.Images, im)
}

// near reports whether no side of a box is more than a point away from that of another.
func (b box) near(o box) bool {
	const most = 1
	return math.Abs(b.x0-o.x0) <= most && math.Abs(b.y0-o.y0) <= most && math.Abs(b.x1-o.x1) <= most && math.Abs(b.y1-o.y1) <= most
}

// orientation returns how a picture on the unit square is turned and mirrored on the page, as Exif's orientation; 0 when it stands
// askew.
func orientation(m matrix) int {
	const lean = .01                                     // a hundredth is half a degree
	rightX, rightY, downX, downY := m.a, m.b, -m.c, -m.d // where the picture's right and down are on the page
	switch {
	case math.Abs(rightY) <= lean*math.Abs(rightX) && math.Abs(downX) <= lean*math.Abs(downY):
		switch {
		case rightX > 0 && downY > 0:
			return 1
		case rightX < 0 && downY > 0:
			return 2
		case rightX < 0:
			return 3
		}
		return 4
	case math.Abs(rightX) <= lean*math.Abs(rightY) && math.Abs(downY) <= lean*math.Abs(downX):
		switch {
		case rightY > 0 && downX > 0:
			return 5
		case rightY > 0:
			return 6
		case downX < 0:
			return 7
		}
		return 8
	}
	return 0
}

func first(d cos.Dict, keys ...cos.Name) cos.Object {
	for _, k := range keys {
		if v, ok := d[k]; ok {
			return v
		}
	}
	return nil
}
