package latex

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

// equations are the environments of mathematics. Those that are true are taken off: what they hold is one equation.
var equations = map[string]bool{
	"equation": true, "equation*": true, "displaymath": true, "math": true, "align": false, "align*": false, "gather": false, "gather*": false, "multline": false, "multline*": false, "eqnarray": false, "eqnarray*": false,
	"flalign": false, "flalign*": false, "alignat": false, "alignat*": false, "dmath": true, "subequations": true,
}

// environment reads an environment; the scan stands behind \begin{env}.
func (d *reader) environment(env string, sc *scan, st *setting) {
	body := sc.environment(env)
	if isVerbatim(env) {
		d.verbatim(env, body, *st)
		return
	}
	if bare, ok := equations[env]; ok {
		if !bare {
			body = `\begin{` + env + "}" + body + `\end{` + env + "}"
		}
		d.math(body, env != "math", *st)
		return
	}
	inner := *st
	inner.Style = st.Style
	arg := scan{s: body}
	switch strings.TrimSuffix(env, "*") {
	case "itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "easylist", "tightlist":
		arg.option()
		kind := strings.Replace(strings.Replace(env, "compactitem", "itemize", 1), "compactenum", "enumerate", 1)
		d.list(strings.TrimSuffix(kind, "*"), body[arg.i:], *st)
		return
	case "tabular", "tabularx", "tabulary", "longtable", "longtabu", "tabu", "array", "supertabular", "tblr":
		d.flush(*st)
		d.table(strings.TrimSuffix(env, "*"), env, body, *st)
		return
	case "figure", "table", "wrapfigure", "wraptable", "subfigure", "SCfigure", "sidewaysfigure", "sidewaystable", "algorithm", "listing", "marginfigure", "floatingfigure":
		arg.option()
		if strings.HasPrefix(env, "wrap") || env == "subfigure" {
			arg.argument()
			if strings.HasPrefix(env, "wrap") {
				arg.argument()
			}
		}
		caption := captionOf(body)
		inner.caption = &caption
	case "quote", "quotation", "verse", "displayquote":
		inner.Style = "blockquote"
	case "abstract":
		inner.Style = "abstract"
	case "tikzpicture", "picture", "pspicture", "pgfpicture", "filecontents", "CCSXML":
		return
	case "minipage", "multicols", "adjustbox", "spacing", "tcolorbox", "mdframed", "columns", "column", "otherlanguage", "subappendices", "block", "exampleblock", "alertblock", "textblock":
		arg.option()
		arg.option()
		title, has := arg.group()
		if has && strings.HasSuffix(env, "block") {
			d.block(title, inner)
		}
	case "frame":
		arg.option()
		if title, ok := arg.group(); ok {
			d.flush(*st)
			d.run(title, setting{})
			d.Heading(2, &d.para, markup.Context{})
			d.para.Reset()
		}
	case "thebibliography":
		arg.group()
		d.bibliography(body[arg.i:], *st)
		return
	case "document", "center", "flushleft", "flushright", "titlepage", "small", "footnotesize", "appendices", "landscape":
	default:
		if title := d.theorems[strings.TrimSuffix(env, "*")]; title != "" {
			if note, ok := arg.option(); ok {
				title += " (" + note + ")"
			}
			d.flush(*st)
			d.run(`\textbf{`+title+`.} `, inner)
			d.run(body[arg.i:], inner)
			d.flush(inner)
			return
		}
		arg.option()
	}
	d.block(body[arg.i:], inner)
}

// captionOf returns the caption in a float.
func captionOf(body string) string {
	_, rest, ok := strings.Cut(body, `\caption`)
	if !ok {
		return ""
	}
	sc := scan{s: rest}
	sc.star()
	sc.option()
	arg, _ := sc.group()
	return arg
}

func (d *reader) verbatim(env, body string, st setting) {
	if env == "comment" || strings.HasPrefix(env, "filecontents") {
		return
	}
	d.flush(st)
	sc := scan{s: body}
	opt, _ := "", false
	if line, _, ok := strings.Cut(body, "\n"); ok && strings.HasPrefix(strings.TrimSpace(line), "[") || strings.HasPrefix(body, "[") {
		opt, _ = sc.option()
	}
	lang := ""
	if env == "minted" {
		lang, _ = sc.group()
	}
	for part := range strings.SplitSeq(opt, ",") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(part), "language="); ok {
			lang = strings.ToLower(strings.Trim(v, "{}"))
		}
		if v, ok := strings.CutPrefix(strings.TrimSpace(part), "caption="); ok {
			d.caption(strings.Trim(v, "{}"), st)
		}
	}
	code := body[sc.i:]
	if env == "Highlighting" || strings.Contains(opt, "commandchars") {
		code = highlighted(code)
	}
	d.Code(lang, code, st.Context)
}

// bibliography reads thebibliography: an item is a note with its label.
func (d *reader) bibliography(body string, st setting) {
	d.flush(st)
	for i, text := range splitItems(body) {
		sc := scan{s: text}
		label, ok := sc.option()
		sc.group()
		if !ok {
			label = strconv.Itoa(i + 1)
		}
		inner := st
		inner.Context = st.In(&markup.Item{Ordered: true, Label: "[" + d.plain(label) + "]"})
		d.block(strings.ReplaceAll(text[sc.i:], `\newblock`, " "), inner)
	}
}

// table reads a tabular environment.
func (d *reader) table(kind, env, body string, st setting) {
	sc := scan{s: body}
	sc.option()
	if kind == "tabularx" || kind == "tabulary" || env == "tabular*" {
		sc.argument() // width
	}
	sc.option()
	sc.argument() // columns
	body = body[sc.i:]
	body = strings.ReplaceAll(longHead(body), `\tabularnewline`, `\\`)
	t := d.NewTable()
	header, rows, rules := 0, 0, 0
	var covered []int // rows that a cell from above still takes, by column
	for _, line := range splitTop(body, `\\`) {
		text, above := cutRules(line)
		if above && rows > 0 {
			if rules++; rules == 1 {
				header = rows
			}
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		t.Grid.NextRow()
		rows++
		covered = d.row(t, text, covered, st)
	}
	if header == rows || header > 3 || rules > 2 && rules >= rows-1 {
		header = 0 // a rule under every row says nothing
	}
	caption := captionOf(body) // of a long table
	if caption != "" {
		d.caption(caption, st)
	} else if st.caption != nil {
		caption = *st.caption
	}
	caption = d.plain(caption)
	t.End(header, caption, st.Context)
}

// row adds the cells of one row, and returns what its cells take of the rows below.
func (d *reader) row(t *markup.Table, text string, covered []int, st setting) []int {
	col := 0
	for _, s := range splitTop(text, "&") {
		for len(covered) <= col {
			covered = append(covered, 0)
		}
		colSpan, rowSpan := 1, 1
		s = strings.TrimSpace(s)
		for {
			sc := scan{s: s}
			cmd := ""
			if strings.HasPrefix(s, `\`) {
				cmd = sc.command()
			}
			if n, ok := dropped[cmd]; ok && n > 0 { // a strut and the like
				for range n {
					sc.option()
					sc.argument()
				}
				s = strings.TrimSpace(s[sc.i:])
				continue
			}
			if cmd != "multicolumn" && cmd != "multirow" {
				break
			}
			sc.option()
			n, _ := sc.argument()
			sc.option()
			sc.argument()
			sc.option()
			inner, ok := sc.group()
			if !ok {
				break
			}
			v, _ := strconv.Atoi(strings.TrimSpace(n))
			v = min(max(v, 1), 1000)
			if cmd == "multicolumn" {
				colSpan = v
			} else {
				rowSpan = v
			}
			s = strings.TrimSpace(inner + s[sc.i:])
		}
		if covered[col] > 0 { // a place left for the cell above
			covered[col]--
			col += colSpan
			continue
		}
		t.Cell(rowSpan, colSpan, func(c markup.Context) {
			outer := d.para
			d.para = richtext.Builder{Collapse: true}
			cell := setting{Context: c}
			d.run(s, cell)
			d.flush(cell)
			d.para = outer
		})
		for k := range colSpan {
			for len(covered) <= col+k {
				covered = append(covered, 0)
			}
			covered[col+k] = rowSpan - 1
		}
		col += colSpan
	}
	return covered
}

// longHead leaves of a long table's heads and feet the first head.
func longHead(body string) string {
	first, rest, ok := strings.Cut(body, `\endfirsthead`)
	if ok {
		for _, mark := range [...]string{`\endlastfoot`, `\endfoot`, `\endhead`} {
			if i := strings.LastIndex(rest, mark); i >= 0 {
				return first + `\midrule ` + rest[i+len(mark):]
			}
		}
		return first + `\midrule ` + rest
	}
	if first, rest, ok = strings.Cut(body, `\endhead`); ok {
		if i := strings.LastIndex(rest, `foot`); i >= 0 && (strings.HasSuffix(rest[:i], `\end`) || strings.HasSuffix(rest[:i], `\endlast`)) {
			rest = rest[i+len("foot"):]
		}
		return first + `\midrule ` + rest
	}
	return body
}

// cutRules cuts the rules and settings off a row's start; rule is true when there was a rule.
func cutRules(line string) (text string, rule bool) {
	sc := scan{s: line}
	for {
		sc.spaces()
		for sc.i < len(line) && (line[sc.i] == '\n' || line[sc.i] == ' ') {
			sc.i++
		}
		at := sc.i
		switch cmd := sc.command(); cmd {
		case "hline", "midrule", "toprule", "bottomrule", "specialrule", "noalign", "Xhline", "thickhline", "tabucline", "addlinespace", "morecmidrules", "rowcolor", "centering", "caption", "label", "small", "footnotesize", "endhead", "endfirsthead", "endfoot", "endlastfoot":
			rule = rule || strings.HasSuffix(cmd, "line") || strings.HasSuffix(cmd, "rule")
			sc.option()
			for { // colours, widths, a long table's caption
				if _, ok := sc.group(); !ok {
					break
				}
			}
		case "cline", "cmidrule", "hhline":
			sc.option()
			sc.parenthesis()
			sc.group()
		default:
			return line[at:], rule
		}
	}
}

// splitTop cuts a text at separators that stand in no braces and no environments.
func splitTop(s, sep string) []string {
	var out []string
	start, braces, envs := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], sep) && braces == 0 && envs == 0 && (sep != "&" || i == 0 || s[i-1] != '\\'):
			out = append(out, s[start:i])
			i += len(sep)
			if sep == `\\` { // \\* and \\[2pt]
				sc := scan{s: s, i: i}
				sc.star()
				if sc.i < len(s) && s[sc.i] == '[' {
					sc.option()
				}
				i = sc.i
			}
			start = i
			i--
		case s[i] == '\\':
			if strings.HasPrefix(s[i:], `\begin{`) {
				envs++
			} else if strings.HasPrefix(s[i:], `\end{`) {
				envs--
			} else if sep == `\\` || i+1 < len(s) && s[i+1] != '\\' {
				i++
			}
		case s[i] == '{':
			braces++
		case s[i] == '}':
			braces--
		}
	}
	return append(out, s[start:])
}

// survey counts sections, floats and equations for references, and lists the bibliography.
func (d *reader) survey(s string) {
	var sections [6]int
	counts := map[string]int{}
	current := ""
	appendix := false
	var open []string // numbers that labels had before the environments around
	sc := scan{s: s}
	for sc.i < len(s) {
		if s[sc.i] != '\\' {
			sc.i++
			continue
		}
		switch cmd := sc.command(); cmd {
		case "chapter", "section", "subsection", "subsubsection":
			if sc.star() {
				continue
			}
			level := headings[cmd]
			if cmd == "chapter" {
				level = 0
			}
			sections[level]++
			clear(sections[level+1:])
			top := 1
			if d.chapters {
				top = 0
			}
			var parts []string
			for k := top; k <= level; k++ {
				n := strconv.Itoa(sections[k])
				if k == top && appendix && sections[k] > 0 && sections[k] <= 26 {
					n = string(rune('A' + sections[k] - 1))
				}
				parts = append(parts, n)
			}
			current = strings.Join(parts, ".")
		case "appendix":
			appendix = true
			clear(sections[:])
		case "begin":
			env, _ := sc.group()
			open = append(open, current)
			switch {
			case isVerbatim(env):
				sc.environment(env)
				open = open[:len(open)-1]
			case env == "equation" || env == "align" || env == "gather" || env == "multline" || env == "eqnarray":
				counts["equation"]++
				current = strconv.Itoa(counts["equation"])
			case d.theorems[env] != "":
				counts[env]++
				current = strconv.Itoa(counts[env])
			case strings.HasPrefix(env, "figure") || env == "wrapfigure" || env == "sidewaysfigure":
				current = strconv.Itoa(counts["figure"] + 1)
				counts["float"] = 0
			case strings.HasPrefix(env, "table") || env == "longtable" || env == "sidewaystable":
				current = strconv.Itoa(counts["table"] + 1)
				counts["float"] = 1
			}
		case "caption":
			if counts["float"] == 1 {
				counts["table"]++
			} else {
				counts["figure"]++
			}
		case "end":
			sc.group()
			if n := len(open); n > 0 {
				current, open = open[n-1], open[:n-1]
			}
		case "label":
			if label, ok := sc.group(); ok {
				d.labels[strings.TrimSpace(label)] = current
			}
		case "bibitem":
			sc.option()
			if key, ok := sc.group(); ok {
				d.cites = append(d.cites, strings.TrimSpace(key))
			}
		case "newtheorem":
			d.define(cmd, &sc)
		}
	}
}
