package interp

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

func pictureOf(t *testing.T, dict, data string) (page.Image, []byte) {
	t.Helper()
	p := run(t, " /XObject << /Im 5 0 R >> /ColorSpace << /Named [/Indexed /DeviceRGB 1 <0000FFFF0000>] >>", "q 100 0 0 50 10 20 cm /Im Do Q",
		costest.Stream("/Type /XObject /Subtype /Image "+dict, data),
		"null", costest.Stream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", "{ 0 exch }"))
	if len(p.Images) != 1 {
		t.Fatalf("%d pictures", len(p.Images))
	}
	im := p.Images[0]
	if want := (page.Rect{X0: 10, Y0: 722, X1: 110, Y1: 772}); im.Box != want {
		t.Errorf("box %v, want %v", im.Box, want)
	}
	if im.Blob == nil {
		t.Fatal("no bytes")
	}
	b, err := udm.ReadBlob(im.Blob)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(b)) != im.Blob.Size() {
		t.Errorf("%d bytes, but a size of %d", len(b), im.Blob.Size())
	}
	return im, b
}

func TestSamples(t *testing.T) {
	red, blue, black, white := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}, color.RGBA{0, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	tests := []struct {
		name, dict, data string
		want             [2]color.RGBA // of a picture of 2 × 1
	}{
		{"gray", "/ColorSpace /DeviceGray /BitsPerComponent 8", "\x00\xFF", [2]color.RGBA{black, white}},
		{"gray inverted", "/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]", "\x00\xFF", [2]color.RGBA{white, black}},
		{"bits", "/ColorSpace /DeviceGray /BitsPerComponent 1", "\x40", [2]color.RGBA{black, white}},
		{"mask", "/ImageMask true", "\x40", [2]color.RGBA{black, white}},
		{"mask inverted", "/ImageMask true /Decode [1 0]", "\x40", [2]color.RGBA{white, black}},
		{"RGB", "/ColorSpace /DeviceRGB /BitsPerComponent 8", "\xFF\x00\x00\x00\x00\xFF", [2]color.RGBA{red, blue}},
		{"RGB of 4 bits", "/ColorSpace /DeviceRGB /BitsPerComponent 4", "\xF0\x00\x0F", [2]color.RGBA{red, blue}},
		{"16 bits", "/ColorSpace /DeviceGray /BitsPerComponent 16", "\x00\x00\xFF\xFF", [2]color.RGBA{black, white}},
		{"CMYK", "/ColorSpace /DeviceCMYK /BitsPerComponent 8", "\x00\xFF\xFF\x00\xFF\xFF\x00\x00", [2]color.RGBA{red, blue}},
		{"palette", "/ColorSpace /Named /BitsPerComponent 8", "\x01\x00", [2]color.RGBA{red, blue}},
		{"palette of bits", "/ColorSpace /Named /BitsPerComponent 1", "\x80", [2]color.RGBA{red, blue}},
		{"ink", "/ColorSpace [/Separation /Black /DeviceGray 9 0 R] /BitsPerComponent 8", "\xFF\x00", [2]color.RGBA{black, white}},
		{"inks", "/ColorSpace [/DeviceN [/A /B] /DeviceGray 9 0 R] /BitsPerComponent 8", "\xFF\x00\x00\x00", [2]color.RGBA{black, white}},
		{"spot colour", "/ColorSpace [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>] /BitsPerComponent 8", "\x00\xFF", [2]color.RGBA{red, blue}},
		{"spot colour of 16 bits", "/ColorSpace [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>] /BitsPerComponent 16", "\x00\x00\xFF\xFF",
			[2]color.RGBA{red, blue}},
		{"spot colours", "/ColorSpace [/DeviceN [/A /B] /DeviceRGB 7 0 R] /BitsPerComponent 8", "\xFF\x00\x00\xFF", [2]color.RGBA{red, blue}},
		{"cut off", "/ColorSpace /DeviceGray /BitsPerComponent 8", "\x00", [2]color.RGBA{black, white}},
		{"deflated rows", "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns 2 >>",
			costest.Flate("\x01\xFF\x00\x00\x01\x00\xFF"), [2]color.RGBA{red, blue}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if tt.name == "deflated rows" {
				want[1] = blue
			}
			im, b := pictureOf(t, "/Width 2 /Height 1 "+tt.dict, tt.data)
			if im.MediaType != "image/png" {
				t.Errorf("media type %s", im.MediaType)
			}
			got, err := png.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			for x, w := range want {
				if c := color.RGBAModel.Convert(got.At(x, 0)); c != w {
					t.Errorf("pixel %d is %v, want %v", x, c, w)
				}
			}
		})
	}
}

func TestManyRows(t *testing.T) {
	var data strings.Builder
	for y := range 500 {
		for x := range 700 {
			data.WriteByte(byte(x * y))
		}
	}
	_, b := pictureOf(t, "/Width 700 /Height 500 /ColorSpace /DeviceGray /BitsPerComponent 8", data.String())
	im, err := png.Decode(bytes.NewReader(b))
	if err != nil || im.Bounds() != image.Rect(0, 0, 700, 500) {
		t.Fatalf("%v, %v", im, err)
	}
	if c := im.(*image.Gray).GrayAt(333, 444).Y; c != byte(333*444%256) {
		t.Errorf("a pixel is %d", c)
	}
}

func TestImageFormats(t *testing.T) {
	im, b := pictureOf(t, "/Width 2 /Height 1 /Filter [/ASCIIHexDecode /DCTDecode]", "FFD8FFD9>")
	if im.MediaType != "image/jpeg" || string(b) != "\xFF\xD8\xFF\xD9" {
		t.Errorf("JPEG: %s, %x", im.MediaType, b)
	}
	// Two rows of eight white pixels in T.6: vertical mode 0 each, then the end of the block.
	im, b = pictureOf(t, "/Width 8 /Height 2 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 >>", "\xC0\x04\x00\x40")
	if im.MediaType != "image/tiff" {
		t.Errorf("fax: %s", im.MediaType)
	}
	got, err := tiff.Decode(bytes.NewReader(b))
	if err != nil || got.Bounds() != image.Rect(0, 0, 8, 2) || color.GrayModel.Convert(got.At(3, 1)) != (color.Gray{255}) {
		t.Errorf("fax: %v, %v", got, err)
	}
	im, b = pictureOf(t, "/Width 8 /Height 2 /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 6 0 R >>", "page")
	if im.MediaType != "image/jbig2" || string(b) != "\x97JB2\r\n\x1a\n\x01\x00\x00\x00\x01page" {
		t.Errorf("JBIG2: %s, %q", im.MediaType, b)
	}
}

func TestInlineImage(t *testing.T) {
	tests := map[string]string{
		"EI in the data":    "BI /W 4 /H 2 /BPC 8 /CS /G ID \n EI Q\x00\x01\n EI",
		"hexadecimal":       "BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 00FF> EI",
		"no white space":    "BI /W 2 /H 1 /BPC 8 /CS /G ID ab\nEI",
		"no known length":   "BI /W 2 /H 1 /BPC 8 /CS /G /F /Fl ID " + costest.Flate("ab") + "\nEI",
		"longer than it is": "BI /W 2 /H 1 /BPC 8 /CS /G ID abcdef EI",
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			p := run(t, "", "q 10 0 0 10 5 5 cm "+content+" Q BT /F1 10 Tf 72 700 Td (behind) Tj ET")
			if got := text(p); got != "behind" || len(p.Images) != 1 {
				t.Errorf("text %q, %d pictures", got, len(p.Images))
			}
		})
	}
}

func TestSamePicture(t *testing.T) {
	p := run(t, " /XObject << /A 5 0 R /B 5 0 R >>", "/A Do /B Do 1 0 0 1 700 0 cm /A Do",
		costest.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "a"))
	if len(p.Images) != 2 || p.Images[0].Key != p.Images[1].Key {
		t.Errorf("pictures %+v, want two with the same key", fmt.Sprint(p.Images))
	}
}

// The pixels of samples are those of the PNG that is made of them.
func TestSamplesImage(t *testing.T) {
	for _, dict := range []string{
		"/ColorSpace /DeviceGray /BitsPerComponent 1", "/ColorSpace /DeviceGray /BitsPerComponent 4", "/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]",
		"/ColorSpace /DeviceGray /BitsPerComponent 16", "/ColorSpace /DeviceRGB /BitsPerComponent 8", "/ColorSpace /DeviceRGB /BitsPerComponent 16",
		"/ColorSpace /DeviceCMYK /BitsPerComponent 8", "/ColorSpace /Named /BitsPerComponent 8", "/ColorSpace /Named /BitsPerComponent 1", "/ImageMask true",
	} {
		data := "\x01\x80\xFE\x20\x60\xA0\x01\x00\xC0\x50\x30\x90"
		if strings.Contains(dict, "/Named") { // of two colours
			data = "\x01\x00"
		}
		im, b := pictureOf(t, "/Width 2 /Height 1 "+dict, data)
		want, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		got, err := picture.Decode(&im)
		if err != nil {
			t.Fatal(err)
		}
		for x := range 2 {
			if g, w := color.RGBAModel.Convert(got.At(x, 0)), color.RGBAModel.Convert(want.At(x, 0)); g != w {
				t.Errorf("%s: pixel %d is %v, want %v", dict, x, g, w)
			}
		}
	}
}

func TestOrientation(t *testing.T) {
	const dict = "/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 "
	for matrix, want := range map[string]int{
		"100 0 0 50 10 20": 1, "-100 0 0 50 110 20": 2, "-100 0 0 -50 110 70": 3, "100 0 0 -50 10 70": 4,
		"0 -100 -50 0 110 120": 5, "0 -100 50 0 10 120": 6, "0 100 50 0 10 20": 7, "0 100 -50 0 110 20": 8,
		"100 20 -20 100 50 50": 0, // askew
		"900 0 0 50 10 20":     1, // beyond the page
	} {
		content := "q " + matrix + " cm /Im Do Q"
		p := run(t, " /XObject << /Im 5 0 R >>", content, costest.Stream(dict+"/Filter /DCTDecode", "\xFF\xD8\xFF\xD9"))
		if len(p.Images) != 1 || p.Images[0].Orientation != want {
			t.Errorf("%s: %+v, want %d", matrix, p.Images, want)
			continue
		}
		// The file of a JPEG says how it is turned.
		b, err := udm.ReadBlob(p.Images[0].Blob)
		if err != nil || int64(len(b)) != p.Images[0].Blob.Size() {
			t.Errorf("%s: %d bytes, %v", matrix, len(b), err)
		}
		said := 0
		if i := bytes.Index(b, []byte("\x12\x01\x03\x00\x01\x00\x00\x00")); i >= 0 {
			said = int(b[i+8])
		}
		if want > 1 && said != want || want <= 1 && said != 0 || !bytes.HasPrefix(b, soi) || !bytes.HasSuffix(b, []byte("\xFF\xD9")) {
			t.Errorf("%s: %x", matrix, b)
		}
		// A PNG is turned itself.
		p = run(t, " /XObject << /Im 5 0 R >>", content, costest.Stream(dict, "\x00\xFF"))
		img, err := picture.Decode(&p.Images[0])
		if err != nil || p.Images[0].Orientation > 1 || p.Images[0].Width != img.Bounds().Dx() {
			t.Fatalf("%s: %+v, %v", matrix, p.Images[0], err)
		}
		size, dark := image.Pt(2, 1), image.Point{}
		switch want {
		case 2, 3:
			dark = image.Pt(1, 0)
		case 5, 6:
			size = image.Pt(1, 2)
		case 7, 8:
			size, dark = image.Pt(1, 2), image.Pt(0, 1)
		}
		if c := color.GrayModel.Convert(img.At(dark.X, dark.Y)).(color.Gray); img.Bounds().Size() != size || c.Y != 0 {
			t.Errorf("%s: %v", matrix, img)
		}
	}
}

// Whether a JPEG has a mask is not asked where nobody sees the picture.
func TestNoMasks(t *testing.T) {
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 2, 1)), nil); err != nil {
		t.Fatal(err)
	}
	const one = "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray "
	f := costest.Page(costest.Helvetica+" /XObject << /Im 5 0 R >>", "q 100 0 0 50 10 20 cm /Im Do Q")
	f.AddStream(one+"/Filter /DCTDecode /SMask 6 0 R", jpg.String())
	f.AddStream(one, "\xFF\x00")
	for noMasks, want := range map[bool]string{false: "image/png", true: "image/jpeg"} {
		src, err := Open(source.Bytes(f.Table()), Options{NoMasks: noMasks}, limit.NewBudget(limit.Limits{}))
		if err != nil {
			t.Fatal(err)
		}
		p, err := src.Page(0)
		if err != nil || len(p.Images) != 1 || p.Images[0].MediaType != want {
			t.Errorf("NoMasks %v: %v, %+v, want %s", noMasks, err, p.Images, want)
		}
	}
}

func TestMasks(t *testing.T) {
	const one = "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 "
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 2, 1)), nil); err != nil {
		t.Fatal(err)
	}
	red, blue, none := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}, color.NRGBA{}
	for _, tt := range []struct {
		name, content, dict, data, mask, maskData, media string
		want                                             [2]color.NRGBA
	}{
		{"soft", "", "/ColorSpace /DeviceRGB /SMask 6 0 R", "\xFF\x00\x00\x00\x00\xFF", one + "/ColorSpace /DeviceGray", "\xFF\x00", "image/png", [2]color.NRGBA{red, none}},
		{"of one colour", "", "/ColorSpace /DeviceGray /SMask 6 0 R", "\x00\x00", one + "/ColorSpace /DeviceGray", "\x80\x00", "image/png",
			[2]color.NRGBA{{0, 0, 0, 128}, none}},
		{"opaque", "", "/ColorSpace /DeviceRGB /SMask 6 0 R", "\xFF\x00\x00\x00\x00\xFF", one + "/ColorSpace /DeviceGray", "\xFF\xFF", "image/png", [2]color.NRGBA{red, blue}},
		{"stencil", "", "/ColorSpace /DeviceRGB /Mask 6 0 R", "\xFF\x00\x00\x00\x00\xFF", one + "/ImageMask true /BitsPerComponent 1", "\x40", "image/png", [2]color.NRGBA{red, none}},
		{"key", "", "/ColorSpace /DeviceRGB /Mask [0 9 0 9 250 255]", "\xFF\x00\x00\x00\x00\xFF", "", "", "image/png", [2]color.NRGBA{red, none}},
		{"key of a palette", "", "/ColorSpace /Named /Mask [0 0]", "\x01\x00", "", "", "image/png", [2]color.NRGBA{red, none}},
		{"JPEG", "", "/ColorSpace /DeviceGray /Filter /DCTDecode /SMask 6 0 R", jpg.String(), one + "/ColorSpace /DeviceGray", "\xFF\x00", "image/png",
			[2]color.NRGBA{{A: 255}, none}},
		{"opaque JPEG", "", "/ColorSpace /DeviceGray /Filter /DCTDecode /SMask 6 0 R", jpg.String(), one + "/ColorSpace /DeviceGray", "\xFF\xFE", "image/jpeg", [2]color.NRGBA{{A: 255}, {A: 255}}},
		{"painted", "1 0 0 rg", "/ImageMask true", "\x40", "", "", "image/png", [2]color.NRGBA{red, none}},
		{"painted where 1", "1 0 0 rg", "/ImageMask true /Decode [1 0]", "\x80", "", "", "image/png", [2]color.NRGBA{red, none}},
		{"ink in a JPEG", "", "/ColorSpace [/Separation /Black /DeviceGray 9 0 R] /Filter /DCTDecode", jpg.String(), "", "", "image/png",
			[2]color.NRGBA{{255, 255, 255, 255}, {255, 255, 255, 255}}},
	} {
		objects := []string{costest.Stream(one+tt.dict, tt.data)}
		if tt.mask != "" {
			objects = append(objects, costest.Stream(tt.mask, tt.maskData))
		}
		p := run(t, " /XObject << /Im 5 0 R >> /ColorSpace << /Named [/Indexed /DeviceRGB 1 <0000FFFF0000>] >>", tt.content+" q 100 0 0 50 10 20 cm /Im Do Q", objects...)
		im := p.Images[0]
		b, err := udm.ReadBlob(im.Blob)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pixels.Decode(b, im.MediaType)
		if err != nil || im.MediaType != tt.media {
			t.Errorf("%s: %s, %v", tt.name, im.MediaType, err)
			continue
		}
		for x, w := range tt.want {
			c := color.NRGBAModel.Convert(got.At(x, 0)).(color.NRGBA)
			if c.A == 0 {
				c = none
			}
			if c != w {
				t.Errorf("%s: pixel %d is %v, want %v", tt.name, x, c, w)
			}
		}
	}
}

// Fax pictures are seen as they are: painted or exchanged in black and white.
func TestFaxDecode(t *testing.T) {
	const white = "\xC0\x04\x00\x40" // two rows of eight pixels in T.6
	for dict, want := range map[string]uint8{
		"/ColorSpace /DeviceGray":                                   255,
		"/ColorSpace /DeviceGray /Decode [1 0]":                     0,
		"/ImageMask true":                                           255,
		"/ImageMask true /Decode [1 0]":                             0,
		"/ColorSpace [/Indexed /DeviceGray 1 <FF00>]":               0,
		"/ColorSpace [/Separation /Black /DeviceGray 9 0 R]":        0,
		"/ColorSpace [/Indexed /DeviceGray 1 <00FF>] /Decode [1 0]": 0,
	} {
		im, _ := pictureOf(t, "/Width 8 /Height 2 /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 >> "+dict, white)
		img, err := picture.Decode(&im)
		if err != nil {
			t.Fatal(err)
		}
		if c := color.GrayModel.Convert(img.At(3, 1)).(color.Gray).Y; c != want {
			t.Errorf("%s: %d, want %d", dict, c, want)
		}
	}
}

// A JPEG with four components is passed on where those who open the file see what is seen on the page.
func TestInkJPEG(t *testing.T) {
	plain := "\xFF\xD8\xFF\xEE\x00\x0EAdobe\x00\x64\x00\x00\x00\x00\x00\xFF\xC0\x00\x14\x08\x00\x01\x00\x02\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"
	unmarked := plain[:2] + plain[18:]
	for _, tt := range []struct{ name, dict, data, want string }{
		{"as Adobe counts", "/Decode [1 0 1 0 1 0 1 0]", plain, "image/jpeg"},
		{"as the specification counts", "", plain, "image/png"},
		{"without a mark", "", unmarked, "image/jpeg"},
	} {
		p := run(t, " /XObject << /Im 5 0 R >>", "q 100 0 0 50 10 20 cm /Im Do Q",
			costest.Stream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceCMYK /Filter /DCTDecode "+tt.dict, tt.data))
		if got := p.Images[0].MediaType; got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// A shadow is no picture; a sign in one colour is.
func TestShadow(t *testing.T) {
	const size = 64
	var blur, sign strings.Builder
	for y := range size {
		for x := range size {
			d := max(x-size/2, size/2-x) + max(y-size/2, size/2-y)
			blur.WriteByte(byte(max(0, 220-5*d)))
			if d < 20 && x%8 < 4 {
				sign.WriteByte(0xFF)
			} else {
				sign.WriteByte(0)
			}
		}
	}
	const dict = "/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace "
	flat, shaded := strings.Repeat("\x00", size*size*3), strings.Repeat("\x00\x10\x20", size*size-1)+"abc"
	for _, tt := range []struct {
		name, data, mask string
		want             int
	}{{"shadow", flat, blur.String(), 0}, {"sign", flat, sign.String(), 1}, {"faded picture", shaded, blur.String(), 1}} {
		p := run(t, " /XObject << /Im 5 0 R >>", "q 100 0 0 50 10 20 cm /Im Do Q",
			costest.Stream(dict+"/DeviceRGB /Filter /FlateDecode /SMask 6 0 R", costest.Flate(tt.data)), costest.Stream(dict+"/DeviceGray", tt.mask))
		if len(p.Images) != tt.want {
			t.Errorf("%s: %d pictures", tt.name, len(p.Images))
		}
	}
}

// Text under a scan is not seen; under a small picture or a mask it is left alone.
func TestCovered(t *testing.T) {
	const im = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray "
	for _, tt := range []struct {
		matrix, dict string
		want         bool
	}{{"612 0 0 792 0 0", "", true}, {"100 0 0 50 70 690", "", false}, {"612 0 0 792 0 0", "/SMask 6 0 R", false}} {
		p := run(t, " /XObject << /Im 5 0 R >>", "BT /F1 10 Tf 72 700 Td (a) Tj ET q "+tt.matrix+" cm /Im Do Q BT /F1 10 Tf 72 600 Td (b) Tj ET",
			costest.Stream(im+tt.dict, "a"), costest.Stream(im, "\x80"))
		if a, b := p.Glyphs[0].Flags&page.Invisible != 0, p.Glyphs[1].Flags&page.Invisible != 0; a != tt.want || b {
			t.Errorf("%s %s: %v, %v", tt.matrix, tt.dict, a, b)
		}
	}
}
