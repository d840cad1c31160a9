package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/ocr"
	"github.com/udecode/udecode/internal/udm"
)

// pagesOf returns a file of pages with those contents, and for each the entries of its resources' dictionary.
func pagesOf(n int, content func(f *costest.File, i int) (resources, content string)) []byte {
	f := costest.Page("", "")
	var kids strings.Builder
	for i := range n {
		resources, content := content(f, i)
		stream := f.AddStream("", content)
		fmt.Fprintf(&kids, "%d 0 R ", f.Add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << %s >> >>", stream, resources)))
	}
	f.Set(2, fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), n))
	return f.Table()
}

// The warnings about pages stand in the order of the pages, whichever is read first.
func TestWarningsInOrder(t *testing.T) {
	const n = 12
	raw := pagesOf(n, func(_ *costest.File, i int) (string, string) { // the first take longest
		return "", strings.Repeat("0 0 m ", 2000*(n-i)) + fmt.Sprintf("xq%d", i)
	})
	for range 5 {
		_, in, err := decodertest.Decode(Format, "odd.pdf", raw, decoder.Options{Workers: 4})
		if err != nil {
			t.Fatal(err)
		}
		if len(in.Warnings()) != n {
			t.Fatalf("warnings %q", in.Warnings())
		}
		for i, w := range in.Warnings() {
			if !strings.HasPrefix(w, fmt.Sprintf("page %d: ", i+1)) {
				t.Errorf("warning %d: %s", i, w)
			}
		}
	}
}

// written is a picture of lines of text, as a JPEG file.
func written(t *testing.T, size image.Point, lines ...string) string {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 32, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for i, s := range lines {
		d := font.Drawer{Dst: img, Src: image.NewUniform(color.Black), Face: face, Dot: fixed.P(100, 120+44*i)}
		d.DrawString(s)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// All pages of a scanned document are read, the same whatever the number of workers, and a picture that is damaged costs its page only.
func TestScannedPages(t *testing.T) {
	if err := ocr.Available(); err != nil {
		t.Skipf("text recognition is not tested: %v", err)
	}
	const n, damaged = 7, 3
	size := image.Pt(1020, 440)
	line := func(i int) string { return fmt.Sprintf("This is sheet %d of the harbour's journal.", 41+i) }
	raw := pagesOf(n, func(f *costest.File, i int) (string, string) {
		data := written(t, size, line(i), "The boats lay at their moorings all week.")
		if i == damaged {
			data = data[:200]
		}
		im := f.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode", size.X, size.Y), data)
		return fmt.Sprintf("/XObject << /Im %d 0 R >>", im), "612 0 0 264 0 528 cm /Im Do"
	})
	var first string
	for _, workers := range []int{1, 3} {
		doc, in, err := decodertest.Decode(Format, "scan.pdf", raw, decoder.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		for i, node := range doc.Nodes {
			found := slices.ContainsFunc(node.Blocks, func(b *udm.ContentBlock) bool { return strings.Contains(b.Text, line(i)) })
			if found == (i == damaged) {
				t.Errorf("%d workers: page %d: %s", workers, i+1, decodertest.Dump(doc))
			}
		}
		all := decodertest.Dump(doc) + strings.Join(in.Warnings(), "\n")
		if first == "" {
			first = all
		}
		if all != first {
			t.Errorf("%d workers: got\n%s\nwant\n%s", workers, all, first)
		}
	}
}
