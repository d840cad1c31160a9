package ppt

import (
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/udm"
)

// slide reads a slide into a node of its own.
func (d *deck) slide(sl *slide) error {
	r, ok := d.object(sl.persist)
	if !ok || r.Type != typeSlide {
		d.in.Warnf("slide %d: no slide object", sl.number)
		r = officeart.Record{}
	}
	atom, _ := r.Child(typeSlideAtom)
	t := &tree{deck: d, slide: sl, setting: setting{number: d.firstNumber + sl.number - 1, footers: d.allFooters}}
	t.styles = [2]*styles{d.master(u32(atom.Data, 12)), &d.defaults}
	node := &udm.StructuralNode{Role: udm.Slide, Width: d.width, Height: d.height}
	for c := range r.Children() {
		switch c.Type {
		case typeSlideShowInfo:
			const hidden = 4
			if u16(c.Data, 10)&hidden != 0 {
				node.Metadata.Set("hidden", true)
			}
		case typeHeadersFooters:
			t.footers = readFooters(c)
		}
	}
	if node.Metadata.Custom != nil && d.in.Options.SkipHidden {
		return nil
	}
	d.doc.Nodes = append(d.doc.Nodes, node)
	if drawing, ok := r.Child(typeDrawing); ok {
		if err := t.drawing(drawing); err != nil {
			return err
		}
	}
	if !ok {
		if err := t.outline(); err != nil {
			return err
		}
	}
	for _, sh := range slideorder.Sort(t.shapes) {
		node.Add(sh.Blocks...)
		if sh.Role == slideorder.Title {
			for _, b := range sh.Blocks {
				node.Label = strings.TrimSpace(node.Label + " " + strings.Join(strings.Fields(b.Text), " "))
			}
		}
	}
	for _, text := range [...]string{t.footers.date, t.footers.footer} {
		if text != "" && !t.hasEdge(text) {
			node.Add(udm.NewText(udm.Footer, text))
		}
	}
	if err := d.speakerNotes(u32(atom.Data, 16), node); err != nil {
		return err
	}
	for _, b := range node.Blocks {
		b.Position.Page = int32(sl.number)
	}
	d.slideComments(r, sl)
	return nil
}

// hasEdge reports whether a shape at the slide's edge shows that text.
func (t *tree) hasEdge(text string) bool {
	for _, sh := range t.shapes {
		if sh.Role == slideorder.Edge {
			for _, b := range sh.Blocks {
				if b.Text == text {
					return true
				}
			}
		}
	}
	return false
}

// speakerNotes adds the notes of a slide (2.5.6), by the notes' slide id.
func (d *deck) speakerNotes(id uint32, node *udm.StructuralNode) error {
	if id == 0 {
		return nil
	}
	r, ok := d.object(d.notes[id])
	if !ok || r.Type != typeNotes {
		return nil
	}
	drawing, ok := r.Child(typeDrawing)
	if !ok {
		return nil
	}
	t := &tree{deck: d, slide: &slide{}, setting: setting{styles: [2]*styles{nil, &d.defaults}}}
	if err := t.drawing(drawing); err != nil {
		return err
	}
	for _, sh := range t.shapes {
		if sh.Role == slideorder.Edge {
			continue
		}
		for _, b := range sh.Blocks {
			b.Position.BBox = nil // a place on the notes page
			if b.Type == udm.Text {
				if b.Category == udm.Footer {
					continue
				}
				b.Category = udm.NarrativeText
				b.A().NoteKind = udm.NoteSpeaker
				b.A().HeadingLevel = 0
			}
			node.Add(b)
		}
	}
	return nil
}

// slideComments collects the comments in a slide's tags (2.5.19).
func (d *deck) slideComments(r officeart.Record, sl *slide) {
	data, ok := tagData(r, "___PPT10")
	if !ok {
		return
	}
	for c := range data.Children() {
		if c.Type != typeComment10 {
			continue
		}
		comment := map[string]any{"slide": sl.number}
		for x := range c.Children() {
			switch {
			case x.Type == typeCString && x.Instance == 0:
				comment["author"] = cstring(x)
			case x.Type == typeCString && x.Instance == 1:
				comment["text"] = cstring(x)
			case x.Type == typeComment10Atom && len(x.Data) >= 20:
				t := x.Data[4:] // SYSTEMTIME
				comment["date"] = fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", u16(t, 0), u16(t, 2), u16(t, 6), u16(t, 8), u16(t, 10), u16(t, 12))
			}
		}
		if comment["text"] != nil {
			d.comments = append(d.comments, comment)
		}
	}
}
