package pixels

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"
)

func encode(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecode(t *testing.T) {
	raw := encode(t, image.NewGray(image.Rect(0, 0, 9, 7)))
	if img, err := Decode(raw, "image/png"); err != nil || img.Bounds().Dx() != 9 {
		t.Errorf("got %v, %v", img, err)
	}
	if _, err := Decode(raw, "image/heic"); err == nil || Decodes("image/heic") {
		t.Error("HEIF is decoded")
	}
	// A file of a few bytes that says it is huge is not unpacked.
	binary.BigEndian.PutUint32(raw[16:], 1<<16)
	binary.BigEndian.PutUint32(raw[20:], 1<<16)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	if _, err := Decode(raw, "image/png"); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("got %v", err)
	}
}

func TestFit(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 400, 2)) // clear
	got := Fit(img, 100)
	if size := got.Bounds().Size(); size != (image.Point{X: 100, Y: 1}) {
		t.Errorf("got %v", size)
	}
	if r, _, _, a := got.At(50, 0).RGBA(); r != 0xffff || a != 0xffff {
		t.Error("what is clear is not white")
	}
	if Fit(img, 400) != image.Image(img) {
		t.Error("a picture that fits is changed")
	}
}

func TestUpright(t *testing.T) {
	// One pixel is light: the top left one of what the camera saw.
	for orientation, want := range map[int]image.Point{0: {0, 0}, 1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}, 9: {0, 0}} {
		r := image.Rect(0, 0, 3, 2)
		for _, img := range []draw.Image{image.NewGray(r), image.NewNRGBA(r), image.NewRGBA(r), image.NewPaletted(r, color.Palette{color.Black, color.White})} {
			img.Set(0, 0, color.White)
			if r, _, _, _ := Upright(img, orientation).At(want.X, want.Y).RGBA(); r != 0xffff {
				t.Errorf("%T of orientation %d: not at %v", img, orientation, want)
			}
		}
	}
}
