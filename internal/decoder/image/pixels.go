package image

import (
	"image"
	"image/color"

	"github.com/udecode/udecode/internal/pixels"
)

// grey decodes a picture's pixels, upright and on white ground.
func grey(b []byte, mediaType string, orientation int) (*image.Gray, error) {
	img, err := pixels.Decode(b, mediaType)
	if err != nil {
		return nil, err
	}
	return upright(toGray(img), orientation), nil
}

// toGray returns a picture's greys; what shines through is white.
func toGray(img image.Image) *image.Gray {
	r := img.Bounds()
	w, h := r.Dx(), r.Dy()
	switch m := img.(type) {
	case *image.Gray:
		if r.Min == (image.Point{}) {
			return m
		}
	case *image.YCbCr:
		if r.Min == (image.Point{}) {
			return &image.Gray{Pix: m.Y, Stride: m.YStride, Rect: r}
		}
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	var palette [256]byte
	if m, ok := img.(*image.Paletted); ok {
		for i, c := range m.Palette[:min(len(m.Palette), 256)] {
			palette[i] = onWhite(c)
		}
	}
	for y := range h {
		dst := out.Pix[y*out.Stride:][:w]
		switch m := img.(type) {
		case *image.Paletted:
			for x, v := range m.Pix[y*m.Stride:][:w] {
				dst[x] = palette[v]
			}
		case *image.RGBA:
			src := m.Pix[y*m.Stride:]
			for x := range dst {
				p := src[4*x : 4*x+4]
				dst[x] = luma(uint32(p[0]), uint32(p[1]), uint32(p[2])) + 255 - p[3]
			}
		case *image.NRGBA:
			src := m.Pix[y*m.Stride:]
			for x := range dst {
				p := src[4*x : 4*x+4]
				a := uint32(p[3])
				dst[x] = byte((uint32(luma(uint32(p[0]), uint32(p[1]), uint32(p[2])))*a + 255*(255-a)) / 255)
			}
		default:
			for x := range dst {
				dst[x] = onWhite(img.At(r.Min.X+x, r.Min.Y+y))
			}
		}
	}
	return out
}

// luma weighs the channels as ITU-R BT.601 does.
func luma(r, g, b uint32) byte { return byte((299*r + 587*g + 114*b) / 1000) }

func onWhite(c color.Color) byte {
	r, g, b, a := c.RGBA() // premultiplied
	return byte(min(255, uint32(luma(r>>8, g>>8, b>>8))+255-a>>8))
}

// upright turns and mirrors a picture as Exif's orientation says.
func upright(img *image.Gray, orientation int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	t := pixels.NewTurn(w, h, orientation)
	if t.None() {
		return img
	}
	out := image.NewGray(t.Bounds())
	for y := range h {
		for x, v := range img.Pix[y*img.Stride:][:w] {
			tx, ty := t.Point(x, y)
			out.Pix[ty*out.Stride+tx] = v
		}
	}
	return out
}
