package pptx

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// graphic reads a p:graphicFrame: a table, chart, diagram or embedded object.
func (t *tree) graphic(s *opc.Scanner, sh *shape) error {
	return s.Children(func() (err error) {
		switch s.Name() {
		case "p:nvGraphicFramePr":
			sh.properties, err = t.properties(s)
		case "p:xfrm":
			sh.frame, err = readFrame(s)
		case "a:graphic":
			err = s.Children(func() error {
				if s.Name() != "a:graphicData" {
					return nil
				}
				return s.Children(func() error { return t.graphicData(s, sh) })
			})
		}
		return err
	})
}

func (t *tree) graphicData(s *opc.Scanner, sh *shape) error {
	switch s.Name() {
	case "a:tbl":
		b, err := t.table(s)
		if b != nil {
			sh.blocks = append(sh.blocks, b)
		}
		return err
	case "c:chart", "cx:chart":
		if r, ok := t.rels.ByID(s.Attr("r:id")); ok && !r.External {
			c, err := drawingml.ReadChart(t.pkg, r.Target, t.in.Budget)
			if err != nil {
				return t.flaw("chart", err)
			}
			sh.blocks = append(sh.blocks, c.Blocks()...)
		}
	case "dgm:relIds":
		if r, ok := t.rels.ByID(s.Attr("r:dm")); ok && !r.External {
			items, err := drawingml.ReadDiagram(t.pkg, r.Target, t.in.Budget)
			sh.blocks = append(sh.blocks, items...)
			if err != nil {
				return t.flaw("diagram", err)
			}
		}
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return t.graphicData(s, sh) })
		})
	case "p:oleObj":
		return t.object(s, sh)
	}
	return nil
}

// object reads a p:oleObj (19.3.2.4): the picture of an embedded object; the object itself goes back to the walk.
func (t *tree) object(s *opc.Scanner, sh *shape) error {
	id, progID, spid := s.Attr("r:id"), s.Attr("progId"), s.Attr("spid")
	if sh.alt == "" {
		sh.alt = s.Attr("name")
	}
	embedded := false
	err := s.Children(func() error {
		switch s.Name() {
		case "p:embed":
			embedded = true
		case "p:pic":
			var pic shape
			if err := t.picture(s, &pic); err != nil {
				return err
			}
			for _, b := range pic.blocks {
				if a := b.A(); a.AltText == "" {
					a.AltText = sh.alt
				}
				b.A().Set("prog_id", progID)
			}
			sh.blocks = append(sh.blocks, pic.blocks...)
		}
		return nil
	})
	if len(sh.blocks) == 0 && err == nil {
		if img := t.legacyImage(spid); img != nil {
			img.A().AltText = sh.alt
			img.A().Set("prog_id", progID)
			sh.blocks = append(sh.blocks, img)
		}
	}
	if r, ok := t.rels.ByID(id); ok && embedded && !r.External && !strings.HasPrefix(progID, "Equation") {
		t.attach(r.Target)
	}
	return err
}

// legacyImage returns the picture of a shape in the slide's VML drawing, where files up to Office 2007 keep those
// of embedded objects.
func (t *tree) legacyImage(spid string) *udm.ContentBlock {
	r, ok := t.rels.First("vmlDrawing")
	if !ok || r.External || spid == "" {
		return nil
	}
	s, err := t.pkg.ScanRoot(r.Target)
	if err != nil {
		return nil
	}
	defer s.Close()
	var rel string
	s.Children(func() error {
		if s.Name() != "v:shape" || s.Attr("id") != spid && s.Attr("o:spid") != spid {
			return nil
		}
		return s.Children(func() error {
			if s.Name() == "v:imagedata" {
				rel = s.Attr("o:relid")
			}
			return nil
		})
	})
	if img, ok := t.pkg.Rels(r.Target).ByID(rel); ok && !img.External {
		return t.embedded(img.Target)
	}
	return nil
}

// table reads an a:tbl (21.1.3.13).
func (t *tree) table(s *opc.Scanner) (*udm.ContentBlock, error) {
	var grid tableGrid
	header := 0
	err := s.Children(func() error {
		switch s.Name() {
		case "a:tblPr":
			if isTrue(s.Attr("firstRow")) {
				header = 1
			}
		case "a:tr":
			grid.rows = append(grid.rows, nil)
			return s.Children(func() error {
				if s.Name() != "a:tc" {
					return nil
				}
				if err := t.in.Budget.ChargeCells(1); err != nil {
					return err
				}
				return grid.cell(s, &t.deck.text)
			})
		}
		return nil
	})
	table := grid.table(header)
	if table == nil {
		return nil, err
	}
	b := udm.NewTable(table)
	if len(grid.links) > 0 {
		b.A().Set("links", grid.links)
	}
	return b, err
}

// tableGrid collects a table's cells. Each row has a cell for every column; the covered ones say so.
type tableGrid struct {
	rows   [][]string
	merged []udm.Merge
	links  []any
}

func (g *tableGrid) cell(s *opc.Scanner, reader *drawingml.TextReader) error {
	row := len(g.rows) - 1
	col := len(g.rows[row])
	m := udm.Merge{Row: row, Col: col, RowSpan: max(s.Int("rowSpan", 1), 1), ColSpan: max(s.Int("gridSpan", 1), 1)}
	covered := isTrue(s.Attr("hMerge")) || isTrue(s.Attr("vMerge"))
	if !covered && (m.RowSpan > 1 || m.ColSpan > 1) {
		g.merged = append(g.merged, m)
	}
	g.rows[row] = append(g.rows[row], "")
	return s.Children(func() error {
		if s.Name() != "a:txBody" {
			return nil
		}
		text, err := reader.Read(s.Scanner)
		if err == nil && !covered {
			g.rows[row][col] = text.String()
			g.noteLinks(text, row, col)
		}
		return err
	})
}

// noteLinks lists the links in a cell; their offsets count in the cell's text.
func (g *tableGrid) noteLinks(text *drawingml.Text, row, col int) {
	at := 0
	for _, p := range text.Paragraphs {
		if p.Block == nil {
			continue
		}
		if p.Block.Attr != nil {
			r := []rune(p.Block.Text)
			for _, l := range p.Block.Attr.Links {
				g.links = append(g.links, map[string]any{
					"row": row, "col": col, "start": at + l.Start, "end": at + l.End, "text": string(r[l.Start:l.End]), "url": l.URL,
				})
			}
		}
		at += utf8.RuneCountInString(p.Block.Text) + 1
	}
}

// table returns the table, nil when it has no cells. Merges are cut at the table's edges.
func (g *tableGrid) table(header int) *udm.Table {
	t := &udm.Table{HeaderRows: min(header, len(g.rows))}
	for _, r := range g.rows {
		t.Append(r...)
	}
	if t.Cols() == 0 {
		return nil
	}
	for _, m := range g.merged {
		m.RowSpan, m.ColSpan = min(m.RowSpan, t.Rows()-m.Row), min(m.ColSpan, t.Cols()-m.Col)
		if m.RowSpan*m.ColSpan > 1 {
			t.Merged = append(t.Merged, m)
		}
	}
	return t
}
