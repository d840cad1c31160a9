package odftext

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// paragraph is what has been read of a text:p or text:h.
type paragraph struct {
	text  richtext.Builder
	blank bool // white space that follows is dropped: it stands behind other white space or at the start

	style    *odf.Style
	sequence string   // name of the sequence field in it, which numbers captions
	number   string   // label written into the file
	formulas []string // inline formulas, as LaTeX
	prose    bool     // there is other text than formulas
	hidden   bool     // a field hides the whole of it
	linked   bool     // a link is open
	page     int32

	anchored Blocks // what is anchored in it: it stands behind
}

// begin returns an empty paragraph; end gives it back.
func (r *Reader) begin() *paragraph {
	var p *paragraph
	if n := len(r.idle); n > 0 {
		p, r.idle = r.idle[n-1], r.idle[:n-1]
	} else {
		p = new(paragraph)
	}
	p.text.Reset()
	p.blank, p.style, p.sequence, p.number, p.prose, p.hidden, p.linked = true, nil, "", "", false, false, false
	p.formulas, p.anchored = p.formulas[:0], Blocks{}
	return p
}

func (r *Reader) end(p *paragraph) { r.idle = append(r.idle, p) }

// paragraph reads a text:p or text:h and emits its block, and behind it what is anchored in it.
func (r *Reader) paragraph() error {
	p := r.begin()
	defer r.end(p)
	level := 0
	if r.s.Name() == "text:h" {
		level = max(r.s.Int("text:outline-level", 1), 1)
	}
	p.style = r.styles.Get(odf.Paragraph, r.s.AttrBytes("text:style-name"))
	if level == 0 && p.style.Outline > 0 && p.style.Role != odf.Title {
		level = p.style.Outline
	}
	label := r.nextLabel(level, p.style)
	r.breakBefore(p.style)
	p.page = r.pageNumber()
	if p.style.Hidden {
		return r.s.Skip()
	}
	if err := r.inline(p, p.style.Emphasis&^richtext.Code); err != nil {
		return err
	}
	if p.number != "" {
		label.text = p.number
	}
	if p.style.PageAfter {
		r.shared.page++
	}
	if p.hidden {
		return nil
	}
	return r.endParagraph(p, level, label)
}

// breakBefore counts the page breaks that a paragraph's or table's style asks for.
func (r *Reader) breakBefore(style *odf.Style) {
	switch {
	case style.MasterPage != "":
		if r.begun {
			if len(r.shared.masters) > 0 {
				r.shared.page++
			}
			r.shared.masters = append(r.shared.masters, style.MasterPage)
		}
	case style.PageBefore && len(r.shared.masters) > 0:
		r.shared.page++
	}
	if r.begun && len(r.shared.masters) == 0 {
		r.shared.masters = append(r.shared.masters, "") // the first page has the default one
	}
}

func (r *Reader) endParagraph(p *paragraph, level int, label label) error {
	if err := r.emitParagraph(p, level, label); err != nil {
		return err
	}
	r.emitAll(&p.anchored)
	return nil
}

func (r *Reader) emitParagraph(p *paragraph, level int, label label) error {
	if len(p.formulas) > 0 && !p.prose {
		for _, latex := range p.formulas {
			b := udm.NewFormula("latex", latex)
			b.Position.Page = p.page
			if err := r.emit(b); err != nil {
				return err
			}
		}
		return nil
	}
	if p.style.Role == odf.Code && level == 0 && (label.kind == "" || label.again) {
		line := p.text.String()
		if err := r.in.Budget.Charge(int64(len(line))); err != nil {
			return err
		}
		r.addCode(line)
		return nil
	}
	b := &udm.ContentBlock{}
	if !p.text.Fill(b) {
		return nil
	}
	b.Position.Page = p.page
	if err := r.in.Budget.Charge(int64(len(b.Text))); err != nil {
		return err
	}
	r.classify(b, p, level, label)
	if b.Category == udm.FigureCaption { // the picture that it is part of is above
		r.emitAll(&p.anchored)
		p.anchored = Blocks{}
	}
	return r.emit(b)
}

// classify says what part a paragraph plays.
func (r *Reader) classify(b *udm.ContentBlock, p *paragraph, level int, label label) {
	if name := p.style.Name; name != "" && name != "Standard" && name != "Default Paragraph Style" {
		b.A().Style = name
	}
	switch {
	case level > 0:
		b.Category = udm.Title
		b.A().HeadingLevel = level
		b.A().ListLabel = label.text
	case p.style.Role == odf.Title:
		b.Category = udm.Title
	case label.kind != "":
		b.Category = udm.ListItem
		a := b.A()
		a.ListType, a.ListLevel, a.ListLabel = label.kind, label.level, label.text
	case p.style.Role == odf.Caption || p.sequence != "" && isCaption(p.sequence):
		b.Category = udm.FigureCaption
		if r.shared.captions == nil {
			r.shared.captions = map[*udm.ContentBlock]string{}
		}
		r.shared.captions[b] = p.sequence
	default:
		if rest, ok := classify.Bullet(b.Text); ok { // typed by hand
			richtext.DropPrefix(b, utf8.RuneCountInString(b.Text)-utf8.RuneCountInString(rest))
			b.Category = udm.ListItem
			b.A().ListType = udm.Bullet
			return
		}
		b.Category = classify.Body(b.Text)
	}
}

// isCaption reports whether a sequence of that name numbers captions in the programs' own default; others number
// anything.
func isCaption(sequence string) bool {
	switch sequence {
	case "Illustration", "Figure", "Table", "Drawing", "Text":
		return true
	}
	return false
}

// write appends text with white space folded as in part 3, 6.1.2.
func (p *paragraph) write(b []byte, style richtext.Style) {
	if !p.needsFolding(b) {
		if len(b) > 0 {
			p.blank = b[len(b)-1] == ' '
			p.text.Write(string(b), style)
			p.prose = p.prose || !p.blank || len(b) > 1
		}
		return
	}
	var sb strings.Builder
	sb.Grow(len(b))
	for _, c := range b {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if p.blank {
				continue
			}
			p.blank = true
			c = ' '
		} else {
			p.blank = false
			p.prose = true
		}
		sb.WriteByte(c)
	}
	p.text.Write(sb.String(), style)
}

// needsFolding reports whether b holds white space other than single blanks.
func (p *paragraph) needsFolding(b []byte) bool {
	blank := p.blank
	for _, c := range b {
		if c <= ' ' {
			if c != ' ' || blank {
				return true
			}
			blank = true
		} else {
			blank = false
		}
	}
	return false
}

// literal appends white space that is meant as it is.
func (p *paragraph) literal(s string, style richtext.Style) {
	p.text.Write(s, style)
	p.blank = false
}

// maxSpaces bounds the blanks that one element stands for.
const maxSpaces = 1000

// inline reads the inline content of the current element into p (part 3, chapter 6).
func (r *Reader) inline(p *paragraph, style richtext.Style) error {
	depth := r.s.Depth()
	kind, err := r.s.Next()
	if err != nil {
		return err
	}
	return r.inlineFrom(p, style, kind, depth)
}

// inlineFrom is inline for an element at depth of which the token of that kind was read.
func (r *Reader) inlineFrom(p *paragraph, style richtext.Style, kind xmlscan.Kind, depth int) error {
	s := r.s
	for {
		switch kind {
		case xmlscan.EOF:
			return nil
		case xmlscan.Text:
			if !r.deleted() {
				p.write(s.Bytes(), style)
			}
		case xmlscan.End:
			if s.Depth() < depth {
				return nil
			}
		case xmlscan.Start:
			if err := r.inlineElement(p, style); err != nil {
				return err
			}
			for s.Depth() > depth { // what has not been read of it
				if _, err := s.Next(); err != nil {
					return err
				}
			}
		}
		var err error
		if kind, err = s.Next(); err != nil {
			return err
		}
	}
}

func (r *Reader) inlineElement(p *paragraph, style richtext.Style) error {
	s := r.s
	switch name := s.Name(); name {
	case "text:span":
		if span := s.AttrBytes("text:style-name"); len(span) > 0 {
			st := r.styles.Get(odf.Text, span)
			if st.Hidden {
				return nil
			}
			sets := st.Sets
			if p.style.Emphasis&richtext.Code != 0 {
				sets &^= richtext.Code // it is all code or none
			}
			if p.linked {
				sets &^= richtext.Underline // goes without saying
			}
			style = style&^sets | st.Emphasis&sets
		}
		return r.inline(p, style)
	case "text:s":
		p.literal(strings.Repeat(" ", min(max(s.Int("text:c", 1), 0), maxSpaces)), style)
	case "text:tab":
		p.literal("\t", style)
	case "text:line-break":
		p.text.Break()
		p.blank = true
	case "text:a":
		return r.anchor(p, style)
	case "text:note":
		return r.note(p, style)
	case "text:soft-page-break":
		r.softBreak()
		if p.text.Empty() {
			p.page = r.pageNumber()
		}
	case "text:number":
		number, err := s.InnerText()
		p.number = strings.TrimSpace(number)
		return err
	case "text:sequence":
		p.sequence = s.Attr("text:name")
		return r.inline(p, style)
	case "text:hidden-text":
		if string(s.AttrBytes("text:is-hidden")) != "false" {
			return nil
		}
		return r.inline(p, style)
	case "text:hidden-paragraph":
		p.hidden = p.hidden || string(s.AttrBytes("text:is-hidden")) == "true"
	case "text:ruby":
		return r.ruby(p, style)
	case "office:annotation":
		return r.annotation()
	case "text:change-start", "text:change-end":
		r.changeMark()
	case "text:tracked-changes", "office:event-listeners", "text:script", "office:forms":
	case "table:table", "text:list":
		return r.Into(&p.anchored, r.Block)
	default:
		if strings.HasPrefix(name, "draw:") {
			if r.deleted() {
				return nil
			}
			return r.Into(&p.anchored, func() error {
				r.para = p
				return r.Shape()
			})
		}
		return r.inline(p, style) // a field shows its text
	}
	return nil
}

// anchor reads a text:a.
func (r *Reader) anchor(p *paragraph, style richtext.Style) error {
	p.text.OpenLink(strings.TrimSpace(r.s.Attr("xlink:href")))
	p.linked = true
	err := r.inline(p, style)
	p.linked = false
	p.text.CloseLink()
	return err
}

// ruby reads a text:ruby: the base text, and its reading in brackets.
func (r *Reader) ruby(p *paragraph, style richtext.Style) error {
	return r.s.Children(func() error {
		switch r.s.Name() {
		case "text:ruby-base":
			return r.inline(p, style)
		case "text:ruby-text":
			reading, err := r.s.InnerText()
			if reading = strings.TrimSpace(reading); reading != "" {
				p.literal("("+reading+")", style)
			}
			return err
		}
		return nil
	})
}

// note reads a text:note: its mark stays in the text, its body becomes a block (part 3, 6.3).
func (r *Reader) note(p *paragraph, style richtext.Style) error {
	kind := udm.NoteFootnote
	if string(r.s.AttrBytes("text:note-class")) == "endnote" {
		kind = udm.NoteEndnote
	}
	mark := ""
	var body Blocks
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "text:note-citation":
			if mark = r.s.Attr("text:label"); mark != "" {
				return r.s.Skip()
			}
			text, err := r.s.InnerText()
			mark = strings.TrimSpace(text)
			return err
		case "text:note-body":
			return r.Into(&body, r.Content)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if r.deleted() {
		return nil
	}
	p.literal(mark, style|richtext.Super)
	p.prose = true
	return r.addNote(p, kind, mark, &body)
}

// addNote makes one block of a note's body. What is no text stands behind it.
func (r *Reader) addNote(p *paragraph, kind, mark string, body *Blocks) error {
	note, rest, err := r.joined(body)
	if err != nil {
		return err
	}
	if note != nil {
		note.Category = udm.Footnote
		note.Position.Page = p.page
		a := note.A()
		a.NoteKind = kind
		if mark != "" {
			a.Set("note_label", mark)
		}
		p.anchored.AddNote(note)
	}
	p.anchored.AddNote(rest...)
	return nil
}
