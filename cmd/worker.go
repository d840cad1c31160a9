package cmd

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/isolate"
	"github.com/udecode/udecode/internal/registry"
	"github.com/udecode/udecode/internal/sandbox"
)

// formats lists the formats; tests replace it.
var formats = registry.Formats

const workerVariable = "UDECODE_WORKER_STAGES"

// workerCommand is what the program starts itself as: it decodes what comes in on standard input.
func (p *program) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			stages, ok := os.LookupEnv(workerVariable)
			if !ok {
				return usage(errNoWorker)
			}
			if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
				os.Stdout = null // what a library prints must not get among the replies
			}
			signal.Ignore(os.Interrupt) // the parent decides what an interruption means
			return isolate.Serve(p.in, p.out, func(plan *plan) (convert.Processor, error) {
				confine(stages, plan.Memory)
				return plan.local(), nil
			})
		},
	}
}

// confine bounds what this process can do: it is about to read files that nobody knows.
func confine(stages string, memory int64) {
	debug.SetMaxStack(4 << 20) // many times what decoders use; endless recursion is soon over, as most of its time goes into moving the stack
	if memory > 0 {
		debug.SetMemoryLimit(memory / 4 * 3) // below what a worker is killed for
	}
	writable := []string{stages, os.TempDir()}
	if dir, err := os.UserCacheDir(); err == nil {
		writable = append(writable, filepath.Join(dir, "udecode"))
	}
	sandbox.Enter(writable...)
}

// newWorker is the command line of a worker that writes below a folder, and has another one for temporary files unless that is "".
func newWorker(stages, temporary string) (func() *exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if stages, err = filepath.Abs(stages); err != nil {
		return nil, err
	}
	env := append(os.Environ(), workerVariable+"="+stages)
	if temporary != "" {
		env = append(env, "TMPDIR="+temporary, "TMP="+temporary) // the latter on Windows
	}
	return func() *exec.Cmd {
		return &exec.Cmd{Path: self, Args: []string{"udecode", "worker"}, Env: slices.Clone(env)}
	}, nil
}
