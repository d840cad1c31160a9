package pptx

import (
	"errors"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// slide reads a slide into a node of its own. What was read before an error is kept.
func (d *deck) slide(sl *slide) error {
	s, err := d.pkg.ScanRoot(sl.part)
	if err != nil {
		return err
	}
	defer s.Close()
	hidden := s.Attr("show") == "0" || s.Attr("show") == "false"
	if hidden && d.in.Options.SkipHidden {
		return nil
	}
	node := &udm.StructuralNode{Role: udm.Slide, Width: d.width, Height: d.height}
	if hidden {
		node.Metadata.Set("hidden", true)
	}
	node.Metadata.Set("section", sl.section)
	d.doc.Nodes = append(d.doc.Nodes, node)

	d.at, d.rels = sl, d.pkg.Rels(sl.part)
	t := &tree{deck: d}
	if r, ok := d.rels.First("slideLayout"); ok && !r.External {
		t.sheet = d.sheet(r.Target)
	}
	err = t.read(s)
	for _, sh := range slideorder.Sort(t.shapes) {
		node.Add(sh.Blocks...)
		if sh.Role == slideorder.Title {
			for _, b := range sh.Blocks {
				node.Label = strings.TrimSpace(node.Label + " " + strings.Join(strings.Fields(b.Text), " "))
			}
		}
	}
	if r, ok := d.rels.First("notesSlide"); ok && !r.External {
		notes, noteErr := d.notes(r.Target)
		node.Add(notes...)
		err = errors.Join(err, noteErr)
	}
	for _, b := range node.Blocks {
		b.Position.Page = int32(sl.number)
	}
	return errors.Join(err, d.slideComments(sl))
}

func (t *tree) read(s *opc.Scanner) error {
	return s.Children(func() error {
		if s.Name() != "p:cSld" {
			return nil
		}
		return s.Children(func() error {
			if s.Name() != "p:spTree" {
				return nil
			}
			return t.children(s, identity)
		})
	})
}

// flaw turns the error of a part that a slide refers to into a warning, unless a limit was met.
func (d *deck) flaw(what string, err error) error {
	if errors.Is(err, limit.ErrExceeded) {
		return err
	}
	d.in.Warnf("slide %d: %s: %v", d.at.number, what, err)
	return nil
}

// notes reads the speaker's notes of a slide (13.3.5): the texts of all shapes but the slide's image and what
// every page repeats.
func (d *deck) notes(part string) ([]*udm.ContentBlock, error) {
	s, err := d.pkg.ScanRoot(part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	d.rels = d.pkg.Rels(part)
	t := &tree{deck: d}
	if err := t.read(s); err != nil {
		return nil, err
	}
	var out []*udm.ContentBlock
	for _, sh := range t.shapes {
		if sh.Role == slideorder.Edge {
			continue
		}
		for _, b := range sh.Blocks {
			if b.Category == udm.Footer { // a page number that is no placeholder
				continue
			}
			b.Position.BBox = nil // a place on the notes page
			if b.Type == udm.Text {
				b.Category = udm.NarrativeText
			}
			if b.Type == udm.Text || b.Type == udm.Formula {
				b.A().NoteKind = udm.NoteSpeaker
				b.A().HeadingLevel = 0
			}
			out = append(out, b)
		}
	}
	return out, nil
}

// commentAuthors reads the names of those who wrote comments, of legacy comments and of modern ones.
func (d *deck) commentAuthors(rels *opc.Rels) {
	d.authors = map[string]string{}
	for _, typ := range [...]string{"commentAuthors", "authors"} {
		r, ok := rels.First(typ)
		if !ok || r.External {
			continue
		}
		s, err := d.pkg.ScanRoot(r.Target)
		if err != nil {
			continue
		}
		s.Children(func() error {
			d.authors[s.Attr("id")] = s.Attr("name")
			return nil
		})
		s.Close()
	}
}

// slideComments collects a slide's comments (19.4, MS-PPTX 2.16).
func (d *deck) slideComments(sl *slide) error {
	rels := d.pkg.Rels(sl.part)
	for r := range rels.All("comments") {
		if r.External {
			continue
		}
		s, err := d.pkg.ScanRoot(r.Target)
		if err != nil {
			return d.flaw("comments", err)
		}
		err = s.Children(func() error { return d.comment(s, sl, false) })
		s.Close()
		if err != nil {
			return d.flaw("comments", err)
		}
	}
	return nil
}

// comment reads a p:cm, p188:cm or p188:reply.
func (d *deck) comment(s *opc.Scanner, sl *slide, reply bool) error {
	switch s.Name() {
	case "p:cm", "p188:cm", "p188:reply":
	default:
		return nil
	}
	c := map[string]any{"slide": sl.number}
	set := func(key, value string) {
		if value != "" {
			c[key] = value
		}
	}
	set("author", d.authors[s.Attr("authorId")])
	set("date", opc.Time(s.Attr("dt")+s.Attr("created")))
	if reply {
		c["reply"] = true
	}
	at := len(d.comments)
	d.comments = append(d.comments, c)
	err := s.Children(func() (err error) {
		switch s.Name() {
		case "p:text":
			var text string
			text, err = s.InnerText()
			set("text", strings.TrimSpace(text))
		case "p188:txBody":
			var reader drawingml.TextReader
			var text *drawingml.Text
			text, err = reader.Read(s.Scanner)
			set("text", text.String())
		case "p188:replyLst":
			err = s.Children(func() error { return d.comment(s, sl, true) })
		case "p:extLst":
			var walk func() error
			walk = func() error {
				if s.Name() == "p15:parentCm" {
					c["reply"] = true
				}
				return s.Children(walk)
			}
			err = s.Children(walk)
		}
		return err
	})
	if c["text"] == nil {
		d.comments = append(d.comments[:at], d.comments[at+1:]...)
	}
	return err
}
