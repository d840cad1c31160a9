package jats

import (
	"errors"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

func FuzzJATS(f *testing.F) { decodertest.Fuzz(f, Format) }

// What one text can be made into by being shown again and again is charged each time.
func TestBounds(t *testing.T) {
	long := strings.Repeat("word ", 1<<18)
	for _, tt := range []struct{ name, article string }{
		{"sections in sections", strings.Repeat("<sec>", 2000)},
		{"pictures of one caption", "<fig><caption><p>" + long + "</p></caption>" + strings.Repeat(`<graphic href="a"/>`, 1000) + "</fig>"},
		{"elements without anything", strings.Repeat("<b/>", 3<<20)},
	} {
		_, _, err := decodertest.Decode(Format, "a.nxml", []byte("<article><front/><body>"+tt.article+"</body></article>"), decoder.Options{})
		if !errors.Is(err, limit.ErrExceeded) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	contributors := "<aff id='a'>" + long + "</aff><contrib-group>" + strings.Repeat("<contrib><collab>x</collab><xref rid='a'/></contrib>", 1000) + "</contrib-group>"
	_, _, err := decodertest.Decode(Format, "a.nxml", []byte("<article><front><article-meta>"+contributors+"</article-meta></front></article>"), decoder.Options{})
	if !errors.Is(err, limit.ErrExceeded) {
		t.Errorf("authors of one affiliation: %v", err)
	}
}

func TestTexMath(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"x^2", "x^2"},
		{" $x$ ", "x"},
		{`\[ a % b
+ 5\% \]`, `a + 5\%`},
		{`\documentclass{minimal}\begin{document}\begin{equation*} y \end{equation*}\end{document}`, "y"},
		{"$a$ or $b$", "$a$ or $b$"},
		{`\begin{document}`, ""},
	} {
		if got := texMath(&node{kids: []*node{{text: tt.source}}}); got != tt.want {
			t.Errorf("texMath(%q) = %q, want %q", tt.source, got, tt.want)
		}
	}
}
