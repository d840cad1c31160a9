package jsonwrite

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestStringsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "s")
		var got string
		if err := json.Unmarshal(AppendString(nil, want), &got); err != nil || got != want {
			t.Fatalf("%q comes back as %q, %v", want, got, err)
		}
	})
}

func TestMatrixReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.String(), 6, 6).Draw(t, "cells")
		var sb strings.Builder
		w := New(&sb, false)
		w.Matrix(true, 3, 2, func(r, c int) string { return cells[r*2+c] })
		w.Close()
		var raw string
		if err := json.Unmarshal([]byte(sb.String()), &raw); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Headers []string
			Rows    [][]string
		}
		if err := json.Unmarshal([]byte(raw), &got); err != nil {
			t.Fatal(err)
		}
		want := [][]string{cells[0:2], cells[2:4], cells[4:6]}
		if diff := cmp.Diff(want, append([][]string{got.Headers}, got.Rows...)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestIndent(t *testing.T) {
	var sb strings.Builder
	w := New(&sb, true)
	w.Any(map[string]any{"b": []any{1, "x", nil}, "a": map[string]any{}, "c": 1.50001})
	w.Close()
	const want = "{\n  \"a\": {},\n  \"b\": [\n    1,\n    \"x\",\n    null\n  ],\n  \"c\": 1.5\n}"
	if sb.String() != want {
		t.Errorf("got %s", sb.String())
	}
}

func TestCountsAndBoxes(t *testing.T) {
	var sb strings.Builder
	w := New(&sb, false)
	w.Begin('{')
	w.Key("page")
	w.CountOrNull(0)
	w.Key("sheet")
	w.CountOrNull(3)
	w.Box(1.5, 2, -3, 4)
	w.End('}')
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := `{"page":null,"sheet":3,"x":1.5,"y":2,"width":0,"height":4}`; strings.TrimSpace(sb.String()) != want {
		t.Errorf("got %s, want %s", sb.String(), want)
	}
}
