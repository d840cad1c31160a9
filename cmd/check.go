package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/outread"
	"github.com/udecode/udecode/internal/snapshot"
)

// checkFlags is what was typed of a comparison.
type checkFlags struct {
	format                            string
	update, normalize, quiet, verbose bool
}

// groupCheck is the group of a comparison's flags in the help.
const groupCheck = "Comparison"

func (k *checkFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&k.format, "format", "text", "differences as text, json (an object a line, the last one the summary) or github (annotations of a workflow)")
	fs.BoolVar(&k.normalize, "normalize", false, "leave pictures' bytes out of the comparison")
	fs.BoolVarP(&k.quiet, "quiet", "q", false, "print no differences: the exit status tells")
	fs.BoolVarP(&k.verbose, "verbose", "v", false, "leave nothing out of long differences")
	inGroup(fs, groupCheck, "format", "normalize", "quiet", "verbose")
}

func (k *checkFlags) check() error {
	if k.format != "text" && k.format != "json" && k.format != "github" {
		return fmt.Errorf("--format: %q is not one of text, json, github", k.format)
	}
	return nil
}

func (p *program) checkCommand() *cobra.Command {
	f, k := &flags{logFormat: "text"}, &checkFlags{}
	c := &cobra.Command{
		Use:   "check -o SNAPSHOT [flags] PATH…",
		Short: "Decode again and compare with a snapshot",
		Long: `check decodes the inputs as the main command does with the same flags, into a temporary folder, and compares the result with
SNAPSHOT, an output folder that was kept. It tells which documents were added, removed or changed, and how: blocks, texts
and other files. With --update the snapshot becomes what was decoded.

Without --emit the kinds of output that the snapshot has are compared; with it those that are named. Times and
the program's version do not count.`,
		Example: `  udecode check -o snapshot --normalize --update docs/   make a snapshot, or accept what has changed
  udecode check -o snapshot --normalize docs/            compare
  udecode check -o snapshot --format github docs/        annotate a pull request`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return p.check(c, f, k, args) },
	}
	fs := c.Flags()
	fs.StringVarP(&f.output, "output", "o", "", "`folder` of the snapshot")
	fs.BoolVar(&k.update, "update", false, "accept the differences: the snapshot becomes what was decoded")
	inGroup(fs, groupCheck, "output", "update")
	k.register(fs)
	f.registerDecoding(c)
	fs.Lookup("normalize").Usage += ", and of what --update writes"
	fs.Lookup("emit").Usage += "; the default is what the snapshot has"
	fs.Lookup("emit").DefValue = "[]" // of the help: none
	return c
}

func (p *program) diffCommand() *cobra.Command {
	k := &checkFlags{}
	c := &cobra.Command{
		Use:     "diff OUT1 OUT2",
		Short:   "Compare two output folders",
		Long:    "diff tells how the documents in one output folder differ from those in another: blocks, texts and other files. Times and the program's\nversion do not count.",
		Example: "  udecode diff out-before out-after",
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := k.check(); err != nil {
				return usage(err)
			}
			return p.compare(&comparison{old: args[0], new: args[1], options: snapshot.Options{Normalize: k.normalize}, checkFlags: k})
		},
	}
	k.register(c.Flags())
	return c
}

// check decodes the inputs and compares.
func (p *program) check(c *cobra.Command, f *flags, k *checkFlags, args []string) error {
	if err := f.configure(c); err != nil {
		return usage(err)
	}
	if err := errors.Join(f.check(), k.check()); err != nil {
		return usage(err)
	}
	inputs, err := p.inputs(f, args)
	if err != nil {
		return usage(err)
	}
	switch {
	case f.output == "" || f.output == "-":
		return usage(errors.New("no snapshot (name its folder with -o)"))
	case len(inputs) == 0:
		return usage(errors.New("no inputs (name a file, a folder, an archive, or - for standard input)"))
	}
	compared, err := f.selectKinds(k, c.Flags().Changed("emit"))
	if err != nil {
		return usage(err)
	}
	pl, w, err := p.prepare(f)
	if err != nil {
		return usage(err)
	}
	dir, err := os.MkdirTemp("", "udecode-*")
	if err != nil {
		return &outdir.Error{Err: err}
	}
	defer os.RemoveAll(dir)
	fresh := filepath.Join(dir, "out")
	folder, err := outdir.Open(fresh, false)
	if err != nil {
		return err
	}
	ui := p.newUI(f)
	report, err := (&work{inputs, w, pl}).process(c.Context(), f, folder, convert.Options{
		Jobs: f.jobs, Memory: pl.Memory, EmbedChildren: f.archiveChildren == "embed", DocumentIRI: pl.documentIRI, Progress: barOnly{ui},
	})
	if e := folder.Close(); err == nil {
		err = e
	}
	ui.stop()
	if err != nil {
		return err
	}
	both := &comparison{
		old: f.output, new: fresh, failures: report.Failures, options: snapshot.Options{Kinds: compared, Normalize: k.normalize}, checkFlags: k,
	}
	if k.update {
		return p.accept(c.Context(), both)
	}
	return p.compare(both)
}

// selectKinds settles what is decoded and what is compared: the kinds of output that are asked for, else those that the
// snapshot has. To compare only some of them all have to be made, since what one says may depend on another.
func (f *flags) selectKinds(k *checkFlags, asked bool) ([]string, error) {
	have, err := snapshot.Kinds(f.output)
	switch {
	case !k.update && errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such snapshot (--update makes it)", f.output)
	case k.update && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, outread.ErrNoFolder)):
		have = nil
	case err != nil:
		return nil, err
	}
	if !asked && len(have) > 0 {
		f.emit = have
	}
	compared := f.emit
	if k.normalize {
		if slices.Contains(compared, "kgcore") {
			return nil, errors.New("--normalize: a core file holds the documents' bytes (leave kgcore out of --emit)")
		}
		compared = slices.DeleteFunc(slices.Clone(compared), func(kind string) bool { return kind == "images" })
		if f.images != "none" {
			f.images = "file" // so that the JSON has no bytes in it
		}
	}
	f.emit = slices.Clone(compared)
	if !k.update {
		for _, kind := range have {
			if !slices.Contains(f.emit, kind) && (kind != "images" || !k.normalize) {
				f.emit = append(f.emit, kind)
			}
		}
	}
	return compared, nil
}

// comparison is what is compared, and how it is told.
type comparison struct {
	old, new string
	failures []convert.Record // of the new folder
	options  snapshot.Options
	*checkFlags
}

// tell prints the differences, and reports whether an input fails in another way than it did.
func (p *program) tell(c *comparison) (sum snapshot.Summary, failing bool, err error) {
	out := p.out
	if c.quiet {
		out = io.Discard
	}
	w := bufio.NewWriter(out)
	r := snapshot.NewReporter(c.format, w, snapshot.ReportOptions{Snapshot: filepath.ToSlash(c.old), All: c.verbose})
	failed := make(map[string]bool, len(c.failures))
	for _, rec := range c.failures {
		failed[rec.SourcePath] = true
	}
	sum, err = snapshot.Compare(c.old, c.new, c.options, func(d *snapshot.Document) error {
		failing = failing || failed[d.Path] && d.FailsAnew()
		return r.Document(d)
	})
	if err == nil {
		err = r.Summary(sum)
	}
	if e := w.Flush(); err == nil {
		err = e
	}
	return sum, failing, err
}

// compare tells the differences and ends with the exit code that they call for.
func (p *program) compare(c *comparison) error {
	sum, failing, err := p.tell(c)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage(err)
	case err != nil:
		return readError(err)
	case failing:
		return &exitError{code: exitFailures}
	case sum.Different():
		return &exitError{code: exitDifferent}
	}
	return nil
}

// accept tells the differences and makes the snapshot what was decoded.
func (p *program) accept(ctx context.Context, c *comparison) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.old, outdir.Manifest)); err == nil {
		if _, _, err := p.tell(c); err != nil {
			return &exitError{exitRun, err}
		}
	}
	folder, err := outdir.Open(c.old, false)
	if errors.Is(err, outdir.ErrForeign) || errors.Is(err, outdir.ErrBusy) {
		return usage(err)
	}
	if err != nil {
		return err
	}
	err = snapshot.Accept(folder, c.new)
	if e := folder.Close(); err == nil {
		err = e
	}
	if err != nil {
		return &exitError{exitRun, err}
	}
	if c.format == "text" && !c.quiet {
		fmt.Fprintf(p.out, "snapshot: %s (%s)\n", c.old, strings.Join(c.options.Kinds, ", "))
	}
	return nil
}
