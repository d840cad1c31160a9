package ods

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// book is a file that is being read.
type book struct {
	ctx    context.Context
	in     *decoder.Input
	r      *odftext.Reader
	sheets []*worksheet
	frozen map[string]int // rows that stay in view, by the sheet's name
	names  []any          // of ranges and formulas
	texts  valueTexts
}

// read reads the office:spreadsheet. Ranges stand behind the sheets that they are in.
func (b *book) read(r *odftext.Reader) error {
	b.r = r
	s := r.Scanner()
	return s.Children(func() error {
		switch s.Name() {
		case "table:table":
			return b.readSheet()
		case "table:database-ranges":
			return s.Children(b.databaseRange)
		case "table:named-expressions":
			return s.Children(b.namedExpression)
		}
		return nil
	})
}

// sheet returns the worksheet of that name, or nil.
func (b *book) sheet(name string) *worksheet {
	for _, w := range b.sheets {
		if w.name == name {
			return w
		}
	}
	return nil
}

// databaseRange reads a table:database-range (9.4.15): a table within a sheet, or where its filter is.
func (b *book) databaseRange() error {
	s := b.r.Scanner()
	if s.Name() != "table:database-range" {
		return nil
	}
	on, area, ok := parseAddress(s.Attr("table:target-range-address"))
	w := b.sheet(on)
	if !ok || w == nil {
		return nil
	}
	if string(s.AttrBytes("table:display-filter-buttons")) == "true" {
		w.facts.Filter = &area
	}
	if name := s.Attr("table:name"); name != "" && !strings.HasPrefix(name, "__Anonymous") {
		part := sheet.Part{Name: name, Area: area, HeaderRows: 1}
		if string(s.AttrBytes("table:contains-header")) == "false" {
			part.HeaderRows = 0
		}
		w.facts.Parts = append(w.facts.Parts, part)
	}
	return nil
}

// namedExpression reads a table:named-range or table:named-expression (9.4.11 and 9.4.12).
func (b *book) namedExpression() error {
	s := b.r.Scanner()
	name, ref := s.Attr("table:name"), ""
	switch s.Name() {
	case "table:named-range":
		address := s.Attr("table:cell-range-address")
		ref = excelAddress(address)
		if on, area, ok := parseAddress(address); ok {
			if w := b.sheet(on); w != nil {
				w.facts.Names = append(w.facts.Names, sheet.Part{Name: name, Area: area})
			}
		}
	case "table:named-expression":
		ref = excelFormula(s.Attr("table:expression"))
	}
	if name != "" && ref != "" {
		b.names = append(b.names, map[string]any{"name": name, "ref": strings.TrimPrefix(ref, "=")})
	}
	return nil
}

// readSettings reads how many rows of each sheet stay in view: in the view's settings of each table (part 3, 3.10.2).
func (b *book) readSettings(r *odftext.Reader) error {
	s := r.Scanner()
	var read func(entry string) error
	read = func(entry string) error {
		mode, position := 0, 0
		err := s.Children(func() error {
			key := s.Attr("config:name")
			switch s.Name() {
			case "config:config-item-map-entry":
				return read(key)
			case "config:config-item-set", "config:config-item-map-indexed", "config:config-item-map-named":
				return read(entry)
			case "config:config-item":
				if key != "VerticalSplitMode" && key != "VerticalSplitPosition" {
					return nil
				}
				value, err := s.InnerText()
				if key == "VerticalSplitMode" {
					mode = int(number([]byte(value)))
				} else {
					position = int(number([]byte(value)))
				}
				return err
			}
			return nil
		})
		const fixed = 2 // split in panes of which the first does not scroll
		if mode == fixed && position > 0 && position < maxFrozen {
			b.frozen[entry] = position
		}
		return err
	}
	return read("")
}

// maxFrozen is how many rows in view can be a table's headers.
const maxFrozen = 100

// hiddenTable reports whether a table's style hides it.
func hiddenTable(st *odf.Styles, style []byte) bool {
	return len(style) > 0 && st.Get(odf.Table, style).Hidden
}
