package doc

import (
	"errors"
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestPassword(t *testing.T) {
	raw, err := os.ReadFile("testdata/encrypted.doc")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := decodertest.Decode(Format, "encrypted.doc", raw, decoder.Options{Passwords: []string{"wrong"}}); !errors.Is(err, decoder.ErrEncrypted) {
		t.Errorf("with a wrong password: %v", err)
	}
	doc, _, err := decodertest.Decode(Format, "encrypted.doc", raw, decoder.Options{Passwords: []string{"wrong", "open"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := doc.Nodes[0].Blocks[0].Text, "A secret that is long enough for prose."; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
