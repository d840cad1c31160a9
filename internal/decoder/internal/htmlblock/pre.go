package htmlblock

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/udm"
)

// preformatted reads <pre>: source text with its white space.
func (w *walker) preformatted(n *html.Node, c context) {
	w.flush(c)
	if w.cell != nil {
		c.pre = true
		w.children(n, c)
		w.flush(c)
		return
	}
	var sb strings.Builder
	w.source(&sb, n)
	text := cleanSource(sb.String())
	if strings.TrimSpace(text) == "" {
		for _, b := range w.pictures {
			w.add(b, c)
		}
		w.pictures = nil
		return
	}
	w.add(udm.NewCode(codeLanguage(n), text), c)
	w.flush(c)
	if c.item != nil {
		c.item.used = true
	}
}

// source gathers the text of preformatted content: each <br> is a line end, and each block in it is a line.
func (w *walker) source(sb *strings.Builder, n *html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch {
		case k.Type == html.TextNode:
			sb.WriteString(k.Data)
		case k.Type != html.ElementNode || k.Namespace == "" && (dropped[k.DataAtom] || w.hidden(k)):
		case k.DataAtom == atom.Br:
			sb.WriteByte('\n')
		case k.DataAtom == atom.Img:
			w.image(k, context{})
		case blocks[k.DataAtom] || displayedAsBlock(k):
			endLine(sb)
			w.source(sb, k)
			endLine(sb)
		default:
			w.source(sb, k)
		}
	}
}

func endLine(sb *strings.Builder) {
	if s := sb.String(); s != "" && s[len(s)-1] != '\n' {
		sb.WriteByte('\n')
	}
}

// cleanSource takes one line end off the start and all white space off the end, and drops control characters.
func cleanSource(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.TrimRight(strings.TrimPrefix(s, "\n"), " \t\n")
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// codeLanguage returns the programming language that classes state, as highlighters want them: language-go, lang-go,
// brush: go, sourceCode go, highlight-source-go; of the element, the code in it, or the box round it.
func codeLanguage(pre *html.Node) string {
	nodes := []*html.Node{pre}
	if k := onlyElement(pre); k != nil && k.DataAtom == atom.Code {
		nodes = append([]*html.Node{k}, pre)
	}
	for p, i := pre.Parent, 0; p != nil && i < 2 && p.DataAtom == atom.Div; p, i = p.Parent, i+1 {
		nodes = append(nodes, p)
	}
	for _, n := range nodes {
		for _, key := range []string{"data-lang", "data-language", "lang"} {
			if v := attr(n, key); v != "" && (key != "lang" || n.DataAtom == atom.Pre) {
				return v
			}
		}
		tokens := strings.Fields(attr(n, "class"))
		for _, t := range tokens {
			for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-text-"} {
				if l, ok := strings.CutPrefix(t, prefix); ok && l != "" {
					return l
				}
			}
		}
		for i, t := range tokens {
			if (t == "brush:" || t == "sourceCode" || t == "src") && i+1 < len(tokens) {
				return strings.TrimPrefix(strings.TrimRight(tokens[i+1], ";"), "src-")
			}
			if l, ok := strings.CutPrefix(t, "brush:"); ok {
				return strings.TrimRight(l, ";")
			}
		}
	}
	return ""
}

func onlyElement(n *html.Node) *html.Node {
	var only *html.Node
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch {
		case k.Type == html.ElementNode && only == nil:
			only = k
		case k.Type == html.TextNode && strings.TrimSpace(k.Data) == "":
		case k.Type != html.CommentNode:
			return nil
		}
	}
	return only
}
