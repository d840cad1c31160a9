package plaintext

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// Mail returns the paragraphs of a mail's plain body. Those of the quoted history have metadata.custom.quoted = true;
// the marks before their lines are removed. None is a title by its looks: names and greetings look like some.
func Mail(s string) []*udm.ContentBlock {
	var out []*udm.ContentBlock
	byLine := linewise(s)
	for _, r := range quotedRuns(s) {
		cutUp(r.text, byLine, func(p string) error {
			b := Block(p)
			if b.Category == udm.Title {
				b.Category = udm.UncategorizedText
			}
			if r.quoted {
				b.Metadata = &udm.Metadata{Custom: map[string]any{"quoted": true}}
			}
			out = append(out, b)
			return nil
		})
	}
	return out
}

// run is a stretch of a plain body that is quoted or is not.
type run struct {
	text   string
	quoted bool
}

// quotedRuns parts a plain body into its own text and quoted history: lines that begin with ">", with the line above them
// that says who wrote, and all that stands behind the divider of a forwarded or answered mail.
func quotedRuns(s string) []run {
	var out []run
	var own, quoted []string
	depth := 0
	flush := func(lines []string, isQuoted bool) {
		if t := strings.Join(lines, "\n"); strings.TrimSpace(t) != "" {
			out = append(out, run{t, isQuoted})
		}
	}
	lines := splitLines(s)
	for i, line := range lines {
		if rest, marks := unquoteLine(line); marks > 0 {
			if len(own) > 0 {
				own, quoted = takeAttribution(own, quoted)
				flush(own, false)
				own = nil
			}
			if marks != depth && len(quoted) > 0 { // another mail's words
				quoted = append(quoted, "")
			}
			depth = marks
			quoted = append(quoted, rest)
			continue
		}
		if isDivider(line) {
			flush(quoted, true)
			flush(own, false)
			flush(unquoteAll(lines[i:]), true)
			return out
		}
		if len(quoted) > 0 {
			if strings.TrimSpace(line) == "" { // within or behind the quotation: either will do
				quoted = append(quoted, "")
				continue
			}
			flush(quoted, true)
			quoted = nil
		}
		own = append(own, line)
	}
	flush(quoted, true)
	flush(own, false)
	return out
}

func splitLines(s string) []string {
	var out []string
	for s != "" {
		var line string
		line, s = cutLine(s)
		out = append(out, line)
	}
	return out
}

// unquoteLine takes the marks off a quoted line and counts them.
func unquoteLine(line string) (text string, marks int) {
	if line == "" || line[0] != '>' || strings.HasPrefix(line, ">From ") { // an escaped line of a mailbox file
		return line, 0
	}
	for line != "" && (line[0] == '>' || line[0] == ' ' && len(line) > 1 && line[1] == '>') {
		if line[0] == '>' {
			marks++
		}
		line = line[1:]
	}
	return strings.TrimPrefix(line, " "), marks
}

func unquoteAll(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i], _ = unquoteLine(l)
	}
	return out
}

// takeAttribution moves the lines that introduce a quotation ("On Monday Ann wrote:") to it.
func takeAttribution(own, quoted []string) (rest, with []string) {
	end := len(own)
	for end > 0 && strings.TrimSpace(own[end-1]) == "" {
		end--
	}
	if end == 0 || !strings.HasSuffix(strings.TrimSpace(own[end-1]), ":") {
		return own, quoted
	}
	start := end - 1
	for start > 0 && end-start < 3 && strings.TrimSpace(own[start-1]) != "" {
		start--
	}
	if strings.TrimSpace(own[start]) == "" || start > 0 && strings.TrimSpace(own[start-1]) != "" {
		start = end - 1
	}
	return own[:start], append(quoted, append(own[start:end:end], "")...)
}

// isDivider reports whether a line parts a mail from the one that it answers or forwards.
func isDivider(line string) bool {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, "__") {
		return false
	}
	switch strings.ToLower(strings.Trim(line, "-_ ")) {
	case "original message", "forwarded message", "original appointment", "ursprüngliche nachricht", "weitergeleitete nachricht", "message d'origine", "message transféré",
		"mensaje original", "mensaje reenviado", "messaggio originale", "messaggio inoltrato", "mensagem original", "oorspronkelijk bericht", "исходное сообщение", "forwarded by", "reply message":
		return true
	}
	return false
}
