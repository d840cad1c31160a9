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
	r.ground.paint(b.intersect(r.st.clip))
	doc := r.doc.cos
	im := page.Image{Box: b.intersect(r.st.clip).rect(), Whole: b.rect(), Key: key, MCID: r.mcid, Orientation: orientation(r.st.ctm)}
	im.Width = doc.Int(first(s.Dict, "Width", "W"), 0)
	im.Height = doc.Int(first(s.Dict, "Height", "H"), 0)
	im.Mask = doc.Bool(first(s.Dict, "ImageMask", "IM"), false)
	if im.Width <= 0 || im.Height <= 0 {
		return
	}
	for i := len(r.marks) - 1; i >= 0 && im.Alt == ""; i-- {
		im.Alt = r.marks[i].alt
	}
	d := drawing{doc: doc, resources: r.res.dict, fill: r.st.fill, noMasks: r.doc.opt.NoMasks}
	if d.read(s, &im) {
		r.page.Images = append(r.page.Images, im)
		if !im.Mask && s.Dict.Get("SMask") == nil && s.Dict.Get("Mask") == nil {
			r.cover(im.Box)
		}
	}
}

// cover marks the text that is under a scan as not seen: some programs put what they read there.
func (r *runner) cover(b page.Rect) {
	if float64(b.W()*b.H()) < .5*r.page.Width*r.page.Height {
		return
	}
	for i := r.covered; i < len(r.page.Glyphs); i++ {
		g := &r.page.Glyphs[i]
		if x, y := (g.Box.X0+g.Box.X1)/2, (g.Box.Y0+g.Box.Y1)/2; x > b.X0 && x < b.X1 && y > b.Y0 && y < b.Y1 {
			g.Flags |= page.Invisible
		}
	}
	r.covered = len(r.page.Glyphs)
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
		if v := d.Get(k); v != nil {
			return v
		}
	}
	return nil
}
