package fb2

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	pictures "github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// walker reads sections: of the text into the outline, or of a note into blocks.
type walker struct {
	r      *reader
	note   bool
	blocks []*udm.ContentBlock // of the note
	para   richtext.Builder
	refs   []string // notes that para refers to
	images []string // that stand in para
}

func (w *walker) add(b *udm.ContentBlock) error {
	if err := w.r.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	if w.note {
		if b.Type == udm.Text {
			b.Category = udm.Footnote
			b.A().NoteKind = udm.NoteFootnote
		}
		w.blocks = append(w.blocks, b)
		return nil
	}
	w.r.out.Add(b)
	return nil
}

// section reads the content of the current element: a body (level 0) or a section.
func (w *walker) section(level int) error {
	return w.r.s.Children(func() error { return w.child(level, "") })
}

func (w *walker) child(level int, style string) error {
	s := w.r.s
	switch name := s.Name(); name {
	case "section":
		if level == 0 && !w.note {
			w.r.out.Break("")
		}
		return w.section(level + 1)
	case "title":
		return w.title(max(level, 1))
	case "subtitle":
		return w.paragraph("subtitle")
	case "p", "text-author", "date":
		return w.paragraph(style)
	case "epigraph", "cite", "annotation":
		return s.Children(func() error { return w.child(level, name) })
	case "poem":
		return s.Children(func() error { return w.child(max(level, 1)+1, "poem") })
	case "stanza":
		return w.stanza(max(level, 1) + 1)
	case "image":
		return w.picture(strings.TrimPrefix(s.Attr("l:href"), "#"), s.Attr("alt"))
	case "table":
		return w.table()
	}
	return nil
}

// title reads the paragraphs of a title into one heading.
func (w *walker) title(level int) error {
	w.reset()
	err := w.r.s.Children(func() error {
		if w.r.s.Name() != "p" {
			return nil
		}
		if w.para.Len() > 0 {
			w.para.Break()
		}
		return w.inline(0)
	})
	if err != nil {
		return err
	}
	if w.note { // the note's own number, which its mark repeats
		if text, _, _ := w.para.Text(); len(text) <= 5 {
			return nil
		}
	}
	b := udm.NewText(udm.Title, "")
	if !w.note {
		b.A().HeadingLevel = level
	}
	return w.emit(b)
}

func (w *walker) paragraph(style string) error {
	w.reset()
	if err := w.inline(0); err != nil {
		return err
	}
	b := udm.NewText(udm.NarrativeText, "")
	if style != "" {
		b.A().Style = style
	}
	return w.emit(b)
}

// stanza reads verses into one block, a line each; its title and subtitle stand above them.
func (w *walker) stanza(level int) error {
	verses := func() error {
		b := udm.NewText(udm.NarrativeText, "")
		b.A().Style = "poem"
		err := w.emit(b)
		w.reset()
		return err
	}
	w.reset()
	err := w.r.s.Children(func() error {
		switch name := w.r.s.Name(); name {
		case "title", "subtitle":
			if err := verses(); err != nil {
				return err
			}
			err := w.child(level, "")
			w.reset()
			return err
		case "v", "p":
			if w.para.Len() > 0 {
				w.para.Break()
			}
			return w.inline(0)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return verses()
}

func (w *walker) reset() {
	w.para.Reset()
	w.para.Collapse = true
	w.refs, w.images = nil, nil
}

// emit adds the paragraph that was gathered, and what belongs behind it.
func (w *walker) emit(b *udm.ContentBlock) error {
	if w.para.Fill(b) {
		if b.Category != udm.Title {
			b.Category = classify.Body(b.Text)
		}
		if err := w.add(b); err != nil {
			return err
		}
		if err := w.r.in.Budget.Charge(int64(len(b.Text))); err != nil {
			return err
		}
	}
	images, refs := w.images, w.refs
	for _, id := range images {
		if err := w.picture(id, ""); err != nil {
			return err
		}
	}
	for _, id := range refs {
		w.r.note(id)
	}
	return nil
}

// inline reads the text of the current element into the paragraph.
func (w *walker) inline(style richtext.Style) error {
	s := w.r.s
	depth := s.Depth()
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			return nil
		case xmlscan.End:
			if s.Depth() < depth {
				return nil
			}
		case xmlscan.Text:
			w.para.Write(s.Text(), style)
		case xmlscan.Start:
			if err := w.span(style); err != nil {
				return err
			}
		}
	}
}

func (w *walker) span(style richtext.Style) error {
	s := w.r.s
	switch s.Name() {
	case "strong":
		style |= richtext.Bold
	case "emphasis":
		style |= richtext.Italic
	case "strikethrough":
		style |= richtext.Strike
	case "code":
		style |= richtext.Code
	case "sub":
		style |= richtext.Sub
	case "sup":
		style |= richtext.Super
	case "image":
		w.images = append(w.images, strings.TrimPrefix(s.Attr("l:href"), "#"))
		return s.Skip()
	case "a":
		href := s.Attr("l:href")
		if id, ok := strings.CutPrefix(href, "#"); ok && w.r.notes[id] != nil {
			w.refs = append(w.refs, id)
		}
		w.para.OpenLink(href)
		err := w.inline(style)
		w.para.CloseLink()
		return err
	}
	return w.inline(style)
}

func (w *walker) picture(id, alt string) error {
	p, ok := w.r.pictures[id]
	if !ok || len(p.data) == 0 {
		return nil
	}
	b := pictures.Block(p.data, p.mediaType)
	if w.r.in.Options.NoImages {
		b.Data.Blob = nil
	}
	b.A().AltText = alt
	return w.add(b)
}

func (w *walker) table() error {
	s := w.r.s
	g := udm.Grid{}
	headers, inHead := 0, true
	err := s.Children(func() error {
		if s.Name() != "tr" {
			return nil
		}
		g.NextRow()
		cells := 0
		err := s.Children(func() error {
			if s.Name() != "td" && s.Name() != "th" {
				return nil
			}
			inHead = inHead && s.Name() == "th"
			rows, cols := min(s.Int("rowspan", 1), 1000), min(s.Int("colspan", 1), 1000)
			w.reset()
			if err := w.inline(0); err != nil {
				return err
			}
			text, _, _ := w.para.Text()
			g.Cell(text, rows, cols)
			cells += max(cols, 1)
			return w.r.in.Budget.ChargeCells(int64(max(cols, 1)))
		})
		if inHead && cells > 0 {
			headers = g.Rows()
		}
		return err
	})
	if err != nil {
		return err
	}
	t := g.Table(headers)
	if t == nil || t.Empty() {
		return nil
	}
	return w.add(udm.NewTable(t))
}
