// Package section groups a document's blocks into sections. The document itself stays as it is: sections are
// a second view over its blocks.
//
// A strategy cuts the list of blocks; the cuts tile it, so nothing is lost, doubled or moved. Image and media blocks
// take no part in a strategy: they belong to the section in whose run they stand.
package section

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/udm"
)

// Strategy is a way to cut.
type Strategy string

// The strategies.
const (
	WholeDocument Strategy = "whole-document"
	Heading       Strategy = "heading"
	ElementType   Strategy = "element-type"
	Count         Strategy = "count"
	Size          Strategy = "size"
)

// Strategies lists all of them.
func Strategies() []Strategy { return []Strategy{WholeDocument, Heading, ElementType, Count, Size} }

// Options say how to cut. The zero value means whole-document.
type Options struct {
	Strategy     Strategy
	ElementCount int  // for Count; 0 means 20
	MaxSize      int  // for Size, code points of plain text; 0 means 4000
	WithinPages  bool // cut pages, slides and sheets too
}

// Validate reports unknown strategies and limits below 1.
func (o Options) Validate() error {
	switch o.Strategy {
	case "", WholeDocument, Heading, ElementType, Count, Size:
	default:
		return fmt.Errorf("unknown section strategy %q", o.Strategy)
	}
	if o.ElementCount < 0 {
		return fmt.Errorf("section element count must be at least 1")
	}
	if o.MaxSize < 0 {
		return fmt.Errorf("section size limit must be at least 1")
	}
	return nil
}

// Section is a run of blocks.
type Section struct {
	Blocks []*udm.ContentBlock
	Node   *udm.StructuralNode // the page, slide or sheet that it is or is a part of; else nil
	Page   int                 // 1-based number of that node; 0 for none
	Part   int                 // 1-based place among the parts of a page that came apart; 0 for a whole page
	Number int                 // 1-based, also over sections without text; the page's number for pages
	Level  int                 // of the heading that opens it; 0 for none
	Label  string              // that heading's text, or the node's label
	Parent int                 // index of the section it is nested in; -1 for none
}

// Paged reports whether the section is a page, or a part of one.
func (s *Section) Paged() bool { return s.Node != nil }

// Group cuts a document.
func Group(d *udm.Document, opt Options) []Section {
	if len(d.Nodes) > 0 && d.Nodes[0].Role.PageBased() {
		return pages(d, opt)
	}
	var all []*udm.ContentBlock
	if len(d.Nodes) == 1 {
		all = d.Nodes[0].Blocks
	} else {
		n := 0
		for _, node := range d.Nodes {
			n += len(node.Blocks)
		}
		all = make([]*udm.ContentBlock, 0, n)
		for _, node := range d.Nodes {
			all = append(all, node.Blocks...)
		}
	}
	var out []Section
	for i, run := range Cut(all, opt) {
		out = append(out, Section{Blocks: run, Number: i + 1, Parent: -1})
	}
	nest(out, opt.Strategy)
	return out
}

func pages(d *udm.Document, opt Options) []Section {
	var out []Section
	for i, node := range d.Nodes {
		parts := [][]*udm.ContentBlock{node.Blocks}
		if opt.WithinPages {
			if cut := Cut(node.Blocks, opt); len(cut) > 1 {
				parts = cut
			}
		}
		first := len(out)
		for k, run := range parts {
			s := Section{Blocks: run, Node: node, Page: i + 1, Number: i + 1, Label: node.Label, Parent: -1}
			if len(parts) > 1 {
				s.Part = k + 1
			}
			out = append(out, s)
		}
		if len(parts) > 1 {
			nest(out[first:], opt.Strategy)
			for k := first; k < len(out); k++ {
				if out[k].Parent >= 0 {
					out[k].Parent += first
				}
			}
		}
	}
	return out
}

// nest gives sections of the heading strategy their level, label and parent: the nearest earlier section with a
// smaller level. Headings without a level stand outside of the outline.
func nest(sections []Section, strategy Strategy) {
	if strategy != Heading {
		return
	}
	var open []int
	for i := range sections {
		s := &sections[i]
		head := opening(s.Blocks)
		if head == nil {
			continue
		}
		s.Label = head.Text
		s.Level = head.HeadingLevel()
		if s.Level == 0 {
			continue
		}
		for len(open) > 0 && sections[open[len(open)-1]].Level >= s.Level {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			s.Parent = open[len(open)-1]
		}
		open = append(open, i)
	}
}

// opening returns the heading that a run begins with, images before it left aside.
func opening(run []*udm.ContentBlock) *udm.ContentBlock {
	for _, b := range run {
		if counts(b) {
			if b.IsHeading() {
				return b
			}
			return nil
		}
	}
	return nil
}

// HeadingPath returns the labels from the outermost section down to that of index i.
func HeadingPath(sections []Section, i int) []string {
	if sections[i].Level == 0 && opening(sections[i].Blocks) == nil {
		return nil
	}
	var path []string
	for ; i >= 0; i = sections[i].Parent {
		path = append([]string{sections[i].Label}, path...)
	}
	return path
}

// counts reports whether a block takes part in strategies.
func counts(b *udm.ContentBlock) bool { return b.Type != udm.ImageContent && b.Type != udm.Media }

// Cut cuts a list of blocks; the runs tile it. It returns none for no blocks.
func Cut(blocks []*udm.ContentBlock, opt Options) [][]*udm.ContentBlock {
	if len(blocks) == 0 {
		return nil
	}
	var starts func(*udm.ContentBlock) bool
	switch opt.Strategy {
	case Heading:
		starts = (*udm.ContentBlock).IsHeading
	case ElementType:
		starts = byType()
	case Count:
		starts = byCount(orDefault(opt.ElementCount, 20))
	case Size:
		starts = bySize(orDefault(opt.MaxSize, 4000))
	default:
		return [][]*udm.ContentBlock{blocks}
	}
	var out [][]*udm.ContentBlock
	from, counted := 0, 0 // counted blocks in the current run
	for i, b := range blocks {
		if !counts(b) {
			continue
		}
		// An image before a run's first counted block goes with the run before it, if there is one.
		if starts(b) && counted > 0 {
			out = append(out, blocks[from:i:i])
			from, counted = i, 0
		}
		counted++
	}
	return append(out, blocks[from:])
}

func orDefault(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

func byType() func(*udm.ContentBlock) bool {
	first, last := true, false
	return func(b *udm.ContentBlock) bool {
		table := b.Category == udm.TableCategory
		change := !first && table != last
		first, last = false, table
		return change
	}
}

func byCount(n int) func(*udm.ContentBlock) bool {
	i := 0
	return func(*udm.ContentBlock) bool {
		i++
		return i > 1 && (i-1)%n == 0
	}
}

func bySize(limit int) func(*udm.ContentBlock) bool {
	sum := 0
	return func(b *udm.ContentBlock) bool {
		n := PlainLen(b)
		if sum+n > limit {
			sum = n
			return true
		}
		sum += n
		return false
	}
}

// PlainLen returns the length of a block's plain text in code points; a table counts by its cell texts joined by
// single spaces.
func PlainLen(b *udm.ContentBlock) int {
	switch b.Type {
	case udm.Link:
		return utf8.RuneCountInString(LinkText(b))
	case udm.TableContent:
		n, filled := 0, 0
		for r := range b.Table.Rows() {
			for c := range b.Table.Cols() {
				if s := b.Table.Cell(r, c); s != "" {
					n += utf8.RuneCountInString(s)
					filled++
				}
			}
		}
		return n + max(filled-1, 0)
	case udm.ImageContent, udm.Media:
		return 0
	}
	return utf8.RuneCountInString(b.Text)
}

// LinkText returns what a link block shows: its display text, else its URL.
func LinkText(b *udm.ContentBlock) string {
	if b.Attr != nil && strings.TrimSpace(b.Attr.DisplayText) != "" {
		return b.Attr.DisplayText
	}
	return b.Text
}
