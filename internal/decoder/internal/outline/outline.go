// Package outline collects the blocks of a flowing document into its level-1 sections.
package outline

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// Builder makes a new section node at each level-1 heading. Notes wait until their section ends,
// so that they stand behind its text. The zero Builder is ready for use.
type Builder struct {
	nodes []*udm.StructuralNode
	notes []*udm.ContentBlock
}

// Add appends blocks in reading order.
func (b *Builder) Add(blocks ...*udm.ContentBlock) {
	for _, blk := range blocks {
		if blk.IsHeading() && blk.HeadingLevel() == 1 {
			b.Break(strings.ReplaceAll(blk.Text, "\n", " "))
		}
		b.current().Add(blk)
	}
}

// AddNote appends a foot- or endnote that belongs to the current section.
func (b *Builder) AddNote(blocks ...*udm.ContentBlock) { b.notes = append(b.notes, blocks...) }

// Break ends the current section, if it has blocks, and names the next one.
func (b *Builder) Break(label string) {
	b.flush()
	if n := len(b.nodes); n > 0 && len(b.nodes[n-1].Blocks) == 0 {
		b.nodes[n-1].Label = label
		return
	}
	b.nodes = append(b.nodes, &udm.StructuralNode{Role: udm.Section, Label: label})
}

// Last returns the last block of the current section, or nil.
func (b *Builder) Last() *udm.ContentBlock {
	if len(b.nodes) == 0 {
		return nil
	}
	n := b.nodes[len(b.nodes)-1]
	if len(n.Blocks) == 0 {
		return nil
	}
	return n.Blocks[len(n.Blocks)-1]
}

// Nodes returns the finished sections, at least one.
func (b *Builder) Nodes() []*udm.StructuralNode {
	b.current()
	b.flush()
	return b.nodes
}

func (b *Builder) current() *udm.StructuralNode {
	if len(b.nodes) == 0 {
		b.nodes = append(b.nodes, &udm.StructuralNode{Role: udm.Section})
	}
	return b.nodes[len(b.nodes)-1]
}

func (b *Builder) flush() {
	if len(b.notes) > 0 {
		b.current().Add(b.notes...)
		b.notes = nil
	}
}
