package plaintext

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// Mail returns the paragraphs of a mail's plain body. Those of the quoted history, whose lines begin with ">" or that
// stand below a forwarding program's line, have metadata.custom.quoted = true; the marks are removed.
func Mail(s string) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	var part strings.Builder
	depth, rest := 0, false // marks of the lines being gathered; below a history line
	byLine := fewBlank(s)
	flush := func() {
		cutUp(part.String(), byLine, func(p string) error {
			b := Block(p)
			if b.Category == udm.Title { // a mail's short lines are greetings and signatures
				b.Category = udm.UncategorizedText
			}
			if depth > 0 || rest {
				b.Metadata = &udm.Metadata{Custom: map[string]any{"quoted": true}}
			}
			out = append(out, b)
			return nil
		})
		part.Reset()
	}
	for s != "" {
		var line string
		line, s = cutLine(s)
		text, marks := unquote(line)
		if marks != depth && (strings.TrimSpace(line) != "" || depth == 0) {
			flush()
			depth = marks
		}
		if !rest && depth == 0 && isHistoryLine(text) {
			flush()
			rest = true
		}
		part.WriteString(text)
		part.WriteByte('\n')
	}
	flush()
	return out
}

// unquote removes the marks of a quoted line and counts them.
func unquote(line string) (text string, marks int) {
	for {
		t := strings.TrimLeft(line, " \t")
		rest, ok := strings.CutPrefix(t, ">")
		if !ok || strings.HasPrefix(rest, "From ") { // an escaped line of a mailbox file
			return line, marks
		}
		line, marks = strings.TrimPrefix(rest, " "), marks+1
	}
}

// isHistoryLine recognises the line that mail programs put above a message that is answered or forwarded.
func isHistoryLine(line string) bool {
	line = strings.TrimSpace(line)
	inner, ok := strings.CutPrefix(line, "-----")
	if !ok {
		return false
	}
	inner = strings.ToLower(strings.Trim(inner, "- "))
	switch inner {
	case "original message", "forwarded message", "ursprüngliche nachricht", "weitergeleitete nachricht", "message d'origine", "message transféré",
		"mensaje original", "messaggio originale", "messaggio inoltrato", "oorspronkelijk bericht", "mensagem original", "пересылаемое сообщение":
		return true
	}
	return false
}
