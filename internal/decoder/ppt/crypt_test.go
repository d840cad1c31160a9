package ppt

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestPassword(t *testing.T) {
	raw, err := os.ReadFile("testdata/encrypted.ppt")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := decodertest.Decode(Format, "encrypted.ppt", raw, decoder.Options{Passwords: []string{"wrong"}}); !errors.Is(err, decoder.ErrEncrypted) {
		t.Errorf("with a wrong password: %v", err)
	}
	doc, _, err := decodertest.Decode(Format, "encrypted.ppt", raw, decoder.Options{Passwords: []string{"wrong", "open"}})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile("testdata/features.ppt")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := decodertest.Decode(Format, "encrypted.ppt", plain, decoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(decodertest.Dump(want), decodertest.Dump(doc)); diff != "" {
		t.Error(diff)
	}
}
