// Package decodertest is the test bench that every format runs through.
//
// A format's test is one call:
//
//	func TestFormat(t *testing.T) { decodertest.Run(t, docx.Format) }
//
// The bench decodes each file in testdata, checks the model's rules, compares with the .want dump beside
// it (go test -update rewrites them), decodes again and compares, and feeds cut-off and damaged copies, which may
// fail but not panic, hang or overrun the budget.
package decodertest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

var (
	update = flag.Bool("update", false, "rewrite golden files")
	cuts   = flag.Int("cuts", 24, "at how many points each fixture is cut off")
)

// Run puts a format through the bench.
func Run(t *testing.T, f decoder.Format) {
	t.Helper()
	inputs := Fixtures(t)
	if len(inputs) == 0 {
		t.Fatalf("%s has no fixtures in testdata", f.Name)
	}
	for _, path := range inputs {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := DumpBytes(f, path, raw)
			golden(t, path+".want", got)
			if again := DumpBytes(f, path, raw); again != got {
				t.Errorf("a second decode differs:\n%s", cmp.Diff(got, again))
			}
			damaged(t, f, path, raw)
		})
	}
}

// Fixtures lists the inputs in testdata: everything that is not a .want dump, a README or a folder.
func Fixtures(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range all {
		if st, err := os.Stat(p); err == nil && st.Mode().IsRegular() && !strings.HasSuffix(p, ".want") && !strings.HasPrefix(filepath.Base(p), "README") {
			out = append(out, p)
		}
	}
	return out
}

// Decode decodes bytes under a guard: a panic becomes an error. The result is validated.
func Decode(f decoder.Format, path string, raw []byte, opt decoder.Options) (doc *udm.Document, in *decoder.Input, err error) {
	in = &decoder.Input{
		Path:      filepath.Base(path),
		MediaType: f.MediaTypes[0],
		Content:   source.Bytes(raw),
		Budget:    limit.NewBudget(limit.Limits{Decoded: 256 << 20, Cells: 2_000_000, Blocks: 500_000}),
		Options:   opt,
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	doc, err = f.Decode(ctx, in)
	if err == nil {
		if err := udm.Validate(doc); err != nil {
			return doc, in, fmt.Errorf("invalid document: %w", err)
		}
	}
	return doc, in, err
}

// DumpBytes decodes bytes and returns the dump, with warnings and attachments behind it; for a failure, the error's line.
func DumpBytes(f decoder.Format, path string, raw []byte) string {
	doc, in, err := Decode(f, path, raw, decoder.Options{})
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var sb strings.Builder
	sb.WriteString(Dump(doc))
	for _, w := range in.Warnings() {
		fmt.Fprintf(&sb, "warning: %s\n", w)
	}
	for _, a := range in.Attachments() {
		fmt.Fprintf(&sb, "attachment: %s (%d bytes)\n", a.Name, a.Blob.Size())
	}
	return sb.String()
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update makes it)", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s: -want +got\n%s", path, diff)
	}
}

// damaged feeds cut-off copies and copies with random bytes changed.
func damaged(t *testing.T, f decoder.Format, path string, raw []byte) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(len(raw))))
	const flips = 24
	for i := range *cuts + flips {
		bad := bytes.Clone(raw)
		if i < *cuts {
			bad = bad[:len(raw)*i / *cuts]
		} else {
			for range 1 + rng.IntN(8) {
				if len(bad) > 0 {
					bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
				}
			}
		}
		start := time.Now()
		if _, _, err := Decode(f, path, bad, decoder.Options{}); err != nil && strings.HasPrefix(err.Error(), "invalid document") {
			t.Errorf("damaged copy %d: %v", i, err)
		} else if errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 30*time.Second {
			t.Errorf("damaged copy %d took %v: %v", i, time.Since(start), err)
		}
	}
}

// Fuzz is the fuzz target of a format: no input may panic, hang or give an invalid document.
func Fuzz(f *testing.F, format decoder.Format) {
	for _, path := range Fixtures(f) {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		_, _, err := Decode(format, "fuzz"+format.Extensions[0], raw, decoder.Options{})
		if err != nil && (strings.HasPrefix(err.Error(), "invalid document") || errors.Is(err, context.DeadlineExceeded)) {
			t.Fatal(err)
		}
	})
}

// Dump writes a document as one indented line per node and block, for people to review.
func Dump(d *udm.Document) string {
	var sb strings.Builder
	meta(&sb, "", &d.Metadata)
	for _, n := range d.Nodes {
		fmt.Fprintf(&sb, "%s %q\n", n.Role, n.Label)
		meta(&sb, "  ", &n.Metadata)
		for _, b := range n.Blocks {
			block(&sb, b)
		}
	}
	return sb.String()
}

func meta(sb *strings.Builder, indent string, m *udm.Metadata) {
	for _, kv := range [][2]string{{"title", m.Title}, {"author", m.Author}, {"created", m.CreatedAt}, {"modified", m.ModifiedAt}, {"tags", strings.Join(m.Tags, ", ")}} {
		if kv[1] != "" {
			fmt.Fprintf(sb, "%s%s: %s\n", indent, kv[0], kv[1])
		}
	}
	for _, k := range keys(m.Custom) {
		fmt.Fprintf(sb, "%s%s: %v\n", indent, k, m.Custom[k])
	}
}

func keys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func block(sb *strings.Builder, b *udm.ContentBlock) {
	name := b.Category.String()
	if b.Type == udm.Link || b.Type == udm.Media || b.Category == udm.NoCategory {
		name = b.Type.String()
	}
	fmt.Fprintf(sb, "  %s", name)
	if b.Language != "" {
		fmt.Fprintf(sb, " lang=%s", b.Language)
	}
	if b.Position.Page > 0 {
		fmt.Fprintf(sb, " page=%d", b.Position.Page)
	}
	if b.Position.HasCell {
		fmt.Fprintf(sb, " cell=%d,%d", b.Position.Row, b.Position.Col)
	}
	if bb := b.Position.BBox; bb != nil {
		fmt.Fprintf(sb, " bbox=%.0f,%.0f,%.0f,%.0f", bb.X, bb.Y, bb.Width, bb.Height)
	}
	if b.Attr != nil {
		attributes(sb, b.Attr)
	}
	if m := b.Metadata; m != nil {
		for _, k := range keys(m.Custom) {
			fmt.Fprintf(sb, " %s=%v", k, m.Custom[k])
		}
	}
	if b.Table != nil {
		t := b.Table
		fmt.Fprintf(sb, " %dx%d", t.Rows(), t.Cols())
		for _, kv := range [][2]string{{"name", t.Name}, {"caption", t.Caption}, {"range", t.Range}} {
			if kv[1] != "" {
				fmt.Fprintf(sb, " %s=%q", kv[0], kv[1])
			}
		}
		if t.HeaderRows > 0 {
			fmt.Fprintf(sb, " header=%d", t.HeaderRows)
		}
		if len(t.Merged) > 0 {
			fmt.Fprintf(sb, " merged=%v", t.Merged)
		}
		sb.WriteByte('\n')
		for r := range t.Rows() {
			sb.WriteString("    | ")
			for i, c := range t.Row(r) {
				if i > 0 {
					sb.WriteString(" | ")
				}
				sb.WriteString(strings.ReplaceAll(c, "\n", "⏎"))
			}
			sb.WriteByte('\n')
		}
		return
	}
	if d := b.Data; d != nil {
		fmt.Fprintf(sb, " %s", d.MediaType)
		if d.Blob != nil {
			fmt.Fprintf(sb, " %d bytes", d.Blob.Size())
		}
		if d.Width > 0 {
			fmt.Fprintf(sb, " %dx%d", d.Width, d.Height)
		}
	}
	text := strings.ReplaceAll(b.Text, "\n", "⏎")
	fmt.Fprintf(sb, "  %s\n", text)
}

func attributes(sb *strings.Builder, a *udm.Attributes) {
	if a.HeadingLevel > 0 {
		fmt.Fprintf(sb, " h%d", a.HeadingLevel)
	}
	if a.ListType != "" {
		fmt.Fprintf(sb, " %s/%d", a.ListType, a.ListLevel)
	}
	for _, kv := range [][2]string{{"label", a.ListLabel}, {"style", a.Style}, {"note", a.NoteKind}, {"display", a.DisplayText}, {"target", a.Target}, {"rel", a.Rel},
		{"notation", a.Notation}, {"result", a.ResultValue}, {"type", a.ResultType}, {"cell", a.Cell}, {"alt", a.AltText}, {"caption", a.Caption}, {"src", a.Src}} {
		if kv[1] != "" {
			fmt.Fprintf(sb, " %s=%q", kv[0], kv[1])
		}
	}
	for _, l := range a.Links {
		fmt.Fprintf(sb, " link[%d:%d]=%s", l.Start, l.End, l.URL)
	}
	for _, e := range a.Emphasis {
		fmt.Fprintf(sb, " %s[%d:%d]", e.Style, e.Start, e.End)
	}
	for _, k := range keys(a.Extra) {
		fmt.Fprintf(sb, " %s=%v", k, a.Extra[k])
	}
}
