package htmlblock

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Parse returns the tree of a page or a piece of one; src is UTF-8. What is nested too deep for the parser is
// kept with its nesting flattened. Empty elements of XHTML are empty.
func Parse(src string) (*html.Node, error) {
	if isXHTML(src) {
		return ParseXHTML(src)
	}
	return parse(src)
}

// ParseXHTML is Parse for what is known to be XHTML.
func ParseXHTML(src string) (*html.Node, error) { return parse(expandXHTML(src)) }

func parse(src string) (*html.Node, error) {
	root, err := html.Parse(strings.NewReader(src))
	if err == nil {
		return root, nil
	}
	// The parser refuses more than 512 open elements; its own rules add some to those of the source.
	for _, depth := range [...]int{400, 100, 20} {
		if root, err = html.Parse(strings.NewReader(flatten(src, depth))); err == nil {
			return root, nil
		}
	}
	return nil, err
}

// flatten rewrites a page so that no element is nested deeper than that. Where it drops a block's tag it
// leaves an <hr>, which ends a paragraph just as well.
func flatten(src string, depth int) string {
	z := html.NewTokenizer(strings.NewReader(src))
	var out strings.Builder
	out.Grow(len(src))
	var open []atomName
	parted := false // an <hr> was the last thing written
	part := func() {
		if !parted {
			out.WriteString("<hr>")
		}
		parted = true
	}
	for {
		tt := z.Next()
		switch tt {
		case html.ErrorToken:
			return out.String()
		case html.StartTagToken:
			raw := string(z.Raw())
			tag, _ := z.TagName()
			name := atomName{atom.Lookup(tag), ""}
			if name.a == 0 {
				name.s = string(tag)
			}
			if void[name.a] {
				out.WriteString(raw)
				parted = false
				continue
			}
			for len(open) > 0 && implied(open[len(open)-1].a, name.a) {
				if len(open) <= depth {
					out.WriteString("</" + open[len(open)-1].String() + ">")
				}
				open = open[:len(open)-1]
			}
			open = append(open, name)
			if len(open) <= depth {
				out.WriteString(raw)
				parted = false
			} else if blocks[name.a] {
				part()
			}
		case html.EndTagToken:
			tag, _ := z.TagName()
			a := atom.Lookup(tag)
			const reach = 64 // how far up an end tag looks for its start
			for i := len(open) - 1; i >= 0 && i >= len(open)-reach; i-- {
				if open[i].a != a || a == 0 && open[i].s != string(tag) {
					continue
				}
				if i < depth {
					out.WriteString("</" + open[i].String() + ">")
					parted = false
				} else if blocks[a] {
					part()
				}
				open = open[:i]
				break
			}
		default:
			out.Write(z.Raw())
			parted = false
		}
	}
}

type atomName struct {
	a atom.Atom
	s string // when a is 0
}

func (n atomName) String() string {
	if n.a != 0 {
		return n.a.String()
	}
	return n.s
}

// implied reports whether a start tag ends the open element without an end tag (HTML, 13.1.2.4).
func implied(open, next atom.Atom) bool {
	switch open {
	case atom.P:
		return blocks[next]
	case atom.Li, atom.Option:
		return next == open
	case atom.Dt, atom.Dd:
		return next == atom.Dt || next == atom.Dd
	case atom.Td, atom.Th:
		return next == atom.Td || next == atom.Th || next == atom.Tr
	case atom.Tr:
		return next == atom.Tr || next == atom.Tbody || next == atom.Tfoot
	}
	return false
}

func isXHTML(src string) bool {
	head := src[:min(len(src), 1024)]
	return strings.HasPrefix(strings.TrimLeft(head, " \t\r\n\ufeff"), "<?xml") || strings.Contains(head, "http://www.w3.org/1999/xhtml")
}

// expandXHTML writes empty elements (<a id="x"/>, <title/>) with an end tag and CDATA sections as text: an HTML
// parser would take the one for a start tag and the other for a comment.
func expandXHTML(src string) string {
	if !strings.Contains(src, "/>") && !strings.Contains(src, "<![CDATA[") {
		return src
	}
	var out strings.Builder
	out.Grow(len(src) + len(src)/16)
	for {
		lt := strings.IndexByte(src, '<')
		if lt < 0 || lt+1 == len(src) {
			out.WriteString(src)
			return out.String()
		}
		out.WriteString(src[:lt])
		src = src[lt:]
		switch {
		case strings.HasPrefix(src, "<!--"):
			src = copyPast(&out, src, "-->")
		case strings.HasPrefix(src, "<![CDATA["):
			text, rest, _ := strings.Cut(src[len("<![CDATA["):], "]]>")
			out.WriteString(html.EscapeString(text))
			src = rest
		case isLetter(src[1]):
			end := tagEnd(src)
			tag := src[:end]
			src = src[end:]
			name := tagName(tag)
			if !strings.HasSuffix(tag, "/>") || void[atom.Lookup([]byte(name))] {
				out.WriteString(tag)
				if name == "script" || name == "style" {
					src = copyPast(&out, src, "</"+name)
				}
				continue
			}
			out.WriteString(tag[:len(tag)-2])
			out.WriteString("></")
			out.WriteString(name)
			out.WriteByte('>')
		default:
			out.WriteByte('<')
			src = src[1:]
		}
	}
}

func copyPast(out *strings.Builder, src, end string) string {
	i := strings.Index(src, end)
	if i < 0 {
		out.WriteString(src)
		return ""
	}
	out.WriteString(src[:i+len(end)])
	return src[i+len(end):]
}

// tagEnd returns the index behind the tag that src starts with; quotes may hold ">".
func tagEnd(src string) int {
	quote := byte(0)
	for i := 1; i < len(src); i++ {
		switch c := src[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		case c == '<': // not well-formed
			return i
		}
	}
	return len(src)
}

func tagName(tag string) string {
	i := 1
	for i < len(tag) && tag[i] > ' ' && tag[i] != '/' && tag[i] != '>' {
		i++
	}
	return tag[1:i]
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

var void = set(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr, atom.Keygen, atom.Frame, atom.Basefont, atom.Bgsound)

// blocks are the elements that end a paragraph where they start and where they end.
var blocks = set(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
	atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup,
	atom.Hr, atom.Html, atom.Legend, atom.Li, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.P, atom.Plaintext, atom.Pre, atom.Section,
	atom.Summary, atom.Table, atom.Caption, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Ul, atom.Xmp)

func set(atoms ...atom.Atom) map[atom.Atom]bool {
	m := make(map[atom.Atom]bool, len(atoms))
	for _, a := range atoms {
		if a != 0 {
			m[a] = true
		}
	}
	return m
}
