package odp

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// margin is a place of the master page for what slides have at their edges: header, footer, date or slide number.
type margin struct {
	class  string // presentation:class
	box    *udm.BBox
	pieces []piece
}

// piece is a run of fixed text, or a field that each slide fills in.
type piece struct {
	text  string
	field string // the field's element, "presentation:footer"; "" for text
}

// readMaster reads the margins of a style:master-page.
func (d *deck) readMaster(r *odftext.Reader) error {
	s := r.Scanner()
	key := s.Attr("style:name")
	return s.Children(func() error {
		if s.Name() != "draw:frame" {
			return nil
		}
		m := margin{class: s.Attr("presentation:class"), box: r.Box()}
		switch m.class {
		case "header", "footer", "date-time", "page-number":
		default:
			return nil
		}
		err := m.read(s)
		d.masters[key] = append(d.masters[key], m)
		return err
	})
}

// read reads the text of the margin's frame.
func (m *margin) read(s *xmlscan.Scanner) error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.EOF:
			return nil
		case xmlscan.Text:
			m.pieces = append(m.pieces, piece{text: s.Text()})
		case xmlscan.End:
			if s.Depth() < depth {
				return nil
			}
		case xmlscan.Start:
			switch name := s.Name(); name {
			case "presentation:header", "presentation:footer", "presentation:date-time", "text:page-number":
				m.pieces = append(m.pieces, piece{field: name})
				if err := s.Skip(); err != nil {
					return err
				}
			case "text:s", "text:tab", "text:line-break", "text:p":
				m.pieces = append(m.pieces, piece{text: " "})
			}
		}
	}
}

// fill returns the margin's text on a slide: fields are the texts by the elements' names.
func (m *margin) fill(fields map[string]string) string {
	var sb strings.Builder
	for _, p := range m.pieces {
		if p.field != "" {
			sb.WriteString(fields[p.field])
		} else {
			sb.WriteString(p.text)
		}
	}
	return strings.Join(strings.Fields(sb.String()), " ")
}

// margins returns what the master page shows at the edges of the slide that the scanner stands at.
func (d *deck) margins(r *odftext.Reader, style *odf.Style) []*udm.ContentBlock {
	s := r.Scanner()
	fields := map[string]string{
		"presentation:header":    d.headers[s.Attr("presentation:use-header-name")],
		"presentation:footer":    d.footers[s.Attr("presentation:use-footer-name")],
		"presentation:date-time": d.dates[s.Attr("presentation:use-date-time-name")],
		"text:page-number":       strconv.Itoa(d.number),
	}
	show := map[string]odf.Switch{
		"header": style.ShowHeader, "footer": style.ShowFooter, "date-time": style.ShowDate, "page-number": style.ShowNumber,
	}
	var out []*udm.ContentBlock
	for _, m := range d.masters[s.Attr("draw:master-page-name")] {
		text := m.fill(fields)
		if show[m.class] != odf.On || text == "" {
			continue
		}
		b := udm.NewText(udm.Footer, text)
		if m.class == "header" {
			b.Category = udm.Header
		}
		if m.box != nil {
			box := *m.box
			b.Position.BBox = &box
		}
		out = append(out, b)
	}
	return out
}
