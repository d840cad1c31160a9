package subtitle

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

func FuzzSubtitle(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestTiming(t *testing.T) {
	for _, tt := range []struct {
		in         string
		start, end float64
		ok         bool
	}{
		{"00:01:02,500 --> 01:00:04,000", 62.5, 3604, true},
		{"01:02.250 --> 01:04.000 align:start position:10%", 62.25, 64, true},
		{"100:00:00.000-->100:00:01.000", 360000, 360001, true},
		{"x --> y", 0, 0, false},
		{"1 --> 2", 0, 0, false},
		{"00:00:01.000 -->", 0, 0, false},
		{"words", 0, 0, false},
	} {
		if start, end, ok := timing(tt.in); ok != tt.ok || ok && (start != tt.start || end != tt.end) {
			t.Errorf("timing(%q) = %v, %v, %v", tt.in, start, end, ok)
		}
	}
}
