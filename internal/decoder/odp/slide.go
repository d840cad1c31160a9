package odp

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/udm"
)

// deck is a presentation that is being read.
type deck struct {
	doc        *udm.Document
	skipHidden bool
	number     int // of the slide, from 1; those that are left out count

	masters map[string][]margin // by the master page's name

	headers, footers, dates map[string]string // texts that slides refer to by name
}

func (d *deck) read(r *odftext.Reader) error {
	s := r.Scanner()
	return s.Children(func() error {
		switch s.Name() {
		case "presentation:header-decl":
			return declare(r, d.headers)
		case "presentation:footer-decl":
			return declare(r, d.footers)
		case "presentation:date-time-decl":
			if string(s.AttrBytes("presentation:source")) == "fixed" {
				return declare(r, d.dates)
			}
		case "draw:page":
			d.number++
			return d.slide(r)
		}
		return nil
	})
}

func declare(r *odftext.Reader, texts map[string]string) error {
	key := r.Scanner().Attr("presentation:name")
	text, err := r.Scanner().InnerText()
	texts[key] = strings.TrimSpace(text)
	return err
}

// slide reads a draw:page into a node. What was read before an error is kept.
func (d *deck) slide(r *odftext.Reader) error {
	s := r.Scanner()
	style := r.Styles().Get(odf.DrawingPage, s.AttrBytes("draw:style-name"))
	if style.Hidden && d.skipHidden {
		return nil
	}
	node := &udm.StructuralNode{Role: udm.Slide, Label: ownName(s.Attr("draw:name"))}
	if style.Hidden {
		node.Metadata.Set("hidden", true)
	}
	d.doc.Nodes = append(d.doc.Nodes, node)
	margins := d.margins(r, style)

	r.SetPlace(map[string]any{"slide": d.number})
	var shapes []*slideorder.Shape
	var notes []*udm.ContentBlock
	var read func() error
	read = func() error {
		switch name := s.Name(); {
		case name == "presentation:notes":
			var err error
			notes, err = readNotes(r)
			return err
		case name == "office:annotation" || name == "office:forms":
			return r.Block()
		case name == "draw:g" || name == "draw:a":
			return s.Children(read)
		case strings.HasPrefix(name, "draw:"):
			class, box := s.Attr("presentation:class"), r.Box()
			var content odftext.Blocks
			err := r.Into(&content, r.Shape)
			shapes = append(shapes, newShape(class, box, content.All()))
			return err
		}
		return nil
	}
	err := s.Children(read)

	order(node, shapes)
	node.Add(margins...)
	r.AttachCaptions(node.Blocks)
	node.Add(notes...)
	for _, b := range node.Blocks {
		b.Position.Page = int32(d.number)
	}
	return err
}

// ownName returns a slide's name, but for those that the programs give to slides without one: "page7".
func ownName(name string) string {
	if _, err := strconv.Atoi(strings.TrimPrefix(name, "page")); err == nil {
		return ""
	}
	return name
}

// newShape gives a shape's blocks their place, and the part that its class gives them: presentation:class, its place
// in the layout, "" for none.
func newShape(class string, box *udm.BBox, blocks []*udm.ContentBlock) *slideorder.Shape {
	sh := &slideorder.Shape{Box: box, Blocks: blocks}
	switch class {
	case "title":
		sh.Role = slideorder.Title
	case "header", "footer", "date-time", "page-number":
		sh.Role = slideorder.Edge
	}
	for i, b := range blocks {
		if box != nil {
			own := *box
			b.Position.BBox = &own
		}
		if b.Type != udm.Text || b.Category == udm.Footnote {
			continue
		}
		switch {
		case class == "title":
			heading(b, 1)
		case class == "subtitle" && i == 0 && b.Category != udm.ListItem:
			heading(b, 2)
		case class == "header":
			b.Category = udm.Header
		case sh.Role == slideorder.Edge:
			b.Category = udm.Footer
		}
	}
	return sh
}

func heading(b *udm.ContentBlock, level int) {
	b.Category = udm.Title
	a := b.A()
	a.HeadingLevel, a.ListType, a.ListLevel, a.ListLabel = level, "", 0, ""
}

// order adds shapes to a slide in reading order and names the slide by its titles.
func order(node *udm.StructuralNode, shapes []*slideorder.Shape) {
	shapes = slideorder.Sort(shapes)
	if len(shapes) > 0 && looksLikeTitle(shapes) {
		shapes[0].Role = slideorder.Title
		heading(shapes[0].Blocks[0], 1)
	}
	var title []string
	for _, sh := range shapes {
		node.Add(sh.Blocks...)
		if sh.Role == slideorder.Title {
			for _, b := range sh.Blocks {
				title = append(title, strings.Fields(b.Text)...)
			}
		}
	}
	if len(title) > 0 {
		node.Label = strings.Join(title, " ")
	}
}

// looksLikeTitle reports whether the first of a slide's shapes is a title though it does not fill a title's place: one
// short line above all else. Slides that come from other programs often have no places.
func looksLikeTitle(shapes []*slideorder.Shape) bool {
	first := shapes[0]
	if first.Role != slideorder.Content || first.Box == nil || len(first.Blocks) != 1 || len(shapes) < 2 {
		return false
	}
	b := first.Blocks[0]
	if b.Type != udm.Text || b.Category == udm.ListItem || b.Category == udm.Title || !classify.TitleLike(b.Text) {
		return false
	}
	middle := first.Box.Y + first.Box.Height/2
	for _, sh := range shapes[1:] {
		if sh.Role == slideorder.Title || sh.Role == slideorder.Content && sh.Box != nil && sh.Box.Y < middle {
			return false
		}
	}
	return shapes[1].Role == slideorder.Content
}

// readNotes reads the presentation:notes that the scanner stands at: the speaker's text, not the slide's picture
// and what every page of notes repeats.
func readNotes(r *odftext.Reader) ([]*udm.ContentBlock, error) {
	s := r.Scanner()
	var content odftext.Blocks
	err := r.Into(&content, func() error {
		return s.Children(func() error {
			switch string(s.AttrBytes("presentation:class")) {
			case "page", "header", "footer", "date-time", "page-number":
				return nil
			}
			return r.Block()
		})
	})
	for _, b := range content.Blocks {
		if b.Type != udm.Text {
			continue
		}
		if b.Category != udm.ListItem {
			b.Category = udm.NarrativeText
		}
		b.A().NoteKind = udm.NoteSpeaker
	}
	return content.All(), err
}
