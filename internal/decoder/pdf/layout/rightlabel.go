package layout

import "slices"

// rightLabel is what stands at the right edge of a heading's line.
type rightLabel struct {
	block *block
	lines []line // of the heading before the label was taken off
}

// rightLabels takes off headings what stands far from them at the right edge of their line, such as the part of a book that an
// article belongs to, and returns it by the heading's block. Such labels are known by their edge, where several of them end.
func (d *doc) rightLabels() map[*block]rightLabel {
	type place struct {
		p    *Page
		b    *block
		line int
	}
	var found []place
	edges := make(map[int]int)
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if i := d.labelledLine(b); i >= 0 {
				found = append(found, place{p, b, i})
				edges[int(b.lines[i].box.X1+.5)]++
			}
		}
	}
	out := make(map[*block]rightLabel)
	for _, f := range found {
		x := int(f.b.lines[f.line].box.X1 + .5)
		if edges[x-1]+edges[x]+edges[x+1] < 2 {
			continue
		}
		parts := f.b.lines[f.line].parts()
		label := &block{page: f.b.page, view: f.b.view, column: f.b.column}
		label.add(newLine(newRow(parts[1].pieces), false))
		label.style = label.lines[0].style
		out[f.b] = rightLabel{label, f.b.lines}
		f.b.lines = slices.Clone(f.b.lines)
		f.b.lines[f.line] = newLine(newRow(parts[0].pieces), false)
		f.b.fit()
	}
	return out
}

// labelledLine returns the line of a block, set apart from running text as headings are, that has a label at the right edge
// of the column; -1 for none.
func (d *doc) labelledLine(b *block) int {
	const (
		most = 3 // lines
		far  = 4 // em
	)
	if b.kind != para || b.dropped || b.unit > 0 || b.rtl || len(b.lines) == 0 || len(b.lines) > most || !b.view.upright() || !(b.style.bold && !d.bold || b.style.caps || b.style.size > 1.12*d.body) {
		return -1
	}
	at := -1
	for i := range b.lines {
		l := &b.lines[i]
		parts := l.parts()
		if len(parts) == 1 {
			continue
		}
		if at >= 0 || len(parts) > 2 || parts[1].x0-parts[0].x1 < far*b.style.size || l.box.X1 < b.column.X1-b.style.size || lettersIn(parts[0].pieces) < 2 || lettersIn(parts[1].pieces) < 2 {
			return -1
		}
		at = i
	}
	return at
}

// fit makes a block's box that of its lines.
func (b *block) fit() {
	b.box = b.lines[0].box
	for i := range b.lines {
		b.box = b.box.Union(b.lines[i].box)
	}
}

// putLabels puts labels behind their headings, and back into lines that proved to be none.
func (d *doc) putLabels(labels map[*block]rightLabel) {
	if len(labels) == 0 {
		return
	}
	for _, p := range d.pages {
		for i := 0; i < len(p.blocks); i++ {
			b := p.blocks[i]
			label, ok := labels[b]
			switch {
			case !ok:
			case b.kind == heading:
				p.blocks = slices.Insert(p.blocks, i+1, label.block)
				i++
			default:
				b.lines = label.lines
				b.fit()
			}
		}
	}
}
