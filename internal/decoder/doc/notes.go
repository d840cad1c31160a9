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
	refs   []int // CPs of the marks in the body
	number []int // of the mark, 0 when it is no number
	bounds []int // of the texts, one more than marks
}

// readNotes reads the tables of foot- or endnotes (2.8.19, 2.8.20 and their like).
func (d *document) readNotes(sub *subdocument, refPart, textPart int) noteTable {
	refs, texts := newPlc(d.part(refPart), 2), newPlc(d.part(textPart), 0)
	t := noteTable{sub: sub, bounds: texts.bounds()}
	n := 0
	for i := range min(refs.n, texts.n) {
		at := refs.at(i)
		if k := len(t.refs); k > 0 {
			at = max(at, t.refs[k-1]+1)
		}
		number := 0
		if u16(refs.data(i), 0) != 0 {
			n++
			number = n
		}
		t.refs, t.number = append(t.refs, at), append(t.number, number)
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
		if n := t.number[i]; n > 0 {
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
