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
	s.split(span{to: len(text)}, separators[:])
	return s.out
}

var separators = [...]string{"\n\n", "\n", " ", ""}

// span is a piece of the text: bytes from and to; the code points before it, and in it.
type span struct{ from, to, at, runes int }

// join returns the span from a first piece to a last one.
func join(first, last span) span {
	return span{first.from, last.to, first.at, last.at + last.runes - first.at}
}

type splitter struct {
	text string
	opt  Options
	out  []Chunk

	window []span // from index first on, pieces that are being merged; they follow one another
	first  int
}

// split cuts a piece by the first separator that occurs in it.
func (s *splitter) split(p span, seps []string) {
	text := s.text[p.from:p.to]
	for len(seps) > 1 && !strings.Contains(text, seps[0]) {
		seps = seps[1:]
	}
	sep, rest := seps[0], seps[1:]
	next := span{from: p.from, at: p.at}
	for next.from < p.to {
		piece := s.piece(next, p.to, sep)
		next = span{from: piece.to, at: piece.at + piece.runes}
		if piece.runes < s.opt.Size {
			s.merge(piece)
			continue
		}
		s.flush()
		if len(rest) == 0 {
			s.out = append(s.out, Chunk{s.text[piece.from:piece.to], piece.at, piece.runes})
		} else {
			s.split(piece, rest)
		}
	}
	s.flush()
}

// piece returns the piece that begins a span and goes up to the next separator, which is left for the piece behind it.
func (s *splitter) piece(p span, to int, sep string) span {
	text := s.text[p.from:to]
	if sep == "" {
		_, n := utf8.DecodeRuneInString(text)
		return span{p.from, p.from + n, p.at, 1}
	}
	skip := 0 // a separator at the very front is the piece's own
	if strings.HasPrefix(text, sep) {
		skip = len(sep)
	}
	if i := strings.Index(text[skip:], sep); i >= 0 {
		text = text[:skip+i]
	}
	return span{p.from, p.from + len(text), p.at, utf8.RuneCountInString(text)}
}

// merge adds a piece to the window, which it empties into a chunk when there is no room.
func (s *splitter) merge(p span) {
	if s.first < len(s.window) {
		held := join(s.window[s.first], s.window[len(s.window)-1])
		if n := held.runes; n+p.runes > s.opt.Size {
			s.emit(held)
			for n > s.opt.Overlap || n+p.runes > s.opt.Size && n > 0 {
				n -= s.window[s.first].runes
				s.first++
			}
		}
	}
	if len(s.window) == cap(s.window) && s.first > len(s.window)/2 {
		s.window = append(s.window[:0], s.window[s.first:]...)
		s.first = 0
	}
	s.window = append(s.window, p)
}

func (s *splitter) flush() {
	if s.first < len(s.window) {
		s.emit(join(s.window[s.first], s.window[len(s.window)-1]))
	}
	s.window, s.first = s.window[:0], 0
}

// emit makes a chunk of a span without the white space at its ends.
func (s *splitter) emit(p span) {
	text := s.text[p.from:p.to]
	trimmed := strings.TrimLeftFunc(text, isSpace)
	before := utf8.RuneCountInString(text[:len(text)-len(trimmed)])
	text = strings.TrimRightFunc(trimmed, isSpace)
	if text == "" {
		return
	}
	after := utf8.RuneCountInString(trimmed[len(text):])
	s.out = append(s.out, Chunk{text, p.at + before, p.runes - before - after})
}

// isSpace is white space as Python has it: Unicode's, and U+001C to U+001F.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
