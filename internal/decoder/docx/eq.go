package docx

import (
	"strconv"
	"strings"
)

// equation returns the text of an EQ field's code (17.16.5.17), which files keep without a result:
// East Asian typing aids write encircled characters and readings with it, old documents fractions and roots.
func equation(code string) string {
	q := equationReader{rest: code}
	return strings.TrimSpace(strings.ReplaceAll(q.text(0, ""), raised, ""))
}

type equationReader struct{ rest string }

// maxEquationDepth bounds the nesting that is read.
const maxEquationDepth = 20

// text reads up to one of the characters in until, or the end.
func (q *equationReader) text(depth int, until string) string {
	var sb strings.Builder
	for q.rest != "" && strings.IndexByte(until, q.rest[0]) < 0 {
		switch {
		case q.rest[0] != '\\':
			sb.WriteByte(q.rest[0])
			q.rest = q.rest[1:]
		case len(q.rest) > 1 && strings.IndexByte(`,()\;`, q.rest[1]) >= 0: // escaped
			sb.WriteByte(q.rest[1])
			q.rest = q.rest[2:]
		case depth < maxEquationDepth:
			sb.WriteString(q.element(depth + 1))
		default:
			q.rest = ""
		}
	}
	return sb.String()
}

// element reads a switch with its options and arguments: \f(a,b), \o\ac(○,1), \s\up 9(x).
func (q *equationReader) element(depth int) string {
	var names []string
	for strings.HasPrefix(q.rest, `\`) {
		end := 1
		for end < len(q.rest) && (q.rest[end] == '*' || q.rest[end] >= 'a' && q.rest[end] <= 'z' || q.rest[end] >= 'A' && q.rest[end] <= 'Z') {
			end++
		}
		name := strings.ToLower(q.rest[1:end])
		q.rest = q.rest[end:]
		if name == "*" { // formatting: \* jc2 \* "Font:MS Mincho" \* hps10
			q.argumentOfFormat()
			q.rest = strings.TrimLeft(q.rest, " ")
			continue
		}
		names = append(names, name)
		q.rest = strings.TrimLeft(q.rest, " 0123456789")
	}
	if len(names) == 0 {
		return ""
	}
	if !strings.HasPrefix(q.rest, "(") {
		if names[0] == "" { // a backslash that begins nothing
			q.rest = q.rest[min(1, len(q.rest)):]
		}
		return ""
	}
	return compose(names, q.arguments(depth))
}

func (q *equationReader) argumentOfFormat() {
	q.rest = strings.TrimLeft(q.rest, " ")
	if strings.HasPrefix(q.rest, `"`) {
		_, q.rest, _ = strings.Cut(q.rest[1:], `"`)
		return
	}
	if end := strings.IndexAny(q.rest, ` \(`); end >= 0 {
		q.rest = q.rest[end:]
	}
}

func (q *equationReader) arguments(depth int) []string {
	var args []string
	for q.rest != "" {
		q.rest = q.rest[1:] // "(", "," or ";"
		args = append(args, strings.TrimSpace(q.text(depth, ",;)")))
		if strings.HasPrefix(q.rest, ")") {
			q.rest = q.rest[1:]
			break
		}
	}
	return args
}

// raised marks text above the line until what it stands over is known.
const raised = "\x00"

// compose writes what an element shows on one line.
func compose(names, args []string) string {
	if len(args) == 0 {
		return ""
	}
	switch names[0] {
	case "f":
		if len(args) == 2 {
			return args[0] + "/" + args[1]
		}
	case "r":
		if len(args) == 1 {
			return "√(" + args[0] + ")"
		}
		return args[0] + "√(" + args[1] + ")"
	case "b":
		return "(" + args[0] + ")"
	case "s":
		if len(names) > 1 && names[1] == "up" && len(args) == 1 {
			return raised + args[0]
		}
	case "o":
		if reading, ok := strings.CutPrefix(args[0], raised); ok && len(args) == 2 {
			return args[1] + "(" + reading + ")"
		}
		if len(args) == 2 && strings.Contains("○◯□△◇", args[0]) {
			return enclosed(args[1])
		}
	case "l":
		return strings.Join(args, ",")
	}
	return strings.Join(args, " ")
}

// enclosed returns a character in a circle, where there is one.
func enclosed(s string) string {
	for i, sign := range []rune("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳") {
		if s == strconv.Itoa(i+1) {
			return string(sign)
		}
	}
	if sign, ok := map[string]string{"印": "㊞", "秘": "㊙", "正": "㊣", "上": "㊤", "中": "㊥", "下": "㊦", "左": "㊧", "右": "㊨", "男": "㊚", "女": "㊛", "注": "㊟"}[s]; ok {
		return sign
	}
	return s
}
