package cmd_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// workflow is what a GitHub workflow has, as far as the README's uses it.
type workflow struct {
	Name string
	On   []string
	Jobs map[string]struct {
		RunsOn      string `yaml:"runs-on"`
		Permissions map[string]string
		Steps       []workflowStep
	}
}

type workflowStep struct {
	Name, Uses, Run, If string
	With                map[string]string
}

// fenced returns what is in the README's blocks of a language.
func fenced(t *testing.T, language string) []string {
	t.Helper()
	raw, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, b := range strings.Split(string(raw), "\n```"+language+"\n")[1:] {
		b, _, _ = strings.Cut(b, "\n```")
		blocks = append(blocks, b+"\n")
	}
	return blocks
}

// readmeWorkflow is the steps of the workflow in the README that are commands.
func readmeWorkflow(t *testing.T) []workflowStep {
	t.Helper()
	blocks := fenced(t, "yaml")
	if len(blocks) != 1 {
		t.Fatalf("%d YAML blocks in the README", len(blocks))
	}
	var w workflow
	dec := yaml.NewDecoder(strings.NewReader(blocks[0]))
	dec.KnownFields(true)
	if err := dec.Decode(&w); err != nil {
		t.Fatal(err)
	}
	var steps []workflowStep
	for name, job := range w.Jobs {
		if job.RunsOn == "" {
			t.Errorf("job %s runs nowhere", name)
		}
		for _, s := range job.Steps {
			if (s.Uses == "") == (s.Run == "") {
				t.Errorf("a step must use an action or run a command: %+v", s)
			}
			if s.Run != "" {
				steps = append(steps, s)
			}
		}
	}
	if len(steps) < 3 {
		t.Fatalf("only %d commands in the workflow", len(steps))
	}
	return steps
}

// runSteps does in a folder what GitHub does with steps: one that fails fails the job, and then only those for failures are done. It
// returns the exit codes of those that were done, and what they printed.
func runSteps(t *testing.T, dir string, steps []workflowStep) (codes []int, printed string) {
	t.Helper()
	var out bytes.Buffer
	failed := false
	for _, s := range steps {
		if s.If != "" && s.If != "failure()" {
			t.Fatalf("if: %s", s.If)
		}
		if failed != (s.If == "failure()") {
			continue
		}
		args := strings.Fields(s.Run)
		if args[0] != "udecode" {
			t.Fatalf("run: %s", s.Run)
		}
		c := program(args[1:]...)
		c.Dir, c.Stdout, c.Stderr = dir, &out, &out
		c.Run()
		codes = append(codes, c.ProcessState.ExitCode())
		failed = failed || !c.ProcessState.Success()
	}
	return codes, out.String()
}

// The commands that the README gives for snapshots, and the steps of its workflow, do what it says.
func TestReadmeWorkflow(t *testing.T) {
	steps := readmeWorkflow(t)
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	module, _, _ := strings.Cut(strings.TrimPrefix(string(mod), "module "), "\n")
	if want := "go install " + module + "@latest"; steps[0].Run != want {
		t.Errorf("the program is installed with %q, not %q", steps[0].Run, want)
	}
	steps = steps[1:]

	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "docs"), os.DirFS("testdata/snapshot")); err != nil {
		t.Fatal(err)
	}
	update, compare := snapshotCommands(t)
	if codes, out := runSteps(t, dir, []workflowStep{{Run: update}}); codes[0] != 0 {
		t.Fatalf("%s: exit code %d\n%s", update, codes[0], out)
	}
	// What git does not keep.
	if err := os.RemoveAll(filepath.Join(dir, "snapshot", ".udecode")); err != nil {
		t.Fatal(err)
	}
	for _, s := range [][]workflowStep{steps, {{Run: compare}}} {
		if codes, out := runSteps(t, dir, s); len(codes) != 1 || codes[0] != 0 || strings.Contains(out, "::error") {
			t.Errorf("%s: exit codes %v for what is the same\n%s", s[0].Run, codes, out)
		}
	}

	note := filepath.Join(dir, "docs", "keeper.md")
	raw, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(note, bytes.Replace(raw, []byte("mountain"), []byte("hill"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	codes, out := runSteps(t, dir, steps)
	if len(codes) != 2 || codes[0] != 4 || codes[1] != 4 {
		t.Errorf("exit codes %v for what has changed", codes)
	}
	for _, want := range []string{"::error file=snapshot/keeper.md/", "~ keeper.md: ", "+The keeper lives on the hill.", "1 changed"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in what the workflow prints:\n%s", want, out)
		}
	}
	if codes, out := runSteps(t, dir, []workflowStep{{Run: update}, {Run: compare}}); codes[0] != 0 || codes[1] != 0 {
		t.Errorf("exit codes %v after the change was accepted\n%s", codes, out)
	}
}

// snapshotCommands are the README's two commands on snapshots.
func snapshotCommands(t *testing.T) (update, compare string) {
	t.Helper()
	for _, b := range fenced(t, "sh") {
		for line := range strings.Lines(b) {
			command, _, _ := strings.Cut(line, "#")
			switch command = strings.TrimSpace(command); {
			case !strings.HasPrefix(command, "udecode check "):
			case strings.Contains(command, "--update"):
				update = command
			default:
				compare = command
			}
		}
	}
	if update == "" || compare == "" {
		t.Fatal("the README does not say how to make a snapshot and how to compare with it")
	}
	return update, compare
}
