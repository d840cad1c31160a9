package layout

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// lists turns labelled paragraphs into list items with their nesting.
func (d *doc) lists() {
	type open struct {
		x      float32 // of the label, from the column's left edge
		kind   labelKind
		number int
	}
	var stack []open
	last := -1 // distance to the last item in blocks
	for _, p := range d.pages {
		for i, b := range p.blocks {
			if b.dropped || b.unit > 0 && d.opt.Tags != nil && d.opt.Tags.lists || b.kind == header || b.kind == footer || b.kind == note {
				continue
			}
			if b.kind != para || b.labelKind == noLabel || !d.isItem(p, i) {
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
			x := b.box.X0 - b.column.X0
			size := b.style.size
			for len(stack) > 0 {
				top := &stack[len(stack)-1]
				if x > top.x+.5*size {
					break
				}
				if abs(x-top.x) <= .5*size {
					stack = stack[:len(stack)-1]
					break
				}
				stack = stack[:len(stack)-1]
			}
			b.level = len(stack)
			stack = append(stack, open{x, b.labelKind, b.number})
		}
	}
}

// isItem reports whether the labelled block i is a list item: bullets always are, numbers and letters when
// they begin at one or a neighbour continues them.
func (d *doc) isItem(p *Page, i int) bool {
	b := p.blocks[i]
	if b.labelKind == bulletLabel || b.number == 1 && !nameInitial(b.label) {
		return true
	}
	near := func(step int) bool {
		for k, n := i+step, 0; k >= 0 && k < len(p.blocks) && n < 12; k, n = k+step, n+1 {
			o := p.blocks[k]
			if step > 0 && follows(b.label, o.label, b.labelKind, o.labelKind, b.number, o.number) || step < 0 && follows(o.label, b.label, o.labelKind, b.labelKind, o.number, b.number) {
				return true
			}
		}
		return false
	}
	if near(-1) || near(1) {
		return true
	}
	return b.labelKind == numberLabel && b.number < 100 && strings.Count(b.label, ".") < 2
}

func (b *block) listType() string {
	if b.labelKind == bulletLabel {
		return udm.Bullet
	}
	return udm.Ordered
}
