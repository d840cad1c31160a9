package layout

import (
	"slices"
	"strings"
)

// logos keeps the first of pictures that stand at the same place of several pages.
func (d *doc) logos() {
	const often = 3 // pages
	type place struct {
		key        string
		x, y, w, h int
	}
	at := func(b *block) place {
		box := b.view.rectBack(b.box)
		return place{b.image.Key, int(box.X0/4 + .5), int(box.Y0/4 + .5), int(box.W() + .5), int(box.H() + .5)}
	}
	count := make(map[place]int)
	each := func(f func(b *block)) {
		for _, p := range d.pages {
			for _, b := range p.blocks {
				if b.kind == imageBlock && b.image != nil && b.image.Key != "" && !b.dropped {
					f(b)
				}
			}
		}
	}
	each(func(b *block) { count[at(b)]++ })
	seen := make(map[place]bool)
	each(func(b *block) {
		p := at(b)
		if count[p] < often {
			return
		}
		b.dropped = seen[p]
		seen[p] = true
	})
}

// continuations puts tables together that page breaks cut: the last thing of one page and the first of the
// next, with the same columns. A header that is repeated is left out.
func (d *doc) continuations() {
	for i := 1; i < len(d.pages); i++ {
		last, first := d.lastTable(d.pages[i-1]), d.firstTable(d.pages[i])
		if last == nil || first == nil || !sameColumns(last, first) {
			continue
		}
		more := first.table
		if h := repeatedHeader(last.table, more); h > 0 {
			more.cells = more.cells[h:]
		} else if more.header > 0 && last.table.header > 0 {
			continue // a header of its own: another table
		}
		if len(last.pages) == 0 {
			last.pages = []int{last.page + 1}
		}
		last.pages = append(last.pages, first.page+1)
		last.table.cells = append(last.table.cells, more.cells...)
		first.dropped = true
		first.joined = last
	}
}

// continued notes which tables go on from one on an earlier page with the same label, though their columns are
// others.
func (d *doc) continued() {
	first := make(map[string]int) // pages by label
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind != tableBlock || b.dropped || b.cap == "" || !tableWords[captionWord(b.cap)] {
				continue
			}
			label := captionLabel(b.cap)
			if at, ok := first[label]; !ok {
				first[label] = b.page + 1
			} else if at <= b.page {
				b.from = at
			}
		}
	}
}

// captionLabel returns a caption's word and number in small letters: "table 3.1" of "Table 3.1: …".
func captionLabel(text string) string {
	fields := strings.Fields(strings.ToLower(text))
	if len(fields) > 2 {
		fields = fields[:2]
	}
	return strings.TrimRight(strings.Join(fields, " "), ".:)–—-")
}

// lastTable returns the table that ends a page's flow, or the one that was joined from there on.
func (d *doc) lastTable(p *Page) *block {
	for _, b := range slices.Backward(p.blocks) {
		switch {
		case b.joined != nil:
			t := b.joined
			for t.joined != nil {
				t = t.joined
			}
			return t
		case b.dropped || b.kind == header || b.kind == footer || b.kind == note || b.kind == imageBlock && b.box.H() < 2*d.body:
			continue
		case b.kind == para && b.style.size < .93*d.body && b.box.Y0 > .85*p.height:
			continue
		case b.kind == tableBlock:
			return b
		}
		return nil
	}
	return nil
}

func (d *doc) firstTable(p *Page) *block {
	for _, b := range p.blocks {
		switch {
		case b.dropped || b.kind == header || b.kind == footer:
			continue
		case b.kind == tableBlock:
			return b
		}
		return nil
	}
	return nil
}

// sameColumns reports whether two tables have as many columns, at the same places where those are known.
func sameColumns(a, b *block) bool {
	if len(a.table.cells) == 0 || len(b.table.cells) == 0 || len(a.table.cells[0]) != len(b.table.cells[0]) {
		return false
	}
	if len(a.table.cols) == 0 || len(b.table.cols) == 0 {
		return repeatedHeader(a.table, b.table) > 0
	}
	if repeatedHeader(a.table, b.table) > 0 {
		return true
	}
	const slack = 12 // points
	return abs(a.box.X0-b.box.X0) < slack && abs(a.box.X1-b.box.X1) < slack
}

// repeatedHeader returns how many of b's first rows repeat those of a.
func repeatedHeader(a, b *table) int {
	n := 0
	for n < max(a.header, 1) && n < len(a.cells) && n < len(b.cells)-1 {
		for c := range a.cells[n] {
			if a.cellText(&a.cells[n][c]) != b.cellText(&b.cells[n][c]) {
				return n
			}
		}
		n++
	}
	return n
}
