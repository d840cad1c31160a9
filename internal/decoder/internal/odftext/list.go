package odftext

import (
	"github.com/udecode/udecode/internal/decoder/internal/odf"
	"github.com/udecode/udecode/internal/udm"
)

// list is a text:list that is open.
type list struct {
	outer *list
	style *odf.ListStyle // nil when no style is known
	level int            // 0-based
	count *counter

	inItem bool
	header bool // a text:list-header: not numbered
	fresh  bool // the item has no paragraph yet
	start  int  // the item's own number; 0 for the next one
}

// counter holds the numbers of a list's levels, which other lists may continue.
type counter struct {
	numbers [odf.MaxListLevel]int
	begun   [odf.MaxListLevel]bool // there is an item of that level in the current item above it
}

// numbering remembers lists that may be continued (part 3, 19.777 and 19.780).
type numbering struct {
	byID    map[string]*counter
	byStyle map[string]*counter
	outline counter
}

// label is what stands before a paragraph.
type label struct {
	kind  string // udm.Bullet or udm.Ordered; "" outside of lists
	level int
	text  string
	again bool // not the item's first paragraph
}

// readList reads a text:list.
func (r *Reader) readList() error {
	styleName, continued, id := r.s.Attr("text:style-name"), r.s.Attr("text:continue-list"), r.s.Attr("xml:id")
	proceed := string(r.s.AttrBytes("text:continue-numbering")) == "true"
	l := &list{outer: r.list}
	if styleName != "" {
		l.style = r.styles.List(styleName)
	}
	if o := r.list; o != nil {
		l.level, l.count = min(o.level+1, odf.MaxListLevel-1), o.count
		if l.style == nil {
			l.style = o.style
		}
		if !proceed && o.level < l.level {
			l.count.begun[l.level] = false
		}
	} else {
		l.count = r.shared.numbered.open(styleName, continued, proceed)
	}
	if id != "" {
		r.shared.numbered.byID[id] = l.count
	}
	r.list = l
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "text:list-item":
			l.inItem, l.header, l.fresh, l.start = true, false, true, r.s.Int("text:start-value", 0)
		case "text:list-header":
			l.inItem, l.header, l.fresh = true, true, true
		default:
			return nil
		}
		return r.Content()
	})
	r.list = l.outer
	return err
}

// open returns the counter for a list that is not inside of another one.
func (n *numbering) open(style, continued string, proceed bool) *counter {
	if n.byID == nil {
		n.byID, n.byStyle = map[string]*counter{}, map[string]*counter{}
	}
	var c *counter
	if continued != "" {
		c = n.byID[continued]
	} else if proceed {
		c = n.byStyle[style]
	}
	if c == nil {
		c = new(counter)
	}
	n.byStyle[style] = c
	return c
}

// numberedParagraph reads a text:numbered-paragraph, a list item outside of lists (part 3, 5.3.6).
func (r *Reader) numberedParagraph() error {
	styleName, id := r.s.Attr("text:style-name"), r.s.Attr("text:list-id")
	l := &list{
		outer: r.list,
		style: r.styles.List(styleName),
		level: min(max(r.s.Int("text:level", 1), 1), odf.MaxListLevel) - 1,
		count: r.shared.numbered.open(styleName, id, true),
		fresh: true, inItem: true,
		start: r.s.Int("text:start-value", 0),
	}
	if id != "" {
		r.shared.numbered.byID[id] = l.count
	}
	r.list = l
	err := r.Content()
	r.list = l.outer
	return err
}

// nextLabel counts a paragraph and returns its label. level is that of a heading, 0 for others.
func (r *Reader) nextLabel(level int, style *odf.Style) label {
	if r.list != nil {
		return r.list.next(r.styles, style)
	}
	outline := r.styles.OutlineStyle()
	if level == 0 || outline == nil || r.s.Name() != "text:h" || style.NoList {
		return label{}
	}
	if string(r.s.AttrBytes("text:is-list-header")) == "true" || level > odf.MaxListLevel {
		return label{}
	}
	start := r.s.Int("text:start-value", 0)
	if string(r.s.AttrBytes("text:restart-numbering")) == "true" && start == 0 {
		start = outline.Levels[level-1].Start
	}
	return label{text: r.shared.numbered.outline.next(outline, level-1, start)}
}

// next counts a paragraph of an item: the first one has the item's number.
func (l *list) next(styles *odf.Styles, paragraph *odf.Style) label {
	style := l.style
	if style == nil && paragraph.ListStyle != "" {
		style = styles.List(paragraph.ListStyle)
	}
	if l.header || paragraph.NoMark || style != nil && style.Levels[l.level].Blank {
		return label{}
	}
	out := label{kind: udm.Bullet, level: l.level}
	if style != nil && style.Levels[l.level].Ordered {
		out.kind = udm.Ordered
	}
	out.again = !l.fresh
	l.fresh = false
	if out.again || !l.inItem || style == nil {
		return out
	}
	out.text = l.count.next(style, l.level, l.start)
	return out
}

// next counts an item of a level and returns its label; start is its own number, 0 for the next one.
func (c *counter) next(style *odf.ListStyle, level, start int) string {
	for i := range level { // levels that were left out count as their first item
		if !c.begun[i] {
			c.begun[i], c.numbers[i] = true, style.Levels[i].Start
		}
	}
	switch {
	case start > 0:
		c.numbers[level] = start
	case c.begun[level]:
		c.numbers[level]++
	default:
		c.numbers[level] = style.Levels[level].Start
	}
	c.begun[level] = true
	for i := level + 1; i < len(c.begun); i++ {
		c.begun[i] = false
	}
	return style.Label(level, &c.numbers)
}
