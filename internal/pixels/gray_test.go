package pixels

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

func TestUprightGray(t *testing.T) {
	// One pixel of three is dark: the top left one of what the camera saw.
	for orientation, want := range map[int]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}} {
		img := image.NewGray(image.Rect(0, 0, 3, 2))
		img.Pix[0] = 7
		got := UprightGray(img, orientation)
		if got.GrayAt(want.X, want.Y).Y != 7 {
			t.Errorf("orientation %d: %v", orientation, got.Pix)
		}
	}
}

func TestGray(t *testing.T) {
	r := image.Rect(0, 0, 2, 1)
	dark, clear := color.NRGBA{30, 30, 30, 255}, color.NRGBA{30, 30, 30, 0}
	for _, m := range []draw.Image{image.NewNRGBA(r), image.NewRGBA(r), image.NewNRGBA64(r), image.NewPaletted(r, color.Palette{clear, dark})} {
		m.Set(0, 0, dark)
		m.Set(1, 0, clear)
		if got := Gray(m); got.Pix[0] != 30 || got.Pix[1] != 255 {
			t.Errorf("%T: %v", m, got.Pix)
		}
	}
}

func TestShrink(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 5, 3)) // the last column and row are too few for a pixel
	copy(img.Pix, []byte{0, 100, 200, 200, 9, 100, 200, 0, 0, 9})
	got := Shrink(img, 2)
	if got.Rect != image.Rect(0, 0, 2, 1) || got.Pix[0] != 100 || got.Pix[1] != 100 {
		t.Errorf("%v: %v", got.Rect, got.Pix)
	}
}
