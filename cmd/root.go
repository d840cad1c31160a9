// Package cmd is the command line: flags, configuration, the terminal and exit codes.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/udecode/udecode/internal/outdir"
)

// The exit codes.
const (
	exitOK          = 0
	exitRun         = 1 // the run itself failed: output not writable, disk full
	exitUsage       = 2 // wrong usage or configuration, nothing written
	exitFailures    = 3 // some inputs failed, the others are written
	exitDifferent   = 4 // check or diff found a difference
	exitInterrupted = 130
)

// exitError is an error with the exit code it leads to; its message may be empty.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func usage(err error) error { return &exitError{exitUsage, err} }

// program is what commands share: streams and version.
type program struct {
	version string
	in      io.Reader
	out     io.Writer
	err     io.Writer
	color   bool // out is a terminal that may be coloured
}

// Main runs the command line and returns the exit code.
func Main(version string, args []string, in io.Reader, out, errOut io.Writer) int {
	pace()
	written := &standardOutput{w: out}
	p := &program{version: version, in: in, out: written, err: errOut, color: isTerminal(out) && os.Getenv("NO_COLOR") == ""}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	root := p.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(written)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if written.err != nil {
		fmt.Fprintf(errOut, "udecode: %v\n", written.err)
		return exitRun
	}
	if err == nil {
		return exitOK
	}
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		if exit.err != nil {
			fmt.Fprintf(errOut, "udecode: %v\n", exit.err)
		}
		return exit.code
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(errOut, "udecode: interrupted; finished documents are kept")
		return exitInterrupted
	}
	var failed *outdir.Error
	if errors.As(err, &failed) {
		fmt.Fprintf(errOut, "udecode: %v\n", err)
		return exitRun
	}
	// What is left are cobra's own errors about flags and arguments.
	fmt.Fprintf(errOut, "udecode: %v\nTry 'udecode --help'.\n", err)
	return exitUsage
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// standardOutput remembers why it could not be written: then no command has done what it was to do, whatever it says itself.
type standardOutput struct {
	w   io.Writer
	err error
}

func (s *standardOutput) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// root builds the command tree.
func (p *program) root() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "udecode [flags] PATH…",
		Short: "Decode documents into structured data with provenance",
		Long: `udecode decodes files, folders and archives into the Unified Document Model, and writes for each
document its model as JSON, the text of its pages or sections, its images, and RDF provenance.

PATH is a file, a folder or an archive; "-" reads standard input. Each document gets a folder of its own in
the output folder, and manifest.jsonl lists every input with its outcome.`,
		Example: `  udecode -o out reports/                       decode a folder
  udecode -o out -g '*.pdf' -g '!drafts/**' .   only PDFs, not those in drafts
  udecode -o - notes.docx | jq .metadata        one JSON document a line to standard output
  curl -s URL | udecode -o - --mime text/html - decode standard input
  udecode -o out --section-strategy heading docs/
  udecode inspect report.pdf                    look at one document`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(c *cobra.Command, args []string) error { return p.convert(c, f, args) },
	}
	c.CompletionOptions.HiddenDefaultCmd = false
	f.register(c)
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return err })
	c.AddCommand(p.formatsCommand(), p.inspectCommand(), p.schemaCommand(), p.graphCommand(), p.traceCommand(), p.checkCommand(), p.diffCommand(), p.versionCommand(), p.workerCommand())
	return c
}

//go:generate go run ./gen

// NewCommand returns the command tree, for the generators of completions and man pages.
func NewCommand(version string) *cobra.Command {
	return (&program{version: version, in: os.Stdin, out: os.Stdout, err: os.Stderr}).root()
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.out, "udecode", p.version)
			return err
		},
	}
}
