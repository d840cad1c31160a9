package rtfblock

import (
	"encoding/binary"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
)

// pict is a picture being read.
type pict struct {
	mediaType     string
	data          []byte
	half          byte // first digit of a byte, when odd
	odd           bool
	width, height int // \picw, \pich: of metafiles in 1/100 mm
	alt           string
	charge        func(int64) error
	err           error
}

// shape is the drawing object being read.
type shape struct {
	name   string // of the property being read
	images []*udm.ContentBlock
	alt    string
}

func (r *reader) picture() {
	p := &pict{charge: r.in.Budget.Charge}
	outer := r.pict
	r.pict = p
	where := r.g.dest
	r.g.dest = toPicture
	r.g.onEnd = func(*group) {
		r.pict = outer
		if p.err != nil {
			r.err = p.err
			return
		}
		if b := p.block(r.in.Options.NoImages); b != nil && (where == toStory && !r.g.hidden && !r.g.deleted || where != toStory) {
			r.shapes.images = append(r.shapes.images, b)
			r.story.Float(b)
		}
	}
}

func (r *reader) onPict(change func(*pict)) {
	if r.pict != nil && r.g.dest == toPicture {
		change(r.pict)
	}
}

func pictType(mediaType string) func(*reader) {
	return func(r *reader) { r.onPict(func(p *pict) { p.mediaType = mediaType }) }
}

func (p *pict) add(b []byte) {
	if p.err = p.charge(int64(len(b))); p.err == nil {
		p.data = append(p.data, b...)
	}
}

func (p *pict) hex(b []byte) {
	if p.err != nil {
		return
	}
	if p.err = p.charge(int64(len(b) / 2)); p.err != nil {
		return
	}
	for _, c := range b {
		d := unhex[c]
		switch {
		case d > 15:
		case p.odd:
			p.data = append(p.data, p.half<<4|d)
			p.odd = false
		default:
			p.half, p.odd = d, true
		}
	}
}

func (p *pict) block(noBytes bool) *udm.ContentBlock {
	if len(p.data) == 0 {
		return nil
	}
	switch p.mediaType {
	case "image/bmp":
		p.data = bitmapFile(p.data)
	case "image/wmf":
		p.data = placeable(p.data, p.width, p.height)
	}
	b := picture.Block(udm.Bytes(p.data), p.mediaType)
	b.A().AltText = p.alt
	if noBytes {
		b.Data.Blob = nil
	}
	return b
}

// bitmapFile puts a file header before a device-independent bitmap.
func bitmapFile(dib []byte) []byte {
	if len(dib) < 40 || dib[0] == 'B' && dib[1] == 'M' {
		return dib
	}
	le := binary.LittleEndian
	offset := 14 + le.Uint32(dib)
	if bits, used := le.Uint16(dib[14:]), le.Uint32(dib[32:]); used > 0 && used <= 256 {
		offset += used * 4
	} else if bits <= 8 {
		offset += 4 << bits
	}
	if le.Uint32(dib) == 40 && le.Uint32(dib[16:]) == 3 { // BI_BITFIELDS
		offset += 12
	}
	h := le.AppendUint32([]byte("BM"), uint32(14+len(dib)))
	h = le.AppendUint32(h, 0)
	h = le.AppendUint32(h, offset)
	return append(h, dib...)
}

// placeable puts a placeable header before a Windows metafile, so that viewers know its size
// (MS-WMF 2.3.2.3). Width and height are in 1/100 mm.
func placeable(wmf []byte, width, height int) []byte {
	if len(wmf) < 18 || width <= 0 || height <= 0 || width > 60000 || height > 60000 || strings.HasPrefix(string(wmf[:4]), "\xd7\xcd\xc6\x9a") {
		return wmf
	}
	const unitsPerInch = 1000
	w, h := width*unitsPerInch/2540, height*unitsPerInch/2540
	le := binary.LittleEndian
	b := append(make([]byte, 0, 22+len(wmf)), 0xd7, 0xcd, 0xc6, 0x9a)
	for _, v := range [...]int{0, 0, 0, w, h, unitsPerInch, 0, 0} {
		b = le.AppendUint16(b, uint16(v))
	}
	var sum uint16
	for i := 0; i < 20; i += 2 {
		sum ^= le.Uint16(b[i:])
	}
	b = le.AppendUint16(b, sum)
	return append(b, wmf...)
}

func (r *reader) shapeStart() {
	outer, s := r.shapes, &shape{}
	r.shapes = s
	r.g.onEnd = func(*group) {
		r.shapes = outer
		if s.alt == "" {
			return
		}
		for _, b := range s.images {
			if b.A().AltText == "" {
				b.Attr.AltText = s.alt
			}
		}
	}
}

// shapeName reads {\sn …}, the name of a shape's or picture's property.
func (r *reader) shapeName() { r.buffer(func(s string) { r.shapes.name = s }) }

// shapeValue reads {\sv …}: alternative text and WordArt; a picture in it is read as any other.
func (r *reader) shapeValue() {
	s, p := r.shapes, r.pict
	r.buffer(func(text string) {
		switch s.name {
		case "wzDescription":
			if p != nil {
				p.alt = text
			} else {
				s.alt = text
			}
		case "gtextUNICODE":
			if text != "" {
				r.story.Float(udm.NewText(udm.UncategorizedText, strings.ReplaceAll(text, "\r", "\n")))
			}
		}
	})
}
