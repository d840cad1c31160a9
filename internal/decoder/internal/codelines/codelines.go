// Package codelines finds program text in word processor documents, where it is a row of paragraphs: of a
// style made for it, or set in a typewriter face and reading like code.
package codelines

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/udm"
)

// Typewriter reports whether a font is a typewriter face, by its name.
func Typewriter(font string) bool {
	font = strings.ToLower(font)
	for _, part := range [...]string{"courier", "mono", "consol", "menlo", "monaco", "typewriter", "source code", "fira code", "cascadia code", "terminal"} {
		if strings.Contains(font, part) {
			return !strings.HasPrefix(font, "monotype")
		}
	}
	return false
}

// Typewritten reports whether a body paragraph is set in a typewriter face as a whole: whether "code" emphasis
// covers its text.
func Typewritten(b *udm.ContentBlock) bool {
	if b.Attr == nil || b.Category != udm.NarrativeText && b.Category != udm.UncategorizedText {
		return false
	}
	for _, e := range b.Attr.Emphasis {
		if e.Style == "code" && e.Start == 0 && e.End == utf8.RuneCountInString(b.Text) {
			return true
		}
	}
	return false
}

// Lines collects neighbouring paragraphs that may be lines of one code block. The zero value is ready for use.
type Lines struct {
	lines []line
	sure  bool // by their style
}

type line struct {
	text  string
	block *udm.ContentBlock // what the paragraph is when it is no code; nil for an empty one
}

// Add adds a paragraph, with its white space, and what it is when it turns out not to be code: nil for an empty
// one. Sure is set for a paragraph whose style says that it is code. Surely and perhaps don't mix: if Turns says
// so, Flush first.
func (l *Lines) Add(text string, sure bool, b *udm.ContentBlock) {
	l.sure = sure
	l.lines = append(l.lines, line{strings.TrimRight(text, " \t\n"), b})
}

// Turns reports whether the paragraphs held differ in being surely code.
func (l *Lines) Turns(sure bool) bool { return len(l.lines) > 0 && l.sure != sure }

// Maybe reports whether paragraphs are held that may be code, so that an empty one may be a line between them.
func (l *Lines) Maybe() bool { return len(l.lines) > 0 && !l.sure }

// Flush ends the run of paragraphs and returns its blocks: one of code, or the paragraphs themselves.
func (l *Lines) Flush() []*udm.ContentBlock {
	lines := l.lines
	l.lines = nil
	if len(lines) == 0 {
		return nil
	}
	var blocks []*udm.ContentBlock
	for _, x := range lines {
		if x.block != nil {
			blocks = append(blocks, x.block)
		}
	}
	if len(blocks) == 0 || !isCode(lines, l.sure) {
		return blocks
	}
	var sb strings.Builder
	for i, x := range lines {
		if i > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(x.text)
	}
	b := udm.NewCode("", strings.Trim(sb.String(), "\n"))
	b.Position.Page = blocks[0].Position.Page
	return []*udm.ContentBlock{b}
}

// longLine is more than a line of code has, in bytes: 120 columns and as much again for letters of two bytes.
const longLine = 240

// isCode reports whether lines are code: half of them must read like it, or, if a style says that they are code,
// not most of the text be paragraphs of prose, which come with such a style when they were copied from a web page.
func isCode(lines []line, sure bool) bool {
	like, filled, prose, size := 0, 0, 0, 0
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		filled++
		size += len(l.text)
		switch {
		case codeLike(l.text):
			like++
		case len(l.text) > longLine && !strings.Contains(l.text, "\n"):
			prose += len(l.text)
		}
	}
	if sure {
		return prose*2 <= size
	}
	return like > 0 && like*2 >= filled
}

// codeLike reports whether a line has signs that prose has not: braces, operators, a call, a semicolon at its end.
func codeLike(line string) bool {
	line = strings.TrimSpace(line)
	if strings.ContainsAny(line, "{}<>\\`|") || strings.HasSuffix(line, ";") || strings.Contains(line, "::") ||
		strings.Contains(line, "=") && !strings.Contains(line, "===") {
		return true
	}
	for i := 1; i < len(line); i++ {
		if (line[i] == '(' || line[i] == '[') && isWord(line[i-1]) {
			return true
		}
	}
	return false
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
