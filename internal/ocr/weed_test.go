package ocr

import (
	"slices"
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

func TestDropNoise(t *testing.T) {
	line := func(n, confidence int, texts ...string) (out []Word) {
		for i, s := range texts {
			out = append(out, Word{Text: s, X0: 50 * i, X1: 50*i + 40, Y0: 20 * n, Y1: 20*n + 12, Confidence: confidence, Line: n})
		}
		return out
	}
	sure := line(1, 95, "The", "harbour", "dues", "are", "paid", "by", "the", "master", "of", "each", "boat")
	cell := line(2, 40, "7a")
	cell[0].Cell = true
	speck := append(line(2, 20, "~"), Word{Text: "paid", X0: 50, X1: 90, Y0: 40, Y1: 52, Confidence: 95, Line: 2})
	for _, tt := range []struct {
		name        string
		words, more []Word
		want        string // of what is more
	}{
		{"a sure line", sure, line(2, 90, "paid"), "paid"},
		{"a signature", sure, line(2, 55, "THA."), ""},
		{"a page number", sure, line(2, 55, "7"), "7"},
		{"a cell", sure, cell, "7a"},
		{"strokes", sure, line(2, 95, "|", "_"), ""},
		{"a speck beside a line", sure, line(2, 20, "~"), ""},
		{"a speck in a line", sure, speck, "paid"},
		{"all unsure", line(1, 60, "Tbe", "harb0ur"), line(2, 40, "dne5"), "dne5"},
	} {
		r := Result{Words: slices.Concat(tt.words, tt.more)}
		r.Confidence = confidence(r.Words)
		r.DropNoise()
		var got []string
		for _, w := range r.Words[len(tt.words):] {
			got = append(got, w.Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}

func TestTypewritten(t *testing.T) {
	const text = "In facsimile a photocell is caused to perform a raster scan over the subject copy and the variations of print " +
		"density on the document cause the photocell to generate an analogous electrical video signal that is used to modulate a carrier"
	for _, tt := range []struct {
		name  string
		width func(c rune) int
		want  bool
	}{
		{"one width", func(rune) int { return 20 }, true},
		{"many widths", func(c rune) int { // as in books
			switch {
			case strings.ContainsRune("ijltf ", c):
				return 9
			case strings.ContainsRune("mw", c):
				return 28
			}
			return 18
		}, false},
	} {
		var r Result
		x := 0
		for i, s := range strings.Fields(text + " " + text) {
			w := Word{Text: s, X0: x + i%3, Line: 1} // read a pixel or two beside its place
			for _, c := range s {
				x += tt.width(c)
			}
			w.X1 = x - 3
			x += tt.width(' ')
			r.Words = append(r.Words, w)
		}
		if got := r.typewritten(); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
		if r.Words = r.Words[:20]; r.typewritten() {
			t.Errorf("%s: a few words tell", tt.name)
		}
	}
}
