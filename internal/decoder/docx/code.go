package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// codeLine is a paragraph that belongs to a code block: by its style, or because it is set in a typewriter face.
type codeLine struct {
	text  string
	page  int32
	sure  bool              // by its style
	block *udm.ContentBlock // what the paragraph is when it is no code; nil for an empty one
}

// addCode adds a paragraph of a code style to the code block before it, or starts one.
func (st *story) addCode(p *paragraph) error { return st.addLine(p, nil, true) }

// hold keeps a typewritten paragraph until it shows whether it and its neighbours are code.
func (st *story) hold(p *paragraph, b *udm.ContentBlock) error { return st.addLine(p, b, false) }

func (st *story) addLine(p *paragraph, b *udm.ContentBlock, sure bool) error {
	var err error
	if len(st.code) > 0 && st.code[0].sure != sure {
		err = st.flushCode()
	}
	st.code = append(st.code, codeLine{strings.TrimRight(p.text.String(), " \t\n"), p.page, sure, b})
	return err
}

// flushCode ends the code block that is being collected.
func (st *story) flushCode() error {
	lines := st.code
	st.code = nil
	if len(lines) == 0 {
		return nil
	}
	if !isCode(lines) {
		for _, l := range lines {
			if l.block == nil {
				continue
			}
			if err := st.append(item{block: l.block}); err != nil {
				return err
			}
		}
		return nil
	}
	var sb strings.Builder
	for i, l := range lines {
		if i > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(l.text)
	}
	text := strings.Trim(sb.String(), "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	b := udm.NewCode("", text)
	b.Position.Page = lines[0].page
	return st.append(item{block: b})
}

// isCode reports whether lines are code: by a style, or because half of them read like it.
func isCode(lines []codeLine) bool {
	like, filled := 0, 0
	for _, l := range lines {
		if l.sure {
			return true
		}
		if l.text == "" {
			continue
		}
		filled++
		if codeLike(l.text) {
			like++
		}
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

// typewritten reports whether a body paragraph is set in a typewriter face as a whole.
func typewritten(b *udm.ContentBlock) bool {
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

// typeface returns richtext.Code for a typewriter face, unless the whole document is set in one.
func (st *styles) typeface(font string) richtext.Style {
	if font == "" {
		return 0
	}
	face, ok := st.faces[font]
	if !ok {
		if monospaced(font) && !monospaced(st.font) {
			face = richtext.Code
		}
		st.faces[font] = face
	}
	return face
}

func monospaced(font string) bool {
	font = strings.ToLower(font)
	for _, part := range [...]string{"courier", "mono", "consol", "menlo", "monaco", "typewriter", "source code", "fira code", "cascadia code", "terminal"} {
		if strings.Contains(font, part) {
			return !strings.HasPrefix(font, "monotype")
		}
	}
	return false
}
