package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/outread"
)

func (p *program) graphCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:     "graph OUT",
		Short:   "Merge the provenance of an output folder into one graph",
		Long:    "graph writes the provenance of all documents in an output folder as one file of N-Quads: sorted, each statement once.",
		Example: "  udecode graph out -o out.nq\n  udecode graph out | gzip > out.nq.gz",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) (err error) {
			if output == "" || output == "-" {
				err = outread.Graph(p.out, args[0])
			} else {
				err = writeFile(output, func(w *os.File) error { return outread.Graph(w, args[0]) })
			}
			if err != nil {
				return readError(err)
			}
			return nil
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "`file` to write; the default is standard output")
	return c
}

func (p *program) traceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "trace OUT IRI|BLOCK-ID|PATH:OFFSET",
		Short: "Show where a chunk, section or place of a text came from",
		Long: `trace prints the chain from a chunk, page, section or block back to its source file, with the page, the box on it and the text.
A place is a document's source path and an offset into its text, in characters from 0.`,
		Example: "  udecode trace out urn:chunk:1b4e28ba-2fa1-51d2-883f-0016d3cca427\n  udecode trace out reports/q3.pdf:10250",
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := outread.Trace(args[0], args[1])
			if errors.Is(err, outread.ErrNotFound) {
				return &exitError{exitFailures, err}
			}
			if err != nil {
				return readError(err)
			}
			printChain(p.out, c)
			return nil
		},
	}
}

// readError is the error of reading an output folder; to name one that is none is wrong usage.
func readError(err error) error {
	if errors.Is(err, outread.ErrNoFolder) {
		return usage(err)
	}
	return &exitError{exitRun, err}
}

func printChain(w io.Writer, c *outread.Chain) {
	row := func(k, format string, args ...any) {
		fmt.Fprintf(w, "%-9s %s\n", k, printable(fmt.Sprintf(format, args...)))
	}
	if k := c.Chunk; k != nil {
		row("chunk", "%s", k.ID)
		row("", "number %d, characters %d to %d of its section", k.Index, k.Offset, k.Offset+k.Length)
	}
	if b := c.Block; b != nil {
		category, _ := b.Attributes["category"].(string)
		row("block", "%s", b.ID)
		row("", "%s %s, on %s", b.ContentType, category, b.Node)
		if bb := b.Position.BBox; bb != nil {
			row("", "box at %.1f, %.1f, %.1f wide, %.1f high (points from the page's top left)", bb.X, bb.Y, bb.Width, bb.Height)
		}
		if b.Position.Row != nil && b.Position.Col != nil {
			row("", "row %d, column %d (from 0)", *b.Position.Row, *b.Position.Col)
		}
	}
	if s := c.Section; s != nil {
		row(s.Kind, "%s", s.ID)
		if s.Page != nil {
			row("", "page %d", *s.Page)
		}
		if len(s.HeadingPath) > 0 {
			row("", "%s", strings.Join(s.HeadingPath, " › "))
		}
		row("", "characters %d to %d of the document's text; %s", s.Offset, s.Offset+s.Length, strings.Join(s.ElementTypes, ", "))
	}
	d := &c.Document
	row("document", "%s", d.SourcePath)
	row("", "%s, sha256 %s", d.MediaType, d.SHA256)
	if c.Excerpt != "" {
		fmt.Fprintf(w, "\n%s\n", printableText(c.Excerpt))
	}
}

// printableText is printable that keeps line feeds.
func printableText(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}
