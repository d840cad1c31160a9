package drawingml

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// ReadDiagram reads a SmartArt diagram from its data part (21.4): its texts as list items, in the order and
// with the nesting of the diagram's outline, then its pictures.
func ReadDiagram(pkg *opc.Package, part string, budget *limit.Budget) ([]*udm.ContentBlock, error) {
	s, err := pkg.ScanRoot(part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	rels := pkg.Rels(part)
	d := diagram{points: map[string]*point{}, budget: budget}
	var pictures []*udm.ContentBlock
	d.text.Link = func(id, _ string) string {
		if r, ok := rels.ByID(id); ok && r.External {
			return r.Target
		}
		return ""
	}
	err = s.Children(func() error {
		switch s.Name() {
		case "dgm:ptLst":
			return s.Children(func() error {
				id, err := d.point(s.Scanner)
				if r, ok := rels.ByID(id); ok && !r.External {
					if blob := pkg.Blob(r.Target); blob != nil {
						pictures = append(pictures, picture.Block(blob, pkg.ContentType(r.Target)))
					}
				}
				return err
			})
		case "dgm:cxnLst":
			return s.Children(func() error { return d.connection(s.Scanner) })
		}
		return nil
	})
	d.outline()
	return append(d.blocks, pictures...), err
}

type diagram struct {
	text   TextReader
	points map[string]*point
	order  []*point // as in the file
	budget *limit.Budget
	blocks []*udm.ContentBlock
}

type point struct {
	kind     string // ST_PtType; "" means node
	text     *Text
	children []child
	seen     bool
}

type child struct {
	order int
	point *point
}

// point reads a dgm:pt and returns the relationship's id of the picture that fills it. Points of the layout (pres)
// have pictures but no text of their own.
func (d *diagram) point(s *xmlscan.Scanner) (picture string, err error) {
	if s.Name() != "dgm:pt" {
		return "", nil
	}
	p := &point{kind: s.Attr("type")}
	if p.kind != "pres" {
		d.points[s.Attr("modelId")] = p
		d.order = append(d.order, p)
	}
	err = s.Children(func() (err error) {
		switch s.Name() {
		case "dgm:t":
			if p.kind != "pres" {
				p.text, err = d.text.Read(s)
			}
		case "dgm:spPr":
			err = s.Children(func() error {
				if s.Name() != "a:blipFill" {
					return nil
				}
				return s.Children(func() error {
					if s.Name() == "a:blip" {
						picture = s.Attr("r:embed")
					}
					return nil
				})
			})
		}
		return err
	})
	return picture, err
}

// connection reads a dgm:cxn, which makes one point the child of another.
func (d *diagram) connection(s *xmlscan.Scanner) error {
	if s.Name() != "dgm:cxn" {
		return nil
	}
	if typ := s.Attr("type"); typ != "" && typ != "parOf" {
		return nil
	}
	from, to := d.points[s.Attr("srcId")], d.points[s.Attr("destId")]
	if from != nil && to != nil && from != to {
		from.children = append(from.children, child{s.Int("srcOrd", len(from.children)), to})
	}
	return nil
}

func (d *diagram) outline() {
	for _, p := range d.order {
		slices.SortStableFunc(p.children, func(a, b child) int { return cmp.Compare(a.order, b.order) })
	}
	for _, p := range d.order {
		if p.kind == "doc" {
			d.walk(p, -1)
		}
	}
	for _, p := range d.order { // what no connection reaches
		if !p.seen {
			d.walk(p, 0)
		}
	}
}

func (d *diagram) walk(p *point, level int) {
	if p.seen || d.budget.CheckDepth(level) != nil {
		return
	}
	p.seen = true
	if p.text != nil {
		for _, par := range p.text.Paragraphs {
			if par.Block == nil || d.budget.ChargeBlocks(1) != nil {
				continue
			}
			if par.Block.Type == udm.Text {
				par.Block.Category = udm.ListItem
				a := par.Block.A()
				a.ListType, a.ListLevel = udm.Bullet, max(level, 0)
			}
			d.blocks = append(d.blocks, par.Block)
		}
	}
	for _, c := range p.children {
		d.walk(c.point, level+1)
	}
}
