package rst_test

import (
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/decoder/rst"
)

// A sample cut off anywhere is still a document.
func TestTruncated(t *testing.T) {
	for _, path := range decodertest.Fixtures(t) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			if _, _, err := decodertest.Decode(rst.Format, path, raw[:len(raw)*i/1000], decoder.Options{}); err != nil {
				t.Fatalf("%s cut at %d: %v", path, len(raw)*i/1000, err)
			}
		}
	}
}
