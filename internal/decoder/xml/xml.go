// Package xml decodes XML that no other format claims: all its text, in document order.
//
// DocBook and TEI are read by what their elements mean: sections and their titles, paragraphs, lists, tables, program
// listings, notes. In other XML the outermost element that has text of its own is a paragraph, with all that is inside of it;
// its name is the block's style. An element without any text gives its attributes.
package xml

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Format is generic XML.
var Format = decoder.Format{
	Name:       "xml",
	Title:      "XML",
	MediaTypes: []string{"application/xml", "text/xml", "application/docbook+xml", "application/tei+xml"},
	Extensions: []string{".xml", ".dbk", ".docbook", ".tei", ".rss", ".atom", ".rdf", ".xsd", ".xsl"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case p.Root.Local != "" && (p.Ext == ".xml" || strings.Contains(string(p.Head[:min(len(p.Head), 200)]), "<?xml") || dialects[strings.ToLower(p.Root.Local)] != nil):
			return decoder.ByContent
		case p.Ext == ".xml" && p.Text:
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

// role is what an element means.
type role uint8

const (
	transparent role = iota // its children stand for themselves
	unit                    // a section: titles inside are one level deeper
	title
	para
	item
	list
	ordered
	code
	note
	table
	row
	cell
	head // header cell
	skip
	inlineLink
	bold
	docTitle // the document's own title
)

// dialects maps the local name of a root to the roles of its elements.
var dialects = map[string]map[string]role{}

func init() {
	docbook := map[string]role{
		"title": title, "subtitle": title, "para": para, "simpara": para, "formalpara": transparent, "listitem": item, "itemizedlist": list,
		"orderedlist": ordered, "procedure": ordered, "step": item, "programlisting": code, "screen": code, "literallayout": code, "footnote": note,
		"table": table, "informaltable": table, "row": row, "tr": row, "entry": cell, "td": cell, "th": head, "thead": transparent,
		"section": unit, "chapter": unit, "article": unit, "book": unit, "part": unit, "appendix": unit, "preface": unit, "sect1": unit, "sect2": unit,
		"sect3": unit, "sect4": unit, "sect5": unit, "simplesect": unit, "refsection": unit, "refsect1": unit, "refsect2": unit,
		"indexterm": skip, "ulink": inlineLink, "link": inlineLink, "emphasis": bold, "term": para,
	}
	for _, n := range []string{"section", "chapter", "article", "book", "part", "appendix", "preface", "refentry", "set"} {
		dialects[n] = docbook
	}
	tei := map[string]role{
		"head": title, "p": para, "ab": para, "div": unit, "div1": unit, "div2": unit, "div3": unit, "list": list, "item": item, "note": note, "table": table, "row": row,
		"cell": cell, "eg": code, "l": para, "titlestmt": transparent, "title": docTitle, "encodingdesc": skip, "revisiondesc": skip, "publicationstmt": skip, "sourcedesc": skip, "ref": inlineLink,
	}
	dialects["tei"] = tei
	dialects["tei.2"] = tei
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	limits := in.Budget.Limits()
	s, err := xmlscan.New(in.Budget.Reader(source.Reader(in.Content)), xmlscan.Options{MaxDepth: limits.Depth, HTMLEntities: true, Encoding: in.Options.Encoding})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	defer s.Close()
	doc := decoder.NewDocument(in, "xml")
	d := &reader{ctx: ctx, in: in, s: s, doc: doc, node: &udm.StructuralNode{Role: udm.Section}}
	doc.Nodes = []*udm.StructuralNode{d.node}
	err = d.read()
	d.node.Add(d.notes...)
	if err == nil {
		return doc, nil
	}
	if errors.Is(err, xmlscan.ErrSyntax) {
		if len(d.node.Blocks) == 0 {
			return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		in.Warnf("read up to the first error: %v", err)
		return doc, nil
	}
	return nil, err
}

// reader walks the elements. Only one paragraph is open at a time.
type reader struct {
	ctx   context.Context
	in    *decoder.Input
	s     *xmlscan.Scanner
	doc   *udm.Document
	node  *udm.StructuralNode
	notes []*udm.ContentBlock
	roles map[string]role // nil for generic XML

	count int
}

// element is an open element of generic XML with what was found inside of it, in order.
type element struct {
	name     string
	attrs    string // "name: value, …"
	parts    []part
	children int  // elements directly inside
	pieces   int  // texts directly inside
	led      bool // a text came first
}

// part is a piece of text, or a block that an element inside has become.
type part struct {
	text  string
	block *udm.ContentBlock
}

func (d *reader) read() error {
	for {
		k, err := d.s.Next()
		if err != nil || k == xmlscan.EOF {
			return err
		}
		if k != xmlscan.Start {
			continue
		}
		e := d.s.Element()
		local := strings.ToLower(e.Local)
		d.roles = dialects[local]
		if d.roles == nil {
			return d.generic()
		}
		return d.dialect(1, listState{})
	}
}

func (d *reader) add(b *udm.ContentBlock) error {
	d.count++
	if d.count%1024 == 0 {
		if err := d.ctx.Err(); err != nil {
			return err
		}
	}
	d.node.Add(b)
	return d.in.Budget.ChargeBlocks(1)
}

// generic reads the current element and all inside of it. What elements have become is kept until the element around
// them ends, since only then it's known whether they are part of its paragraph; the root passes on what it gets.
func (d *reader) generic() error {
	open := []element{{name: d.s.Element().Local, attrs: d.attributes()}}
	for len(open) > 0 {
		k, err := d.s.Next()
		if err != nil || k == xmlscan.EOF {
			for i := len(open) - 1; i > 0; i-- {
				open[i-1].parts = append(open[i-1].parts, d.close(&open[i])...)
			}
			if e := d.emit(d.close(&open[0])); e != nil {
				return e
			}
			return err
		}
		top := &open[len(open)-1]
		switch k {
		case xmlscan.Start:
			top.children++
			open = append(open, element{name: d.s.Element().Local, attrs: d.attributes()})
		case xmlscan.End:
			parts := d.close(top)
			open = open[:len(open)-1]
			if len(open) > 1 || len(open) == 1 && open[0].pieces > 0 {
				top = &open[len(open)-1]
				top.parts = append(top.parts, parts...)
			} else if err := d.emit(parts); err != nil {
				return err
			}
		case xmlscan.Text:
			if n := len(top.parts); n > 0 && top.parts[n-1].block == nil {
				top.parts[n-1].text += d.s.Text()
				continue
			}
			if !blank(d.s.Bytes()) {
				top.pieces++
				top.led = top.led || top.children == 0
				top.parts = append(top.parts, part{text: d.s.Text()})
			}
		}
	}
	return nil
}

// close turns an element into blocks: one paragraph when it is text with elements in it, else what its children have become,
// with its own texts between them; its attributes when there is nothing else.
func (d *reader) close(e *element) []part {
	if len(e.parts) == 0 {
		if e.attrs == "" {
			return nil
		}
		b := udm.NewText(udm.UncategorizedText, e.attrs)
		b.A().Style = e.name
		return []part{{block: b}}
	}
	if e.pieces > 0 && len(e.parts) <= e.pieces+e.children && (e.led || 2*e.pieces >= e.children) {
		rt := richtext.Builder{Collapse: true}
		for i, p := range e.parts {
			if p.block == nil {
				rt.Write(p.text, 0)
				continue
			}
			if i > 0 && e.parts[i-1].block != nil {
				rt.Write(" ", 0)
			}
			rt.Write(p.block.Text, 0)
		}
		return paragraph(&rt, e)
	}
	var out []part
	for _, p := range e.parts {
		if p.block != nil {
			out = append(out, p)
			continue
		}
		rt := richtext.Builder{Collapse: true}
		rt.Write(p.text, 0)
		out = append(out, paragraph(&rt, e)...)
	}
	return out
}

func (d *reader) emit(parts []part) error {
	for _, p := range parts {
		if err := d.add(p.block); err != nil {
			return err
		}
	}
	return nil
}

func paragraph(rt *richtext.Builder, e *element) []part {
	text, _, _ := rt.Text()
	if text == "" {
		return nil
	}
	b := udm.NewText(classify.Plain(text), text)
	if rest, ok := classify.Bullet(text); ok {
		b = udm.NewListItem(udm.Bullet, 0, "", rest)
	}
	b.A().Style = e.name
	if e.attrs != "" {
		b.A().Set("xml_attributes", e.attrs)
	}
	return []part{{block: b}}
}

// attributes returns the current element's attributes for a reader: names and values.
func (d *reader) attributes() string {
	var sb strings.Builder
	for _, a := range d.s.Attrs() {
		if strings.HasPrefix(a.Full, "xml:") || strings.Contains(a.Space, "XMLSchema-instance") {
			continue
		}
		v := strings.TrimSpace(xmlscan.Clean([]byte(a.Value())))
		if v == "" {
			continue
		}
		if sb.Len() > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(a.Local + ": " + v)
	}
	return sb.String()
}

func blank(b []byte) bool {
	for _, c := range b {
		if c > ' ' {
			return false
		}
	}
	return true
}

// listState is where in nested lists an element stands.
type listState struct {
	kind  string
	depth int // of nesting, 0 outside
	item  bool
	para  bool // in a paragraph: what is not known is part of it
}

// dialect reads the current element's content by its meaning. level is that of titles inside.
func (d *reader) dialect(level int, ls listState) error {
	rt := richtext.Builder{Collapse: true}
	flush := func() error { return d.put(&rt, ls) }
	depth := d.s.Depth()
	for {
		k, err := d.s.Next()
		if err != nil {
			flush()
			return err
		}
		switch k {
		case xmlscan.EOF:
			return flush()
		case xmlscan.Text:
			rt.Write(d.s.Text(), 0)
		case xmlscan.End:
			if d.s.Depth() < depth {
				return flush()
			}
		case xmlscan.Start:
			if err := d.child(&rt, flush, level, ls); err != nil {
				return err
			}
		}
	}
}

// child reads one child element of a dialect's element.
func (d *reader) child(rt *richtext.Builder, flush func() error, level int, ls listState) error {
	r, known := d.roles[strings.ToLower(d.s.Element().Local)]
	if !known || r == transparent || r == inlineLink || r == bold {
		if rt.Empty() && r == transparent && !ls.para {
			return d.dialect(level, ls)
		}
		return d.inline(rt)
	}
	if r == note {
		return d.note()
	}
	if err := flush(); err != nil {
		return err
	}
	rt.Reset()
	switch r {
	case skip:
		return d.s.Skip()
	case unit:
		return d.dialect(level+1, listState{})
	case title, docTitle:
		var t richtext.Builder
		t.Collapse = true
		if err := d.inline(&t); err != nil {
			return err
		}
		text, _, _ := t.Text()
		if text == "" {
			return nil
		}
		at := level - 1 // the document's own title is outside of the outline
		if r == docTitle {
			if d.doc.Metadata.Title != "" {
				return nil // a running title, or that of a cited work
			}
			at = 0
		}
		if d.doc.Metadata.Title == "" {
			d.doc.Metadata.Title = text
		}
		return d.add(udm.NewHeading(at, text))
	case list, ordered:
		kind := udm.Bullet
		if r == ordered || strings.HasPrefix(d.s.Attr("list-type"), "order") || d.s.Attr("type") == "ordered" {
			kind = udm.Ordered
		}
		return d.dialect(level, listState{kind: kind, depth: ls.depth + 1})
	case item:
		ls.item, ls.para = true, false
		return d.dialect(level, ls)
	case para:
		ls.para = true
		return d.dialect(level, ls)
	case code:
		text, err := d.s.InnerText()
		if text = strings.Trim(text, "\n"); strings.TrimSpace(text) != "" {
			if e := d.add(udm.NewCode("", text)); err == nil {
				err = e
			}
		}
		return err
	case table:
		return d.table()
	}
	return d.dialect(level, ls)
}

// note reads a footnote; its place in the text is not marked in the source.
func (d *reader) note() error {
	text, err := d.s.InnerText()
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		d.notes = append(d.notes, udm.NewNote(udm.NoteFootnote, text))
	}
	return err
}

// inline reads an element that is part of a paragraph.
func (d *reader) inline(rt *richtext.Builder) error {
	url := ""
	if d.roles[strings.ToLower(d.s.Element().Local)] == inlineLink {
		for _, a := range d.s.Attrs() {
			if a.Local == "href" || a.Local == "url" || a.Local == "target" {
				url = a.Value()
			}
		}
	}
	if url != "" {
		rt.OpenLink(url)
		defer rt.CloseLink()
	}
	depth := d.s.Depth()
	for {
		k, err := d.s.Next()
		if err != nil || k == xmlscan.EOF {
			return err
		}
		switch k {
		case xmlscan.Text:
			rt.Write(d.s.Text(), 0)
		case xmlscan.End:
			if d.s.Depth() < depth {
				return nil
			}
		case xmlscan.Start:
			if d.roles[strings.ToLower(d.s.Element().Local)] == note {
				if err := d.note(); err != nil {
					return err
				}
			}
		}
	}
}

func (d *reader) put(rt *richtext.Builder, ls listState) error {
	b := &udm.ContentBlock{}
	if !rt.Fill(b) {
		return nil
	}
	if ls.item {
		b.Category = udm.ListItem
		b.A().ListType, b.A().ListLevel = ls.kind, max(ls.depth-1, 0)
		if b.A().ListType == "" {
			b.A().ListType = udm.Bullet
		}
	} else {
		b.Category = classify.Body(b.Text)
	}
	return d.add(b)
}

// table reads a table by rows and cells, whatever groups stand between; spans are those of HTML.
func (d *reader) table() error {
	depth := d.s.Depth()
	var g udm.Grid
	headers, inHead := 0, 0
	for {
		k, err := d.s.Next()
		if err != nil || k == xmlscan.EOF {
			return err
		}
		if k == xmlscan.End {
			if d.s.Depth() < depth {
				break
			}
			if strings.EqualFold(d.s.Element().Local, "thead") {
				inHead--
			}
			continue
		}
		if k != xmlscan.Start {
			continue
		}
		local := strings.ToLower(d.s.Element().Local)
		if local == "thead" {
			inHead++
		}
		switch d.roles[local] {
		case title:
			text, err := d.s.InnerText()
			if err != nil {
				return err
			}
			if text = strings.Join(strings.Fields(text), " "); text != "" {
				if err := d.add(udm.NewText(udm.FigureCaption, text)); err != nil {
					return err
				}
			}
		case row:
			g.NextRow()
			if inHead > 0 {
				headers = g.Rows()
			}
		case cell, head:
			rows, cols := max(d.s.Int("rowspan", 1), d.s.Int("morerows", 0)+1, d.s.Int("rows", 1)), max(d.s.Int("colspan", 1), d.s.Int("cols", 1))
			if d.roles[local] == head && g.Rows() <= 1 {
				headers = 1
			}
			text, err := d.s.InnerText()
			if err != nil {
				return err
			}
			if err := d.in.Budget.ChargeCells(1); err != nil {
				return err
			}
			g.Cell(strings.TrimFunc(strings.Join(strings.Fields(text), " "), unicode.IsSpace), rows, cols)
		}
	}
	if t := g.Table(headers); t != nil {
		return d.add(udm.NewTable(t))
	}
	return nil
}
