// Package markdown decodes Markdown files: the text itself (see package mdblock) and the front matter before it, in
// YAML between lines of "---", in TOML between lines of "+++", or as pandoc's title block of "%" lines.
package markdown

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/mdblock"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the Markdown format.
var Format = decoder.Format{
	Name:       "markdown",
	Title:      "Markdown text",
	MediaTypes: []string{"text/markdown", "text/x-markdown"},
	Extensions: []string{".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"},
	Unit:       udm.Section,
	Memory:     85,
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	text, guess := charset.Decode(raw, in.Options.Encoding)
	text = lineEnds(text)
	doc := decoder.NewDocument(in, "markdown")
	body := frontMatter(text, &doc.Metadata, in)
	if guess.Name != "utf-8" {
		doc.Metadata.Set("encoding", guess.Name)
	}
	var out outline.Builder
	if err := mdblock.Translate([]byte(body), mdblock.Options{NoImages: in.Options.NoImages, Budget: in.Budget}, &out); err != nil {
		return nil, err
	}
	doc.Nodes = out.Nodes()
	return doc, ctx.Err()
}

// lineEnds makes all line ends "\n": also the carriage returns alone that the parser takes for blanks.
func lineEnds(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
}
