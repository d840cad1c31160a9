package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzMarkdown(f *testing.F) { decodertest.Fuzz(f, Format) }

// Each of these takes time in the square of its size when the parser is left alone with it.
func TestBombs(t *testing.T) {
	const n = 300_000
	for name, src := range map[string]string{
		"table":    strings.Repeat("|a", 7000) + "\n" + strings.Repeat("|-", 7000) + "\n" + strings.Repeat("a\n", 7000),
		"quotes":   strings.Repeat(">", n) + " deep",
		"lists":    strings.Repeat("- ", n) + "deep",
		"brackets": strings.Repeat("[", n),
		"images":   strings.Repeat("![", n),
		"stars":    strings.Repeat("*a **a ", n/7),
		"under":    strings.Repeat("_a ", n/3),
		"ticks":    strings.Repeat("`a``", n/4),
		"dollars":  strings.Repeat("$$a ", n/4),
		"display":  strings.Repeat("x $$\n", n/5),
		"maths":    strings.Repeat("$$\n\n", n/4),
		"html":     strings.Repeat("<a ", n/3),
		"angle":    strings.Repeat("<", n),
		"links":    strings.Repeat("[a](", n/4),
		"escaped":  strings.Repeat("|a|b|\n|-|-|\n"+strings.Repeat("|`\\|`|x|\n", 5000)+"\n", 2),
		"notes":    strings.Repeat("[^1]: x\n\n", 5000),
		"refs":     strings.Repeat("[a]: b\n", n/7),
		"tilde":    strings.Repeat("~~a", n/3),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, _, err := decodertest.Decode(Format, name, []byte(src), decoder.Options{}); err != nil {
				t.Error(err)
			}
			t.Logf("%v", time.Since(start))
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	raw := []byte("---\ntitle: T\n---\n" + strings.Repeat("# Heading\n\nSome **bold** text with a [link](x.html) and `code` in a sentence of usual length.\nIt goes on.\n\n- One\n- Two\n  - Three\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```go\nfunc main() {}\n```\n\n", 60))
	decodertest.Bench(b, Format, raw)
}
