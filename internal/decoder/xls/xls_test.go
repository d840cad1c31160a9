package xls

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/udm"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzXLS(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestFormulas(t *testing.T) {
	raw, err := os.ReadFile("testdata/cells.xls")
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := decodertest.Decode(Format, "cells.xls", raw, decoder.Options{Formulas: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range doc.Nodes[0].Blocks {
		if b.Type == udm.Formula {
			got = append(got, b.Attr.Cell+" "+b.Text+" "+b.Attr.ResultType+" "+b.Attr.ResultValue)
		}
	}
	want := []string{"B4 =B2+B3 number 19.5", `C4 ="ab" string ab`, "B5 =TRUE boolean TRUE"}
	if !slices.Equal(got, want) {
		t.Errorf("formulas %q, want %q", got, want)
	}
}

func TestPassword(t *testing.T) {
	raw, err := os.ReadFile("testdata/encrypted.xls")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := decodertest.Decode(Format, "encrypted.xls", raw, decoder.Options{}); !errors.Is(err, decoder.ErrEncrypted) {
		t.Errorf("without the password: %v", err)
	}
	if _, _, err := decodertest.Decode(Format, "encrypted.xls", raw, decoder.Options{Passwords: []string{"wrong", "another password"}}); err != nil {
		t.Errorf("with the password: %v", err)
	}
}

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }
