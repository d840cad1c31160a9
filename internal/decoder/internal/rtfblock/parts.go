package rtfblock

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// note reads {\footnote …}, which stands behind its mark in the text.
func (r *reader) note() {
	if r.g.dest != toStory {
		r.skipRest()
		return
	}
	mark := r.story.mark
	r.story.mark = ""
	st := r.openStory()
	st.note = true
	r.g.onEnd = func(g *group) {
		r.endStory(st, g)
		kind := udm.NoteFootnote
		if st.endnote {
			kind = udm.NoteEndnote
		}
		r.story.Note(wordflow.NoteBlock(kind, mark, &st.Story)...)
	}
}

// noteMark is \chftn, the number of a note. In the note itself it is left out.
func (r *reader) noteMark() {
	if r.g.dest != toStory || r.story.note {
		return
	}
	n, format := &r.notes, r.noteFmt
	ahead := r.b[r.pos:min(len(r.b), r.pos+600)]
	if i := bytes.Index(ahead, []byte(`\footnote`)); i >= 0 && bytes.HasPrefix(ahead[i+len(`\footnote`):], []byte(`\ftnalt`)) {
		n, format = &r.endnotes, r.endFmt
	}
	*n++
	mark := wordflow.Number(format, *n)
	r.story.mark = mark
	if !r.g.hidden && !r.g.deleted {
		r.story.para.Write(mark, r.g.style|richtext.Super)
	}
}

// furniture reads a header or footer; each text is taken over once.
func furniture(c udm.Category) func(*reader) {
	return func(r *reader) {
		if r.g.dest != toStory {
			r.skipRest()
			return
		}
		st := r.openStory()
		r.g.onEnd = func(g *group) {
			r.endStory(st, g)
			text, rest := st.Text()
			key := fmt.Sprint(c, text, len(rest))
			if r.inserted[key] {
				return
			}
			r.inserted[key] = true
			if text != "" {
				rest = append([]*udm.ContentBlock{udm.NewText(c, text)}, rest...)
			}
			if c == udm.Header {
				r.headers = append(r.headers, rest...)
			} else {
				r.footers = append(r.footers, rest...)
			}
		}
	}
}

// annotation reads {\*\annotation …}, a comment.
func (r *reader) annotation() {
	st := r.openStory()
	author := r.author
	r.author = ""
	r.g.onEnd = func(g *group) {
		r.endStory(st, g)
		text, _ := st.Text()
		if text == "" {
			return
		}
		c := map[string]any{"text": text}
		if author != "" {
			c["author"] = author
		}
		r.comments = append(r.comments, c)
	}
}

// textBox reads {\shptxt …}: its blocks stand behind the paragraph that it is anchored in.
func (r *reader) textBox() {
	st := r.openStory()
	r.g.onEnd = func(g *group) {
		r.endStory(st, g)
		r.story.Float(st.Blocks()...)
	}
}

// objectResult reads what an embedded object shows.
func (r *reader) objectResult() {
	if r.g.dest == toNowhere {
		return
	}
	r.g.dest = toStory
}

// field is an open {\field …}.
type field struct {
	parent      *field
	instruction strings.Builder
	result      int // \ffres: 25 means the default
	byDefault   int // \ffdefres
}

func (r *reader) fieldStart() {
	f := &field{parent: r.field, result: 25}
	r.field = f
	r.g.onEnd = func(g *group) {
		r.field = f.parent
		if strings.HasPrefix(strings.TrimSpace(f.instruction.String()), "FORMCHECKBOX") {
			state := f.result
			if state == 25 {
				state = f.byDefault
			}
			box := "☐"
			if state == 1 {
				box = "☒"
			}
			outer := r.g
			r.g = *g
			r.emit(box)
			r.g = outer
		}
	}
}

func (r *reader) onField(change func(*field)) {
	if r.field != nil {
		change(r.field)
	}
}

// fieldInstruction collects {\*\fldinst HYPERLINK "…"}. Inside another instruction it is left out.
func (r *reader) fieldInstruction() {
	if r.field == nil || r.g.dest == toBuffer {
		r.skipRest()
		return
	}
	r.g.dest, r.g.buf = toBuffer, &r.field.instruction
}

// fieldResult makes the text of a hyperlink's result a link.
func (r *reader) fieldResult() {
	if r.field == nil || r.g.dest != toStory {
		return
	}
	url := wordflow.Hyperlink(r.field.instruction.String())
	if url == "" {
		return
	}
	st := r.story
	st.link = url
	st.para.OpenLink(url)
	r.g.onEnd = func(*group) {
		st.link = ""
		st.para.CloseLink()
	}
}
