package picture

import (
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// A PNG file has no more channels and bits than the picture needs, and all of its colours.
func TestNew(t *testing.T) {
	r := image.Rect(0, 0, 9, 2)
	gray, bits, full, hueless := image.NewGray(r), image.NewGray(r), image.NewNRGBA(r), image.NewNRGBA(r)
	few := image.NewPaletted(r, color.Palette{color.NRGBA{1, 2, 3, 255}, color.NRGBA{9, 9, 9, 0}})
	gray.Pix[4], bits.Pix[8], few.Pix[3] = 77, 255, 1
	for i := range full.Pix {
		full.Pix[i] = byte(7 * i)
		hueless.Pix[i] = 50
	}
	solid := image.NewNRGBA(r)
	for i := range 18 {
		solid.SetNRGBA(i%9, i/9, color.NRGBA{byte(i), 4, 9, 255})
	}
	for name, img := range map[string]struct {
		image.Image
		kind, depth byte
	}{"gray": {gray, Gray, 8}, "bits": {bits, Gray, 1}, "palette": {few, Palette, 8}, "full": {full, RGBA, 8}, "hueless": {hueless, GrayAlpha, 8}, "solid": {solid, RGB, 8}} {
		b := New(func() (image.Image, error) { return img.Image, nil })
		head := make([]byte, 26)
		rd, err := b.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rd.Read(head); err != nil || head[24] != img.depth || head[25] != img.kind {
			t.Errorf("%s: kind %d of %d bits", name, head[25], head[24])
		}
		rd, _ = b.Open()
		got, err := png.Decode(rd)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for y := range 2 {
			for x := range 9 {
				g, w := color.NRGBAModel.Convert(got.At(x, y)), color.NRGBAModel.Convert(img.At(x, y))
				if g != w {
					t.Errorf("%s: %d,%d is %v, want %v", name, x, y, g, w)
				}
			}
		}
	}
}

// A mask of another size than the picture is drawn over all of it.
func TestMasked(t *testing.T) {
	img, alpha := image.NewGray(image.Rect(0, 0, 2, 1)), image.NewGray(image.Rect(0, 0, 4, 3))
	img.Pix[1] = 200
	alpha.Pix[2*4+3] = 99
	got := Masked(img, alpha)
	if got.Rect != alpha.Rect || got.NRGBAAt(3, 2) != (color.NRGBA{200, 200, 200, 99}) || got.NRGBAAt(1, 2) != (color.NRGBA{}) {
		t.Errorf("%v", got)
	}
	if got := Masked(alpha, img); got.Rect != alpha.Rect || got.NRGBAAt(3, 2).A != 200 || got.NRGBAAt(0, 0).A != 0 {
		t.Errorf("a small mask: %v", got)
	}
}

func TestDecode(t *testing.T) {
	if _, err := Decode(&page.Image{MediaType: "image/png"}); err == nil {
		t.Error("no bytes are decoded")
	}
	im := page.Image{MediaType: "image/jp2", Blob: New(func() (image.Image, error) { return image.NewGray(image.Rect(0, 0, 3, 1)), nil })}
	if img, err := Decode(&im); err != nil || img.Bounds().Dx() != 3 {
		t.Errorf("%v, %v", img, err)
	}
}

func TestTurn(t *testing.T) {
	for degrees, want := range map[int]image.Point{0: {1, 2}, 90: {2, 0}, 180: {1, 2}, 270: {0, 1}} {
		img := image.NewGray(image.Rect(0, 0, 2, 3))
		img.Pix[5] = 9 // the top left pixel, when it stands upright
		im := page.Image{Width: 2, Height: 3, Orientation: 3, Blob: New(func() (image.Image, error) { return img, nil })}
		Turn(&im, degrees)
		got, err := Decode(&im)
		if err != nil {
			t.Fatal(err)
		}
		if c := color.GrayModel.Convert(got.At(want.X, want.Y)).(color.Gray); c.Y != 9 || got.Bounds().Dx() != im.Width || got.Bounds().Dy() != im.Height {
			t.Errorf("%d degrees: %v", degrees, got)
		}
	}
}
