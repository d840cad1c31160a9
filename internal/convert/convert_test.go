package convert_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/output/pages"
	"github.com/udecode/udecode/internal/output/udmjson"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

// fake is a format whose files say how their decoding goes.
var fake = decoder.Format{
	Name: "fake", Title: "fake", MediaTypes: []string{"text/x-fake"}, Extensions: []string{".fake"}, Unit: udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if p.Ext == ".fake" {
			return decoder.Certain
		}
		return decoder.No
	},
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		raw, err := source.ReadAll(in.Content)
		if err != nil {
			return nil, err
		}
		doc := decoder.NewDocument(in, "fake")
		doc.Nodes = []*udm.StructuralNode{{Role: udm.Section}}
		switch text := string(raw); {
		case text == "panic":
			var m map[string]int
			m["x"] = 1
		case text == "loop":
			<-ctx.Done()
			return nil, ctx.Err()
		case text == "deaf":
			select {}
		case text == "encrypted":
			return nil, decoder.ErrEncrypted
		case text == "huge":
			return nil, in.Budget.Charge(1 << 60)
		case text == "invalid":
			doc.Nodes[0].Add(udm.NewText(udm.Title, "\xff"))
		case strings.HasPrefix(text, "attach "):
			in.Attach("inner.fake", udm.Bytes(strings.TrimPrefix(text, "attach ")))
			in.Attach("inner.fake", udm.Bytes("second"))
			in.Attach("../../pages", udm.Bytes("x"))
			doc.Nodes[0].Add(udm.NewText(udm.NarrativeText, "outer"))
		default:
			doc.Nodes[0].Add(udm.NewText(udm.NarrativeText, text))
		}
		return doc, nil
	},
}

func run(t *testing.T, ctx context.Context, files map[string]string, change func(*convert.Options, *convert.Local)) (string, *convert.Report, error) {
	t.Helper()
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	for name, text := range files {
		p := filepath.Join(in, name)
		os.MkdirAll(filepath.Dir(p), 0o777)
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rep, err := runFake(t, ctx, in, out, change)
	return out, rep, err
}

// runFake runs the fake format over a folder.
func runFake(t *testing.T, ctx context.Context, in, out string, change func(*convert.Options, *convert.Local)) (*convert.Report, error) {
	t.Helper()
	folder, err := outdir.Open(out, false)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	w := &walk.Walker{Detector: &detect.Detector{Formats: []decoder.Format{fake}}}
	local := &convert.Local{
		Formats: w.Detector.Formats, Writers: []output.Writer{udmjson.Writer{}, pages.Index{Files: true}, pages.Writer{}}, Spool: w.Spool,
		OpenStage:   func(name string) (output.Dir, error) { return outdir.OpenStage(name) },
		DocumentIRI: func(s convert.Subject) string { return "urn:doc:" + s.ID },
	}
	opt := convert.Options{Jobs: 4, Memory: 1 << 30, Processor: local, DocumentIRI: local.DocumentIRI}
	if change != nil {
		change(&opt, local)
	}
	return convert.Run(ctx, w, []string{in}, folder, opt)
}

func codes(r *convert.Report) map[string]string {
	out := map[string]string{}
	for _, f := range r.Failures {
		out[f.SourcePath] = f.Code
	}
	return out
}

func TestFailuresStayWithTheirFile(t *testing.T) {
	files := map[string]string{"panic.fake": "panic", "locked.fake": "encrypted", "huge.fake": "huge", "invalid.fake": "invalid", "loop.fake": "loop", "deaf.fake": "deaf"}
	for i := range 20 {
		files[fmt.Sprintf("good%02d.fake", i)] = fmt.Sprint("text ", i)
	}
	out, rep, err := run(t, context.Background(), files, func(_ *convert.Options, l *convert.Local) { l.Limits.Timeout = 50 * time.Millisecond })
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"panic.fake": "internal", "locked.fake": "encrypted", "huge.fake": "too_large", "invalid.fake": "internal", "loop.fake": "timeout", "deaf.fake": "timeout"}
	if diff := cmp.Diff(want, codes(rep)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if rep.Outcomes[convert.OK] != 20 {
		t.Errorf("%d ok, want 20", rep.Outcomes[convert.OK])
	}
	for name := range want {
		if _, err := os.Stat(filepath.Join(out, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s left something behind: %v", name, err)
		}
	}
	for _, f := range rep.Failures {
		if f.SourcePath == "panic.fake" && !strings.Contains(f.Message, "internal/convert/convert_test.go:") {
			t.Errorf("the panic's message names no place: %s", f.Message)
		}
	}
}

func TestAttachments(t *testing.T) {
	out, rep, err := run(t, context.Background(), map[string]string{"mail.fake": "attach attach deep", "images.fake": "x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"mail.fake", "mail.fake/inner.fake", "mail.fake/inner.fake~2", "mail.fake/inner.fake/inner.fake"} {
		if _, err := os.Stat(filepath.Join(out, p, "document.json")); err != nil {
			t.Error(err)
		}
	}
	// "pages" has no known format, and its name is one that a document's folder has for itself.
	if rep.Outcomes[convert.OK] != 6 || rep.Outcomes[convert.Unsupported] != 2 {
		t.Errorf("outcomes %v", rep.Outcomes)
	}
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSameBytesWhateverTheJobs(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("d%d/f%02d.fake", i%7, i)] = fmt.Sprint("attach text ", i)
	}
	var first map[string]string
	for _, jobs := range []int{1, 8, 8} {
		out, _, err := run(t, context.Background(), files, func(o *convert.Options, _ *convert.Local) { o.Jobs = jobs })
		if err != nil {
			t.Fatal(err)
		}
		got := tree(t, out)
		if first == nil {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("with %d jobs:\n%s", jobs, diff)
		}
	}
	if len(first) < 180 {
		t.Errorf("only %d files", len(first))
	}
}

func TestStreamKeepsTheOrderOfTheWalk(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("f%02d.fake", i)] = fmt.Sprint("text ", i)
	}
	var buf bytes.Buffer
	_, _, err := run(t, context.Background(), files, func(o *convert.Options, l *convert.Local) {
		o.Stream, l.Writers = &buf, []output.Writer{udmjson.Writer{Compact: true}}
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(buf.String()), "\n")
	if len(lines) != 40 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, l := range lines {
		if !strings.Contains(l, fmt.Sprintf(`"source_path":"f%02d.fake"`, i)) {
			t.Errorf("line %d is %.120s", i, l)
		}
	}
}

// interrupter cancels a run when the n-th document is done.
type interrupter struct {
	mu     sync.Mutex
	n      int
	cancel context.CancelFunc
}

func (i *interrupter) Found(string, int64) {}
func (i *interrupter) Started(string)      {}
func (i *interrupter) Finished(*convert.Record) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.n--; i.n == 0 {
		i.cancel()
	}
}

func TestInterruptionLeavesWholeDocuments(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("f%03d.fake", i)] = fmt.Sprint("text ", i)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, rep, err := run(t, ctx, files, func(o *convert.Options, _ *convert.Local) { o.Progress = &interrupter{n: 20, cancel: cancel} })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	got := tree(t, out)
	docs := 0
	for name := range got {
		if strings.HasSuffix(name, "document.json") {
			docs++
			if _, ok := got[strings.TrimSuffix(name, "document.json")+"sections/0001.txt"]; !ok {
				t.Errorf("%s is not whole", name)
			}
		}
		if strings.Contains(name, "stages/") {
			t.Errorf("%s is left over", name)
		}
	}
	if n := strings.Count(got["manifest.jsonl"], "\n"); n != docs || docs < 20 || docs == 200 {
		t.Errorf("%d documents, %d in the manifest, report %v", docs, n, rep.Outcomes)
	}
}

func TestFailFast(t *testing.T) {
	files := map[string]string{"a.fake": "encrypted"}
	for i := range 300 {
		files[fmt.Sprintf("b%03d.fake", i)] = "text"
	}
	_, rep, err := run(t, context.Background(), files, func(o *convert.Options, _ *convert.Local) { o.FailFast, o.Jobs = true, 1 })
	if err != nil || !rep.Stopped || rep.Outcomes[convert.OK] > 200 {
		t.Errorf("error %v, report %+v", err, rep)
	}
}

func BenchmarkRun(b *testing.B) {
	in := b.TempDir()
	for i := range 200 {
		os.WriteFile(filepath.Join(in, fmt.Sprintf("f%03d.fake", i)), []byte("text"), 0o666)
	}
	w := &walk.Walker{Detector: &detect.Detector{Formats: []decoder.Format{fake}}}
	local := &convert.Local{
		Formats: w.Detector.Formats, Writers: []output.Writer{udmjson.Writer{}, pages.Index{Files: true}, pages.Writer{}}, Spool: w.Spool,
		OpenStage:   func(name string) (output.Dir, error) { return outdir.OpenStage(name) },
		DocumentIRI: func(s convert.Subject) string { return "urn:doc:" + s.ID },
	}
	for b.Loop() {
		folder, err := outdir.Open(b.TempDir(), true)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := convert.Run(context.Background(), w, []string{in}, folder, convert.Options{Jobs: 2, Memory: 1 << 30, Processor: local, DocumentIRI: local.DocumentIRI}); err != nil {
			b.Fatal(err)
		}
		folder.Close()
	}
}

// crowded has no room for large documents beside others.
type crowded struct {
	*convert.Local
	running, final atomic.Int64
	together       atomic.Bool // a final one ran beside another
}

func (c *crowded) Process(ctx context.Context, t *convert.Task) (*convert.Outcome, error) {
	inline := strings.Contains(t.Path, "inner")
	if strings.Contains(t.Path, "large") && !t.Final && !inline {
		return &convert.Outcome{Crowded: true}, nil
	}
	if n := c.running.Add(1); t.Final && !inline {
		c.final.Add(1)
		if n > 1 {
			c.together.Store(true)
		}
	}
	defer c.running.Add(-1)
	return c.Local.Process(ctx, t)
}

// Documents for which there is no room beside others come last, alone, and the output is the same.
func TestCrowdedOutDocuments(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("d%d/f%02d.fake", i%3, i)] = fmt.Sprint("attach text ", i)
		files[fmt.Sprintf("d%d/large%02d.fake", i%3, i)] = fmt.Sprint("attach text ", i)
	}
	for _, streamed := range []bool{false, true} {
		var p crowded
		var wantStream, gotStream bytes.Buffer
		convertAll := func(stream *bytes.Buffer, wrap bool) map[string]string {
			out, rep, err := run(t, context.Background(), files, func(o *convert.Options, l *convert.Local) {
				if streamed {
					o.Stream, l.Writers = stream, []output.Writer{udmjson.Writer{Compact: true}}
				}
				if p.Local = l; wrap {
					o.Processor = &p
				}
			})
			if err != nil || len(rep.Failures) > 0 {
				t.Fatalf("%v, %+v", err, rep)
			}
			return tree(t, out)
		}
		want, got := convertAll(&wantStream, false), convertAll(&gotStream, true)
		if diff := cmp.Diff(want, got); diff != "" && !streamed {
			t.Errorf("-want +got\n%s", diff)
		}
		if !bytes.Equal(wantStream.Bytes(), gotStream.Bytes()) {
			t.Error("the stream is another one")
		}
		if n := p.final.Load(); n != 30 || p.together.Load() {
			t.Errorf("%d documents came last, want 30; beside others: %v", n, p.together.Load())
		}
	}
}
