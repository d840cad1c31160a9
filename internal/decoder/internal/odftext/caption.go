package odftext

import "github.com/udecode/udecode/internal/udm"

// AttachCaptions gives tables and pictures the captions that stand beside them: that of a picture comes behind it or
// before it, that of a table before it or behind it. The caption stays a block of its own.
func (r *Reader) AttachCaptions(blocks []*udm.ContentBlock) {
	if len(r.shared.captions) == 0 {
		return
	}
	for i, b := range blocks {
		sequence, ok := r.shared.captions[b]
		if !ok {
			continue
		}
		var before, behind *udm.ContentBlock
		if i > 0 {
			before = blocks[i-1]
		}
		if i+1 < len(blocks) {
			behind = blocks[i+1]
		}
		switch {
		case sequence == "Table":
			_ = caption(behind, b.Text, udm.TableContent) || caption(before, b.Text, udm.TableContent)
		case caption(before, b.Text, udm.ImageContent), caption(behind, b.Text, udm.ImageContent):
		case sequence == "":
			_ = caption(behind, b.Text, udm.TableContent) || caption(before, b.Text, udm.TableContent)
		}
	}
}

// caption gives a block of that type its caption, if it has none yet.
func caption(b *udm.ContentBlock, text string, t udm.ContentType) bool {
	if b == nil || b.Type != t {
		return false
	}
	if t == udm.TableContent {
		if b.Table.Caption != "" {
			return false
		}
		b.Table.Caption = text
		return true
	}
	if b.A().Caption != "" {
		return false
	}
	b.A().Caption = text
	return true
}
