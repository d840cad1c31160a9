package registry_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/registry"
	"github.com/udecode/udecode/internal/source"
)

// shared are packages under internal/decoder that are no formats.
var shared = map[string]bool{"decodertest": true, "internal": true}

func TestEveryFormatIsListedAndTested(t *testing.T) {
	listed := readFile(t, "registry.go")
	dirs, err := os.ReadDir("../decoder")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range dirs {
		if !d.IsDir() || shared[d.Name()] {
			continue
		}
		n++
		if !strings.Contains(listed, `internal/decoder/`+d.Name()+`"`) {
			t.Errorf("decoder/%s is not in the list", d.Name())
		}
		dir := filepath.Join("../decoder", d.Name())
		if fixtures, _ := filepath.Glob(filepath.Join(dir, "testdata/*.want")); len(fixtures) == 0 {
			t.Errorf("decoder/%s has no fixtures with dumps in testdata", d.Name())
		}
		tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		fuzzed := false
		for _, f := range tests {
			fuzzed = fuzzed || strings.Contains(readFile(t, f), "*testing.F)")
		}
		if !fuzzed {
			t.Errorf("decoder/%s has no fuzz target", d.Name())
		}
	}
	if n < 5 {
		t.Fatalf("only %d decoders found", n)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestNamesAndExtensionsAreUnique(t *testing.T) {
	names, extensions := map[string]bool{}, map[string]string{}
	for _, f := range registry.Formats() {
		if f.Name == "" || f.Title == "" || len(f.MediaTypes) == 0 || len(f.Extensions) == 0 || f.Decode == nil || f.Unit == "" {
			t.Errorf("format %q is not whole", f.Name)
		}
		if names[f.Name] {
			t.Errorf("two formats are called %q", f.Name)
		}
		names[f.Name] = true
		for _, e := range f.Extensions {
			if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) {
				t.Errorf("%s: extension %q", f.Name, e)
			}
			if other := extensions[e]; other != "" {
				t.Errorf("extension %s belongs to %s and %s", e, other, f.Name)
			}
			extensions[e] = f.Name
		}
	}
}

// Every fixture is detected as its own format, under its own name and, where the format has a signature, without one.
func TestFixturesAreDetected(t *testing.T) {
	d := detect.Detector{Formats: registry.Formats()}
	fixtures, _ := filepath.Glob("../decoder/*/testdata/*.want")
	for _, want := range fixtures {
		file := strings.TrimSuffix(want, ".want")
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		pkg := filepath.Base(filepath.Dir(filepath.Dir(file)))
		res, err := d.Detect(filepath.Base(file), source.Bytes(raw))
		if err != nil {
			t.Error(err)
			continue
		}
		if res.Err != nil {
			continue // encrypted
		}
		if res.Format == nil || packageOf(res.Format.Name) != pkg {
			t.Errorf("%s is detected as %s", file, describe(res))
		}
	}
}

// packageOf is the package that has a format.
func packageOf(format string) string {
	switch format {
	case "tsv":
		return "csv"
	case "ndjson":
		return "json"
	case "txt":
		return "text"
	case "md":
		return "markdown"
	case "vcf", "ics":
		return "vobject"
	}
	return format
}

func describe(r detect.Result) string {
	if r.Format != nil {
		return r.Format.Name
	}
	return "archive " + r.Archive
}
