package xls

import (
	"bytes"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
)

// drawing keeps a drawing record (2.4.170) and finds out where the object behind it is anchored.
func (s *substream) drawing(d []byte) {
	s.drawings = append(s.drawings, d...)
	for _, p := range s.r.parts {
		s.drawings = append(s.drawings, p...)
	}
	if i := bytes.LastIndex(d, anchorHeader); i >= 0 {
		s.anchor = anchorOf(d[i+officeart.HeaderSize:])
	}
}

// anchorHeader is the header of a sheet's client anchor (2.5.193).
var anchorHeader = []byte{0x00, 0x00, 0x10, 0xf0, 0x12, 0x00, 0x00, 0x00}

// anchorOf returns the row and column of an anchor's top left cell.
func anchorOf(d []byte) [2]int { return [2]int{u16(d, 6), u16(d, 2) & 0xff} }

// textBox makes text blocks of a text box, one for each paragraph.
func textBox(text string, row, col int) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		b := udm.NewText(classify.Plain(line), line)
		b.Position = udm.Position{Row: int32(row), Col: int32(col), HasCell: true}
		out = append(out, b)
	}
	return out
}

// maxPictures bounds the pictures of one sheet.
const maxPictures = 10_000

// pictures makes blocks of the sheet's pictures.
func (s *substream) pictures() []*udm.ContentBlock {
	if len(s.drawings) == 0 || len(s.drawingGroup) == 0 {
		return nil
	}
	if s.blips == nil {
		group, _ := officeart.Read(s.drawingGroup)
		if store, ok := group.Child(officeart.BStoreContainer); ok {
			s.blips = officeart.ReadEntries(store)
		}
	}
	var out []*udm.ContentBlock
	var walk func(r officeart.Record, depth int)
	walk = func(r officeart.Record, depth int) {
		if depth > 32 || len(out) >= maxPictures {
			return
		}
		if r.Type != officeart.SpContainer {
			for c := range r.Children() {
				walk(c, depth+1)
			}
			return
		}
		if b := s.picture(r); b != nil {
			out = append(out, b)
		}
	}
	for r := range officeart.Records(s.drawings) {
		walk(r, 0)
	}
	return out
}

// picture makes a block of a shape's picture, nil when it has none.
func (s *substream) picture(shape officeart.Record) *udm.ContentBlock {
	options, ok := shape.Child(officeart.FOPT)
	if !ok {
		return nil
	}
	props := officeart.ReadProperties(options)
	i, _ := props.Value(officeart.PropPicture)
	if i < 1 || int(i) > len(s.blips) {
		return nil
	}
	mediaType, data, ok := officeart.Picture(s.blips[i-1].Blip, s.in.Budget)
	if !ok {
		return nil
	}
	b := picture.Block(udm.Bytes(data), mediaType)
	if s.in.Options.NoImages {
		b.Data.Blob = nil
	}
	if alt := strings.TrimSpace(props.Text(officeart.PropDescription)); alt != "" {
		b.A().AltText = alt
	}
	if a, ok := shape.Child(officeart.ClientAnchor); ok {
		at := anchorOf(a.Data)
		b.Position = udm.Position{Row: int32(at[0]), Col: int32(at[1]), HasCell: true}
	}
	return b
}
