// Package omml turns Office's equations (Office Math, ECMA-376 part 1, 22.1) into LaTeX.
//
// An equation is read into a tree of Presentation MathML, which package mathml writes: the two say the
// same things in other words.
package omml

import (
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/internal/mathml"
	"github.com/udecode/udecode/internal/xmlscan"
)

// LaTeX reads the m:oMath that the scanner stands at, past its end, and returns it without dollar signs; "" when it holds
// nothing. The scanner's prefixes are those of package opc. Deleted runs are left out.
func LaTeX(s *xmlscan.Scanner) (string, error) {
	r := reader{s: s}
	n, err := r.row(context{})
	return mathml.LaTeX(n), err
}

// maxDepth bounds the nesting that is kept: what lies deeper is left out.
const maxDepth = 150

type reader struct {
	s     *xmlscan.Scanner
	depth int
}

// context is what holds for the runs in an element.
type context struct {
	name bool // of a function: letters stay together
}

func element(name string, children ...*mathml.Node) *mathml.Node {
	return &mathml.Node{Name: name, Children: children}
}

func token(name, text string) *mathml.Node {
	return element(name, &mathml.Node{Text: text})
}

func with(n *mathml.Node, attrs ...string) *mathml.Node {
	n.Attr = map[string]string{}
	for i := 0; i < len(attrs); i += 2 {
		n.Attr[attrs[i]] = attrs[i+1]
	}
	return n
}

// row reads the children of the current element.
func (r *reader) row(c context) (*mathml.Node, error) {
	row := element("mrow")
	if r.depth >= maxDepth {
		return row, r.s.Skip()
	}
	r.depth++
	err := r.s.Children(func() error { return r.into(row, c) })
	r.depth--
	return row, err
}

// into adds the current element to a row.
func (r *reader) into(row *mathml.Node, c context) error {
	n, err := r.node(row, c)
	if n != nil {
		row.Children = append(row.Children, n)
	}
	return err
}

// node reads the current element; what is a run goes straight into the row.
func (r *reader) node(row *mathml.Node, c context) (*mathml.Node, error) {
	s := r.s
	switch s.Name() {
	case "m:r", "w:r":
		return nil, r.run(row, c)
	case "m:f":
		return r.fraction()
	case "m:sSup":
		a, _, err := r.args("m:sSupPr")
		return element("msup", a.get("m:e"), a.get("m:sup")), err
	case "m:sSub":
		a, _, err := r.args("m:sSubPr")
		return element("msub", a.get("m:e"), a.get("m:sub")), err
	case "m:sSubSup":
		a, _, err := r.args("m:sSubSupPr")
		return element("msubsup", a.get("m:e"), a.get("m:sub"), a.get("m:sup")), err
	case "m:sPre":
		a, _, err := r.args("m:sPrePr")
		return element("mmultiscripts", a.get("m:e"), element("mprescripts"), a.get("m:sub"), a.get("m:sup")), err
	case "m:rad":
		a, p, err := r.args("m:radPr")
		if deg := a.get("m:deg"); len(deg.Children) > 0 && !p.on("m:degHide") {
			return element("mroot", a.get("m:e"), deg), err
		}
		return element("msqrt", a.get("m:e")), err
	case "m:d":
		return r.delimiters()
	case "m:nary":
		return r.nary()
	case "m:func":
		return r.function()
	case "m:limLow":
		a, _, err := r.limits(c)
		return element("munder", a.get("m:e"), a.get("m:lim")), err
	case "m:limUpp":
		a, _, err := r.limits(c)
		return element("mover", a.get("m:e"), a.get("m:lim")), err
	case "m:acc":
		a, p, err := r.args("m:accPr")
		return element("mover", a.get("m:e"), token("mo", p.char("m:chr", "\u0302"))), err
	case "m:bar":
		a, p, err := r.args("m:barPr")
		if p["m:pos"] == "top" {
			return element("mover", a.get("m:e"), token("mo", "‾")), err
		}
		return element("munder", a.get("m:e"), token("mo", "_")), err
	case "m:groupChr":
		a, p, err := r.args("m:groupChrPr")
		name := "munder"
		if p["m:pos"] == "top" {
			name = "mover"
		}
		return element(name, a.get("m:e"), token("mo", p.char("m:chr", "⏟"))), err
	case "m:borderBox":
		a, _, err := r.args("m:borderBoxPr")
		return with(element("menclose", a.get("m:e")), "notation", "box"), err
	case "m:phant":
		a, p, err := r.args("m:phantPr")
		if v, ok := p["m:show"]; ok && !onOff(v) {
			return element("mphantom", a.get("m:e")), err
		}
		return a.get("m:e"), err
	case "m:box":
		a, _, err := r.args("m:boxPr")
		return a.get("m:e"), err
	case "m:m":
		return r.matrix()
	case "m:eqArr":
		return r.equations()
	case "m:oMath", "w:ins", "w:moveTo", "w:hyperlink", "w:sdt", "w:sdtContent", "w:smartTag", "w:customXml":
		return r.row(c)
	}
	return nil, nil
}

// arguments are the child elements of an object by name; the last one of each.
type arguments map[string]*mathml.Node

func (a arguments) get(name string) *mathml.Node {
	if n := a[name]; n != nil {
		return n
	}
	return element("mrow")
}

// properties are the settings of an object: the value of each element of its m:…Pr.
type properties map[string]string

// on reports whether an on/off setting is there and on.
func (p properties) on(name string) bool {
	v, ok := p[name]
	return ok && onOff(v)
}

func onOff(v string) bool { return v != "0" && v != "off" && v != "false" }

// char returns a character setting; a value that is empty stands for no character.
func (p properties) char(name, absent string) string {
	if v, ok := p[name]; ok {
		return v
	}
	return absent
}

// args reads the children of the current object.
func (r *reader) args(props string) (arguments, properties, error) {
	a, p := arguments{}, properties{}
	err := r.s.Children(func() error {
		name := r.s.Name()
		if name == props {
			return r.properties(p)
		}
		n, err := r.row(context{})
		a[name] = n
		return err
	})
	return a, p, err
}

// limits is args for an object whose base may be the name of a function.
func (r *reader) limits(c context) (arguments, properties, error) {
	a, p := arguments{}, properties{}
	err := r.s.Children(func() error {
		name := r.s.Name()
		own := context{}
		if name == "m:e" {
			own = c
		}
		n, err := r.row(own)
		a[name] = n
		return err
	})
	return a, p, err
}

func (r *reader) properties(p properties) error {
	return r.s.Children(func() error {
		p[r.s.Name()] = r.s.Attr("m:val")
		return nil
	})
}

func (r *reader) fraction() (*mathml.Node, error) {
	a, p, err := r.args("m:fPr")
	num, den := a.get("m:num"), a.get("m:den")
	switch p["m:type"] {
	case "lin", "skw":
		return element("mrow", num, token("mo", "/"), den), err
	case "noBar":
		return with(element("mfrac", num, den), "linethickness", "0"), err
	}
	return element("mfrac", num, den), err
}

// delimiters reads an m:d (22.1.2.24). A lone opening brace and an array are a case distinction.
func (r *reader) delimiters() (*mathml.Node, error) {
	p := properties{}
	var parts []*mathml.Node
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "m:dPr":
			return r.properties(p)
		case "m:e":
			n, err := r.row(context{})
			parts = append(parts, n)
			return err
		}
		return nil
	})
	open, end := p.char("m:begChr", "("), p.char("m:endChr", ")")
	if open == "{" && end == "" && len(parts) == 1 && len(parts[0].Children) == 1 && parts[0].Children[0].Name == "mtable" {
		return element("mrow", token("mo", open), parts[0].Children[0]), err
	}
	return with(element("mfenced", parts...), "open", open, "close", end, "separators", p.char("m:sepChr", "|")), err
}

func (r *reader) nary() (*mathml.Node, error) {
	a, p, err := r.args("m:naryPr")
	op := token("mo", p.char("m:chr", "∫"))
	sub, sup := a.get("m:sub"), a.get("m:sup")
	below, above := len(sub.Children) > 0 && !p.on("m:subHide"), len(sup.Children) > 0 && !p.on("m:supHide")
	switch {
	case below && above:
		op = element("msubsup", op, sub, sup)
	case below:
		op = element("msub", op, sub)
	case above:
		op = element("msup", op, sup)
	}
	return element("mrow", op, a.get("m:e")), err
}

func (r *reader) function() (*mathml.Node, error) {
	name, arg := element("mrow"), element("mrow")
	err := r.s.Children(func() (err error) {
		switch r.s.Name() {
		case "m:fName":
			name, err = r.row(context{name: true})
		case "m:e":
			arg, err = r.row(context{})
		}
		return err
	})
	return element("mrow", name, token("mo", "\u2061"), arg), err
}

func (r *reader) matrix() (*mathml.Node, error) {
	table := element("mtable")
	err := r.s.Children(func() error {
		if r.s.Name() != "m:mr" {
			return nil
		}
		line := element("mtr")
		table.Children = append(table.Children, line)
		return r.s.Children(func() error {
			if r.s.Name() != "m:e" {
				return nil
			}
			n, err := r.row(context{})
			line.Children = append(line.Children, element("mtd", n))
			return err
		})
	})
	return table, err
}

// equations reads an m:eqArr (22.1.2.34): lines that are aligned at ampersands, with their numbers behind number signs.
func (r *reader) equations() (*mathml.Node, error) {
	table := with(element("mtable"), "columnalign", "right left")
	err := r.s.Children(func() error {
		if r.s.Name() != "m:e" {
			return nil
		}
		n, err := r.row(context{})
		line := element("mtr", element("mtd"))
		for _, c := range n.Children {
			if c.Name == "malignmark" {
				line.Children = append(line.Children, element("mtd"))
				continue
			}
			if c.Name == "mo" && c.Children[0].Text == "#" {
				c = with(element("mspace"), "width", "1em")
			}
			cell := line.Children[len(line.Children)-1]
			cell.Children = append(cell.Children, c)
		}
		table.Children = append(table.Children, line)
		return err
	})
	if len(table.Children) == 1 && len(table.Children[0].Children) == 1 { // one line, nothing to align
		return element("mrow", table.Children[0].Children[0].Children...), err
	}
	return table, err
}

// run reads an m:r (22.1.2.87) into a row.
func (r *reader) run(row *mathml.Node, c context) error {
	var p properties
	return r.s.Children(func() error {
		switch r.s.Name() {
		case "m:rPr":
			p = properties{}
			return r.properties(p)
		case "m:t", "w:t":
			t, err := r.s.InnerText()
			if p.on("m:nor") {
				row.Children = append(row.Children, token("mtext", t))
			} else {
				letters := eachItalic
				switch {
				case c.name:
					letters = functionName
				case p["m:sty"] == "p":
					letters = upright
				}
				tokens(row, t, variant(p), letters)
			}
			return err
		}
		return nil
	})
}

// variant returns the MathML name of a run's letters, "" for the usual ones.
func variant(p properties) string {
	switch scr := p["m:scr"]; scr {
	case "double-struck", "script", "fraktur", "sans-serif", "monospace":
		return scr
	}
	switch p["m:sty"] {
	case "b":
		return "bold"
	case "bi":
		return "bold-italic"
	}
	return ""
}

// letters says what the letters of a run are.
type letters int

const (
	eachItalic   letters = iota // identifiers of one letter
	upright                     // identifiers as long as the letters stand together
	functionName                // likewise, a function's
)

// tokens splits a run's text into identifiers, numbers and operators.
func tokens(row *mathml.Node, text, variant string, l letters) {
	add := func(n *mathml.Node) { row.Children = append(row.Children, n) }
	all := []rune(text)
	for i := 0; i < len(all); {
		c, n := all[i], 1
		switch {
		case unicode.IsSpace(c):
			if i > 0 && i+1 < len(all) && unicode.IsLetter(all[i-1]) && unicode.IsLetter(all[i+1]) { // words
				add(token("mtext", " "))
			}
		case c == '&':
			add(element("malignmark"))
		case isDigit(c):
			for i+n < len(all) && (isDigit(all[i+n]) || (all[i+n] == '.' || all[i+n] == ',') && i+n+1 < len(all) && isDigit(all[i+n+1])) {
				n++
			}
			add(styled(token("mn", string(all[i:i+n])), variant))
		case unicode.IsLetter(c):
			for l != eachItalic && i+n < len(all) && unicode.IsLetter(all[i+n]) && all[i+n] < 0x2100 {
				n++
			}
			single := n == 1
			for i+n < len(all) && unicode.Is(unicode.Mn, all[i+n]) {
				n++
			}
			name := string(all[i : i+n])
			switch {
			case l == functionName && !single:
				add(token("mo", name))
			case variant == "" && l == upright && single && c < 0x370:
				add(styled(token("mi", name), "normal"))
			default:
				add(styled(token("mi", name), variant))
			}
		default:
			add(token("mo", string(c)))
		}
		i += n
	}
}

func styled(n *mathml.Node, variant string) *mathml.Node {
	if variant == "" {
		return n
	}
	return with(n, "mathvariant", variant)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// Inline returns a formula as it stands in a paragraph's text.
func Inline(latex string) string {
	if strings.TrimSpace(latex) == "" {
		return ""
	}
	return "$" + latex + "$"
}
