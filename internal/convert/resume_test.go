package convert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/convert"
)

// convertTo runs the fake format over a folder, with resuming.
func convertTo(t *testing.T, ctx context.Context, in, out string, p convert.Progress) (*convert.Report, error) {
	t.Helper()
	return runFake(t, ctx, in, out, func(o *convert.Options, _ *convert.Local) { o.Jobs, o.Signature, o.Progress = 3, "test", p })
}

// An interrupted run is taken up where it ended, and ends in the same bytes as one that was not.
func TestInterruptedRunContinues(t *testing.T) {
	in := t.TempDir()
	for i := range 120 {
		os.WriteFile(filepath.Join(in, fmt.Sprintf("f%03d.fake", i)), []byte(fmt.Sprint("attach text ", i)), 0o666)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := convertTo(t, context.Background(), in, whole, nil); err != nil {
		t.Fatal(err)
	}
	want := tree(t, whole)
	broken := filepath.Join(t.TempDir(), "broken")
	unchanged := 0
	for stop := 30; ; stop += 60 {
		ctx, cancel := context.WithCancel(context.Background())
		rep, err := convertTo(t, ctx, in, broken, &interrupter{n: stop, cancel: cancel})
		cancel()
		if err == nil {
			unchanged = rep.Unchanged
			break
		}
		if stop > 2000 {
			t.Fatalf("the run never ends: %v", err)
		}
	}
	if diff := cmp.Diff(want, tree(t, broken)); diff != "" {
		t.Error(diff)
	}
	if unchanged < 60 {
		t.Errorf("only %d records were taken over", unchanged)
	}
}

// What a killed run has left: a half-written line in the journal, a stage that was not published.
func TestKilledRunContinues(t *testing.T) {
	in := t.TempDir()
	for i := range 20 {
		os.WriteFile(filepath.Join(in, fmt.Sprintf("f%03d.fake", i)), []byte(fmt.Sprint("text ", i)), 0o666)
	}
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := convertTo(t, ctx, in, out, &interrupter{n: 8, cancel: cancel}); err == nil {
		t.Skip("the run was over before it was broken off")
	}
	os.Remove(filepath.Join(out, "manifest.jsonl"))
	journal := filepath.Join(out, ".udecode", "journal.jsonl")
	f, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"source_path":"f019.fake","status":"ok","sha2`)
	f.Close()
	stage := filepath.Join(out, ".udecode", "stages", "1")
	os.MkdirAll(stage, 0o777)
	os.WriteFile(filepath.Join(stage, "document.json"), []byte("{"), 0o666)
	rep, err := convertTo(t, context.Background(), in, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Unchanged < 8 || rep.Outcomes[convert.OK] != 20 {
		t.Errorf("report %+v", rep)
	}
	if _, err := os.Stat(stage); err == nil {
		t.Error("the stage is still there")
	}
}
