package image

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	stdimage "image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/tiff"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/ocr"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// unread is the format without text recognition, so that dumps are the same with tesseract and without it.
func unread() decoder.Format {
	f := Format
	f.Decode = func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		in.Options.Strategy = "fast"
		return decode(ctx, in)
	}
	return f
}

func TestFormat(t *testing.T) { decodertest.Run(t, unread()) }

func FuzzImage(f *testing.F) { decodertest.Fuzz(f, unread()) }

// FuzzPixels decodes the pixels too.
func FuzzPixels(f *testing.F) {
	f.Add(encode(f, stdimage.NewNRGBA(stdimage.Rect(0, 0, 3, 2))), uint8(6))
	f.Fuzz(func(t *testing.T, b []byte, orientation uint8) {
		var facts facts
		for mediaType := range pixelType {
			facts.read(b, mediaType)
			grey(b, mediaType, int(orientation))
		}
	})
}

func encode(t testing.TB, m stdimage.Image) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, m); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decodeBytes(t *testing.T, raw []byte, opt decoder.Options) (*udm.Document, []string) {
	t.Helper()
	in := &decoder.Input{Path: "a", Content: source.Bytes(raw), Budget: limit.NewBudget(limit.Limits{}), Options: opt}
	doc, err := decode(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return doc, in.Warnings()
}

// Each page of a TIFF file is a file that can be shown.
func TestPagesOfTIFF(t *testing.T) {
	doc, _ := decodeBytes(t, fixture(t, "two-pages.tiff"), decoder.Options{Strategy: "fast"})
	for i, want := range []byte{200, 90} {
		b, err := udm.ReadBlob(doc.Nodes[i].Blocks[0].Data.Blob)
		if err != nil {
			t.Fatal(err)
		}
		m, err := tiff.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.(*stdimage.Gray).GrayAt(3, 4).Y; got != want {
			t.Errorf("page %d is %d, want %d", i+1, got, want)
		}
	}
}

func TestTIFFDirectoriesInARing(t *testing.T) {
	raw := bytes.Clone(fixture(t, "two-pages.tiff"))
	f, _ := newTIFF(raw)
	at := f.first()
	n := uint32(binary.LittleEndian.Uint16(raw[at:]))
	binary.LittleEndian.PutUint32(raw[at+2+12*n:], at)
	if doc, _ := decodeBytes(t, raw, decoder.Options{Strategy: "fast"}); len(doc.Nodes) != 1 {
		t.Errorf("%d pages", len(doc.Nodes))
	}
}

// A file of a few bytes that says it is huge is not unpacked.
func TestBomb(t *testing.T) {
	raw := encode(t, stdimage.NewGray(stdimage.Rect(0, 0, 9, 9)))
	binary.BigEndian.PutUint32(raw[16:], 1<<16)
	binary.BigEndian.PutUint32(raw[20:], 1<<16)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	if _, err := grey(raw, "image/png", 1); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("got %v", err)
	}
	doc, _ := decodeBytes(t, raw, decoder.Options{})
	if d := doc.Nodes[0].Blocks[0].Data; d.Width != 1<<16 {
		t.Errorf("got %+v", d)
	}
}

func TestResolution(t *testing.T) {
	for _, tt := range []struct{ stated, size, want float64 }{{300, 42, 300}, {72, 14, 72}, {72, 80, 576}, {0, 20, 144}, {0, 0, 1}} {
		if got := resolution(tt.stated, tt.size); got != tt.want {
			t.Errorf("resolution(%v, %v) = %v, want %v", tt.stated, tt.size, got, tt.want)
		}
	}
}

// canvas is a picture to write and draw lines on.
type canvas struct {
	*stdimage.RGBA
	face font.Face
}

func newCanvas(t *testing.T, w, h int, size float64) *canvas {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	c := &canvas{stdimage.NewRGBA(stdimage.Rect(0, 0, w, h)), face}
	c.fill(c.Rect, color.White)
	return c
}

func (c *canvas) fill(r stdimage.Rectangle, col color.Color) {
	draw.Draw(c, r, stdimage.NewUniform(col), stdimage.Point{}, draw.Src)
}

func (c *canvas) write(x, y int, s string, col color.Color) {
	d := font.Drawer{Dst: c, Src: stdimage.NewUniform(col), Face: c.face, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

func needTesseract(t *testing.T) {
	t.Helper()
	if err := ocr.Available(); err != nil {
		t.Skipf("text recognition is not tested: %v", err)
	}
}

func TestTextOfAPicture(t *testing.T) {
	needTesseract(t)
	c := newCanvas(t, 900, 260, 32)
	c.write(40, 70, "The harbour was quiet before the storm, and the", color.Black)
	c.write(40, 112, "boats lay at their moorings as they had all week.", color.Black)
	c.write(40, 210, "Nobody had paid the dues for the second berth.", color.Black)
	doc, warnings := decodeBytes(t, encode(t, c), decoder.Options{Languages: []string{"en", "xx"}})
	blocks := doc.Nodes[0].Blocks
	if len(blocks) != 3 || blocks[0].Type != udm.ImageContent {
		t.Fatalf("got %d blocks\n%s", len(blocks), decodertest.Dump(doc))
	}
	if want := "The harbour was quiet before the storm, and the boats lay at their moorings as they had all week."; blocks[1].Text != want {
		t.Errorf("got %q, want %q", blocks[1].Text, want)
	}
	if b := blocks[1].Position.BBox; b == nil || b.Unit != "px" || b.X < 30 || b.X > 50 || b.Y < 30 || b.Y+b.Height > 130 || b.Width < 600 {
		t.Errorf("box %+v", b)
	}
	if blocks[1].Metadata == nil {
		t.Error("no confidence")
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "xx") {
		t.Errorf("warnings %q", warnings)
	}
}

// A table with lines, a coloured header, light text on dark ground, and single digits.
func TestTableInAPicture(t *testing.T) {
	needTesseract(t)
	c := newCanvas(t, 760, 300, 28)
	c.fill(stdimage.Rect(30, 30, 730, 90), color.RGBA{30, 60, 120, 255})
	rows := [][]string{{"Berth", "Boats", "Dues paid"}, {"North", "7", "1,250"}, {"South", "4", "980"}, {"Mole", "1", "75"}}
	for i, row := range rows {
		col := color.Color(color.Black)
		if i == 0 {
			col = color.White
		}
		for k, s := range row {
			c.write([]int{50, 300, 520}[k], 70+60*i, s, col)
		}
	}
	for i := range 5 {
		c.fill(stdimage.Rect(30, 30+60*i, 732, 32+60*i), color.Black)
	}
	for _, x := range []int{30, 280, 500, 730} {
		c.fill(stdimage.Rect(x, 30, x+2, 272), color.Black)
	}
	doc, _ := decodeBytes(t, encode(t, c), decoder.Options{})
	blocks := doc.Nodes[0].Blocks
	if len(blocks) != 2 || blocks[1].Table == nil {
		t.Fatalf("no table alone\n%s", decodertest.Dump(doc))
	}
	var got [][]string
	for r := range blocks[1].Table.Rows() {
		got = append(got, blocks[1].Table.Row(r))
	}
	if d := cmp.Diff(rows, got); d != "" {
		t.Error(d)
	}
}

func TestNoTextOnPatterns(t *testing.T) {
	needTesseract(t)
	m := stdimage.NewGray(stdimage.Rect(0, 0, 300, 200))
	for i := range m.Pix {
		m.Pix[i] = byte(i * i * 2654435761 >> 13)
	}
	doc, _ := decodeBytes(t, encode(t, m), decoder.Options{})
	if len(doc.Nodes[0].Blocks) != 1 {
		t.Error(decodertest.Dump(doc))
	}
}
