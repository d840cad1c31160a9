package msg

import (
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func BenchmarkDecode(b *testing.B) {
	for _, path := range decodertest.Fixtures(b) {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(path, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				decodertest.Decode(Format, path, raw, decoder.Options{})
			}
		})
	}
}
