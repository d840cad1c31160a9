package rst

import "strings"

// kind is the kind of a node of the tree.
type kind uint8

const (
	paragraph  kind = iota // text
	heading                // text, level
	literal                // text, name: language
	parsed                 // literal whose text has inline markup
	list                   // children: items; ordered
	item                   // children; name: label
	group                  // children, with style, admonition or role
	lines                  // text: a line block
	table                  // grid
	image                  // name: URI; opts
	figure                 // name: URI; opts; children: caption and legend
	formula                // text
	footnote               // name: label; children
	citation               // name: label; children
	substitute             // a picture that stands for a substitution; not in the tree itself
)

// node is a node of the tree. Texts are as written, their inline markup is read when they are rendered.
type node struct {
	kind     kind
	text     string
	name     string
	level    int
	ordered  bool
	style    string
	role     role
	opts     options
	grid     *grid
	children []*node
}

// role is what a group stands for.
type role uint8

const (
	plain role = iota
	admonition
	pageHeader
	pageFooter
	field // name: the field's name
)

// grid is a table (of any syntax).
type grid struct {
	rows    [][]gridCell
	header  int // rows
	caption string
}

type gridCell struct {
	rowSpan, colSpan int
	children         []*node
}

// options are the options of a directive.
type options map[string]string

// place says where a body stands.
type place struct {
	top   bool // sections may begin here
	depth int
}

func (p place) inner() place { return place{depth: p.depth + 1} }

// indent returns the number of blanks that a line begins with; -1 for an empty line.
func indent(line string) int {
	for i := 0; i < len(line); i++ {
		if line[i] != ' ' {
			return i
		}
	}
	return -1
}

// indented returns the lines from i on that are empty or begin with at least one blank, without empty ones at their
// ends, and the index behind them.
func indented(lines []string, i int) ([]string, int) {
	start := i
	for i < len(lines) && (lines[i] == "" || lines[i][0] == ' ') {
		i++
	}
	return trimBlank(lines[start:i]), i
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// dedent cuts the blanks that all lines share.
func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := indent(l); n >= 0 && (least < 0 || n < least) {
			least = n
		}
	}
	return cutColumns(lines, max(least, 0))
}

// cutColumns cuts up to n blanks from each line.
func cutColumns(lines []string, n int) []string {
	if n == 0 {
		return lines
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if k := indent(l); k >= 0 {
			out[i] = l[min(k, n):]
		}
	}
	return out
}

// hanging returns the block that begins with first, in a column of lines[i], and goes on with the indented lines
// behind it; these lose what they share. The index is that behind the block.
func hanging(lines []string, i int, first string) ([]string, int) {
	rest, next := indented(lines, i+1)
	rest = dedent(rest)
	// An empty line between the first one and the others was trimmed: it counts.
	gap := i+1 < len(lines) && lines[i+1] == "" && len(rest) > 0
	out := make([]string, 0, len(rest)+2)
	if first != "" {
		out = append(out, first)
		if gap {
			out = append(out, "")
		}
	}
	return append(out, rest...), next
}

// item returns the block of a list item whose text begins in column col of lines[i].
func itemBlock(lines []string, i, col int) ([]string, int) {
	end := i + 1
	for end < len(lines) && (lines[end] == "" || indent(lines[end]) >= col) {
		end++
	}
	out := make([]string, 0, end-i)
	out = append(out, strings.TrimLeft(lines[i][min(col, len(lines[i])):], " "))
	out = append(out, cutColumns(lines[i+1:end], col)...)
	return trimBlank(out), end
}
