// Package htmlblock translates HTML into blocks: for HTML files and for the HTML inside of books, mail,
// notebooks, Markdown and word processor files.
//
// The tree is that of the WHATWG parsing algorithm. Elements are read by what HTML's rendering rules
// (HTML Living Standard, section 15.3) make of them: a paragraph is a run of inline content that a reader sees
// as one, white space is folded but in preformatted text, what is not rendered is no content.
package htmlblock

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Options say how to translate. The zero value is the default.
type Options struct {
	// Base is the URL that links are resolved against when the page has no <base>; "" leaves them relative.
	Base string
	// Image returns the picture that a URL of an image names, when the page's container carries it, and its media
	// type as declared there. Nil means no container.
	Image func(src string) (blob udm.Blob, mediaType string)
	// NoImages leaves out pictures' bytes.
	NoImages bool
	// Quotes marks the quoted history of a mail: metadata.custom.quoted of its blocks is true.
	Quotes bool
	// Budget is charged with what the translation makes; nil means the default limits.
	Budget *limit.Budget
}

// Page is what a translation gives.
type Page struct {
	Metadata udm.Metadata // of the head: title, author, …; custom: description, language, …
	Regions  []Region     // none is empty
}

// Region is a run of the page in one semantic region.
type Region struct {
	Label  string // header, nav, main, aside or footer; "body" for what stands outside of all
	Blocks []*udm.ContentBlock
	Notes  []*udm.ContentBlock // foot- and endnotes that the region's markup declares as such
}

// Node returns the region as a section node, its notes at the end.
func (r *Region) Node() *udm.StructuralNode {
	return &udm.StructuralNode{Role: udm.Section, Label: r.Label, Blocks: append(r.Blocks, r.Notes...)}
}

// Blocks returns all blocks of a page in order, the notes of all regions at the end.
func (p *Page) Blocks() []*udm.ContentBlock {
	if len(p.Regions) == 1 {
		return append(p.Regions[0].Blocks, p.Regions[0].Notes...)
	}
	var out, notes []*udm.ContentBlock
	for i := range p.Regions {
		out = append(out, p.Regions[i].Blocks...)
		notes = append(notes, p.Regions[i].Notes...)
	}
	return append(out, notes...)
}

// Translate reads a parsed page. Its error is one of the budget.
func Translate(root *html.Node, opt Options) (*Page, error) {
	if opt.Budget == nil {
		opt.Budget = limit.NewBudget(limit.Limits{})
	}
	w := &walker{opt: opt, page: &Page{}, region: "body"}
	w.para.Collapse = true
	w.head(root)
	w.sink = &w.blocks
	w.walk(root, context{})
	w.flush(context{})
	w.endRegion()
	return w.page, w.err
}

// Fragment translates a piece of HTML and returns its blocks.
func Fragment(src string, opt Options) ([]*udm.ContentBlock, error) {
	root, err := Parse(src)
	if err != nil {
		return nil, err
	}
	p, err := Translate(root, opt)
	if err != nil {
		return nil, err
	}
	return p.Blocks(), nil
}

// walker holds what changes while the tree is walked.
type walker struct {
	opt    Options
	page   *Page
	base   *base
	err    error // of the budget: ends the walk
	region string
	inside int // depth inside of a region's element

	blocks []*udm.ContentBlock // of the current region
	notes  []*udm.ContentBlock
	sink   *[]*udm.ContentBlock // where blocks go: blocks, or what follows the table that is being read

	para     richtext.Builder // the paragraph that is being gathered
	href     string           // of the link that is open, "" for none
	linked   bool             // para has that link open
	pictures []*udm.ContentBlock
	maths    int    // formulas in para
	formula  string // the last one, without dollar signs

	cell   *cell // the innermost table cell that is being read
	tables int   // depth of tables
	quoted bool  // all that follows is quoted history

	fallbackTitle string // that the page states for others, for want of a title of its own
}

// context is what elements hand down to what stands in them.
type context struct {
	style   richtext.Style
	heading int // level
	list    *list
	item    *item
	note    *note
	name    string // the block's style: "blockquote", "dt", "dd", "summary", "caption", "address"
	lang    string
	quoted  bool
	article bool // inside of article or section
	pre     bool // white space is kept, but this is no code
}

func (w *walker) children(n *html.Node, c context) {
	for k := n.FirstChild; k != nil && w.err == nil; k = k.NextSibling {
		w.walk(k, c)
	}
}

func (w *walker) walk(n *html.Node, c context) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data, c)
	case html.ElementNode:
		w.element(n, c)
	case html.DocumentNode:
		w.children(n, c)
	}
}

// text writes text into the current paragraph.
func (w *walker) text(s string, c context) {
	if c.pre {
		w.preserved(s, c)
		return
	}
	if w.href != "" && !w.linked {
		if strings.TrimLeft(s, " \t\n\r\f") == "" {
			w.para.Write(s, 0)
			return
		}
		if s[0] <= ' ' { // the blank before a link belongs to no link
			w.para.Write(" ", 0)
		}
		w.para.OpenLink(w.href)
		w.linked = true
	}
	w.para.Write(s, c.style)
}

// preserved writes text whose line breaks stand.
func (w *walker) preserved(s string, c context) {
	c.pre = false
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.lineBreak(c)
		}
		w.text(line, c)
	}
}

// lineBreak ends a line; two of them in a row end the paragraph.
func (w *walker) lineBreak(c context) {
	if w.para.Last() == '\n' || w.para.Empty() {
		w.flush(c)
		return
	}
	w.para.Break()
}

// flush ends the paragraph that was being gathered.
func (w *walker) flush(c context) {
	if w.para.Len() > 0 {
		w.emitParagraph(c)
	}
	w.para.Reset()
	w.linked = false
	w.maths, w.formula = 0, ""
	if len(w.pictures) > 0 {
		p := w.pictures
		w.pictures = nil
		for _, b := range p {
			w.add(b, c)
		}
	}
}

func (w *walker) emitParagraph(c context) {
	if w.cell != nil {
		w.cell.paragraph(&w.para)
		return
	}
	b := new(udm.ContentBlock)
	if !w.para.Fill(b) {
		return
	}
	if w.maths == 1 && b.Text == "$"+w.formula+"$" && c.heading == 0 && (c.item == nil || c.item.used) {
		w.add(udm.NewFormula("latex", w.formula), c)
		return
	}
	if tex := displayed(b.Text); tex != "" && c.heading == 0 {
		w.add(udm.NewFormula("latex", tex), c)
		return
	}
	w.classify(b, c)
	w.add(b, c)
}

// displayed returns the formula that a paragraph is which a script in the page would typeset; "" for other text.
func displayed(s string) string {
	for _, signs := range [...][2]string{{`\[`, `\]`}, {"$$", "$$"}, {`\begin{equation}`, `\end{equation}`}, {`\begin{equation*}`, `\end{equation*}`}} {
		inner, ok := strings.CutPrefix(s, signs[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, signs[1]); ok && !strings.Contains(inner, signs[0]) {
			return strings.TrimSpace(inner)
		}
	}
	return ""
}

// add appends a finished block where blocks go.
func (w *walker) add(b *udm.ContentBlock, c context) {
	if (c.quoted || w.quoted) && w.opt.Quotes {
		b.Metadata = &udm.Metadata{Custom: map[string]any{"quoted": true}}
	}
	if c.lang != "" && b.Language == "" && b.Type != udm.Code {
		b.Language = c.lang
	}
	w.charge(b)
	if c.note != nil && w.cell == nil {
		w.notes = append(w.notes, b)
		return
	}
	*w.sink = append(*w.sink, b)
}

func (w *walker) charge(b *udm.ContentBlock) {
	if w.err != nil {
		return
	}
	if w.err = w.opt.Budget.ChargeBlocks(1); w.err == nil {
		w.err = w.opt.Budget.Charge(int64(len(b.Text)))
	}
}

// endRegion puts what was gathered since the last region into a region of its own.
func (w *walker) endRegion() {
	if len(w.blocks)+len(w.notes) > 0 {
		w.page.Regions = append(w.page.Regions, Region{w.region, w.blocks, w.notes})
	}
	w.blocks, w.notes = nil, nil
}

// isRegion reports whether the element starts a semantic region: the outermost of header, nav, main, aside and
// footer. A header or footer of an article or section is a part of that.
func (w *walker) isRegion(n *html.Node, c context) bool {
	if w.inside > 0 || w.cell != nil || w.tables > 0 {
		return false
	}
	switch n.DataAtom {
	case atom.Nav, atom.Main, atom.Aside:
		return true
	case atom.Header, atom.Footer:
		return !c.article
	}
	return false
}

func (w *walker) walkRegion(n *html.Node, c context) {
	w.endRegion()
	w.region = n.Data
	w.inside++
	w.children(n, c)
	w.flush(c)
	w.inside--
	w.endRegion()
	w.region = "body"
}
