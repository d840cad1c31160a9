package docx

import (
	"path"

	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// shape is what is known of the drawing that is being read.
type shape struct {
	alt  string
	link string // URL that a click leads to
}

// drawing reads a w:drawing, w:pict or w:object: DrawingML and VML in any nesting (17.3.3.9, 17.3.3.19, 17.3.3.21).
func (st *story) drawing(p *paragraph) error {
	if len(p.after) == 0 && p.text.Len() == 0 {
		p.page = st.page
	}
	var sh shape
	return st.s.Children(func() error { return st.shape(p, &sh) })
}

// shape reads an element of a drawing.
func (st *story) shape(p *paragraph, sh *shape) error {
	s := st.s
	switch s.Name() {
	case "wp:docPr", "pic:cNvPr", "wps:cNvPr", "wpg:cNvPr":
		if alt := s.Attr("descr"); alt != "" {
			sh.alt = alt
		} else if alt := s.Attr("title"); alt != "" && sh.alt == "" {
			sh.alt = alt
		}
		return s.Children(func() error {
			if s.Name() == "a:hlinkClick" {
				if rel, ok := st.relationship(s.Attr("r:id")); ok {
					sh.link = rel.Target
				}
			}
			return nil
		})
	case "wp:inline", "wp:anchor", "a:graphic", "a:graphicData", "wpc:wpc", "wpg:wgp", "wpg:grpSp", "wpg:graphicFrame", "wpc:graphicFrame", "lc:lockedCanvas":
		return s.Children(func() error { return st.shape(p, sh) })
	case "pic:pic", "a:pic":
		own := *sh
		return s.Children(func() error { return st.shape(p, &own) })
	case "wps:wsp", "a:sp":
		own := shape{}
		return s.Children(func() error { return st.shape(p, &own) })
	case "pic:nvPicPr", "wps:txbx", "wps:spPr", "pic:blipFill", "a:blipFill", "v:textbox":
		return s.Children(func() error { return st.shape(p, sh) })
	case "a:blip":
		id := s.Attr("r:embed")
		if id == "" {
			id = s.Attr("r:link")
		}
		return st.picture(p, id, sh)
	case "c:chart", "cx:chart":
		return st.chart(p, s.Attr("r:id"))
	case "dgm:relIds":
		return st.diagram(p, s.Attr("r:dm"))
	case "w:txbxContent":
		items, err := st.inside(func() error { return s.Children(st.block) })
		p.after = append(p.after, items...)
		return err
	case "v:shape", "v:rect", "v:roundrect", "v:oval", "v:line", "v:polyline", "v:curve", "v:arc", "v:group", "v:image":
		own := shape{alt: s.Attr("alt"), link: s.Attr("href")}
		return s.Children(func() error { return st.shape(p, &own) })
	case "v:imagedata":
		id := s.Attr("r:id")
		if id == "" {
			id = s.Attr("r:pict")
		}
		if sh.alt == "" {
			sh.alt = s.Attr("o:title")
		}
		return st.picture(p, id, sh)
	case "v:textpath":
		if t := s.Attr("string"); t != "" {
			p.after = append(p.after, item{block: udm.NewText(udm.UncategorizedText, t)})
		}
	case "o:OLEObject":
		st.embedded(s.Attr("r:id"))
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return st.shape(p, sh) })
		})
	}
	return nil
}

// relationship returns what an id of the story's part stands for.
func (st *story) relationship(id string) (opc.Rel, bool) {
	return st.pkg.Rels(st.part).ByID(id)
}

// picture adds the picture that a relationship points at.
func (st *story) picture(p *paragraph, id string, sh *shape) error {
	rel, ok := st.relationship(id)
	if !ok {
		return nil
	}
	var b *udm.ContentBlock
	if rel.External {
		b = udm.NewImage("", nil)
		b.A().Src = rel.Target
	} else {
		data, err := st.pictureData(rel.Target)
		if data == nil {
			return err
		}
		own := *data
		b = &udm.ContentBlock{Type: udm.ImageContent, Category: udm.Image, Data: &own}
	}
	if sh.alt != "" {
		b.A().AltText = sh.alt
	}
	if sh.link != "" {
		b.A().Set("links", []any{map[string]any{"text": sh.alt, "url": sh.link}})
	}
	b.Position.Page = st.page
	p.after = append(p.after, item{block: b})
	return nil
}

// pictureData returns a picture part's content, nil when there is none. Uses after the first one are charged too, since
// each is written.
func (r *reader) pictureData(part string) (*udm.Data, error) {
	if d := r.pictures[part]; d != nil {
		if d.Blob == nil {
			return d, nil
		}
		return d, r.in.Budget.Charge(d.Blob.Size())
	}
	blob := r.pkg.Blob(part)
	if blob == nil {
		r.in.Warnf("picture %s is missing", part)
		return nil, nil
	}
	d := picture.Block(blob, r.pkg.ContentType(part)).Data
	if r.in.Options.NoImages {
		d.Blob = nil
	}
	r.pictures[part] = d
	return d, nil
}

// chart adds a chart's title and data.
func (st *story) chart(p *paragraph, id string) error {
	rel, ok := st.relationship(id)
	if !ok || rel.External {
		return nil
	}
	c, err := drawingml.ReadChart(st.pkg, rel.Target, st.in.Budget)
	if err != nil {
		if err := st.flaw(rel.Target, err); err != nil {
			return err
		}
	}
	if c != nil {
		st.anchor(p, c.Blocks())
	}
	return nil
}

// diagram adds the texts of a SmartArt diagram.
func (st *story) diagram(p *paragraph, id string) error {
	rel, ok := st.relationship(id)
	if !ok || rel.External {
		return nil
	}
	blocks, err := drawingml.ReadDiagram(st.pkg, rel.Target, st.in.Budget)
	st.anchor(p, blocks)
	if err != nil {
		return st.flaw(rel.Target, err)
	}
	return nil
}

func (st *story) anchor(p *paragraph, blocks []*udm.ContentBlock) {
	for _, b := range blocks {
		b.Position.Page = st.page
		p.after = append(p.after, item{block: b})
	}
}

// embedded hands an embedded file back to the walk: a package as it is, an OLE object when there is a file in it.
func (st *story) embedded(id string) {
	rel, ok := st.relationship(id)
	if !ok || rel.External {
		return
	}
	blob := st.pkg.Blob(rel.Target)
	if blob == nil {
		return
	}
	name := path.Base(rel.Target)
	if rel.Type != "package" {
		name, blob = oleobject.Unwrap(name, blob, st.in.Budget)
	}
	if blob != nil {
		st.in.Attach(name, blob)
	}
}
