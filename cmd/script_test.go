package cmd_test

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/udecode/udecode/cmd"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"udecode": func() { os.Exit(cmd.Main("test", os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SOURCE_DATE_EPOCH", "1750000000")
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/.config")
			e.Setenv("HOME", e.WorkDir)
			if dir, err := os.UserCacheDir(); err == nil {
				e.Setenv("XDG_CACHE_HOME", dir) // compiling PDFium takes long
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "mkzip": mkzip, "mktgz": mktgz, "mkbinary": mkbinary, "poison": poison, "lines": lines,
		},
	})
}

// exits CODE COMMAND… runs a command that must end with that exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// mkzip ARCHIVE NAME=FILE… makes a zip.
func mkzip(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	w := zip.NewWriter(f)
	for _, a := range args[1:] {
		name, file, _ := strings.Cut(a, "=")
		m, err := w.Create(name)
		ts.Check(err)
		_, err = io.WriteString(m, ts.ReadFile(file))
		ts.Check(err)
	}
	ts.Check(w.Close())
}

// mktgz ARCHIVE NAME=FILE… makes a compressed tar.
func mktgz(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	for _, a := range args[1:] {
		name, file, _ := strings.Cut(a, "=")
		b := ts.ReadFile(file)
		ts.Check(w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(b))}))
		_, err = io.WriteString(w, b)
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(z.Close())
}

// mkbinary FILE makes a file that no format knows.
func mkbinary(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("\x00\x01\x02\x03\xff\x00\x00\x00\x07"), 0o666))
}

// poison DIR NAME WHAT makes a file of the test binary's own format.
func poison(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), args[1]), []byte(args[2]), 0o666))
}

// lines N FILE checks a file's number of lines.
func lines(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[1]), "\n"); got != want {
		ts.Fatalf("%s has %d lines, want %d", args[1], got, want)
	}
}
