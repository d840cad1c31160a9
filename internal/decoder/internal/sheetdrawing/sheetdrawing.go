// Package sheetdrawing reads what floats over the cells of a sheet: pictures, text boxes, charts and diagrams in a
// drawing part (ECMA-376 part 1, 20.5), which XLSX and XLSB files have alike.
package sheetdrawing

import (
	"context"
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// Add adds what a sheet's drawing parts hold to its node, each thing where it is anchored, and hands embedded files
// back. Rels are the sheet's relationships, ids those of its drawings.
func Add(n *udm.StructuralNode, in *decoder.Input, pkg *opc.Package, rels *opc.Rels, ids []string) error {
	for _, id := range ids {
		r, ok := rels.ByID(id)
		if !ok || r.External {
			continue
		}
		d := drawing{in: in, pkg: pkg, rels: pkg.Rels(r.Target)}
		d.text.Link = d.link
		if err := d.flaw("drawing "+r.Target, d.read(r.Target)); err != nil {
			return err
		}
		if err := in.Budget.ChargeBlocks(int64(len(d.blocks))); err != nil {
			return err
		}
		n.Blocks = append(n.Blocks, d.blocks...)
		if len(d.charts) > 0 {
			n.Metadata.Set("charts", d.charts)
		}
	}
	if len(ids) > 0 {
		sheet.Sort(n.Blocks)
	}
	for _, typ := range [...]string{"oleObject", "package"} {
		for r := range rels.All(typ) {
			if r.External {
				continue
			}
			if blob := pkg.Blob(r.Target); blob != nil {
				if name, file := oleobject.Unwrap(path.Base(r.Target), blob, in.Budget); file != nil {
					in.Attach(name, file)
				}
			}
		}
	}
	return nil
}

// drawing reads a drawing part.
type drawing struct {
	in     *decoder.Input
	pkg    *opc.Package
	rels   *opc.Rels
	text   drawingml.TextReader
	blocks []*udm.ContentBlock
	charts []any

	at udm.Position // of the anchor
}

// flaw turns an error in a part that the sheet can do without into a warning.
func (d *drawing) flaw(what string, err error) error {
	if err == nil || errors.Is(err, limit.ErrExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	d.in.Warnf("%s: %v", what, err)
	return nil
}

func isTrue(v string) bool { return v == "1" || v == "true" }

// understood are the namespaces whose mc:Choice is taken.
var understood = []string{"a14", "c14", "c15", "cx", "sle", "x14", "x15"}

func (d *drawing) read(part string) error {
	s, err := d.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Children(func() error { return d.anchor(s) })
}

// anchor reads a twoCellAnchor, oneCellAnchor or absoluteAnchor, which stands in the first cell.
func (d *drawing) anchor(s *opc.Scanner) error {
	if s.Name() == "mc:AlternateContent" {
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return d.anchor(s) })
		})
	}
	d.at = udm.Position{HasCell: true}
	return s.Children(func() error {
		if s.Name() != "xdr:from" {
			return d.shape(s)
		}
		return s.Children(func() error {
			name := s.Name()
			if name != "xdr:col" && name != "xdr:row" {
				return nil
			}
			text, err := s.InnerText()
			n, bad := strconv.Atoi(strings.TrimSpace(text))
			switch {
			case bad != nil || n < 0 || n >= sheet.MaxRows:
			case name == "xdr:col":
				d.at.Col = int32(n)
			default:
				d.at.Row = int32(n)
			}
			return err
		})
	})
}

func (d *drawing) add(blocks ...*udm.ContentBlock) {
	for _, b := range blocks {
		b.Position = d.at
	}
	d.blocks = append(d.blocks, blocks...)
}

// shape reads a picture, text box, chart, diagram or group of them.
func (d *drawing) shape(s *opc.Scanner) error {
	switch s.Name() {
	case "xdr:pic":
		return d.picture(s)
	case "xdr:sp":
		return d.textBox(s)
	case "xdr:grpSp":
		return s.Children(func() error { return d.shape(s) })
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return d.shape(s) })
		})
	case "xdr:graphicFrame":
		return d.graphicFrame(s)
	}
	return nil
}

// properties are those of a shape that are not its looks (20.1.2.2.8).
type properties struct {
	alt, link string
	hidden    bool
}

func (d *drawing) properties(s *opc.Scanner) (p properties, err error) {
	err = s.Children(func() error {
		if s.Name() != "xdr:cNvPr" {
			return nil
		}
		if p.alt = strings.TrimSpace(s.Attr("descr")); p.alt == "" {
			p.alt = strings.TrimSpace(s.Attr("title"))
		}
		p.hidden = isTrue(s.Attr("hidden"))
		return s.Children(func() error {
			if s.Name() == "a:hlinkClick" {
				p.link = d.link(s.Attr("r:id"), "")
			}
			return nil
		})
	})
	return p, err
}

func (d *drawing) link(id, _ string) string {
	r, ok := d.rels.ByID(id)
	switch {
	case !ok:
		return ""
	case !r.External && r.Fragment != "":
		return "#" + r.Fragment
	}
	return r.Target
}

func (d *drawing) picture(s *opc.Scanner) error {
	var p properties
	var embed, src string
	err := s.Children(func() (err error) {
		switch s.Name() {
		case "xdr:nvPicPr":
			p, err = d.properties(s)
		case "xdr:blipFill":
			err = s.Children(func() error {
				if s.Name() == "a:blip" {
					embed, src = s.Attr("r:embed"), d.link(s.Attr("r:link"), "")
				}
				return nil
			})
		}
		return err
	})
	if err != nil || p.hidden {
		return err
	}
	var b *udm.ContentBlock
	if r, ok := d.rels.ByID(embed); ok && !r.External {
		blob := d.pkg.Blob(r.Target)
		if blob == nil {
			d.in.Warnf("picture %s is missing or too large", r.Target)
			return nil
		}
		b = picture.Block(blob, d.pkg.ContentType(r.Target))
		if d.in.Options.NoImages {
			b.Data.Blob = nil
		}
	} else if src != "" {
		b = udm.NewImage("", nil)
		b.A().Src = src
	} else {
		return nil
	}
	if p.alt != "" {
		b.A().AltText = p.alt
	}
	if p.link != "" {
		b.A().Set("url", p.link)
	}
	d.add(b)
	return nil
}

func (d *drawing) textBox(s *opc.Scanner) error {
	var p properties
	return s.Children(func() (err error) {
		switch s.Name() {
		case "xdr:nvSpPr":
			p, err = d.properties(s)
		case "xdr:txBody":
			var text *drawingml.Text
			if text, err = d.text.Read(s.Scanner); err == nil && !p.hidden {
				d.paragraphs(text)
			}
		}
		return err
	})
}

func (d *drawing) paragraphs(text *drawingml.Text) {
	for _, p := range text.Paragraphs {
		b := p.Block
		if b == nil {
			continue
		}
		if b.Type == udm.Text {
			b.Category = classify.Plain(b.Text)
			switch p.Bullet.Kind {
			case drawingml.Character, drawingml.Numbered:
				b.Category = udm.ListItem
				b.A().ListType, b.A().ListLevel = udm.Bullet, p.Level
				if p.Bullet.Kind == drawingml.Numbered {
					b.A().ListType = udm.Ordered
				}
			}
		}
		d.add(b)
	}
}

// graphicFrame reads a frame around a chart or a diagram.
func (d *drawing) graphicFrame(s *opc.Scanner) error {
	var p properties
	var walk func() error
	walk = func() (err error) {
		switch s.Name() {
		case "xdr:nvGraphicFramePr":
			p, err = d.properties(s)
		case "a:graphic", "a:graphicData":
			err = s.Children(walk)
		case "c:chart", "cx:chart":
			if r, ok := d.rels.ByID(s.Attr("r:id")); ok && !r.External && !p.hidden {
				err = d.chart(r.Target, p.alt)
			}
		case "dgm:relIds":
			if r, ok := d.rels.ByID(s.Attr("r:dm")); ok && !r.External && !p.hidden {
				var blocks []*udm.ContentBlock
				blocks, err = drawingml.ReadDiagram(d.pkg, r.Target, d.in.Budget)
				d.add(blocks...)
				err = d.flaw("diagram "+r.Target, err)
			}
		}
		return err
	}
	return s.Children(walk)
}

// chart adds a chart: its title and, unless it draws cells of this workbook, its values.
func (d *drawing) chart(part, alt string) error {
	c, err := drawingml.ReadChart(d.pkg, part, d.in.Budget)
	if err = d.flaw("chart "+part, err); err != nil || c == nil {
		return err
	}
	facts := map[string]any{"cell": sheet.CellName(int(d.at.Row), int(d.at.Col))}
	set := func(key, value string) {
		if value != "" {
			facts[key] = value
		}
	}
	set("title", c.Title)
	set("alt_text", alt)
	set("type", strings.Join(c.Kinds, ", "))
	if len(c.Sources) > 0 {
		facts["sources"] = c.Sources
	}
	if len(c.Axes) > 0 {
		facts["axis_titles"] = c.Axes
	}
	d.charts = append(d.charts, facts)
	if d.drawsOwnCells(c) {
		c.Table = nil
	}
	d.add(c.Blocks()...)
	return nil
}

// drawsOwnCells reports whether all of a chart's values stand in sheets of this workbook.
func (d *drawing) drawsOwnCells(c *drawingml.Chart) bool {
	for _, f := range c.Sources {
		if strings.ContainsAny(f, "[") {
			return false
		}
	}
	return len(c.Sources) > 0
}
