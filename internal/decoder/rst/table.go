package rst

import (
	"slices"
	"strings"
)

// cells is a table's lines cut into columns. A wide character takes two, the second one is 0.
type cells [][]rune

func newCells(src []string) cells {
	out := make(cells, len(src))
	most := 0
	for i, l := range src {
		row := make([]rune, 0, len(l))
		for _, r := range l {
			switch runeWidth(r) {
			case 0:
				row = append(row, r) // keeps its place, so that nothing is lost
			case 2:
				row = append(row, r, 0)
			default:
				row = append(row, r)
			}
		}
		out[i] = row
		most = max(most, len(row))
	}
	for i, row := range out {
		for len(row) < most {
			row = append(row, ' ')
		}
		out[i] = row
	}
	return out
}

// text returns the lines of a rectangle without blanks at their ends.
func (c cells) text(top, left, bottom, right int) []string {
	var out []string
	for _, row := range c[top:bottom] {
		var sb strings.Builder
		for _, r := range row[left:min(right, len(row))] {
			if r != 0 {
				sb.WriteRune(r)
			}
		}
		out = append(out, strings.TrimRight(sb.String(), " "))
	}
	return out
}

// maxTable bounds the characters of a table that is drawn with characters.
const maxTable = 4 << 20

// isGridBorder reports whether a line is the top of a grid table: "+---+---+".
func isGridBorder(line string) bool {
	if len(line) < 3 || line[0] != '+' || line[len(line)-1] != '+' || line[1] != '-' {
		return false
	}
	return strings.Trim(line, "+-") == ""
}

// gridTable parses a grid table, nil when it is malformed.
func (p *parser) gridTable(src []string, i int, at place) (*node, int) {
	end, size := i, 0
	for end < len(src) && src[end] != "" && (src[end][0] == '+' || src[end][0] == '|') {
		size += len(src[end])
		end++
	}
	if size > maxTable || p.in.Budget.Charge(int64(4*size)) != nil {
		return nil, i
	}
	c := newCells(src[i:end])
	header := -1
	for r := 1; r < len(c)-1; r++ {
		if line := strings.TrimRight(string(c[r]), " "); len(line) > 1 && line[0] == '+' && strings.Trim(line, "+=") == "" && strings.Contains(line, "=") {
			if header < 0 {
				header = r
			}
			for k, ch := range c[r] {
				if ch == '=' {
					c[r][k] = '-'
				}
			}
		}
	}
	boxes := c.boxes()
	if len(boxes) == 0 {
		return nil, i
	}
	tops, lefts := []int{len(c) - 1}, []int{len(c[0]) - 1}
	for _, b := range boxes {
		tops, lefts = append(tops, b.top), append(lefts, b.left)
	}
	slices.Sort(tops)
	slices.Sort(lefts)
	tops, lefts = slices.Compact(tops), slices.Compact(lefts)
	g := &grid{rows: make([][]gridCell, len(tops)-1)}
	for _, b := range boxes {
		row, _ := slices.BinarySearch(tops, b.top)
		below, _ := slices.BinarySearch(tops, b.bottom)
		left, _ := slices.BinarySearch(lefts, b.left)
		right, _ := slices.BinarySearch(lefts, b.right)
		g.rows[row] = append(g.rows[row], gridCell{below - row, right - left, p.body(dedent(trimBlank(c.text(b.top+1, b.left+1, b.bottom, b.right))), at.inner())})
		if b.top < header {
			g.header = max(g.header, row+1)
		}
	}
	return &node{kind: table, grid: g}, end
}

// box is a cell of a grid table with the lines around it.
type box struct{ top, left, bottom, right int }

// boxes finds the cells of a grid, row by row; none when it is not closed.
func (c cells) boxes() []box {
	bottom, right := len(c)-1, len(c[0])-1
	if bottom < 2 || right < 2 {
		return nil
	}
	done := make([]int, right) // for each column, the row down to which cells were found
	for i := range done {
		done[i] = -1
	}
	corners := []box{{}}
	var out []box
	for len(corners) > 0 {
		slices.SortFunc(corners, func(a, b box) int {
			if a.top != b.top {
				return a.top - b.top
			}
			return a.left - b.left
		})
		at := corners[0]
		corners = corners[1:]
		if at.top >= bottom || at.left >= right || at.top <= done[at.left] {
			continue
		}
		b, ok := c.box(at.top, at.left)
		if !ok {
			return nil
		}
		for x := b.left; x < b.right; x++ {
			if done[x] != b.top-1 {
				return nil // overlaps another cell, or leaves a gap
			}
			done[x] = b.bottom - 1
		}
		out = append(out, b)
		corners = append(corners, box{top: b.top, left: b.right}, box{top: b.bottom, left: b.left})
	}
	for _, d := range done {
		if d != bottom-1 {
			return nil
		}
	}
	slices.SortStableFunc(out, func(a, b box) int {
		if a.top != b.top {
			return a.top - b.top
		}
		return a.left - b.left
	})
	return out
}

// box finds the smallest closed rectangle whose top left corner is at top, left.
func (c cells) box(top, left int) (box, bool) {
	if c[top][left] != '+' {
		return box{}, false
	}
	for right := left + 1; right < len(c[top]); right++ {
		switch c[top][right] {
		case '+':
			if bottom := c.down(top, left, right); bottom > 0 {
				return box{top, left, bottom, right}, true
			}
		case '-':
		default:
			return box{}, false
		}
	}
	return box{}, false
}

// down follows the right side of a rectangle to the first row where its bottom closes, 0 when there is none.
func (c cells) down(top, left, right int) int {
	for r := top + 1; r < len(c); r++ {
		switch c[r][right] {
		case '+':
			if c.closes(top, left, r, right) {
				return r
			}
		case '|':
		default:
			return 0
		}
	}
	return 0
}

func (c cells) closes(top, left, bottom, right int) bool {
	if c[bottom][left] != '+' {
		return false
	}
	for _, ch := range c[bottom][left:right] {
		if ch != '-' && ch != '+' {
			return false
		}
	}
	for r := top + 1; r < bottom; r++ {
		if ch := c[r][left]; ch != '|' && ch != '+' {
			return false
		}
	}
	return true
}

// isSimpleBorder reports whether a line is a border of a simple table of two columns or more: "===  ===".
func isSimpleBorder(line string) bool {
	return len(line) > 2 && line[0] == '=' && strings.Trim(line, "= ") == "" && strings.Contains(line, " ")
}

// span is a column: from its first character to the one behind its last.
type span struct{ start, end int }

// spans returns the columns that a border of c draws.
func spans(border string, c byte) []span {
	var out []span
	for i := 0; i < len(border); i++ {
		if border[i] != c {
			continue
		}
		start := i
		for i < len(border) && border[i] == c {
			i++
		}
		out = append(out, span{start, i})
	}
	return out
}

// simpleTable parses a simple table, nil when it has no end.
func (p *parser) simpleTable(src []string, i int, at place) (*node, int) {
	columns := spans(src[i], '=')
	end, borders := -1, 0
	for k := i + 1; k < len(src); k++ {
		if strings.TrimSpace(src[k]) == "" || src[k][0] != '=' || strings.Trim(src[k], "= ") != "" {
			continue
		}
		borders++
		end = k
		if borders == 2 || k+1 >= len(src) || src[k+1] == "" {
			break
		}
	}
	if end < 0 {
		return nil, i
	}
	t := simple{parser: p, columns: columns, at: at.inner(), grid: &grid{}}
	size := 0
	for _, l := range src[i+1 : end] {
		size += len(l)
	}
	if size > maxTable || p.in.Budget.Charge(int64(4*size)) != nil {
		return nil, i
	}
	body := src[i+1 : end]
	for k, l := range body {
		if isSimpleBorder(l) {
			t.rows(newCells(body[:k]))
			t.grid.header = len(t.grid.rows)
			body = body[k+1:]
			break
		}
	}
	t.rows(newCells(body))
	if len(t.grid.rows) == 0 {
		return nil, i
	}
	return &node{kind: table, grid: t.grid}, end + 1
}

// simple is a simple table that is being parsed.
type simple struct {
	*parser
	columns []span
	at      place
	grid    *grid
}

// rows parses lines between borders. A row begins at a line with text in its first column; a line of hyphens under
// a row joins columns.
func (t *simple) rows(c cells) {
	start := 0
	flush := func(end int, columns []span) {
		for start < end && blank(c[start]) {
			start++
		}
		if start < end {
			t.row(c[start:end], columns)
		}
		start = end
	}
	for r := range c {
		line := strings.TrimRight(string(c[r]), " ")
		switch {
		case line != "" && line[0] == '-' && strings.Trim(line, "- ") == "":
			flush(r, spans(line, '-'))
			start = r + 1
		case !blank(c[r]) && !blankRange(c[r], t.columns[0]):
			flush(r, t.columns)
		}
	}
	flush(len(c), t.columns)
}

func blank(row []rune) bool { return strings.TrimSpace(string(row)) == "" }

func blankRange(row []rune, s span) bool {
	return s.start >= len(row) || blank(row[s.start:min(s.end, len(row))])
}

// row parses one row, whose cells stand in columns that may join several of the table's.
func (t *simple) row(c cells, columns []span) {
	var row []gridCell
	for i, col := range columns {
		right := col.end
		switch {
		case i == len(columns)-1:
			right = len(c[0]) // the last column goes on to the end
		case i+1 < len(columns):
			right = max(right, min(columns[i+1].start, len(c[0]))) // text may run into the margin
		}
		n := 0
		for _, own := range t.columns {
			if own.start >= col.start && own.start < col.end {
				n++
			}
		}
		left := min(col.start, len(c[0]))
		row = append(row, gridCell{1, max(n, 1), t.body(dedent(trimBlank(c.text(0, left, len(c), max(right, left)))), t.at)})
	}
	t.grid.rows = append(t.grid.rows, row)
}
