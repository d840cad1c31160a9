package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// Build settles what only shows over the whole document and returns one node a page.
func Build(pages []*Page, info *page.Info, opt Options) []*udm.StructuralNode {
	d := &doc{pages: pages, info: info, opt: opt}
	nodes := make([]*udm.StructuralNode, len(pages))
	d.measure()
	d.joinUnits()
	d.hyphens()
	d.lineEnds()
	d.furniture()
	d.measureText()
	d.watermarks()
	d.logos()
	d.contents()
	d.continuations()
	d.captions()
	d.continued()
	d.notes()
	d.codes()
	d.headings()
	d.lists()
	d.flatLists()
	d.joins()
	for i, p := range pages {
		n := &udm.StructuralNode{Role: udm.Page, Width: float64(p.width), Height: float64(p.height)}
		if i < len(info.Labels) {
			n.Label = info.Labels[i]
		}
		for _, b := range p.blocks {
			if cb := d.content(p, b); cb != nil {
				n.Add(cb)
				for _, in := range b.inner {
					if cb := d.content(p, in); cb != nil {
						n.Add(cb)
					}
				}
			}
		}
		nodes[i] = n
		p.blocks = nil // for the collector: nothing comes back to them
	}
	return nodes
}

// doc is the state of Build.
type doc struct {
	pages              []*Page
	info               *page.Info
	opt                Options
	sizes              map[float32]int // characters by font size, in half points
	body               float32         // font size of most text
	texts              map[look]int    // paragraphs of larger running text
	bold, italic, mono bool            // most text is
	buf                []byte          // for a block's text
	keep               map[string]bool // compounds whose hyphen at a line's end is their own
	solid              map[string]bool // cut words that are elsewhere written without a hyphen
	endBlanks          bool            // lines of Korean end in a space character where a word ends
}

func (d *doc) measure() {
	d.sizes = make(map[float32]int)
	var f faces
	for _, p := range d.pages {
		f.join(p.faces)
		for s, n := range p.sizes {
			d.sizes[s] += n
		}
	}
	d.bold, d.italic, d.mono = f.bold*10 > 6*f.all, f.italic*10 > 6*f.all, f.typescript()
	d.usualSize()
}

// usualSize sets the size of most text, if there is any.
func (d *doc) usualSize() {
	most := 0
	for s, n := range d.sizes {
		if n > most || n == most && n > 0 && s < d.body {
			d.body, most = s, n
		}
	}
}

// measureText leaves running heads and feet aside: on slides they have more text than all else.
func (d *doc) measureText() {
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind != header && b.kind != footer {
				continue
			}
			for i := range b.lines {
				for _, q := range b.lines[i].pieces {
					d.sizes[halfPoints(q.size)] -= len(q.text)
				}
			}
		}
	}
	d.usualSize()
}

// content makes the model's block of b, nil when nothing is left of it.
func (d *doc) content(p *Page, b *block) *udm.ContentBlock {
	if b.dropped {
		return nil
	}
	var cb *udm.ContentBlock
	t := textBuilder{doc: d, buf: d.buf[:0]}
	defer func() { d.buf = t.buf }()
	switch b.kind {
	case tableBlock:
		cb = udm.NewTable(b.table.udm())
		cb.Table.Caption = b.cap
		if len(b.pages) > 1 {
			cb.A().Set("pages", b.pages)
			cb.A().Set("continued_from", b.pages[0])
		} else if b.from > 0 {
			cb.A().Set("continued_from", b.from)
		}
	case imageBlock:
		if b.image == nil {
			return nil
		}
		cb = udm.NewImage(b.image.MediaType, b.image.Blob)
		cb.Data.Width, cb.Data.Height = b.image.Width, b.image.Height
		cb.A().AltText = b.alt
		cb.A().Caption = b.cap
	default:
		b.write(&t)
		text, kind := t.text(), b.kind
		if text == "" && kind == listItem && b.labelKind != bulletLabel {
			text, kind = b.label, para // nothing that can be seen follows it
		}
		if text == "" {
			return nil
		}
		switch kind {
		case heading:
			cb = udm.NewHeading(b.level, text)
		case listItem:
			label := b.label
			if b.labelKind == bulletLabel {
				label = ""
			}
			cb = udm.NewListItem(b.listType(), b.level, label, text)
		case header:
			cb = udm.NewText(udm.Header, text)
		case footer:
			cb = udm.NewText(udm.Footer, text)
		case note:
			cb = udm.NewNote(udm.NoteFootnote, text)
		case caption:
			cb = udm.NewText(udm.FigureCaption, text)
		case code:
			cb = udm.NewCode("", b.text) // its lines and columns stay as they are
			t.spans = moveLinks(t.spans, text, b.text)
		case drawing, entry:
			cb = udm.NewText(udm.UncategorizedText, text)
		case formula:
			cb = udm.NewFormula("", text)
		default:
			cb = udm.NewText(classify.Body(text), text)
		}
	}
	if len(t.spans) > 0 {
		cb.A().Links = t.spans
	}
	t.emphasize(cb)
	if c := b.confidence(); c > 0 {
		cb.Metadata = new(udm.Metadata)
		cb.Metadata.Set("ocr", true)
		cb.Metadata.Set("ocr_confidence", c)
	}
	cb.Position.Page = int32(p.index + 1)
	cb.Position.BBox = bbox(b.view.rectBack(b.box))
	return cb
}

// links returns the links of the page with that index.
func (d *doc) links(index int) []page.Link {
	for i := min(index, len(d.pages)-1); i >= 0; i-- {
		if d.pages[i].index == index {
			return d.pages[i].links
		}
	}
	return nil
}

func bbox(r page.Rect) *udm.BBox {
	round := func(x float32) float64 { return float64(int(x*100+.5)) / 100 }
	return &udm.BBox{X: round(r.X0), Y: round(r.Y0), Width: round(r.W()), Height: round(r.H()), Unit: "pt"}
}

// quantile returns the value below which the share q of the values lies; 0 for none. It sorts its argument.
func quantile(v []float32, q float64) float32 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[min(int(q*float64(len(v))), len(v)-1)]
}

// confidence returns the mean confidence of recognized text in percent, 0 when the text was not recognized.
func (b *block) confidence() int {
	sum, n := 0, 0
	add := func(ps []*piece) {
		for _, p := range ps {
			if p.conf > 0 {
				sum += int(p.conf) * len(p.text)
				n += len(p.text)
			}
		}
	}
	for i := range b.lines {
		add(b.lines[i].pieces)
	}
	if b.table != nil {
		for _, row := range b.table.cells {
			for c := range row {
				add(row[c].pieces)
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// Comments returns the notes that readers left on pages, for the document's metadata.
func Comments(pages []*Page) []any {
	var out []any
	for _, p := range pages {
		for _, an := range p.annots {
			text := page.CleanText(an.Contents)
			if text == "" {
				continue
			}
			c := map[string]any{"page": p.index + 1, "text": text, "kind": an.Kind}
			if an.Author != "" {
				c["author"] = an.Author
			}
			if an.Date != "" {
				c["date"] = an.Date
			}
			out = append(out, c)
		}
	}
	return out
}
