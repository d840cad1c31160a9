// Package chunk splits texts into overlapping chunks as TrustGraph's recursive character splitter does, with exact
// offsets.
//
// A text is cut before each blank line; a piece that is still too long before each line, then before each blank, then anywhere.
// Pieces are put together again up to the size; a chunk begins with the last pieces of the one before it, as far as they fit the
// overlap. Since a table has one row a line, a row is only cut when it is longer than a chunk.
package chunk

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Options are the sizes, in code points.
type Options struct {
	Size    int
	Overlap int
}

// Defaults are the sizes of TrustGraph's chunker.
var Defaults = Options{Size: 2000, Overlap: 100}

// Validate reports sizes that make no chunks.
func (o Options) Validate() error {
	switch {
	case o.Size <= 0:
		return errors.New("the chunk size must be at least 1")
	case o.Overlap < 0:
		return errors.New("the chunk overlap must be at least 0")
	case o.Overlap > o.Size:
		return errors.New("the chunk overlap must not be above the chunk size")
	}
	return nil
}

// Chunk is a span of a text, never longer than the size, without white space at its ends.
type Chunk struct {
	Text   string
	Offset int // of its first character in the text, code points
	Length int // code points
}

// Split splits a text. The options must be valid.
func Split(text string, opt Options) []Chunk {
	s := &splitter{text: text, opt: opt}
	s.split(span{0, len(text), utf8.RuneCountInString(text)}, separators[:])
	return s.out
}

var separators = [...]string{"\n\n", "\n", " ", ""}

// span is a piece of the text: bytes from and to, length in code points.
type span struct{ from, to, runes int }

type splitter struct {
	text string
	opt  Options
	out  []Chunk

	window []span // pieces that are being merged; they follow one another

	// The place of the last chunk, to count code points from.
	atByte, atRune int
}

// split cuts a piece by the first separator that occurs in it.
func (s *splitter) split(p span, seps []string) {
	text := s.text[p.from:p.to]
	for len(seps) > 1 && !strings.Contains(text, seps[0]) {
		seps = seps[1:]
	}
	sep, rest := seps[0], seps[1:]
	total := 0
	s.window = s.window[:0]
	for from := p.from; from < p.to; {
		piece := s.piece(from, p.to, sep)
		from = piece.to
		if piece.runes < s.opt.Size {
			total = s.merge(piece, total)
			continue
		}
		s.flush()
		total = 0
		if len(rest) == 0 {
			s.emit(piece.from, piece.to, false)
		} else {
			s.split(piece, rest)
			s.window = s.window[:0]
		}
	}
	s.flush()
}

// piece returns the piece from a byte on up to the next separator, which is left for the piece behind it.
func (s *splitter) piece(from, to int, sep string) span {
	text := s.text[from:to]
	if sep == "" {
		_, n := utf8.DecodeRuneInString(text)
		return span{from, from + n, 1}
	}
	skip := 0 // a separator at the very front is the piece's own
	if strings.HasPrefix(text, sep) {
		skip = len(sep)
	}
	if i := strings.Index(text[skip:], sep); i >= 0 {
		to = from + skip + i
	}
	return span{from, to, utf8.RuneCountInString(s.text[from:to])}
}

// merge adds a piece to the window, which it empties into a chunk when there is no room. It returns the window's
// new length.
func (s *splitter) merge(p span, total int) int {
	if total+p.runes > s.opt.Size && len(s.window) > 0 {
		s.emit(s.window[0].from, s.window[len(s.window)-1].to, true)
		for total > s.opt.Overlap || total+p.runes > s.opt.Size && total > 0 {
			total -= s.window[0].runes
			s.window = s.window[1:]
		}
	}
	s.window = append(s.window, p)
	return total + p.runes
}

func (s *splitter) flush() {
	if len(s.window) > 0 {
		s.emit(s.window[0].from, s.window[len(s.window)-1].to, true)
		s.window = s.window[:0]
	}
}

func (s *splitter) emit(from, to int, trim bool) {
	text := s.text[from:to]
	if trim {
		t := strings.TrimLeftFunc(text, isSpace)
		from += len(text) - len(t)
		text = strings.TrimRightFunc(t, isSpace)
		if text == "" {
			return
		}
	}
	if from < s.atByte { // the overlap goes back
		s.atRune -= utf8.RuneCountInString(s.text[from:s.atByte])
	} else {
		s.atRune += utf8.RuneCountInString(s.text[s.atByte:from])
	}
	s.atByte = from
	s.out = append(s.out, Chunk{text, s.atRune, utf8.RuneCountInString(text)})
}

// isSpace is white space as Python has it: Unicode's, and U+001C to U+001F.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
