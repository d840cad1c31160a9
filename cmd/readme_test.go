package cmd_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/udecode/udecode/cmd"
	"github.com/udecode/udecode/internal/archive"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/registry"
)

var update = flag.Bool("update", false, "rewrite golden files and the README's tables")

// TestReadmeTables holds the README's tables of formats and limits against the registry and the flags.
func TestReadmeTables(t *testing.T) {
	raw, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	got := string(raw)
	want := replaceTable(t, got, "formats", formatTable())
	want = replaceTable(t, want, "limits", limitTable(t))
	if got == want {
		return
	}
	if !*update {
		t.Fatal("the README's tables are not up to date: go test ./cmd -update")
	}
	if err := os.WriteFile("../README.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func replaceTable(t *testing.T, page, name, table string) string {
	t.Helper()
	begin := strings.Index(page, "<!-- "+name+": ")
	end := strings.Index(page, "<!-- end of "+name+" -->")
	if begin < 0 || end < begin {
		t.Fatalf("the README has no place for the table of %s", name)
	}
	begin += strings.Index(page[begin:], "\n") + 1
	return page[:begin] + "\n" + table + "\n" + page[end:]
}

func formatTable() string {
	var sb strings.Builder
	sb.WriteString("| name | format | a document has | extensions |\n|---|---|---|---|\n")
	for _, f := range registry.Formats() {
		fmt.Fprintf(&sb, "| %s | %s | %ss | %s |\n", f.Name, f.Title, f.Unit, strings.Join(f.Extensions, " "))
	}
	var kinds []string
	for k := range archive.MediaTypes {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	fmt.Fprintf(&sb, "| %s | archives, nested ones too | members | |\n", strings.Join(kinds, ", "))
	return sb.String()
}

func limitTable(t *testing.T) string {
	t.Helper()
	var sb strings.Builder
	sb.WriteString("| flag | default | bounds |\n|---|---|---|\n")
	flags := cmd.NewCommand("test").Flags()
	for _, name := range []string{"max-file-size", "max-decoded", "max-cells", "timeout", "memory", "archive-depth", "archive-members", "archive-size", "archive-ratio"} {
		f := flags.Lookup(name)
		if f == nil {
			t.Fatalf("no flag %s", name)
		}
		def := f.DefValue
		if def == "" {
			def = "half of the memory"
		}
		fmt.Fprintf(&sb, "| `--%s` | %s | %s |\n", name, def, strings.ReplaceAll(f.Usage, "`", ""))
	}
	d := limit.Defaults
	fmt.Fprintf(&sb, "| fixed | %d | content blocks of one document (too_large) |\n", d.Blocks)
	fmt.Fprintf(&sb, "| fixed | %d | nesting of elements, groups and objects in one document (too_large) |\n", d.Depth)
	fmt.Fprintf(&sb, "| fixed | %d | documents in documents, such as attachments of attached messages (archive_limit) |\n", limit.Embedding)
	return sb.String()
}
