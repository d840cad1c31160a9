package interp

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"slices"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
)

// samples is a picture of plain samples, written as PNG.
type samples struct {
	s             *cos.Stream
	width, height int
	bits          int
	space         space
	inverted      bool
	alpha         []byte                 // of a palette's first colours; nil when all are opaque
	raw           func() ([]byte, error) // the samples

	kind  byte // of the PNG's pixels
	depth int  // of its samples, bits
}

// samples returns the form of a stream's samples, nil when they are too many or of no known form.
func (d *drawing) samples(s *cos.Stream, im *page.Image) *samples {
	if int64(im.Width)*int64(im.Height) > maxPixels {
		return nil
	}
	p := &samples{s: s, width: im.Width, height: im.Height, space: deviceGray, bits: d.doc.Int(first(s.Dict, "BitsPerComponent", "BPC"), 8)}
	if im.Mask {
		p.bits = 1
	} else if cs := first(s.Dict, "ColorSpace", "CS"); cs != nil {
		p.space = readSpace(d.doc, d.resources, cs, 0)
	}
	switch p.bits {
	case 1, 2, 4, 8, 16:
	default:
		return nil
	}
	if p.space.n < 1 || p.space.n > 32 {
		return nil
	}
	decode := d.doc.Numbers(first(s.Dict, "Decode", "D"))
	p.inverted = len(decode) >= 2 && decode[0] > decode[1]
	if im.Mask && d.fill != 0 {
		// What is painted has the colour, what is not is clear (8.9.6.2).
		p.space = space{model: indexed, n: 1, palette: []byte{byte(d.fill >> 16), byte(d.fill >> 8), byte(d.fill), 0xFF, 0xFF, 0xFF}}
		p.alpha = []byte{0xFF, 0}
	}
	if p.space.model == tint && p.space.n == 1 && p.space.inks != nil && p.bits <= 8 {
		p.space = shades(&p.space, p.bits)
	}
	p.raw = func() ([]byte, error) {
		data, f, err := s.DecodeImage()
		if f.Name != "" || err != nil && len(data) == 0 {
			return nil, fmt.Errorf("image %d: %w", s.Ref.Num, err)
		}
		return data, nil
	}
	return p
}

// shades returns the space of one ink as one with a palette for samples of so many bits, unless they are but greys.
func shades(ink *space, bits int) space {
	const slack = 2
	out := space{model: indexed, n: 1}
	most := 1<<bits - 1
	greys := true
	for i := range most + 1 {
		c := ink.rgb([]float64{float64(i) / float64(most)})
		rgb := [3]byte{byte(c >> 16), byte(c >> 8), byte(c)}
		for _, v := range rgb {
			d := int(v) - (most-i)*255/most
			greys = greys && d >= -slack && d <= slack
		}
		out.palette = append(out.palette, rgb[:]...)
	}
	if greys {
		return space{model: tint, n: 1}
	}
	return out
}

// swapped reports whether samples of one bit are white for 0.
func (p *samples) swapped() bool {
	white := p.space.model == tint
	if c := p.space.palette; p.space.model == indexed && p.alpha == nil && len(c) >= 6 {
		white = luma(c) > luma(c[3:])
	}
	return p.inverted != white
}

// choose picks the PNG form: gray, RGB and indexed samples keep theirs, all else becomes RGB or gray of 8 bits.
func (p *samples) choose() {
	p.kind, p.depth = picture.Gray, p.bits
	switch p.space.model {
	case gray:
	case tint:
		if p.space.n > 1 || p.space.inks != nil {
			p.depth = 8
		}
		if p.space.inks != nil {
			p.kind = picture.RGB
		}
	case rgb:
		p.kind = picture.RGB
		if p.bits < 8 {
			p.depth = 8
		}
	case indexed:
		p.kind = picture.Palette
		if p.bits == 16 {
			p.kind, p.depth = picture.RGB, 8
		}
	default:
		p.kind, p.depth = picture.RGB, 8
	}
}

// row returns the size in bytes of a row of samples.
func (p *samples) row() int { return (p.width*p.space.n*p.bits + 7) / 8 }

// asIs reports whether the stream's own deflated rows are those of a PNG file.
func (p *samples) asIs() bool {
	f := p.s.Filters()
	if len(f) != 1 || f[0].Name != "FlateDecode" || p.inverted || p.space.model == tint || p.kind == picture.Palette && p.bits == 16 {
		return false
	}
	if p.space.model == rgb && p.bits < 8 || p.space.model != gray && p.space.model != rgb && p.space.model != indexed {
		return false
	}
	at := func(key cos.Name, def int64) int64 {
		if v, ok := f[0].Parms.Get(key).(int64); ok {
			return v
		}
		return def
	}
	return at("Predictor", 1) >= 10 && at("Colors", 1) == int64(p.space.n) && at("BitsPerComponent", 8) == int64(p.bits) &&
		at("Columns", 1) == int64(p.width)
}

// header returns what a PNG file says of the rows.
func (p *samples) header() picture.Header {
	return picture.Header{Width: p.width, Height: p.height, Depth: p.depth, Kind: p.kind, Colors: p.space.palette, Alpha: p.alpha}
}

// Open encodes the picture while it is read.
func (p *samples) Open() (io.ReadCloser, error) {
	if p.asIs() {
		return picture.Deflated(p.header(), p.s.Raw()), nil
	}
	rows, err := p.rows()
	if err != nil {
		return nil, err
	}
	return picture.Rows(p.header(), rows), nil
}

// rows returns a function that gives the rows of the PNG one after the other.
func (p *samples) rows() (func(y int) []byte, error) {
	data, err := p.raw()
	if err != nil {
		return nil, err
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

// Image returns the pixels: gray, of a palette, or in full colour, with 8 bits a sample.
func (p *samples) Image() (image.Image, error) {
	if int64(p.width)*int64(p.height) > picture.MostPixels {
		return nil, fmt.Errorf("image %d: %d × %d pixels are too many", p.s.Ref.Num, p.width, p.height)
	}
	rows, err := p.rows()
	if err != nil {
		return nil, err
	}
	r := image.Rect(0, 0, p.width, p.height)
	if p.kind == picture.RGB {
		img := image.NewNRGBA(r)
		step := p.depth / 8
		for y := range p.height {
			row, dst := rows(y), img.Pix[y*img.Stride:]
			for x := range p.width {
				c := row[3*step*x:]
				dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = c[0], c[step], c[2*step], 0xFF
			}
		}
		return img, nil
	}
	var level [256]byte // of a sample of at most 8 bits
	for i := range level {
		level[i] = byte(i)
		if p.kind == picture.Gray {
			level[i] = byte(i * 255 / (1<<min(p.depth, 8) - 1))
		}
	}
	pix := make([]byte, p.width*p.height)
	for y := range p.height {
		row, dst := rows(y), pix[y*p.width:][:p.width]
		for x := range dst {
			if p.depth == 16 {
				dst[x] = row[2*x]
			} else {
				dst[x] = level[sample(row, x, p.depth)]
			}
		}
	}
	if p.kind == picture.Gray {
		return &image.Gray{Pix: pix, Stride: p.width, Rect: r}, nil
	}
	return &image.Paletted{Pix: pix, Stride: p.width, Rect: r, Palette: p.palette()}, nil
}

// palette returns as many colours as samples can name; those that are missing are black.
func (p *samples) palette() color.Palette {
	out := make(color.Palette, 1<<p.depth)
	for i := range out {
		c := color.NRGBA{A: 0xFF}
		if rgb := p.space.palette[min(3*i, len(p.space.palette)):]; len(rgb) >= 3 {
			c.R, c.G, c.B = rgb[0], rgb[1], rgb[2]
		}
		if i < len(p.alpha) {
			c.A = p.alpha[i]
		}
		out[i] = c
	}
	return out
}

// luma weighs red, green and blue as ITU-R BT.601 does.
func luma(c []byte) byte { return byte((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2])) / 1000) }

// Size encodes the picture to find out.
func (p *samples) Size() int64 { return picture.Size(p) }

// blank fills in what the data lack: white, or the first colour of a palette.
func (p *samples) blank(in []byte) {
	white := byte(0xFF)
	if p.kind == picture.Palette {
		white = 0
	}
	for i := range in {
		in[i] = white
	}
}

// plain gives a row the form of the PNG and reports true, where that takes no more than turning it over.
func (p *samples) plain(in []byte) bool {
	invert := p.inverted != (p.space.model == tint && p.space.n == 1)
	if p.kind != picture.Palette && (p.depth != p.bits || p.space.model != gray && p.space.model != rgb && !(p.space.model == tint && p.space.n == 1)) {
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
	if p.kind == picture.RGB {
		step = 3
	}
	out = slices.Grow(out, p.width*step)
	c := make([]float64, p.space.n)
	var last []float64 // the pixel before, whose colour is v
	var v uint32
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
			k := float64(sample(in, x*p.space.n+i, p.bits))
			if p.space.model != indexed {
				k /= most
				if p.inverted {
					k = 1 - k
				}
			}
			c[i] = k
		}
		if p.space.model == lab {
			c[0], c[1], c[2] = c[0]*100, c[1]*200-100, c[2]*200-100
		}
		if !slices.Equal(c, last) {
			v = p.space.rgb(c)
			last = append(last[:0], c...)
		}
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
