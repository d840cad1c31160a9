// Package pixels decodes pictures made of pixels within a bound on memory, turns them upright and makes them smaller.
package pixels

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
	"golang.org/x/image/draw"
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
	"image/tiff": {tiff.DecodeConfig, decodeTIFF},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

// Decodes reports whether Decode knows the media type.
func Decodes(mediaType string) bool {
	_, ok := codecs[mediaType]
	return ok
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

// Decode decodes a picture's pixels.
func Decode(b []byte, mediaType string) (img image.Image, err error) {
	defer func() {
		if r := recover(); r != nil {
			img, err = nil, fmt.Errorf("decoding the pixels: %v", r)
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
	if img, err = c.decode(bytes.NewReader(b)); err != nil {
		return nil, fmt.Errorf("decoding the pixels: %w", err)
	}
	return img, nil
}

// Fit returns a picture, on white, whose longer side is at most so many pixels; one that is small enough is returned as it is.
func Fit(img image.Image, most int) image.Image {
	r := img.Bounds()
	long := max(r.Dx(), r.Dy())
	if long <= most {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, r.Dx()*most/long), max(1, r.Dy()*most/long)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Rect, img, r, draw.Over, nil)
	return out
}

// Upright turns and mirrors a picture as Exif's orientation says. One that is gray or of a palette stays so.
func Upright(img image.Image, orientation int) image.Image {
	r := img.Bounds()
	t := NewTurn(r.Dx(), r.Dy(), orientation)
	if t.None() {
		return img
	}
	switch m := img.(type) {
	case *image.Gray:
		return UprightGray(m, orientation)
	case *image.Paletted:
		out := image.NewPaletted(t.Bounds(), m.Palette)
		turnBytes(t, out.Pix, out.Stride, m.Pix, m.Stride, 1)
		return out
	case *image.NRGBA:
		out := image.NewNRGBA(t.Bounds())
		turnBytes(t, out.Pix, out.Stride, m.Pix, m.Stride, 4)
		return out
	}
	out := image.NewRGBA(t.Bounds())
	for y := range r.Dy() {
		for x := range r.Dx() {
			tx, ty := t.Point(x, y)
			out.Set(tx, ty, img.At(r.Min.X+x, r.Min.Y+y))
		}
	}
	return out
}

// turnBytes turns pixels of so many bytes each.
func turnBytes(t Turn, dst []byte, dstStride int, src []byte, srcStride, size int) {
	for y := range t.height {
		for x := range t.width {
			tx, ty := t.Point(x, y)
			copy(dst[ty*dstStride+tx*size:][:size], src[y*srcStride+x*size:])
		}
	}
}
