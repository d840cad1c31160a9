package outread

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder makes an output folder of documents, of which each has one file of statements.
func folder(t *testing.T, files ...[2]string) string {
	t.Helper()
	out := t.TempDir()
	var manifest strings.Builder
	for i, f := range files {
		dir := filepath.Join(out, fmt.Sprint("d", i))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&manifest, `{"status":"ok","output":"d%d"}`+"\n", i)
	}
	if err := os.WriteFile(filepath.Join(out, "manifest.jsonl"), []byte(manifest.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

func graph(t *testing.T, out string) []string {
	t.Helper()
	var sb strings.Builder
	if err := Graph(&sb, out); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Collect(strings.Lines(sb.String())), func(line string) bool { return !strings.HasPrefix(line, "<urn:") })
}

func TestGraphMergesSyntaxes(t *testing.T) {
	got := graph(t, folder(t,
		[2]string{"provenance.nt", "<urn:doc> <urn:p> \"a\" .\n<urn:page> <urn:p> <urn:doc> .\n"},
		[2]string{"provenance.nq", "# a comment\n\n<urn:doc2> <urn:p> \"\\u0061\" .\n<urn:page2> <urn:p> <urn:doc2> <urn:graph:source> .\n"},
		[2]string{"provenance.trig", "<urn:doc3> <urn:p> \"c\" .\n<urn:graph:source> {\n<urn:page> <urn:p> <urn:doc> .\n<urn:page3> <urn:p> <urn:doc3> .\n}\n"},
	))
	want := []string{
		"<urn:doc2> <urn:p> \"a\" .\n",
		"<urn:doc3> <urn:p> \"c\" .\n",
		"<urn:doc> <urn:p> \"a\" .\n",
		"<urn:page2> <urn:p> <urn:doc2> <urn:graph:source> .\n",
		"<urn:page3> <urn:p> <urn:doc3> <urn:graph:source> .\n",
		"<urn:page> <urn:p> <urn:doc> <urn:graph:source> .\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestGraphNamesTheLineOfAFault(t *testing.T) {
	out := folder(t, [2]string{"provenance.nq", "<urn:a> <urn:p> \"a\" .\n\n<urn:a> <urn:p> \"a .\n"})
	err := Graph(&strings.Builder{}, out)
	if err == nil || !strings.HasSuffix(err.Error(), "provenance.nq: line 3: column 17: literal without an end") {
		t.Errorf("got %v", err)
	}
}

// What does not fit in memory is sorted all the same.
func TestSorterSpills(t *testing.T) {
	s := &sorter{limit: 200}
	defer s.close()
	var want []string
	for i := range 500 {
		line := fmt.Sprintf("%03d\n", i*7%250) // each twice
		want = append(want, line)
		if err := s.add([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.runs) < 10 {
		t.Errorf("%d runs", len(s.runs))
	}
	slices.Sort(want)
	var sb strings.Builder
	if err := s.merge(&sb); err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(strings.Lines(sb.String())); !slices.Equal(got, slices.Compact(want)) {
		t.Errorf("got %d lines, want %d", len(got), len(slices.Compact(want)))
	}
}
