package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// noteKind tells footnotes from endnotes.
type noteKind int

const (
	footnote noteKind = iota
	endnote
)

func (k noteKind) String() string { return [...]string{udm.NoteFootnote, udm.NoteEndnote}[k] }

// noteList holds the notes of one kind by id, once they are read.
type noteList struct {
	read  bool
	items map[string][]item
	count int // marks so far
}

// noteReference reads the mark of a note, and hangs the note on the paragraph (17.11.2, 17.11.7).
func (st *story) noteReference(p *paragraph, k noteKind) error {
	id := st.s.Attr("w:id")
	custom := onOff(st.s.Attr("w:customMarkFollows"), false)
	if err := st.readNotes(k); err != nil {
		return err
	}
	list := &st.notes[k]
	label := ""
	if !custom {
		label = wordflow.Number(st.settings.noteFormat[k], st.settings.noteStart[k]+list.count)
		list.count++
		st.write(p, label, richtext.Super)
	}
	items := list.items[id]
	delete(list.items, id) // a note belongs to its first mark
	if len(items) > 0 && label != "" {
		items[0].block.A().Set("note_label", label)
	}
	for _, it := range items {
		it.block.Position.Page = st.page
		it.note = true
		p.after = append(p.after, it)
	}
	return nil
}

// readNotes reads the part with the notes of one kind, when the first of them is met.
func (r *reader) readNotes(k noteKind) error {
	list := &r.notes[k]
	if list.read {
		return nil
	}
	list.read, list.items = true, map[string][]item{}
	part := r.related(k.String() + "s")
	if part == "" {
		return nil
	}
	err := r.readEntries(part, "w:"+k.String(), func(s *xmlscan.Scanner) func([]item) {
		id := s.Attr("w:id")
		if t := s.Attr("w:type"); t != "" && t != "normal" {
			return nil // separators
		}
		return func(items []item) { list.items[id] = noteItems(k, items) }
	})
	if err != nil {
		return r.flaw(part, err)
	}
	return nil
}

// readEntries reads a part of entries with block-level content each. The function that entry returns is handed the
// entry's content; nil skips it.
func (r *reader) readEntries(part, element string, entry func(*xmlscan.Scanner) func([]item)) error {
	s, err := r.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	page := r.page
	defer func() { r.page = page }()
	return s.Children(func() error {
		if s.Name() != element {
			return nil
		}
		done := entry(s.Scanner)
		if done == nil {
			return nil
		}
		st := r.newStory(s, part)
		err := s.Children(st.block)
		if ferr := st.finish(); err == nil {
			err = ferr
		}
		done(st.items)
		return err
	})
}

// noteItems makes one block of a note's text; what is no text follows it.
func noteItems(k noteKind, items []item) []item {
	var rest []item
	var texts []*udm.ContentBlock
	for _, it := range items {
		if it.block.Type == udm.Text || it.block.Type == udm.Code {
			texts = append(texts, it.block)
		} else {
			rest = append(rest, it)
		}
	}
	if len(texts) == 0 {
		return rest
	}
	note := texts[0]
	if len(texts) > 1 || note.Type != udm.Text {
		note = udm.NewText(udm.Footnote, plainText(texts))
	}
	note.Category = udm.Footnote
	a := note.A()
	a.NoteKind, a.HeadingLevel = k.String(), 0
	return append([]item{{block: note}}, rest...)
}

// plainText joins the texts of blocks, one a line, with the labels of list items.
func plainText(blocks []*udm.ContentBlock) string {
	var lines []string
	for _, b := range blocks {
		text := b.Text
		if b.Attr != nil && b.Attr.ListLabel != "" {
			text = b.Attr.ListLabel + " " + text
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// comments returns the document's comments (17.13.4) as values for its metadata.
func (r *reader) comments() ([]any, error) {
	part := r.related("comments")
	if part == "" {
		return nil, nil
	}
	var out []any
	err := r.readEntries(part, "w:comment", func(s *xmlscan.Scanner) func([]item) {
		c := map[string]any{}
		for key, attr := range map[string]string{"author": "w:author", "initials": "w:initials"} {
			if v := s.Attr(attr); v != "" {
				c[key] = v
			}
		}
		if d := opc.Time(s.Attr("w:date")); d != "" {
			c["date"] = d
		}
		return func(items []item) {
			var blocks []*udm.ContentBlock
			for _, it := range items {
				if it.block.Text != "" {
					blocks = append(blocks, it.block)
				}
			}
			if text := plainText(blocks); text != "" {
				c["text"] = text
				out = append(out, c)
			}
		}
	})
	if err != nil {
		return out, r.flaw(part, err)
	}
	return out, nil
}
