// Package mathml turns Presentation MathML (MathML Core and MathML 3, chapter 3) into LaTeX.
//
// It works on a small tree of its own, so that the tree of an HTML parser and a stream of XML tokens
// can both be read into it.
package mathml

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/udecode/udecode/internal/xmlscan"
)

// Node is an element, or a piece of text when Name is "".
type Node struct {
	Name     string // local name
	Text     string
	Attr     map[string]string // by local name; nil when there are none
	Children []*Node
}

// maxDepth bounds the nesting that is kept: what lies deeper is left out.
const maxDepth = 200

// FromHTML reads a <math> element of an HTML tree.
func FromHTML(n *html.Node) *Node { return fromHTML(n, 0) }

func fromHTML(n *html.Node, depth int) *Node {
	out := &Node{Name: localName(n.Data)}
	for _, a := range n.Attr {
		out.set(a.Key, a.Val)
	}
	if depth >= maxDepth {
		return out
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			out.Children = append(out.Children, &Node{Text: c.Data})
		case html.ElementNode:
			out.Children = append(out.Children, fromHTML(c, depth+1))
		}
	}
	return out
}

// Read reads the element of the scanner's current Start token, past its end.
func Read(s *xmlscan.Scanner) (*Node, error) { return read(s, 0) }

func read(s *xmlscan.Scanner, depth int) (*Node, error) {
	out := &Node{Name: s.Element().Local}
	for _, a := range s.Attrs() {
		out.set(a.Local, a.Value())
	}
	if depth >= maxDepth {
		return out, s.Skip()
	}
	for {
		k, err := s.Next()
		if err != nil {
			return out, err
		}
		switch k {
		case xmlscan.EOF, xmlscan.End:
			return out, nil
		case xmlscan.Text:
			out.Children = append(out.Children, &Node{Text: s.Text()})
		case xmlscan.Start:
			c, err := read(s, depth+1)
			out.Children = append(out.Children, c)
			if err != nil {
				return out, err
			}
		}
	}
}

func (n *Node) set(key, value string) {
	if n.Attr == nil {
		n.Attr = make(map[string]string)
	}
	n.Attr[key] = value
}

func localName(s string) string {
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		return s[i+1:]
	}
	return s
}

// Display reports whether a <math> element stands on a line of its own.
func (n *Node) Display() bool { return n.Attr["display"] == "block" || n.Attr["mode"] == "display" }

// content returns the node's text with white space folded.
func (n *Node) content() string {
	var sb strings.Builder
	n.appendText(&sb)
	return strings.Join(strings.Fields(sb.String()), " ")
}

func (n *Node) appendText(sb *strings.Builder) {
	sb.WriteString(n.Text)
	for _, c := range n.Children {
		c.appendText(sb)
	}
}

// elements returns the children that are elements.
func (n *Node) elements() []*Node {
	var out []*Node
	for _, c := range n.Children {
		if c.Name != "" {
			out = append(out, c)
		}
	}
	return out
}

// annotation returns the TeX source that the formula's author left beside it, or "".
func (n *Node) annotation() string {
	if n.Name == "annotation" {
		switch n.Attr["encoding"] {
		case "application/x-tex", "application/x-latex", "TeX", "LaTeX", "text/latex":
			return n.content()
		}
		return ""
	}
	for _, c := range n.Children {
		if c.Name == "semantics" || c.Name == "annotation" || c.Name == "mrow" || c.Name == "mstyle" {
			if s := c.annotation(); s != "" {
				return s
			}
		}
	}
	return ""
}

// LaTeX returns the formula in LaTeX, without dollar signs; "" when it holds nothing. An annotation with
// TeX source is taken as it is.
func LaTeX(n *Node) string {
	if s := n.annotation(); s != "" {
		return unwrapDisplay(s)
	}
	var w writer
	w.node(n)
	return trim(w.String())
}

// unwrapDisplay takes off the {\displaystyle …} that some authors' tools put round everything.
func unwrapDisplay(s string) string {
	for _, p := range []string{`{\displaystyle `, `{\textstyle `} {
		if t, ok := strings.CutPrefix(s, p); ok && strings.HasSuffix(t, "}") && balanced(t[:len(t)-1]) {
			return strings.TrimSpace(t[:len(t)-1])
		}
	}
	return s
}

func balanced(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
