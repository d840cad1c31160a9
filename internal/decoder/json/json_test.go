package json_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/json"
)

func TestFormat(t *testing.T) { decodertest.Run(t, json.JSON) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, json.JSON) }

func FuzzJSON(f *testing.F) { decodertest.Fuzz(f, json.JSON) }
