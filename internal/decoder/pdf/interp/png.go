package interp

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// compressors are kept because one takes longer to make than most pictures to compress.
var compressors = sync.Pool{New: func() any {
	z, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // the level is a good one
	return z
}}

// pngWriter writes a PNG file bit by bit as it is read, so that no picture is held encoded.
type pngWriter struct {
	out       bytes.Buffer
	zip       *zlib.Writer
	packed    bytes.Buffer
	rows      func(y int) []byte // nil when all are written
	y, height int
}

// newPNG begins a file; the palette is RGB, for the indexed colour type.
func newPNG(width, height, depth int, kind byte, palette []byte) *pngWriter {
	w := &pngWriter{height: height}
	w.out.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	w.chunk("IHDR", append(head, byte(depth), kind, 0, 0, 0))
	if kind == pngPalette {
		if n := 3 << depth; len(palette) > n {
			palette = palette[:n]
		}
		if len(palette) == 0 {
			palette = []byte{0, 0, 0}
		}
		w.chunk("PLTE", palette)
	}
	return w
}

func (w *pngWriter) chunk(kind string, data []byte) {
	w.out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	w.out.WriteString(kind)
	w.out.Write(data)
	crc := crc32.Update(crc32.ChecksumIEEE([]byte(kind)), crc32.IEEETable, data)
	w.out.Write(binary.BigEndian.AppendUint32(nil, crc))
}

// Read encodes as many rows as the next bytes need.
func (w *pngWriter) Read(b []byte) (int, error) {
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
func (w *pngWriter) Close() error { return nil }
