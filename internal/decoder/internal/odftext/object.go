package odftext

import (
	"fmt"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/mathml"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// maxObjects bounds objects inside of objects.
const maxObjects = 8

// object reads a draw:object: a formula, a chart or another document, in the element itself or as a document inside
// of the package (part 3, 10.4.6).
func (r *Reader) object(f *frame) error {
	if r.shared.objects >= maxObjects {
		return nil
	}
	r.shared.objects++
	defer func() { r.shared.objects-- }()
	href := r.s.Attr("xlink:href")
	inline := false
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "math:math", "office:document":
			inline = true
			return r.objectRoot(f, nil, href)
		}
		return nil
	})
	if err != nil || inline || href == "" {
		return err
	}
	sub := r.pkg.Sub(href)
	if sub == nil {
		return nil
	}
	s, done, err := sub.Scan("content.xml")
	if err != nil {
		r.in.Warnf("%s: %v", href, err)
		return nil
	}
	defer done()
	inner := *r
	inner.s, inner.pkg, inner.idle = s, sub, nil
	for {
		kind, err := s.Next()
		if kind == xmlscan.Start {
			err = inner.objectRoot(f, sub, href)
			if err != nil && r.in.Budget.Charge(0) == nil && r.ctx.Err() == nil {
				r.in.Warnf("%s: %v", href, err)
				err = nil
			}
			r.flow.code = inner.flow.code
			return err
		}
		if err != nil || kind == xmlscan.EOF {
			r.in.Warnf("%s: %v", href, err)
			return nil
		}
	}
}

// objectRoot reads the root element of an object. sub is its package, nil when it is part of the text's own.
func (r *Reader) objectRoot(f *frame, sub *odf.Package, href string) error {
	switch r.s.Name() {
	case "math:math":
		f.done = true
		return r.formula()
	case "office:document", "office:document-content":
	default:
		return nil
	}
	outer := r.styles
	r.styles = odf.NewStyles()
	defer func() { r.styles = outer }()
	return r.s.Children(func() error {
		switch r.s.Name() {
		case "office:styles", "office:automatic-styles":
			return r.styles.Read(r.s)
		case "office:body":
			return r.s.Children(func() error { return r.objectBody(f, sub, href) })
		}
		return nil
	})
}

func (r *Reader) objectBody(f *frame, sub *odf.Package, href string) error {
	switch name := r.s.Name(); name {
	case "office:chart":
		f.done = true
		return r.s.Children(func() error {
			if r.s.Name() == "chart:chart" {
				return r.chart()
			}
			return nil
		})
	case "office:text", "office:spreadsheet", "office:presentation", "office:drawing":
		if sub == nil { // part of a flat file: its text stands where it is
			f.done = true
			return r.Into(r.sink, r.Content)
		}
		kind := strings.TrimPrefix(name, "office:")
		if kind == "drawing" {
			kind = "graphics"
		}
		blob, err := sub.Archive("application/vnd.oasis.opendocument." + kind)
		if err != nil {
			return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		r.attach(f, href, map[string]string{"text": ".odt", "spreadsheet": ".ods", "presentation": ".odp", "graphics": ".odg"}[kind], blob)
	}
	return nil
}

// formula reads a math:math. In a paragraph its LaTeX stands in the text.
func (r *Reader) formula() error {
	node, err := mathml.Read(r.s)
	if err != nil {
		return err
	}
	latex := strings.TrimSpace(mathml.LaTeX(node))
	if latex == "" {
		return nil
	}
	if err := r.in.Budget.Charge(int64(len(latex))); err != nil {
		return err
	}
	if p := r.para; p != nil {
		p.formulas = append(p.formulas, latex)
		p.literal("$"+latex+"$", 0)
		return nil
	}
	return r.emit(udm.NewFormula("latex", latex))
}

// chart reads a chart:chart (part 3, 11.1): its title as a caption, and the numbers it draws as a table.
func (r *Reader) chart() error {
	kind := strings.TrimPrefix(r.s.Attr("chart:class"), "chart:")
	var title string
	var axes []string
	var data Blocks
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "chart:title":
			return r.plainText(&title)
		case "chart:plot-area":
			return r.s.Children(func() error {
				if r.s.Name() != "chart:axis" {
					return nil
				}
				return r.s.Children(func() error {
					if r.s.Name() != "chart:title" {
						return nil
					}
					var axis string
					err := r.plainText(&axis)
					if axis != "" && !slices.Contains(axes, axis) {
						axes = append(axes, axis)
					}
					return err
				})
			})
		case "table:table":
			return r.Into(&data, r.table)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if title != "" {
		if err := r.emit(udm.NewText(udm.FigureCaption, title)); err != nil {
			return err
		}
	}
	for _, b := range data.Blocks {
		if b.Type != udm.TableContent || b.Table.Empty() {
			continue
		}
		b.Table = numbersOnly(b.Table)
		b.Table.Caption = title
		b.A().Set("chart", kind)
		if len(axes) > 0 {
			b.A().Set("axis_titles", axes)
		}
		r.emitAll(&Blocks{Blocks: []*udm.ContentBlock{b}})
	}
	return nil
}

// numbersOnly returns a chart's table with the places empty where there is no number to draw.
func numbersOnly(t *udm.Table) *udm.Table {
	out := &udm.Table{HeaderRows: t.HeaderRows}
	for i := range t.Rows() {
		row := t.Row(i)
		for k, text := range row {
			if text == "NaN" || text == "1.#NAN" {
				row[k] = ""
			}
		}
		out.Append(row...)
	}
	return out
}

// plainText reads the text of the paragraphs in the current element.
func (r *Reader) plainText(to *string) error {
	var content Blocks
	if err := r.Into(&content, r.Content); err != nil {
		return err
	}
	joined, err := r.join(&content)
	*to = joined.text
	return err
}
