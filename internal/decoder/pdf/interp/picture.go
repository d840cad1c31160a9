package interp

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"math"
	"slices"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/udm"
)

// maxPixels bounds the pictures that are made from samples.
const maxPixels = 1 << 28

// readPicture returns a picture as a file of a usual format: JPEG and JPEG 2000 as they are, fax in TIFF, JBIG2 with
// its file header, samples as PNG. The blob is nil for what can't be had.
func readPicture(doc *cos.Document, resources cos.Dict, s *cos.Stream, width, height int, mask bool) (string, udm.Blob) {
	filters := s.Filters()
	last := cos.Filter{}
	if len(filters) > 0 {
		last = filters[len(filters)-1]
	}
	switch last.Name {
	case "DCTDecode":
		return "image/jpeg", &streamBlob{s: s}
	case "JPXDecode":
		return "image/jp2", &streamBlob{s: s}
	case "CCITTFaxDecode":
		return "image/tiff", &streamBlob{s: s, fax: func(size int) []byte { return faxHeader(doc, last.Parms, width, height, size) }}
	case "JBIG2Decode":
		before := []byte("\x97JB2\r\n\x1a\n\x01\x00\x00\x00\x01")
		if g := doc.Stream(last.Parms["JBIG2Globals"]); g != nil {
			b, _ := g.Decode()
			before = append(before, b...)
		}
		return "image/jbig2", &streamBlob{s: s, before: before}
	}
	if int64(width)*int64(height) > maxPixels {
		return "", nil
	}
	bits := doc.Int(first(s.Dict, "BitsPerComponent", "BPC"), 8)
	sp := space{model: gray, n: 1}
	if mask {
		bits = 1
	} else if cs := first(s.Dict, "ColorSpace", "CS"); cs != nil {
		sp = readSpace(doc, resources, cs, 0)
	}
	switch bits {
	case 1, 2, 4, 8, 16:
	default:
		return "", nil
	}
	if sp.n < 1 || sp.n > 32 {
		return "", nil
	}
	p := &samples{s: s, width: width, height: height, bits: bits, space: sp}
	decode := doc.Numbers(first(s.Dict, "Decode", "D"))
	p.inverted = len(decode) >= 2 && decode[0] > decode[1]
	p.choose()
	return "image/png", p
}

// streamBlob is a stream up to its image filter with a header before it, read again whenever it is opened.
type streamBlob struct {
	s      *cos.Stream
	before []byte
	fax    func(size int) []byte // makes the header from the size of the data; nil when before is the header
}

func (b *streamBlob) Open() (io.ReadCloser, error) {
	data, f, err := b.s.DecodeImage()
	if f.Name == "" {
		return nil, fmt.Errorf("image %d: %w", b.s.Ref.Num, err)
	}
	before := b.before
	if b.fax != nil {
		before = b.fax(len(data))
	}
	return io.NopCloser(io.MultiReader(bytes.NewReader(before), bytes.NewReader(data))), nil
}

func (b *streamBlob) Size() int64 {
	size := b.s.RawSize()
	if b.s.Encrypted() || len(b.s.Filters()) > 1 {
		data, _, _ := b.s.DecodeImage()
		size = int64(len(data))
	}
	if b.fax != nil {
		return int64(len(b.fax(int(size)))) + size
	}
	return int64(len(b.before)) + size
}

// faxHeader returns a TIFF header and directory for one strip of CCITT data behind it.
func faxHeader(doc *cos.Document, parms cos.Dict, width, height, size int) []byte {
	const long = 4
	k := doc.Int(parms["K"], 0)
	if c := doc.Int(parms["Columns"], 1728); c > 0 {
		width = c
	}
	compression, black := 3, 0
	if k < 0 {
		compression = 4
	}
	if doc.Bool(parms["BlackIs1"], false) {
		black = 1
	}
	entries := [][2]int{
		{256, width}, {257, height}, {258, 1}, {259, compression}, {262, black},
		{273, 0}, {277, 1}, {278, height}, {279, size},
	}
	if k > 0 {
		entries = append(entries, [2]int{292, 1}) // two-dimensional
	}
	entries[5][1] = 8 + 2 + 12*len(entries) + 4
	b := append([]byte("II*\x00"), 8, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(entries)))
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
		b = binary.LittleEndian.AppendUint16(b, long)
		b = binary.LittleEndian.AppendUint32(b, 1)
		b = binary.LittleEndian.AppendUint32(b, uint32(e[1]))
	}
	return binary.LittleEndian.AppendUint32(b, 0)
}

// samples is a picture of plain samples, written as PNG.
type samples struct {
	s             *cos.Stream
	width, height int
	bits          int
	space         space
	inverted      bool

	kind  byte // PNG colour type
	depth int
}

// PNG colour types.
const (
	pngGray    = 0
	pngRGB     = 2
	pngPalette = 3
)

// choose picks the PNG form: gray, RGB and indexed samples keep theirs, all else becomes RGB or gray of 8 bits.
func (p *samples) choose() {
	p.kind, p.depth = pngGray, p.bits
	switch p.space.model {
	case gray:
	case tint:
		if p.space.n > 1 {
			p.depth = 8
		}
	case rgb:
		p.kind = pngRGB
		if p.bits < 8 {
			p.depth = 8
		}
	case indexed:
		p.kind = pngPalette
		if p.bits == 16 {
			p.kind, p.depth = pngRGB, 8
		}
	default:
		p.kind, p.depth = pngRGB, 8
	}
}

// row returns the size in bytes of a row of samples.
func (p *samples) row() int { return (p.width*p.space.n*p.bits + 7) / 8 }

// asIs reports whether the stream's own deflated rows are those of a PNG file.
func (p *samples) asIs() bool {
	f := p.s.Filters()
	if len(f) != 1 || f[0].Name != "FlateDecode" || p.inverted || p.space.model == tint || p.kind == pngPalette && p.bits == 16 {
		return false
	}
	if p.space.model == rgb && p.bits < 8 || p.space.model != gray && p.space.model != rgb && p.space.model != indexed {
		return false
	}
	at := func(key cos.Name, def int64) int64 {
		if v, ok := f[0].Parms[key].(int64); ok {
			return v
		}
		return def
	}
	return at("Predictor", 1) >= 10 && at("Colors", 1) == int64(p.space.n) && at("BitsPerComponent", 8) == int64(p.bits) &&
		at("Columns", 1) == int64(p.width)
}

// Open encodes the picture while it is read.
func (p *samples) Open() (io.ReadCloser, error) {
	w := newPNG(p.width, p.height, p.depth, p.kind, p.space.palette)
	if p.asIs() {
		w.chunk("IDAT", p.s.Raw())
		w.chunk("IEND", nil)
		return io.NopCloser(&w.out), nil
	}
	rows, err := p.rows()
	if err != nil {
		return nil, err
	}
	w.rows = rows
	return w, nil
}

// rows returns a function that gives the rows of the PNG one after the other.
func (p *samples) rows() (func(y int) []byte, error) {
	data, f, err := p.s.DecodeImage()
	if f.Name != "" || err != nil && len(data) == 0 {
		return nil, fmt.Errorf("image %d: %w", p.s.Ref.Num, err)
	}
	in, out := make([]byte, p.row()), []byte(nil)
	return func(y int) []byte {
		n := copy(in, data[min(y*len(in), len(data)):])
		p.blank(in[n:])
		if p.plain(in) {
			return in
		}
		out = p.convert(out[:0], in)
		return out
	}, nil
}

// Gray returns the picture's greys. It spares those who need no file the packing and unpacking.
func (p *samples) Gray() (*image.Gray, error) {
	rows, err := p.rows()
	if err != nil {
		return nil, err
	}
	img := image.NewGray(image.Rect(0, 0, p.width, p.height))
	var level [256]byte // of a sample of at most 8 bits
	for i := range level {
		switch j := min(i, len(p.space.palette)/3-1); {
		case p.kind != pngPalette:
			level[i] = byte(i * 255 / (1<<min(p.depth, 8) - 1))
		case j >= 0:
			level[i] = luma(p.space.palette[3*j : 3*j+3])
		}
	}
	for y := range p.height {
		row, dst := rows(y), img.Pix[y*img.Stride:][:p.width]
		for x := range dst {
			switch {
			case p.kind == pngRGB && p.depth == 16:
				dst[x] = luma([]byte{row[6*x], row[6*x+2], row[6*x+4]})
			case p.kind == pngRGB:
				dst[x] = luma(row[3*x : 3*x+3])
			case p.depth == 16:
				dst[x] = row[2*x]
			default:
				dst[x] = level[sample(row, x, p.depth)]
			}
		}
	}
	return img, nil
}

// luma weighs red, green and blue as ITU-R BT.601 does.
func luma(c []byte) byte { return byte((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2])) / 1000) }

// Size encodes the picture to find out.
func (p *samples) Size() int64 {
	r, err := p.Open()
	if err != nil {
		return 0
	}
	n, _ := io.Copy(io.Discard, r)
	return n
}

// blank fills in what the data lack: white, or the first colour of a palette.
func (p *samples) blank(in []byte) {
	white := byte(0xFF)
	if p.kind == pngPalette {
		white = 0
	}
	for i := range in {
		in[i] = white
	}
}

// plain gives a row the form of the PNG and reports true, where that takes no more than turning it over.
func (p *samples) plain(in []byte) bool {
	invert := p.inverted != (p.space.model == tint && p.space.n == 1)
	if p.kind != pngPalette && (p.depth != p.bits || p.space.model != gray && p.space.model != rgb && !(p.space.model == tint && p.space.n == 1)) {
		return false
	}
	if invert {
		for i := range in {
			in[i] = ^in[i]
		}
	}
	return true
}

// convert appends a row of samples as 8-bit RGB or gray.
func (p *samples) convert(out, in []byte) []byte {
	step := 1
	if p.kind == pngRGB {
		step = 3
	}
	out = slices.Grow(out, p.width*step)
	c := make([]float64, p.space.n)
	most := float64(int(1)<<p.bits - 1)
	for x := range p.width {
		if p.space.model == cmyk && p.bits == 8 {
			q := in[4*x : 4*x+4]
			k := 255 - int(q[3])
			if p.inverted {
				k = int(q[3])
				out = append(out, byte(int(q[0])*k/255), byte(int(q[1])*k/255), byte(int(q[2])*k/255))
			} else {
				out = append(out, byte((255-int(q[0]))*k/255), byte((255-int(q[1]))*k/255), byte((255-int(q[2]))*k/255))
			}
			continue
		}
		for i := range c {
			v := float64(sample(in, x*p.space.n+i, p.bits))
			if p.space.model != indexed {
				v /= most
				if p.inverted {
					v = 1 - v
				}
			}
			c[i] = v
		}
		if p.space.model == lab {
			c[0], c[1], c[2] = c[0]*100, c[1]*200-100, c[2]*200-100
		}
		v := p.space.rgb(c)
		if step == 3 {
			out = append(out, byte(v>>16), byte(v>>8), byte(v))
		} else {
			out = append(out, byte(v))
		}
	}
	return out
}

func sample(b []byte, i, bits int) int {
	switch bits {
	case 8:
		return int(b[i])
	case 16:
		return int(b[2*i])<<8 | int(b[2*i+1])
	}
	per := 8 / bits
	return int(b[i/per]) >> (8 - bits - i%per*bits) & (1<<bits - 1)
}

// labRGB converts CIE L*a*b* of the white point D50, near enough, to sRGB.
func labRGB(l, a, b float64) uint32 {
	f := func(t float64) float64 {
		if t > 6.0/29 {
			return t * t * t
		}
		return 108.0 / 841 * (t - 4.0/29)
	}
	m := (l + 16) / 116
	x, y, z := .9642*f(m+a/500), f(m), .8249*f(m-b/200)
	g := func(v float64) float64 {
		if v <= .0031308 {
			return 12.92 * v
		}
		return 1.055*math.Pow(v, 1/2.4) - .055
	}
	return pack(g(3.1339*x-1.6169*y-.4906*z), g(-.9785*x+1.9160*y+.0333*z), g(.0720*x-.2290*y+1.4057*z))
}
