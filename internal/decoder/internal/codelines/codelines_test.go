package codelines

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func TestTypewriter(t *testing.T) {
	for font, want := range map[string]bool{
		"Courier New": true, "DejaVu Sans Mono": true, "Consolas": true, "Times New Roman": false, "Monotype Corsiva": false, "": false,
	} {
		if got := Typewriter(font); got != want {
			t.Errorf("Typewriter(%q) = %v, want %v", font, got, want)
		}
	}
}

func TestFlush(t *testing.T) {
	prose := strings.Repeat("A sentence that somebody copied from a web page. ", 8)
	for _, c := range []struct {
		name  string
		sure  bool
		lines []string
		want  string // text of the one code block, "" for the paragraphs as they are
	}{
		{"calls", false, []string{"f(x)", "", "g(y)"}, "f(x)\n\ng(y)"},
		{"prose in a typewriter face", false, []string{"Dear Sir,", "it is late."}, ""},
		{"a style for code", true, []string{"", "make all", "  make clean", ""}, "make all\n  make clean"},
		{"a style for code on prose", true, []string{prose, "x = 1", prose}, ""},
	} {
		var l Lines
		filled := 0
		for _, text := range c.lines {
			var b *udm.ContentBlock
			if text != "" {
				b = udm.NewText(udm.NarrativeText, text)
				filled++
			}
			l.Add(text, c.sure, b)
		}
		got := l.Flush()
		switch {
		case c.want == "" && (len(got) != filled || got[0].Type != udm.Text):
			t.Errorf("%s: %d blocks, want its %d paragraphs", c.name, len(got), filled)
		case c.want != "" && (len(got) != 1 || got[0].Type != udm.Code || got[0].Text != c.want):
			t.Errorf("%s: %v, want one block of code %q", c.name, got, c.want)
		}
		if len(l.lines) > 0 {
			t.Errorf("%s: lines are left after Flush", c.name)
		}
	}
}
