package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// kind is what a block turned out to be.
type kind uint8

const (
	para kind = iota
	heading
	listItem
	tableBlock
	imageBlock
	drawing // the labels of a chart or diagram
	entry   // of a list of contents
	code
	formula
	caption
	note
	header
	footer
	inset // text that was read off a picture
)

// block is a paragraph, heading, table, picture or the like on one page.
type block struct {
	kind  kind
	page  int
	view  *view
	box   page.Rect // in its layer's coordinates
	lines []line
	style style
	rtl   bool

	level     int // of a heading from 1, of a list item from 0
	label     string
	labelKind labelKind
	number    int

	table *table
	pages []int // 1-based numbers of the pages that a table runs over
	from  int   // 1-based number of the page with the table that this one goes on from, 0 for none
	image *page.Image
	inner []*block // what was read off the picture
	cap   string   // caption of a table or picture
	alt   string

	column    page.Rect // extent of the zone it stands in
	gapBefore float32   // white space above it, -1 at a zone's top
	gapAfter  float32
	indent    float32
	centred   bool
	text      string // set when the text isn't made from lines
	goesOn    *block // the part on a later column or page that belongs to it
	unit      int    // of the structure tree, from 1; 0 for none
	joined    *block // the table that this one's rows went into
	margin    int8   // of the page that it is in, 0 for none
	side      bool   // a heading that stands beside its text
	dropped   bool   // its content went into another block
}

func (b *block) add(l line) {
	if len(b.lines) == 0 {
		b.box = l.box
	}
	b.box = b.box.Union(l.box)
	b.lines = append(b.lines, l)
}

// plain returns the block's text with its lines joined.
func (b *block) plain() string {
	if b.text != "" {
		return b.text
	}
	size := 0
	for i := range b.lines {
		size += len(b.lines[i].text) + len(" ")
	}
	t := textBuilder{view: b.view, buf: make([]byte, 0, size)}
	b.write(&t)
	return strings.TrimSpace(t.text())
}

// first returns the text of the block's first line.
func (b *block) first() string {
	if b.text != "" || len(b.lines) == 0 {
		return b.text
	}
	return strings.TrimSpace(b.lines[0].text)
}

// write appends the block's text, and that of the parts that belong to it, to t.
func (b *block) write(t *textBuilder) {
	for ; b != nil; b = b.goesOn {
		if t.doc != nil {
			t.links, t.view = t.doc.links(b.page), b.view
		}
		for i := range b.lines {
			l := &b.lines[i]
			if l.hard && i > 0 {
				t.newline()
			}
			t.noted = i == 0 && b.kind == note
			t.line(l, b.rtl, i == 0 && b.kind == listItem && l.label != "" && !ticks(l.label))
		}
	}
}
