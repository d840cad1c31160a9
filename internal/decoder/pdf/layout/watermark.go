package layout

// watermarks takes large words that are written aslant over the text of pages, the same on each, for running heads.
func (d *doc) watermarks() {
	const large = 2 // times the size of most text
	var marks []*block
	pages := make(map[string]int) // with that text
	for _, p := range d.pages {
		seen := len(marks)
		for _, b := range p.blocks {
			if b.dropped || len(b.lines) != 1 || b.kind != para && b.kind != heading || b.view.angle%90 == 0 || b.style.size < large*d.body || !over(b, p.blocks) {
				continue
			}
			marks = append(marks, b)
			if len(marks) == seen+1 {
				pages[b.lines[0].text]++
			}
		}
	}
	for _, b := range marks {
		if pages[b.lines[0].text] > 1 || len(d.pages) == 1 {
			b.kind = header
		}
	}
}

// over reports whether a block is drawn over others.
func over(b *block, others []*block) bool {
	box := b.view.rectBack(b.box)
	for _, o := range others {
		if o != b && !o.dropped && len(o.lines) > 0 {
			if r := o.view.rectBack(o.box); min(r.X1, box.X1) > max(r.X0, box.X0) && min(r.Y1, box.Y1) > max(r.Y0, box.Y0) {
				return true
			}
		}
	}
	return false
}
