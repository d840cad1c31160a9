package view

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/udm"
)

// mostPNG is how many bytes of PNG a pixel may take before JPEG, which blurs letters a little, is worth it.
const mostPNG = .5

// encode returns a picture as PNG when it is mostly plain ground, as pages of text are, else as JPEG.
func encode(img image.Image) (mediaType string, data []byte) {
	var b bytes.Buffer
	size := img.Bounds().Size()
	p := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := p.Encode(&b, img); err == nil && float64(b.Len()) < mostPNG*float64(size.X*size.Y) {
		return "image/png", b.Bytes()
	}
	b.Reset()
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 80}); err != nil { // larger than 65,535 pixels
		return "image/jpeg", nil
	}
	return "image/jpeg", b.Bytes()
}

func dataURL(mediaType string, data []byte) string {
	if len(data) == 0 {
		return ""
	}
	return "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// A thumbnail's longer side in pixels, and what a picture may weigh, in bytes, to be made one.
const (
	thumbnailSize = 360
	mostBytes     = 64 << 20
	mostDrawn     = 256 << 10
)

// thumbnail returns a small copy of an image block's picture; "" when its kind is not decoded. Drawings are kept as they are:
// as an image, SVG runs no scripts and loads nothing.
func thumbnail(d *udm.Data) string {
	if d == nil || d.Blob == nil || d.Blob.Size() > mostBytes {
		return ""
	}
	drawn := d.MediaType == "image/svg+xml" && d.Blob.Size() <= mostDrawn
	if !drawn && !pixels.Decodes(d.MediaType) {
		return ""
	}
	data, err := udm.ReadBlob(d.Blob)
	if err != nil {
		return ""
	}
	if drawn {
		return dataURL(d.MediaType, data)
	}
	img, err := pixels.Decode(data, d.MediaType)
	if err != nil {
		return ""
	}
	return dataURL(encode(pixels.Fit(img, thumbnailSize)))
}
