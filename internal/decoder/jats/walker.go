package jats

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// walker turns the tree of an article into blocks. The first error stays in err and stops it.
type walker struct {
	ctx     context.Context
	in      *decoder.Input
	doc     *udm.Document
	out     *outline.Builder
	byID    map[string]*node
	waiting map[string]*node  // of the floats group, by id
	placed  map[*node]bool    // of the floats group: what was shown
	cited   map[string]bool   // ids that the text has referred to
	authors map[string]string // names of the authors that refer to a note, by its id
	affs    map[*node]string  // texts of affiliations
	lang    string            // of the article or sub-article
	ended   map[string]int    // the number of the item that would come next in a list, by the list's id
	notes   int               // marks of notes that stand in the text and have no label of their own
	count   int
	err     error

	para    richtext.Builder
	linked  bool
	maths   int    // formulas in para
	formula string // the last one in para
	begun   int    // length of para where the cited work that is being put together begins
	late    []*node
	pool    *pool // nil: paragraphs become blocks
}

// scope is what the elements around say about a paragraph.
type scope struct {
	level  int // of a heading that comes next
	inPara bool
	look   richtext.Style
	style  string
	lang   string
	item   *item
	list   *list
}

// pool takes what would be blocks where these can't be: in captions, cells, notes. Paragraphs become one text.
type pool struct {
	separator string // between two paragraphs
	due       bool
	after     []*udm.ContentBlock // what is no text
}

func newWalker(ctx context.Context, in *decoder.Input, doc *udm.Document, out *outline.Builder, t *tree) *walker {
	return &walker{ctx: ctx, in: in, doc: doc, out: out, byID: t.byID, cited: make(map[string]bool), ended: make(map[string]int), affs: make(map[*node]string), para: richtext.Builder{Collapse: true}}
}

// write appends text to the paragraph.
func (w *walker) write(s string, style richtext.Style) {
	if w.pool != nil && w.pool.due && strings.TrimSpace(s) != "" {
		w.separate()
	}
	w.para.Write(s, style)
}

func (w *walker) separate() {
	w.pool.due = false
	switch {
	case w.para.Empty():
	case w.pool.separator == "\n":
		w.para.Break()
	default:
		w.para.Write(w.pool.separator, 0)
	}
}

// openLink starts a link and reports whether it did: there is none in another.
func (w *walker) openLink(url string) bool {
	if w.linked || url == "" {
		return false
	}
	if w.pool != nil && w.pool.due {
		w.separate()
	}
	w.para.OpenLink(url)
	w.linked = true
	return true
}

func (w *walker) closeLink() {
	w.para.CloseLink()
	w.linked = false
}

// flush ends the paragraph, and adds what floated in it.
func (w *walker) flush(c scope) {
	if w.pool != nil {
		w.pool.due = w.pool.due || !w.para.Empty()
	} else {
		w.emit(c)
		w.para.Reset()
		w.linked, w.maths = false, 0
	}
	late := w.late
	w.late = nil
	for _, n := range late {
		w.element(n, scope{level: c.level, lang: c.lang})
	}
}

func (w *walker) emit(c scope) {
	b := new(udm.ContentBlock)
	if !w.para.Fill(b) {
		return
	}
	if w.maths == 1 && b.Text == "$"+w.formula+"$" && (c.item == nil || c.item.used) {
		w.add(udm.NewFormula("latex", w.formula), c)
		return
	}
	switch {
	case c.item != nil && !c.item.used:
		c.item.fill(b)
	default:
		b.Category = classify.Body(b.Text)
		if c.style != "" {
			b.A().Style = c.style
		}
	}
	w.add(b, c)
}

// gather walks f into one text, with the separator between paragraphs, and returns it with what in it was no text.
func (w *walker) gather(separator string, f func()) (richtext.Builder, []*udm.ContentBlock) {
	para, linked, maths, formula, late, outer := w.para, w.linked, w.maths, w.formula, w.late, w.pool
	own := pool{separator: separator}
	w.para, w.linked, w.maths, w.late, w.pool = richtext.Builder{Collapse: true}, false, 0, nil, &own
	f()
	w.flush(scope{})
	got := w.para
	w.para, w.linked, w.maths, w.formula, w.late, w.pool = para, linked, maths, formula, late, outer
	return got, own.after
}

// add appends a finished block where blocks go.
func (w *walker) add(b *udm.ContentBlock, c scope) {
	if c.lang != "" && b.Language == "" && b.Type != udm.Code {
		b.Language = c.lang
	}
	w.charge(b)
	if w.pool != nil {
		w.pool.after = append(w.pool.after, b)
		return
	}
	w.out.Add(b)
}

func (w *walker) charge(b *udm.ContentBlock) {
	if w.err != nil {
		return
	}
	if w.err = w.in.Budget.ChargeBlocks(1); w.err == nil {
		w.err = w.in.Budget.Charge(int64(len(b.Text)))
	}
	if w.count++; w.err == nil && w.count%1024 == 0 {
		w.err = w.ctx.Err()
	}
}

// text adds a block of plain text.
func (w *walker) text(s, style string, c scope) {
	if s == "" {
		return
	}
	b := udm.NewText(classify.Body(s), s)
	if style != "" {
		b.A().Style = style
	}
	w.add(b, c)
}

// heading adds a heading of the context's level from a label and a title; id is what others refer to it by.
func (w *walker) heading(label, title *node, id string, c scope) bool {
	w.flush(c)
	p, _ := w.gather(" ", func() {
		if label != nil {
			w.children(label, scope{})
			w.write(" ", 0)
		}
		if title != nil {
			w.children(title, scope{})
		}
	})
	b := udm.NewHeading(c.level, "")
	if !p.Fill(b) {
		return false
	}
	anchor(b, id)
	w.add(b, c)
	return true
}

// anchor sets the name that links within the article have for a block.
func anchor(b *udm.ContentBlock, id string) {
	if id != "" {
		b.A().Set("anchor", id)
	}
}

// generated adds a heading that the source leaves to the publisher's style, in the language of the text, and reports
// whether it did.
func (w *walker) generated(part string, c scope) bool {
	title := w.style(part, c.lang)
	if title == "" {
		return false
	}
	w.flush(c)
	w.add(udm.NewHeading(c.level, title), c)
	return true
}

// style returns what publishers call a part of an article in a language; "" when that is not known. No language is that of the
// article, and an article that states none is in English.
func (w *walker) style(part, lang string) string {
	if lang == "" {
		lang = w.lang
	}
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	if lang == "" {
		lang = "en"
	}
	return styles[part][lang]
}

// styles are the names of an article's parts by language.
var styles = map[string]map[string]string{
	"abstract":  {"en": "Abstract", "de": "Zusammenfassung", "es": "Resumen", "fr": "Résumé", "it": "Riassunto", "pt": "Resumo"},
	"graphical": {"en": "Graphical abstract"},
	"keywords":  {"en": "Keywords", "de": "Schlagwörter", "es": "Palabras clave", "fr": "Mots-clés", "it": "Parole chiave", "pt": "Palavras-chave"},
	"ack":       {"en": "Acknowledgements", "de": "Danksagung", "es": "Agradecimientos", "fr": "Remerciements", "it": "Ringraziamenti", "pt": "Agradecimentos"},
	"ref-list":  {"en": "References", "de": "Literatur", "es": "Referencias", "fr": "Références", "it": "Bibliografia", "pt": "Referências"},
	"glossary":  {"en": "Glossary", "de": "Glossar", "es": "Glosario", "fr": "Glossaire", "it": "Glossario", "pt": "Glossário"},
}

// note adds a foot- or endnote behind the text of its section node.
func (w *walker) note(n *node, kind string, c scope) {
	label := n.child("label").words()
	p, after := w.gather("\n", func() {
		if isMark(label) {
			w.but(n, scope{}, "label")
		} else {
			w.children(n, scope{})
		}
	})
	b := udm.NewNote(kind, "")
	if p.Fill(b) {
		if isMark(label) {
			b.A().Set("note_label", label)
		}
		anchor(b, n.get("id"))
		b.Language = c.lang
		w.charge(b)
		w.out.AddNote(b)
	}
	for _, b := range after {
		w.add(b, c)
	}
}

// isMark reports whether a note's label is the mark by which the text refers to it. Some are headings.
func isMark(label string) bool {
	n := utf8.RuneCountInString(label)
	return n > 0 && n <= 5
}

// dropLabel cuts a label that the text itself begins with off it, as in "<label>1.</label><title>1. Methods".
func dropLabel(label, text string) string {
	if rest, ok := strings.CutPrefix(text, label); ok {
		if r, _ := utf8.DecodeRuneInString(rest); r == ' ' || r == '\u00a0' {
			return ""
		}
	}
	return label
}
