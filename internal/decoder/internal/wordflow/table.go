package wordflow

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Row describes a table row.
type Row struct {
	Header bool // repeated as a header at each page's top
	Cells  []Cell
}

// Cell describes one cell of a row; cells covered by a merge are among them.
type Cell struct {
	Right  int  // right border, twips; 0 when unknown
	HMerge bool // covered by the cell to its left
	VMerge bool // covered by the cell above
}

type table struct {
	rows     []tableRow
	row      []cellText // cells of the row being read
	cellText strings.Builder
	cellBold boldness
	inside   []item // what stands behind the table: nested tables, pictures, notes
}

type tableRow struct {
	Row
	texts []cellText
}

type cellText struct {
	text string
	bold boldness
}

// boldness tells whether all text of a cell is bold, which marks a header that the source does not.
type boldness uint8

const (
	noText boldness = iota
	allBold
	notBold
)

// add appends a paragraph to the cell being read.
func (t *table) add(p Paragraph, b *richtext.Builder) {
	text, _, emphasis := b.Text()
	if text == "" {
		return
	}
	bold := notBold
	if len(emphasis) > 0 && emphasis[0].Start == 0 && (emphasis[0].Style == "bold" || emphasis[0].Style == "bold_italic") {
		n := 0
		for _, r := range text {
			_ = r
			n++
		}
		if emphasis[0].End == n {
			bold = allBold
		}
	}
	t.cellBold = max(t.cellBold, bold)
	if t.cellText.Len() > 0 {
		t.cellText.WriteByte('\n')
	}
	if p.ListLabel != "" {
		t.cellText.WriteString(p.ListLabel)
		t.cellText.WriteByte(' ')
	}
	t.cellText.WriteString(text)
}

// nest takes up a table that lies in the cell being read.
func (t *table) nest(blk *udm.ContentBlock, inside []item) {
	if blk != nil {
		if text := flat(blk.Table); text != "" {
			if t.cellText.Len() > 0 {
				t.cellText.WriteByte('\n')
			}
			t.cellText.WriteString(text)
			t.cellBold = notBold
		}
		blk.A().Set("parent_cell", map[string]any{"row": len(t.rows), "col": len(t.row)})
		t.inside = append(t.inside, item{block: blk})
	}
	t.inside = append(t.inside, inside...)
}

func (t *table) endCell() {
	t.row = append(t.row, cellText{t.cellText.String(), t.cellBold})
	t.cellText.Reset()
	t.cellBold = noText
}

func (t *table) endRow(r Row) {
	if t.cellText.Len() > 0 {
		t.endCell()
	}
	if len(t.row) > 0 {
		t.rows = append(t.rows, tableRow{r, t.row})
	}
	t.row = nil
}

// finish returns the table's block, nil when it has no cells, and what stands behind it. The cells that spans add
// are charged to the budget, which may be nil.
func (t *table) finish(budget *limit.Budget) (*udm.ContentBlock, []item, error) {
	t.endRow(Row{})
	if len(t.rows) == 0 {
		return nil, t.inside, nil
	}
	columns := borders(t.rows)
	if budget != nil {
		if err := budget.ChargeCells(int64(len(columns)) * int64(len(t.rows))); err != nil {
			return nil, t.inside, err
		}
	}
	return udm.NewTable(grid(t.rows, columns)), t.inside, nil
}

// grid lays rows of cells out in columns. Where rows differ in their number of cells, their right
// borders decide which columns a cell spans.
func grid(rows []tableRow, columns []int) *udm.Table {
	out := &udm.Table{}
	var merges []udm.Merge
	var above, next []int // by column: 1 + index in merges of the cell there, 0 for none; of the last row and this one
	type place struct{ row, col int }
	texts := make([][]string, len(rows))
	for r, w := range rows {
		col := 0
		clear(next)
		for i := 0; i < len(w.texts); i++ {
			var c Cell
			if i < len(w.Cells) {
				c = w.Cells[i]
			}
			text := w.texts[i].text
			right := c.Right
			for i+1 < len(w.texts) && i+1 < len(w.Cells) && w.Cells[i+1].HMerge {
				i++
				text = join(text, w.texts[i].text)
				right = w.Cells[i].Right
			}
			end := col + 1
			if columns == nil {
				end = i + 1
			} else if right > 0 {
				end = max(end, columnAfter(columns, right))
			}
			for len(texts[r]) < end {
				texts[r] = append(texts[r], "")
			}
			for len(next) < end {
				next, above = append(next, 0), append(above, 0)
			}
			at := place{r, col}
			if m := above[col]; c.VMerge && m > 0 && merges[m-1].ColSpan == end-col {
				merges[m-1].RowSpan = r - merges[m-1].Row + 1
				at.row = merges[m-1].Row
				next[col] = m
			} else {
				merges = append(merges, udm.Merge{Row: r, Col: col, RowSpan: 1, ColSpan: end - col})
				next[col] = len(merges)
			}
			texts[at.row][at.col] = join(texts[at.row][at.col], text)
			col = end
		}
		above, next = next, above
	}
	for _, cells := range texts {
		out.Append(cells...)
	}
	for _, m := range merges {
		if m.RowSpan > 1 || m.ColSpan > 1 {
			out.Merged = append(out.Merged, m)
		}
	}
	out.HeaderRows = headerRows(rows)
	return out
}

// join joins the texts of merged cells; what covered cells hold is next to nothing in sound files.
func join(a, b string) string {
	const most = 64 << 10
	switch {
	case b == "" || len(a) > most:
		return a
	case a == "":
		return b
	}
	return a + "\n" + b
}

// maxColumns bounds the columns that borders make: Word allows for 63 cells in a row.
const maxColumns = 500

// slack is how far apart two cells' borders may lie and still be the same column's, twips.
const slack = 60

// borders returns the right borders of the columns, ascending; nil when each cell is a column.
func borders(rows []tableRow) []int {
	same, n := true, len(rows[0].texts)
	for _, r := range rows {
		if len(r.texts) != n {
			same = false
			break
		}
	}
	if same {
		return nil
	}
	var all []int
	for _, r := range rows {
		for i := range min(len(r.Cells), len(r.texts)) {
			if c := r.Cells[i]; c.Right > 0 {
				all = append(all, c.Right)
			}
		}
	}
	slices.Sort(all)
	var out []int
	for _, x := range all {
		if len(out) == 0 || x-out[len(out)-1] > slack {
			out = append(out, x)
		}
	}
	if len(out) > maxColumns {
		return nil
	}
	return out
}

// columnAfter returns the number of columns up to the right border x.
func columnAfter(columns []int, x int) int {
	i, exact := slices.BinarySearch(columns, x)
	if exact || i == 0 {
		return i + 1
	}
	return i // the border a little to the left stands for this one
}

// headerRows counts the rows at the top that are marked as headers; without a mark, a first row that
// is all bold above one that is not counts as one.
func headerRows(rows []tableRow) int {
	n := 0
	for n < len(rows) && rows[n].Header {
		n++
	}
	if n > 0 && n < len(rows) {
		return n
	}
	if len(rows) > 1 && n == 0 && rowBold(rows[0]) && !rowBold(rows[1]) {
		return 1
	}
	return 0
}

func rowBold(r tableRow) bool {
	bold := 0
	for _, c := range r.texts {
		switch c.bold {
		case notBold:
			return false
		case allBold:
			bold++
		}
	}
	return bold > 1
}

// flat returns a table's texts, cells separated by blanks and rows by line feeds.
func flat(t *udm.Table) string {
	var sb strings.Builder
	for r := range t.Rows() {
		start := sb.Len()
		for _, c := range t.Row(r) {
			if c == "" {
				continue
			}
			if sb.Len() > start {
				sb.WriteByte(' ')
			} else if start > 0 {
				sb.WriteByte('\n')
			}
			sb.WriteString(c)
		}
	}
	return sb.String()
}
