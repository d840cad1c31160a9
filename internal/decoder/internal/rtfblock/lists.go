package rtfblock

import (
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// list is a definition of the list table.
type list struct {
	levels  []wordflow.ListLevel
	counter wordflow.Counter
}

// listOverride is what \ls refers to: a list and, where it restarts, the first numbers.
type listOverride struct {
	number int // \ls
	listID int
	level  int         // being described
	start  map[int]int // by level
	used   bool
}

func (r *reader) listStart() {
	l := &list{}
	r.list = l
	r.g.onEnd = func(*group) { r.list = nil }
}

func (r *reader) levelDefinition() {
	if r.list == nil || len(r.list.levels) >= wordflow.Levels {
		return
	}
	r.list.levels = append(r.list.levels, wordflow.ListLevel{Start: 1, Restart: -1})
	r.level = &r.list.levels[len(r.list.levels)-1]
	r.g.onEnd = func(*group) { r.level = nil }
}

func (r *reader) onLevel(change func(*wordflow.ListLevel)) {
	if r.level != nil {
		change(r.level)
	}
}

// levelText reads {\leveltext\'03\'00.\'01;}: the label's length, then its characters, where those below 9
// stand for the numbers of the levels.
func (r *reader) levelText() {
	buf := new(strings.Builder)
	r.g.dest, r.g.buf = toBuffer, buf
	r.g.onEnd = func(*group) {
		chars := []rune(strings.TrimSuffix(buf.String(), ";"))
		if r.level == nil || len(chars) == 0 {
			return
		}
		n := min(int(chars[0]), len(chars)-1)
		r.level.Text = string(chars[1 : 1+n])
	}
}

func (r *reader) levelStart() {
	switch {
	case r.level != nil:
		r.level.Start = r.num
	case r.over.start != nil:
		r.over.start[r.over.level] = r.num
	}
}

func (r *reader) listID() {
	if r.list != nil {
		r.lists[r.num] = r.list
		return
	}
	r.over.listID = r.num
}

func (r *reader) overrideStart() {
	r.over = listOverride{level: -1}
	r.g.onEnd = func(*group) {
		const most = 1 << 16
		if len(r.listOf) < most && r.over.number > 0 {
			r.listOf[r.over.number] = r.over
		}
		r.over = listOverride{}
	}
}

func (r *reader) overrideLevel() {
	if r.over.start == nil {
		r.over.start = map[int]int{}
	}
	r.over.level++
}

// setList is \ls: it puts a paragraph into a list, or names an override in its table.
func (r *reader) setList() {
	if r.g.dest == toNowhere {
		r.over.number = r.num
		return
	}
	r.g.ls = r.num
}

// listText collects the label of the paragraph, as the writer of the file computed it.
func (r *reader) listText() {
	st := r.story
	if r.g.dest != toStory {
		r.skipRest()
		return
	}
	st.label.Reset()
	r.g.dest, r.g.buf = toBuffer, &st.label
	st.labelled = true
}

// oldNumbering reads {\*\pn …}, which describes the numbering of the paragraph around it.
func (r *reader) oldNumbering() {
	r.g.dest = toNowhere
	r.g.onEnd = func(g *group) { r.g.pnType, r.g.pnLevel = g.pnType, g.pnLevel }
}

// listItem completes a paragraph with what is known of its list.
func (r *reader) listItem(p *wordflow.Paragraph) {
	st, pp := r.story, &r.g.pap
	label := strings.TrimSpace(st.label.String())
	if pp.ls == 0 && pp.pnType == "" && label == "" {
		return
	}
	p.ListLevel = min(max(pp.ilvl, 0), wordflow.Levels-1)
	var l *list
	if o, ok := r.listOf[pp.ls]; ok {
		l = r.lists[o.listID]
	} else if pp.ls > 0 {
		l = r.lists[pp.ls]
	}
	switch {
	case l != nil && p.ListLevel < len(l.levels):
		p.ListType = l.levels[p.ListLevel].Type()
		if !st.labelled && st.para.Len() > 0 {
			label = r.computed(l, pp.ls, p.ListLevel)
		} else if p.ListType != "" && label == "" && st.labelled && p.ListType == udm.Ordered {
			p.ListType = ""
		}
	case pp.pnType != "":
		p.ListType, p.ListLevel = pp.pnType, pp.pnLevel
	}
	if p.ListType == "" && label != "" {
		p.ListType = guessType(label)
	}
	if p.ListType == udm.Ordered {
		p.ListLabel = label
	}
}

// computed counts a paragraph of a list whose labels the file does not hold.
func (r *reader) computed(l *list, ls, level int) string {
	o := r.listOf[ls]
	if !o.used {
		for at, n := range o.start {
			l.counter.SetNext(at, n)
		}
		o.used = true
		r.listOf[ls] = o
	}
	return l.counter.Next(l.levels, level)
}

// guessType tells a number from a bullet.
func guessType(label string) string {
	for _, c := range label {
		if unicode.IsDigit(c) || unicode.IsLetter(c) && label != "o" {
			return udm.Ordered
		}
	}
	return udm.Bullet
}
