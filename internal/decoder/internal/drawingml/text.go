package drawingml

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/omml"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Text is a text body: a:txBody, p:txBody, xdr:txBody, dgm:t, c:rich.
type Text struct {
	Style      ListStyle // its own a:lstStyle
	Paragraphs []Paragraph
}

// Paragraph is one a:p.
type Paragraph struct {
	Level  int    // of the list style, 0–8
	Bullet Bullet // what the paragraph itself says
	// Block has the paragraph's text with links and emphasis, and no category; nil when there is no text.
	// A paragraph that is nothing but one equation is a formula block.
	Block *udm.ContentBlock
	// Field is the type of the field ("slidenum", "datetime1") that is all the paragraph has, or "".
	Field string
}

// Empty reports whether no paragraph has text.
func (t *Text) Empty() bool {
	return !slices.ContainsFunc(t.Paragraphs, func(p Paragraph) bool { return p.Block != nil })
}

// String returns the texts of the paragraphs that have one, a line each.
func (t *Text) String() string {
	var sb strings.Builder
	for _, p := range t.Paragraphs {
		if p.Block == nil {
			continue
		}
		if sb.Len() > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(p.Block.Text)
	}
	return sb.String()
}

// TextReader reads text bodies. Its fields may be nil. It is reused for one body after the other.
type TextReader struct {
	// Link returns the URL of a hyperlink by its relationship's id and its action (ppaction://…), or "".
	Link func(id, action string) string
	// Field returns what a field of that type shows; cached is what it showed when the file was saved.
	Field func(typ, cached string) string

	run     richtext.Builder
	math    string // the paragraph's first equation
	maths   int
	outside bool   // there is text outside of equations
	field   string // type of the paragraph's last field
	plain   bool   // there is text outside of fields
	url     string // of the open link
}

// Read reads the text body that the scanner stands at.
func (r *TextReader) Read(s *xmlscan.Scanner) (*Text, error) {
	t := &Text{}
	err := s.Children(func() error {
		switch s.Name() {
		case "a:lstStyle":
			return t.Style.Read(s)
		case "a:p":
			p, err := r.paragraph(s)
			t.Paragraphs = append(t.Paragraphs, p)
			return err
		}
		return nil
	})
	return t, err
}

func (r *TextReader) paragraph(s *xmlscan.Scanner) (Paragraph, error) {
	var p Paragraph
	r.run.Reset()
	r.math, r.maths, r.outside = "", 0, false
	r.field, r.plain, r.url = "", false, ""
	err := r.inline(s, &p)
	if !r.plain {
		p.Field = r.field
	}
	if r.maths == 1 && !r.outside && r.math != "" {
		p.Block = udm.NewFormula("latex", r.math)
	} else if b := new(udm.ContentBlock); r.run.Fill(b) {
		p.Block = b
	}
	return p, err
}

// inline reads the children of a:p, or of what stands between it and them.
func (r *TextReader) inline(s *xmlscan.Scanner, p *Paragraph) error {
	return s.Children(func() error {
		switch s.Name() {
		case "a:pPr":
			p.Level = min(max(s.Int("lvl", 0), 0), Levels-1)
			return p.Bullet.Read(s)
		case "a:r":
			return r.textRun(s, "")
		case "a:fld":
			return r.textRun(s, s.Attr("type"))
		case "a:br":
			r.run.Break()
		case "a14:m", "m:oMathPara":
			return r.inline(s, p)
		case "m:oMath":
			return r.equation(s)
		case "mc:AlternateContent":
			return opc.Alternate(s, understood, func() error { return r.inline(s, p) })
		}
		return nil
	})
}

var understood = []string{"a14"}

func (r *TextReader) equation(s *xmlscan.Scanner) error {
	latex, err := omml.LaTeX(s)
	if latex == "" {
		return err
	}
	r.maths++
	r.plain = true
	r.link("")
	if r.maths == 1 {
		r.math = latex
	}
	r.run.Write(omml.Inline(latex), 0)
	return err
}

// textRun reads an a:r, or an a:fld of that type.
func (r *TextReader) textRun(s *xmlscan.Scanner, field string) error {
	var style richtext.Style
	var url string
	return s.Children(func() error {
		switch s.Name() {
		case "a:rPr":
			style = runStyle(s)
			return s.Children(func() error {
				if r.Link != nil && s.Name() == "a:hlinkClick" {
					url = r.Link(s.Attr("r:id"), s.Attr("action"))
				}
				return nil
			})
		case "a:t":
			text, err := s.InnerText()
			if field != "" && r.Field != nil {
				text = r.Field(field, text)
			}
			visible := strings.TrimSpace(text) != ""
			r.outside = r.outside || visible
			r.plain = r.plain || visible && field == ""
			if field != "" {
				r.field = field
			}
			r.link(url)
			r.run.Write(text, style)
			return err
		}
		return nil
	})
}

// link makes what follows part of a link to url, which goes on when it is open already.
func (r *TextReader) link(url string) {
	if url == r.url {
		return
	}
	r.run.CloseLink()
	if r.url = url; url != "" {
		r.run.OpenLink(url)
	}
}

// runStyle reads the attributes of a:rPr (21.1.2.3.9).
func runStyle(s *xmlscan.Scanner) richtext.Style {
	var style richtext.Style
	attrs := s.Attrs()
	for i := range attrs {
		a := &attrs[i]
		switch a.Full {
		case "b":
			style |= flag(a, richtext.Bold)
		case "i":
			style |= flag(a, richtext.Italic)
		case "u":
			if a.Value() != "none" {
				style |= richtext.Underline
			}
		case "strike":
			if a.Value() != "noStrike" {
				style |= richtext.Strike
			}
		case "baseline":
			switch v := a.Value(); {
			case strings.HasPrefix(v, "-"):
				style |= richtext.Sub
			case strings.Trim(v, "0%") != "":
				style |= richtext.Super
			}
		}
	}
	return style
}

func flag(a *xmlscan.Attr, style richtext.Style) richtext.Style {
	if v := a.Value(); v == "1" || v == "true" {
		return style
	}
	return 0
}
