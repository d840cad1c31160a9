package mdblock

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// inlineMath is a formula between dollar signs in a paragraph.
type inlineMath struct {
	ast.BaseInline
	source  string
	display bool // between two
}

var kindInlineMath = ast.NewNodeKind("InlineMath")

func (n *inlineMath) Kind() ast.NodeKind            { return kindInlineMath }
func (n *inlineMath) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathParser reads $…$ by pandoc's rule: no white space behind the opening sign and before the closing one, and no digit
// behind that; so that prices stay prices. $$…$$ may run over line ends, as may $`…`$.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) > 1 && line[1] == '$' {
		return displayMath(block)
	}
	end := closingDollar(line)
	if end < 0 {
		return nil
	}
	source := line[1:end]
	if n := len(source); n > 2 && source[0] == '`' && source[n-1] == '`' {
		source = source[1 : n-1]
	}
	block.Advance(end + 1)
	return &inlineMath{source: string(source)}
}

// closingDollar returns the index of the sign that closes the one that line starts with, or -1.
func closingDollar(line []byte) int {
	if len(line) < 3 || isSpace(line[1]) {
		return -1
	}
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '\n':
			return -1
		case '$':
			if isSpace(line[i-1]) || i == 1 || i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9' {
				return -1
			}
			return i
		}
	}
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// displayMath reads $$…$$ inside of a paragraph.
func displayMath(block text.Reader) ast.Node {
	savedLine, savedPos := block.Position()
	block.Advance(2)
	var source []byte
	for range 200 { // lines
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		if end := bytes.Index(line, []byte("$$")); end >= 0 {
			source = append(source, line[:end]...)
			if len(bytes.TrimSpace(source)) == 0 {
				break
			}
			block.Advance(end + 2)
			return &inlineMath{source: string(source), display: true}
		}
		source = append(source, line...)
		block.AdvanceLine()
	}
	block.SetPosition(savedLine, savedPos)
	return nil
}

// mathBlock is a formula whose dollar signs stand at the start of a line.
type mathBlock struct {
	ast.BaseBlock
	closed bool
}

var kindMathBlock = ast.NewNodeKind("MathBlock")

func (n *mathBlock) Kind() ast.NodeKind            { return kindMathBlock }
func (n *mathBlock) IsRaw() bool                   { return true }
func (n *mathBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathBlockParser reads a block that starts with $$ on a line of its own (what follows on the line is formula) and ends with
// the line that ends in $$. A formula that opens and closes on one line with text behind it is left to the paragraph.
type mathBlockParser struct{}

func (mathBlockParser) Trigger() []byte { return []byte{'$'} }

func (mathBlockParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], []byte("$$")) {
		return nil, parser.NoChildren
	}
	body := line[at+2:]
	n := &mathBlock{}
	if end := bytes.Index(body, []byte("$$")); end >= 0 {
		if len(bytes.TrimSpace(body[end+2:])) > 0 || len(bytes.TrimSpace(body[:end])) == 0 {
			return nil, parser.NoChildren
		}
		n.closed = true
		body = body[:end]
	} else if !closes(reader.Source()[segment.Stop:]) {
		return nil, parser.NoChildren
	}
	start := segment.Stop - len(line) + at + 2
	if start < segment.Start {
		start = segment.Start
	}
	n.Lines().Append(text.NewSegment(start, min(start+len(body), segment.Stop)))
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// closes reports whether "$$" stands in the text before an empty line, or soon behind one.
func closes(rest []byte) bool {
	rest = rest[:min(len(rest), 10_000)]
	return bytes.Contains(rest, []byte("$$"))
}

func (mathBlockParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	n := node.(*mathBlock)
	if n.closed {
		return parser.Close
	}
	line, segment := reader.PeekLine()
	if end := bytes.Index(line, []byte("$$")); end >= 0 {
		n.closed = true
		n.Lines().Append(text.NewSegment(segment.Start, min(segment.Start+end, segment.Stop)))
		reader.AdvanceToEOL()
		return parser.Continue | parser.NoChildren
	}
	n.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (mathBlockParser) Close(node ast.Node, reader text.Reader, pc parser.Context) {}

func (mathBlockParser) CanInterruptParagraph() bool { return true }

func (mathBlockParser) CanAcceptIndentedLine() bool { return false }
