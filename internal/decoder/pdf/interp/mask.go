package interp

import (
	"bytes"
	"image"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/pixels"
)

// alpha returns what gives a picture's opacity (8.9.6), as greys that may be of another size than the picture's; nil when there is none.
func (d *drawing) alpha(s *cos.Stream, base *page.Image) func() (*image.Gray, error) {
	soft := d.doc.Stream(s.Dict.Get("SMask"))
	hard := soft
	if soft == nil {
		if p, ok := base.Blob.(*samples); ok {
			if key := d.doc.Numbers(s.Dict.Get("Mask")); len(key) >= 2*p.space.n {
				return func() (*image.Gray, error) { return p.keyed(key) }
			}
		}
		if hard = d.doc.Stream(s.Dict.Get("Mask")); hard == nil {
			return nil
		}
	}
	im := page.Image{Width: d.doc.Int(hard.Dict.Get("Width"), 0), Height: d.doc.Int(hard.Dict.Get("Height"), 0), Mask: soft == nil && d.doc.Bool(hard.Dict.Get("ImageMask"), false)}
	if im.Width <= 0 || im.Height <= 0 || int64(im.Width)*int64(im.Height) > picture.MostPixels {
		return nil
	}
	black := drawing{doc: d.doc, resources: d.resources}
	black.readBase(hard, &im)
	if !picture.Decodes(&im) {
		return nil
	}
	return func() (*image.Gray, error) {
		img, err := picture.Decode(&im)
		if err != nil {
			return nil, err
		}
		g := pixels.Gray(img)
		if im.Mask { // painted in black where the picture is seen
			out := image.NewGray(g.Rect)
			for y := range g.Rect.Dy() {
				for x, v := range g.Pix[y*g.Stride:][:g.Rect.Dx()] {
					out.Pix[y*out.Stride+x] = ^v
				}
			}
			g = out
		}
		return g, nil
	}
}

// keyed returns a mask that is clear where all samples of a pixel lie within their ranges of the key (8.9.6.4).
func (p *samples) keyed(key []float64) (*image.Gray, error) {
	data, err := p.raw()
	if err != nil {
		return nil, err
	}
	out := image.NewGray(image.Rect(0, 0, p.width, p.height))
	in := make([]byte, p.row())
	for y := range p.height {
		n := copy(in, data[min(y*len(in), len(data)):])
		p.blank(in[n:])
		for x := range p.width {
			for i := range p.space.n {
				if v := float64(sample(in, x*p.space.n+i, p.bits)); v < key[2*i] || v > key[2*i+1] {
					out.Pix[y*out.Stride+x] = 0xFF
					break
				}
			}
		}
	}
	return out, nil
}

// mask makes a picture clear where its mask says. What can't be decoded, and a JPEG that is opaque all over, stays as it is.
func (d *drawing) mask(im *page.Image, alpha func() (*image.Gray, error)) {
	if !picture.Decodes(im) || int64(im.Width)*int64(im.Height) > picture.MostPixels {
		return
	}
	if im.MediaType != "image/png" {
		if a, err := alpha(); err != nil || opaque(a) {
			return
		}
	}
	base := *im
	im.MediaType = "image/png"
	im.Blob = picture.New(func() (image.Image, error) {
		img, err := picture.Decode(&base)
		if err != nil {
			return nil, err
		}
		a, err := alpha()
		if err != nil || opaque(a) {
			return img, nil
		}
		return picture.Masked(img, a), nil
	})
}

// opaque reports whether nothing to speak of shines through.
func opaque(a *image.Gray) bool {
	const least = 250
	for y := range a.Rect.Dy() {
		for _, v := range a.Pix[y*a.Stride:][:a.Rect.Dx()] {
			if v < least {
				return false
			}
		}
	}
	return true
}

// shadow reports whether a picture is one colour through a mask without edges: a shadow or glow of something else.
func shadow(im *page.Image, alpha func() (*image.Gray, error)) bool {
	const packed = 50 // one colour packs much better than that
	p, ok := im.Blob.(*samples)
	if !ok || p.s.RawSize()*packed > int64(p.row()*p.height)+packed*packed {
		return false
	}
	img, err := picture.Decode(im)
	if err != nil || !solid(img) {
		return false
	}
	a, err := alpha()
	return err == nil && blurred(a)
}

// solid reports whether a picture has one colour only.
func solid(img image.Image) bool {
	pix, size := []byte(nil), 1
	switch m := img.(type) {
	case *image.Gray:
		pix = m.Pix
	case *image.Paletted:
		pix = m.Pix
	case *image.NRGBA:
		pix, size = m.Pix, 4
	}
	return len(pix) >= size && bytes.Equal(pix[size:], pix[:len(pix)-size])
}

// blurred reports whether most of what a mask lets through is half clear, and there are hardly any edges.
func blurred(a *image.Gray) bool {
	const (
		least, most = 16, 240
		jump        = 80
	)
	half, through, edges := 0, 0, 0
	for y := range a.Rect.Dy() {
		row := a.Pix[y*a.Stride:][:a.Rect.Dx()]
		for x, v := range row {
			if v >= least {
				if through++; v < most {
					half++
				}
			}
			if x > 0 && max(v, row[x-1])-min(v, row[x-1]) > jump {
				edges++
			}
		}
	}
	return half*2 > through && edges*50 < through
}
