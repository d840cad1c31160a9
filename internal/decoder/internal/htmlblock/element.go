package htmlblock

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/mathml"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

func (w *walker) element(n *html.Node, c context) {
	if n.Namespace != "" {
		w.foreign(n, c)
		return
	}
	if n.DataAtom == 0 && (n.Data == "m:math" || n.Data == "mml:math") { // XHTML with prefixes
		m := mathml.FromHTML(n)
		w.math(mathml.LaTeX(m), m.Display(), c)
		return
	}
	if dropped[n.DataAtom] || w.hidden(n) {
		if n.DataAtom == atom.Script {
			w.script(n, c)
		}
		return
	}
	isBlock := blocks[n.DataAtom] || displayedAsBlock(n)
	if isBlock {
		w.flush(c)
	}
	w.common(n, &c)
	switch n.DataAtom {
	case atom.Br:
		w.lineBreak(c)
	case atom.Img:
		w.image(n, c)
	case atom.A:
		w.anchor(n, c)
	case atom.B, atom.Strong:
		c.style |= richtext.Bold
		w.children(n, c)
	case atom.I, atom.Em, atom.Cite, atom.Dfn, atom.Var:
		c.style |= richtext.Italic
		w.children(n, c)
	case atom.U, atom.Ins:
		c.style |= richtext.Underline
		w.children(n, c)
	case atom.S, atom.Strike:
		c.style |= richtext.Strike
		w.children(n, c)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		c.style |= richtext.Code
		w.children(n, c)
	case atom.Sup:
		c.style |= richtext.Super
		w.children(n, c)
	case atom.Sub:
		c.style |= richtext.Sub
		w.children(n, c)
	case atom.Q:
		w.text("“", c)
		w.children(n, c)
		w.text("”", c)
	case atom.Ruby:
		w.ruby(n, c)
	case atom.Input, atom.Select, atom.Textarea, atom.Button:
		w.control(n, c)
	case atom.Video, atom.Audio:
		w.media(n, c)
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.preformatted(n, c)
	case atom.Table:
		w.table(n, c)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.list(n, c)
	case atom.Li:
		w.listItem(n, c)
	case atom.Figure:
		w.figure(n, c)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		c.heading = int(n.Data[1] - '0')
		c.item, c.name = nil, ""
		w.block(n, c)
	case atom.Header, atom.Nav, atom.Main, atom.Aside, atom.Footer:
		if w.isRegion(n, c) && c.note == nil {
			w.walkRegion(n, c)
			return
		}
		w.block(n, c)
	default:
		if isBlock {
			w.block(n, c)
			return
		}
		w.children(n, c)
	}
}

// dropped are the elements that are not rendered.
var dropped = set(atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Head, atom.Title, atom.Meta, atom.Link, atom.Base, atom.Del, atom.Datalist, atom.Param,
	atom.Source, atom.Track, atom.Area, atom.Map, atom.Iframe, atom.Noembed, atom.Noframes, atom.Progress, atom.Meter, atom.Rp)

// block walks an element that starts and ends a paragraph.
func (w *walker) block(n *html.Node, c context) {
	outer := c
	w.flush(outer)
	switch n.DataAtom {
	case atom.Article, atom.Section:
		c.article = true
	case atom.Blockquote:
		c.name = "blockquote"
	case atom.Dt, atom.Dd, atom.Summary, atom.Address:
		c.name = n.Data
		c.item = nil
	case atom.Figcaption, atom.Caption:
		c.name = "caption"
		c.item = nil
	case atom.P:
		if it := wordItem(n); it != nil {
			c.item = it
		}
	}
	w.children(n, c)
	w.flush(c)
}

// common reads what any element can say: language, notes, quoted history.
func (w *walker) common(n *html.Node, c *context) {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "lang", "xml:lang":
			if a.Val != "" && n.DataAtom != atom.Html && n.DataAtom != atom.Body {
				c.lang = a.Val
				if a.Val == w.pageLanguage() {
					c.lang = ""
				}
			}
		case "role", "epub:type", "class", "data-footnotes":
			w.noteMarkup(n, a.Key, a.Val, c)
		case "style":
			c.style |= styleOf(a.Val)
		}
	}
	if w.opt.Quotes && !c.quoted && !w.quoted {
		w.quote(n, c)
	}
}

func (w *walker) pageLanguage() string {
	s, _ := w.page.Metadata.Custom["language"].(string)
	return s
}

// styleOf reads emphasis from a style attribute.
func styleOf(css string) richtext.Style {
	var s richtext.Style
	switch property(css, "font-weight") {
	case "bold", "bolder", "600", "700", "800", "900":
		s |= richtext.Bold
	}
	switch property(css, "font-style") {
	case "italic", "oblique":
		s |= richtext.Italic
	}
	return s
}

// property returns the value of a CSS property in a style attribute, lower case, or "".
func property(css, name string) string {
	for css != "" {
		var decl string
		decl, css, _ = strings.Cut(css, ";")
		k, v, ok := strings.Cut(decl, ":")
		if ok && strings.EqualFold(strings.TrimSpace(k), name) {
			v, _, _ = strings.Cut(v, "!")
			return strings.ToLower(strings.TrimSpace(v))
		}
	}
	return ""
}

func displayedAsBlock(n *html.Node) bool {
	if n.Data == "search" {
		return true
	}
	switch property(attr(n, "style"), "display") {
	case "block", "flex", "grid", "list-item", "table":
		return true
	}
	return false
}

// hidden reports whether the element is not rendered at all. Formulas are kept that are hidden because a picture stands for them.
func (w *walker) hidden(n *html.Node) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "hidden":
			return !strings.EqualFold(a.Val, "until-found")
		case "style":
			if strings.Contains(a.Val, "none") || strings.Contains(a.Val, "hidden") || strings.Contains(a.Val, "hide") {
				if property(a.Val, "display") == "none" && !containsMath(n) || property(a.Val, "visibility") == "hidden" || property(a.Val, "mso-hide") == "all" {
					return true
				}
			}
		case "epub:type", "role":
			if hasToken(a.Val, "pagebreak") || hasToken(a.Val, "doc-pagebreak") { // a page number of the printed book
				return true
			}
		case "class":
			// The visual copies that formula typesetters put beside their MathML.
			if hasToken(a.Val, "katex-html") || hasToken(a.Val, "MathJax_Preview") || hasToken(a.Val, "mwe-math-fallback-image-inline") || hasToken(a.Val, "mwe-math-fallback-image-display") {
				return true
			}
		}
	}
	return n.DataAtom == atom.Dialog && !has(n, "open")
}

func containsMath(n *html.Node) bool {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if k.Namespace == "math" {
			return true
		}
	}
	return false
}

// foreign reads MathML and the text of SVG.
func (w *walker) foreign(n *html.Node, c context) {
	switch {
	case n.Namespace == "math" && n.Data == "math":
		m := mathml.FromHTML(n)
		w.math(mathml.LaTeX(m), m.Display(), c)
	case n.Namespace == "svg" && n.Data == "image":
		w.svgImage(n, c)
	case n.Namespace == "svg" && n.Data == "text":
		w.flush(c)
		w.svgText(n, c)
		w.flush(c)
	case n.Namespace == "svg" && (n.Data == "style" || n.Data == "script" || n.Data == "title" || n.Data == "desc" || n.Data == "defs" || n.Data == "metadata"):
	case n.Namespace == "svg":
		for k := n.FirstChild; k != nil; k = k.NextSibling {
			if k.Type == html.ElementNode {
				w.element(k, c)
			}
		}
	}
}

// svgImage reads a picture that a drawing frames, as the cover pages of books do.
func (w *walker) svgImage(n *html.Node, c context) {
	src := ""
	for _, a := range n.Attr {
		if a.Key == "href" {
			src = a.Val
		}
	}
	if src != "" {
		w.place(w.picture(src), c)
	}
}

func (w *walker) svgText(n *html.Node, c context) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch k.Type {
		case html.TextNode:
			w.text(k.Data, c)
		case html.ElementNode:
			w.svgText(k, c)
		}
	}
}

// math writes a formula: into the paragraph between dollar signs, or as a block of its own.
func (w *walker) math(latex string, display bool, c context) {
	latex = strings.Join(strings.Fields(cleanSource(latex)), " ")
	if latex == "" {
		return
	}
	if display && w.cell == nil {
		w.flush(c)
		w.add(udm.NewFormula("latex", latex), c)
		return
	}
	w.maths++
	w.formula = latex
	w.text("$"+latex+"$", c)
}

// script reads formulas that are kept in scripts for a typesetter (type "math/tex").
func (w *walker) script(n *html.Node, c context) {
	kind := attr(n, "type")
	if !strings.HasPrefix(kind, "math/tex") || n.FirstChild == nil {
		return
	}
	w.math(n.FirstChild.Data, strings.Contains(kind, "display"), c)
}

func (w *walker) anchor(n *html.Node, c context) {
	if hasToken(attr(n, "role"), "doc-backlink") || hasToken(attr(n, "class"), "footnote-back") || hasToken(attr(n, "class"), "data-footnote-backref") {
		return
	}
	href := w.resolve(attr(n, "href"))
	if href == "" || w.href != "" {
		w.children(n, c)
		return
	}
	w.href = href
	w.children(n, c)
	if w.linked {
		w.para.CloseLink()
	}
	w.href, w.linked = "", false
}

// ruby writes readings in parentheses, whether the page brings its own or not.
func (w *walker) ruby(n *html.Node, c context) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if k.DataAtom == atom.Rt {
			w.text("(", c)
			w.children(k, c)
			w.text(")", c)
			continue
		}
		w.walk(k, c)
	}
}

// control writes what a reader sees of a form control.
func (w *walker) control(n *html.Node, c context) {
	switch n.DataAtom {
	case atom.Input:
		switch strings.ToLower(attr(n, "type")) {
		case "hidden", "password", "file", "radio", "range", "color", "image":
		case "checkbox":
			if c.item != nil && !c.item.used && w.para.Empty() {
				c.item.checked = has(n, "checked")
				c.item.task = true
			}
		default:
			w.words(attr(n, "value"), c)
		}
	case atom.Textarea:
		c.pre = true
		w.flush(c)
		w.children(n, c)
		w.flush(c)
	case atom.Button:
		w.text(" ", c)
		w.children(n, c)
		w.text(" ", c)
	case atom.Select:
		w.words(selected(n), c)
	}
}

func (w *walker) words(s string, c context) {
	if strings.TrimSpace(s) != "" {
		w.text(" "+s+" ", c)
	}
}

// selected returns the text of the options that are chosen, else of the first.
func selected(n *html.Node) string {
	var first string
	var chosen []string
	for k := range n.Descendants() {
		if k.DataAtom != atom.Option {
			continue
		}
		t := textOf(k)
		if first == "" {
			first = t
		}
		if has(k, "selected") {
			chosen = append(chosen, t)
		}
	}
	if len(chosen) == 0 {
		return first
	}
	return strings.Join(chosen, ", ")
}

// classify says what part a paragraph plays.
func (w *walker) classify(b *udm.ContentBlock, c context) {
	switch {
	case c.heading > 0:
		b.Category = udm.Title
		b.A().HeadingLevel = c.heading
	case c.note != nil:
		b.Category = udm.Footnote
		b.A().NoteKind = c.note.kind
	case c.name == "caption":
		b.Category = udm.FigureCaption
	case c.item != nil && !c.item.used:
		c.item.fill(b)
	case typedBullet(b):
	default:
		b.Category = classify.Body(b.Text)
		if c.name == "address" && b.Category != udm.EmailAddress {
			b.Category = udm.Address
		}
		if c.name != "" {
			b.A().Style = c.name
		}
	}
}

// typedBullet makes a list item of a paragraph that begins with a bullet sign. A hyphen is none: it may be a dash.
func typedBullet(b *udm.ContentBlock) bool {
	if first, _ := utf8.DecodeRuneInString(b.Text); !classify.IsBullet(first) {
		return false
	}
	rest, ok := classify.Bullet(b.Text)
	if !ok {
		return false
	}
	richtext.DropPrefix(b, utf8.RuneCountInString(b.Text)-utf8.RuneCountInString(rest))
	b.Category = udm.ListItem
	b.A().ListType = udm.Bullet
	return true
}

func attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return n.Attr[i].Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return true
		}
	}
	return false
}

// hasToken reports whether a space-separated list holds a token.
func hasToken(list, token string) bool {
	for {
		i := strings.Index(list, token)
		if i < 0 {
			return false
		}
		end := i + len(token)
		if (i == 0 || list[i-1] <= ' ') && (end == len(list) || list[end] <= ' ') {
			return true
		}
		list = list[end:]
	}
}

// textOf returns all text in an element with white space folded.
func textOf(n *html.Node) string {
	var sb strings.Builder
	for k := range n.Descendants() {
		if k.Type == html.TextNode {
			sb.WriteString(k.Data)
		}
	}
	return strings.Join(strings.Fields(sb.String()), " ")
}
