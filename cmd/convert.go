package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/isolate"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/provenance"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
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
	if err != nil {
		return usage(err)
	}
	if len(inputs) == 0 {
		if c.Flags().NFlag() == 0 {
			return c.Help()
		}
		return usage(errors.New("no inputs (name a file, a folder, an archive, or - for standard input)"))
	}
	if f.output == "" && !f.dryRun {
		return usage(errors.New("no output folder (name one with -o, or -o - for standard output)"))
	}
	pl, w, err := p.prepare(f)
	if err != nil {
		return usage(err)
	}
	if f.dryRun {
		return p.list(c.Context(), w, inputs)
	}
	return p.run(c.Context(), f, w, inputs, pl)
}

// inputs are the arguments and the lines of --files-from.
func (p *program) inputs(f *flags, args []string) ([]string, error) {
	if f.files == "" {
		return args, nil
	}
	r := p.in
	if f.files != "-" {
		file, err := os.Open(f.files)
		if err != nil {
			return nil, fmt.Errorf("--files-from: %w", err)
		}
		defer file.Close()
		r = file
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := strings.TrimRight(sc.Text(), "\r"); line != "" {
			args = append(args, line)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("--files-from: %w", err)
	}
	return args, nil
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

func (p *program) walker(f *flags, limits limit.Limits) (*walk.Walker, error) {
	d := &detect.Detector{Formats: formats(), MediaType: f.mime, Match: walk.Glob}
	if f.mime != "" {
		if _, ok := d.ByName(f.mime); !ok {
			return nil, fmt.Errorf("--mime: no format reads %q (udecode formats lists them)", f.mime)
		}
	}
	for _, as := range f.as {
		i := strings.LastIndexByte(as, '=')
		if i < 1 {
			return nil, fmt.Errorf("--as: %q is not GLOB=FORMAT", as)
		}
		o := detect.Override{Glob: as[:i], Format: as[i+1:]}
		if _, ok := d.ByName(o.Format); !ok {
			return nil, fmt.Errorf("--as: no format %q (udecode formats lists them)", o.Format)
		}
		if err := walk.ValidateGlob(o.Glob); err != nil {
			return nil, fmt.Errorf("--as: %w", err)
		}
		d.Overrides = append(d.Overrides, o)
	}
	skip := f.output
	if skip == "-" {
		skip = ""
	}
	return &walk.Walker{Detector: d, Options: walk.Options{Globs: f.globs, Hidden: f.hidden, Limits: limits, Stdin: p.in, Skip: skip}}, nil
}

// plan turns flags into what is to be done.
func (p *program) plan(f *flags) (*plan, error) {
	pl := &plan{
		Decode: decoder.Options{
			Strategy: f.strategy, Languages: f.languages, PDFEngine: f.pdfEngine, MailBody: f.mailBody, Formulas: f.formulas,
			SkipHidden: f.skipHidden, NoImages: f.images == "none", Repair: f.repair, Encoding: f.encoding, FirstRowHead: f.headerRow,
		},
		Derive: output.Options{Section: section.Options{
			Strategy: section.Strategy(f.sectionStrategy), ElementCount: f.sectionCount, MaxSize: f.sectionSize, WithinPages: f.withinPages,
		}},
		Emit: f.emit, Images: f.images, Provenance: f.provenance, Collection: f.collection, DocumentIRI: f.documentIRI, Stream: f.output == "-",
		Agent: provenance.Agent{Name: f.provenanceAgent, Version: p.version}, Start: time.Now(),
	}
	var err error
	if pl.Limits, err = f.limits(); err != nil {
		return nil, err
	}
	if pl.Memory, err = f.memoryBudget(); err != nil {
		return nil, err
	}
	if pl.Decode.Passwords, err = passwords(f.password); err != nil {
		return nil, err
	}
	for _, name := range f.textExclude {
		c, ok := udm.ParseCategory(name)
		if !ok {
			return nil, fmt.Errorf("--text-exclude: no category %q (they are %s)", name, strings.Join(udm.CategoryNames(), ", "))
		}
		pl.Derive.Text.Exclude = append(pl.Derive.Text.Exclude, c)
	}
	if slices.Contains(f.emit, "chunks") {
		sizes := f.chunkOptions()
		pl.Derive.Chunk = &sizes
	}
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		n, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("SOURCE_DATE_EPOCH: %q is no number of seconds", epoch)
		}
		pl.Start, pl.FixedTime = time.Unix(n, 0), true
	}
	return pl, pl.checkTemplate()
}

func (f *flags) limits() (limit.Limits, error) {
	l := limit.Limits{Timeout: f.timeout, Cells: f.maxCells, ArchiveDepth: f.archiveDepth, ArchiveItems: f.archiveMembers, ArchiveRatio: f.archiveRatio}
	for _, s := range []struct {
		flag, value string
		to          *int64
	}{{"max-file-size", f.maxFileSize, &l.FileSize}, {"max-decoded", f.maxDecoded, &l.Decoded}, {"archive-size", f.archiveSize, &l.ArchiveSize}} {
		n, err := parseSize(s.value)
		if err != nil {
			return l, fmt.Errorf("--%s: %w", s.flag, err)
		}
		*s.to = n
	}
	return l, nil
}

// memoryBudget is what was asked for, else half of what the machine or container has. The runtime is told too, so that
// it collects before the budget is used up.
func (f *flags) memoryBudget() (int64, error) {
	if f.memory == "" {
		return max(availableMemory()/2, 256<<20), nil
	}
	n, err := parseSize(f.memory)
	if err != nil {
		return 0, fmt.Errorf("--memory: %w", err)
	}
	debug.SetMemoryLimit(n)
	return n, nil
}

func passwords(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("--password-file: %w", err)
	}
	var out []string
	for line := range strings.SplitSeq(string(b), "\n") {
		if line = strings.TrimRight(line, "\r"); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}

// list prints what a run would decode.
func (p *program) list(ctx context.Context, w *walk.Walker, inputs []string) error {
	out := bufio.NewWriter(p.out)
	w.Yield = func(it *walk.Item) error {
		if it.Content != nil && !it.Begin {
			defer it.Content.Close()
		}
		kind := it.Found.Archive
		switch {
		case it.End:
			return nil
		case it.Err != nil:
			kind = "error: " + it.Err.Error()
		case it.Found.Err != nil:
			kind = "error: " + it.Found.Err.Error()
		case it.Found.Format != nil:
			kind = it.Found.Format.Name
		case kind == "":
			kind = "unsupported"
		}
		_, err := fmt.Fprintf(out, "%-12s %s\n", kind, it.Path)
		return err
	}
	if err := w.Walk(ctx, inputs); err != nil {
		return err
	}
	return out.Flush()
}

// run opens the output, converts, and says how it went.
func (p *program) run(ctx context.Context, f *flags, w *walk.Walker, inputs []string, pl *plan) error {
	opt := convert.Options{
		RetryFailed: f.retryFailed, Prune: f.prune,
		Jobs: f.jobs, Memory: pl.Memory, FailFast: f.failFast, EmbedChildren: f.archiveChildren == "embed", DocumentIRI: pl.documentIRI,
	}
	if !slices.Contains(f.emit, "json") && f.output != "-" {
		opt.DocumentFile = "sections.jsonl"
	}
	if !f.fresh && f.output != "-" {
		opt.Signature = pl.signature(f.archiveChildren)
	}
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
	report, err := p.process(ctx, f, w, inputs, folder, pl, opt)
	if e := folder.Close(); err == nil {
		err = e
	}
	ui.stop()
	if report != nil {
		ui.summary(report, f.output)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return &exitError{code: exitRun, err: err} // no matter of usage, whatever it is
	}
	if err != nil {
		return err
	}
	if len(report.Failures) > 0 {
		return &exitError{code: exitFailures}
	}
	return nil
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

// process runs the conversion, in worker processes where that is wanted.
func (p *program) process(ctx context.Context, f *flags, w *walk.Walker, inputs []string, folder *outdir.Folder, pl *plan, opt convert.Options) (*convert.Report, error) {
	if !isolated(f.isolation, inputs) {
		opt.Processor = pl.local()
		return convert.Run(ctx, w, inputs, folder, opt)
	}
	command, err := newWorker(folder.Stages())
	if err != nil {
		return nil, err
	}
	const spare = 30 * time.Second // and as long for writing as for decoding
	pool := isolate.NewPool(isolate.Options[plan]{Command: command, Plan: pl, Workers: f.jobs, Memory: pl.Memory, Timeout: 2*pl.Limits.Timeout + spare})
	defer pool.Close()
	opt.Processor = pool
	return convert.Run(ctx, w, inputs, folder, opt)
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
