package pptx

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// shape is one shape of a slide with its content. Groups are dissolved into their members.
type shape struct {
	properties
	frame  *frame
	blocks []*udm.ContentBlock
}

// properties are a shape's non-visual properties (19.3.1.12, 19.3.1.33).
type properties struct {
	ph     placeholder
	alt    string
	link   string // of the whole shape
	hidden bool
	media  media
}

// tree reads the shapes of a slide.
type tree struct {
	*deck
	sheet  *sheet // the slide's layout
	shapes []*slideorder.Shape
}

// understood are the namespaces whose content is read where a file offers an alternative.
var understood = []string{"a14", "cx"}

// children reads the shapes in the p:spTree or p:grpSp that the scanner stands at; m maps its space to the slide's.
func (t *tree) children(s *opc.Scanner, m matrix) error {
	return s.Children(func() error {
		switch s.Name() {
		case "p:nvGrpSpPr":
			p, err := t.properties(s)
			if err == nil && p.hidden {
				return errHidden
			}
			return err
		case "p:grpSpPr":
			return s.Children(func() error {
				if s.Name() != "a:xfrm" {
					return nil
				}
				f, err := readFrame(s)
				m = m.mul(f.inner())
				return err
			})
		case "mc:AlternateContent":
			return opc.Alternate(s.Scanner, understood, func() error { return t.children(s, m) })
		}
		return t.shape(s, m)
	})
}

// errHidden ends the reading of a hidden group.
var errHidden = fmt.Errorf("hidden group")

func (t *tree) shape(s *opc.Scanner, m matrix) error {
	var sh shape
	var read func(*opc.Scanner, *shape) error
	switch s.Name() {
	case "p:grpSp":
		depth := s.Depth()
		err := t.children(s, m)
		if err == errHidden {
			return leave(s, depth)
		}
		return err
	case "p:sp":
		read = t.text
	case "p:pic":
		read = t.picture
	case "p:graphicFrame":
		read = t.graphic
	default:
		return nil
	}
	if err := read(s, &sh); err != nil {
		return err
	}
	if sh.hidden || len(sh.blocks) == 0 {
		return nil
	}
	if err := t.in.Budget.ChargeBlocks(int64(len(sh.blocks))); err != nil {
		return err
	}
	if sh.frame == nil || !sh.frame.full {
		sh.frame = nil
		for _, h := range t.sheet.chain(sh.ph) {
			if h.frame != nil && h.frame.full {
				sh.frame, m = h.frame, identity
				break
			}
		}
	}
	out := &slideorder.Shape{Role: sh.ph.role(), Index: sh.ph.index(), Blocks: sh.blocks}
	if sh.frame != nil {
		out.Box = sh.frame.bounds(m)
	}
	for _, b := range sh.blocks {
		b.Position.BBox = out.Box
	}
	t.shapes = append(t.shapes, out)
	return nil
}

// leave reads up to the end of the element that stands at that depth.
func leave(s *opc.Scanner, depth int) error {
	for s.Depth() >= depth {
		if _, err := s.Next(); err != nil {
			return err
		}
	}
	return nil
}

// properties reads a p:nvSpPr, p:nvPicPr, p:nvGraphicFramePr or p:nvGrpSpPr.
func (t *tree) properties(s *opc.Scanner) (properties, error) {
	var p properties
	err := s.Children(func() error {
		switch s.Name() {
		case "p:cNvPr":
			p.hidden = isTrue(s.Attr("hidden"))
			if p.alt = s.Attr("descr"); p.alt == "" {
				p.alt = s.Attr("title")
			}
			p.alt = strings.TrimSpace(p.alt)
			return s.Children(func() error {
				if s.Name() == "a:hlinkClick" {
					p.link = t.link(s.Attr("r:id"), s.Attr("action"))
				}
				return nil
			})
		case "p:nvPr":
			return s.Children(func() error {
				if s.Name() == "p:ph" {
					p.ph = readPlaceholder(s)
					return nil
				}
				return p.media.read(s)
			})
		}
		return nil
	})
	return p, err
}

// text reads a p:sp: its text, or the picture that fills it.
func (t *tree) text(s *opc.Scanner, sh *shape) error {
	var fill blip
	err := s.Children(func() (err error) {
		switch s.Name() {
		case "p:nvSpPr":
			sh.properties, err = t.properties(s)
		case "p:spPr":
			err = s.Children(func() (err error) {
				switch s.Name() {
				case "a:xfrm":
					sh.frame, err = readFrame(s)
				case "a:blipFill":
					err = fill.read(s)
				}
				return err
			})
		case "p:txBody":
			var text *drawingml.Text
			if text, err = t.deck.text.Read(s.Scanner); err == nil {
				sh.blocks = append(sh.blocks, t.paragraphs(text, sh)...)
			}
		}
		return err
	})
	if b := t.image(&fill, sh); b != nil && !fill.tiled {
		b.A().Set("shape_fill", true)
		sh.blocks = append([]*udm.ContentBlock{b}, sh.blocks...)
	}
	return err
}

// paragraphs makes a block of each paragraph that has text.
func (t *tree) paragraphs(text *drawingml.Text, sh *shape) []*udm.ContentBlock {
	if text.Empty() {
		return nil
	}
	styles := t.styles(text, sh)
	var numbers drawingml.Numbering
	var out []*udm.ContentBlock
	for i := range text.Paragraphs {
		p := &text.Paragraphs[i]
		if p.Block == nil {
			continue
		}
		bullet := p.Bullet
		for _, st := range styles {
			if bullet.Kind != drawingml.Inherit {
				break
			}
			bullet = st[p.Level]
		}
		label := numbers.Next(p.Level, bullet)
		if p.Block.Type == udm.Text {
			first := len(out) == 0
			categorize(p, bullet, label, sh.ph, first)
			wholeLink(p.Block, sh.link)
		}
		out = append(out, p.Block)
	}
	return out
}

// styles are the list styles that a shape's paragraphs follow, nearest first.
func (t *tree) styles(text *drawingml.Text, sh *shape) []*drawingml.ListStyle {
	styles := []*drawingml.ListStyle{&text.Style}
	for _, h := range t.sheet.chain(sh.ph) {
		styles = append(styles, &h.style)
	}
	if sh.ph.typ == "" {
		return append(styles, &t.defaults, t.sheet.textStyle(sh.ph))
	}
	return append(styles, t.sheet.textStyle(sh.ph), &t.defaults)
}

// categorize says what part a paragraph plays: by its placeholder, its bullet, or its text.
func categorize(p *drawingml.Paragraph, bullet drawingml.Bullet, label string, ph placeholder, first bool) {
	b := p.Block
	switch {
	case ph.kind() == "title":
		b.Category = udm.Title
		b.A().HeadingLevel = 1
	case ph.typ == "hdr":
		b.Category = udm.Header
	case ph.footer(), p.Field == "slidenum":
		b.Category = udm.Footer
	case bullet.Kind == drawingml.Character:
		listItem(b, udm.Bullet, p.Level, "")
	case bullet.Kind == drawingml.Numbered:
		listItem(b, udm.Ordered, p.Level, label)
	case ph.typ == "subTitle" && first:
		b.Category = udm.Title
		b.A().HeadingLevel = 2
	default:
		if rest, ok := classify.Bullet(b.Text); ok {
			richtext.DropPrefix(b, utf8.RuneCountInString(b.Text)-utf8.RuneCountInString(rest))
			listItem(b, udm.Bullet, p.Level, "")
			return
		}
		b.Category = classify.Body(b.Text)
	}
}

func listItem(b *udm.ContentBlock, listType string, level int, label string) {
	b.Category = udm.ListItem
	a := b.A()
	a.ListType, a.ListLevel, a.ListLabel = listType, level, label
}

// wholeLink makes a text one link, unless it has links of its own.
func wholeLink(b *udm.ContentBlock, url string) {
	if url != "" && (b.Attr == nil || len(b.Attr.Links) == 0) {
		b.A().Links = []udm.LinkSpan{{Start: 0, End: utf8.RuneCountInString(b.Text), URL: url}}
	}
}
