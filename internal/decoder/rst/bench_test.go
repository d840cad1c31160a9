package rst

import (
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func BenchmarkDecode(b *testing.B) {
	var files [][]byte
	size := 0
	for _, path := range decodertest.Fixtures(b) {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		files, size = append(files, raw), size+len(raw)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, raw := range files {
			if _, _, err := decodertest.Decode(Format, "x"+Format.Extensions[0], raw, decoder.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
