package decodertest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

var files = flag.String("files", "", "glob of the `files` that benchmarks decode, instead of their own")

// Bench decodes the inputs again and again, or the format's fixtures when there are none; damaged ones are left out. Besides bytes a
// second it reports the time per document.
func Bench(b *testing.B, f decoder.Format, inputs ...[]byte) {
	b.Helper()
	if *files != "" || len(inputs) == 0 {
		inputs = readAll(b)
	}
	decode := func(raw []byte) error {
		in := &decoder.Input{Path: "bench" + f.Extensions[0], MediaType: f.MediaTypes[0], Content: source.Bytes(raw), Budget: limit.NewBudget(limit.Limits{})}
		_, err := f.Decode(b.Context(), in)
		return err
	}
	var good [][]byte
	var size int64
	for _, raw := range inputs {
		if decode(raw) == nil {
			good, size = append(good, raw), size+int64(len(raw))
		}
	}
	if len(good) == 0 {
		b.Fatal("nothing can be decoded")
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, raw := range good {
			if err := decode(raw); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(good)), "µs/doc")
}

// readAll reads the files that benchmarks are to decode.
func readAll(b *testing.B) [][]byte {
	paths := Fixtures(b)
	if *files != "" {
		var err error
		if paths, err = filepath.Glob(*files); err != nil {
			b.Fatal(err)
		}
	}
	var out [][]byte
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, raw)
	}
	return out
}
