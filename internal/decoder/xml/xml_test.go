package xml_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/xml"
)

func TestFormat(t *testing.T) { decodertest.Run(t, xml.Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, xml.Format) }

func FuzzXML(f *testing.F) { decodertest.Fuzz(f, xml.Format) }
