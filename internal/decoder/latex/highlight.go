package latex

import "strings"

// glyphs are the commands for characters that highlighters have to escape.
var glyphs = map[string]string{
	"textbackslash": `\`, "textgreater": ">", "textless": "<", "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`", "textquotesingle": "'",
	"textbar": "|", "textquotedbl": `"`, "PYZbs": `\`, "PYZus": "_", "PYZob": "{", "PYZcb": "}", "PYZca": "^", "PYZam": "&", "PYZlt": "<", "PYZgt": ">",
	"PYZsh": "#", "PYZpc": "%", "PYZdl": "$", "PYZhy": "-", "PYZsq": "'", "PYZdq": `"`, "PYZti": "~", "PYZat": "@", "PYZlb": "[", "PYZrb": "]",
}

// highlighted returns the code in what highlighters write: verbatim text in which commands and braces work.
func highlighted(s string) string {
	var sb strings.Builder
	sc := scan{s: s}
	for sc.i < len(s) {
		switch c := s[sc.i]; c {
		case '\\':
			cmd := sc.command()
			switch {
			case glyphs[cmd] != "":
				sb.WriteString(glyphs[cmd])
			case cmd == "PY": // of Pygments: a style, then text
				sc.group()
			case len(cmd) == 1 && !isLetter(cmd[0]):
				sb.WriteString(cmd)
			}
		case '{', '}':
			sc.i++
		default:
			sb.WriteByte(c)
			sc.i++
		}
	}
	return sb.String()
}
