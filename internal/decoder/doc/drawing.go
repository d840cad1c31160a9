package doc

import (
	"context"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
)

// drawings are the floating shapes and the pictures that they show.
type drawings struct {
	entries []officeart.Entry
	groups  map[uint32][]shape // by the identifier that the text refers to
}

type shape struct {
	id      uint32
	picture int // index into entries, from 1; 0 none
	alt     string
	wordArt string
}

// textBoxes are the stories of text boxes, by their shape.
type textBoxes struct {
	sub     *subdocument
	bounds  []int
	byShape map[uint32]int
	used    []bool
}

// readAnchors reads where floating shapes are anchored: CP to shape (2.8.37).
func (d *document) readAnchors(partIndex int) map[int]uint32 {
	const spaSize = 26
	t := newPlc(d.part(partIndex), spaSize)
	out := make(map[int]uint32, t.n)
	for i := range t.n {
		out[t.at(i)] = u32(t.data(i), 0)
	}
	return out
}

// readTextBoxes reads which part of a subdocument is which shape's text (2.8.32).
func (d *document) readTextBoxes(sub *subdocument, partIndex int) *textBoxes {
	const ftxbxsSize, shapeAt, reusableAt = 22, 14, 8
	t := newPlc(d.part(partIndex), ftxbxsSize)
	out := &textBoxes{sub: sub, byShape: map[uint32]int{}, bounds: t.bounds(), used: make([]bool, t.n)}
	if d.old && sub.length > 0 { // whose boxes are of no use without their shapes
		out.bounds, out.used = []int{0, sub.length}, make([]bool, 1)
	}
	for i := range t.n {
		if u16(t.data(i), reusableAt) == 0 {
			out.byShape[u32(t.data(i), shapeAt)] = i
		}
	}
	return out
}

// readDrawings reads the drawing part (2.9.172): the picture store, then the shapes of body and headers.
func (d *document) readDrawings() {
	d.drawings = &drawings{groups: map[uint32][]shape{}}
	b := d.part(partDrawings)
	dgg, ok := officeart.Read(b)
	if !ok || dgg.Type != officeart.DggContainer {
		return
	}
	if store, ok := dgg.Child(officeart.BStoreContainer); ok {
		d.drawings.entries = officeart.ReadEntries(store)
	}
	b = b[officeart.HeaderSize+len(dgg.Data):]
	for len(b) > 1 {
		dg, ok := officeart.Read(b[1:]) // a byte before says whose drawing it is
		if !ok {
			return
		}
		if root, ok := dg.Child(officeart.SpgrContainer); ok {
			d.drawings.readShapes(root)
		}
		b = b[1+officeart.HeaderSize+len(dg.Data):]
	}
}

func (w *drawings) readShapes(root officeart.Record) {
	first := true
	for r := range root.Children() {
		switch {
		case first: // the drawing itself
			first = false
		case r.Type == officeart.SpContainer:
			s := readShape(r)
			w.groups[s.id] = append(w.groups[s.id], s)
		case r.Type == officeart.SpgrContainer:
			if group := readGroup(nil, r, 0); len(group) > 0 {
				w.groups[group[0].id] = group
			}
		}
	}
}

// readGroup collects the shapes of a group, the group's own first.
func readGroup(out []shape, group officeart.Record, depth int) []shape {
	const deepest = 32
	if depth > deepest {
		return out
	}
	for r := range group.Children() {
		switch r.Type {
		case officeart.SpContainer:
			out = append(out, readShape(r))
		case officeart.SpgrContainer:
			out = readGroup(out, r, depth+1)
		}
	}
	return out
}

func readShape(sp officeart.Record) shape {
	var s shape
	for r := range sp.Children() {
		switch r.Type {
		case officeart.FSP:
			if len(r.Data) >= 4 {
				s.id = u32(r.Data, 0)
			}
		case officeart.FOPT:
			p := officeart.ReadProperties(r)
			if v, ok := p.Value(officeart.PropPicture); ok {
				s.picture = int(v)
			}
			s.alt = p.Text(officeart.PropDescription)
			s.wordArt = p.Text(officeart.PropWordArt)
		}
	}
	return s
}

// drawing adds what the shape anchored at a CP shows.
func (d *document) drawing(ctx context.Context, st *story, cp int) {
	id, ok := st.sub.anchors[cp]
	if !ok {
		return
	}
	shapes := d.drawings.groups[id]
	if len(shapes) == 0 {
		shapes = []shape{{id: id}}
	}
	for _, s := range shapes {
		if s.picture > 0 && s.picture <= len(d.drawings.entries) {
			e := d.drawings.entries[s.picture-1]
			blip := e.Blip
			if blip == nil && e.Offset >= 0 {
				blip = slice(d.main, uint64(e.Offset), uint64(len(d.main)))
			}
			d.addPicture(st, blip, s.alt)
		}
		if text := strings.TrimSpace(strings.ReplaceAll(s.wordArt, "\r", "\n")); text != "" {
			st.Float(udm.NewText(udm.UncategorizedText, clean(text)))
		}
		if i, ok := st.sub.boxes.byShape[s.id]; ok {
			d.textBox(ctx, st, i)
		}
	}
}

// textBox adds the blocks of a text box.
func (d *document) textBox(ctx context.Context, st *story, i int) {
	t := st.sub.boxes
	if t.used[i] {
		return
	}
	t.used[i] = true
	inner := d.newStory(t.sub)
	if d.read(ctx, inner, t.bounds[i], t.bounds[i+1]) != nil {
		return // the budget's error comes again, the context's too
	}
	st.Float(inner.Blocks()...)
}

// looseTextBoxes adds the text boxes that no anchor led to.
func (d *document) looseTextBoxes(ctx context.Context, st *story, sub *subdocument) error {
	for i := range sub.boxes.used {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.textBox(ctx, st, i)
	}
	return nil
}

func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || r == 0xfffd {
			return -1
		}
		return r
	}, s)
}

// inlinePicture adds the picture or form field that a character stands for (2.9.190, 2.9.78).
func (d *document) inlinePicture(st *story, c *chp) {
	if c.object && c.location != 0 && len(d.data) == 0 {
		return
	}
	const headerSize = 68
	b := slice(d.data, uint64(c.location), 6)
	if len(b) < 6 {
		return
	}
	size, head := uint64(u32(b, 0)), int(u16(b, 4))
	b = slice(d.data, uint64(c.location), size)
	if head > len(b) {
		return
	}
	if c.data {
		d.formField(st, b[head:], c)
		return
	}
	if head < headerSize {
		return
	}
	const linkedFile = 0x66
	mapMode := u16(b, 6)
	b = b[head:]
	if mapMode == linkedFile && len(b) > 0 {
		b = slice(b, 1+uint64(b[0]), uint64(len(b)))
	}
	alt := ""
	for r := range officeart.Records(b) {
		switch {
		case r.Type == officeart.SpContainer:
			alt = readShape(r).alt
		case r.Type == officeart.FBSE:
			const entrySize = 36
			if len(r.Data) > entrySize {
				d.addPicture(st, slice(r.Data, entrySize+uint64(r.Data[33]), uint64(len(r.Data))), alt)
			}
		default:
			return
		}
	}
}

func (d *document) addPicture(st *story, blip []byte, alt string) {
	mediaType, data, ok := officeart.Picture(blip, d.in.Budget)
	if !ok {
		return
	}
	b := picture.Block(udm.Bytes(data), mediaType)
	if d.in.Options.NoImages {
		b.Data.Blob = nil
	}
	if alt = strings.TrimSpace(clean(alt)); alt != "" {
		b.A().AltText = alt
	}
	st.Float(b)
}

// formField shows a check box's state (FFData, 2.9.78); other fields have their text as result.
func (d *document) formField(st *story, b []byte, c *chp) {
	if len(b) < 12 || u32(b, 0) != 0xffffffff {
		return
	}
	bits := u16(b, 4)
	const checkBox, undefined = 1, 25
	if bits&3 != checkBox {
		return
	}
	state := bits >> 2 & 0x1f
	if state == undefined {
		at := 10 + 2 + 2*int(u16(b, 10)) + 2 // behind the name and its terminator
		if at+2 > len(b) {
			return
		}
		state = u16(b, at)
	}
	box := "☐"
	if state == 1 {
		box = "☒"
	}
	if !c.hidden && !c.deleted {
		st.para.Write(box, c.style)
	}
}

// attachObjects hands the embedded objects back to the walk.
func (d *document) attachObjects() {
	n := 0
	for _, path := range d.file.Storages() {
		if rest, ok := strings.CutPrefix(path, "ObjectPool/"); !ok || strings.Contains(rest, "/") {
			continue
		}
		n++
		blob := udm.Bytes(cfb.Write(d.file.Storage(path).Nodes()))
		name, file := oleobject.Unwrap(fmt.Sprintf("object%d", n), blob, d.in.Budget)
		if file != nil && strings.Contains(name, ".") {
			d.in.Attach(name, file)
		}
	}
}
