package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// captions gives tables and pictures the captions that stand next to them.
type captions struct {
	last    *udm.ContentBlock // a table or picture that was added just now and may be followed by its caption
	pending *udm.ContentBlock // a caption that was added just now and may be followed by what it belongs to
	above   *udm.ContentBlock // the table or picture over that caption, which gets it when nothing else does
}

// meet takes notice of a block as it is added to the story.
func (c *captions) meet(b *udm.ContentBlock) {
	if b.Category == udm.FigureCaption {
		last := c.last
		c.end()
		*c = captions{}
		c.caption(b, last)
		return
	}
	open := b.Type == udm.TableContent || b.Type == udm.ImageContent
	if c.pending != nil && open && fits(c.pending, b) {
		setCaption(b, c.pending.Text)
		open = false
	} else {
		c.end()
	}
	*c = captions{}
	if open {
		c.last = b
	}
}

// caption takes notice of a caption behind prev. Captions stand over tables and under figures; where there is nothing in
// the one place, the other is looked at.
func (c *captions) caption(b, prev *udm.ContentBlock) {
	if prev != nil && !fits(b, prev) {
		prev = nil
	}
	if prev != nil && !ofTable(b) {
		setCaption(prev, b.Text)
		return
	}
	c.pending, c.above = b, prev
}

// end gives the last caption to what stands over it.
func (c *captions) end() {
	if c.pending != nil && c.above != nil {
		setCaption(c.above, c.pending.Text)
	}
}

func ofTable(caption *udm.ContentBlock) bool {
	return strings.HasPrefix(strings.ToLower(caption.Text), "tab")
}

// fits reports whether a caption can belong to a block: one of a table only to a table, and one of a figure not to a table
// but a chart's.
func fits(caption, b *udm.ContentBlock) bool {
	switch {
	case ofTable(caption):
		return b.Type == udm.TableContent
	case strings.HasPrefix(strings.ToLower(caption.Text), "fig"):
		return b.Type == udm.ImageContent || b.Attr != nil && b.Attr.Extra["chart"] != nil
	}
	return true
}

func setCaption(b *udm.ContentBlock, text string) {
	if b.Table != nil {
		b.Table.Caption = text
		return
	}
	b.A().Caption = text
}
