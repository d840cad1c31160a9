package ocr

import (
	"strings"
	"testing"
)

func TestWeed(t *testing.T) {
	line := func(n, confidence int, texts ...string) (out []Word) {
		for i, s := range texts {
			out = append(out, Word{Text: s, X0: 50 * i, X1: 50*i + 40, Y0: 20 * n, Y1: 20*n + 12, Confidence: confidence, Line: n})
		}
		return out
	}
	join := func(lines ...[]Word) (out []Word) {
		for _, l := range lines {
			out = append(out, l...)
		}
		return out
	}
	for _, tt := range []struct {
		name  string
		words []Word
		want  string
	}{
		{"text", join(line(1, 95, "Harbour", "dues"), line(2, 70, "paid")), "Harbour dues paid"},
		{"an unsure line", join(line(1, 95, "Harbour", "dues"), line(2, 40, "~oTa", "ve")), "Harbour dues"},
		{"an unsure word", join(line(1, 95, "Harbour", "dues"), line(1, 20, "ie")), "Harbour dues"},
		{"strokes", join(line(1, 95, "Harbour", "|", "=—")), "Harbour"},
		{"a photograph", join(line(1, 45, "SPP", "S", "te"), line(2, 30, "ee")), ""},
		{"a letter", line(1, 95, "O"), ""},
	} {
		r := Result{Words: tt.words}
		r.Weed()
		var got []string
		for _, w := range r.Words {
			got = append(got, w.Text)
		}
		if s := strings.Join(got, " "); s != tt.want || (r.Confidence > 0) != (s != "") {
			t.Errorf("%s: %q, confidence %d", tt.name, s, r.Confidence)
		}
	}
}

func TestSideways(t *testing.T) {
	up := Word{Text: "package", X1: 12, Y1: 80}
	across := Word{Text: "package", X1: 80, Y1: 12}
	short := Word{Text: "il", X1: 6, Y1: 12}
	for _, tt := range []struct {
		words []Word
		want  bool
	}{{[]Word{up, up, across}, true}, {[]Word{up, across, across}, false}, {[]Word{short, short, across}, false}, {nil, false}} {
		if got := (&Result{Words: tt.words}).sideways(); got != tt.want {
			t.Errorf("%v: %v", tt.words, got)
		}
	}
}
