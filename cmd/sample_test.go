package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/udecode/udecode/cmd"
	"github.com/udecode/udecode/internal/registry"
)

const sample = "../testdata/sample"

// decode runs the program over the sample and returns the output folder.
func decode(t *testing.T, wantExit int, args ...string) string {
	t.Helper()
	t.Setenv("SOURCE_DATE_EPOCH", "1750000000")
	out := filepath.Join(t.TempDir(), "out")
	var messages bytes.Buffer
	if got := cmd.Main("test", append([]string{"-o", out}, args...), strings.NewReader(""), io.Discard, &messages); got != wantExit {
		t.Fatalf("exit code %d, want %d\n%s", got, wantExit, &messages)
	}
	return out
}

func walkFiles(t *testing.T, dir string, f func(rel string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		f(filepath.ToSlash(rel), b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSampleHasEveryFormat(t *testing.T) {
	out := decode(t, 3, sample)
	seen := map[string]bool{}
	failed := 0
	raw, err := os.ReadFile(filepath.Join(out, "manifest.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var rec struct {
			Status string
			Type   string `json:"source_type"`
		}
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatal(err)
		}
		if rec.Status == "ok" {
			seen[rec.Type] = true
		} else if rec.Status == "failed" {
			failed++
		}
	}
	for _, f := range registry.Formats() {
		if !seen[f.Name] {
			t.Errorf("testdata/sample has no %s", f.Name)
		}
	}
	if !seen["zip"] || failed != 1 {
		t.Errorf("the sample has a zip: %v; failures: %d, want the damaged file alone", seen["zip"], failed)
	}
}

// Two runs write the same bytes, whatever the number of workers.
func TestSampleIsDeterministic(t *testing.T) {
	first := map[string][]byte{}
	for i, jobs := range []string{"1", "8", "8"} {
		got := 0
		walkFiles(t, decode(t, 3, "-j", jobs, "--emit", "json,text,images,provenance,markdown,chunks,kgcore,ndjson", sample), func(name string, content []byte) {
			got++
			if i == 0 {
				first[name] = content
			} else if !bytes.Equal(first[name], content) {
				t.Errorf("%s differs with -j %s", name, jobs)
			}
		})
		if got != len(first) {
			t.Errorf("%d files with -j %s, %d with -j 1", got, jobs, len(first))
		}
	}
}

// With every strategy each block with text is in exactly one section, and its offsets cut out its text.
func TestSampleSections(t *testing.T) {
	for _, strategy := range []string{"whole-document", "heading", "element-type", "count", "size"} {
		for _, within := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,%v", strategy, within), func(t *testing.T) {
				out := decode(t, 3, "--section-strategy", strategy, "--section-element-count", "3", "--section-max-size", "120", fmt.Sprintf("--section-within-pages=%v", within), sample)
				n := 0
				walkFiles(t, out, func(name string, content []byte) {
					if strings.HasSuffix(name, "sections.jsonl") {
						n += checkSections(t, filepath.Join(out, filepath.Dir(name)), content)
					}
				})
				if n < 30 {
					t.Errorf("only %d sections", n)
				}
			})
		}
	}
}

func checkSections(t *testing.T, dir string, list []byte) int {
	var doc struct {
		Children []struct {
			Children []struct {
				ID   string
				Type string `json:"content_type"`
				Raw  string
			}
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "document.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, n := range doc.Children {
		for _, b := range n.Children {
			if (b.Type == "text" || b.Type == "code" || b.Type == "formula") && strings.TrimSpace(b.Raw) != "" {
				texts[b.ID] = b.Raw
			}
		}
	}
	n, at := 0, 0
	for line := range bytes.Lines(list) {
		var s struct {
			File   string
			Offset int `json:"char_offset"`
			Length int `json:"char_length"`
			Blocks []struct {
				ID     string
				Offset int `json:"char_offset"`
				Length int `json:"char_length"`
			}
		}
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		text := []rune(string(b))
		if len(text) != s.Length || s.Offset != at {
			t.Errorf("%s/%s: offset %d length %d, the text has %d at %d", dir, s.File, s.Offset, s.Length, len(text), at)
			return n
		}
		for _, b := range s.Blocks {
			want, ok := texts[b.ID]
			if got := string(text[b.Offset : b.Offset+b.Length]); ok && got != want {
				t.Errorf("%s/%s: block %s is %q in the text, %q in the document", dir, s.File, b.ID, got, want)
			}
			delete(texts, b.ID)
		}
		at += len(text) + 2
		n++
	}
	if len(texts) > 0 {
		t.Errorf("%s: %d blocks are in no section", dir, len(texts))
	}
	return n
}
