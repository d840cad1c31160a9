package docx

import (
	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// item is a block on its way into the document.
type item struct {
	block *udm.ContentBlock
	note  bool // waits for the end of its section
}

// story reads one flow of text: the body, a note, a header, a comment. It collects blocks in items.
type story struct {
	*reader
	s     *opc.Scanner
	part  string // that s reads
	items []item

	cell    *cell      // what is being read is in this cell: paragraphs become its text
	fields  []field    // open complex fields, outermost first
	pending *paragraph // a paragraph without end: the next one continues it
	free    []*paragraph
	steps   int // elements read, for looking at the context now and then

	code     codelines.Lines // paragraphs that may be a code block, which is not finished yet
	captions captions
	sections []section
}

func (r *reader) newStory(s *opc.Scanner, part string) *story {
	return &story{reader: r, s: s, part: part}
}

// block reads the block-level element that the scanner stands at (17.2.2).
func (st *story) block() error {
	if err := st.step(); err != nil {
		return err
	}
	s := st.s
	switch s.Name() {
	case "w:p":
		return st.paragraph()
	case "w:tbl":
		return st.table()
	case "w:sdt", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "w:sdtContent":
		return s.Children(st.block)
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error { return s.Children(st.block) })
	case "w:sectPr":
		sec, err := st.readSection()
		if err != nil {
			return err
		}
		return st.endSection(sec)
	case "w:altChunk":
		return st.altChunk(s.Attr("r:id"))
	case "m:oMath", "m:oMathPara":
		p := st.newParagraph()
		if err := st.math(p); err != nil {
			return err
		}
		return st.endParagraph(p)
	}
	return nil
}

// step looks at the context now and then.
func (st *story) step() error {
	if st.steps++; st.steps%256 == 0 {
		return st.ctx.Err()
	}
	return nil
}

// understood are the namespaces whose mc:Choice is read.
var understood = []string{"wps", "wpg", "wpc", "wp14", "w14", "w15", "a14", "c14", "cx"}

// emit adds a block to the story.
func (st *story) emit(it item) error {
	if err := st.flushCode(); err != nil {
		return err
	}
	return st.append(it)
}

func (st *story) append(it item) error {
	if err := st.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	if !it.note {
		st.captions.meet(it.block)
	}
	st.items = append(st.items, it)
	return nil
}

// finish ends the story.
func (st *story) finish() error {
	if p := st.pending; p != nil {
		st.pending = nil
		if err := st.endParagraph(p); err != nil {
			return err
		}
	}
	err := st.flushCode()
	st.captions.end()
	return err
}

// inside reads a piece of the part apart from what surrounds it, such as a text box, and returns its blocks.
func (st *story) inside(read func() error) ([]item, error) {
	outer := *st
	st.items, st.cell, st.fields, st.pending, st.code, st.captions = nil, nil, nil, nil, codelines.Lines{}, captions{}
	err := read()
	if ferr := st.finish(); err == nil {
		err = ferr
	}
	items := st.items
	st.items, st.cell, st.fields, st.pending, st.code, st.captions = outer.items, outer.cell, outer.fields, outer.pending, outer.code, outer.captions
	return items, err
}

// nodes makes the document's nodes, and puts headers and footers where their sections begin and end.
func (st *story) nodes() ([]*udm.StructuralNode, error) {
	var o outline.Builder
	for _, it := range st.items {
		if it.note {
			o.AddNote(it.block)
		} else {
			o.Add(it.block)
		}
	}
	nodes := o.Nodes()
	before, after, err := st.pageMatter()
	if err != nil || len(before)+len(after) == 0 {
		return nodes, err
	}
	if len(st.items) == 0 {
		nodes[0].Add(before[nil]...)
		nodes[0].Add(after[nil]...)
		return nodes, nil
	}
	for _, n := range nodes {
		var blocks []*udm.ContentBlock
		for _, b := range n.Blocks {
			blocks = append(append(append(blocks, before[b]...), b), after[b]...)
		}
		n.Blocks = blocks
	}
	return nodes, nil
}
