package rst

import (
	"strings"
)

// isExplicit reports whether a line begins an explicit markup block.
func isExplicit(line string) bool {
	return line == ".." || strings.HasPrefix(line, ".. ") || line == "__" || strings.HasPrefix(line, "__ ")
}

// explicit parses an explicit markup block: footnote, citation, target, substitution, directive or comment. The
// index is i itself when there is none.
func (p *parser) explicit(src []string, i int, at place) ([]*node, int) {
	line := src[i]
	if !isExplicit(line) {
		return nil, i
	}
	if line == "__" || strings.HasPrefix(line, "__ ") {
		p.defs.anonymous(strings.TrimSpace(line[2:]))
		return nil, i + 1
	}
	first := strings.TrimSpace(line[2:])
	if first == "" {
		if i+1 < len(src) && src[i+1] == "" {
			return nil, i + 1 // an empty comment ends what comes before it
		}
		_, next := indented(src, i+1)
		return nil, next
	}
	rest, next := indented(src, i+1)
	gap := i+1 < len(src) && src[i+1] == ""
	b := explicitBlock{first: first, rest: rest, gap: gap}
	if first[0] == '_' {
		p.target(&b)
		return nil, next
	}
	p.defs.settle("")
	if first[0] == '[' {
		if n := p.note(&b, at); n != nil {
			return n, next
		}
	}
	if first[0] == '|' {
		if p.substitution(&b, at) {
			return nil, next
		}
	}
	if dirName, arg, ok := directiveMarker(first); ok {
		b.first = arg
		return p.directive(dirName, &b, at), next
	}
	return nil, next // a comment
}

// explicitBlock is an explicit markup block: the rest of its first line, and the indented lines behind it.
type explicitBlock struct {
	first string
	rest  []string
	gap   bool // an empty line stands before rest
}

// body returns the block's lines, its first one included.
func (b *explicitBlock) body(first string) []string {
	rest := dedent(b.rest)
	if first == "" {
		return rest
	}
	out := []string{first}
	if b.gap && len(rest) > 0 {
		out = append(out, "")
	}
	return append(out, rest...)
}

// note parses a footnote or citation.
func (p *parser) note(b *explicitBlock, at place) []*node {
	end := strings.IndexByte(b.first, ']')
	if end < 2 || end+1 < len(b.first) && b.first[end+1] != ' ' {
		return nil
	}
	label := b.first[1:end]
	n := &node{kind: citation, name: label}
	switch {
	case label[0] == '#' || label == "*" || allDigits(label):
		n.kind = footnote
	case !isSimpleName(label):
		return nil
	}
	n.children = p.body(b.body(strings.TrimSpace(b.first[end+1:])), at.inner())
	p.defs.note(n)
	return []*node{n}
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isSimpleName reports whether s is a simple reference name: letters and digits with single signs between them.
func isSimpleName(s string) bool {
	sign := true
	for _, r := range s {
		switch {
		case isWordRune(r):
			sign = false
		case strings.ContainsRune("-_.:+", r) && !sign:
			sign = true
		default:
			return false
		}
	}
	return !sign
}

// target parses a hyperlink target: "_name: url", "_`name`: url", "__: url", "_name:".
func (p *parser) target(b *explicitBlock) {
	s := b.first[1:]
	for _, l := range b.rest {
		s += "\n" + strings.TrimSpace(l)
	}
	var targetName string
	switch {
	case strings.HasPrefix(s, "_:"):
		p.defs.anonymous(joinURL(s[2:]))
		return
	case strings.HasPrefix(s, "`"):
		end := strings.Index(s[1:], "`:")
		if end < 0 {
			return
		}
		targetName, s = s[1:1+end], s[1+end+2:]
	default:
		colon := -1
		for k := 0; k < len(s); k++ {
			if s[k] == '\\' {
				k++
			} else if s[k] == ':' && (k+1 == len(s) || s[k+1] == ' ' || s[k+1] == '\n') {
				colon = k
				break
			}
		}
		if colon < 0 {
			return
		}
		targetName, s = s[:colon], s[colon+1:]
	}
	p.defs.target(normalize(unescape(targetName)), joinURL(s))
}

// joinURL joins the lines of a target's URL; blanks in it are none of it unless they are escaped.
func joinURL(s string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			sb.WriteByte(s[i])
		case c == ' ' && strings.HasPrefix(strings.TrimSpace(s), "`"): // a phrase that refers to another target
			sb.WriteByte(c)
		case c == ' ' || c == '\n':
		default:
			sb.WriteByte(c)
		}
	}
	return strings.TrimSpace(sb.String())
}

// substitution parses a substitution definition.
func (p *parser) substitution(b *explicitBlock, at place) bool {
	end := strings.Index(b.first[1:], "|")
	if end < 1 {
		return false
	}
	key, rest := b.first[1:1+end], strings.TrimSpace(b.first[end+2:])
	dirName, arg, ok := directiveMarker(rest)
	if !ok {
		return false
	}
	b.first = arg
	s := &substitution{}
	switch dirName {
	case "replace":
		s.text = strings.Join(b.body(b.first), "\n")
	case "unicode":
		s.text = escape(unicodeText(b.first))
		for _, l := range b.rest {
			switch strings.TrimSpace(l) {
			case ":trim:", ":ltrim:", ":rtrim:":
				s.trim = true
			}
		}
	case "image":
		d := split(b, 1)
		s.image = &node{kind: image, name: joinURL(d.arg), opts: d.opts}
		s.text = escape(d.opts["alt"])
	case "date":
		// what it shows depends on when a document is processed
	default:
		return false
	}
	p.defs.substitutions[normalize(key)] = s
	return true
}

// unicodeText reads the argument of the unicode directive: code points and texts between blanks.
func unicodeText(s string) string {
	s, _, _ = strings.Cut(s, " .. ")
	var sb strings.Builder
	for f := range strings.FieldsSeq(s) {
		if r, ok := codePoint(f); ok {
			sb.WriteRune(r)
		} else {
			sb.WriteString(f)
		}
	}
	return sb.String()
}

func codePoint(s string) (rune, bool) {
	base := 16
	lower := strings.ToLower(s)
	switch {
	case strings.HasPrefix(lower, "0x"), strings.HasPrefix(lower, `\x`), strings.HasPrefix(lower, `\u`), strings.HasPrefix(lower, "u+"):
		lower = lower[2:]
	case strings.HasPrefix(lower, "&#x"):
		lower = strings.TrimSuffix(lower[3:], ";")
	case strings.HasPrefix(lower, "x"), strings.HasPrefix(lower, "u"):
		lower = lower[1:]
	case allDigits(lower):
		base = 10
	default:
		return 0, false
	}
	return parseRune(lower, base)
}

// directiveMarker splits "name:: argument".
func directiveMarker(s string) (dirName, arg string, ok bool) {
	i := strings.Index(s, "::")
	if i < 1 || i+2 < len(s) && s[i+2] != ' ' {
		return "", "", false
	}
	dirName = strings.TrimSuffix(s[:i], " ")
	if !isSimpleName(dirName) {
		return "", "", false
	}
	return strings.ToLower(dirName), strings.TrimSpace(s[i+2:]), true
}

// directive is the parts of a directive.
type directiveParts struct {
	arg     string
	opts    options
	content []string
}

// split cuts a directive's block into its argument, options and content. lines says how many lines an argument
// may have at most: 0 when the directive has none, so that its content may begin at once.
func split(b *explicitBlock, lines int) directiveParts {
	d := directiveParts{opts: options{}}
	rest := dedent(b.rest)
	if lines > 0 {
		d.arg = b.first
	}
	if !b.gap {
		for lines > 1 && len(rest) > 0 && rest[0] != "" && !isOption(rest[0]) {
			d.arg = strings.TrimSpace(d.arg + "\n" + strings.TrimSpace(rest[0]))
			rest = rest[1:]
			lines--
		}
		rest = d.readOptions(rest, lines == 0 && b.first != "")
	}
	if lines == 0 && b.first != "" {
		all := []string{b.first}
		if b.gap {
			all = append(all, "")
		}
		rest = append(all, rest...)
	}
	d.content = trimBlank(rest)
	return d
}

// readOptions takes the options off the start of lines. After content that began on the first line there are none.
func (d *directiveParts) readOptions(rest []string, begun bool) []string {
	if begun {
		return rest
	}
	for len(rest) > 0 && isOption(rest[0]) {
		key, value, _ := fieldMarker(rest[0])
		rest = rest[1:]
		for len(rest) > 0 && rest[0] != "" && rest[0][0] == ' ' {
			value = strings.TrimSpace(value + " " + strings.TrimSpace(rest[0]))
			rest = rest[1:]
		}
		d.opts[strings.ToLower(key)] = value
	}
	return rest
}

func isOption(line string) bool {
	_, _, ok := fieldMarker(line)
	return ok
}
