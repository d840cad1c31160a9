package doc

import (
	"context"
	"sort"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// noteTable says where the marks of foot- or endnotes stand and where their texts are.
type noteTable struct {
	sub    *subdocument
	refs   []int  // CPs of the marks in the body
	auto   []bool // the mark is a number
	bounds []int  // of the texts, one more than marks
}

// readNotes reads the tables of foot- or endnotes (2.8.19, 2.8.20 and their like).
func (d *document) readNotes(sub *subdocument, refPart, textPart int) noteTable {
	refs, texts := newPlc(d.part(refPart), 2), newPlc(d.part(textPart), 0)
	t := noteTable{sub: sub}
	for i := range min(refs.n, texts.n) {
		if n := len(t.refs); n > 0 && refs.at(i) <= t.refs[n-1] {
			continue
		}
		t.refs = append(t.refs, refs.at(i))
		t.auto = append(t.auto, u16(refs.data(i), 0) != 0)
		t.bounds = append(t.bounds, texts.at(i))
	}
	if n := len(t.bounds); n > 0 {
		t.bounds = append(t.bounds, texts.at(n))
	}
	return t
}

// untilNote cuts a run of n CPs behind the first note's mark in it.
func (s *subdocument) untilNote(cp, n int) int {
	for _, t := range s.notes {
		if i := sort.SearchInts(t.refs, cp); i < len(t.refs) && t.refs[i] < cp+n {
			n = t.refs[i] - cp + 1
		}
	}
	return n
}

// noteAt adds the note whose mark is the character at a CP, if there is one.
func (d *document) noteAt(ctx context.Context, st *story, cp int, c *chp) error {
	for k, t := range st.sub.notes {
		i := sort.SearchInts(t.refs, cp-st.sub.start)
		if i >= len(t.refs) || t.refs[i] != cp-st.sub.start {
			continue
		}
		kind, label := udm.NoteFootnote, ""
		if t.auto[i] {
			n := 0
			for _, a := range t.auto[:i+1] {
				if a {
					n++
				}
			}
			const arabic, lowerRoman = 0, 2
			label = wordflow.Number(arabic, n)
			if k == 1 {
				label = wordflow.Number(lowerRoman, n)
			}
			if !c.hidden && !c.deleted {
				st.para.Write(label, c.style|richtext.Super)
			}
		}
		if k == 1 {
			kind = udm.NoteEndnote
		}
		note := d.newStory(t.sub)
		if err := d.read(ctx, note, t.bounds[i], t.bounds[i+1]); err != nil {
			return err
		}
		if !c.hidden && !c.deleted {
			st.Note(wordflow.NoteBlock(kind, label, &note.Story)...)
		}
	}
	return nil
}
