package jats

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/mathml"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/xmlscan"
)

// node is an element, or a piece of text when name is "".
type node struct {
	name string // local name
	text string
	attr []attribute
	kids []*node
	math *mathml.Node // of a MathML element, which has no kids
}

type attribute struct{ name, value string } // by local name

// nodeSize is what a node takes besides its texts, bytes.
const nodeSize = 128

// tree reads one article. References go back and forth in it, so that it is read as a whole.
type tree struct {
	ctx    context.Context
	s      *xmlscan.Scanner
	budget *limit.Budget
	byID   map[string]*node
	slab   []node
}

func (t *tree) node() (*node, error) {
	if len(t.slab) == 0 {
		t.slab = make([]node, 64)
		if err := t.budget.Charge(int64(len(t.slab)) * nodeSize); err != nil {
			return nil, err
		}
		if err := t.ctx.Err(); err != nil {
			return nil, err
		}
	}
	n := &t.slab[0]
	t.slab = t.slab[1:]
	return n, nil
}

// read reads the element of the scanner's current Start token, past its end. After an error it returns what was read.
func (t *tree) read() (*node, error) {
	n, err := t.node()
	if err != nil {
		return nil, err
	}
	n.name = t.s.Element().Local
	for _, a := range t.s.Attrs() {
		v := xmlscan.Clean([]byte(a.Value()))
		n.attr = append(n.attr, attribute{a.Local, v})
		if a.Local == "id" && v != "" {
			if t.byID == nil {
				t.byID = make(map[string]*node)
			}
			if t.byID[v] == nil {
				t.byID[v] = n
			}
		}
	}
	if n.name == "math" {
		n.math, err = mathml.Read(t.s)
		return n, err
	}
	for {
		k, err := t.s.Next()
		if err != nil {
			return n, err
		}
		switch k {
		case xmlscan.EOF, xmlscan.End:
			return n, nil
		case xmlscan.Text:
			c, err := t.node()
			if err != nil {
				return n, err
			}
			c.text = t.s.Text()
			n.kids = append(n.kids, c)
		case xmlscan.Start:
			c, err := t.read()
			if c != nil {
				n.kids = append(n.kids, c)
			}
			if err != nil {
				return n, err
			}
		}
	}
}

// get returns an attribute by its local name, or "".
func (n *node) get(name string) string {
	for i := range n.attr {
		if n.attr[i].name == name {
			return strings.TrimSpace(n.attr[i].value)
		}
	}
	return ""
}

// child returns the first child element of one of the names, those that are named first before others; nil when there is none.
func (n *node) child(names ...string) *node {
	for _, name := range names {
		for _, k := range n.kids {
			if k.name == name {
				return k
			}
		}
	}
	return nil
}

// at follows a path of first children; nil when it ends.
func (n *node) at(path ...string) *node {
	for _, name := range path {
		if n = n.child(name); n == nil {
			return nil
		}
	}
	return n
}

// words returns the text in n with white space folded; of nil, none.
func (n *node) words() string {
	if n == nil {
		return ""
	}
	if len(n.kids) == 1 && n.kids[0].name == "" {
		return strings.Join(strings.Fields(n.kids[0].text), " ")
	}
	var sb strings.Builder
	n.appendText(&sb)
	return strings.Join(strings.Fields(sb.String()), " ")
}

func (n *node) appendText(sb *strings.Builder) {
	if n.name == "break" {
		sb.WriteByte(' ')
	}
	sb.WriteString(n.text)
	for _, k := range n.kids {
		k.appendText(sb)
	}
}

// hasText reports whether there is text in n.
func (n *node) hasText() bool {
	if strings.TrimSpace(n.text) != "" {
		return true
	}
	for _, k := range n.kids {
		if k.hasText() {
			return true
		}
	}
	return false
}

// mixed reports whether n has text of its own between its elements.
func (n *node) mixed() bool {
	for _, k := range n.kids {
		if k.name == "" && strings.TrimSpace(k.text) != "" {
			return true
		}
	}
	return false
}

// elements reports whether n has child elements.
func (n *node) elements() bool {
	for _, k := range n.kids {
		if k.name != "" {
			return true
		}
	}
	return false
}
