package cmd_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Each exit status means what the help says, for each command that can end with it.
func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good, bad, file := filepath.Dir(put("good/a.md", "# A\n")), filepath.Dir(put("bad/a.json", "{")), put("file", "")
	other := filepath.Dir(put("other/a.md", "# B\n"))
	out, out2 := filepath.Join(dir, "out"), filepath.Join(dir, "out2")
	below := filepath.Join(file, "out") // can't be made
	for _, tt := range []struct {
		want    int
		message string // in standard error
		args    []string
	}{
		{0, "", []string{"-q", "-o", out, good}},
		{0, "", []string{"-q", "-o", out2, other}},
		{0, "", []string{"-n", good}},
		{0, "", []string{"--help"}},
		{0, "", []string{"check", "-o", out, good}},
		{0, "", []string{"diff", out, out}},
		{0, "", []string{"graph", out}},
		{0, "", []string{"trace", out, "a.md:0"}},
		{0, "", []string{"inspect", filepath.Join(good, "a.md")}},
		{1, "not a directory", []string{"-o", below, good}},
		{1, "not a directory", []string{"inspect", "--boxes", "-o", below, filepath.Join(good, "a.md")}},
		{1, "not a directory", []string{"graph", out, "-o", filepath.Join(below, "g.nq")}},
		{2, "no output folder", []string{good}},
		{2, "no inputs", []string{"-o", out}},
		{2, "unknown flag: --frob", []string{"--frob", good}},
		{2, "not empty", []string{"-o", good, good}},
		{2, "--strategy", []string{"-o", out, "--strategy", "slow", good}},
		{2, "no such snapshot", []string{"check", "-o", filepath.Join(dir, "nowhere"), good}},
		{2, "nowhere", []string{"diff", out, filepath.Join(dir, "nowhere")}},
		{2, "is no output folder", []string{"graph", filepath.Join(dir, "nowhere")}},
		{2, "is no output folder", []string{"trace", filepath.Join(dir, "nowhere"), "a.md:0"}},
		{2, "accepts 2 arg", []string{"trace", out}},
		{3, "a.json: corrupt", []string{"-q", "-o", filepath.Join(dir, "out3"), bad}},
		{3, "nowhere.txt: io", []string{"-q", "-o", filepath.Join(dir, "out4"), filepath.Join(dir, "nowhere.txt")}},
		{3, "", []string{"check", "-o", out, good, bad}},
		{3, "", []string{"inspect", filepath.Join(bad, "a.json")}},
		{3, "", []string{"trace", out, "urn:nothing"}},
		{4, "", []string{"check", "-o", out, other}},
		{4, "", []string{"diff", out, out2}},
	} {
		var messages bytes.Buffer
		c := program(tt.args...)
		c.Stderr = &messages
		c.Run()
		if got := c.ProcessState.ExitCode(); got != tt.want || !strings.Contains(messages.String(), tt.message) {
			t.Errorf("udecode %q: exit status %d, want %d, and %q in its messages:\n%s", tt.args, got, tt.want, tt.message, &messages)
		}
	}
}

// A run that is told to end does, with the status of that, whatever command it is.
func TestExitStatusOfInterruption(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are not told to end there")
	}
	in, snapshot := t.TempDir(), filepath.Join(t.TempDir(), "snapshot")
	if err := os.WriteFile(filepath.Join(in, "a.poison"), []byte("loop"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := program("check", "--update", "-o", snapshot, in).Run(); err != nil { // an unknown format, without the variable
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, args := range [][]string{
			{"-q", "-o", filepath.Join(t.TempDir(), "out"), in},
			{"-q", "--isolation", "off", "-o", filepath.Join(t.TempDir(), "out"), in},
			{"-q", "-o", "-", in},
			{"check", "-o", snapshot, in},
			{"check", "--update", "-o", snapshot, in},
		} {
			state, messages := interrupt(t, sig, args)
			if state.ExitCode() != 130 || strings.Count(messages, "interrupted") != 1 {
				t.Errorf("%v: udecode %q: %v\n%s", sig, args, state, messages)
			}
		}
	}
}

// interrupt sends a signal to a run that does not end by itself, and returns how that ended and what it said. One that dies of the
// signal did not listen yet: it is given more time.
func interrupt(t *testing.T, sig syscall.Signal, args []string) (*os.ProcessState, string) {
	t.Helper()
	for after := 300 * time.Millisecond; ; after *= 2 {
		var messages bytes.Buffer
		c := program(args...)
		c.Env = append(c.Env, "UDECODE_TEST_POISON="+filepath.Join(t.TempDir(), "escaped"))
		c.Stderr = &messages
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(after)
		c.Process.Signal(sig)
		late := time.AfterFunc(20*time.Second, func() { c.Process.Kill() })
		c.Wait()
		if !late.Stop() {
			t.Errorf("udecode %q went on", args)
		}
		if c.ProcessState.Exited() || after > 5*time.Second {
			return c.ProcessState, messages.String()
		}
	}
}
