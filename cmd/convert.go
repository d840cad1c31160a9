package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/isolate"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/walk"
)

// convert is the main command.
func (p *program) convert(c *cobra.Command, f *flags, args []string) error {
	if err := f.configure(c); err != nil {
		return usage(err)
	}
	if err := f.check(); err != nil {
		return usage(err)
	}
	inputs, err := p.inputs(f, args)
	switch {
	case err != nil:
		return usage(err)
	case len(inputs) == 0 && c.Flags().NFlag() == 0:
		return c.Help()
	case len(inputs) == 0:
		return usage(errors.New("no inputs (name a file, a folder, an archive, or - for standard input)"))
	case f.output == "" && !f.dryRun:
		return usage(errors.New("no output folder (name one with -o, or -o - for standard output)"))
	}
	pl, w, err := p.prepare(f)
	if err != nil {
		return usage(err)
	}
	if f.dryRun {
		return p.list(c.Context(), w, inputs)
	}
	return p.run(c.Context(), f, &work{inputs, w, pl})
}

// work is what is to be converted, and how.
type work struct {
	inputs []string
	walker *walk.Walker
	plan   *plan
}

// prepare turns flags into what is to be done and what finds the files.
func (p *program) prepare(f *flags) (*plan, *walk.Walker, error) {
	pl, err := p.plan(f)
	if err != nil {
		return nil, nil, err
	}
	w, err := p.walker(f, pl.Limits)
	return pl, w, err
}

// list prints what a run would decode.
func (p *program) list(ctx context.Context, w *walk.Walker, inputs []string) error {
	out := bufio.NewWriter(p.out)
	w.Yield = func(it *walk.Item) error {
		if it.Content != nil && !it.Begin {
			defer it.Content.Close()
		}
		if it.End {
			return nil
		}
		_, err := fmt.Fprintf(out, "%-12s %s\n", kindOf(it), it.Path)
		return err
	}
	if err := w.Walk(ctx, inputs); err != nil {
		return err
	}
	return out.Flush()
}

// kindOf is what a found file is taken for.
func kindOf(it *walk.Item) string {
	switch {
	case it.Err != nil:
		return "error: " + it.Err.Error()
	case it.Found.Err != nil:
		return "error: " + it.Found.Err.Error()
	case it.Found.Format != nil:
		return it.Found.Format.Name
	case it.Found.Archive != "":
		return it.Found.Archive
	}
	return "unsupported"
}

// run opens the output, converts, and says how it went.
func (p *program) run(ctx context.Context, f *flags, w *work) error {
	opt := f.options(w.plan)
	place := f.output
	if f.output == "-" {
		dir, err := os.MkdirTemp("", "udecode-*")
		if err != nil {
			return &outdir.Error{Err: err}
		}
		defer os.RemoveAll(dir)
		place = filepath.Join(dir, "out")
		opt.Stream = p.out
	}
	folder, err := outdir.Open(place, f.force)
	if err != nil {
		return openError(err)
	}
	ui := p.newUI(f)
	opt.Progress = ui
	report, err := w.process(ctx, f, folder, opt)
	if e := folder.Close(); err == nil {
		err = e
	}
	ui.stop()
	if report != nil {
		ui.summary(report, f.output)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return &exitError{code: exitRun, err: err} // no matter of usage, whatever it is
	case len(report.Failures) > 0:
		return &exitError{code: exitFailures}
	}
	return nil
}

// options are those of a run that does the plan.
func (f *flags) options(pl *plan) convert.Options {
	opt := convert.Options{
		RetryFailed: f.retryFailed, Prune: f.prune,
		Jobs: f.jobs, Memory: pl.Memory, FailFast: f.failFast, EmbedChildren: f.archiveChildren == "embed", DocumentIRI: pl.documentIRI,
	}
	if f.output == "-" {
		return opt
	}
	if !slices.Contains(f.emit, "json") {
		opt.DocumentFile = "sections.jsonl"
	}
	if !f.fresh {
		opt.Signature = pl.signature(f.archiveChildren)
	}
	return opt
}

// openError is the error of an output folder that can't be opened, with what a user can do about it.
func openError(err error) error {
	switch {
	case errors.Is(err, outdir.ErrForeign):
		return usage(fmt.Errorf("%w (name another one, or use --force)", err))
	case errors.Is(err, outdir.ErrBusy):
		return usage(fmt.Errorf("%w (wait for it, or name another folder)", err))
	}
	return err
}

// process does the work, in worker processes where that is wanted.
func (w *work) process(ctx context.Context, f *flags, folder *outdir.Folder, opt convert.Options) (*convert.Report, error) {
	if !isolated(f.isolation, w.inputs) {
		opt.Processor = w.plan.local()
		return convert.Run(ctx, w.walker, w.inputs, folder, opt)
	}
	temporary, err := os.MkdirTemp("", "udecode-*")
	if err == nil {
		defer os.RemoveAll(temporary) // with what workers that were killed left in it
	}
	command, err := newWorker(folder.Stages(), temporary)
	if err != nil {
		return nil, err
	}
	const spare = 30 * time.Second // and as long for writing as for decoding
	pool := isolate.NewPool(isolate.Options[plan]{
		Command: command, Plan: w.plan, Workers: f.jobs, Memory: w.plan.Memory, Timeout: 2*w.plan.Limits.Timeout + spare,
	})
	defer pool.Close()
	opt.Processor = pool
	return convert.Run(ctx, w.walker, w.inputs, folder, opt)
}

// isolated decides on worker processes: by default they are used for folders and for more than one file. For a single one
// the start of a worker would take longer than the decoding.
func isolated(isolation string, inputs []string) bool {
	if isolation != "auto" {
		return isolation == "process"
	}
	if len(inputs) != 1 {
		return true
	}
	st, err := os.Stat(inputs[0])
	return err == nil && st.IsDir()
}
