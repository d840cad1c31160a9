package rtfblock

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/omml"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// RTF writes equations as groups whose keywords are the element names of Office Math with an m before them: {\mf{\mnum …}{\mden …}}.
// They are spelled as XML here, and read by package omml.

// mathElements are the elements that hold others or text; their properties' elements end in Pr.
var mathElements = mathSet(`acc bar borderBox box d deg den e eqArr f fName func groupChr lim limLow limUpp m mr nary num oMath
	phant r rad sPre sSub sSubSup sSup sub sup accPr barPr dPr fPr groupChrPr limLowPr limUppPr naryPr radPr mPr eqArrPr phantPr`)

// mathValues are the elements whose text is an attribute.
var mathValues = mathSet("begChr chr endChr sepChr type pos degHide subHide supHide limLoc show")

func mathSet(names string) map[string]bool {
	m := map[string]bool{}
	for s := range strings.FieldsSeq(names) {
		m["m"+s] = true
	}
	return m
}

// mathParagraph reads {\*\moMathPara …}: its equations stand alone.
func (r *reader) mathParagraph() { r.g.mathBlock = true }

// equation reads {\*\moMath …}.
func (r *reader) equation() {
	if r.g.dest != toStory {
		r.skipRest()
		return
	}
	var xml strings.Builder
	alone := r.g.mathBlock
	r.g.dest, r.g.buf = toMath, &xml
	r.g.onEnd = func(g *group) {
		latex := mathLaTeX(xml.String())
		switch {
		case latex == "" || g.hidden || g.deleted:
		case alone:
			r.story.Float(udm.NewFormula("latex", latex))
		default:
			r.story.para.Write(omml.Inline(latex), 0)
		}
	}
}

// mathKeyword takes a keyword inside of an equation, and reports whether it was one of mathematics.
func (r *reader) mathKeyword(name string) bool {
	switch {
	case mathElements[name]:
		buf := r.g.buf
		tag := "m:" + name[1:] + ">"
		buf.WriteString("<" + tag)
		r.g.onEnd = func(*group) { buf.WriteString("</" + tag) }
	case mathValues[name]:
		buf := r.g.buf
		r.buffer(func(s string) {
			buf.WriteString("<m:" + name[1:] + ` m:val="`)
			escapeXML(buf, s)
			buf.WriteString(`"/>`)
		})
	case name == "mctrlPr" || name == "margPr" || name == "mrPr":
		r.skipRest()
	case name == "mnor" && r.on():
		r.g.buf.WriteString("<m:rPr><m:nor/></m:rPr>")
	default:
		return false
	}
	return true
}

func (r *reader) mathText(s string) {
	r.g.buf.WriteString("<m:t>")
	escapeXML(r.g.buf, s)
	r.g.buf.WriteString("</m:t>")
}

func escapeXML(sb *strings.Builder, s string) {
	for _, c := range s {
		switch {
		case c == '&':
			sb.WriteString("&amp;")
		case c == '<':
			sb.WriteString("&lt;")
		case c == '"':
			sb.WriteString("&quot;")
		case c >= 0x20:
			sb.WriteRune(c)
		}
	}
}

// mathLaTeX returns the LaTeX of an equation's inner XML, "" when there is none.
func mathLaTeX(inner string) string {
	s, err := xmlscan.New(strings.NewReader(`<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">`+inner+`</m:oMath>`),
		xmlscan.Options{Prefixes: opc.Prefixes})
	if err != nil {
		return ""
	}
	defer s.Close()
	if _, err := s.Next(); err != nil {
		return ""
	}
	latex, err := omml.LaTeX(s)
	if err != nil {
		return ""
	}
	return latex
}
