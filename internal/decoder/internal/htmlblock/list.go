package htmlblock

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/numeral"
	"github.com/udecode/udecode/internal/udm"
)

// list is a list that is open.
type list struct {
	ordered bool
	level   int // 0-based
	style   string
	next    int
	step    int
}

// item is a list item that is open. Its first paragraph is the item's block; what follows stands on its own.
type item struct {
	ordered bool
	level   int
	label   string
	task    bool // it has a box
	checked bool
	used    bool
}

func (it *item) fill(b *udm.ContentBlock) {
	it.used = true
	b.Category = udm.ListItem
	a := b.A()
	a.ListType, a.ListLevel, a.ListLabel = udm.Bullet, it.level, it.label
	if it.ordered {
		a.ListType = udm.Ordered
	}
	if it.task {
		a.Set("checked", it.checked)
	}
}

func (w *walker) list(n *html.Node, c context) {
	w.flush(c)
	l := &list{step: 1, next: 1}
	if c.list != nil {
		l.level = c.list.level + 1
	}
	if l.ordered = n.DataAtom == atom.Ol; l.ordered {
		l.style = listStyle(n)
		if has(n, "reversed") {
			l.step = -1
			l.next = countItems(n)
		}
		if v, err := strconv.Atoi(strings.TrimSpace(attr(n, "start"))); err == nil {
			l.next = v
		}
	}
	c.list = l
	if c.item != nil && c.item.used {
		c.item = nil
	}
	w.children(n, c)
	w.flush(c)
}

// listStyle returns the CSS list style of an ordered list.
func listStyle(n *html.Node) string {
	style := attr(n, "style")
	for _, name := range []string{"list-style-type", "list-style"} {
		if v := property(style, name); v != "" {
			return v
		}
	}
	switch attr(n, "type") {
	case "a":
		return "lower-alpha"
	case "A":
		return "upper-alpha"
	case "i":
		return "lower-roman"
	case "I":
		return "upper-roman"
	}
	return ""
}

func countItems(n *html.Node) int {
	items := 0
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if k.DataAtom == atom.Li {
			items++
		}
	}
	return items
}

func (w *walker) listItem(n *html.Node, c context) {
	w.flush(c)
	c.name = ""
	it := &item{}
	if l := c.list; l != nil {
		it.level, it.ordered = l.level, l.ordered
		if l.ordered {
			if v, err := strconv.Atoi(strings.TrimSpace(attr(n, "value"))); err == nil {
				l.next = v
			}
			it.label = Label(l.style, l.next)
			l.next += l.step
			if property(attr(n, "style"), "list-style-type") == "none" || l.style == "none" {
				it.label = ""
			}
		}
	}
	c.item = it
	w.children(n, c)
	w.flush(c)
}

// Label returns the marker of an ordered list's item: CSS Counter Styles 3, section 6, with a full stop.
func Label(style string, n int) string {
	s := ""
	switch style {
	case "lower-alpha", "lower-latin":
		s = numeral.Alphabetic(n, 'a')
	case "upper-alpha", "upper-latin":
		s = numeral.Alphabetic(n, 'A')
	case "lower-roman":
		s = strings.ToLower(numeral.Roman(n))
	case "upper-roman":
		s = numeral.Roman(n)
	case "decimal-leading-zero":
		if n >= 0 && n < 10 {
			s = "0" + strconv.Itoa(n)
		}
	}
	return cmp.Or(s, strconv.Itoa(n)) + "."
}

// inSymbolFont reports whether the letters of k, which lies in top, are signs of a font like Wingdings.
func inSymbolFont(k, top *html.Node) bool {
	for ; k != nil && k != top; k = k.Parent {
		family, _, _ := strings.Cut(property(attr(k, "style"), "font-family"), ",")
		if family = strings.Trim(family, "\"' "); family != "" {
			return charset.SymbolFont(family) != nil || family == "webdings" || strings.HasPrefix(family, "wingdings")
		}
	}
	return false
}

// wordItem returns the list item that a word processor's paragraph is: it has no list elements, but says
// "mso-list: l0 level2 lfo1" in its style and carries its marker as ignored text.
func wordItem(n *html.Node) *item {
	style := attr(n, "style")
	if !strings.Contains(style, "mso-list") {
		return nil
	}
	v := property(style, "mso-list")
	at := strings.Index(v, "level")
	if at < 0 {
		return nil
	}
	it := &item{}
	for _, ch := range v[at+len("level"):] {
		if ch < '0' || ch > '9' || it.level > 9 {
			break
		}
		it.level = it.level*10 + int(ch-'0')
	}
	it.level = max(it.level-1, 0)
	for k := range n.Descendants() {
		if k.Type != html.ElementNode || property(attr(k, "style"), "mso-list") != "ignore" {
			continue
		}
		it.label = strings.Trim(textOf(k), " \u00a0")
		if strings.IndexFunc(it.label, func(r rune) bool {
			return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' && r != 'o' || r >= 'A' && r <= 'Z'
		}) >= 0 && !inSymbolFont(k, n) {
			it.ordered = true
		} else {
			it.label = ""
		}
		k.FirstChild, k.LastChild = nil, nil // the marker is no text
		break
	}
	return it
}
