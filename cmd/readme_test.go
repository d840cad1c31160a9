package cmd_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

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
	flags.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(f.Annotations["group"], "Limits") {
			return
		}
		if !slices.ContainsFunc([]string{"timeout", "too_large", "archive_limit"}, func(code string) bool { return strings.Contains(f.Usage, code) }) {
			t.Errorf("--%s does not say which error it leads to", f.Name)
		}
		def := f.DefValue
		if def == "" {
			def = "half of the memory"
		}
		fmt.Fprintf(&sb, "| `--%s` | %s | %s |\n", f.Name, def, strings.ReplaceAll(f.Usage, "`", ""))
	})
	for _, b := range limit.Fixed() {
		fmt.Fprintf(&sb, "| fixed | %s | %s (%s) |\n", b.Value, b.What, b.Code)
	}
	return sb.String()
}

// The help lists the same bounds as the README.
func TestHelpListsLimits(t *testing.T) {
	var help bytes.Buffer
	if code := cmd.Main("test", []string{"--help"}, strings.NewReader(""), &help, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	_, limits, _ := strings.Cut(help.String(), "\nLimits:\n")
	limits, _, _ = strings.Cut(limits, "\n\n")
	words := strings.Join(strings.Fields(limits), " ")
	for row := range strings.Lines(limitTable(t)) {
		cells := strings.Split(strings.Trim(row, "|\n"), "|")
		if len(cells) != 3 || strings.HasPrefix(cells[0], "-") || cells[0] == " flag " {
			continue
		}
		name, what := strings.Trim(cells[0], " `"), strings.TrimSpace(cells[2])
		if name != "fixed" && !strings.Contains(words, name) || !strings.Contains(words, what) {
			t.Errorf("the help does not say %s: %s", name, what)
		}
	}
}
