package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// edge is a block at a page's top or bottom that may be a running head or foot.
type edge struct {
	b     *block
	page  int
	top   bool
	key   string // its text with numbers as #
	y     float32
	nums  []int // numbers at its start and end, candidates for the page number
	roman []int
}

// furniture finds running heads, feet and page numbers by what repeats at the same place of several pages.
func (d *doc) furniture() {
	for _, p := range d.pages {
		markTurned(p)
	}
	if len(d.pages) == 1 {
		d.lone()
	} else {
		d.repeated()
	}
	for _, p := range d.pages {
		p.partHeads()
		p.orderHeads()
	}
}

// orderHeads puts running heads in front of the page's other blocks and feet behind them, wherever the columns, layers
// or the structure tree had them. What runs up or down a margin stays where it is.
func (p *Page) orderHeads() {
	place := func(b *block) int {
		switch {
		case b.view.angle%180 != 0:
		case b.kind == header:
			return -1
		case b.kind == footer:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(p.blocks, func(a, b *block) int {
		return cmp.Compare(place(a), place(b))
	})
}

// repeated finds what several pages have.
func (d *doc) repeated() {
	var edges []edge
	for i, p := range d.pages {
		edges = append(edges, pageEdges(p, i)...)
	}
	originals, copies := edges, d.copies()
	if copies != nil {
		originals = withoutCopies(edges, copies)
	}
	d.markRepeated(originals)
	d.markNumbers(edges)
	d.markTitles(originals)
	d.markPlaces(originals)
	if copies != nil {
		markCopies(edges, copies)
	}
	if len(d.pages) <= fewPages {
		for i := range edges {
			if e := &edges[i]; e.b.kind == para && (d.titleAndNumber(edges, i) || d.ownNumber(e)) {
				e.mark()
			}
		}
		d.markLikeNumbers(edges)
	}
	d.markBeside(edges)
	d.markMargins()
	unmarkInner(edges)
}

// markMargins marks what stands beyond a line across the page where it stands beyond one on several pages with running heads or feet.
func (d *doc) markMargins() {
	const often = 3 // pages
	at := func(b *block) int {
		if b.margin == headMargin {
			return int(b.box.Y1 + .5)
		}
		return -int(b.box.Y0 + .5)
	}
	pages := make(map[int]int)
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.margin != 0 && (b.kind == header || b.kind == footer) {
				pages[at(b)]++
			}
		}
	}
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if y := at(b); b.margin == 0 || b.kind != para || pages[y-1]+pages[y]+pages[y+1] < often {
				continue
			}
			b.kind = footer
			if b.margin == headMargin {
				b.kind = header
			}
		}
	}
}

// partHeads makes a block of each of the parts that a running head or foot has at the left, in the middle and at the
// right.
func (p *Page) partHeads() {
	for i := 0; i < len(p.blocks); i++ {
		b := p.blocks[i]
		if b.kind != header && b.kind != footer || len(b.lines) != 1 || b.rtl || b.text != "" {
			continue
		}
		parts := b.lines[0].parts()
		if len(parts) < 2 {
			continue
		}
		more := make([]*block, len(parts))
		for k, s := range parts {
			own := *b
			own.lines = nil
			own.add(newLine(newRow(s.pieces), false))
			more[k] = &own
		}
		p.blocks = slices.Replace(p.blocks, i, i+1, more...)
		i += len(more) - 1
	}
}

// markTurned marks single lines that run up or down in a side margin, beside all other text: stamps of archives
// and thumb indexes. A page of little text, such as a drawing's, has no margin that would tell.
func markTurned(p *Page) {
	var text page.Rect // of all that runs like most of the page
	chars := make(map[int16]int, 1)
	most, lines := int16(0), 0
	for _, b := range p.blocks {
		if b.kind == para {
			lines += len(b.lines)
			for i := range b.lines {
				chars[b.view.angle] += b.lines[i].chars
			}
			if chars[b.view.angle] > chars[most] {
				most = b.view.angle
			}
		}
	}
	if len(chars) < 2 || lines < leastText {
		return
	}
	for _, b := range p.blocks {
		if b.kind == para && b.view.angle == most {
			if box := b.view.rectBack(b.box); text == (page.Rect{}) {
				text = box
			} else {
				text = text.Union(box)
			}
		}
	}
	for _, b := range p.blocks {
		if b.kind != para || b.view.angle == most || abs(float32(b.view.angle)) != 90 || len(b.lines) > 1 {
			continue
		}
		if box := b.view.rectBack(b.box); box.X1 <= text.X0 || box.X0 >= text.X1 {
			b.kind = header
		}
	}
}

// pageEdges returns a page's first and last blocks from above and below, up to the line that parts its head or foot from the text, and
// to the first that is long or refers to a page.
func pageEdges(p *Page, index int) []edge {
	bs := make([]*block, 0, len(p.blocks))
	for _, b := range p.blocks {
		if b.kind == para && b.view.upright() || b.kind == para && b.view.angle%90 == 0 {
			bs = append(bs, b)
		}
	}
	box := func(b *block) (float32, float32) { r := b.view.rectBack(b.box); return r.Y0, r.Y1 }
	var out []edge
	const (
		most = 6
		deep = .2
		row  = .5 // em
		word = 4  // letters
	)
	take := func(top bool) {
		n := 0
		margin := footMargin
		if top {
			margin = headMargin
		}
		lined := slices.ContainsFunc(bs, func(b *block) bool { return b.margin == margin })
		limit := deep * p.height // from the edge; on small pages on large sheets the first row stands farther in
		for i, b := range bs {
			if lined && b.margin != margin {
				break
			}
			y0, y1 := box(b)
			depth := y0
			if !top {
				depth = p.height - y1
			}
			if i == 0 && depth < 2*limit && lettersIn(b.lines[0].pieces) >= word && !slices.ContainsFunc(p.blocks, func(o *block) bool { return !o.dropped && outward(o, top) < outward(b, top)-1 }) {
				limit = max(limit, depth+row*b.style.size)
			}
			if n >= most || len(b.lines) > 3 || depth > limit || pageRef(&b.lines[len(b.lines)-1]).leaders {
				break
			}
			n++
			e := edge{b: b, page: index, top: top, y: (y0 + y1) / 2}
			e.key, e.nums, e.roman = edgeKey(b.plain())
			if title := b.besideNumber(); title != nil {
				e.key, _, _ = edgeKey(joinPieces(title.pieces, b.rtl)) // on other pages the number may be a block of its own
			}
			out = append(out, e)
		}
	}
	slices.SortStableFunc(bs, func(a, b *block) int { x, _ := box(a); y, _ := box(b); return cmp.Compare(x, y) })
	take(true)
	slices.SortStableFunc(bs, func(a, b *block) int { _, x := box(a); _, y := box(b); return cmp.Compare(y, x) })
	take(false)
	return out
}

// edgeKey returns a text with its numbers replaced, and the numbers that its first and last word show.
func edgeKey(s string) (key string, nums, roman []int) {
	fields := strings.Fields(strings.ToLower(s))
	for i, f := range fields {
		w := strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		atEdge := i < 2 || i >= len(fields)-3
		if n := romanValue(w); n > 0 && atEdge && (len(fields) < 4 || n < 100 && (i == 0 || i == len(fields)-1)) {
			roman = append(roman, n)
			fields[i] = "#"
			continue
		}
		if !strings.ContainsAny(f, "0123456789") {
			continue
		}
		if atEdge {
			for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return !unicode.IsDigit(r) }) {
				if len(part) <= 4 {
					nums = append(nums, atoi(part))
				}
				break
			}
		}
		fields[i] = strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return '#'
			}
			return r
		}, f)
	}
	return strings.Join(fields, " "), nums, roman
}

func atoi(s string) int {
	n := 0
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func (e *edge) mark() {
	e.b.kind = footer
	if e.top {
		e.b.kind = header
	}
}

// apart reports whether white space parts a block from the text towards the middle of the page.
func (e *edge) apart() bool {
	gap := e.b.gapBefore
	if e.top {
		gap = e.b.gapAfter
	}
	return gap < 0 || gap > .5*e.b.style.size
}

// large is from how many times the text's size on the lines at a page's top may be its title.
const large = 1.25

// markRepeated marks what stands at the same height with the same text, numbers aside, on another page.
func (d *doc) markRepeated(edges []edge) {
	byKey := make(map[string][]*edge)
	for i := range edges {
		e := &edges[i]
		if strings.ContainsFunc(e.key, unicode.IsLetter) && !d.prose(e.b) && !leaders(e.b.lines[0].pieces) || bareNumber(e.key) && e.apart() && d.outermost(e) {
			byKey[e.key] = append(byKey[e.key], e)
		}
	}
	const (
		near  = 60 // pages; further away, the same document may begin anew
		rare  = 5  // times as many pages begin, or end, with text at the same place
		text  = 10 // pages
		often = 4
	)
	sides := d.textSides()
	for _, group := range byKey {
		if n := sides.at(group[0]); n >= text && n >= rare*len(group) {
			continue
		}
		at := make(map[int]int) // by height
		for _, e := range group {
			at[int(e.y/4+.5)]++
		}
		for i, e := range group {
			if n := at[int(e.y/4+.5)]; (e.b.style.size > large*d.body || d.boxTitle(e)) && n < often && 2*n < len(d.pages) {
				continue // the title of two slides, or of like boxes
			}
			seen := at[int(e.y/4+.5)]*20 >= len(d.pages) && len(d.pages) > near
			for k := i - 1; k >= 0 && !seen && e.page-group[k].page <= near; k-- {
				seen = e.repeats(group[k])
			}
			for k := i + 1; k < len(group) && !seen && group[k].page-e.page <= near; k++ {
				seen = e.repeats(group[k])
			}
			if seen {
				e.mark()
			}
		}
	}
}

// boxTitle reports whether a block is set as headings are and stands lower than running heads do.
func (d *doc) boxTitle(e *edge) bool {
	const deep = .15 // of the page's height
	return e.top && e.b.style.bold && !d.bold && e.b.style.size > .97*d.body && e.y > deep*d.pages[e.page].height
}

// textSides are where the running text of pages begins at the top, and where it ends at the foot, each in order.
type textSides struct{ top, foot []float32 }

// outward is a block's outer side as a place that is the smaller, the further out it is.
func outward(b *block, top bool) float32 {
	box := b.view.rectBack(b.box)
	if top {
		return box.Y0
	}
	return -box.Y1
}

func (d *doc) textSides() textSides {
	const most = 3 // lines of a running head
	sides := func(top bool) []float32 {
		var out []float32
		for _, p := range d.pages {
			var outer *block
			least := float32(math.MaxFloat32)
			for _, b := range p.blocks {
				if b.dropped || !b.view.upright() {
					continue
				}
				if y := outward(b, top); y < least {
					outer, least = b, y
				}
			}
			if outer != nil && outer.kind == para && len(outer.lines) > most {
				out = append(out, least)
			}
		}
		slices.Sort(out)
		return out
	}
	return textSides{sides(true), sides(false)}
}

// at counts the pages on which running text begins where an edge does, or ends where one at the foot does.
func (s *textSides) at(e *edge) int {
	const slack = 2 // points
	y, sides := outward(e.b, e.top), s.foot
	if e.top {
		sides = s.top
	}
	first, _ := slices.BinarySearch(sides, y-slack)
	end, _ := slices.BinarySearch(sides, y+slack)
	return end - first
}

// repeats reports whether two edges with the same text stand at the same place of two pages.
func (e *edge) repeats(f *edge) bool {
	return f.page != e.page && f.top == e.top && abs(f.y-e.y) < 4 && abs(f.b.style.size-e.b.style.size) < .6
}

// prose reports whether a block is as large as the text and a sentence of several lines, as no running head is.
func (d *doc) prose(b *block) bool {
	return len(b.lines) > 1 && b.style.size > .97*d.body && strings.ContainsRune(".。", lastRune(b.lines[len(b.lines)-1].text))
}

// markNumbers finds the page numbers: the numbers at pages' edges that go up with the pages.
func (d *doc) markNumbers(edges []edge) {
	mark := func(numbers func(*edge) []int) {
		votes := make(map[int]map[int]bool) // difference to the page's index → pages
		for i := range edges {
			for _, n := range numbers(&edges[i]) {
				v := n - edges[i].page
				if votes[v] == nil {
					votes[v] = make(map[int]bool)
				}
				votes[v][edges[i].page] = true
			}
		}
		best := 0
		for v, pages := range votes {
			n, most := len(pages), len(votes[best])
			if far, least := max(v-1, 1-v), max(best-1, 1-best); n > most || n == most && (far < least || far == least && v < best) {
				best = v
			}
		}
		if len(votes[best]) < 2 || len(votes[best])*3 < len(d.pages) && len(votes[best]) < 5 {
			return
		}
		// Where do those numbers stand? A number in the same place on other pages counts, and one alone.
		places := make(map[[2]int]int)
		place := func(e *edge) [2]int {
			k := 0
			if e.top {
				k = 1
			}
			return [2]int{k, int(e.y / 6)}
		}
		for i := range edges {
			if slices.Contains(numbers(&edges[i]), best+edges[i].page) {
				places[place(&edges[i])]++
			}
		}
		for i := range edges {
			e := &edges[i]
			if !slices.Contains(numbers(e), best+e.page) {
				continue
			}
			alone := !strings.ContainsFunc(strings.ReplaceAll(e.key, "page", ""), unicode.IsLetter) && len(e.key) < 14
			pl := place(e)
			support := places[pl] + places[[2]int{pl[0], pl[1] - 1}] + places[[2]int{pl[0], pl[1] + 1}]
			if alone && len(e.b.lines) == 1 || support >= 3 && len(e.b.lines) == 1 && len(e.key) < 120 && e.apart() && e.b.style.size < 1.2*d.body && outside(edges, i) {
				e.mark()
			}
		}
	}
	mark(func(e *edge) []int { return e.nums })
	mark(func(e *edge) []int { return e.roman })
}

// markTitles marks running heads that give the chapter or section: lines at one height of several pages, outside of all
// else, with the text of a larger or bolder line elsewhere on that page or an earlier one.
func (d *doc) markTitles(edges []edge) {
	var outer []*edge
	wanted, own := make(map[string]bool), make(map[*block]bool)
	for i := range edges {
		e := &edges[i]
		if e.b.kind != para || len(e.b.lines) != 1 || e.b.style.size > 1.1*d.body || !e.apart() || !outside(edges, i) {
			continue
		}
		if k := titleKey(e.b.plain()); len(k) > 2 {
			outer = append(outer, e)
			wanted[k] = true
			own[e.b] = true
		}
	}
	if len(outer) < 2 {
		return
	}
	titles := make(map[string]*block) // the first of each text
	for _, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind != para || b.dropped || own[b] || len(b.lines) > 3 || b.style.size < .97*d.body || b.style.size <= 1.05*d.body && !b.style.bold && !b.style.caps {
				continue
			}
			if k := titleKey(b.plain()); wanted[k] && titles[k] == nil {
				titles[k] = b
			}
		}
	}
	heads := make(map[int][]*edge) // by height
	for _, e := range outer {
		if t := titles[titleKey(e.b.plain())]; t != nil && t.page <= e.b.page && t.style.size >= e.b.style.size {
			heads[int(e.y/4+.5)] = append(heads[int(e.y/4+.5)], e)
		}
	}
	for at, es := range heads {
		if near := len(heads[at-1]) + len(heads[at+1]); len(es)+near < 2 {
			continue
		}
		for _, e := range es {
			e.mark()
		}
	}
}

// markPlaces marks single lines that stand where, and are set as, the running heads of several other pages, of which the structure tree may have
// told: the outermost ones, and those with a page number.
func (d *doc) markPlaces(edges []edge) {
	const often = 3 // pages
	type place struct {
		top  bool
		y    int
		size float32
	}
	at := func(b *block, top bool) place {
		box := b.view.rectBack(b.box)
		return place{top, int((box.Y0+box.Y1)/2 + .5), halfPoints(b.style.size)}
	}
	pages := make(map[place]int)
	last := make(map[place]int)
	for i, p := range d.pages {
		for _, b := range p.blocks {
			if b.kind != header && b.kind != footer || len(b.lines) == 0 {
				continue
			}
			if k := at(b, b.kind == header); last[k] != i+1 {
				pages[k]++
				last[k] = i + 1
			}
		}
	}
	for i := range edges {
		e := &edges[i]
		if e.b.kind != para || len(e.b.lines) != 1 || !e.apart() {
			continue
		}
		k := at(e.b, e.top)
		n := pages[k]
		for _, dy := range [...]int{-1, 1} {
			n += pages[place{k.top, k.y + dy, k.size}]
		}
		if n >= often && (d.outermost(e) || e.b.besideNumber() != nil && outside(edges, i)) {
			e.mark()
		}
	}
}

// markBeside marks what stands in one row with a running head, such as a chapter's title beside the page
// number, and single lines further out than one.
func (d *doc) markBeside(edges []edge) {
	byPage := make(map[int][]*edge)
	for i := range edges {
		byPage[edges[i].page] = append(byPage[edges[i].page], &edges[i])
	}
	for _, es := range byPage {
		for _, e := range es {
			if e.b.kind != header && e.b.kind != footer {
				continue
			}
			for _, f := range es {
				if f.b.kind != para || f.top != e.top || len(f.b.lines) > 1 {
					continue
				}
				if sameRow(e, f) && f.apart() || (f.top && f.y < e.y-3 || !f.top && f.y > e.y+3) && f.b.style.size < large*d.body {
					f.mark()
				}
			}
		}
	}
}

// sameRow reports whether two edges of a page stand side by side.
func sameRow(e, f *edge) bool {
	a, b := e.b.view.rectBack(e.b.box), f.b.view.rectBack(f.b.box)
	return abs(f.y-e.y) < 3 || 2.5*(min(a.Y1, b.Y1)-max(a.Y0, b.Y0)) > min(a.H(), b.H()) && len(f.b.lines) == 1 && (a.X0 > b.X1 || b.X0 > a.X1 || e.b.between(f.b.box))
}

// between reports whether a box of the block's own layer lies in a gap of its only line.
func (b *block) between(box page.Rect) bool {
	return len(b.lines) == 1 && !slices.ContainsFunc(b.lines[0].parts(), func(s segment) bool { return s.x0 < box.X1 && s.x1 > box.X0 })
}

// unmarkInner takes back what has body text between itself and the page's edge. The edges of a page come in
// order from outside.
func unmarkInner(edges []edge) {
	for i := 0; i < len(edges); {
		page, top := edges[i].page, edges[i].top
		bodyY, found := float32(0), false
		for ; i < len(edges) && edges[i].page == page && edges[i].top == top; i++ {
			e := &edges[i]
			switch {
			case e.b.kind == para && !found:
				bodyY, found = e.y, true
			case e.b.kind != para && found && abs(e.y-bodyY) > 3:
				e.b.kind = para
			}
		}
	}
}

// lone marks what stands apart at the foot or head of the only page: a page number, and lines in the margin
// that are no larger than the text.
func (d *doc) lone() {
	p := d.pages[0]
	lines := 0
	for _, b := range p.blocks {
		if b.kind == para {
			lines += len(b.lines)
		}
	}
	edges := pageEdges(p, 0)
	d.lastNumber(p, lines)
	for i := range edges {
		e := &edges[i]
		if e.b.kind != para {
			continue
		}
		first := i == 0 || e.top != edges[i-1].top
		behindHead := !first && len(edges[i-1].b.lines) == 1 && (lines >= leastText && edges[i-1].b.style.size < 1.05*d.body || abs(edges[i-1].y-e.y) < 3 && d.ownNumber(e))
		if d.loneNumber(p, e) && (first || behindHead) || lines >= leastText && d.inMargin(p, edges, i) {
			e.mark()
		}
	}
	d.markLikeNumbers(edges)
	d.markBeside(edges)
	unmarkInner(edges)
}

// lastNumber marks a number that stands alone below all else.
func (d *doc) lastNumber(p *Page, lines int) {
	var last *block
	for _, b := range p.blocks {
		if !b.dropped && b.view.upright() && (last == nil || b.box.Y1 > last.box.Y1) {
			last = b
		}
	}
	if last == nil || last.kind != para || lines < leastText || len(last.lines) != 1 || last.box.Y0 < .5*p.height || last.gapBefore >= 0 && last.gapBefore < 1.2*d.body {
		return
	}
	if key, nums, _ := edgeKey(last.plain()); len(nums) > 0 && bareNumber(key) {
		last.kind = footer
	}
}

// bareNumber reports whether a text, its numbers replaced, is a page number and nothing else.
func bareNumber(key string) bool {
	switch strings.Trim(key, "-–—| .") {
	case "#", "##", "###", "page #", "page ##", "page ###", "#/#", "#/##", "##/##", "page # of #", "page # of ##", "page ## of ##", "# / #":
		return true
	}
	return false
}

// leastText is how many lines a page has that is no title page or card, of which all may stand anywhere.
const leastText = 12

// loneNumber reports whether the outermost block is a page number.
func (d *doc) loneNumber(p *Page, e *edge) bool {
	if e.y > .12*p.height && e.y < .88*p.height {
		return false
	}
	if len(e.nums) == 0 || !bareNumber(e.key) {
		return false
	}
	gap := e.b.gapBefore
	if e.top {
		gap = e.b.gapAfter
	}
	return gap < 0 || gap > 1.2*d.body
}

// ownNumber reports whether an edge is nothing but its page's number, which another page may not bear.
func (d *doc) ownNumber(e *edge) bool {
	return slices.Contains(e.nums, e.page+1) && d.loneNumber(d.pages[e.page], e) && d.outermost(e)
}

// inMargin reports whether a line stands where text doesn't come, well apart from it, or is a title in capitals
// with a page number.
func (d *doc) inMargin(p *Page, edges []edge, i int) bool {
	e := &edges[i]
	const margin, far = .08, 1.5
	if len(e.b.lines) != 1 {
		return false
	}
	largest := float32(1.05)
	if e.b.style.read {
		largest = 1.4 // sizes are guesses
	}
	parts := e.b.lines[0].parts()
	if len(parts) > 2 {
		largest = 1.4
	}
	if d.titleAndNumber(edges, i) {
		return true
	}
	if e.b.style.size > largest*d.body || e.b.style.bold && !d.bold {
		return false
	}
	box := e.b.view.rectBack(e.b.box)
	depth := box.Y1
	if !e.top {
		depth = p.height - box.Y0
	}
	if depth > 2*margin*p.height {
		return false
	}
	if n := len(e.nums) + len(e.roman); n > 0 && depth <= 1.5*margin*p.height && capitals(e.b.plain()) {
		return true
	}
	if len(parts) > 2 && e.apart() && d.outermost(e) {
		return true // left, middle and right
	}
	if depth > margin*p.height {
		return false
	}
	for k := range edges {
		f := &edges[k]
		if f == e || f.top != e.top || abs(f.y-e.y) < 3 {
			continue
		}
		o := f.b.view.rectBack(f.b.box)
		if e.top && o.Y0 >= box.Y0 && o.Y0-box.Y1 < far*d.body || !e.top && o.Y1 <= box.Y1 && box.Y0-o.Y1 < far*d.body {
			return false
		}
	}
	return true
}

// fewPages is how many pages may have running heads that no other of them has, such as those of left and right pages.
const fewPages = 3

// titleAndNumber reports whether an edge is a line in the margin that has a page number well apart at its start or end.
func (d *doc) titleAndNumber(edges []edge, i int) bool {
	const deep = .16 // of the page
	e := &edges[i]
	most := float32(1.05) // times the text's size
	if slices.Contains(e.nums, e.page+1) && !e.b.style.bold {
		most = 1.5
	}
	return e.b.style.size <= most*d.body && e.apart() && d.outermost(e) && e.b.besideNumber() != nil && d.within(e, deep)
}

// within reports whether an edge lies within a share of the page's height from its edge.
func (d *doc) within(e *edge, share float32) bool {
	box, height := e.b.view.rectBack(e.b.box), d.pages[e.page].height
	return e.top && box.Y1 <= share*height || !e.top && box.Y0 >= (1-share)*height
}

// besideNumber returns the part of a block of one line that has a page number well apart at its start or end, nil when there is none.
func (b *block) besideNumber() *segment {
	if len(b.lines) != 1 {
		return nil
	}
	parts := b.lines[0].parts()
	switch {
	case len(parts) != 2:
	case numberPart(parts[0]):
		return &parts[1]
	case numberPart(parts[1]):
		return &parts[0]
	}
	return nil
}

// markLikeNumbers marks lines at the top of pages that are set in the size of the page number at the foot, which is not the text's, as
// running heads and no titles are.
func (d *doc) markLikeNumbers(edges []edge) {
	const deep, same = .16, .1 // of the page; points
	for i := range edges {
		e := &edges[i]
		if e.b.kind != para || !e.top || len(e.b.lines) != 1 || e.b.style.bold || abs(e.b.style.size-d.body) < 5*same || !e.apart() || !d.outermost(e) || !d.within(e, deep) {
			continue
		}
		if slices.ContainsFunc(edges, func(f edge) bool {
			return f.page == e.page && f.b.kind == footer && slices.Contains(f.nums, f.page+1) && abs(f.b.style.size-e.b.style.size) < same && f.b.style.color == e.b.style.color
		}) {
			e.mark()
		}
	}
}

// outermost reports whether no text stands further out on its page than an edge.
func (d *doc) outermost(e *edge) bool {
	for _, b := range d.pages[e.page].blocks {
		if b.dropped || b.kind == imageBlock || b.view.angle%180 != 0 {
			continue
		}
		box := b.view.rectBack(b.box)
		if y := (box.Y0 + box.Y1) / 2; e.top && y < e.y-3 || !e.top && y > e.y+3 {
			return false
		}
	}
	return true
}

// outside reports whether what stands further out on its page than edge i, if anything, is a running head too and
// followed closely by it, as are the lines of one.
func outside(edges []edge, i int) bool {
	e := &edges[i]
	y := e.y
	for k := i - 1; k >= 0 && edges[k].page == e.page && edges[k].top == e.top; k-- {
		f := &edges[k]
		if abs(f.y-e.y) > 3 && (f.b.kind == para || abs(f.y-y) > 2.5*e.b.style.size) {
			return false
		}
		y = f.y
	}
	return true
}

// numberPart reports whether a part of a line is a page number.
func numberPart(s segment) bool {
	key, nums, _ := edgeKey(joinPieces(s.pieces, false))
	return len(nums) > 0 && bareNumber(key)
}

// parts cuts a line at its wide gaps.
func (l *line) parts() []segment { return segments(l.pieces, wideGap) }

// inParts reports whether the line has wide gaps.
func (l *line) inParts() bool {
	if len(l.pieces) == 0 {
		return false
	}
	end, _ := firstSegment(l.pieces, 0, wideGap)
	return end < len(l.pieces)
}

// capitals reports whether most letters of a text are capitals.
func capitals(s string) bool {
	up, all := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			all++
			if unicode.IsUpper(r) {
				up++
			}
		}
	}
	return all >= 4 && up*4 > all*3
}
