package odftext

import (
	"context"
	"maps"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Sink takes the blocks that are read. An outline.Builder is one.
type Sink interface {
	Add(...*udm.ContentBlock)
	AddNote(...*udm.ContentBlock)
}

// Blocks is a Sink that keeps what it is given.
type Blocks struct {
	Blocks []*udm.ContentBlock
	Notes  []*udm.ContentBlock
}

// Add appends blocks.
func (b *Blocks) Add(blocks ...*udm.ContentBlock) { b.Blocks = append(b.Blocks, blocks...) }

// AddNote appends notes.
func (b *Blocks) AddNote(notes ...*udm.ContentBlock) { b.Notes = append(b.Notes, notes...) }

// All returns the blocks, the notes behind them.
func (b *Blocks) All() []*udm.ContentBlock { return append(b.Blocks, b.Notes...) }

// Reader reads the content of one part.
type Reader struct {
	ctx    context.Context
	in     *decoder.Input
	pkg    *odf.Package
	s      *xmlscan.Scanner
	styles *odf.Styles
	begun  bool // the body was found

	flow
	para   *paragraph // the one being read, nil between paragraphs
	link   string     // of the draw:a that is being read
	idle   []*paragraph
	shared *shared
}

// flow is the state of one stream of blocks: the body, a cell, a text box.
type flow struct {
	sink Sink
	list *list // the innermost list that is open; nil outside of lists
	code *code // the code block that is being collected
}

// shared is what the readers of a document's parts have in common.
type shared struct {
	comments []any
	place    map[string]any // where comments that follow stand
	page     int            // page breaks so far
	soft     bool
	masters  []string // names of the master pages that were begun, in order
	numbered numbering
	changes  changes
	controls map[string]string            // what forms' controls show, by their names
	captions map[*udm.ContentBlock]string // captions and the name of their sequence, "" for none
	objects  int                          // objects inside of objects that are open
}

// Scanner returns the scanner, which stands at the element that is being read.
func (r *Reader) Scanner() *xmlscan.Scanner { return r.s }

// Styles returns the styles in force.
func (r *Reader) Styles() *odf.Styles { return r.styles }

// SetPlace says where the comments stand that are read from now on: its facts are added to each.
func (r *Reader) SetPlace(place map[string]any) { r.shared.place = place }

// Pages returns the number of page breaks so far, and whether the file marks the breaks that come of the text's own
// flow: only then is it a page count.
func (r *Reader) Pages() (breaks int, marked bool) { return r.shared.page, r.shared.soft }

// Masters returns the names of the master pages that paragraphs asked for, in their order.
func (r *Reader) Masters() []string { return r.shared.masters }

// Into reads with f into another sink, in which no list is open.
func (r *Reader) Into(sink Sink, f func() error) error {
	outer, para := r.flow, r.para
	r.flow, r.para = flow{sink: sink}, nil
	err := f()
	r.endCode()
	r.flow, r.para = outer, para
	return err
}

// emit adds a block to the sink.
func (r *Reader) emit(b *udm.ContentBlock) error {
	r.endCode()
	return r.add(b)
}

func (r *Reader) add(b *udm.ContentBlock) error {
	if err := r.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	r.sink.Add(b)
	return nil
}

// emitAll adds blocks that have been charged already.
func (r *Reader) emitAll(b *Blocks) {
	if len(b.Blocks) > 0 {
		r.endCode()
		r.sink.Add(b.Blocks...)
	}
	if len(b.Notes) > 0 {
		r.sink.AddNote(b.Notes...)
	}
}

// code is a run of code paragraphs, which become one block.
type code struct {
	lines []string
	page  int32
}

func (r *Reader) addCode(line string) {
	if r.code == nil {
		if strings.TrimSpace(line) == "" {
			return
		}
		r.code = &code{page: r.pageNumber()}
	}
	r.code.lines = append(r.code.lines, strings.TrimRight(line, " \t\n"))
}

// endCode ends a run of code; empty lines at its end are dropped.
func (r *Reader) endCode() {
	c := r.code
	if c == nil {
		return
	}
	r.code = nil
	b := udm.NewCode("", strings.TrimRight(strings.Join(c.lines, "\n"), "\n"))
	b.Position.Page = c.page
	r.sink.Add(b)
}

func (r *Reader) pageNumber() int32 { return int32(r.shared.page + 1) }

// Content reads the block-level elements in the current element.
func (r *Reader) Content() error {
	return r.s.Children(r.Block)
}

// Block reads the block-level element that the scanner stands at; others are left alone, to be skipped.
func (r *Reader) Block() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	switch name := r.s.Name(); name {
	case "text:p", "text:h":
		return r.paragraph()
	case "text:list":
		return r.readList()
	case "text:numbered-paragraph":
		return r.numberedParagraph()
	case "table:table":
		if r.deleted() {
			return r.Into(&Blocks{}, r.table)
		}
		return r.table()
	case "text:section":
		return r.section()
	case "text:table-of-content", "text:illustration-index", "text:table-index", "text:object-index", "text:user-index",
		"text:alphabetical-index", "text:bibliography":
		return r.s.Children(func() error { // the index's text, not the source that describes it
			if r.s.Name() == "text:index-body" {
				return r.Content()
			}
			return nil
		})
	case "text:index-title":
		return r.section()
	case "text:soft-page-break":
		r.softBreak()
	case "text:tracked-changes":
		return r.readTrackedChanges()
	case "office:forms":
		return r.readForms()
	case "text:change-start", "text:change-end":
		r.changeMark()
	case "office:annotation":
		return r.annotation()
	default:
		if strings.HasPrefix(name, "draw:") {
			return r.Shape()
		}
	}
	return nil
}

func (r *Reader) softBreak() {
	r.shared.soft = true
	r.shared.page++
}

// section reads a text:section unless it is hidden (part 3, 5.4).
func (r *Reader) section() error {
	switch string(r.s.AttrBytes("text:display")) {
	case "none":
		return nil
	case "condition":
		if string(r.s.AttrBytes("text:is-hidden")) == "true" {
			return nil
		}
	}
	if name := r.s.AttrBytes("text:style-name"); len(name) > 0 && r.styles.Get(odf.Section, name).Hidden {
		return nil
	}
	return r.Content()
}

// annotation takes a comment, which is no content (part 3, 14.1).
func (r *Reader) annotation() error {
	var author, date string
	var text Blocks
	err := r.Into(&text, func() error {
		return r.s.Children(func() error {
			var err error
			switch r.s.Name() {
			case "dc:creator":
				author, err = r.s.InnerText()
			case "dc:date":
				date, err = r.s.InnerText()
			case "meta:date-string", "meta:creator-initials", "loext:sender-initials":
			default:
				err = r.Block()
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	joined, err := r.join(&text)
	if joined.text != "" {
		comment := maps.Clone(r.shared.place)
		if comment == nil {
			comment = map[string]any{}
		}
		comment["text"] = joined.text
		if author = strings.TrimSpace(author); author != "" {
			comment["author"] = author
		}
		if date = odf.Date(strings.TrimSpace(date)); date != "" {
			comment["date"] = date
		}
		r.shared.comments = append(r.shared.comments, comment)
	}
	return err
}

// joined returns content as one text block, with its links and emphasis when it is one paragraph. The block is nil when
// there is no text; what is no text is in rest.
func (r *Reader) joined(content *Blocks) (block *udm.ContentBlock, rest []*udm.ContentBlock, err error) {
	if len(content.Blocks) == 1 && content.Blocks[0].Type == udm.Text && content.Blocks[0].Category != udm.ListItem {
		return content.Blocks[0], content.Notes, nil
	}
	c, err := r.join(content)
	if err != nil {
		return nil, nil, err
	}
	if c.text != "" {
		block = udm.NewText(udm.UncategorizedText, c.text)
	}
	return block, append(c.rest, content.Notes...), nil
}
