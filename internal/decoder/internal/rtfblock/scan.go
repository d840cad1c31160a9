package rtfblock

import "bytes"

// kind is what the scanner found.
type kind uint8

const (
	endOfFile  kind = iota
	groupOpen       // {
	groupClose      // }
	plainText       // bytes without a meaning of their own
	hexByte         // \'hh
	keyWord         // \keyword with or without a number
	keySymbol       // \ and one character that is no letter
	binaryData      // \bin with its bytes
)

// scanner splits RTF into tokens (RTF 1.9.1, "RTF syntax").
type scanner struct {
	b   []byte
	pos int

	bytes []byte // of text and binary
	char  byte   // of hex and symbol
	word  []byte // of word
	num   int
	has   bool // whether the word has a number
}

func (s *scanner) next() kind {
	for s.pos < len(s.b) {
		switch c := s.b[s.pos]; c {
		case '{':
			s.pos++
			return groupOpen
		case '}':
			s.pos++
			return groupClose
		case '\\':
			return s.control()
		case '\r', '\n', 0:
			s.pos++
		default:
			start := s.pos
			for s.pos < len(s.b) && !special[s.b[s.pos]] {
				s.pos++
			}
			s.bytes = s.b[start:s.pos]
			return plainText
		}
	}
	return endOfFile
}

var special = [256]bool{'{': true, '}': true, '\\': true, '\r': true, '\n': true, 0: true}

func (s *scanner) control() kind {
	s.pos++
	if s.pos >= len(s.b) {
		return endOfFile
	}
	start := s.pos
	for s.pos < len(s.b) && isLetter(s.b[s.pos]) {
		s.pos++
	}
	if s.pos == start {
		return s.controlSymbol()
	}
	s.word = s.b[start:s.pos]
	s.number()
	if len(s.word) == 3 && string(s.word) == "bin" {
		n := min(max(s.num, 0), len(s.b)-s.pos)
		s.bytes = s.b[s.pos : s.pos+n]
		s.pos += n
		return binaryData
	}
	return keyWord
}

func (s *scanner) number() {
	s.num, s.has = 0, false
	p, negative := s.pos, false
	if p < len(s.b) && s.b[p] == '-' {
		negative = true
		p++
	}
	for p < len(s.b) && s.b[p] >= '0' && s.b[p] <= '9' {
		if s.num < 1<<30 {
			s.num = s.num*10 + int(s.b[p]-'0')
		}
		s.has = true
		p++
	}
	if s.has {
		s.pos = p
		if negative {
			s.num = -s.num
		}
	}
	if s.pos < len(s.b) && s.b[s.pos] == ' ' {
		s.pos++
	}
}

func (s *scanner) controlSymbol() kind {
	s.char = s.b[s.pos]
	s.pos++
	if s.char != '\'' {
		return keySymbol
	}
	if s.pos+2 > len(s.b) {
		s.pos = len(s.b)
		return endOfFile
	}
	hi, lo := unhex[s.b[s.pos]], unhex[s.b[s.pos+1]]
	if hi > 15 || lo > 15 {
		return s.next()
	}
	s.pos += 2
	s.char = hi<<4 | lo
	return hexByte
}

// skipGroup goes to behind the end of the group whose opening brace was read last.
func (s *scanner) skipGroup() {
	depth := 1
	for s.pos < len(s.b) {
		i := bytes.IndexAny(s.b[s.pos:], "{}\\")
		if i < 0 {
			s.pos = len(s.b)
			return
		}
		s.pos += i
		switch s.b[s.pos] {
		case '{':
			depth++
			s.pos++
		case '}':
			s.pos++
			if depth--; depth == 0 {
				return
			}
		default:
			s.control()
		}
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

var unhex = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = c - '0'
	}
	for c := byte(0); c < 6; c++ {
		t['a'+c], t['A'+c] = 10+c, 10+c
	}
	return t
}()
