package ocr

import (
	"slices"
	"strings"
	"unicode"
)

// Confidences, in percent, below which what is read off a picture is taken for patterns of a photograph or drawing.
const (
	leastOfLine    = 60
	leastOfWord    = 30
	leastOfPicture = 65
	leastLetters   = 4
	sureText       = 80
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

// DropNoise leaves out, where most of the text was read surely, what was read with it and is hardly text: lines that were not, such as
// handwriting, stamps and patterns of photographs, lines without a letter or digit, and unsure signs by themselves, which are specks
// mostly. What stands in the cells of tables stays, for there is little in them to be sure of.
func (r *Result) DropNoise() {
	if r.Confidence < sureText {
		return
	}
	var kept []Word
	for _, l := range r.lines() {
		if l.words[0].Cell || numbers(l.words) {
			kept = append(kept, l.words...)
			continue
		}
		n := 0
		for _, w := range l.words {
			n += letters(w.Text)
		}
		if n == 0 || confidence(l.words) < leastOfLine {
			continue
		}
		for _, w := range l.words {
			if w.Confidence >= leastOfLine || w.Text == bullet || letters(w.Text) > 0 {
				kept = append(kept, w)
			}
		}
	}
	r.Words, r.Confidence = kept, confidence(kept)
}

// numbers reports whether words are of digits alone; single ones, such as page numbers, are read unsurely.
func numbers(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool {
		return strings.ContainsFunc(w.Text, func(c rune) bool { return !unicode.IsDigit(c) })
	})
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
