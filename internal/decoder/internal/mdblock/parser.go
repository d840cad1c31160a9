package mdblock

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var markdown = newParser()

func newParser() parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(),
			util.Prioritized(mathBlockParser{}, 701), // before fenced code would see nothing of it
			util.Prioritized(extension.NewDefinitionListParser(), 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
			util.Prioritized(extension.NewFootnoteBlockParser(), 999),
		)...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(mathParser{}, 90), // before escapes
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		)...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(tableTransformer{extension.NewTableParagraphTransformer()}, 200),
		)...),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
		parser.WithAttribute(),
	)
	return p
}

// tableTransformer leaves alone what only claims to be a table: k columns in the delimiter row and k rows of
// one cell would make k² cells.
type tableTransformer struct{ parser.ParagraphTransformer }

const maxTableCells = 200_000

func (t tableTransformer) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, src := n.Lines(), reader.Source()
	rows := lines.Len()
	if rows < 2 {
		return
	}
	bars, widest := 0, 0
	for i := range rows {
		s := lines.At(i)
		b := bytes.Count(src[s.Start:s.Stop], []byte{'|'})
		bars += b
		widest = max(widest, b)
	}
	if widest*rows > maxTableCells && widest*rows > 4*bars {
		return
	}
	t.ParagraphTransformer.Transform(n, reader, pc)
}
