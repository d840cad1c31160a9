package outdir_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/outdir"
)

func TestPlaces(t *testing.T) {
	var n outdir.Names
	for _, tt := range []struct{ scope, rel, want string }{
		{"", "a.txt", "a.txt"},
		{"", "A.TXT", "A.TXT~2"},
		{"", "a.txt", "a.txt~3"},
		{"", "a.txt/inside.txt", "a.txt~4/inside.txt"}, // a folder with the name of a document
		{"", "dir/x.txt", "dir/x.txt"},
		{"", "dir", "dir~2"}, // a document with the name of a folder
		{"a.txt", "images", "a.txt/images~2"},
		{"a.txt", "document.json", "a.txt/document.json~2"},
		{"a.txt", "sub/images", "a.txt/sub/images"},
		{"", "manifest.jsonl", "manifest.jsonl~2"},
		{"", "con.txt", "%63on.txt"},
		{"", "what?.txt", "what%3F.txt"},
		{"", "ends. ", "ends.%20"},
		{"", "bad\xff", "bad%EF%BF%BD"},
	} {
		if got := n.Place(tt.scope, tt.rel); got != tt.want {
			t.Errorf("Place(%q, %q) = %q, want %q", tt.scope, tt.rel, got, tt.want)
		}
	}
	long := n.Place("", strings.Repeat("ü", 300)+".txt")
	if len(long) > 220 || !strings.HasSuffix(long, ".txt") {
		t.Errorf("a long name becomes %q", long)
	}
}

func TestPlacesAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var n outdir.Names
		seen := map[string]string{}
		for range rapid.IntRange(1, 12).Draw(t, "n") {
			rel := rapid.StringMatching(`[aAb.~2]{1,3}(/[aAb.~2]{1,3})?`).Draw(t, "rel")
			got := n.Place("", rel)
			key := strings.ToLower(got)
			if other, ok := seen[key]; ok {
				t.Fatalf("%q and %q share %q", rel, other, got)
			}
			seen[key] = rel
			if strings.Contains(got, "..") && !strings.Contains(rel, "..") {
				t.Fatalf("%q becomes %q", rel, got)
			}
		}
	})
}

func TestPublishReplaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	f, err := outdir.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		s, err := f.Stage()
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := s.Publish("sub/doc"); err != nil {
			t.Fatal(err)
		}
	}
	put("pages/0001.txt", "one")
	put("sections/0001.txt", "two")
	if _, err := os.Stat(filepath.Join(dir, "sub/doc/pages")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the first run's file is still there: %v", err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "sub/doc/sections/0001.txt")); err != nil || string(b) != "two" {
		t.Errorf("got %q, %v", b, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 2 || left[0].Name() != ".udecode" || left[1].Name() != "sub" {
		t.Errorf("left in the folder: %v", left)
	}
}

func TestNothingLeavesTheFolder(t *testing.T) {
	f, err := outdir.Open(filepath.Join(t.TempDir(), "out"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Stage()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create("../../../evil"); err == nil {
		t.Error("a name that leaves the folder is accepted")
	}
	if err := s.Publish("../evil"); err == nil {
		t.Error("a place outside of the folder is accepted")
	}
}

func TestOneRunAtATime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	f, err := outdir.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := outdir.Open(dir, false); !errors.Is(err, outdir.ErrBusy) {
		t.Errorf("error %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err = outdir.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func TestForeignFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := outdir.Open(dir, false); !errors.Is(err, outdir.ErrForeign) {
		t.Errorf("error %v", err)
	}
	f, err := outdir.Open(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func BenchmarkCreate(b *testing.B) {
	s := stageIn(b)
	defer s.Discard()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		w, err := s.Create("pages/" + strconv.Itoa(i) + ".txt")
		if err != nil {
			b.Fatal(err)
		}
		w.Write([]byte("a page's text"))
		w.Close()
	}
}

func stageIn(b *testing.B) *outdir.Stage {
	f, err := outdir.Open(filepath.Join(b.TempDir(), "out"), false)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	s, err := f.Stage()
	if err != nil {
		b.Fatal(err)
	}
	return s
}
