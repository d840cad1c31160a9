package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/udm"
)

// part returns a picture of one colour at a place, with so many pixels a point.
func part(c color.NRGBA, x0, y0, x1, y1 float32, scale float32) page.Image {
	r := image.Rect(0, 0, int((x1-x0)*scale), int((y1-y0)*scale))
	box := page.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}
	return page.Image{Box: box, Whole: box, Width: r.Dx(), Height: r.Dy(), Orientation: 1, MediaType: "image/png", MCID: -1, Blob: New(func() (image.Image, error) {
		m := image.NewNRGBA(r)
		for i := range m.Pix {
			m.Pix[i] = []byte{c.R, c.G, c.B, c.A}[i%4]
		}
		return m, nil
	})}
}

func TestJoin(t *testing.T) {
	red, blue, veil := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}, color.NRGBA{0, 0, 0, 128}
	named := func(im page.Image, alt string) page.Image { im.Alt = alt; return im }
	for _, tt := range []struct {
		name  string
		parts []page.Image
		want  int
	}{
		{"strips", []page.Image{part(red, 10, 10, 110, 30, 2), part(blue, 10, 30, 110, 50, 2), part(red, 10, 50, 110, 51, 2)}, 1},
		{"strips from below", []page.Image{part(red, 10, 30, 110, 50, 2), part(blue, 10, 10, 110, 30.5, 2)}, 1},
		{"tiles", []page.Image{part(red, 10, 10, 60, 30, 2), part(blue, 60, 10, 100, 30, 2), part(blue, 10, 30, 60, 50, 2), part(red, 60, 30, 100, 50, 2)}, 1},
		{"of another scale", []page.Image{part(red, 10, 10, 110, 30, 2), part(blue, 10, 30, 110, 50, 3)}, 2},
		{"of another width", []page.Image{part(red, 10, 10, 110, 30, 2), part(blue, 10, 30, 90, 50, 2)}, 2},
		{"apart", []page.Image{part(red, 10, 10, 110, 30, 2), part(blue, 10, 35, 110, 50, 2)}, 2},
		{"over one another", []page.Image{part(red, 10, 10, 110, 50, 2), part(veil, 20, 20, 60, 60, 3)}, 1},
		{"a corner over one another", []page.Image{part(red, 10, 10, 110, 50, 2), part(veil, 100, 40, 180, 90, 3)}, 2},
		{"on a background", []page.Image{part(red, 0, 0, 200, 200, 1), part(blue, 20, 20, 60, 60, 3)}, 2},
		{"layers of a page", []page.Image{part(red, 0, 0, 200, 200, 1), part(veil, 0, 0, 200, 200, 3)}, 1},
		{"of other names", []page.Image{named(part(red, 10, 10, 110, 30, 2), "a"), named(part(blue, 10, 30, 110, 50, 2), "b")}, 2},
		{"two pictures of two", []page.Image{part(red, 10, 10, 110, 30, 2), part(red, 10, 90, 110, 110, 2), part(blue, 10, 30, 110, 50, 2), part(blue, 10, 110, 110, 130, 2)}, 2},
	} {
		p := page.Page{Width: 200, Height: 200, Images: tt.parts}
		Join(&p)
		if len(p.Images) != tt.want {
			t.Errorf("%s: %d pictures, want %d", tt.name, len(p.Images), tt.want)
		}
	}
}

// What is joined is painted as it is seen, in its pixels.
func TestJoinPaints(t *testing.T) {
	red, blue, veil := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}, color.NRGBA{0, 0, 0, 128}
	clipped := part(blue, 10, 30, 110, 70, 2)
	clipped.Box.Y1 = 50
	p := page.Page{Width: 900, Height: 900, Images: []page.Image{part(red, 10, 10, 110, 30, 2), clipped, part(veil, 20, 20, 60, 40, 1)}}
	Join(&p)
	im := p.Images[0]
	raw, err := udm.ReadBlob(im.Blob)
	if err != nil {
		t.Fatal(err)
	}
	img, err := pixels.Decode(raw, im.MediaType)
	if err != nil || im.Box != (page.Rect{X0: 10, Y0: 10, X1: 110, Y1: 50}) || img.Bounds() != image.Rect(0, 0, 200, 80) || im.Width != 200 || im.Height != 80 {
		t.Fatalf("%+v, %v", im, err)
	}
	for at, want := range map[image.Point]color.NRGBA{{0, 0}: red, {199, 39}: red, {0, 40}: blue, {199, 79}: blue, {50, 39}: {127, 0, 0, 255}, {50, 40}: {0, 0, 127, 255}} {
		if c := color.NRGBAModel.Convert(img.At(at.X, at.Y)); c != want {
			t.Errorf("%v: %v, want %v", at, c, want)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 40)), nil); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		im := part(red, 10, 10+20*float32(i), 110, 30+20*float32(i), 2)
		im.MediaType, im.Blob = "image/jpeg", udm.Bytes(b.Bytes())
		p.Images = append(p.Images[:i], im)
	}
	Join(&p)
	raw, _ = udm.ReadBlob(p.Images[0].Blob)
	if img, err = pixels.Decode(raw, "image/jpeg"); err != nil || p.Images[0].MediaType != "image/jpeg" || img.Bounds().Dy() != 80 {
		t.Errorf("JPEG: %+v, %v", p.Images, err)
	}
}

// However many pixels the parts have, what they make up takes no more memory than the bound.
func TestJoinBound(t *testing.T) {
	p := page.Page{Width: 900, Height: 900, Images: []page.Image{part(color.NRGBA{}, 0, 0, 800, 30, 20), part(color.NRGBA{}, 0, 30, 800, 800, 20)}}
	Join(&p)
	if im := p.Images[0]; len(p.Images) != 1 || im.Width*im.Height > mostCanvas+mostCanvas/100 || im.Width != im.Height {
		t.Errorf("%+v", p.Images)
	}
	p = page.Page{Width: 900, Height: 900, Images: []page.Image{part(color.NRGBA{}, 0, 0, 800, 30, 1), part(color.NRGBA{}, 0, 0, 800, 30, 1)}}
	for i := range p.Images {
		p.Images[i].Width, p.Images[i].Height = 1<<28, 1
	}
	Join(&p)
	if im := p.Images[0]; len(p.Images) != 1 || im.Width > 1<<15 {
		t.Errorf("a line of dots: %+v", p.Images)
	}
}
