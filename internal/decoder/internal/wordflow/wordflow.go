// Package wordflow turns the flat stream in which Word keeps a text (paragraph ends, cell ends, row ends)
// into blocks. RTF and the binary Word format are two spellings of that stream.
//
// Tables are not containers in it: each paragraph says how deep in tables it lies, a cell mark ends the
// cell, and a row end carries the row's cell borders.
package wordflow

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Paragraph is what is known of a paragraph when it ends.
type Paragraph struct {
	Level     int    // tables that it lies in; 0 outside of all
	Style     string // the paragraph style's name, "" for the default one
	Outline   int    // 1 to 9 for a heading, 0 for body text
	Kind      Kind
	ListType  string // udm.Bullet or udm.Ordered; "" for none
	ListLevel int    // 0-based
	ListLabel string // as shown, such as "2.a)"
}

// Story is one run of text with its own paragraphs and tables: the body, a header, a note, a text box.
type Story struct {
	Budget *limit.Budget

	items  []item
	tables []*table        // open ones, outermost first
	floats []item          // what stands behind the paragraph that is being read
	code   codelines.Lines // paragraphs that may be a code block, which is not finished yet
	err    error
}

type item struct {
	block *udm.ContentBlock
	note  bool
}

// maxTableLevel bounds the nesting of tables; deeper cells belong to the deepest table.
const maxTableLevel = 16

// tableSize is about what a table takes beside its texts, bytes.
const tableSize = 1 << 10

// Err returns the first error of the budget.
func (s *Story) Err() error { return s.err }

// EndParagraph ends a paragraph, whose text is in b, and resets b. An empty one leaves nothing, but ends
// the tables that it does not lie in.
func (s *Story) EndParagraph(p Paragraph, b *richtext.Builder) {
	s.level(p.Level)
	if len(s.tables) > 0 {
		s.tables[len(s.tables)-1].add(p, b)
		b.Reset()
		s.flushFloats()
		return
	}
	switch blk := block(p, b); {
	case p.Kind == Code && p.Outline == 0:
		s.hold(b, true, blk)
	case blk != nil && len(s.floats) == 0 && codelines.Typewritten(blk):
		s.hold(b, false, blk)
	case blk != nil:
		s.add(item{block: blk})
	case len(s.floats) == 0 && s.code.Maybe():
		s.hold(b, false, nil)
	}
	b.Reset()
	s.flushFloats()
}

// EndCell ends a cell of the table at level 1 or deeper.
func (s *Story) EndCell(level int) {
	level = max(level, 1)
	s.level(level)
	t := s.tables[len(s.tables)-1]
	t.endCell()
}

// InRow reports whether a row of a table at that level has been begun.
func (s *Story) InRow(level int) bool {
	return level > 0 && len(s.tables) >= level && len(s.tables[level-1].row) > 0
}

// EndRow ends a row of the table at level 1 or deeper. With fewer cell descriptions than cells, the
// others are one column wide.
func (s *Story) EndRow(level int, r Row) {
	level = max(level, 1)
	s.level(level)
	t := s.tables[len(s.tables)-1]
	n := len(t.row)
	if t.cellText.Len() > 0 {
		n++
	}
	if s.Budget != nil && s.err == nil {
		s.err = s.Budget.ChargeCells(int64(n))
	}
	t.endRow(r)
}

// Float adds blocks that are anchored in the paragraph being read, such as pictures and text
// boxes: they stand behind it, or behind its table.
func (s *Story) Float(blocks ...*udm.ContentBlock) {
	for _, b := range blocks {
		s.floats = append(s.floats, item{block: b})
	}
}

// Note adds a foot- or endnote whose mark is in the paragraph being read.
func (s *Story) Note(blocks ...*udm.ContentBlock) {
	for _, b := range blocks {
		s.floats = append(s.floats, item{block: b, note: true})
	}
}

// Blocks ends the story and returns its blocks, notes among them.
func (s *Story) Blocks() []*udm.ContentBlock {
	s.finish()
	out := make([]*udm.ContentBlock, len(s.items))
	for i, it := range s.items {
		out[i] = it.block
	}
	return out
}

// AddTo ends the story and adds its blocks to an outline.
func (s *Story) AddTo(o *outline.Builder) {
	s.finish()
	for _, it := range s.items {
		if it.note {
			o.AddNote(it.block)
		} else {
			o.Add(it.block)
		}
	}
}

// Text ends the story and returns its text, one line a paragraph, and its blocks that are no text.
func (s *Story) Text() (string, []*udm.ContentBlock) {
	var lines []string
	var rest []*udm.ContentBlock
	for _, b := range s.Blocks() {
		switch b.Type {
		case udm.Text, udm.Code:
			lines = append(lines, labelled(b))
		case udm.TableContent:
			lines = append(lines, flat(b.Table))
		default:
			rest = append(rest, b)
		}
	}
	return strings.Join(lines, "\n"), rest
}

// labelled returns a block's text with its list label in front.
func labelled(b *udm.ContentBlock) string {
	if b.Attr != nil && b.Attr.ListLabel != "" {
		return b.Attr.ListLabel + " " + b.Text
	}
	return b.Text
}

// NoteBlock makes one block of a note's story, and returns the story's pictures behind it.
func NoteBlock(kind, label string, s *Story) []*udm.ContentBlock {
	blocks := s.Blocks()
	var out []*udm.ContentBlock
	if len(blocks) == 1 && blocks[0].Type == udm.Text {
		n := blocks[0]
		n.Category = udm.Footnote
		n.A().NoteKind = kind
		out = append(out, n)
	} else {
		text, rest := s.Text()
		if text != "" {
			out = append(out, udm.NewNote(kind, text))
		}
		out = append(out, rest...)
	}
	if len(out) > 0 && out[0].Category == udm.Footnote && label != "" {
		out[0].A().Set("note_label", label)
	}
	return out
}

func (s *Story) finish() {
	s.level(0)
	s.flushFloats()
	s.flushCode()
}

// level closes the tables deeper than n and opens those up to it.
func (s *Story) level(n int) {
	n = min(max(n, 0), maxTableLevel)
	for len(s.tables) > n {
		t := s.tables[len(s.tables)-1]
		s.tables = s.tables[:len(s.tables)-1]
		blk, inside, err := t.finish(s.Budget)
		if s.err == nil {
			s.err = err
		}
		if len(s.tables) > 0 {
			s.tables[len(s.tables)-1].nest(blk, inside)
			continue
		}
		if blk != nil {
			s.add(item{block: blk})
		}
		for _, it := range inside {
			s.add(it)
		}
	}
	for len(s.tables) < n {
		s.tables = append(s.tables, &table{})
		if s.Budget != nil && s.err == nil {
			s.err = s.Budget.Charge(tableSize)
		}
	}
}

func (s *Story) flushFloats() {
	if len(s.tables) > 0 {
		t := s.tables[len(s.tables)-1]
		t.inside = append(t.inside, s.floats...)
	} else {
		for _, it := range s.floats {
			s.add(it)
		}
	}
	s.floats = s.floats[:0]
}

func (s *Story) add(it item) {
	s.flushCode()
	s.append(it)
}

func (s *Story) append(it item) {
	s.items = append(s.items, it)
	if s.Budget != nil && s.err == nil {
		s.err = s.Budget.ChargeBlocks(1)
	}
}

// hold keeps a paragraph that is code by its style or typewritten until it shows whether it and its neighbours
// are code. A nil block is an empty line.
func (s *Story) hold(b *richtext.Builder, sure bool, blk *udm.ContentBlock) {
	if s.code.Turns(sure) {
		s.flushCode()
	}
	s.code.Add(b.String(), sure, blk)
}

// flushCode ends the code block that is being collected.
func (s *Story) flushCode() {
	for _, b := range s.code.Flush() {
		s.append(item{block: b})
	}
}

// block makes the block of a paragraph outside of tables; nil when it has no text.
func block(p Paragraph, b *richtext.Builder) *udm.ContentBlock {
	blk := udm.NewText(udm.NarrativeText, "")
	if !b.Fill(blk) {
		return nil
	}
	if p.Style != "" {
		blk.A().Style = p.Style
	}
	switch {
	case p.Outline > 0:
		blk.Category = udm.Title
		blk.A().HeadingLevel = p.Outline
		blk.A().ListLabel = p.ListLabel
		return blk
	case p.Kind == DocTitle || p.Kind == Subtitle:
		blk.Category = udm.Title
		return blk
	case p.ListType != "":
		blk.Category = udm.ListItem
		a := blk.A()
		a.ListType, a.ListLevel, a.ListLabel = p.ListType, p.ListLevel, p.ListLabel
		return blk
	case p.Kind == Caption:
		blk.Category = udm.FigureCaption
		return blk
	}
	if rest, ok := classify.Bullet(blk.Text); ok {
		richtext.DropPrefix(blk, utf8.RuneCountInString(blk.Text)-utf8.RuneCountInString(rest))
		blk.Category = udm.ListItem
		blk.A().ListType = udm.Bullet
		return blk
	}
	blk.Category = classify.Body(blk.Text)
	return blk
}
