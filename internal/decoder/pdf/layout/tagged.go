package layout

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// tagged makes the blocks of a page by its structure tree and returns the pieces that the tree leaves out.
// It says no when the tree does not cover the page, has most of its text as one piece, cuts it into lines or
// knows nothing of its tables.
func (a *analyzer) tagged(ps []*piece) (blocks []*block, rest []*piece, ok bool) {
	t := a.opt.Tags
	if t == nil || len(ps) == 0 {
		return nil, ps, false
	}
	parts := t.pages[a.page.Index]
	if len(parts) == 0 {
		return nil, ps, false
	}
	byID := make(map[int32][]*piece)
	for _, p := range ps {
		byID[p.mcid] = append(byID[p.mcid], p)
	}
	used := make(map[int32]bool)
	take := func(ids []int32) []*piece {
		var out []*piece
		for _, id := range ids {
			if id >= 0 && !used[id] {
				used[id] = true
				out = append(out, byID[id]...)
			}
		}
		return out
	}
	whole := 0 // bytes of the longest text that the tree does not part
	for i := range parts {
		if t.units[parts[i].unit].loose {
			in := take(parts[i].mcids)
			if len(parts[i].mcids) == 1 {
				whole = max(whole, textSize(in))
			}
			blocks = append(blocks, a.looseBlocks(in)...)
		} else if b := a.taggedBlock(&parts[i], take); b != nil {
			blocks = append(blocks, b)
		}
	}
	for _, p := range ps {
		if p.mcid < 0 || !used[p.mcid] {
			rest = append(rest, p)
		}
	}
	if whole*2 > textSize(ps) || !a.covers(ps, rest) || fragmented(blocks) {
		return nil, ps, false
	}
	if !a.opt.NoTables && (flattened(blocks) || slices.ContainsFunc(blocks, (*block).laidOut)) {
		return nil, ps, false
	}
	lines := sync.OnceValue(a.grate)
	for _, b := range blocks {
		if !a.opt.NoTables && b.kind == tableBlock && a.linesAsRows(b, lines) {
			a.redraw(b)
		}
	}
	return blocks, rest, true
}

// textSize returns the bytes of text of pieces.
func textSize(ps []*piece) int {
	n := 0
	for _, p := range ps {
		n += len(p.text)
	}
	return n
}

// covers reports whether the tree leaves out little but what stands at the page's edges.
func (a *analyzer) covers(all, rest []*piece) bool {
	size := func(ps []*piece, inside bool) int {
		n := 0
		for _, p := range ps {
			y := a.view.rectBack(p.box).Y0
			if !inside || float64(y) > .1*a.page.Height && float64(y) < .88*a.page.Height {
				n += len(p.text)
			}
		}
		return n
	}
	return size(rest, true)*10 <= size(all, false)
}

// fragmented reports whether paragraphs are tagged line by line: sentences go on behind lines that are full.
func fragmented(blocks []*block) bool {
	n, cut := 0, 0
	widest := make(map[int]float32) // by where lines begin, in points
	for _, b := range blocks {
		if b.kind == para {
			at := int(b.box.X0)
			widest[at] = max(widest[at], b.box.W())
		}
	}
	var last *block
	for _, b := range blocks {
		if b.kind != para {
			last = nil
			continue
		}
		n++
		if last != nil && len(last.lines) == 1 && unicode.IsLower(firstRune(b.lines[0].text)) && !ends(last.lines[0].text) && last.box.W() > .8*widest[int(last.box.X0)] {
			cut++
		}
		last = b
	}
	return n > 5 && cut*4 > n
}

// flattened reports whether most paragraphs are rows or cells of a table that the tree does not know as one: lines in
// parts, or paragraphs beside each other.
func flattened(blocks []*block) bool {
	const least = 12 // such paragraphs
	paras, rows := 0, 0
	for i, b := range blocks {
		switch b.kind {
		case tableBlock:
			return false
		case para:
			paras++
			if len(b.lines[0].parts()) > 2 || i > 0 && beside(b, blocks[i-1]) || i+1 < len(blocks) && beside(b, blocks[i+1]) {
				rows++
			}
		}
	}
	return rows >= least && rows*2 > paras
}

// laidOut reports whether a tagged table serves to lay out a form or page: texts of some length, and most rows with one
// or none, or hardly any text in a large grid.
func (b *block) laidOut() bool {
	const (
		least = 4   // rows
		long  = 150 // bytes of a text
	)
	if b.kind != tableBlock || len(b.table.cells) < least {
		return false
	}
	several, longest, filled, rows := 0, 0, 0, 0
	for i, row := range b.table.cells {
		for k := range row {
			longest = max(longest, len(row[k].text))
		}
		n := b.table.texts(i)
		filled += n
		if n > 0 {
			rows++
		}
		if n > 1 {
			several++
		}
	}
	from, to := b.table.filled()
	return mostlyBlank(filled, rows*(to-from)) || several*10 < 4*len(b.table.cells) && longest > long
}

// linesAsRows reports whether the rows of a tagged table are the lines of text of fewer rows, which some of the page's drawn lines part.
func (a *analyzer) linesAsRows(b *block, drawn func() grating) bool {
	const least = 6 // rows
	if len(b.table.cells) < least {
		return false
	}
	rows := len(b.table.cells)
	several := 0
	for i := range b.table.cells {
		if b.table.texts(i) > 1 {
			several++
		}
	}
	if several*3 > rows*2 {
		return false
	}
	bands := 1
	last := b.box.Y0
	for _, h := range drawn().h { // in order
		if !h.weak && h.at > last+.5*a.body && h.at < b.box.Y1-.5*a.body && min(h.hi, b.box.X1)-max(h.lo, b.box.X0) > .8*b.box.W() {
			last = h.at
			bands++
		}
	}
	return bands >= least/2 && bands*4 < rows*3 && several < bands+bands/8+1
}

// redraw gives a tagged table the cells that lines show, if all of its text is in them.
func (a *analyzer) redraw(b *block) {
	if drawn, rest := a.drawnTables(b.table.pieces()); len(drawn) == 1 && len(rest) == 0 {
		b.table, b.box = drawn[0].table, drawn[0].box
	}
}

// beside reports whether two blocks of text begin on one line.
func beside(a, b *block) bool {
	return len(a.lines) > 0 && len(b.lines) > 0 && abs(a.lines[0].base-b.lines[0].base) < .3*min(a.style.size, b.style.size) && (a.box.X1 < b.box.X0 || b.box.X1 < a.box.X0)
}

// taggedBlock makes the block of one unit's part on the page.
func (a *analyzer) taggedBlock(p *part, take func([]int32) []*piece) *block {
	u := &a.opt.Tags.units[p.unit]
	b := &block{kind: u.kind, level: u.level, alt: u.alt, page: a.page.Index, view: a.view, rtl: a.rtl, unit: p.unit + 1}
	if u.kind == tableBlock {
		return a.taggedTable(b, u, p, take)
	}
	if u.kind == imageBlock {
		return a.figure(b, p, take)
	}
	for _, l := range a.flowLines(take(p.mcids)) {
		b.add(l)
	}
	if len(b.lines) == 0 {
		return nil
	}
	if u.kind == listItem {
		b.setLabel(u, a.page.Index)
	} else if l := b.lines[0].label; l != "" {
		b.label = l
		b.labelKind, b.number = parseLabel(l, b.lines[0].pieces[0])
	}
	b.column = b.box
	b.gapBefore, b.gapAfter = -1, -1
	var all []*piece
	for i := range b.lines {
		all = append(all, b.lines[i].pieces...)
	}
	b.style, _ = styleOf(all)
	return b
}

// looseBlocks makes the paragraphs of text that stands between the tree's blocks, of which it says nothing more.
func (a *analyzer) looseBlocks(ps []*piece) []*block {
	z := zone{}
	for _, l := range a.flowLines(ps) {
		if len(z.rows) == 0 {
			z.box = l.box
		}
		z.box = z.box.Union(l.box)
		z.rows = append(z.rows, l.row)
	}
	return a.paragraphs(z)
}

// setLabel tells a list item's label: what the tree calls one, else what looks like one.
func (b *block) setLabel(u *unit, index int) {
	first := &b.lines[0]
	b.label = first.label
	if nameInitial(b.label) && !slices.ContainsFunc(u.label, func(k page.Kid) bool { return k.Page == index && k.MCID == first.pieces[0].mcid }) {
		b.label, first.label = "", "" // a name's, behind a bullet that is drawn
	}
	if b.label == "" && len(u.label) > 0 && len(first.pieces) > 1 {
		for _, k := range u.label {
			if k.Page == index && k.MCID == first.pieces[0].mcid {
				b.label = first.pieces[0].text
			}
		}
	}
	b.labelKind = bulletLabel
	if k, n := parseLabel(b.label, first.pieces[0]); k != noLabel {
		b.labelKind, b.number = k, n
	} else if b.label != "" {
		b.labelKind = numberLabel
	}
}

// flowLines cuts pieces into lines in the order in which they were drawn: where the next one stands
// higher up, another column begins.
func (a *analyzer) flowLines(ps []*piece) []line {
	slices.SortFunc(ps, func(x, y *piece) int { return cmp.Compare(x.order, y.order) })
	var out []line
	for start := 0; start < len(ps); {
		end := start + 1
		low := ps[start].base
		for end < len(ps) && ps[end].base > low-1.2*ps[end].size {
			low = max(low, ps[end].base)
			end++
		}
		for _, r := range rowsOf(slices.Clone(ps[start:end])) {
			out = append(out, newLine(r, a.rtl))
		}
		start = end
	}
	return out
}

// figure makes the block of a picture that the tree names: the page's picture with its marked content, or the
// text of a drawing.
func (a *analyzer) figure(b *block, p *part, take func([]int32) []*piece) *block {
	for i := range a.page.Images {
		im := &a.page.Images[i]
		if im.MCID >= 0 && slices.Contains(p.mcids, im.MCID) && !im.Taken {
			im.Taken = true
			b.image = im
			b.inner = insets(im)
			b.box = a.view.rect(im.Box)
			if b.alt == "" {
				b.alt = im.Alt
			}
			if a.opt.NoImages {
				im.Blob = nil
			}
			return b
		}
	}
	// A drawing: what is written in it.
	for _, l := range a.flowLines(take(p.mcids)) {
		b.add(l)
	}
	if len(b.lines) == 0 {
		return nil
	}
	b.kind = para
	b.column = b.box
	b.gapBefore, b.gapAfter = -1, -1
	b.style = b.lines[0].style
	return b
}

func (a *analyzer) taggedTable(b *block, u *unit, p *part, take func([]int32) []*piece) *block {
	if u.table.cols < 2 || u.table.cols*len(p.cells) == 0 {
		return nil
	}
	first, last := p.cells[0].row, p.cells[0].row
	for _, c := range p.cells {
		first, last = min(first, c.row), max(last, c.row)
	}
	t := &table{cells: make([][]cell, last-first+1)}
	for i := range t.cells {
		t.cells[i] = make([]cell, u.table.cols)
	}
	empty := true
	cells := make([]taggedCell, len(p.cells))
	for i, c := range p.cells {
		cells[i] = taggedCell{c, take(c.mcids)}
	}
	orderCells(cells)
	shiftCells(cells, u.table.cols)
	dropCellLeaders(cells)
	for _, c := range cells {
		r := c.row - first
		if t.cells[r][c.col].covered {
			continue
		}
		x := cell{pieces: c.pieces, rowSpan: min(c.rowSpan, len(t.cells)-r), colSpan: min(c.colSpan, u.table.cols-c.col)}
		x.text = a.cellLines(x.pieces)
		var box page.Rect
		if len(x.pieces) > 0 {
			box = pieceBox(x.pieces)
		} else {
			x.text, box = a.turnedCell(c.mcids)
		}
		for i := range x.rowSpan {
			for k := range x.colSpan {
				t.cells[r+i][c.col+k] = cell{covered: i+k > 0}
			}
		}
		t.cells[r][c.col] = x
		if x.text == "" && len(x.pieces) == 0 {
			continue
		}
		if empty {
			b.box, empty = box, false
		}
		b.box = b.box.Union(box)
	}
	if empty {
		return nil
	}
	t.header = max(0, u.table.header-first)
	if u.table.headless && first == 0 {
		if t.header = t.typeHeader(); t.header == 0 {
			t.box = b.box
			t.header = a.shadedHead(t)
		}
	}
	b.table = t
	b.column = b.box
	b.style.size = a.body
	return b
}

// typeHeader returns the number of rows of a tagged table that look like headers, when no cell is tagged as one.
func (t *table) typeHeader() int {
	n := t.boldHeader()
	if n == 0 && len(t.cells[0]) > 2 {
		n = wordHeader(t)
	}
	for n > 0 && !slices.ContainsFunc(t.cells[n-1], func(x cell) bool { return x.text != "" }) {
		n--
	}
	return n
}

// turnedCell returns the text of a cell that is written in another direction than the page's, such as upwards in a narrow
// column's head, and takes it out of its layer.
func (a *analyzer) turnedCell(ids []int32) (text string, box page.Rect) {
	if len(a.turned) == 0 {
		return "", page.Rect{}
	}
	if a.turnedIDs == nil {
		a.turnedIDs = make(map[int32]bool)
		for _, l := range a.turned {
			for _, p := range l.pieces {
				a.turnedIDs[p.mcid] = true
			}
		}
	}
	if !slices.ContainsFunc(ids, func(id int32) bool { return a.turnedIDs[id] }) {
		return "", page.Rect{}
	}
	for _, l := range a.turned {
		var ps []*piece
		l.pieces = slices.DeleteFunc(l.pieces, func(p *piece) bool {
			if p.mcid < 0 || !slices.Contains(ids, p.mcid) {
				return false
			}
			ps = append(ps, p)
			return true
		})
		if len(ps) > 0 {
			turned := analyzer{view: &l.view, rtl: a.rtl}
			return turned.cellLines(ps), a.view.rect(l.view.rectBack(pieceBox(ps)))
		}
	}
	return "", page.Rect{}
}

// cellLines returns the text of a cell whose pieces come in logical order.
func (a *analyzer) cellLines(ps []*piece) string {
	if len(ps) == 0 {
		return ""
	}
	b := textBuilder{view: a.view}
	for _, l := range a.flowLines(slices.Clone(ps)) {
		b.line(&l, a.rtl, false)
	}
	return strings.TrimSpace(b.text())
}

// edgeBlocks makes headers and footers of what the tree leaves out at the page's edges, above and below the blocks and
// pictures that it has.
func (a *analyzer) edgeBlocks(blocks, tagged []*block) []*block {
	const slack = 4 // points
	top, bottom := float32(a.page.Height), float32(0)
	at := func(b *block) page.Rect { return a.view.rectBack(b.box) }
	height := float32(a.page.Height)
	for _, b := range tagged {
		top, bottom = min(top, at(b).Y0), max(bottom, at(b).Y1)
	}
	for i := range a.page.Images {
		// Those that reach into the page, but for backgrounds.
		if box := a.page.Images[i].Box; box.H() < .5*height && box.Y0 < .85*height && box.Y1 > .15*height {
			top, bottom = min(top, box.Y0), max(bottom, box.Y1)
		}
	}
	short := func(b *block) bool { return b.kind == para && len(b.lines) <= 3 }
	// From the edge inwards, up to the first that is none.
	order := slices.Clone(blocks)
	slices.SortStableFunc(order, func(x, y *block) int { return cmp.Compare(at(x).Y0, at(y).Y0) })
	for _, b := range order {
		if box := at(b); !short(b) || box.Y1 >= .15*height || box.Y1 >= top+slack {
			break
		}
		b.kind = header
	}
	slices.SortStableFunc(order, func(x, y *block) int { return cmp.Compare(at(y).Y1, at(x).Y1) })
	for _, b := range order {
		if box := at(b); !short(b) || box.Y0 <= .85*height || box.Y0 <= bottom-slack {
			break
		}
		b.kind = footer
	}
	return blocks
}

// mergeByPlace puts floats that the tree doesn't know between blocks by their height.
func mergeByPlace(blocks, floats []*block) []*block {
	for _, f := range floats {
		at := len(blocks)
		for i, b := range blocks {
			if b.box.Y0 > f.box.Y1-1 && b.box.X0 < f.box.X1 && b.box.X1 > f.box.X0 {
				at = i
				break
			}
		}
		blocks = slices.Insert(blocks, at, f)
	}
	return blocks
}

// joinUnits puts the parts together that one element of the structure tree has on several pages.
func (d *doc) joinUnits() {
	last := make(map[int]*block)
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.unit == 0 || b.kind == note {
				continue
			}
			first, ok := last[b.unit]
			last[b.unit] = b
			if !ok || first.page == b.page {
				continue
			}
			switch {
			case b.kind == tableBlock:
				if first.table.besideColumns(b.table) {
					first.table.crop()
					b.table.crop()
					continue
				}
				first.table.extend(b.table)
				b.dropped = true
				last[b.unit] = first
			case b.kind == para || b.kind == listItem || b.kind == caption:
				first.goesOn = b
				b.dropped = true
			}
		}
	}
}

// besideColumns reports whether two parts of a table have no column in common, as the pages of a wide sheet have.
func (t *table) besideColumns(more *table) bool {
	a0, a1 := t.filled()
	b0, b1 := more.filled()
	return a0 < a1 && b0 < b1 && (a1 <= b0 || b1 <= a0)
}

// filled returns the first column that has any text, and the one behind the last.
func (t *table) filled() (from, to int) {
	for i := range t.cells {
		for c := range t.cells[i] {
			if x := &t.cells[i][c]; x.covered || t.cellText(x) == "" {
				continue
			} else if to == 0 {
				from, to = c, c+max(x.colSpan, 1)
			} else {
				from, to = min(from, c), max(to, c+max(x.colSpan, 1))
			}
		}
	}
	return from, to
}

// crop leaves out the columns at either side that are empty.
func (t *table) crop() {
	from, to := t.filled()
	for i := range t.cells {
		t.cells[i] = t.cells[i][from:to]
		for c := range t.cells[i] {
			x := &t.cells[i][c]
			x.colSpan = min(x.colSpan, to-from-c)
		}
	}
}

// extend appends the rows of a table's next part.
func (t *table) extend(more *table) {
	if len(t.cells) > 0 && len(more.cells) > 0 && len(t.cells[0]) == len(more.cells[0]) {
		t.cells = append(t.cells, more.cells...)
	}
}
