package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesAreFresh(t *testing.T) {
	completions, man := t.TempDir(), t.TempDir()
	if err := generate(completions, man); err != nil {
		t.Fatal(err)
	}
	for fresh, kept := range map[string]string{completions: "../../completions", man: "../../man"} {
		a, b := read(t, fresh), read(t, kept)
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s/%s is not up to date: go generate ./cmd", kept, name)
			}
		}
		for name := range b {
			if a[name] == nil {
				t.Errorf("%s/%s is no longer generated", kept, name)
			}
		}
		if len(a) < 4 {
			t.Errorf("only %d files in %s", len(a), kept)
		}
	}
}

func read(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = b
	}
	return out
}
