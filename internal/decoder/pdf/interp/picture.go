package interp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/udm"
)

// maxPixels bounds the pictures that are made from samples.
const maxPixels = 1 << 28

// drawing is how a picture is drawn.
type drawing struct {
	doc       *cos.Document
	resources cos.Dict
	fill      uint32 // colour of stencil masks
	noMasks   bool
}

// read gives a picture the bytes of a file of a usual format: JPEG and JPEG 2000 as they are, fax in TIFF, JBIG2 with its file header,
// samples and what has a mask as PNG. How it is turned on the page is said in the file; a PNG is turned itself. The picture has no bytes
// when they can't be had. A mere shadow is reported as nothing to see.
func (d *drawing) read(s *cos.Stream, im *page.Image) (seen bool) {
	d.readBase(s, im)
	if !im.Mask && im.Blob != nil && !d.noMasks {
		if alpha := d.alpha(s, im); alpha != nil {
			if shadow(im, alpha) {
				return false
			}
			d.mask(im, alpha)
		}
	}
	if im.MediaType == "image/png" && im.Orientation > 1 && int64(im.Width)*int64(im.Height) <= picture.MostPixels {
		base, turn := *im, im.Orientation
		im.Blob = picture.New(func() (image.Image, error) {
			img, err := picture.Decode(&base)
			if err != nil {
				return nil, err
			}
			return pixels.Upright(img, turn), nil
		})
		if im.Orientation = 1; turn >= 5 {
			im.Width, im.Height = im.Height, im.Width
		}
	}
	return true
}

// readBase gives a picture its bytes without its mask.
func (d *drawing) readBase(s *cos.Stream, im *page.Image) {
	filters := s.Filters()
	last := cos.Filter{}
	if len(filters) > 0 {
		last = filters[len(filters)-1]
	}
	p := d.samples(s, im)
	switch last.Name {
	case "DCTDecode":
		im.MediaType, im.Blob = "image/jpeg", &streamBlob{s: s, turn: im.Orientation}
		if p == nil || p.bits != 8 || p.faithful() {
			return
		}
		jpeg := *im
		p.raw = func() ([]byte, error) { return components(&jpeg, p.space.n) }
	case "JPXDecode":
		im.MediaType, im.Blob = "image/jp2", &streamBlob{s: s}
		return
	case "CCITTFaxDecode":
		if p != nil && p.alpha != nil { // painted in a colour
			im.MediaType, im.Blob = "image/png", d.painted(s, im)
			return
		}
		h := faxHeader{parms: last.Parms, doc: d.doc, width: im.Width, height: im.Height, turn: im.Orientation, inverted: p != nil && p.swapped()}
		im.MediaType, im.Blob = "image/tiff", &streamBlob{s: s, fax: h.bytes}
		return
	case "JBIG2Decode":
		before := []byte("\x97JB2\r\n\x1a\n\x01\x00\x00\x00\x01")
		if g := d.doc.Stream(last.Parms.Get("JBIG2Globals")); g != nil {
			b, _ := g.Decode()
			before = append(before, b...)
		}
		im.MediaType, im.Blob = "image/jbig2", &streamBlob{s: s, before: before}
		return
	}
	if p == nil {
		return
	}
	p.choose()
	im.MediaType, im.Blob = "image/png", p
}

// painted returns a fax picture as a stencil that is painted in a colour.
func (d *drawing) painted(s *cos.Stream, im *page.Image) udm.Blob {
	black, fax := drawing{doc: d.doc, resources: d.resources}, *im
	black.readBase(s, &fax)
	c := color.NRGBA{byte(d.fill >> 16), byte(d.fill >> 8), byte(d.fill), 0xFF}
	return picture.New(func() (image.Image, error) {
		img, err := picture.Decode(&fax)
		if err != nil {
			return nil, err
		}
		g := pixels.Gray(img)
		out := image.NewPaletted(g.Rect, color.Palette{c, color.NRGBA{0xFF, 0xFF, 0xFF, 0}})
		for y := range g.Rect.Dy() {
			for x, v := range g.Pix[y*g.Stride:][:g.Rect.Dx()] {
				out.Pix[y*out.Stride+x] = v >> 7
			}
		}
		return out, nil
	})
}

// faithful reports whether those who open a JPEG file with these samples see the colours that the page has. They take one component for
// gray, and four for amounts of ink that Adobe's programs count from 255 down.
func (p *samples) faithful() bool {
	switch p.space.n {
	case 1:
		return !p.inverted && p.space.model == gray
	case 3:
		return !p.inverted && p.space.model == rgb
	case 4:
		return p.space.model == cmyk && p.inverted || !adobe(p.s)
	}
	return true
}

// adobe reports whether a JPEG of four components has the mark of Adobe's programs.
func adobe(s *cos.Stream) bool {
	b, _, _ := s.DecodeImage()
	components, marked := 0, false
	for len(b) >= 4 && b[0] == 0xFF {
		m, n := b[1], int(b[2])<<8|int(b[3])
		switch {
		case m == 0xD8 || m == 0xFF:
			b = b[1:]
			if m == 0xD8 {
				b = b[1:]
			}
			continue
		case m == 0xDA || len(b) < 2+n:
			b = nil
			continue
		case m == 0xEE && n >= 14 && string(b[4:9]) == "Adobe":
			marked = true
		case m >= 0xC0 && m <= 0xC2 && n >= 8:
			components = int(b[9])
		}
		b = b[2+n:]
	}
	return marked && components == 4
}

// components returns the samples of a JPEG picture as they are in the file.
func components(jpeg *page.Image, n int) ([]byte, error) {
	img, err := picture.Decode(jpeg)
	if err != nil {
		return nil, err
	}
	r := img.Bounds()
	if r.Dx() != jpeg.Width {
		return nil, fmt.Errorf("a JPEG of %d pixels in a row, not %d", r.Dx(), jpeg.Width)
	}
	out := make([]byte, 0, n*r.Dx()*r.Dy())
	for y := range r.Dy() {
		switch m := img.(type) {
		case *image.Gray:
			if n != 1 {
				return nil, errComponents
			}
			out = append(out, m.Pix[y*m.Stride:][:r.Dx()]...)
		case *image.CMYK:
			if n != 4 {
				return nil, errComponents
			}
			for _, v := range m.Pix[y*m.Stride:][:4*r.Dx()] {
				out = append(out, ^v)
			}
		case *image.YCbCr:
			if n != 3 {
				return nil, errComponents
			}
			for x := range r.Dx() {
				c := m.YCbCrAt(x, y)
				red, green, blue := color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
				out = append(out, red, green, blue)
			}
		case *image.RGBA:
			if n != 3 {
				return nil, errComponents
			}
			for x := range r.Dx() {
				out = append(out, m.Pix[y*m.Stride+4*x:][:3]...)
			}
		default:
			return nil, errComponents
		}
	}
	return out, nil
}

var errComponents = errors.New("a JPEG of other components than the page says")

// streamBlob is a stream up to its image filter with a header before it, read again whenever it is opened.
type streamBlob struct {
	s      *cos.Stream
	before []byte
	fax    func(size int) []byte // makes the header from the size of the data; nil when before is the header
	turn   int                   // orientation of a JPEG, to be said in its header
}

func (b *streamBlob) Open() (io.ReadCloser, error) {
	data, f, err := b.s.DecodeImage()
	if f.Name == "" {
		return nil, fmt.Errorf("image %d: %w", b.s.Ref.Num, err)
	}
	before := b.before
	switch {
	case b.fax != nil:
		before = b.fax(len(data))
	case b.turn > 1 && bytes.HasPrefix(data, soi):
		before, data = exifHeader(b.turn), data[len(soi):]
	}
	return io.NopCloser(io.MultiReader(bytes.NewReader(before), bytes.NewReader(data))), nil
}

func (b *streamBlob) Size() int64 {
	size := b.s.RawSize()
	if b.s.Encrypted() || len(b.s.Filters()) > 1 || b.turn > 1 {
		data, _, _ := b.s.DecodeImage()
		if size = int64(len(data)); b.turn > 1 && bytes.HasPrefix(data, soi) {
			size += int64(len(exifHeader(b.turn)) - len(soi))
		}
	}
	if b.fax != nil {
		return int64(len(b.fax(int(size)))) + size
	}
	return int64(len(b.before)) + size
}

var soi = []byte{0xFF, 0xD8} // how a JPEG file begins

// exifHeader returns the beginning of a JPEG file that says how its picture is turned (Exif 2.32, 4.6.4.A and 4.7.2).
func exifHeader(orientation int) []byte {
	const tag, short = 274, 3
	b := append([]byte(nil), soi...)
	b = append(b, 0xFF, 0xE1, 0, 34)
	b = append(b, "Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00"...)
	b = binary.LittleEndian.AppendUint16(b, tag)
	b = binary.LittleEndian.AppendUint16(b, short)
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint32(b, uint32(orientation))
	return binary.LittleEndian.AppendUint32(b, 0)
}

// faxHeader makes the header and directory of a TIFF file of one strip of CCITT data behind it.
type faxHeader struct {
	doc           *cos.Document
	parms         cos.Dict
	width, height int
	turn          int  // orientation
	inverted      bool // black and white are exchanged after decoding
}

func (h faxHeader) bytes(size int) []byte {
	const long = 4
	k := h.doc.Int(h.parms.Get("K"), 0)
	if c := h.doc.Int(h.parms.Get("Columns"), 1728); c > 0 {
		h.width = c
	}
	compression, black := 3, 0
	if k < 0 {
		compression = 4
	}
	if h.doc.Bool(h.parms.Get("BlackIs1"), false) != h.inverted {
		black = 1
	}
	entries := [][2]int{
		{256, h.width}, {257, h.height}, {258, 1}, {259, compression}, {262, black},
		{273, 0}, {274, max(1, h.turn)}, {277, 1}, {278, h.height}, {279, size},
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
