package xlsx

import (
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// BenchmarkDecode decodes the fixtures, and the workbook that UDECODE_BENCH_XLSX names.
func BenchmarkDecode(b *testing.B) {
	paths := decodertest.Fixtures(b)
	if p := os.Getenv("UDECODE_BENCH_XLSX"); p != "" {
		paths = append(paths, p)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(path, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				in := &decoder.Input{Path: path, Content: source.Bytes(raw), Budget: limit.NewBudget(limit.Limits{})}
				if _, err := Format.Decode(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
