package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// captions gives tables and pictures the captions that stand next to them.
type captions struct {
	last  *udm.ContentBlock // a table or picture that was added just now and may be followed by its caption
	text  string            // a caption that was added just now and may be followed by what it belongs to
	other *udm.ContentBlock // the table or picture in front of that caption, which gets it when nothing follows
}

// meet takes notice of a block as it is added to the story.
func (c *captions) meet(b *udm.ContentBlock) {
	takes := (b.Type == udm.TableContent || b.Type == udm.ImageContent) && captionOf(b) == ""
	if c.text != "" {
		if takes {
			setCaption(b, c.text)
			takes = false
		} else if c.other != nil {
			setCaption(c.other, c.text)
		}
	}
	c.text, c.other, c.last = "", nil, nil
	if takes {
		c.last = b
	}
}

// add takes notice of a caption that was added to the story behind prev; seq is what its numbers count.
func (c *captions) add(b *udm.ContentBlock, prev *udm.ContentBlock, seq string) {
	above := strings.EqualFold(seq, "table") || strings.HasPrefix(strings.ToLower(b.Text), "tab")
	if prev != nil && !above {
		setCaption(prev, b.Text)
		return
	}
	c.text, c.other = b.Text, prev
}

// end gives the last caption to what stands in front of it.
func (c *captions) end() {
	if c.text != "" && c.other != nil {
		setCaption(c.other, c.text)
	}
}

func captionOf(b *udm.ContentBlock) string {
	if b.Table != nil {
		return b.Table.Caption
	}
	if b.Attr != nil {
		return b.Attr.Caption
	}
	return ""
}

func setCaption(b *udm.ContentBlock, text string) {
	if b.Table != nil {
		b.Table.Caption = text
		return
	}
	b.A().Caption = text
}
