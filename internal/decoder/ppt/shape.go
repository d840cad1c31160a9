package ppt

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/zlib"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/udm"
)

// Positions of placeholders (2.13.23) that matter here.
const (
	phDate          = 0x07
	phSlideNumber   = 0x08
	phFooter        = 0x09
	phHeader        = 0x0A
	phTitle         = 0x0D
	phCenteredTitle = 0x0F
	phSubtitle      = 0x10
	phVerticalTitle = 0x11
)

// tree reads the shapes of a slide's drawing.
type tree struct {
	*deck
	slide *slide
	setting
	shapes []*slideorder.Shape
}

// space maps a group's coordinates to points on the slide: x' = sx·x + dx.
type space struct{ sx, sy, dx, dy float64 }

// master units are 1/576 inch (2.1.5).
var slideSpace = space{sx: 1.0 / 8, sy: 1.0 / 8}

// rect is a rectangle in the units of its space.
type rect struct{ left, top, right, bottom int32 }

func (s space) box(r rect) *udm.BBox {
	x0, x1 := s.sx*float64(r.left)+s.dx, s.sx*float64(r.right)+s.dx
	y0, y1 := s.sy*float64(r.top)+s.dy, s.sy*float64(r.bottom)+s.dy
	return &udm.BBox{X: min(x0, x1), Y: min(y0, y1), Width: max(x0, x1) - min(x0, x1), Height: max(y0, y1) - min(y0, y1), Unit: "pt"}
}

// inside returns the space of a group that stands at anchor and counts in child.
func (s space) inside(anchor, child rect) space {
	scale := func(outer, inner int32) float64 {
		if inner == 0 {
			return 1
		}
		return float64(outer) / float64(inner)
	}
	kx, ky := scale(anchor.right-anchor.left, child.right-child.left), scale(anchor.bottom-anchor.top, child.bottom-child.top)
	return space{
		sx: s.sx * kx, dx: s.sx*(float64(anchor.left)-kx*float64(child.left)) + s.dx,
		sy: s.sy * ky, dy: s.sy*(float64(anchor.top)-ky*float64(child.top)) + s.dy,
	}
}

// drawing reads a Drawing container (2.5.13).
func (t *tree) drawing(r officeart.Record) error {
	dg, _ := r.Child(officeart.DgContainer)
	for c := range dg.Children() {
		if c.Type == officeart.SpgrContainer {
			if err := t.group(c, slideSpace, true, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// group reads an SpgrContainer: its first shape is the group's own.
func (t *tree) group(r officeart.Record, sp space, outermost bool, depth int) error {
	if err := t.in.Budget.CheckDepth(depth); err != nil {
		return err
	}
	first := true
	for c := range r.Children() {
		switch c.Type {
		case officeart.SpContainer:
			sh := readShape(c)
			if !first {
				if err := t.shape(&sh, sp); err != nil {
					return err
				}
				continue
			}
			first = false
			switch {
			case sh.hidden():
				return nil
			case outermost:
			case sh.isTable():
				return t.table(r, &sh, sp)
			case sh.anchored:
				sp = sp.inside(sh.anchor, sh.child)
			}
		case officeart.SpgrContainer:
			if err := t.group(c, sp, false, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// shape is an SpContainer (MS-ODRAW 2.2.14).
type shape struct {
	kind        int // MSOSPT
	deleted     bool
	anchor      rect
	anchored    bool
	child       rect // of a group: its coordinate space
	props       officeart.Properties
	placeholder byte // position, 0 for none
	data        officeart.Record
	textbox     officeart.Record
}

func readShape(r officeart.Record) shape {
	var sh shape
	for c := range r.Children() {
		switch c.Type {
		case officeart.FSP:
			sh.kind = c.Instance
			sh.deleted = u32(c.Data, 4)&8 != 0
		case officeart.FSPGR:
			sh.child = readRect(c.Data)
		case officeart.FOPT, officeart.SecondaryFOPT, officeart.TertiaryFOPT:
			sh.props = append(sh.props, officeart.ReadProperties(c)...)
		case officeart.ChildAnchor:
			sh.anchor, sh.anchored = readRect(c.Data), true
		case officeart.ClientAnchor: // top, left, right, bottom (2.7.1)
			sh.anchored = true
			if len(c.Data) >= 16 {
				r := readRect(c.Data)
				sh.anchor = rect{r.top, r.left, r.right, r.bottom}
			} else {
				v := func(i int) int32 { return int32(int16(u16(c.Data, 2*i))) }
				sh.anchor = rect{v(1), v(0), v(2), v(3)}
			}
		case officeart.ClientData:
			c.Version = 0xF
			sh.data = c
			if ph, ok := c.Child(typePlaceholderAtom); ok && len(ph.Data) >= 5 {
				sh.placeholder = ph.Data[4]
			} else if ph, ok := c.Child(typeRoundTripPlaceholder); ok && len(ph.Data) >= 1 {
				sh.placeholder = ph.Data[0]
			}
		case officeart.ClientTextbox:
			c.Version = 0xF
			sh.textbox = c
		}
	}
	return sh
}

func readRect(b []byte) rect {
	return rect{int32(u32(b, 0)), int32(u32(b, 4)), int32(u32(b, 8)), int32(u32(b, 12))}
}

func (sh *shape) hidden() bool {
	const hidden, used = 2, 2 << 16
	v, _ := sh.props.Value(officeart.PropGroupFlags)
	return sh.deleted || v&hidden != 0 && v&used != 0
}

func (sh *shape) isTable() bool {
	v, _ := sh.props.Value(officeart.PropTable)
	return v&1 != 0
}

func (sh *shape) role(typ uint32) slideorder.Role {
	switch sh.placeholder {
	case phTitle, phCenteredTitle, phVerticalTitle:
		return slideorder.Title
	case phDate, phSlideNumber, phFooter, phHeader:
		return slideorder.Edge
	}
	if typ == textTitle || typ == textCenterTitle {
		return slideorder.Title
	}
	return slideorder.Content
}

// shape reads a shape's picture, embedded object and text.
func (t *tree) shape(sh *shape, sp space) error {
	if sh.hidden() {
		return nil
	}
	out := &slideorder.Shape{}
	link := ""
	if info, ok := sh.data.Child(typeInteractiveInfo); ok {
		link = t.links[interaction(info)]
	}
	if img := t.image(sh); img != nil {
		if link != "" {
			img.A().Set("link", link)
		}
		out.Blocks = append(out.Blocks, img)
	}
	if ref, ok := sh.data.Child(typeExObjRefAtom); ok {
		t.attach(u32(ref.Data, 0))
	}
	if text := t.text(sh); text != nil {
		out.Role = sh.role(text.typ)
		for _, b := range t.blocks(text, sh) {
			if link != "" && (b.Attr == nil || len(b.Attr.Links) == 0) {
				b.A().Links = []udm.LinkSpan{{Start: 0, End: utf8.RuneCountInString(b.Text), URL: link}}
			}
			out.Blocks = append(out.Blocks, b)
		}
	} else if s := sh.props.Text(officeart.PropWordArt); s != "" {
		if b := plainBlock(s); b != nil {
			out.Blocks = append(out.Blocks, b)
		}
	}
	if len(out.Blocks) == 0 {
		return nil
	}
	if err := t.in.Budget.ChargeBlocks(int64(len(out.Blocks))); err != nil {
		return err
	}
	if sh.anchored {
		out.Box = sp.box(sh.anchor)
	}
	for _, b := range out.Blocks {
		b.Position.BBox = out.Box
	}
	t.shapes = append(t.shapes, out)
	return nil
}

// text returns a shape's text: its own, or that of the slide list which it refers to; nil when it has none.
func (t *tree) text(sh *shape) *text {
	var records []officeart.Record
	for c := range sh.textbox.Children() {
		records = append(records, c)
	}
	if len(records) == 0 {
		return nil
	}
	texts := readTexts(records)
	own := texts[0]
	t.auto = nil
	if ref, ok := sh.textbox.Child(typeOutlineTextRefAtom); ok {
		i := u32(ref.Data, 0)
		if uint64(i) >= uint64(len(t.slide.texts)) {
			return nil
		}
		outer := t.slide.texts[i]
		outer.links = append(outer.links, own.links...)
		t.auto = t.autoNumbers[outlineText{t.slide.id, outer.typ}]
		own = outer
	}
	if data, ok := tagData(sh.data, "___PPT9"); ok {
		if r, ok := data.Child(typeStyleTextProp9Atom); ok {
			t.auto = readAutoNumbers(r)
		}
	}
	if len(own.chars) == 0 {
		return nil
	}
	return own
}

// blocks makes a block of each paragraph of a text.
func (t *tree) blocks(text *text, sh *shape) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	var numbers drawingml.Numbering
	role := sh.role(text.typ)
	for _, p := range t.split(text, &t.setting) {
		b := p.block
		label := numbers.Next(p.level, p.bullet)
		switch {
		case role == slideorder.Title:
			b.Category = udm.Title
			b.A().HeadingLevel = 1
		case sh.placeholder == phHeader:
			b.Category = udm.Header
		case role == slideorder.Edge, p.meta == typeSlideNumberMeta:
			b.Category = udm.Footer
		case p.bullet.Kind == drawingml.Character:
			listItem(b, udm.Bullet, p.level, "")
		case p.bullet.Kind == drawingml.Numbered:
			listItem(b, udm.Ordered, p.level, label)
		case (sh.placeholder == phSubtitle || text.typ == textCenterBody) && len(out) == 0:
			b.Category = udm.Title
			b.A().HeadingLevel = 2
		default:
			b.Category = classify.Body(b.Text)
		}
		out = append(out, b)
	}
	return out
}

func listItem(b *udm.ContentBlock, listType string, level int, label string) {
	b.Category = udm.ListItem
	a := b.A()
	a.ListType, a.ListLevel, a.ListLabel = listType, level, label
}

// outline makes the texts of the slide list shapes of their own: for a slide whose drawing is lost.
func (t *tree) outline() error {
	for _, text := range t.slide.texts {
		sh := shape{}
		out := &slideorder.Shape{Role: sh.role(text.typ), Blocks: t.blocks(text, &sh)}
		if err := t.in.Budget.ChargeBlocks(int64(len(out.Blocks))); err != nil {
			return err
		}
		t.shapes = append(t.shapes, out)
	}
	return nil
}

// image returns the picture that a shape shows or is filled with, nil for none.
func (t *tree) image(sh *shape) *udm.ContentBlock {
	index, ok := sh.props.Value(officeart.PropPicture)
	fill := false
	if !ok {
		const pictureFill = 3
		if typ, _ := sh.props.Value(officeart.PropFillType); typ != pictureFill {
			return nil
		}
		if index, ok = sh.props.Value(officeart.PropFillPicture); !ok {
			return nil
		}
		fill = true
	}
	if index == 0 || uint64(index) > uint64(len(t.images)) {
		return nil
	}
	e := &t.images[index-1]
	raw := e.Blip
	if raw == nil && e.Offset >= 0 && e.Offset < int64(len(t.pictures)) {
		raw = t.pictures[e.Offset:]
	}
	mediaType, data, ok := officeart.Picture(raw, t.in.Budget)
	if !ok {
		return nil
	}
	img := picture.Block(udm.Bytes(data), mediaType)
	if alt := sh.props.Text(officeart.PropDescription); alt != "" {
		img.A().AltText = alt
	}
	if fill {
		img.A().Set("shape_fill", true)
	}
	crop := map[string]any{}
	for i, side := range [...]string{"top", "bottom", "left", "right"} {
		if v, _ := sh.props.Value(officeart.PropCropTop + uint16(i)); v != 0 {
			crop[side] = float64(int32(v)) / (1 << 16)
		}
	}
	if len(crop) > 0 {
		img.A().Set("crop", crop)
	}
	return img
}

// plainBlock returns a block of a text without formatting, nil when it is empty.
func plainBlock(s string) *udm.ContentBlock {
	var run richtext.Builder
	run.Write(s, 0)
	b := new(udm.ContentBlock)
	if !run.Fill(b) {
		return nil
	}
	b.Category = classify.Body(b.Text)
	return b
}

// attach hands an embedded object back to the walk, once.
func (d *deck) attach(id uint32) {
	o, ok := d.oles[id]
	if !ok {
		return
	}
	delete(d.oles, id)
	r, ok := d.object(o.persist)
	if !ok || r.Type != typeExOleObjStg {
		return
	}
	data := r.Data
	if r.Instance == 1 { // deflated; the size comes first (2.10.34)
		if len(data) < 4 {
			return
		}
		size := int64(u32(data, 0))
		const bestRatio = 1032 // of deflate
		size = min(size, int64(len(data))*bestRatio)
		if d.in.Budget.Charge(size) != nil {
			return
		}
		z, err := zlib.NewReader(bytes.NewReader(data[4:]))
		if err != nil {
			return
		}
		data, _ = io.ReadAll(io.LimitReader(z, size))
		z.Close()
	}
	name := o.name
	if name == "" {
		name = "object"
	}
	if name, file := oleobject.Unwrap(name, udm.Bytes(data), d.in.Budget); file != nil && file.Size() > 0 {
		d.in.Attach(name, file)
	}
}
