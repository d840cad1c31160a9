package sheet

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
)

// Cell says what kind of value a cell holds and whether it is bold.
type Cell uint8

// The kinds of values, of which a cell has one, and the flag for bold text.
const (
	Text Cell = iota
	Number
	Date
	Bool
	Error
	unknown

	kindMask Cell = 7
	Bold     Cell = 8
)

// Builder collects the cells of one sheet. Make one with New; it may be used again for the next sheet
// after Blocks.
type Builder struct {
	Workbook *Workbook // for Number, String and their like; may be nil

	budget *limit.Budget
	opt    decoder.Options

	rows     []row
	unsorted bool
	text     strings.Builder // chunk that rows' texts are cut from
	ends     []uint32        // chunk that rows' cells are cut from
	facts    []Cell
	keep     int // how many more rows keep what is known of their cells

	derived      int64 // bytes of texts that cells show by naming them
	derivedCells int64
	err          error // to be reported at the next row

	// The row that is being read.
	at      int
	hidden  bool
	buf     []byte
	shown   []byte
	cells   []cell
	ordered bool
	used    Area // of all cells with text
}

// cell is a cell of the row that is being read.
type cell struct {
	col, end int
	facts    Cell
}

// row is a row of cells with text, kept compactly.
type row struct {
	text  string   // of all cells
	ends  []uint32 // each cell's end in text; behind them their columns, when they are not consecutive
	facts int32    // place in Builder.facts, -1 when it is not kept
	index int32
	n     uint16 // number of cells
	first uint16 // column of the first cell
	flags uint8
}

const (
	rowHidden uint8 = 1 << iota
	rowSparse       // columns are not consecutive
)

// How many rows behind a change of shape keep what is known of each cell: enough to tell a header.
const keepRows = 8

// New returns a builder that charges in's budget.
func New(in *decoder.Input) *Builder {
	b := &Builder{budget: in.Budget, opt: in.Options}
	b.reset()
	return b
}

func (b *Builder) reset() {
	b.rows, b.facts, b.unsorted, b.keep = nil, nil, false, 0
	b.at, b.hidden, b.ordered = -1, false, true
	b.buf, b.cells = b.buf[:0], b.cells[:0]
	b.used = Area{Top: MaxRows, Left: MaxCols, Bottom: -1, Right: -1}
}

// Row starts a row. Rows may come in any order, but are best sorted.
func (b *Builder) Row(index int, hidden bool) error {
	err := b.flush()
	b.at, b.hidden = index, hidden
	return err
}

// Cell adds a cell of the current row: its text as a person sees it, valid UTF-8 with "\n" line ends. The text is copied;
// a cell without visible text counts as empty.
func (b *Builder) Cell(col int, text []byte, facts Cell) {
	if blank(text) || col < 0 || col >= MaxCols {
		return
	}
	if n := len(b.cells); n > 0 && b.cells[n-1].col >= col {
		b.ordered = false
	}
	b.buf = append(b.buf, text...)
	b.cells = append(b.cells, cell{col, len(b.buf), facts})
}

func blank(text []byte) bool {
	if len(text) > 0 && text[0] > ' ' && text[0] < utf8.RuneSelf {
		return false
	}
	return len(bytes.TrimSpace(text)) == 0
}

// flush stores the current row.
func (b *Builder) flush() error {
	if b.err != nil {
		return b.err
	}
	n := len(b.cells)
	if n == 0 || b.at < 0 || b.at >= MaxRows {
		b.buf, b.cells = b.buf[:0], b.cells[:0]
		return nil
	}
	if !b.ordered {
		b.sortCells()
		n = len(b.cells)
	}
	if err := b.budget.Charge(int64(len(b.buf) + 4*n)); err != nil {
		return err
	}
	r := row{text: b.keepText(), index: int32(b.at), n: uint16(n), first: uint16(b.cells[0].col), facts: -1}
	if b.hidden {
		r.flags |= rowHidden
	}
	last := b.cells[n-1].col
	need := n
	if last-b.cells[0].col+1 != n {
		r.flags |= rowSparse
		need = 2 * n
	}
	r.ends = b.newEnds(need)
	for i := range b.cells {
		r.ends[i] = uint32(b.cells[i].end)
	}
	if r.flags&rowSparse != 0 {
		for i := range b.cells {
			r.ends[n+i] = uint32(b.cells[i].col)
		}
	}
	if k := len(b.rows); k > 0 {
		p := &b.rows[k-1]
		if p.index >= r.index {
			b.unsorted = true
		}
		if p.index+1 != r.index || p.first != r.first || p.n != r.n || p.last() != last {
			b.keep = keepRows
		}
	} else {
		b.keep = keepRows
	}
	if b.keep > 0 {
		b.keep--
		r.facts = int32(len(b.facts))
		for i := range b.cells {
			b.facts = append(b.facts, b.cells[i].facts)
		}
	}
	b.rows = append(b.rows, r)
	b.used = b.used.union(Area{b.at, b.cells[0].col, b.at, last})
	b.buf, b.cells = b.buf[:0], b.cells[:0]
	return nil
}

// sortCells brings the current row's cells in order; of two in one place the later one stays.
func (b *Builder) sortCells() {
	type placed struct {
		cell
		text string
	}
	all := make([]placed, len(b.cells))
	start := 0
	for i, c := range b.cells {
		all[i] = placed{c, string(b.buf[start:c.end])}
		start = c.end
	}
	slices.SortStableFunc(all, func(x, y placed) int { return cmp.Compare(x.col, y.col) })
	b.buf, b.cells = b.buf[:0], b.cells[:0]
	for i, p := range all {
		if i+1 < len(all) && all[i+1].col == p.col {
			continue
		}
		b.buf = append(b.buf, p.text...)
		b.cells = append(b.cells, cell{p.col, len(b.buf), p.facts})
	}
	b.ordered = true
}

const chunk = 64 << 10

// keepText moves the current row's text into the chunk.
func (b *Builder) keepText() string {
	if b.text.Cap()-b.text.Len() < len(b.buf) {
		size := min(chunk, max(512, 2*b.text.Cap()))
		b.text = strings.Builder{}
		b.text.Grow(max(size, len(b.buf)))
	}
	start := b.text.Len()
	b.text.Write(b.buf)
	return b.text.String()[start:]
}

func (b *Builder) newEnds(n int) []uint32 {
	if len(b.ends)+n > cap(b.ends) {
		b.ends = make([]uint32, 0, max(n, min(chunk/4, max(128, 2*cap(b.ends)))))
	}
	at := len(b.ends)
	b.ends = b.ends[:at+n]
	return b.ends[at : at+n : at+n]
}

// col returns the column of the i-th cell.
func (r *row) col(i int) int {
	if r.flags&rowSparse != 0 {
		return int(r.ends[int(r.n)+i])
	}
	return int(r.first) + i
}

func (r *row) last() int { return r.col(int(r.n) - 1) }

// cell returns the text of the i-th cell.
func (r *row) cell(i int) string { return r.text[r.start(i):r.ends[i]] }

func (r *row) start(i int) uint32 {
	if i == 0 {
		return 0
	}
	return r.ends[i-1]
}

// find returns the place of the first cell at or behind a column.
func (r *row) find(col int) int {
	if r.flags&rowSparse == 0 {
		return min(max(col-int(r.first), 0), int(r.n))
	}
	cols := r.ends[r.n:]
	i, _ := slices.BinarySearch(cols, uint32(max(col, 0)))
	return i
}

// within returns which cells lie between two columns, both included.
func (r *row) within(left, right int) (i, j int) { return r.find(left), r.find(right + 1) }

// kind returns what is known of the i-th cell.
func (b *Builder) cellFacts(r *row, i int) Cell {
	if r.facts < 0 {
		return unknown
	}
	return b.facts[int(r.facts)+i]
}

// sortRows brings rows that came out of order into order, and joins those with one index.
func (b *Builder) sortRows() error {
	if !b.unsorted {
		return nil
	}
	rows := b.rows
	slices.SortStableFunc(rows, func(x, y row) int { return cmp.Compare(x.index, y.index) })
	facts := b.facts
	b.rows, b.facts, b.keep = make([]row, 0, len(rows)), nil, 0
	b.unsorted = false
	for i := range rows {
		r := &rows[i]
		if int(r.index) != b.at || i == 0 {
			if err := b.Row(int(r.index), r.flags&rowHidden != 0); err != nil {
				return err
			}
		}
		for k := range int(r.n) {
			kind := unknown
			if r.facts >= 0 {
				kind = facts[int(r.facts)+k]
			}
			b.Cell(r.col(k), []byte(r.cell(k)), kind)
		}
	}
	return b.flush()
}

// between returns the rows from top to bottom, both included.
func (b *Builder) between(top, bottom int) []row {
	at := func(index int) int {
		i, _ := slices.BinarySearchFunc(b.rows, int32(index), func(r row, x int32) int { return cmp.Compare(r.index, x) })
		return i
	}
	return b.rows[at(top):at(bottom+1)]
}
