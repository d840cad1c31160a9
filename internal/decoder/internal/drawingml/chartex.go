package drawingml

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// extended reads a cx:chartSpace: waterfall, treemap, sunburst, histogram, box plot, funnel and map charts. Its
// data stands apart from the series, which refer to it by id.
func (c *chart) extended(s *xmlscan.Scanner) error {
	data := map[string]*series{}
	return s.Children(func() error {
		switch s.Name() {
		case "cx:chartData":
			return s.Children(func() error {
				if s.Name() != "cx:data" {
					return nil
				}
				se := &series{}
				data[s.Attr("id")] = se
				return s.Children(func() error { return c.dimension(s, se) })
			})
		case "cx:chart":
			return s.Children(func() (err error) {
				switch s.Name() {
				case "cx:title":
					c.out.Title, err = c.extendedText(s)
				case "cx:plotArea":
					err = c.extendedPlot(s, data)
				}
				return err
			})
		}
		return nil
	})
}

// dimension reads a cx:strDim or cx:numDim: categories, or the values of a series.
func (c *chart) dimension(s *xmlscan.Scanner, se *series) error {
	name, typ := s.Name(), s.Attr("type")
	if name != "cx:strDim" && name != "cx:numDim" {
		return nil
	}
	var cols []column
	err := s.Children(func() error {
		if s.Name() == "cx:f" {
			return c.source(s)
		}
		if s.Name() != "cx:lvl" {
			return nil
		}
		code := s.Attr("formatCode")
		cols = append(cols, nil)
		return s.Children(func() error {
			if s.Name() != "cx:pt" {
				return nil
			}
			at := s.Int("idx", -1)
			v, err := s.InnerText()
			if err != nil {
				return err
			}
			if name == "cx:numDim" {
				v = c.number(v, code)
			}
			return c.set(&cols[len(cols)-1], at, v)
		})
	})
	switch {
	case name == "cx:strDim" || typ == "cat" || typ == "x":
		se.cats = append(se.cats, cols...)
	case typ == "size" && se.value != nil:
		se.size = first(cols)
	default:
		se.value = first(cols)
	}
	return err
}

func (c *chart) extendedPlot(s *xmlscan.Scanner, data map[string]*series) error {
	return s.Children(func() error {
		switch s.Name() {
		case "cx:plotAreaRegion":
			return s.Children(func() error {
				if s.Name() != "cx:series" || s.Attr("hidden") == "1" {
					return nil
				}
				return c.extendedSeries(s, data)
			})
		case "cx:axis":
			return s.Children(func() error {
				if s.Name() != "cx:title" {
					return nil
				}
				t, err := c.extendedText(s)
				if t != "" {
					c.out.Axes = append(c.out.Axes, t)
				}
				return err
			})
		}
		return nil
	})
}

func (c *chart) extendedSeries(s *xmlscan.Scanner, data map[string]*series) error {
	if kind := s.Attr("layoutId"); kind != "" && !slices.Contains(c.out.Kinds, kind) {
		c.out.Kinds = append(c.out.Kinds, kind)
	}
	se := &series{order: len(c.series)}
	c.series = append(c.series, se)
	return s.Children(func() (err error) {
		switch s.Name() {
		case "cx:tx":
			se.name, err = c.extendedText(s)
		case "cx:dataId":
			if d := data[s.Attr("val")]; d != nil {
				se.cats, se.value, se.size = d.cats, d.value, d.size
			}
		}
		return err
	})
}

// extendedText reads the text of a cx:title or cx:tx: its cached value (cx:v) or rich text.
func (c *chart) extendedText(s *xmlscan.Scanner) (string, error) {
	var value, rich string
	var walk func() error
	walk = func() (err error) {
		switch s.Name() {
		case "cx:tx", "cx:txData":
			err = s.Children(walk)
		case "cx:v":
			value, err = s.InnerText()
		case "cx:rich":
			var t *Text
			t, err = c.text.Read(s)
			rich = t.String()
		}
		return err
	}
	err := s.Children(walk)
	if rich != "" {
		return rich, err
	}
	return strings.TrimSpace(value), err
}
