// Package picture makes files and pixels of the pictures on pages, and one picture of several that make it up together.
package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/udm"
)

// Pixels is a blob that gives its pixels to those who need no file.
type Pixels interface {
	Image() (image.Image, error)
}

// MostPixels is how many pixels a picture may have whose pixels are held in memory.
const MostPixels = 64 << 20

// Decode returns a picture's pixels as its file has them, not turned.
func Decode(im *page.Image) (image.Image, error) {
	if p, ok := im.Blob.(Pixels); ok {
		return p.Image()
	}
	if im.Blob == nil {
		return nil, fmt.Errorf("no pixels at hand")
	}
	raw, err := udm.ReadBlob(im.Blob)
	if err != nil {
		return nil, err
	}
	return pixels.Decode(raw, im.MediaType)
}

// Decodes reports whether Decode knows the picture's format.
func Decodes(im *page.Image) bool {
	if _, ok := im.Blob.(Pixels); ok {
		return true
	}
	return im.Blob != nil && pixels.Decodes(im.MediaType)
}

// New returns the blob of a PNG file of the pixels that a function gives whenever it is opened: gray, of a palette, or in full colour.
func New(decode func() (image.Image, error)) udm.Blob { return made{decode, asPNG} }

// made is a file that is made of pixels whenever it is opened.
type made struct {
	pixels func() (image.Image, error)
	encode func(image.Image) (io.ReadCloser, error)
}

// Image returns the pixels.
func (m made) Image() (image.Image, error) { return m.pixels() }

// Open encodes the picture while it is read.
func (m made) Open() (io.ReadCloser, error) {
	img, err := m.pixels()
	if err != nil {
		return nil, err
	}
	return m.encode(img)
}

// Turn turns a picture clockwise by 90, 180 or 270 degrees more than it is turned on the page, if it can be decoded.
func Turn(im *page.Image, degrees int) {
	orientation := map[int]int{90: 6, 180: 3, 270: 8}[degrees]
	if orientation == 0 || !Decodes(im) {
		return
	}
	base := *im
	encode := asPNG
	if im.MediaType == "image/jpeg" {
		encode = asJPEG
	} else {
		im.MediaType = "image/png"
	}
	im.Width, im.Height = upright(im)
	if degrees != 180 {
		im.Width, im.Height = im.Height, im.Width
	}
	im.Orientation = 1
	im.Blob = made{func() (image.Image, error) {
		img, err := Decode(&base)
		if err != nil {
			return nil, err
		}
		return pixels.Upright(pixels.Upright(img, base.Orientation), orientation), nil
	}, encode}
}

func asPNG(img image.Image) (io.ReadCloser, error) { return encode(img), nil }

// asJPEG is for what came from JPEG files: as PNG it would be many times as large.
func asJPEG(img image.Image) (io.ReadCloser, error) {
	const quality = 92
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return io.NopCloser(&b), nil
}

// Size encodes the picture to find out.
func (m made) Size() int64 { return Size(m) }

// Size returns the size in bytes of a blob that must be read to find out; 0 when it can't be.
func Size(b udm.Blob) int64 {
	r, err := b.Open()
	if err != nil {
		return 0
	}
	defer r.Close()
	n, _ := io.Copy(io.Discard, r)
	return n
}

// Masked returns a picture with the greys of a mask as its opacity. The larger of both gives the size.
func Masked(img image.Image, alpha *image.Gray) *image.NRGBA {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	aw, ah := alpha.Rect.Dx(), alpha.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, max(w, aw), max(h, ah)))
	read := reader(img)
	row := make([]byte, 4*w)
	for y, last := 0, -1; y < out.Rect.Dy(); y++ {
		if at := y * h / out.Rect.Dy(); at != last {
			read(row, at)
			last = at
		}
		a := alpha.Pix[y*ah/out.Rect.Dy()*alpha.Stride:][:aw]
		dst := out.Pix[y*out.Stride:]
		for x := range out.Rect.Dx() {
			copy(dst[4*x:4*x+3], row[4*(x*w/out.Rect.Dx()):])
			dst[4*x+3] = a[x*aw/out.Rect.Dx()]
		}
	}
	return out
}

// reader returns a function that writes a row of a picture as red, green, blue and opacity.
func reader(img image.Image) func(dst []byte, y int) {
	r := img.Bounds()
	switch m := img.(type) {
	case *image.Gray:
		return func(dst []byte, y int) {
			for x, v := range m.Pix[y*m.Stride:][:r.Dx()] {
				dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = v, v, v, 0xFF
			}
		}
	case *image.NRGBA:
		return func(dst []byte, y int) { copy(dst, m.Pix[y*m.Stride:][:4*r.Dx()]) }
	case *image.RGBA:
		if m.Opaque() {
			return func(dst []byte, y int) { copy(dst, m.Pix[y*m.Stride:][:4*r.Dx()]) }
		}
	case *image.Paletted:
		var colors [256][4]byte
		for i, c := range m.Palette[:min(len(m.Palette), 256)] {
			n := color.NRGBAModel.Convert(c).(color.NRGBA)
			colors[i] = [4]byte{n.R, n.G, n.B, n.A}
		}
		return func(dst []byte, y int) {
			for x, v := range m.Pix[y*m.Stride:][:r.Dx()] {
				copy(dst[4*x:], colors[v][:])
			}
		}
	case *image.YCbCr:
		return func(dst []byte, y int) {
			for x := range r.Dx() {
				c := m.YCbCrAt(r.Min.X+x, r.Min.Y+y)
				dst[4*x], dst[4*x+1], dst[4*x+2] = color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
				dst[4*x+3] = 0xFF
			}
		}
	case *image.CMYK:
		return func(dst []byte, y int) {
			for x := range r.Dx() {
				c := m.Pix[y*m.Stride+4*x:]
				dst[4*x], dst[4*x+1], dst[4*x+2] = color.CMYKToRGB(c[0], c[1], c[2], c[3])
				dst[4*x+3] = 0xFF
			}
		}
	}
	return func(dst []byte, y int) {
		for x := range r.Dx() {
			c := color.NRGBAModel.Convert(img.At(r.Min.X+x, r.Min.Y+y)).(color.NRGBA)
			dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = c.R, c.G, c.B, c.A
		}
	}
}
