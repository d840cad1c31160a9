package drawingml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Chart is what a reader learns from a chart: its title and the numbers it draws.
type Chart struct {
	Title string
	Kinds []string // "bar", "line", "pie", …; more than one in a combined chart
	Axes  []string // titles of the axes that have one
	// Table has a row for each category and a column for each series, their names in a header row; nil when
	// the file holds no values. Series over other categories than the first one's bring theirs with them.
	Table *udm.Table
	// Sources are the formulas that say where the values come from ("Sheet1!$B$2:$B$7"), in file order.
	Sources []string
}

// Blocks returns the title as a caption, and the table.
func (c *Chart) Blocks() []*udm.ContentBlock {
	var out []*udm.ContentBlock
	if c.Title != "" {
		out = append(out, udm.NewText(udm.FigureCaption, c.Title))
	}
	if c.Table != nil {
		b := udm.NewTable(c.Table)
		b.A().Set("chart", strings.Join(c.Kinds, ", "))
		if len(c.Axes) > 0 {
			b.A().Set("axis_titles", c.Axes)
		}
		out = append(out, b)
	}
	return out
}

// ReadChart reads a chart part: a c:chartSpace (21.2) or, as far as its data goes, a cx:chartSpace (MS-ODRAWXML 2.24.3).
func ReadChart(pkg *opc.Package, part string, budget *limit.Budget) (*Chart, error) {
	s, err := pkg.ScanRoot(part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c := chart{budget: budget}
	switch s.Name() {
	case "c:chartSpace":
		err = c.space(s.Scanner)
	case "cx:chartSpace":
		err = c.extended(s.Scanner)
	default:
		return nil, fmt.Errorf("part %s: not a chart: %s", part, s.Name())
	}
	c.out.Table = c.table()
	if c.out.Table != nil {
		c.out.Table.Caption = c.out.Title
	}
	return &c.out, err
}

type chart struct {
	budget   *limit.Budget
	text     TextReader
	out      Chart
	series   []*series
	catTitle string // of the category axis
	date1904 bool

	code   string // the last number format, compiled in format
	format *numfmt.Format
	buf    []byte
}

type series struct {
	name  string
	order int
	cats  []column // innermost level first
	value column
	size  column // of bubbles
}

// column is a sequence of cached values (CT_NumData, CT_StrData).
type column []string

func (c *chart) space(s *xmlscan.Scanner) error {
	return s.Children(func() error {
		switch s.Name() {
		case "c:date1904":
			c.date1904 = s.Attr("val") != "0" && s.Attr("val") != "false"
		case "c:chart":
			return s.Children(func() (err error) {
				switch s.Name() {
				case "c:title":
					c.out.Title, err = c.title(s)
				case "c:plotArea":
					err = s.Children(func() error { return c.plot(s) })
				}
				return err
			})
		}
		return nil
	})
}

// title reads a c:title: rich text or a cell's cached text.
func (c *chart) title(s *xmlscan.Scanner) (string, error) {
	var title string
	err := s.Children(func() error {
		if s.Name() != "c:tx" {
			return nil
		}
		return s.Children(func() (err error) {
			switch s.Name() {
			case "c:rich":
				var t *Text
				t, err = c.text.Read(s)
				title = t.String()
			case "c:strRef":
				title, err = c.joined(s)
			}
			return err
		})
	})
	return title, err
}

// joined reads a c:strRef as one string.
func (c *chart) joined(s *xmlscan.Scanner) (string, error) {
	cols, err := c.data(s)
	return strings.TrimSpace(strings.Join(slices.Concat(toStrings(cols)...), " ")), err
}

func toStrings(cols []column) [][]string {
	out := make([][]string, len(cols))
	for i, c := range cols {
		out[i] = c
	}
	return out
}

// plot reads a child of c:plotArea.
func (c *chart) plot(s *xmlscan.Scanner) error {
	name := strings.TrimPrefix(s.Name(), "c:")
	if kind, ok := strings.CutSuffix(name, "Chart"); ok {
		kind = strings.TrimSuffix(kind, "3D")
		if !slices.Contains(c.out.Kinds, kind) {
			c.out.Kinds = append(c.out.Kinds, kind)
		}
		return s.Children(func() error {
			if s.Name() != "c:ser" {
				return nil
			}
			return c.ser(s)
		})
	}
	switch name {
	case "catAx", "dateAx", "valAx", "serAx":
		horizontal := name == "catAx" || name == "dateAx"
		return s.Children(func() error {
			if s.Name() != "c:title" {
				return nil
			}
			t, err := c.title(s)
			if t != "" {
				c.out.Axes = append(c.out.Axes, t)
				if horizontal && c.catTitle == "" {
					c.catTitle = t
				}
			}
			return err
		})
	}
	return nil
}

func (c *chart) ser(s *xmlscan.Scanner) error {
	se := &series{order: len(c.series)}
	c.series = append(c.series, se)
	return s.Children(func() (err error) {
		var cols []column
		switch s.Name() {
		case "c:order":
			se.order = s.Int("val", se.order)
		case "c:tx":
			err = s.Children(func() (err error) {
				switch s.Name() {
				case "c:strRef":
					se.name, err = c.joined(s)
				case "c:v":
					se.name, err = s.InnerText()
				}
				return err
			})
		case "c:cat", "c:xVal":
			se.cats, err = c.data(s)
		case "c:val", "c:yVal":
			cols, err = c.data(s)
			se.value = first(cols)
		case "c:bubbleSize":
			cols, err = c.data(s)
			se.size = first(cols)
		}
		return err
	})
}

func first(cols []column) column {
	if len(cols) == 0 {
		return nil
	}
	return cols[0]
}

// data reads the values in a c:cat, c:val, c:strRef or the like: one column, or one for each level of
// multi-level categories, innermost first.
func (c *chart) data(s *xmlscan.Scanner) ([]column, error) {
	var cols []column
	var code string // number format
	var walk func() error
	walk = func() error {
		switch s.Name() {
		case "c:strRef", "c:numRef", "c:multiLvlStrRef":
			return s.Children(walk)
		case "c:strCache", "c:numCache", "c:multiLvlStrCache", "c:strLit", "c:numLit":
			if s.Name() != "c:multiLvlStrCache" {
				cols = append(cols, nil)
			}
			return s.Children(walk)
		case "c:lvl":
			cols = append(cols, nil)
			return s.Children(walk)
		case "c:f":
			return c.source(s)
		case "c:formatCode":
			var err error
			code, err = s.InnerText()
			return err
		case "c:pt":
			own := code
			if f := s.Attr("formatCode"); f != "" {
				own = f
			}
			at := s.Int("idx", -1)
			return s.Children(func() error {
				if s.Name() != "c:v" || len(cols) == 0 {
					return nil
				}
				v, err := s.InnerText()
				if err != nil {
					return err
				}
				if own != "" {
					v = c.number(v, own)
				}
				return c.set(&cols[len(cols)-1], at, v)
			})
		}
		return nil
	}
	err := s.Children(walk)
	return cols, err
}

// source reads the formula of a range of values.
func (c *chart) source(s *xmlscan.Scanner) error {
	f, err := s.InnerText()
	if f = strings.TrimSpace(f); f != "" && !slices.Contains(c.out.Sources, f) {
		c.out.Sources = append(c.out.Sources, f)
	}
	return err
}

// maxPoints bounds the points of one series: a worksheet's column.
const maxPoints = 1 << 20

func (c *chart) set(col *column, at int, v string) error {
	if at < 0 || at >= maxPoints {
		return nil
	}
	if n := at + 1 - len(*col); n > 0 {
		if err := c.budget.ChargeCells(int64(n)); err != nil {
			return err
		}
		*col = append(*col, make([]string, n)...)
	}
	(*col)[at] = v
	return nil
}

// table lays the series out side by side.
func (c *chart) table() *udm.Table {
	slices.SortStableFunc(c.series, func(a, b *series) int { return a.order - b.order })
	var head []string
	var cols []column
	var shown []column // the categories last shown
	named := c.catTitle != ""
	for i, se := range c.series {
		if len(se.value) == 0 && len(se.cats) == 0 && len(se.size) == 0 {
			continue
		}
		if len(se.cats) > 0 && !sameColumns(se.cats, shown) {
			shown = se.cats
			for k := len(shown) - 1; k >= 0; k-- {
				title := ""
				if k == 0 {
					title = c.catTitle
				}
				head, cols = append(head, title), append(cols, shown[k])
			}
		}
		named = named || se.name != ""
		name := se.name
		if name == "" && len(c.series) > 1 {
			name = "Series" + strconv.Itoa(i+1) // as Office calls it
		}
		head, cols = append(head, name), append(cols, se.value)
		if len(se.size) > 0 {
			head, cols = append(head, ""), append(cols, se.size)
		}
	}
	rows := 0
	for _, col := range cols {
		rows = max(rows, len(col))
	}
	if rows == 0 || c.budget.ChargeCells(int64(rows)*int64(len(cols))) != nil {
		return nil
	}
	t := &udm.Table{}
	if named {
		t.HeaderRows = 1
		t.Append(head...)
	}
	line := make([]string, len(cols))
	for r := range rows {
		for i, col := range cols {
			line[i] = ""
			if r < len(col) {
				line[i] = col[r]
			}
		}
		t.Append(line...)
	}
	return t
}

func sameColumns(a, b []column) bool {
	return slices.EqualFunc(a, b, func(x, y column) bool { return slices.Equal(x, y) })
}
