package image

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

// codec reads the pixels of one kind of picture.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var codecs = map[string]codec{
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/gif":  {gif.DecodeConfig, gif.Decode},
	"image/bmp":  {bmp.DecodeConfig, bmp.Decode},
	"image/tiff": {tiff.DecodeConfig, tiff.Decode},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

// mostMemory bounds what the pixels of one picture may take, in bytes: 64 million of them in full colour.
const mostMemory = 256 << 20

// depth returns how many bytes a decoded pixel takes.
func depth(m color.Model) int64 {
	switch m {
	case color.GrayModel:
		return 1
	case color.YCbCrModel, color.NYCbCrAModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	return 4
}

// grey decodes a picture's pixels, upright and on white ground.
func grey(b []byte, mediaType string, orientation int) (g *image.Gray, err error) {
	defer func() {
		if r := recover(); r != nil {
			g, err = nil, fmt.Errorf("decoding the pixels: %v", r)
		}
	}()
	c, ok := codecs[mediaType]
	if !ok {
		return nil, fmt.Errorf("pixels of %s are not decoded", mediaType)
	}
	cfg, err := c.config(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("decoding the pixels: %w", err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 || int64(cfg.Width)*int64(cfg.Height) > mostMemory/depth(cfg.ColorModel) {
		return nil, fmt.Errorf("%d × %d pixels are too many", cfg.Width, cfg.Height)
	}
	img, err := c.decode(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("decoding the pixels: %w", err)
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

// upright turns and mirrors a picture as Exif's orientation says (Exif 2.32, 4.6.4.A).
func upright(img *image.Gray, orientation int) *image.Gray {
	if orientation < 2 || orientation > 8 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewGray(size)
	for y := range h {
		row := img.Pix[y*img.Stride:][:w]
		for x, v := range row {
			tx, ty := x, y
			switch orientation {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			out.Pix[ty*out.Stride+tx] = v
		}
	}
	return out
}
