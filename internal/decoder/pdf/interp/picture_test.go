package interp

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

func picture(t *testing.T, dict, data string) (page.Image, []byte) {
	t.Helper()
	p := run(t, " /XObject << /Im 5 0 R >> /ColorSpace << /Named [/Indexed /DeviceRGB 1 <0000FFFF0000>] >>", "q 100 0 0 50 10 20 cm /Im Do Q",
		costest.Stream("/Type /XObject /Subtype /Image "+dict, data))
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
			im, b := picture(t, "/Width 2 /Height 1 "+tt.dict, tt.data)
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
	_, b := picture(t, "/Width 700 /Height 500 /ColorSpace /DeviceGray /BitsPerComponent 8", data.String())
	im, err := png.Decode(bytes.NewReader(b))
	if err != nil || im.Bounds() != image.Rect(0, 0, 700, 500) {
		t.Fatalf("%v, %v", im, err)
	}
	if c := im.(*image.Gray).GrayAt(333, 444).Y; c != byte(333*444%256) {
		t.Errorf("a pixel is %d", c)
	}
}

func TestImageFormats(t *testing.T) {
	im, b := picture(t, "/Width 2 /Height 1 /Filter [/ASCIIHexDecode /DCTDecode]", "FFD8FFD9>")
	if im.MediaType != "image/jpeg" || string(b) != "\xFF\xD8\xFF\xD9" {
		t.Errorf("JPEG: %s, %x", im.MediaType, b)
	}
	// Two rows of eight white pixels in T.6: vertical mode 0 each, then the end of the block.
	im, b = picture(t, "/Width 8 /Height 2 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 >>", "\xC0\x04\x00\x40")
	if im.MediaType != "image/tiff" {
		t.Errorf("fax: %s", im.MediaType)
	}
	got, err := tiff.Decode(bytes.NewReader(b))
	if err != nil || got.Bounds() != image.Rect(0, 0, 8, 2) || color.GrayModel.Convert(got.At(3, 1)) != (color.Gray{255}) {
		t.Errorf("fax: %v, %v", got, err)
	}
	im, b = picture(t, "/Width 8 /Height 2 /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 6 0 R >>", "page")
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

// The greys of samples are those of the PNG that is made of them.
func TestSamplesGray(t *testing.T) {
	for _, dict := range []string{
		"/ColorSpace /DeviceGray /BitsPerComponent 1", "/ColorSpace /DeviceGray /BitsPerComponent 4", "/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]",
		"/ColorSpace /DeviceGray /BitsPerComponent 16", "/ColorSpace /DeviceRGB /BitsPerComponent 8", "/ColorSpace /DeviceRGB /BitsPerComponent 16",
		"/ColorSpace /DeviceCMYK /BitsPerComponent 8", "/ColorSpace /Named /BitsPerComponent 8", "/ColorSpace /Named /BitsPerComponent 1", "/ImageMask true",
	} {
		data := "\x01\x80\xFE\x20\x60\xA0\x01\x00\xC0\x50\x30\x90"
		if strings.Contains(dict, "/Named") { // of two colours
			data = "\x01\x00"
		}
		im, b := picture(t, "/Width 2 /Height 1 "+dict, data)
		want, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		got, err := im.Blob.(*samples).Gray()
		if err != nil {
			t.Fatal(err)
		}
		for x := range 2 {
			r, g, b, _ := want.At(x, 0).RGBA()
			if w := luma([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)}); got.Pix[x] != w {
				t.Errorf("%s: pixel %d is %d, want %d", dict, x, got.Pix[x], w)
			}
		}
	}
}

func TestOrientation(t *testing.T) {
	const dict = "/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
	for matrix, want := range map[string]int{
		"100 0 0 50 10 20": 1, "-100 0 0 50 110 20": 2, "-100 0 0 -50 110 70": 3, "100 0 0 -50 10 70": 4,
		"0 -100 -50 0 110 120": 5, "0 -100 50 0 10 120": 6, "0 100 50 0 10 20": 7, "0 100 -50 0 110 20": 8,
		"100 20 -20 100 50 50": 0, // askew
		"900 0 0 50 10 20":     0, // beyond the page
	} {
		p := run(t, " /XObject << /Im 5 0 R >>", "q "+matrix+" cm /Im Do Q", costest.Stream(dict, "ab"))
		if len(p.Images) != 1 || p.Images[0].Orientation != want {
			t.Errorf("%s: %+v, want %d", matrix, p.Images, want)
		}
	}
}
