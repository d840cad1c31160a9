package odf

import (
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// dataStyle is a number:…-style (part 3, 16.29), as a format code of the kind that other spreadsheet files have.
type dataStyle struct {
	code string
	maps []dataMap
}

// dataMap says that numbers of a condition (">=0") have another style.
type dataMap struct{ condition, style string }

// FormatCode returns a data style as a spreadsheet's format code ("#,##0.00"); "" for one that is not known.
func (st *Styles) FormatCode(name string) string {
	d := st.dataStyle(name)
	if d == nil {
		return ""
	}
	var sb strings.Builder
	for _, m := range d.maps {
		if to := st.dataStyle(m.style); to != nil {
			sb.WriteString("[" + m.condition + "]" + to.code + ";")
		}
	}
	sb.WriteString(d.code)
	return sb.String()
}

func (st *Styles) dataStyle(name string) *dataStyle {
	if d := st.auto.data[name]; d != nil {
		return d
	}
	return st.shared.data[name]
}

func readDataStyle(s *xmlscan.Scanner) (*dataStyle, error) {
	d := &dataStyle{}
	var code strings.Builder
	elapsed := string(s.AttrBytes("number:truncate-on-overflow")) == "false"
	percent := s.Name() == "number:percentage-style"
	long := func(short, full string) {
		if string(s.AttrBytes("number:style")) == "long" {
			short = full
		}
		code.WriteString(short)
	}
	err := s.Children(func() error {
		switch s.Name() {
		case "number:number":
			writeDigits(&code, s)
		case "number:scientific-number":
			writeDigits(&code, s)
			code.WriteString("E+" + zeros(s.Int("number:min-exponent-digits", 2)))
		case "number:fraction":
			n := min(max(s.Int("number:min-denominator-digits", 1), 1), maxDigits)
			code.WriteString("# " + strings.Repeat("?", n) + "/" + strings.Repeat("?", n))
		case "number:text", "number:currency-symbol":
			text, err := s.InnerText()
			switch {
			case percent && strings.TrimSpace(text) == "%":
				code.WriteString(text)
			case text != "":
				code.WriteString(`"` + strings.ReplaceAll(text, `"`, "") + `"`)
			}
			return err
		case "number:day":
			long("d", "dd")
		case "number:month":
			if string(s.AttrBytes("number:textual")) == "true" {
				long("mmm", "mmmm")
			} else {
				long("m", "mm")
			}
		case "number:year":
			long("yy", "yyyy")
		case "number:day-of-week":
			long("ddd", "dddd")
		case "number:hours":
			if elapsed {
				long("[h]", "[hh]")
			} else {
				long("h", "hh")
			}
		case "number:minutes":
			long("m", "mm")
		case "number:seconds":
			long("s", "ss")
			if n := s.Int("number:decimal-places", 0); n > 0 {
				code.WriteString("." + zeros(n))
			}
		case "number:am-pm":
			code.WriteString("AM/PM")
		case "number:text-content":
			code.WriteByte('@')
		case "style:map":
			if c, ok := strings.CutPrefix(s.Attr("style:condition"), "value()"); ok {
				d.maps = append(d.maps, dataMap{strings.ReplaceAll(c, "!=", "<>"), s.Attr("style:apply-style-name")})
			}
		}
		return nil
	})
	d.code = code.String()
	return d, err
}

// writeDigits writes the places of a number:number.
func writeDigits(code *strings.Builder, s *xmlscan.Scanner) {
	places := s.Int("number:decimal-places", -1)
	integer := max(s.Int("number:min-integer-digits", 1), 0)
	switch {
	case string(s.AttrBytes("number:grouping")) == "true":
		code.WriteString("#," + strings.Repeat("#", max(3-integer, 0)) + zeros(integer))
	case places < 0 && integer <= 1:
		code.WriteString("General")
		return
	default:
		code.WriteString("#" + zeros(integer))
	}
	if places > 0 {
		code.WriteString("." + zeros(places))
	}
}

// maxDigits bounds the places of a format.
const maxDigits = 30

func zeros(n int) string { return strings.Repeat("0", min(max(n, 0), maxDigits)) }
