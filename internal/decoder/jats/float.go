package jats

import (
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// caption reads the label and the caption of a float into one text; the caption's title and first paragraph share a line.
func (w *walker) caption(n *node) (richtext.Builder, []*udm.ContentBlock) {
	return w.gather("\n", func() {
		if label := n.child("label"); label != nil {
			w.children(label, scope{})
			w.write(" ", 0)
		}
		for _, k := range n.kids {
			if k.name != "caption" && k.name != "title" {
				continue
			}
			if k.name == "title" {
				w.children(k, scope{})
				w.write(" ", 0)
				continue
			}
			first := true
			for _, p := range k.kids {
				switch {
				case p.name == "":
					w.write(p.text, 0)
				case p.name == "title":
					w.children(p, scope{})
					w.write(" ", 0)
				case p.name == "p" && first:
					first = false
					w.children(p, scope{inPara: true})
				default:
					w.flush(scope{})
					first = false
					w.element(p, scope{})
				}
			}
			w.flush(scope{})
		}
	})
}

// captionBlock returns the block of a caption; nil when there is no text.
func captionBlock(n *node, p *richtext.Builder) *udm.ContentBlock {
	b := udm.NewText(udm.FigureCaption, "")
	if !p.Fill(b) {
		return nil
	}
	anchor(b, n.get("id"))
	return b
}

// figure reads a figure, a group of them, a video or a supplement: pictures and files, the caption, then all else.
func (w *walker) figure(n *node, c scope) {
	p, after := w.caption(n)
	block, text := captionBlock(n, &p), ""
	if block != nil {
		text = block.Text
	}
	if n.name != "fig-group" {
		w.media(n, c)
		for _, k := range n.kids {
			w.pictured(k, text, c)
		}
	}
	if block != nil {
		w.add(block, c)
	}
	for _, b := range after {
		w.add(b, c)
	}
	for _, k := range n.kids {
		switch k.name {
		case "", "label", "caption", "title", "graphic", "media":
		case "alternatives":
			if !isPictured(k) {
				w.element(k, c)
			}
		default:
			w.element(k, c)
		}
	}
	if n.name == "fig-group" {
		for _, k := range n.kids {
			w.pictured(k, text, c)
		}
	}
	w.flush(c)
}

// pictured adds what a child of a figure shows.
func (w *walker) pictured(k *node, caption string, c scope) {
	switch k.name {
	case "graphic":
		w.image(k, caption, c)
	case "media":
		w.floating(k, c)
	case "alternatives":
		if isPictured(k) {
			w.pictured(k.child("graphic", "media", "inline-graphic"), caption, c)
		}
	}
}

// isPictured reports whether an element offers nothing but pictures and files.
func isPictured(alternatives *node) bool {
	pictures := 0
	for _, k := range alternatives.kids {
		switch k.name {
		case "":
		case "graphic", "media":
			pictures++
		default:
			return false
		}
	}
	return pictures > 0
}

// tableWrap reads a table with its caption above it and its notes below.
func (w *walker) tableWrap(n *node, c scope) {
	p, after := w.caption(n)
	block := captionBlock(n, &p)
	if block != nil {
		w.add(block, c)
	}
	for _, b := range after {
		w.add(b, c)
	}
	for _, k := range n.kids {
		switch k.name {
		case "", "label", "caption", "title":
		case "table":
			w.table(k, block, c)
		case "tbody", "tr", "tgroup": // of an array, or in OASIS tables
			w.table(n, block, c)
			w.flush(c)
			return
		case "alternatives":
			tables := 0
			for _, t := range k.kids {
				if t.name == "table" {
					w.table(t, block, c)
					tables++
				}
			}
			if tables == 0 {
				w.alternatives(k, c)
			}
		default:
			w.element(k, c)
		}
	}
	w.flush(c)
}

// tableFoot reads the notes below a table, a paragraph each.
func (w *walker) tableFoot(n *node, c scope) {
	c.style = "table-note"
	for _, k := range n.kids {
		switch k.name {
		case "":
		case "fn":
			w.flush(c)
			if label := k.child("label"); label != nil {
				w.children(label, c)
				w.write(" ", 0)
			}
			w.run(k, "", c)
		case "fn-group":
			w.tableFoot(k, c)
		default:
			w.element(k, c)
		}
	}
	w.flush(c)
}
