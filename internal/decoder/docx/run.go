package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/opc"
)

// run reads a w:r (17.3.2.25).
func (st *story) run(p *paragraph) error {
	if err := st.step(); err != nil {
		return err
	}
	s := st.s
	r := runContext{style: effective(st.runBase(p), runProps{}, runProps{}) | st.styles.typeface(p.style.font), font: p.style.font}
	return s.Children(func() error {
		if s.Name() == "w:rPr" {
			return st.runProperties(p, &r)
		}
		return st.runContent(p, &r)
	})
}

// runContext is what holds for the content of a run.
type runContext struct {
	style richtext.Style
	font  string
}

// runBase returns what a paragraph's style gives its runs. A heading's own look is no emphasis.
func (st *story) runBase(p *paragraph) runProps {
	base := p.style.run
	if p.style.kind == title || st.level(p) > 0 {
		base.on &= hidden
	}
	return base
}

func (st *story) runProperties(p *paragraph, r *runContext) error {
	s := st.s
	var own, char runProps
	font := r.font
	r.font = ""
	err := s.Children(func() error {
		switch s.Name() {
		case "w:rStyle":
			if x := st.styles.byID[string(s.AttrBytes("w:val"))]; x != nil {
				char = x.run
				if x.font != "" {
					font = x.font
				}
			}
		case "w:rFonts":
			r.font = s.Attr("w:ascii")
		default:
			own.read(s.Scanner)
		}
		return nil
	})
	if p.links > 0 { // every link is underlined
		char.put(richtext.Underline, false)
		own.put(richtext.Underline, false)
	}
	if r.font == "" {
		r.font = font
	}
	r.style = effective(st.runBase(p), char, own) | st.styles.typeface(r.font)
	return err
}

// runContent reads one child of a w:r but its properties (17.3.3).
func (st *story) runContent(p *paragraph, r *runContext) error {
	s := st.s
	name := s.Name()
	switch name {
	case "w:fldChar":
		return st.fieldChar(p, r)
	case "w:instrText":
		code, err := s.InnerText()
		if n := len(st.fields); n > 0 && !st.fields[n-1].result {
			st.fields[n-1].code = append(st.fields[n-1].code, code...)
		}
		return err
	case "w:lastRenderedPageBreak":
		st.page++
		st.paged = true
		return nil
	}
	if r.style&hidden != 0 {
		return nil
	}
	switch name {
	case "w:t":
		t, err := text(s.Scanner)
		st.write(p, symbols(t, r.font), r.style)
		return err
	case "w:tab", "w:ptab":
		st.write(p, "\t", r.style)
	case "w:br", "w:cr":
		st.write(p, "\n", r.style)
	case "w:noBreakHyphen":
		st.write(p, "\u2011", r.style)
	case "w:sym":
		st.write(p, symbol(s.Attr("w:font"), s.Attr("w:char")), r.style)
	case "w:ruby":
		return st.ruby(p, r)
	case "w:footnoteReference":
		return st.noteReference(p, footnote)
	case "w:endnoteReference":
		return st.noteReference(p, endnote)
	case "w:drawing", "w:pict", "w:object":
		return st.drawing(p)
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return st.runContent(p, r) })
		})
	}
	return nil
}

// ruby reads a w:ruby: its base text with the reading behind it in brackets (17.3.3.25).
func (st *story) ruby(p *paragraph, r *runContext) error {
	s := st.s
	var reading, base string
	part := func(dst *string) error {
		return descendText(s, dst)
	}
	err := s.Children(func() error {
		switch s.Name() {
		case "w:rt":
			return part(&reading)
		case "w:rubyBase":
			return part(&base)
		}
		return nil
	})
	if reading != "" {
		base += "(" + reading + ")"
	}
	st.write(p, base, r.style)
	return err
}

// descendText appends all w:t in the current element to dst.
func descendText(s *opc.Scanner, dst *string) error {
	return s.Children(func() error {
		if s.Name() == "w:t" {
			t, err := text(s.Scanner)
			*dst += t
			return err
		}
		return descendText(s, dst)
	})
}

// symbol returns the character of a w:sym: a font's name and a code in hexadecimal (17.3.3.30).
func symbol(font, char string) string {
	n, err := strconv.ParseUint(char, 16, 21)
	if err != nil || n < 0x20 {
		return ""
	}
	r := rune(n)
	if n <= 0xff || n >= 0xf000 && n <= 0xf0ff {
		if t := charset.SymbolFont(font); t != nil && t[byte(n)] != 0 {
			r = t[byte(n)]
		}
	}
	if !utf8.ValidRune(r) {
		return ""
	}
	return string(r)
}

// symbols replaces the characters of fonts with an encoding of their own, which stand in the private use area from
// U+F000 on. What such a font shows is known of the fonts of symbols; other ones, such as bar codes, show letters.
func symbols(text, font string) string {
	if font == "" || strings.IndexByte(text, 0xef) < 0 {
		return text
	}
	t := charset.SymbolFont(font)
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0xf020 || r > 0xf0ff:
		case t != nil && t[byte(r)] != 0:
			return t[byte(r)]
		case t == nil && r < 0xf07f:
			return r - 0xf000
		}
		return r
	}, text)
}
