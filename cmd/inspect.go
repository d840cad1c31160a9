package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/view"
	"github.com/udecode/udecode/internal/walk"
)

func (p *program) inspectCommand() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "inspect FILE…",
		Short: "Show the outline of decoded documents",
		Long: `inspect decodes files and prints for each an outline for people: its metadata, its pages or sections, and each
block's category, size and first words.

With --boxes it writes for each a page of HTML instead, NAME.boxes.html, that needs nothing but a browser: pictures of
the pages with a numbered box around every block, beside the blocks as they were understood.`,
		Example: "  udecode inspect report.pdf\n  udecode inspect --strategy fast deck.pptx\n  udecode inspect --boxes --boxes-pages 1-20 report.pdf",
		Args:    cobra.MinimumNArgs(1),
	}
	f.register(c)
	show := c.Flags().Bool("boxes", false, "write NAME.boxes.html with boxes around the blocks, and print its path")
	pages := c.Flags().String("boxes-pages", "", "`pages`, slides, sheets or sections to show, such as 1-20,30-; the default is all")
	c.Flags().Lookup("output").Usage = "`folder` for what --boxes writes; the default is the working folder"
	for _, name := range []string{"boxes", "boxes-pages"} {
		c.Flags().SetAnnotation(name, "group", []string{groupOutput})
	}
	for _, name := range []string{"emit", "images", "provenance", "document-iri", "provenance-agent", "archive-children", "force", "files-from",
		"dry-run", "fail-fast", "fresh", "retry-failed", "prune", "jobs", "isolation", "quiet", "progress", "log-format", "section-strategy", "section-element-count", "section-max-size", "section-within-pages", "text-exclude"} {
		c.Flags().MarkHidden(name)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := f.configure(c); err != nil {
			return usage(err)
		}
		if err := f.check(); err != nil {
			return usage(err)
		}
		ranges, err := view.ParseRanges(*pages)
		switch {
		case err != nil:
			return usage(fmt.Errorf("--boxes-pages: %w", err))
		case !*show:
			return p.inspect(c, f, nil, args)
		case f.output == "-":
			return usage(errors.New("--boxes writes files: --output must be a folder"))
		}
		return p.inspect(c, f, &boxes{dir: f.output, pages: ranges}, args)
	}
	return c
}

// inspect prints outlines or, with boxes, writes pages of HTML.
func (p *program) inspect(c *cobra.Command, f *flags, boxes *boxes, args []string) error {
	pl, w, err := p.prepare(f)
	if err != nil {
		return usage(err)
	}
	if boxes != nil {
		boxes.limits = pl.Limits
	}
	out := bufio.NewWriter(p.out)
	defer out.Flush()
	in := &inspector{ctx: c.Context(), plan: pl, outliner: outliner{w: out, color: p.color}, boxes: boxes, errors: p.err}
	w.Yield = in.accept
	if err := w.Walk(c.Context(), args); err != nil {
		return err
	}
	if in.failed {
		return &exitError{code: exitFailures}
	}
	return nil
}

// inspector shows the items of a walk.
type inspector struct {
	outliner
	ctx    context.Context
	plan   *plan
	boxes  *boxes    // nil for outlines
	errors io.Writer // where it is told what could not be decoded
	failed bool      // something could not
}

// accept shows one item. Its error ends the walk.
func (in *inspector) accept(it *walk.Item) error {
	if it.Content != nil && !it.Begin {
		defer it.Content.Close()
	}
	err := it.Err
	switch {
	case it.End && err == nil:
		return nil
	case it.Begin:
		if in.boxes == nil {
			fmt.Fprintf(in.w, "%s  %s\n\n", in.paint(bold, printable(it.Path)), it.Found.Archive)
		}
		return nil
	case err == nil && it.Found.Err != nil:
		err = it.Found.Err
	case err == nil && it.Found.Format == nil:
		err = fmt.Errorf("no format matches %s", it.Found.MediaType)
	}
	if err == nil {
		input := &decoder.Input{Path: it.Path, MediaType: it.Found.MediaType, Content: it.Content, Options: in.plan.Decode}
		var doc *udm.Document
		var warnings []string
		if doc, warnings, err = convert.Decode(in.ctx, it.Found.Format, input, in.plan.Limits); err == nil {
			return in.show(it, input, doc, append(it.Found.Warnings, warnings...))
		}
	}
	in.failed = true
	fmt.Fprintf(in.errors, "udecode: %s: %s: %v\n", printable(it.Path), convert.Code(err), err)
	return in.ctx.Err()
}

// show prints a decoded document's outline, or writes its page and prints where that is.
func (in *inspector) show(it *walk.Item, input *decoder.Input, doc *udm.Document, warnings []string) error {
	if in.boxes == nil {
		in.document(doc, warnings, it.Size)
		return nil
	}
	name, err := in.boxes.write(in.ctx, it.Found.Format, input, doc, warnings)
	if err != nil {
		return err
	}
	fmt.Fprintln(in.w, printable(name))
	return in.w.Flush()
}

// The escape sequences of the outline's colours.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	reset  = "\x1b[0m"
)

type outliner struct {
	w     *bufio.Writer
	color bool
}

func (o *outliner) paint(color, s string) string {
	if !o.color {
		return s
	}
	return color + s + reset
}

func (o *outliner) document(d *udm.Document, warnings []string, size int64) {
	fmt.Fprintf(o.w, "%s  %s, %d bytes\n", o.paint(bold, printable(d.SourcePath)), d.SourceType, size)
	m := &d.Metadata
	for _, kv := range [][2]string{{"title", m.Title}, {"author", m.Author}, {"created", m.CreatedAt}, {"modified", m.ModifiedAt}, {"tags", strings.Join(m.Tags, ", ")}} {
		if kv[1] != "" {
			fmt.Fprintf(o.w, "  %s %s\n", o.paint(dim, kv[0]+":"), printable(kv[1]))
		}
	}
	for _, warning := range warnings {
		fmt.Fprintf(o.w, "  %s %s\n", o.paint(yellow, "warning:"), printable(warning))
	}
	for i, n := range d.Nodes {
		fmt.Fprintf(o.w, "  %s %d", o.paint(bold, string(n.Role)), i+1)
		if n.Label != "" {
			fmt.Fprintf(o.w, "  %s", printable(n.Label))
		}
		fmt.Fprintln(o.w)
		for _, b := range n.Blocks {
			o.block(b)
		}
	}
	fmt.Fprintln(o.w)
}

func (o *outliner) block(b *udm.ContentBlock) {
	name := b.Category.String()
	if b.Category == udm.NoCategory || b.Type == udm.Link {
		name = b.Type.String()
	}
	indent := "    "
	if a := b.Attr; a != nil {
		if a.HeadingLevel > 0 {
			name += fmt.Sprintf(" h%d", a.HeadingLevel)
		}
		if a.ListType != "" {
			indent += strings.Repeat("  ", a.ListLevel)
		}
	}
	detail, text := "", b.Text
	switch b.Type {
	case udm.TableContent:
		detail = fmt.Sprintf("%d×%d", b.Table.Rows(), b.Table.Cols())
		text = strings.Join(b.Table.Row(0), " | ")
	case udm.ImageContent, udm.Media:
		detail = b.Data.MediaType
		if b.Data.Blob != nil {
			detail += fmt.Sprintf(" %d bytes", b.Data.Blob.Size())
		}
		if b.Attr != nil && text == "" {
			text = b.Attr.AltText
		}
	default:
		detail = fmt.Sprintf("%d", utf8.RuneCountInString(b.Text))
	}
	label := ""
	if b.Attr != nil && b.Attr.ListLabel != "" {
		label = b.Attr.ListLabel + " "
	}
	fmt.Fprintf(o.w, "%s%s %s  %s%s\n", indent, o.paint(cyan, name), o.paint(dim, detail), printable(label), shorten(printable(strings.Join(strings.Fields(text), " ")), 90))
}
