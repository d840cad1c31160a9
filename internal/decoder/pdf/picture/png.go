package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// Kinds of PNG pixels (PNG specification, 11.2.2).
const (
	Gray      = 0
	RGB       = 2
	Palette   = 3
	GrayAlpha = 4
	RGBA      = 6
)

// Header says what the rows of a PNG file hold.
type Header struct {
	Width, Height int    // pixels
	Depth         int    // bits of a sample
	Kind          byte   // of pixels
	Colors        []byte // of a palette, RGB
	Alpha         []byte // of its first colours; nil when all are opaque
}

// Rows returns a PNG file of the rows that a function gives one after the other. It is made while it is read, so that no picture is
// held encoded.
func Rows(h Header, rows func(y int) []byte) io.ReadCloser {
	w := begin(h)
	w.rows = rows
	return w
}

// Deflated returns a PNG file of rows that are filtered and deflated already.
func Deflated(h Header, data []byte) io.ReadCloser {
	w := begin(h)
	w.chunk("IDAT", data)
	w.chunk("IEND", nil)
	return w
}

// encode returns a PNG file of a picture. Gray of black and white only has one bit a pixel; colour without hue is gray, and only what
// something shines through has its opacity.
func encode(img image.Image) io.ReadCloser {
	h := Header{Width: img.Bounds().Dx(), Height: img.Bounds().Dy(), Depth: 8}
	switch m := img.(type) {
	case *image.Gray:
		if !bilevel(m) {
			return Rows(h, func(y int) []byte { return m.Pix[y*m.Stride:][:h.Width] })
		}
		h.Depth = 1
		row := make([]byte, (h.Width+7)/8)
		return Rows(h, func(y int) []byte {
			clear(row)
			for x, v := range m.Pix[y*m.Stride:][:h.Width] {
				row[x/8] |= v & 0x80 >> (x % 8)
			}
			return row
		})
	case *image.Paletted:
		h.Kind = Palette
		for _, c := range m.Palette {
			n := color.NRGBAModel.Convert(c).(color.NRGBA)
			h.Colors, h.Alpha = append(h.Colors, n.R, n.G, n.B), append(h.Alpha, n.A)
		}
		if !slices.ContainsFunc(h.Alpha, func(a byte) bool { return a != 0xFF }) {
			h.Alpha = nil
		}
		return Rows(h, func(y int) []byte { return m.Pix[y*m.Stride:][:h.Width] })
	}
	read := reader(img)
	row := make([]byte, 4*h.Width)
	hue, clear := false, false
	for y := range h.Height {
		read(row, y)
		for x := 0; x < len(row); x += 4 {
			hue = hue || row[x] != row[x+1] || row[x] != row[x+2]
			clear = clear || row[x+3] != 0xFF
		}
	}
	var channels []int
	switch {
	case hue && clear:
		h.Kind, channels = RGBA, []int{0, 1, 2, 3}
	case hue:
		h.Kind, channels = RGB, []int{0, 1, 2}
	case clear:
		h.Kind, channels = GrayAlpha, []int{0, 3}
	default:
		h.Kind, channels = Gray, []int{0}
	}
	return Rows(h, func(y int) []byte {
		read(row, y)
		out := row[:0]
		for x := 0; x < len(row); x += 4 {
			p := [4]byte(row[x:])
			for _, c := range channels {
				out = append(out, p[c])
			}
		}
		return out
	})
}

func bilevel(m *image.Gray) bool {
	for _, v := range m.Pix {
		if v != 0 && v != 0xFF {
			return false
		}
	}
	return true
}

// compressors are kept because one takes longer to make than most pictures to compress.
var compressors = sync.Pool{New: func() any {
	z, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // the level is a good one
	return z
}}

// writer writes a PNG file bit by bit as it is read.
type writer struct {
	out       bytes.Buffer
	zip       *zlib.Writer
	packed    bytes.Buffer
	rows      func(y int) []byte // nil when all are written
	y, height int
}

func begin(h Header) *writer {
	w := &writer{height: h.Height}
	w.out.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(h.Width))
	head = binary.BigEndian.AppendUint32(head, uint32(h.Height))
	w.chunk("IHDR", append(head, byte(h.Depth), h.Kind, 0, 0, 0))
	if h.Kind == Palette {
		if n := 3 << h.Depth; len(h.Colors) > n {
			h.Colors = h.Colors[:n]
		}
		if len(h.Colors) == 0 {
			h.Colors = []byte{0, 0, 0}
		}
		w.chunk("PLTE", h.Colors)
		if len(h.Alpha) > 0 {
			w.chunk("tRNS", h.Alpha)
		}
	}
	return w
}

func (w *writer) chunk(kind string, data []byte) {
	w.out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	w.out.WriteString(kind)
	w.out.Write(data)
	crc := crc32.Update(crc32.ChecksumIEEE([]byte(kind)), crc32.IEEETable, data)
	w.out.Write(binary.BigEndian.AppendUint32(nil, crc))
}

// Read encodes as many rows as the next bytes need.
func (w *writer) Read(b []byte) (int, error) {
	const chunk = 32 << 10
	for w.out.Len() == 0 && w.rows != nil {
		if w.zip == nil {
			w.zip = compressors.Get().(*zlib.Writer)
			w.zip.Reset(&w.packed)
		}
		if w.y == w.height {
			w.zip.Close() // a buffer takes everything
			w.rows = nil
			compressors.Put(w.zip)
		} else {
			w.zip.Write([]byte{0}) // no row filter
			w.zip.Write(w.rows(w.y))
			w.y++
		}
		if w.packed.Len() >= chunk || w.rows == nil {
			w.chunk("IDAT", w.packed.Bytes())
			w.packed.Reset()
		}
		if w.rows == nil {
			w.chunk("IEND", nil)
		}
	}
	if w.out.Len() == 0 {
		return 0, io.EOF
	}
	return w.out.Read(b)
}

// Close ends the reading.
func (w *writer) Close() error { return nil }
