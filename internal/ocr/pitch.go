package ocr

import (
	"slices"
	"unicode/utf8"
)

// typewritten reports whether most text is set in a font of fixed width: from the beginning of a word to that of the next one it is as
// many widths of a letter as the word has letters, and one.
func (r *Result) typewritten() bool {
	const (
		fewest   = 30  // words that tell
		shortest = 3   // letters
		longest  = 12  // letters; what is longer was read wrongly more often
		astray   = .05 // of a width; a third of the words of other fonts come that close, nine of ten of a typescript
	)
	var widths []float32
	for i := 1; i < len(r.Words); i++ {
		w, next := &r.Words[i-1], &r.Words[i]
		if n := utf8.RuneCountInString(w.Text); w.Line == next.Line && n >= shortest && n <= longest && next.X0 > w.X0 {
			widths = append(widths, float32(next.X0-w.X0)/float32(n+1))
		}
	}
	if len(widths) < fewest {
		return false
	}
	m := median(slices.Clone(widths))
	n := 0
	for _, w := range widths {
		if abs(w-m) < astray*m {
			n++
		}
	}
	return n*100 > 65*len(widths)
}
