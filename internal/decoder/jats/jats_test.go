package jats

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

func FuzzJATS(f *testing.F) { decodertest.Fuzz(f, Format) }
