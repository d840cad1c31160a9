package convert

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/udecode/udecode/internal/outdir"
)

// Members of an archive may have one path; which of them is converted first must not show.
func TestManifestOrderOfOnePath(t *testing.T) {
	records := []*Record{
		{SourcePath: "a.zip/notes.txt", Status: OK, SHA256: "02", Output: "a.zip/notes.txt~2"},
		{SourcePath: "a.zip/notes.txt", Status: OK, SHA256: "01", Output: "a.zip/notes.txt"},
		{SourcePath: "a.zip/more.txt", Status: OK, SHA256: "03", Output: "a.zip/more.txt"},
	}
	var want string
	for _, order := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}} {
		dir := t.TempDir()
		folder, err := outdir.Open(filepath.Join(dir, "out"), false)
		if err != nil {
			t.Fatal(err)
		}
		journal, err := folder.Journal()
		if err != nil {
			t.Fatal(err)
		}
		m := newManifest(folder, recordFiles{journal: journal}, 0)
		for _, i := range order {
			if err := m.add(records[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.write(nil); err != nil {
			t.Fatal(err)
		}
		journal.Close()
		folder.Close()
		got, err := os.ReadFile(filepath.Join(dir, "out", outdir.Manifest))
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			t.Errorf("in order %v:\n%swant\n%s", order, got, want)
		}
	}
}
