package picture

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"github.com/udecode/udecode/internal/udm"
)

func encode(t *testing.T, f func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := f(&buf, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestSniff(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   []byte
		want string
		w, h int
	}{
		{"png", encode(t, png.Encode), "image/png", 30, 20},
		{"jpeg", encode(t, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }), "image/jpeg", 30, 20},
		{"gif", encode(t, func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) }), "image/gif", 30, 20},
		{"bmp", encode(t, bmp.Encode), "image/bmp", 30, 20},
		{"tiff", encode(t, func(w io.Writer, m image.Image) error { return tiff.Encode(w, m, nil) }), "image/tiff", 30, 20},
		{"webp lossless", []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x1d\xc0\x04\x00\x00\x00\x00\x00\x00\x00"), "image/webp", 30, 20},
		{"heic", []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic\x00\x00\x00\x48meta\x00\x00\x00\x00\x00\x00\x00\x3ciprp\x00\x00\x00\x34ipco" +
			"\x00\x00\x00\x14ispe\x00\x00\x00\x00\x00\x00\x00\x1e\x00\x00\x00\x14\x00\x00\x00\x14ispe\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x08"), "image/heic", 30, 20},
		{"avif without a size", []byte("\x00\x00\x00\x14ftypavif\x00\x00\x00\x00mif1"), "image/avif", 0, 0},
		{"mp4", []byte("\x00\x00\x00\x14ftypisom\x00\x00\x00\x00mp41"), "", 0, 0},
		{"emf", append([]byte("\x01\x00\x00\x00"), append(make([]byte, 36), " EMF"...)...), "image/emf", 0, 0},
		{"placeable wmf", []byte("\xd7\xcd\xc6\x9a\x00\x00"), "image/wmf", 0, 0},
		{"svg", []byte("<?xml version='1.0'?><!-- x --><svg xmlns='http://www.w3.org/2000/svg' width='30px' height=\"20\">"), "image/svg+xml", 30, 20},
		{"html", []byte("<p><svg/></p>"), "", 0, 0},
		{"cut png", []byte("\x89PNG\r\n\x1a\n"), "image/png", 0, 0},
		{"text", []byte("BM, said the teacher"), "", 0, 0},
		{"empty", nil, "", 0, 0},
	} {
		if got, w, h := Sniff(tt.in); got != tt.want || w != tt.w || h != tt.h {
			t.Errorf("%s: got %s %dx%d, want %s %dx%d", tt.name, got, w, h, tt.want, tt.w, tt.h)
		}
	}
}

// opaque hides that a blob is in memory.
type opaque struct{ udm.Blob }

func TestBlockReadsFarJPEGSize(t *testing.T) {
	j := encode(t, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) })
	thumbnail := append([]byte("\xff\xe1\x75\x30"), make([]byte, 0x7530-2)...)
	b := Block(opaque{udm.Bytes(append(append(j[:2:2], thumbnail...), j[2:]...))}, "image/png")
	if b.Data.MediaType != "image/jpeg" || b.Data.Width != 30 || b.Data.Height != 20 {
		t.Errorf("got %+v", b.Data)
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x14\x00\x1e\x01"))
	f.Add([]byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic\x00\x00\x00\x48meta\x00\x00\x00\x00\x00\x00\x00\x3ciprp\x00\x00\x00\x34ipco"))
	f.Add([]byte("II*\x00\x08\x00\x00\x00\x01\x00"))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8X"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, w, h := Sniff(b); w < 0 || h < 0 {
			t.Errorf("size %dx%d", w, h)
		}
	})
}
