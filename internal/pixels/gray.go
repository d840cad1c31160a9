package pixels

import (
	"image"
	"image/color"
)

// Gray returns a picture's greys; what shines through is white. The result may share the picture's memory.
func Gray(img image.Image) *image.Gray {
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

// UprightGray turns and mirrors a gray picture as Exif's orientation says.
func UprightGray(img *image.Gray, orientation int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	t := NewTurn(w, h, orientation)
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

// Shrink makes one pixel of k×k, of their mean.
func Shrink(img *image.Gray, k int) *image.Gray {
	w, h := img.Rect.Dx()/k, img.Rect.Dy()/k
	out := image.NewGray(image.Rect(0, 0, w, h))
	sums := make([]uint32, w)
	for y := range h {
		clear(sums)
		for dy := range k {
			row := img.Pix[(y*k+dy)*img.Stride:][:w*k]
			for x := range sums {
				for _, v := range row[x*k : x*k+k] {
					sums[x] += uint32(v)
				}
			}
		}
		for x, s := range sums {
			out.Pix[y*out.Stride+x] = byte(s / uint32(k*k))
		}
	}
	return out
}
