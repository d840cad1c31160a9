package csv_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/csv"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, csv.CSV) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, csv.CSV) }

func FuzzCSV(f *testing.F) { decodertest.Fuzz(f, csv.CSV) }
