package opml_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/opml"
)

func TestFormat(t *testing.T) { decodertest.Run(t, opml.Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, opml.Format) }

func FuzzOPML(f *testing.F) { decodertest.Fuzz(f, opml.Format) }
