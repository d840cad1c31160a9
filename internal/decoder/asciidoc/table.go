package asciidoc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

// cell is a cell of a table as written.
type cell struct {
	text             string
	rowSpan, colSpan int
	style            byte // 'a': its text is blocks, 'h': a header
	times            int  // it is to stand
	copied           bool // its text is that of the cell behind it
}

// table reads the content of a table block.
func (d *reader) table(sep byte, content []string, st style, c markup.Context) {
	content = slices.DeleteFunc(slices.Clone(content), isComment)
	var cells []cell
	first := 0 // cells on the first line
	format := st.named["format"]
	switch {
	case sep == ',' || format == "csv":
		cells, first = valueCells(content, ',')
	case sep == ':' || format == "dsv":
		cells, first = valueCells(content, ':')
	case format == "tsv":
		cells, first = valueCells(content, '\t')
	default:
		mark := sep
		if s := st.named["separator"]; len(s) == 1 {
			mark = s[0]
		}
		cells, first = pipeCells(content, mark)
	}
	columns, styles := columnSpecs(st.named["cols"])
	if columns == 0 {
		columns = max(first, 1)
	}
	header := 0
	if st.opts["header"] || !st.opts["noheader"] && impliedHeader(content) {
		header = 1
	}
	t := d.NewTable()
	free := newRows(columns)
	for _, x := range cells {
		if d.Err != nil {
			return
		}
		span := min(x.colSpan, columns)
		if free.full() {
			t.Grid.NextRow()
			free.next()
		}
		col := free.place(span, x.rowSpan)
		kind := x.style
		if kind == 0 && col < len(styles) {
			kind = styles[col]
		}
		t.Cell(x.rowSpan, span, func(c markup.Context) {
			outer := d.para
			d.para = richtext.Builder{Collapse: true}
			defer func() { d.para = outer }()
			if kind == 'a' {
				d.blocks(strings.Split(x.text, "\n"), c)
				return
			}
			start := 0
			lines := strings.Split(x.text, "\n")
			for k := 0; k <= len(lines); k++ { // an empty line parts paragraphs
				if k == len(lines) || lines[k] == "" {
					if k > start {
						d.text(lines[start:k], c)
					}
					start = k + 1
				}
			}
		})
	}
	caption := d.plain(st.title)
	d.caption(st.title, c)
	t.End(header, caption, c)
}

// rows keeps account of the places in rows that cells leave free.
type rows struct {
	below []int // rows still covered, by column
	col   int
}

// newRows returns an account in which the row before the first one is full.
func newRows(columns int) *rows { return &rows{below: make([]int, columns), col: columns} }

func (r *rows) full() bool {
	for r.col < len(r.below) && r.below[r.col] > 0 {
		r.col++
	}
	return r.col >= len(r.below)
}

func (r *rows) next() {
	for i := range r.below {
		r.below[i] = max(r.below[i]-1, 0)
	}
	r.col = 0
	r.full()
}

func (r *rows) place(cols, rows int) int {
	at := r.col
	for i := at; i < min(at+cols, len(r.below)); i++ {
		r.below[i] = rows
	}
	r.col += cols
	return at
}

// impliedHeader reports whether the first row stands alone: on one line, with an empty line behind it.
func impliedHeader(content []string) bool {
	return len(content) > 1 && content[0] != "" && content[1] == ""
}

// columnSpecs reads the cols attribute: the number of columns, and their styles.
func columnSpecs(s string) (n int, styles []byte) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, nil
	}
	if k, err := strconv.Atoi(s); err == nil && !strings.ContainsAny(s, ",;") {
		return clamp(k), nil
	}
	for spec := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' }) {
		spec = strings.TrimSpace(spec)
		times := 1
		if k, rest, ok := strings.Cut(spec, "*"); ok {
			if v, err := strconv.Atoi(k); err == nil {
				times, spec = clamp(v), rest
			}
		}
		kind := byte(0)
		if spec != "" && strings.IndexByte("adehlmsv", spec[len(spec)-1]) >= 0 {
			kind = spec[len(spec)-1]
		}
		for range times {
			styles = append(styles, kind)
		}
	}
	return min(len(styles), maxColumns), styles
}

const maxColumns = 1000

func clamp(n int) int { return min(max(n, 1), maxColumns) }

// pipeCells cuts content at separators, with the spec that stands before each: "2.3+^.>a|".
func pipeCells(content []string, sep byte) (cells []cell, first int) {
	for i, l := range content {
		start := 0
		for k := 0; k <= len(l); k++ {
			if k < len(l) && (l[k] != sep || k > 0 && l[k-1] == '\\') {
				continue
			}
			if k == len(l) {
				appendText(cells, l[start:], true)
				break
			}
			specAt := k
			for specAt > start && l[specAt-1] != ' ' {
				specAt--
			}
			spec, ok := cellSpec(l[specAt:k])
			if !ok {
				specAt, spec = k, cell{rowSpan: 1, colSpan: 1, times: 1}
			}
			appendText(cells, l[start:specAt], false)
			for n := range spec.times {
				spec.copied = n+1 < spec.times
				cells = append(cells, spec)
			}
			start = k + 1
		}
		if i == 0 || first == 0 {
			first = 0
			for _, x := range cells {
				first += x.colSpan
			}
		}
	}
	if n := len(cells); n > 0 && len(content) > 0 && strings.HasSuffix(content[0], string(sep)) && first > 1 {
		cells, first = withoutEnds(cells, first)
	}
	for i := range cells {
		cells[i].text = strings.ReplaceAll(strings.TrimSpace(cells[i].text), `\`+string(sep), string(sep))
	}
	for i := len(cells) - 2; i >= 0; i-- {
		if cells[i].copied {
			cells[i].text = cells[i+1].text
		}
	}
	return cells, first
}

// withoutEnds drops the empty cell that a separator at the end of each line makes.
func withoutEnds(cells []cell, first int) ([]cell, int) {
	for i := first - 1; i < len(cells); i += first {
		if strings.TrimSpace(cells[i].text) != "" {
			return cells, first
		}
	}
	out := cells[:0]
	for i, c := range cells {
		if (i+1)%first != 0 {
			out = append(out, c)
		}
	}
	return out, first - 1
}

func appendText(cells []cell, s string, lineEnd bool) {
	if len(cells) == 0 {
		return
	}
	x := &cells[len(cells)-1]
	x.text += strings.TrimSpace(s)
	if lineEnd {
		x.text += "\n"
	}
}

// cellSpec reads the spec before a separator; ok is false when it is text.
func cellSpec(s string) (cell, bool) {
	c := cell{rowSpan: 1, colSpan: 1, times: 1}
	if s == "" {
		return c, true
	}
	if at := strings.IndexAny(s, "+*"); at >= 0 {
		cols, rows, _ := strings.Cut(s[:at], ".")
		for _, part := range [...]struct {
			text string
			to   *int
		}{{cols, &c.colSpan}, {rows, &c.rowSpan}} {
			if part.text == "" {
				continue
			}
			n, err := strconv.Atoi(part.text)
			if err != nil {
				return c, false
			}
			*part.to = clamp(n)
		}
		if s[at] == '*' {
			c.times, c.colSpan = c.colSpan, 1
		}
		s = s[at+1:]
	}
	s = strings.TrimLeft(s, "<^>.")
	switch {
	case s == "":
	case len(s) == 1 && strings.IndexByte("adehlmsv", s[0]) >= 0:
		c.style = s[0]
	default:
		return c, false
	}
	return c, true
}

// valueCells reads comma-, colon- or tab-separated values.
func valueCells(content []string, sep byte) (cells []cell, first int) {
	for _, l := range content {
		if l == "" {
			continue
		}
		for _, s := range splitQuoted(l, sep) {
			cells = append(cells, cell{text: strings.ReplaceAll(unquote(strings.TrimSpace(s)), `""`, `"`), rowSpan: 1, colSpan: 1})
		}
		if first == 0 {
			first = len(cells)
		}
	}
	return cells, first
}
