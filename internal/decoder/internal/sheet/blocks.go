package sheet

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/udm"
)

// Blocks returns the sheet's blocks in reading order and makes the builder ready for the next sheet.
func (b *Builder) Blocks(f *Facts) ([]*udm.ContentBlock, error) {
	defer b.reset()
	if err := b.flush(); err != nil {
		return nil, err
	}
	if err := b.sortRows(); err != nil {
		return nil, err
	}
	if f == nil {
		f = &Facts{}
	}
	f.sort()
	b.clearCovered(f.Merges)
	e := &emitter{Builder: b, facts: f}
	for _, a := range b.regions(f) {
		if err := e.region(a); err != nil {
			return nil, err
		}
	}
	e.formulas(Area{0, 0, MaxRows, MaxCols})
	return e.blocks, b.budget.ChargeBlocks(int64(len(e.blocks)))
}

// Sort puts blocks in reading order by their cells; what has no cell stays behind its neighbour.
func Sort(blocks []*udm.ContentBlock) {
	sort.SliceStable(blocks, func(i, k int) bool {
		x, y := blocks[i].Position, blocks[k].Position
		return cmp.Or(cmp.Compare(x.Row, y.Row), cmp.Compare(x.Col, y.Col)) < 0
	})
}

// maxCoverWork bounds how many rows are looked at for text under merged ranges.
const maxCoverWork = 20_000_000

// clearCovered drops the text of cells that merged ranges cover.
func (b *Builder) clearCovered(merges []Area) {
	work := 0
	for _, m := range merges {
		for i, rows := 0, b.between(m.Top, m.Bottom); i < len(rows) && work < maxCoverWork; i++ {
			work++
			r := &rows[i]
			from, to := r.within(m.Left, m.Right)
			if int(r.index) == m.Top && from < to && r.col(from) == m.Left {
				from++
			}
			if from < to {
				b.removeCells(r, from, to)
			}
		}
	}
	b.rows = slices.DeleteFunc(b.rows, func(r row) bool { return r.n == 0 })
}

// removeCells drops cells from, up to to, from a row.
func (b *Builder) removeCells(r *row, from, to int) {
	n := int(r.n)
	keep := n - (to - from)
	ends := make([]uint32, 2*keep)
	facts := make([]Cell, 0, keep)
	var text strings.Builder
	for i, k := 0, 0; i < n; i++ {
		if i >= from && i < to {
			continue
		}
		text.WriteString(r.cell(i))
		ends[k], ends[keep+k] = uint32(text.Len()), uint32(r.col(i))
		if r.facts >= 0 {
			facts = append(facts, b.cellFacts(r, i))
		}
		k++
	}
	if r.facts >= 0 {
		copy(b.facts[r.facts:], facts)
	}
	r.text, r.ends, r.n = text.String(), ends, uint16(keep)
	r.flags |= rowSparse
	if keep > 0 {
		r.first = uint16(ends[keep])
	}
}

// emitter makes blocks of regions.
type emitter struct {
	*Builder
	facts  *Facts
	blocks []*udm.ContentBlock
}

// maxTitles is how many rows above or below a table are taken for titles or notes at most.
const maxTitles = 20

// region makes the blocks of one region: titles, table, notes.
func (e *emitter) region(a Area) error {
	rows := e.between(a.Top, a.Bottom)
	part := e.facts.part(a)
	first, last := 0, len(rows)
	if part == nil {
		for first < last && e.isTitle(rows[first:], a) {
			first++
		}
		if first > maxTitles && first < last {
			first = 0
		}
		for last > first+1 && len(rows)-last < maxTitles && e.isNote(&rows[last-1], a) {
			last--
		}
	}
	e.lines(rows[:first], a)
	if first < last {
		if err := e.body(rows[first:last], a, part); err != nil {
			return err
		}
	}
	e.lines(rows[last:], a)
	e.formulas(a)
	return nil
}

// only returns the place of a row's cell in the region when it has just one.
func only(r *row, a Area) (int, bool) {
	i, j := r.within(a.Left, a.Right)
	return i, j == i+1
}

// isTitle reports whether the first of the rows at a region's top stands above its table: a single text in a region of
// several columns, that neither groups some of the columns nor begins a list of fields ("Name:").
func (e *emitter) isTitle(rows []row, a Area) bool {
	r := &rows[0]
	i, ok := only(r, a)
	if !ok || a.cols() == 1 || !e.isText(r, i) {
		return false
	}
	if col := r.col(i); col > a.Left {
		for m := range e.facts.mergesIn(Area{int(r.index), col, int(r.index), a.Right}) {
			if m.Left == col && m.Right > col {
				return false
			}
		}
	}
	if isField(r.cell(i)) && len(rows) > 1 {
		next := &rows[1]
		if k, end := next.within(a.Left, a.Right); k < end && next.col(k) == r.col(i) && isField(next.cell(k)) {
			return false
		}
	}
	return true
}

func isField(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), ":") }

func (e *emitter) isText(r *row, i int) bool {
	switch k := e.cellFacts(r, i) & kindMask; k {
	case Text:
		return true
	case unknown:
		_, err := strconv.ParseFloat(r.cell(i), 64)
		return err != nil
	}
	return false
}

// isNote reports whether a row at a region's bottom stands below its table: a single text that reads like a note.
func (e *emitter) isNote(r *row, a Area) bool {
	i, ok := only(r, a)
	if !ok || a.cols() == 1 || !e.isText(r, i) {
		return false
	}
	text := r.cell(i)
	if utf8.RuneCountInString(text) > 60 || classify.Narrative(text) {
		return true
	}
	if strings.HasPrefix(text, "*") || strings.HasPrefix(text, "(") && strings.Contains(text, ") ") {
		return true
	}
	lower := strings.ToLower(text)
	return strings.HasPrefix(lower, "note") || strings.HasPrefix(lower, "source")
}

// lines makes a text block of each cell.
func (e *emitter) lines(rows []row, a Area) {
	for k := range rows {
		r := &rows[k]
		i, j := r.within(a.Left, a.Right)
		for ; i < j; i++ {
			e.line(r, i)
		}
	}
}

func (e *emitter) line(r *row, i int) {
	row, col := int(r.index), r.col(i)
	hidden := r.flags&rowHidden != 0 || e.facts.hiddenCol(col)
	if hidden && e.opt.SkipHidden {
		return
	}
	text := strings.TrimSpace(r.cell(i))
	c := udm.UncategorizedText
	// An asterisk or a hyphen is a note's mark or part of a value as often as a bullet.
	first, _ := utf8.DecodeRuneInString(text)
	rest, bullet := classify.Bullet(text)
	bullet = bullet && classify.IsBullet(first)
	switch {
	case bullet:
		c, text = udm.ListItem, rest
	case e.isText(r, i):
		c = classify.Plain(text)
	}
	block := udm.NewText(c, text)
	if bullet {
		block.A().ListType = udm.Bullet
	}
	block.Position = udm.Position{Row: int32(row), Col: int32(col), HasCell: true}
	if f := e.cellFacts(r, i); f != unknown && f&Bold != 0 {
		block.A().Bold = true
	}
	if hidden {
		block.A().Set("hidden", true)
	}
	for l := range e.facts.linksIn(Area{row, col, row, col}) {
		block.A().Links = append(block.A().Links, udm.LinkSpan{End: utf8.RuneCountInString(text), URL: l.URL})
		break
	}
	e.blocks = append(e.blocks, block)
}

// formulas makes blocks of the formulas in an area that are not emitted yet.
func (e *emitter) formulas(a Area) {
	all := e.facts.Formulas
	i, _ := slices.BinarySearchFunc(all, a.Top, func(f Formula, row int) int { return cmp.Compare(f.Row, row) })
	for ; i < len(all) && all[i].Row <= a.Bottom; i++ {
		f := &all[i]
		if f.done || f.Col < a.Left || f.Col > a.Right {
			continue
		}
		f.done = true
		block := udm.NewFormula("excel", f.Expression)
		block.Attr.Cell, block.Attr.ResultValue, block.Attr.ResultType = CellName(f.Row, f.Col), f.ResultValue, f.ResultType
		block.Position = udm.Position{Row: int32(f.Row), Col: int32(f.Col), HasCell: true}
		e.blocks = append(e.blocks, block)
	}
}
