package text_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/text"
)

func TestFormat(t *testing.T) { decodertest.Run(t, text.Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, text.Format) }

func FuzzText(f *testing.F) { decodertest.Fuzz(f, text.Format) }
