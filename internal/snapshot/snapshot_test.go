package snapshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/udecode/udecode/internal/outdir"
)

// folder writes an output folder of one document.
func folder(t *testing.T, record string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, content string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(outdir.Manifest, record+"\n")
	for name, content := range files {
		write("a.txt/"+name, content)
	}
	return dir
}

const record = `{"source_path":"a.txt","status":"ok","sha256":"11","document_id":"d","sections":1,"blocks":{"text":1},"output":"a.txt"}`

// block is a block of a document.json.
func block(n int, text, attributes string) string {
	return fmt.Sprintf(`{"id":"%08d-0000-5000-8000-000000000000","content_type":"text","raw":%q,"mime_type":"text/plain","language":null,
		"attributes":{%s},"position":{"index":%d,"page":1},"metadata":{}}`, n, text, attributes, n)
}

func model(blocks ...string) string {
	return `{"id":"d","source_type":"txt","metadata":{},"children":[{"id":"n","role":"section","label":null,"metadata":{},"children":[` +
		strings.Join(blocks, ",") + `]}]}`
}

func compare(t *testing.T, old, new string, opt Options) ([]*Document, string) {
	t.Helper()
	var out []*Document
	var text bytes.Buffer
	r := NewReporter("text", &text, ReportOptions{})
	sum, err := Compare(old, new, opt, func(d *Document) error {
		out = append(out, d)
		return r.Document(d)
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Different() != (len(out) > 0) {
		t.Errorf("summary %v of %d differences", sum, len(out))
	}
	return out, text.String()
}

func TestBlocks(t *testing.T) {
	category := `"category":"NarrativeText"`
	one := block(0, "The lamp has one lens.", category)
	two := block(1, "The keeper lives on the hill.", category)
	for _, tt := range []struct {
		name     string
		old, new string
		want     []string
	}{
		{"inserted", model(one, two), model(one, block(1, "New.", category), block(2, "The keeper lives on the hill.", category)), []string{"+ text NarrativeText, page 1: New."}},
		{"removed", model(one, two), model(block(0, "The keeper lives on the hill.", category)), []string{"- text NarrativeText, page 1: The lamp has one lens."}},
		{"attributes", model(one), model(block(0, "The lamp has one lens.", `"category":"Title","heading_level":1`)),
			[]string{"~ text Title, page 1: The lamp has one lens.\n      category: \"NarrativeText\" → \"Title\"\n      heading_level: none → 1"}},
		{"text", model(one, two), model(block(0, "The lamp has two lenses.", category), two),
			[]string{"~ text NarrativeText, page 1: The lamp has two lenses.\n      text: The lamp has one lens. → The lamp has two lenses."}},
		{"moved", model(one, two), model(two, one), []string{"- text NarrativeText, page 1: The lamp has one lens.", "+ text NarrativeText, page 1: The lamp has one lens."}},
		{"layout", model(one), strings.ReplaceAll(model(one), ",", ", "), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, err := items([]byte(tt.old), Options{})
			if err != nil {
				t.Fatal(err)
			}
			y, err := items([]byte(tt.new), Options{})
			if err != nil {
				t.Fatal(err)
			}
			blocks, _ := compareItems(x, y, Options{})
			var got []string
			for _, b := range blocks {
				got = append(got, b.String())
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Other IDs of the same source are a difference; of another source they are not told of.
func TestIDs(t *testing.T) {
	old := folder(t, record, map[string]string{"document.json": model(block(0, "A.", ""))})
	new := folder(t, record, map[string]string{"document.json": model(block(5, "A.", ""))})
	if _, text := compare(t, old, new, Options{}); !strings.Contains(text, "document.json: IDs changed") {
		t.Error(text)
	}
	new = folder(t, strings.Replace(record, `"11"`, `"22"`, 1), map[string]string{"document.json": model(block(5, "A.", ""))})
	if ds, text := compare(t, old, new, Options{}); len(ds) != 1 || len(ds[0].Fields) != 1 || len(ds[0].Files) != 0 {
		t.Error(text)
	}
}

func TestTimeAndVersion(t *testing.T) {
	statement := func(at string) string {
		return "<urn:a> <http://www.w3.org/ns/prov#used> <urn:x> .\n<urn:a> <http://www.w3.org/ns/prov#startedAtTime> \"" + at + "\" .\n"
	}
	old := folder(t, record, map[string]string{"provenance.nt": statement("1")})
	new := folder(t, record, map[string]string{"provenance.nt": statement("2")})
	if ds, text := compare(t, old, new, Options{}); len(ds) != 0 {
		t.Error(text)
	}
	new = folder(t, record, map[string]string{"provenance.nt": strings.Replace(statement("1"), "urn:x", "urn:y", 1)})
	if ds, text := compare(t, old, new, Options{}); len(ds) != 1 || !strings.Contains(text, "1 added, 1 removed") {
		t.Error(text)
	}
}

func TestCoreFacts(t *testing.T) {
	core := func(at string) []byte {
		var b bytes.Buffer
		e := msgpack.NewEncoder(&b)
		iri := func(s string) map[string]string { return map[string]string{"t": "i", "i": s} }
		e.Encode([]any{"lm", map[string]string{"i": "urn:a"}})
		e.Encode([]any{"t", map[string]any{"m": map[string]string{"i": "urn:a"}, "t": []any{
			map[string]any{"s": iri("urn:a"), "p": iri(volatile[0]), "o": map[string]string{"t": "l", "v": at}},
			map[string]any{"s": iri("urn:a"), "p": iri("urn:p"), "o": map[string]string{"t": "l", "v": "x"}},
		}}})
		return b.Bytes()
	}
	x, y := facts("core.msgpack", core("1")), facts("core.msgpack", core("2"))
	if len(x) != 2 || !equalLines(x, y) {
		t.Errorf("%q and %q", x, y)
	}
	cut := core("1")
	if got := facts("core.msgpack", cut[:len(cut)-4]); len(got) != 2 {
		t.Errorf("cut off: %q", got)
	}
}

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"<urn:page:1b4e28ba-2fa1-51d2-883f-0016d3cca427>": "<urn:page:........-....-....-....-............>",
		"1b4e28ba-2fa1-51d2-883f-0016d3cca42":             "1b4e28ba-2fa1-51d2-883f-0016d3cca42",
		"2024-01-02":                                      "2024-01-02",
	} {
		if got := string(mask([]byte(in))); got != want {
			t.Errorf("mask(%q) = %q, want %q", in, got, want)
		}
	}
}

// What is no file of a document does not count, nor does a link out of the folder lead anywhere.
func TestForeignFiles(t *testing.T) {
	old := folder(t, record, map[string]string{"document.json": model(), "notes": "x", "embedded.pdf/document.json": "y"})
	new := folder(t, record, map[string]string{"document.json": model()})
	if err := os.Symlink("/etc/hostname", filepath.Join(old, "a.txt", "document.md")); err != nil {
		t.Skip(err)
	}
	if ds, text := compare(t, old, new, Options{}); len(ds) != 0 {
		t.Error(text)
	}
}

// A document of many blocks, all of which differ a little or wholly, is compared in little time.
func TestManyBlocks(t *testing.T) {
	build := func(f func(i int) string) []item {
		blocks := make([]string, 10_000)
		for i := range blocks {
			blocks[i] = block(i, f(i), `"category":"NarrativeText"`)
		}
		out, err := items([]byte(model(blocks...)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	words := func(i, k int) string {
		return strings.Repeat(fmt.Sprintf("word%d of paragraph%d, ", i%37, i), 10) + fmt.Sprint(k)
	}
	old := build(func(i int) string { return words(i, 0) })
	for name, f := range map[string]func(i int) string{
		"each": func(i int) string { return words(i, 1) },
		"all":  func(i int) string { return words(i+1_000_000, 1) },
	} {
		start := time.Now()
		blocks, _ := compareItems(old, build(f), Options{})
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: took %v", name, d)
		} else {
			t.Logf("%s: %d changes in %v", name, len(blocks), d)
		}
	}
}

func TestGitHubEscapes(t *testing.T) {
	if got, want := property("a,b: 100%\n"), "a%2Cb%3A 100%25%0A"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Accepting leaves what says the same, replaces what does not, and removes what is gone.
func TestAccept(t *testing.T) {
	old := folder(t, record, map[string]string{"pages/0001.txt": "one", "pages/0002.txt": "two", "images/0001.png": "x", "README": "kept",
		"provenance.nt": "<urn:a> <http://www.w3.org/ns/prov#startedAtTime> \"1\" .\n"})
	new := folder(t, record, map[string]string{"pages/0001.txt": "eins", "sections.jsonl": "{}\n",
		"provenance.nt": "<urn:a> <http://www.w3.org/ns/prov#startedAtTime> \"2\" .\n"})
	f, err := outdir.Open(old, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := Accept(f, new); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	filepath.WalkDir(filepath.Join(old, "a.txt"), func(p string, d os.DirEntry, err error) error {
		if d.Type().IsRegular() {
			b, _ := os.ReadFile(p)
			rel, _ := filepath.Rel(old, p)
			got[filepath.ToSlash(rel)] = string(b)
		}
		return err
	})
	want := map[string]string{"a.txt/pages/0001.txt": "eins", "a.txt/sections.jsonl": "{}\n", "a.txt/README": "kept",
		"a.txt/provenance.nt": "<urn:a> <http://www.w3.org/ns/prov#startedAtTime> \"1\" .\n"}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if !bytes.Equal(a, b) {
		t.Errorf("got %s, want %s", a, b)
	}
	if _, err := os.Stat(filepath.Join(old, "a.txt", "images")); err == nil {
		t.Error("an empty folder is left")
	}
}
