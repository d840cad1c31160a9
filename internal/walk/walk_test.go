package walk_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

var text = decoder.Format{Name: "txt", Title: "text", MediaTypes: []string{"text/plain"}, Extensions: []string{".txt"}, Unit: udm.Section}

// files makes a folder; names that end in .zip get the files listed after them, separated by commas.
func files(t *testing.T, list ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range list {
		name, content, _ := strings.Cut(f, "=")
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".zip") {
			var buf bytes.Buffer
			w := zip.NewWriter(&buf)
			for _, m := range strings.Split(content, ",") {
				z, _ := w.Create(m)
				z.Write([]byte("x"))
			}
			w.Close()
			content = buf.String()
		}
		if err := os.WriteFile(p, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func list(t *testing.T, opt walk.Options, inputs ...string) []string {
	t.Helper()
	var out []string
	w := &walk.Walker{Detector: &detect.Detector{Formats: []decoder.Format{text}}, Options: opt}
	w.Yield = func(it *walk.Item) error {
		if it.Content != nil && !it.Begin {
			it.Content.Close()
		}
		s := it.Path
		switch {
		case it.Begin:
			s = "begin " + s
		case it.End:
			s = "end " + s
			if it.Err != nil {
				s += ": " + it.Err.Error()
			}
		case it.Err != nil:
			s += ": error"
		case it.Found.Format == nil:
			s += ": unsupported"
		}
		out = append(out, s)
		return nil
	}
	if err := w.Walk(context.Background(), inputs); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOrderIsThatOfFullPaths(t *testing.T) {
	dir := files(t, "b/x.txt=1", "b.txt=1", "b-c.txt=1", "a/z/q.txt=1", "a/y.txt=1")
	want := []string{"a/y.txt", "a/z/q.txt", "b-c.txt", "b.txt", "b/x.txt"}
	if diff := cmp.Diff(want, list(t, walk.Options{}, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestArchives(t *testing.T) {
	dir := files(t, "box.zip=b.txt,a.txt,sub/c.txt,.DS_Store,__MACOSX/x.txt")
	want := []string{"begin box.zip", "box.zip/b.txt", "box.zip/a.txt", "box.zip/sub/c.txt", "end box.zip"}
	if diff := cmp.Diff(want, list(t, walk.Options{}, filepath.Join(dir, "box.zip"))); diff != "" {
		t.Error(diff)
	}
}

func TestSelection(t *testing.T) {
	dir := files(t, "a.txt=1", "b.md=1", ".hidden.txt=1", "sub/c.txt=1", "sub/skip/d.txt=1", ".udecodeignore=skip/\n*.md\n!keep.md\n", "keep.md=1")
	for _, tt := range []struct {
		name string
		opt  walk.Options
		want []string
	}{
		{"ignore file", walk.Options{}, []string{"a.txt", "keep.md: ", "sub/c.txt"}},
		{"globs", walk.Options{Globs: []string{"*.txt"}}, []string{"a.txt", "sub/c.txt"}},
		{"globs that leave out", walk.Options{Globs: []string{"!sub/**"}}, []string{"a.txt", "keep.md: "}},
		{"later globs win", walk.Options{Globs: []string{"*.txt", "!a.*"}}, []string{"sub/c.txt"}},
		{"skipped folder", walk.Options{Skip: filepath.Join(dir, "sub")}, []string{"a.txt", "keep.md: "}},
	} {
		got := list(t, tt.opt, dir)
		for i := range got {
			if strings.HasPrefix(got[i], "keep.md") {
				got[i] = "keep.md: "
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestNamedInputs(t *testing.T) {
	dir := files(t, "a.txt=1", "b.txt=1")
	a := filepath.Join(dir, "a.txt")
	want := []string{"a.txt", "nowhere.txt: error", "a.txt", "b.txt"}
	if diff := cmp.Diff(want, list(t, walk.Options{}, a, a, filepath.Join(dir, "nowhere.txt"), dir)); diff != "" {
		t.Error(diff)
	}
	got := list(t, walk.Options{Stdin: strings.NewReader("words")}, "-")
	if diff := cmp.Diff([]string{"stdin: unsupported"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestFileSizeLimit(t *testing.T) {
	dir := files(t, "big.txt=0123456789", "small.txt=1")
	want := []string{"big.txt: error", "small.txt"}
	if diff := cmp.Diff(want, list(t, walk.Options{Limits: limit.Limits{FileSize: 5}}, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestYieldEndsTheWalk(t *testing.T) {
	dir := files(t, "a.txt=1", "box.zip=x.txt,y.txt", "c.txt=1")
	stop := errors.New("stop")
	w := &walk.Walker{Detector: &detect.Detector{Formats: []decoder.Format{text}}}
	n := 0
	w.Yield = func(it *walk.Item) error {
		if n++; strings.HasSuffix(it.Path, "x.txt") {
			return stop
		}
		return nil
	}
	if err := w.Walk(context.Background(), []string{dir}); err != stop {
		t.Errorf("error %v after %d items", err, n)
	}
}
