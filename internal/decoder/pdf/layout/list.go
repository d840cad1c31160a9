package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// lists turns labelled paragraphs into list items with their nesting.
func (d *doc) lists() {
	type open struct {
		x      float32 // of the label, from the column's left edge
		place  float32 // of the label, on the page
		kind   labelKind
		number int
	}
	var stack []open
	last := -1       // distance to the last item in blocks
	var above *block // the last item
	for k, p := range d.pages {
		for i, b := range p.blocks {
			if b.dropped || b.unit > 0 && d.opt.Tags != nil && d.opt.Tags.lists || b.kind == header || b.kind == footer || b.kind == note {
				continue
			}
			if b.kind != para || b.labelKind == noLabel || !d.isItem(k, i) {
				if b.kind == heading || b.kind == para && b.indent < .5*b.style.size && len(stack) > 0 {
					last++
				}
				if b.kind == heading || last > 1 {
					stack = stack[:0]
				}
				continue
			}
			last = 0
			b.kind = listItem
			if above != nil && above.page == b.page && beside(above, b) && len(stack) > 0 {
				b.level, above = above.level, b
				continue
			}
			above = b
			x := b.lines[0].box.X0 - b.column.X0
			if b.rtl {
				x = b.column.X1 - b.lines[0].box.X1
			}
			size := b.style.size
			// How far an item stands in counts from its column's edge, or from the page's where columns differ.
			at := open{x: x, place: b.lines[0].box.X0, kind: b.labelKind, number: b.number}
			for len(stack) > 0 {
				top := &stack[len(stack)-1]
				in := x - top.x
				if d := at.place - top.place; !b.rtl && abs(d) < abs(in) {
					in = d
				}
				if in > .5*size {
					break
				}
				stack = stack[:len(stack)-1]
				if in >= -.5*size {
					break
				}
			}
			b.level = len(stack)
			stack = append(stack, at)
		}
	}
}

// flatLists nests the items of a structure tree that has its lists one after the other, by where they begin.
func (d *doc) flatLists() {
	if t := d.opt.Tags; t == nil || !t.lists || t.nested {
		return
	}
	var stack []*block // the items around this one
	var last *block
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.dropped || b.kind == header || b.kind == footer || b.kind == note {
				continue
			}
			if b.kind != listItem || b.unit == 0 || len(b.lines) == 0 || last != nil && last.page == b.page && b.box.Y0 < last.box.Y0 {
				stack = stack[:0] // another list, or column
			}
			if last = b; b.kind != listItem || len(b.lines) == 0 {
				continue
			}
			for len(stack) > 0 {
				in := b.furtherIn(stack[len(stack)-1])
				if in > .5*b.style.size {
					break
				}
				stack = stack[:len(stack)-1]
				if in >= -.5*b.style.size {
					break
				}
			}
			b.level = len(stack)
			stack = append(stack, b)
		}
	}
}

// furtherIn returns how much further in than o a block begins.
func (b *block) furtherIn(o *block) float32 {
	in := b.lines[0].box.X0 - o.lines[0].box.X0
	if right := o.lines[0].box.X1 - b.lines[0].box.X1; b.rtl && abs(in) > .5*b.style.size {
		return right
	}
	return in
}

// isItem reports whether the labelled block i of page k is a list item: bullets always are, boxes to tick when there are
// several, numbers and letters when they begin at one or a neighbour continues them.
func (d *doc) isItem(k, i int) bool {
	b := d.pages[k].blocks[i]
	if ticks(b.label) {
		other := func(o *block) bool { return ticks(o.label) }
		return d.near(k, i, -1, other) || d.near(k, i, 1, other)
	}
	if b.labelKind == bulletLabel && d.attribution(k, i) {
		return false
	}
	if b.label == "*" && d.noteOfTwo(k, i) {
		b.label, b.labelKind = "", noLabel
		return false
	}
	if b.labelKind == bulletLabel || b.number == 1 && !nameInitial(b.label) {
		return true
	}
	if d.reference(k, i) {
		b.label, b.labelKind = "", noLabel
		return false
	}
	if d.near(k, i, -1, func(o *block) bool {
		return o.kind != heading && follows(o.label, b.label, o.labelKind, b.labelKind, o.number, b.number)
	}) ||
		d.near(k, i, 1, func(o *block) bool {
			return o.kind != heading && follows(b.label, o.label, b.labelKind, o.labelKind, b.number, o.number)
		}) {
		return true
	}
	return b.labelKind == numberLabel && b.number < 100 && strings.Count(b.label, ".") < 2
}

// reference reports whether the number in brackets that a block begins with refers to something in the sentence that the paragraph above, or
// at the end of the page or column before, breaks off.
func (d *doc) reference(k, i int) bool {
	b := d.pages[k].blocks[i]
	if first := firstRune(b.label); first != '[' && first != '(' || len(b.lines[0].text) <= len(b.label) || !startsLow(strings.TrimLeft(b.lines[0].text[len(b.label):], " ")) {
		return false
	}
	broken := false
	d.near(k, i, -1, func(o *block) bool {
		if o.dropped || o.kind != para && o.kind != listItem {
			return false // a picture or table; the next one tells
		}
		n := len(o.lines)
		broken = o.label == "" && n > 1 && o.style.like(b.style) && !ends(o.lines[n-1].text) && o.lines[n-1].box.X1 > o.column.X1-2*o.style.size
		return true
	})
	return broken
}

// noteOfTwo reports whether the next text begins with two asterisks: then the one that a block begins with is a note's mark and no
// bullet.
func (d *doc) noteOfTwo(k, i int) bool {
	found := false
	d.near(k, i, 1, func(o *block) bool {
		if o.dropped || len(o.lines) == 0 {
			return false
		}
		found = stars(o.lines[0].text) == 2
		return true
	})
	return found
}

// attribution reports whether a block with a dash in front tells whose the text above it is: no list item stands above or below
// it, what is indented further aside, and nothing above introduces a list.
func (d *doc) attribution(k, i int) bool {
	b := d.pages[k].blocks[i]
	if !strings.ContainsAny(b.label, "–—―") || len(b.lines) > 2 || b.rtl || b.unit > 0 {
		return false
	}
	item := func(o *block) bool { return o.labelKind != noLabel || o.kind == listItem }
	x := func(o *block) float32 { return o.box.X0 - o.column.X0 }
	alone := true
	d.near(k, i, -1, func(o *block) bool {
		if o.dropped || !item(o) && len(o.lines) > 0 && x(o) > x(b)+.5*b.style.size {
			return false
		}
		alone = o.kind == para && !item(o) && len(o.lines) > 0 && !introduces(o.lines[len(o.lines)-1].text)
		return true
	})
	d.near(k, i, 1, func(o *block) bool {
		if o.dropped || !item(o) && len(o.lines) > 0 && x(o) > x(b)+.5*b.style.size {
			return false
		}
		alone = alone && !item(o)
		return true
	})
	return alone
}

// introduces reports whether a text ends as one does that a list follows.
func introduces(s string) bool { return strings.ContainsAny(s[max(0, len(s)-1):], ":;,") }

// near reports whether one of the next blocks after, or before, block i of page k is as asked, on that page or a
// neighbouring one.
func (d *doc) near(k, i, step int, is func(*block) bool) bool {
	const most = 12 // blocks
	for n := 0; n < most; {
		for i += step; i < 0 || i >= len(d.pages[k].blocks); {
			if k += step; k < 0 || k >= len(d.pages) {
				return false
			}
			if i = 0; step < 0 {
				i = len(d.pages[k].blocks) - 1
			}
		}
		o := d.pages[k].blocks[i]
		if o.kind == header || o.kind == footer {
			continue
		}
		if is(o) {
			return true
		}
		n++
	}
	return false
}

func (b *block) listType() string {
	if b.labelKind == bulletLabel {
		return udm.Bullet
	}
	return udm.Ordered
}
