package jats

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// whole reads an article or a book.
func (w *walker) whole(root *node, first bool) {
	lang := root.get("lang")
	w.lang = lang
	if first {
		w.doc.Metadata.Set("language", lang)
		w.doc.Metadata.Set("article_type", root.get("article-type"))
		w.properties(root)
	} else {
		w.flush(scope{})
		w.out.Break("")
	}
	w.float(root)
	w.article(root, 1)
	w.land(root)
}

// float remembers what lies in the floats group: it is shown behind the paragraph that refers to it first.
func (w *walker) float(root *node) {
	w.waiting, w.placed = make(map[string]*node), make(map[*node]bool)
	for _, n := range root.kids {
		if n.name != "floats-group" && n.name != "floats-wrap" {
			continue
		}
		for _, k := range n.kids {
			w.waiting[k.get("id")] = k
			if k.name == "fig-group" || k.name == "table-wrap-group" {
				for _, part := range k.kids {
					w.waiting[part.get("id")] = k
				}
			}
		}
	}
	delete(w.waiting, "")
}

// land shows what the body refers to nowhere and is still in the floats group.
func (w *walker) land(root *node) {
	for _, n := range root.kids {
		if n.name != "floats-group" && n.name != "floats-wrap" {
			continue
		}
		for _, k := range n.kids {
			if k.name != "" && !w.placed[k] {
				w.placed[k] = true
				w.element(k, scope{level: 2})
			}
		}
		w.flush(scope{})
	}
}

// article reads an article, a sub-article, a response or a book. Its title is of that level.
func (w *walker) article(root *node, level int) {
	for _, n := range root.kids {
		switch n.name {
		case "front", "front-stub", "book-meta", "collection-meta":
			w.front(n, scope{level: level})
		case "body", "back", "book-body", "front-matter", "book-back":
			w.children(n, scope{level: level + 1})
			w.flush(scope{})
			if n.name == "body" {
				w.land(root)
			}
		case "sub-article", "response":
			w.part(n, level)
		case "book-part", "named-book-part":
			w.element(n, scope{level: level})
		}
	}
}

// part reads a sub-article or response, which is in a section node of its own.
func (w *walker) part(n *node, level int) {
	outer := w.lang
	if lang := n.get("lang"); lang != "" {
		w.lang = lang
	}
	w.flush(scope{})
	w.out.Break("")
	w.article(n, level)
	w.lang = outer
}

// children walks what is in an element.
func (w *walker) children(n *node, c scope) { w.but(n, c) }

// but walks what is in an element, but for children of some names.
func (w *walker) but(n *node, c scope, names ...string) {
	for _, k := range n.kids {
		switch {
		case w.err != nil:
			return
		case k.name == "":
			w.write(k.text, c.look)
		case !slices.Contains(names, k.name):
			w.element(k, c)
		}
	}
}

// hidden are the elements that are not shown where they stand.
var hidden = map[string]bool{
	"object-id": true, "sec-meta": true, "alt-text": true, "long-desc": true, "processing-meta": true, "floats-group": true,
	"floats-wrap": true, "index-term": true, "index-term-range-end": true, "alt-title": true, "abbrev-journal-title": true, "milestone-start": true,
	"milestone-end": true, "institution-id": true, "article-id": true, "col": true, "colgroup": true, "hr": true, "restricted-by": true, "custom-meta-group": true, "counts": true, "journal-meta": true, "toc": true, "toc-group": true, "book-part-id": true,
}

// element reads an element that stands among blocks, or in a paragraph.
func (w *walker) element(n *node, c scope) {
	if hidden[n.name] {
		return
	}
	switch n.name {
	case "p", "license-p", "attrib", "speaker", "sig", "addr-line", "verse-line", "subtitle", "td", "th":
		w.paragraph(n, c)
	case "sec", "app", "ack", "bio", "glossary", "notes", "app-group", "index", "index-div", "dedication", "foreword", "preface", "front-matter-part",
		"abstract", "trans-abstract", "boxed-text", "ref-list", "fn-group", "book-app", "book-app-group", "author-comment":
		w.section(n, c)
	case "sub-article", "response":
		w.part(n, max(c.level-1, 1))
	case "book-part", "named-book-part":
		w.bookPart(n, c)
	case "title", "sig-block", "address", "disp-formula-group", "question-wrap", "question-wrap-group", "answer-set":
		w.flush(c)
		w.children(n, c)
		w.flush(c)
	case "label":
		w.children(n, c)
		w.write(" ", 0)
	case "fig", "chem-struct-wrap", "graphic", "media", "supplementary-material", "table-wrap", "array", "fig-group", "table-wrap-group":
		w.floating(n, c)
	case "table":
		w.flush(c)
		w.table(n, nil, c)
	case "list":
		w.listOf(n, c)
	case "list-item":
		w.listItem(n, c)
	case "def-list":
		w.definitions(n, c)
	case "disp-quote":
		w.quote(n, "blockquote", c)
	case "verse-group":
		w.verse(n, c)
	case "speech":
		w.flush(c)
		w.run(n, "speaker", c)
	case "statement", "question", "answer", "explanation":
		w.statement(n, c)
	case "disp-formula":
		w.display(n, c)
	case "preformat", "code":
		w.code(n, c)
	case "alternatives":
		w.alternatives(n, c)
	case "ref":
		w.reference(n, c)
	case "permissions":
		w.permissions(n, c)
	case "element-citation", "mixed-citation", "citation", "nlm-citation", "product":
		w.citation(n)
	case "fn":
		if c.inPara || w.pool != nil {
			w.inlineNote(n, c)
			return
		}
		w.footnote(n, c)
	case "table-wrap-foot":
		w.flush(c)
		w.tableFoot(n, c)
	default:
		w.inline(n, c)
	}
}

// paragraph reads an element that is a paragraph. What floats in it comes behind it.
func (w *walker) paragraph(n *node, c scope) {
	w.flush(c)
	c.inPara = true
	w.children(n, c)
	w.flush(c)
}

// section reads an element with a title and blocks.
func (w *walker) section(n *node, c scope) {
	w.flush(c)
	if lang := n.get("lang"); n.name == "trans-abstract" && lang != "" {
		c.lang = lang
	}
	c.item, c.list, c.style, c.inPara = nil, nil, "", false
	title, label, caption := n.child("title"), n.child("label"), n.child("caption")
	if title == nil && caption != nil {
		title = caption.child("title")
	}
	if label != nil && dropLabel(label.words(), title.words()) == "" {
		label = nil
	}
	part := n.name
	if part == "abstract" || part == "trans-abstract" {
		part = abstractKind(n)
	}
	switch {
	case n.name == "fn-group" && !w.showsNotes(n):
	case (title != nil || label != nil) && w.heading(label, title, n.get("id"), c), title.words() == "" && w.generated(part, c):
		c.level++
	}
	for _, k := range n.kids {
		switch k.name {
		case "title", "label":
		case "caption":
			w.but(k, c, "title")
		case "":
			w.write(k.text, 0)
		default:
			w.element(k, c)
		}
	}
	w.flush(c)
}

// abstractKind returns what kind of abstract one without a title is.
func abstractKind(n *node) string {
	switch n.get("abstract-type") {
	case "graphical":
		return "graphical"
	case "teaser", "toc", "short", "key-points", "highlights":
		return ""
	}
	return "abstract"
}

// showsNotes reports whether a group of notes has one that stands in it, not behind the text that refers to it.
func (w *walker) showsNotes(n *node) bool {
	for _, k := range n.kids {
		if k.name != "" && k.name != "title" && k.name != "label" && (k.name != "fn" || !w.cited[k.get("id")]) {
			return true
		}
	}
	return false
}

// bookPart reads a part or chapter of a book.
func (w *walker) bookPart(n *node, c scope) {
	w.flush(c)
	meta := n.child("book-part-meta")
	if meta != nil {
		w.front(meta, scope{level: max(c.level, 1)})
	}
	for _, k := range n.kids {
		switch k.name {
		case "body", "front-matter", "back", "named-book-part-body":
			w.children(k, scope{level: max(c.level, 1) + 1})
			w.flush(scope{})
		}
	}
}

// list is a list that is open.
type list struct {
	ordered bool
	kind    string
	level   int // 0-based
	next    int
}

// item is a list item that is open. Its first paragraph is the item's block; what follows stands on its own.
type item struct {
	ordered bool
	level   int
	label   string
	anchor  string
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
	anchor(b, it.anchor)
}

// listOf reads a list; its title is a paragraph above it.
func (w *walker) listOf(n *node, c scope) {
	w.flush(c)
	l := &list{kind: n.get("list-type"), next: 1}
	if c.list != nil {
		l.level = c.list.level + 1
	}
	_, l.ordered = labels[l.kind]
	if next := w.ended[n.get("continued-from")]; next > 0 {
		l.next = next
	}
	if c.item != nil && c.item.used {
		c.item = nil
	}
	c.list, c.inPara = l, false
	for _, k := range n.kids {
		switch k.name {
		case "label":
		case "title", "list-item":
			w.element(k, c)
		}
	}
	if id := n.get("id"); id != "" {
		w.ended[id] = l.next
	}
	w.flush(c)
}

func (w *walker) listItem(n *node, c scope) {
	w.flush(c)
	it := &item{}
	if l := c.list; l != nil {
		it.level, it.ordered = l.level, l.ordered
		if l.ordered {
			it.label = itemLabel(l.kind, l.next)
			l.next++
		}
	}
	if label := n.child("label"); label != nil {
		it.label = label.words()
		if sign, _ := utf8.DecodeRuneInString(it.label); classify.IsBullet(sign) {
			it.label = ""
		}
		it.ordered = it.ordered || strings.ContainsFunc(it.label, isAlphanumeric)
	}
	if w.pool != nil && it.label != "" {
		w.write(it.label+" ", 0)
	}
	c.item = it
	w.but(n, c, "label")
	w.flush(c)
}

func isAlphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// definitions reads a definition list: a paragraph for each term and for each paragraph of a definition.
func (w *walker) definitions(n *node, c scope) {
	w.flush(c)
	c.item, c.inPara = nil, false
	for _, k := range n.kids {
		switch k.name {
		case "title", "term-head", "def-head":
			w.element(&node{name: "p", kids: k.kids}, c)
		case "def-list":
			w.definitions(k, c)
		case "def-item":
			for _, part := range k.kids {
				switch part.name {
				case "term":
					w.quote(part, "dt", c)
				case "def":
					w.quote(part, "dd", c)
				}
			}
		}
	}
	w.flush(c)
}

// quote reads blocks that have a style.
func (w *walker) quote(n *node, style string, c scope) {
	w.flush(c)
	c.style, c.item, c.inPara = style, nil, false
	w.children(n, c)
	w.flush(c)
}

// verse reads the lines of a stanza into one block.
func (w *walker) verse(n *node, c scope) {
	w.flush(c)
	c.style = "poem"
	for _, k := range n.kids {
		switch k.name {
		case "":
		case "verse-line":
			if !w.para.Empty() {
				w.para.Break()
			}
			w.children(k, c)
		default:
			w.flush(c)
			w.element(k, c)
		}
	}
	w.flush(c)
}

// statement reads a theorem, a proof, a question: its label and title are in bold at the head of its first paragraph.
func (w *walker) statement(n *node, c scope) {
	w.flush(c)
	for _, name := range []string{"label", "title"} {
		if k := n.child(name); k != nil {
			head := c
			head.look |= richtext.Bold
			w.children(k, head)
			w.write(" ", 0)
		}
	}
	w.run(n, "", c)
}

// run reads an element whose first paragraph goes on what was written before.
func (w *walker) run(n *node, head string, c scope) {
	first := true
	for _, k := range n.kids {
		switch {
		case k.name == "":
		case k.name == head:
			w.children(k, c)
			w.write(" ", 0)
		case k.name == "label" || k.name == "title":
		case k.name == "p" && first:
			first = false
			own := c
			own.inPara = true
			w.children(k, own)
			w.flush(c)
		default:
			first = false
			w.element(k, c)
		}
	}
	w.flush(c)
}

// code reads program text. In a line of a paragraph it's a run.
func (w *walker) code(n *node, c scope) {
	var sb strings.Builder
	n.appendText(&sb)
	text := strings.Trim(sb.String(), "\n")
	switch {
	case strings.TrimSpace(text) == "":
	case w.pool != nil || c.inPara && n.name == "code" && !strings.Contains(text, "\n"):
		w.write(text, richtext.Code)
	default:
		w.flush(c)
		w.add(udm.NewCode(n.get("language"), text), c)
	}
}

// footnote reads a note among blocks: one that the text has referred to goes behind the text of its section node.
func (w *walker) footnote(n *node, c scope) {
	if w.cited[n.get("id")] && w.pool == nil {
		w.note(n, udm.NoteFootnote, c)
		return
	}
	w.flush(c)
	if who := w.authors[n.get("id")]; who != "" {
		w.write(who+": ", 0)
	} else if label := n.child("label"); label != nil {
		w.children(label, c)
		w.write(" ", 0)
	}
	w.run(n, "", c)
}

// permissions reads who owns a figure or table, and what may be done with it.
func (w *walker) permissions(n *node, c scope) {
	w.flush(c)
	c.style = "permissions"
	for _, k := range n.kids {
		switch k.name {
		case "copyright-statement":
			w.paragraph(k, c)
		case "license":
			w.but(k, c, "license_ref")
			w.flush(c)
		}
	}
}

// floating reads what stands apart from the text: at once, or behind the paragraph that it stands in.
func (w *walker) floating(n *node, c scope) {
	if c.inPara && w.pool == nil && !w.para.Empty() {
		w.late = append(w.late, n)
		return
	}
	w.flush(c)
	c.item, c.inPara = nil, false
	switch n.name {
	case "graphic":
		w.image(n, "", c)
	case "media":
		if n.child("caption", "label") == nil {
			w.media(n, c)
			return
		}
		w.figure(n, c)
	case "table-wrap", "array", "table-wrap-group":
		w.tableWrap(n, c)
	default:
		w.figure(n, c)
	}
}

// image adds the picture that an element names; its bytes are never looked for.
func (w *walker) image(n *node, caption string, c scope) {
	src := n.get("href")
	if src == "" {
		return
	}
	b := udm.NewImage(picture.TypeByName(src), nil)
	if sub := n.get("mime-subtype"); sub != "" && b.Data.MediaType == picture.TypeByName("") && n.get("mimetype") == "image" {
		b.Data.MediaType = "image/" + sub
	}
	a := b.A()
	a.Src, a.Caption = src, caption
	if w.err == nil {
		w.err = w.in.Budget.Charge(int64(len(caption)))
	}
	a.AltText = n.child("alt-text").words()
	if a.AltText == "" {
		a.AltText = n.child("long-desc").words()
	}
	w.add(b, c)
}

// media adds a file that accompanies the article.
func (w *walker) media(n *node, c scope) {
	src := n.get("href")
	if src == "" {
		return
	}
	kind, sub := n.get("mimetype"), n.get("mime-subtype")
	if kind == "image" {
		w.image(n, "", c)
		return
	}
	switch {
	case kind == "":
		kind = "application/octet-stream"
	case !strings.Contains(kind, "/"):
		if sub == "" {
			sub = "*"
		}
		kind += "/" + sub
	}
	w.add(&udm.ContentBlock{Type: udm.Media, Text: src, Data: &udm.Data{MediaType: kind}}, c)
}
