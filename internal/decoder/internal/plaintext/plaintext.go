// Package plaintext finds the paragraphs of plain text: of text files and of the plain bodies of mail.
//
// A paragraph ends at a blank line; where hardly any lines are blank, every line is one. Lines of a
// paragraph are joined, but for blocks of short lines (addresses, verse), which stay apart.
package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/udm"
)

// Blocks returns the paragraphs of plain text as blocks.
func Blocks(s string) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	Paragraphs(s, func(p string) error {
		out = append(out, Block(p))
		return nil
	})
	return out
}

// Block returns a paragraph as a block: a list item when it begins with a bullet or number, else what its text looks like.
func Block(p string) *udm.ContentBlock {
	if rest, ok := classify.Bullet(p); ok {
		return udm.NewListItem(udm.Bullet, 0, "", rest)
	}
	if label, rest, ok := classify.Numbered(p); ok {
		return udm.NewListItem(udm.Ordered, 0, label, rest)
	}
	return udm.NewText(classify.Plain(p), p)
}

// sampleLines is how many lines decide whether blank lines separate paragraphs.
const sampleLines = 2000

// Paragraphs calls f for each paragraph, white space at its ends removed.
func Paragraphs(s string, f func(string) error) error { return cutUp(s, linewise(s), f) }

func cutUp(s string, byLine bool, f func(string) error) error {
	for s != "" {
		var block string
		if byLine {
			block, s = cutLine(s)
		} else {
			block, s = cutBlock(s)
		}
		if err := split(block, byLine, f); err != nil {
			return err
		}
	}
	return nil
}

// cutLine returns the first line, which may end in LF, CRLF, CR or a form feed.
func cutLine(s string) (line, rest string) {
	i := strings.IndexAny(s, "\n\r\f")
	if i < 0 {
		return s, ""
	}
	line, rest = s[:i], s[i+1:]
	if s[i] == '\r' && strings.HasPrefix(rest, "\n") {
		rest = rest[1:]
	}
	return line, rest
}

// cutBlock returns the lines up to the first blank one.
func cutBlock(s string) (block, rest string) {
	rest = s
	end := 0
	for rest != "" {
		ff := strings.IndexAny(rest, "\n\r\f")
		line, next := cutLine(rest)
		if strings.TrimSpace(line) == "" {
			return s[:end], next
		}
		end = len(s) - len(next)
		rest = next
		if ff >= 0 && s[end-1] == '\f' { // a new page ends a paragraph too
			return s[:end-1], rest
		}
	}
	return s[:end], ""
}

// linewise reports whether each line is a paragraph: hardly any are blank, and they are not the lines of running text that
// was broken to a width.
func linewise(s string) bool { return fewBlank(s) && !wrapped(s) }

// wrapped reports whether lines were broken to a width: none is long, and many begin with a small letter where the one above
// ends within a sentence.
func wrapped(s string) bool {
	const most = 100 // bytes of a line
	lines, within := 0, 0
	above := ""
	for s != "" && lines < sampleLines {
		var line string
		line, s = cutLine(s)
		line = strings.TrimSpace(line)
		if len(line) > most {
			return false
		}
		if line != "" {
			lines++
			first, _ := utf8.DecodeRuneInString(line)
			if len(above) >= most/3 && unicode.IsLower(first) && !strings.ContainsAny(above[len(above)-1:], ".!?:;") {
				within++
			}
		}
		above = line
	}
	return lines > 1 && within*3 >= lines-1
}

// fewBlank reports whether under a tenth of the first lines are blank, so that each line is a paragraph.
func fewBlank(s string) bool {
	lines, blank := 0, 0
	for s != "" && lines < sampleLines {
		var line string
		line, s = cutLine(s)
		lines++
		if strings.TrimSpace(line) == "" {
			blank++
		}
	}
	return blank*10 < lines
}

// split emits a block of lines as one paragraph, or as several when it holds list items or short lines.
func split(block string, single bool, f func(string) error) error {
	if single || !strings.ContainsAny(block, "\n\r") {
		return emit(block, f)
	}
	var lines []string
	for rest := block; rest != ""; {
		var line string
		line, rest = cutLine(rest)
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 1 && allShort(lines) {
		for _, l := range lines {
			if err := emit(l, f); err != nil {
				return err
			}
		}
		return nil
	}
	from := 0
	for i := 1; i <= len(lines); i++ {
		if i == len(lines) || startsItem(lines[i]) {
			if err := emit(join(lines[from:i]), f); err != nil {
				return err
			}
			from = i
		}
	}
	return nil
}

func startsItem(line string) bool {
	if _, ok := classify.Bullet(line); ok {
		return true
	}
	_, _, ok := classify.Numbered(line)
	return ok
}

// allShort reports whether every line has fewer than five words, so that lines are not those of running text.
func allShort(lines []string) bool {
	for _, l := range lines {
		if len(l) > 80 || strings.Count(l, " ") >= 4 || isWide(l) {
			return false
		}
	}
	return true
}

// isWide reports whether a line is in a script that does not separate words.
func isWide(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// join puts the lines of a paragraph together: with a blank, but without one between wide characters.
func join(lines []string) string {
	if len(lines) == 1 {
		return lines[0]
	}
	var sb strings.Builder
	for i, l := range lines {
		if i > 0 {
			last, _ := utf8.DecodeLastRuneInString(lines[i-1])
			if !(isWide(l) && unicode.In(last, unicode.Han, unicode.Hiragana, unicode.Katakana) || isWide(l) && strings.ContainsRune("，。、；：", last)) {
				sb.WriteByte(' ')
			}
		}
		sb.WriteString(l)
	}
	return sb.String()
}

func emit(p string, f func(string) error) error {
	p = clean(strings.TrimSpace(p))
	if p == "" || isLoneBullet(p) {
		return nil
	}
	return f(p)
}

func isLoneBullet(p string) bool {
	r, n := utf8.DecodeRuneInString(p)
	return n == len(p) && classify.IsBullet(r)
}

// clean removes control characters; most text has none and is returned as it is.
func clean(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 && c != '\t' || c == 0xef || c == 0xe2 {
			return strings.TrimSpace(strings.Map(func(r rune) rune {
				switch {
				case r == '\n' || r == '\t':
					return r
				case r == '\u2028' || r == '\u2029' || r == '\r' || r == '\f' || r == '\v':
					return '\n'
				case r < 0x20, r == '\ufeff', r == 0xfffe, r == 0xffff:
					return -1
				}
				return r
			}, s))
		}
	}
	return s
}
