package cmd_test

import (
	"bytes"
	"html"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/udecode/udecode/cmd"
	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/provenance"
)

// awkwardNames are names of files that some syntax on the way to the graph has to escape. A file system that does not take one of
// them is spared it.
var awkwardNames = []string{
	"plain.html", "two words.html", `"quoted" 'single'.html`, `back\slash.html`, "100%25 %zz.html", "<angle> {brace} |bar| ^`.html", "#fragment?query&amp;.html",
	"größe 日本 😀.html", "caf\xe9.html", "line\nfeed\ttab\x01.html", "\u202eright-to-left.html", "_:b .html", "dir/in.html",
}

// awkwardTitle has what literals escape, and what they do not.
const awkwardTitle = `"Tides" \ 'now' \u0041 100% <b> é 日本 😀 \n @en ^^x .`

// What is said of awkward files is read back from the graph, whatever its syntax.
func TestAwkwardNamesComeBackFromTheGraph(t *testing.T) {
	dir := t.TempDir()
	want := map[string]bool{}
	for _, name := range awkwardNames {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if os.MkdirAll(filepath.Dir(file), 0o755) != nil {
			continue
		}
		content := "<!DOCTYPE html><title>" + html.EscapeString(awkwardTitle) + "</title><p>The boats are in the harbour, of " + html.EscapeString(name)
		if os.WriteFile(file, []byte(content), 0o644) == nil {
			want[name] = true
		}
	}
	var graphs []string
	for _, format := range []string{"nt", "nq", "trig"} {
		out := decode(t, 0, "--provenance", format, dir)
		var graph bytes.Buffer
		if got := cmd.Main("test", []string{"graph", out}, strings.NewReader(""), &graph, io.Discard); got != 0 {
			t.Fatalf("graph of %s: exit code %d", format, got)
		}
		graphs = append(graphs, graph.String())
		sources, titles := map[string]bool{}, 0
		for line := range strings.Lines(graph.String()) {
			q, err := ntriples.Parse(line)
			if err != nil {
				t.Fatalf("%s: %q: %v", format, line, err)
			}
			switch q.P.Value() {
			case provenance.DC + "source":
				path, err := url.PathUnescape(strings.TrimPrefix(q.O.Value(), "urn:udecode:source:"))
				if err != nil || !want[path] {
					t.Errorf("%s: source %s stands for %q, %v", format, q.O, path, err)
				}
				sources[path] = true
			case provenance.DC + "title":
				titles++
				if q.O.Value() != awkwardTitle {
					t.Errorf("%s: title %q, want %q", format, q.O.Value(), awkwardTitle)
				}
			}
		}
		if len(sources) != len(want) || titles != len(want) {
			t.Errorf("%s: %d sources and %d titles of %d files", format, len(sources), titles, len(want))
		}
	}
	if graphs[0] != graphs[1] || graphs[0] != graphs[2] {
		t.Error("the graphs differ with the syntax of the files")
	}
	if len(want) < 5 {
		t.Errorf("only %d files could be made", len(want))
	}
}
