package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// scale returns how much a test of endurance does: small by default, and what the environment variable says for the whole thing.
func scale(t *testing.T, variable string, small int) int {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long")
	}
	s := os.Getenv(variable)
	if s == "" {
		return small
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// library makes a folder of n documents, copies of the sample that differ in their names and, where the format is text, in a line
// that is added. Pictures, whose recognition takes long, are in it once.
func library(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir(sample)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; n > 0; i++ {
		for _, e := range entries {
			ext := path.Ext(e.Name())
			if n == 0 || i > 0 && ext == ".png" {
				continue
			}
			raw, err := os.ReadFile(filepath.Join(sample, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			switch ext {
			case ".txt", ".md", ".csv", ".rst", ".adoc", ".org":
				raw = fmt.Appendf(raw, "Line of copy %d.\n\n", i)
			}
			name := filepath.Join(dir, strconv.Itoa(i%7), fmt.Sprintf("%03d-%s", i, e.Name()))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, raw, 0o666); err != nil {
				t.Fatal(err)
			}
			n--
		}
	}
	return dir
}

// program is a run of udecode in a process of its own.
func program(args ...string) *exec.Cmd {
	c := exec.Command("udecode", args...)
	c.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1750000000")
	return c
}

// tree reads a folder's files, but for the state that udecode keeps in it.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	walkFiles(t, dir, func(rel string, content []byte) {
		if !strings.HasPrefix(rel, ".udecode/") {
			files[rel] = string(content)
		}
	})
	return files
}

// documentOf returns the folder of the document that a file of an output folder belongs to.
func documentOf(files map[string]string, name string) string {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, ok := files[dir+"/document.json"]; ok {
			return dir
		}
	}
	return ""
}

// A run that is killed at whatever moment leaves no document half-written, and the next one completes its work.
// UDECODE_TEST_KILLS=100 does all that the project promises.
func TestKilledRunsAreContinued(t *testing.T) {
	kills := scale(t, "UDECODE_TEST_KILLS", 3)
	documents := 60
	if kills > 10 {
		documents = 500
	}
	in := library(t, documents)
	undisturbed := filepath.Join(t.TempDir(), "out")
	start := time.Now()
	var messages bytes.Buffer
	run := func(out string) *exec.Cmd {
		c := program("-q", "-j", "2", "-o", out, in)
		messages.Reset()
		c.Stderr = &messages
		return c
	}
	run(undisturbed).Run() // exit code 3: the sample has a damaged file
	whole := time.Since(start)
	want := tree(t, undisturbed)
	if len(want) < documents {
		t.Fatalf("only %d files", len(want))
	}
	groups := map[string][]string{}
	for name := range want {
		if d := documentOf(want, name); d != "" {
			groups[d] = append(groups[d], name)
		}
	}
	out, compared := "", 0
	for n := 0; n < kills; {
		if out == "" {
			out = filepath.Join(t.TempDir(), "out")
		}
		c := run(out)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		after := time.Duration(rand.Int64N(int64(whole)))
		timer := time.AfterFunc(after, func() { c.Process.Kill() })
		c.Wait()
		timer.Stop()
		killed := !c.ProcessState.Exited()
		if killed {
			n++
		}
		if _, err := os.Stat(out); err != nil {
			continue // killed before it began
		}
		got := tree(t, out)
		for name, content := range got {
			// The list and archives' summaries are complete when a run ends.
			if path.Base(name) != "manifest.jsonl" && want[name] != content {
				t.Fatalf("killed after %v: %s has other bytes than in an undisturbed run", after, name)
			}
			for _, sibling := range groups[documentOf(want, name)] {
				if _, ok := got[sibling]; !ok {
					t.Fatalf("killed after %v: %s is there, %s is not", after, name, sibling)
				}
			}
		}
		if !killed || n == kills {
			run(out).Run()
			got = tree(t, out)
			if !maps.Equal(got, want) {
				t.Fatalf("the continued run wrote other files: %s\n%s", difference(want, got), &messages)
			}
			if left, _ := filepath.Glob(filepath.Join(out, ".udecode", "stages", "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			compared++
			os.RemoveAll(out)
			out = ""
		}
	}
	t.Logf("%d documents, %v undisturbed: %d kills, %d continued runs compared", documents, whole.Round(time.Millisecond), kills, compared)
}

// difference names the first file that differs.
func difference(want, got map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if content, ok := got[name]; !ok {
			return name + " is missing"
		} else if content != want[name] {
			return name + " differs"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			return name + " is new"
		}
	}
	return ""
}

// Documents that bring their workers down cost no other document anything. UDECODE_TEST_POISON_GOOD=500 does all that the project
// promises and checks the time too: it stays below
//
//	1.3 · T(good) + L
//
// where T(good) is the time of the good ones alone and L the sum of the time limits that documents run into. The good ones are so
// small here that all of them together take about a second. Each time is the least of three.
func TestPoisonCostsItselfOnly(t *testing.T) {
	good, rounds := scale(t, "UDECODE_TEST_POISON_GOOD", 60), 1
	if good >= 500 {
		rounds = 3
	}
	const timeout = 3 * time.Second
	flags := []string{"-q", "-j", "2", "--timeout", timeout.String(), "--memory", "256MiB"}
	run := func(in string) (files map[string]string, took time.Duration) {
		out := filepath.Join(t.TempDir(), "out")
		c := program(append(flags, "-o", out, in)...)
		c.Env = append(c.Env, "UDECODE_TEST_POISON="+filepath.Join(t.TempDir(), "escaped"))
		start := time.Now()
		c.Run() // exit code 3
		took = time.Since(start)
		files = tree(t, out)
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
		return files, took
	}
	clean, poisoned := library(t, good), library(t, good)
	kinds := []string{"panic", "panic elsewhere", "loop", "allocate", "exit", "garbage", "recursion", "panic", "exit", "garbage"}
	const poisons = 20
	for i := range poisons {
		name := filepath.Join(poisoned, strconv.Itoa(i%2), fmt.Sprintf("%03d-bad.poison", i*3))
		if err := os.WriteFile(name, []byte(kinds[i%len(kinds)]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, alone := run(clean)
	got, together := run(poisoned)
	for range rounds - 1 {
		_, took := run(clean)
		alone = min(alone, took)
		_, took = run(poisoned)
		together = min(together, took)
	}
	codes := map[string]int{}
	for line := range strings.Lines(got["manifest.jsonl"]) {
		var rec struct {
			Path   string `json:"source_path"`
			Status string
			Error  *struct{ Code string }
		}
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(rec.Path, ".poison") {
			if rec.Status != "failed" || rec.Error == nil {
				t.Errorf("%s: %s", rec.Path, line)
				continue
			}
			codes[rec.Error.Code]++
		}
	}
	if want := map[string]int{"internal": 16, "too_large": 2, "timeout": 2}; !maps.Equal(codes, want) {
		t.Errorf("poison documents by code: %v, want %v", codes, want)
	}
	delete(want, "manifest.jsonl")
	delete(got, "manifest.jsonl")
	if !maps.Equal(got, want) {
		t.Errorf("other documents came out differently: %s", difference(want, got))
	}
	most := alone*13/10 + time.Duration(codes["timeout"])*timeout
	t.Logf("%d good documents: %v alone, %v with %d poison ones; at most %v", good, alone.Round(time.Millisecond), together.Round(time.Millisecond), poisons, most.Round(time.Millisecond))
	if good >= 500 && together > most {
		t.Errorf("%v, want at most %v", together, most)
	}
}

// Two runs can't write to one folder at once.
func TestSecondRunIsRefused(t *testing.T) {
	in := t.TempDir()
	if err := os.WriteFile(filepath.Join(in, "endless.poison"), []byte("loop"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	first := program("-q", "-o", out, in)
	first.Env = append(first.Env, "UDECODE_TEST_POISON="+filepath.Join(t.TempDir(), "escaped"))
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		first.Process.Signal(os.Interrupt)
		first.Wait()
	}()
	for range 2000 {
		if _, err := os.Stat(filepath.Join(out, ".udecode", "journal.jsonl")); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	var messages bytes.Buffer
	second := program("-q", "-o", out, in)
	second.Stderr = &messages
	second.Run()
	if code := second.ProcessState.ExitCode(); code != 2 || !strings.Contains(messages.String(), "another run of udecode is writing to this folder") {
		t.Errorf("exit code %d: %s", code, &messages)
	}
}

// An interrupted run says so, and leaves nothing half-written.
func TestInterruptedRun(t *testing.T) {
	in := library(t, scale(t, "UDECODE_TEST_LIBRARY", 60))
	out := filepath.Join(t.TempDir(), "out")
	c := program("-q", "-j", "2", "-o", out, in)
	var messages bytes.Buffer
	c.Stderr = &messages
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if found, _ := filepath.Glob(filepath.Join(out, "*", "*", "*", "document.json")); len(found) > 3 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 || !strings.Contains(messages.String(), "interrupted") {
		t.Fatalf("exit code %d: %s", code, &messages)
	}
	if left, _ := filepath.Glob(filepath.Join(out, ".udecode", "stages", "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	listed := map[string]bool{}
	files := tree(t, out)
	for line := range strings.Lines(files["manifest.jsonl"]) {
		var rec struct{ Output string }
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatal(err)
		}
		listed[rec.Output] = true
	}
	for name := range files {
		if d := documentOf(files, name); d != "" && !listed[d] {
			t.Errorf("%s is not in the manifest", d)
		}
	}
}
