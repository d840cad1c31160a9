package ocr

import (
	"slices"
	"unicode"
)

// Confidences, in percent, below which what is read off a picture is taken for patterns of a photograph or drawing.
const (
	leastOfLine    = 60
	leastOfWord    = 30
	leastOfPicture = 65
	leastLetters   = 4
)

// Weed leaves out what is hardly text: words and lines that were read unsurely or have no letter or digit, and all when the rest is
// unsure or next to nothing.
func (r *Result) Weed() {
	var kept []Word
	for _, l := range r.lines() {
		words := slices.DeleteFunc(slices.Clone(l.words), func(w Word) bool { return w.Confidence < leastOfWord || letters(w.Text) == 0 })
		if confidence(words) >= leastOfLine {
			kept = append(kept, words...)
		}
	}
	n := 0
	for _, w := range kept {
		n += letters(w.Text)
	}
	if n < leastLetters || confidence(kept) < leastOfPicture {
		kept = nil
	}
	r.Words, r.Confidence = kept, confidence(kept)
}

// letters counts the letters and digits of a text.
func letters(s string) int {
	n := 0
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			n++
		}
	}
	return n
}

// sideways reports whether most of the words lie on their side: they are higher than wide.
func (r *Result) sideways() bool {
	const least = 3 // letters of a word that can't be higher than wide
	lying, all := 0, 0
	for _, w := range r.Words {
		if n := letters(w.Text); n >= least {
			all += n
			if w.Y1-w.Y0 > w.X1-w.X0 {
				lying += n
			}
		}
	}
	return lying*2 > all
}
