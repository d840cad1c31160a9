package code_test

import (
	"errors"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/code"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, code.Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, code.Format) }

func FuzzCode(f *testing.F) { decodertest.Fuzz(f, code.Format) }

func TestLanguage(t *testing.T) {
	for _, tt := range []struct{ name, head, want string }{
		{"a.go", "package a", "go"},
		{"A.PY", "x = 1", "python"},
		{"src/Makefile", "all:", "makefile"},
		{"CMakeLists.txt", "project(x)", "cmake"},
		{"run", "#!/usr/bin/env -S LANG=C python3.11 -u\n", "python"},
		{"run", "#!/bin/sh\n", "bash"},
		{"run.unknown", "#!/bin/sh\n", ""},
		{"notes", "some words", ""},
		{"notes.txt", "#!/bin/sh\n", ""},
	} {
		want := decoder.No
		if tt.want != "" {
			want = decoder.ByName
		}
		if got := code.Format.Match(&decoder.Probe{Name: tt.name, Head: []byte(tt.head), Text: true}); got != want {
			t.Errorf("Match(%q, %q) = %d, want %d", tt.name, tt.head, got, want)
		}
		if tt.want == "" {
			continue
		}
		doc, _, err := decodertest.Decode(code.Format, tt.name, []byte(tt.head), decoder.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Nodes[0].Blocks[0].Language; got != tt.want {
			t.Errorf("%s, %q: language %q, want %q", tt.name, tt.head, got, tt.want)
		}
	}
}

// MPEG transport streams are called .ts too.
func TestBinary(t *testing.T) {
	_, _, err := decodertest.Decode(code.Format, "film.ts", []byte("G@\x00\x10\x00\x00\xb0\r\x00\x01"), decoder.Options{})
	if !errors.Is(err, decoder.ErrUnsupported) {
		t.Errorf("got %v", err)
	}
}
