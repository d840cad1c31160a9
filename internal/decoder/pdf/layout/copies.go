package layout

import (
	"strings"
	"unicode"
)

// copies returns for each page the index in pages of an earlier one that it is a copy of, such as a form's second sheet, a letter scanned
// twice or a slide that shows one item more; -1 for none. What they share is no running head. It is nil when there are none. Pages of
// which there are many alike are no copies.
func (d *doc) copies() []int {
	const (
		least = 3       // lines between the pages' edges
		edge  = .2      // of the page's height
		most  = 8. / 10 // of the lines are shared
		few   = 2       // copies
	)
	out, count := make([]int, len(d.pages)), make([]int, len(d.pages))
	any := false
	last := make(map[string]int) // page on which a block's first line was seen
	shared := make(map[int]int)  // by page
	for i, p := range d.pages {
		out[i] = -1
		clear(shared)
		n, best := 0, -1
		for _, b := range p.blocks {
			if b.dropped || !b.view.upright() || b.kind != tableBlock && (b.box.Y0 < edge*p.height || b.box.Y1 > (1-edge)*p.height) {
				continue
			}
			key, lines := b.beginning()
			if lines == 0 {
				continue
			}
			n += lines
			if k, ok := last[key]; ok && k != i {
				if shared[k] += lines; best < 0 || shared[k] > shared[best] {
					best = k
				}
			}
			last[key] = i
		}
		if best < 0 || shared[best] < least || float64(shared[best]) < most*float64(n) {
			continue
		}
		if out[i] = best; out[best] >= 0 {
			out[i] = out[best]
		}
		count[out[i]]++
		any = true
	}
	if !any {
		return nil
	}
	for i, of := range out {
		if of >= 0 && count[of] > few {
			out[i] = -1
		}
	}
	return out
}

// beginning returns a block's first line, or the text of a table's last row, which tells more of it than the first; and the number of
// lines or rows.
func (b *block) beginning() (string, int) {
	if b.kind == tableBlock {
		var sb strings.Builder
		for _, c := range b.table.cells[len(b.table.cells)-1] {
			sb.WriteString(c.text)
			sb.WriteByte('\t')
		}
		return sb.String(), len(b.table.cells)
	}
	if len(b.lines) == 0 {
		return "", 0
	}
	return b.lines[0].text, len(b.lines)
}

// withoutCopies returns the edges but for the texts of pages that are copies of others. Numbers are kept.
func withoutCopies(edges []edge, copies []int) []edge {
	out := make([]edge, 0, len(edges))
	for _, e := range edges {
		if copies[e.page] < 0 || !strings.ContainsFunc(e.key, unicode.IsLetter) {
			out = append(out, e)
		}
	}
	return out
}

// markCopies marks the running heads and feet of copies that the pages they are copies of have.
func markCopies(edges []edge, copies []int) {
	type place struct {
		page int
		top  bool
		key  string
	}
	marked := make(map[place]*edge)
	for i := range edges {
		if e := &edges[i]; copies[e.page] < 0 && e.b.kind != para {
			marked[place{e.page, e.top, e.key}] = e
		}
	}
	for i := range edges {
		e := &edges[i]
		if of := copies[e.page]; of >= 0 && e.b.kind == para {
			if m := marked[place{of, e.top, e.key}]; m != nil && abs(m.y-e.y) < 4 {
				e.mark()
			}
		}
	}
}
