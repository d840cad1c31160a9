package rst

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/udm"
)

// parser reads the block structure.
type parser struct {
	ctx  context.Context
	in   *decoder.Input
	meta *udm.Metadata
	defs *definitions
	err  error

	titles   []string // styles of section titles: the character, twice with an overline
	language string   // of literal blocks, set by the highlight directive
	fields   bool     // the document's own fields were read
}

// body parses lines of one indentation.
func (p *parser) body(src []string, at place) []*node {
	var out []*node
	if p.err == nil {
		p.err = p.in.Budget.CheckDepth(at.depth)
	}
	for i := 0; i < len(src) && p.err == nil; {
		if src[i] == "" {
			i++
			continue
		}
		if i%1024 == 0 {
			p.err = p.ctx.Err()
		}
		var nodes []*node
		nodes, i = p.block(src, i, at)
		if len(nodes) == 1 && nodes[0].kind == list && len(out) > 0 && continues(out[len(out)-1], nodes[0]) {
			last := out[len(out)-1]
			last.children = append(last.children, nodes[0].children...)
			continue
		}
		out = append(out, nodes...)
	}
	return out
}

// continues reports whether a list is the next item of the one before it.
func continues(last, next *node) bool {
	return last.kind == list && !last.ordered && !next.ordered && last.name == next.name
}

// block parses the block that begins at line i and returns the index behind it.
func (p *parser) block(src []string, i int, at place) ([]*node, int) {
	line := src[i]
	if line[0] == ' ' {
		p.defs.settle("")
		return p.quote(src, i, at)
	}
	if nodes, next := p.explicit(src, i, at); next > i {
		return nodes, next
	}
	defer p.defs.settle("")
	if n, next := p.title(src, i, at); next > i {
		return n, next
	}
	if marker, col := bullet(line); marker != "" {
		block, next := itemBlock(src, i, itemColumn(src, i, col))
		it := &node{kind: item, children: p.body(block, at.inner())}
		return []*node{{kind: list, name: marker, children: []*node{it}}}, next
	}
	if e, ok := enumerator(line, 0, ""); ok && p.enumerated(src, i, e) {
		return p.enumeration(src, i, e, at)
	}
	if fieldName, _, ok := fieldMarker(line); ok && fieldName != "" {
		return p.fieldList(src, i, at)
	}
	if _, _, ok := optionMarker(line); ok {
		return p.optionList(src, i, at)
	}
	if strings.HasPrefix(line, ">>> ") || line == ">>>" {
		end := i
		for end < len(src) && src[end] != "" {
			end++
		}
		return []*node{{kind: literal, name: "python", text: strings.Join(src[i:end], "\n")}}, end
	}
	if strings.HasPrefix(line, "| ") || line == "|" {
		return lineBlock(src, i)
	}
	if isGridBorder(line) {
		if n, next := p.gridTable(src, i, at); n != nil {
			return []*node{n}, next
		}
	}
	if isSimpleBorder(line) {
		if n, next := p.simpleTable(src, i, at); n != nil {
			return []*node{n}, next
		}
	}
	return p.text(src, i, at)
}

const adornments = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// adornment returns the character that a whole line is made of, 0 for none.
func adornment(line string) byte {
	if line == "" || strings.IndexByte(adornments, line[0]) < 0 {
		return 0
	}
	for i := 1; i < len(line); i++ {
		if line[i] != line[0] {
			return 0
		}
	}
	return line[0]
}

// title parses a section title, with or without overline, or a transition.
func (p *parser) title(src []string, i int, at place) ([]*node, int) {
	get := func(k int) string {
		if k < len(src) {
			return src[k]
		}
		return ""
	}
	if c := adornment(src[i]); c != 0 {
		text := get(i + 1)
		if under := get(i + 2); text != "" && adornment(under) == c && adornment(text) == 0 {
			if len(under) >= 4 || len(under) >= width(strings.TrimSpace(text)) {
				return p.section(strings.TrimSpace(text), string(c)+string(c), at), i + 3
			}
		}
		if len(src[i]) >= 4 && text == "" {
			return nil, i + 1 // a transition
		}
		return nil, i
	}
	under := get(i + 1)
	c := adornment(under)
	if c == 0 || len(under) < 4 && len(under) < width(src[i]) {
		return nil, i
	}
	return p.section(src[i], string(c), at), i + 2
}

func (p *parser) section(text, style string, at place) []*node {
	p.defs.settle(text)
	if name := normalize(plainText(text)); p.defs.targets[name] == nil {
		p.defs.targets[name] = &target{url: anchor(text)}
	}
	if !at.top {
		return []*node{{kind: paragraph, text: text, style: "heading"}}
	}
	for i, s := range p.titles {
		if s == style {
			return []*node{{kind: heading, text: text, level: i + 1}}
		}
	}
	p.titles = append(p.titles, style)
	return []*node{{kind: heading, text: text, level: len(p.titles)}}
}

// width returns the columns that a text takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF && r != 0x303F, r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1F64F, r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// quote parses a block quote.
func (p *parser) quote(src []string, i int, at place) ([]*node, int) {
	block, next := indented(src, i)
	// The first lines may be indented deeper than later ones: each indentation is a quote of its own.
	first := indent(block[0])
	for k, l := range block {
		if n := indent(l); n >= 0 && n < first {
			next -= len(block) - k
			for next > i && src[next-1] == "" {
				next--
			}
			next = i + k
			block = trimBlank(block[:k])
			break
		}
	}
	return []*node{{kind: group, style: "blockquote", children: p.body(dedent(block), at.inner())}}, next
}

// bullet returns a bullet list's marker and the column behind it, "" for none.
func bullet(line string) (marker string, col int) {
	r, n := utf8.DecodeRuneInString(line)
	switch r {
	case '-', '*', '+', '•', '‣', '⁃':
	default:
		return "", 0
	}
	if len(line) == n {
		return line, n + 1
	}
	if line[n] != ' ' {
		return "", 0
	}
	return line[:n], n + indent(line[n:])
}

// itemColumn returns the column that an item's text stands in; when its first line has none, the next line's.
func itemColumn(src []string, i, col int) int {
	if col < len(src[i]) {
		if col >= 0 {
			return blanksFor(src[i], col)
		}
	}
	if i+1 < len(src) {
		if n := indent(src[i+1]); n > 0 {
			return n
		}
	}
	return col
}

// blanksFor counts the columns of a marker: bullets that are no ASCII take more bytes than columns.
func blanksFor(line string, col int) int {
	return utf8.RuneCountInString(line[:col])
}

// enumeration parses an enumerated list whose first item has enumerator e.
func (p *parser) enumeration(src []string, i int, e enumer, at place) ([]*node, int) {
	n := &node{kind: list, ordered: true}
	for {
		block, next := itemBlock(src, i, itemColumn(src, i, e.end))
		label := e.label
		if e.auto {
			label = e.format.label(e.ordinal)
		}
		n.children = append(n.children, &node{kind: item, name: label, children: p.body(block, at.inner())})
		i = next
		if p.err != nil || i >= len(src) {
			return []*node{n}, i
		}
		following, ok := enumerator(src[i], e.ordinal+1, e.sequence)
		if !ok || following.format != e.format || following.auto != e.auto && !following.auto || following.ordinal != e.ordinal+1 || !p.enumerated(src, i, following) {
			return []*node{n}, i
		}
		e = following
	}
}

// enumerated reports whether the line behind an enumerator's shows it to begin a list item: it is empty, indented, or
// the next item.
func (p *parser) enumerated(src []string, i int, e enumer) bool {
	if i+1 >= len(src) || src[i+1] == "" || src[i+1][0] == ' ' {
		return true
	}
	next, ok := enumerator(src[i+1], e.ordinal+1, e.sequence)
	return ok && next.format == e.format && next.ordinal == e.ordinal+1
}

// optionList parses a list of command-line options.
func (p *parser) optionList(src []string, i int, at place) ([]*node, int) {
	var out []*node
	for i < len(src) {
		if src[i] == "" {
			i++
			continue
		}
		opts, rest, ok := optionMarker(src[i])
		if !ok {
			break
		}
		block, next := hanging(src, i, rest)
		out = append(out,
			&node{kind: group, style: "dt", children: []*node{{kind: paragraph, text: "``" + opts + "``"}}},
			&node{kind: group, style: "dd", children: p.body(block, at.inner())})
		i = next
	}
	return out, i
}

// fieldList parses a field list. The first one of a document, before any section but its title's, describes it.
func (p *parser) fieldList(src []string, i int, at place) ([]*node, int) {
	docinfo := at.top && !p.fields && len(p.titles) <= 2
	p.fields = p.fields || at.top
	var out []*node
	for i < len(src) {
		if src[i] == "" {
			i++
			continue
		}
		fieldName, rest, ok := fieldMarker(src[i])
		if !ok || fieldName == "" {
			break
		}
		block, next := hanging(src, i, rest)
		i = next
		if docinfo {
			p.docinfo(plainText(fieldName), strings.Join(block, "\n"))
		}
		out = append(out, &node{kind: group, role: field, name: fieldName, children: p.body(block, at.inner())})
	}
	return out, i
}

// docinfo notes a bibliographic field in the metadata.
func (p *parser) docinfo(fieldName, value string) {
	value = strings.Join(strings.Fields(plainText(cutKeyword(value))), " ")
	switch key := strings.ToLower(fieldName); key {
	case "author", "authors":
		if p.meta.Author == "" {
			p.meta.Author = value
		}
	case "date":
		p.meta.Set("date", value)
	case "title":
		p.meta.Title = value
	case "keywords", "tags":
		for k := range strings.SplitSeq(value, ",") {
			if k = strings.TrimSpace(k); k != "" {
				p.meta.Tags = append(p.meta.Tags, k)
			}
		}
	case "version", "revision", "organization", "contact", "status", "copyright", "address", "language", "subject", "description":
		p.meta.Set(key, value)
	}
}

// cutKeyword takes the value out of an RCS keyword: "$Date: 2020 $".
func cutKeyword(s string) string {
	if len(s) > 2 && s[0] == '$' && s[len(s)-1] == '$' {
		if _, v, ok := strings.Cut(s[1:len(s)-1], ":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return s
}

// lineBlock parses a line block: its lines stay lines.
func lineBlock(src []string, i int) ([]*node, int) {
	var sb strings.Builder
	for ; i < len(src); i++ {
		l := src[i]
		switch {
		case l == "|" || strings.HasPrefix(l, "| "):
			if sb.Len() > 0 {
				sb.WriteByte('\n')
			}
			sb.WriteString(strings.TrimSpace(l[1:]))
		case l != "" && l[0] == ' ':
			sb.WriteString(" " + strings.TrimSpace(l))
		default:
			return []*node{{kind: lines, text: sb.String()}}, i
		}
	}
	return []*node{{kind: lines, text: sb.String()}}, i
}

// text parses a paragraph, or a definition list, and the literal block that a paragraph may announce.
func (p *parser) text(src []string, i int, at place) ([]*node, int) {
	if i+1 < len(src) && src[i+1] != "" && src[i+1][0] == ' ' {
		return p.definitions(src, i, at)
	}
	end := i + 1
	for end < len(src) && src[end] != "" && src[end][0] != ' ' {
		end++
	}
	text := strings.Join(src[i:end], "\n")
	text, announced := cutLiteralMark(text)
	var out []*node
	if text != "" {
		p.defs.noteTargets(text)
		out = append(out, &node{kind: paragraph, text: text})
	}
	if announced {
		code, next := p.literal(src, end)
		if code != nil {
			return append(out, code), next
		}
	}
	return out, end
}

// cutLiteralMark cuts the "::" at a paragraph's end that announces a literal block.
func cutLiteralMark(text string) (rest string, announced bool) {
	before, ok := strings.CutSuffix(text, "::")
	switch {
	case !ok || strings.HasSuffix(before, `\`):
		return text, false
	case before == "":
		return "", true
	case strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\n"):
		return strings.TrimRight(before, " \n"), true
	}
	return before + ":", true
}

// literal parses the literal block from line i on: indented lines, or lines that begin with the same punctuation.
func (p *parser) literal(src []string, i int) (*node, int) {
	for i < len(src) && src[i] == "" {
		i++
	}
	if i >= len(src) {
		return nil, i
	}
	if src[i][0] == ' ' {
		block, next := indented(src, i)
		return &node{kind: literal, name: p.language, text: strings.Join(dedent(block), "\n")}, next
	}
	c := src[i][0]
	if strings.IndexByte(adornments, c) < 0 {
		return nil, i
	}
	end := i
	for end < len(src) && src[end] != "" && src[end][0] == c {
		end++
	}
	return &node{kind: literal, name: p.language, text: strings.Join(src[i:end], "\n")}, end
}

// definitions parses a definition list: terms of one line with indented definitions.
func (p *parser) definitions(src []string, i int, at place) ([]*node, int) {
	var out []*node
	for i+1 < len(src) && src[i] != "" && src[i][0] != ' ' && src[i+1] != "" && src[i+1][0] == ' ' {
		if len(out) > 0 && p.begins(src, i) {
			break
		}
		term := src[i]
		block, next := indented(src, i+1)
		out = append(out,
			&node{kind: group, style: "dt", children: []*node{{kind: paragraph, text: term}}},
			&node{kind: group, style: "dd", children: p.body(dedent(block), at.inner())})
		i = next
	}
	return out, i
}

// begins reports whether a line begins another kind of block than text.
func (p *parser) begins(src []string, i int) bool {
	line := src[i]
	if marker, _ := bullet(line); marker != "" || isExplicit(line) || strings.HasPrefix(line, "| ") || strings.HasPrefix(line, ">>> ") {
		return true
	}
	if e, ok := enumerator(line, 0, ""); ok && p.enumerated(src, i, e) {
		return true
	}
	if fieldName, _, ok := fieldMarker(line); ok && fieldName != "" {
		return true
	}
	_, _, ok := optionMarker(line)
	return ok || isGridBorder(line) || isSimpleBorder(line)
}
