package latex

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// run reads a text into paragraphs and blocks. The last paragraph stays open.
func (d *reader) run(s string, st setting) {
	d.depth++
	defer func() { d.depth-- }()
	if d.Err == nil {
		d.Err = d.in.Budget.CheckDepth(d.depth)
	}
	sc := scan{s: s}
	from := 0
	text := func(end int) {
		if from < end {
			d.write(s[from:end], st.style)
		}
	}
	for sc.i < len(s) && d.Err == nil {
		at := sc.i
		switch c := s[at]; c {
		case '\\':
			text(at)
			d.command(sc.command(), &sc, &st)
			from = sc.i
		case '{':
			text(at)
			if inner, ok := sc.group(); ok {
				d.run(inner, st)
			} else {
				sc.i = at + 1
			}
			from = sc.i
		case '}':
			text(at)
			sc.i++
			from = sc.i
		case '$':
			text(at)
			d.dollar(&sc, st)
			from = sc.i
		case '\n':
			k := at + 1
			for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
				k++
			}
			if k < len(s) && s[k] == '\n' {
				text(at)
				d.flush(st)
				from = k
			}
			sc.i = k
			if sc.i == at {
				sc.i++
			}
		default:
			sc.i++
		}
	}
	text(len(s))
}

// write writes text with TeX's ligatures.
func (d *reader) write(s string, style richtext.Style) {
	if style&richtext.Code == 0 && strings.ContainsAny(s, "-`'~") {
		s = ligatures.Replace(s)
	} else if strings.IndexByte(s, '~') >= 0 {
		s = strings.ReplaceAll(s, "~", " ")
	}
	d.para.Write(s, style)
}

var ligatures = strings.NewReplacer("---", "—", "--", "–", "``", "“", "''", "”", "`", "‘", "'", "’", "~", "\u00a0", "?`", "¿", "!`", "¡")

// flush ends the paragraph that was written, and emits the notes that it refers to.
func (d *reader) flush(st setting) {
	d.Paragraph(&d.para, st.Context)
	d.para.Reset()
	due := d.due
	d.due = nil
	for _, text := range due {
		note := setting{Context: markup.Context{Note: udm.NoteFootnote}}
		d.run(text, note)
		d.flush(note)
	}
}

// block reads a text as blocks of their own.
func (d *reader) block(s string, st setting) {
	d.flush(st)
	d.run(s, st)
	d.flush(st)
}

// plain returns a text without its commands.
func (d *reader) plain(s string) string {
	outer, due := d.para, d.due
	d.para = richtext.Builder{Collapse: true}
	d.run(strings.ReplaceAll(s, "\n\n", "\n"), setting{})
	text, _, _ := d.para.Text()
	d.para, d.due = outer, due
	return text
}

// dollar reads an equation between dollar signs.
func (d *reader) dollar(sc *scan, st setting) {
	mark := "$"
	if strings.HasPrefix(sc.s[sc.i:], "$$") {
		mark = "$$"
	}
	body := sc.s[sc.i+len(mark):]
	end := mathEnd(body, mark)
	if end < 0 {
		d.para.Write(mark, st.style)
		sc.i += len(mark)
		return
	}
	sc.i += end + 2*len(mark)
	d.math(body[:end], mark == "$$", st)
}

// mathEnd returns the index of the dollar signs that end an equation, -1 when there are none.
func mathEnd(s, mark string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], mark):
			return i
		case s[i] == '\n' && i+1 < len(s) && s[i+1] == '\n':
			return -1
		}
	}
	return -1
}

// math writes an equation, into the text or on a line of its own.
func (d *reader) math(tex string, display bool, st setting) {
	tex = strings.TrimSpace(d.cleanMath(tex))
	switch {
	case tex == "":
	case display:
		d.flush(st)
		d.Formula(tex, st.Context)
	default:
		d.para.Write("$"+tex+"$", st.style)
	}
}

// cleanMath expands the text's own commands in an equation, and drops labels.
func (d *reader) cleanMath(tex string) string {
	if strings.IndexByte(tex, '\\') < 0 {
		return tex
	}
	var sb strings.Builder
	sc := scan{s: tex}
	for sc.i < len(tex) {
		at := sc.i
		if tex[at] != '\\' {
			sb.WriteByte(tex[at])
			sc.i++
			continue
		}
		cmd := sc.command()
		m, defined := d.macros[cmd]
		switch {
		case cmd == "label":
			sc.group()
		case cmd == "nonumber" || cmd == "notag":
		case defined:
			text := d.call(m, &sc)
			if d.spend(len(text)+1) && d.depth < 50 {
				d.depth++
				text = d.cleanMath(text)
				d.depth--
			}
			sb.WriteString(text)
		default:
			sb.WriteString(tex[at:sc.i])
		}
	}
	return sb.String()
}

// spend counts what commands expand to; it is false when that is too much.
func (d *reader) spend(n int) bool {
	const most = 4 << 20 // bytes
	d.expanded += n
	return d.expanded < most
}

// headings are the sectioning commands with their levels in texts that have no chapters.
var headings = map[string]int{"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5, "frametitle": 2, "addchap": 1, "addsec": 1}

func (d *reader) heading(cmd string, sc *scan, st *setting) {
	sc.star()
	sc.option()
	title, _ := sc.argument()
	level := headings[cmd]
	if d.chapters && cmd != "part" && cmd != "chapter" && cmd != "addchap" {
		level++
	}
	d.flush(*st)
	d.run(title, setting{})
	d.Heading(level, &d.para, markup.Context{})
	d.para.Reset()
	d.flush(*st)
}

// list reads the items of a list.
func (d *reader) list(env, body string, st setting) {
	d.flush(st)
	items := splitItems(body)
	n := 0
	for _, text := range items {
		if d.Err != nil {
			return
		}
		sc := scan{s: text}
		label, has := sc.option()
		text = text[sc.i:]
		inner := st
		switch {
		case env == "description":
			if has {
				dt := st
				dt.Level, dt.Item, dt.Style = st.Level+1, nil, "dt"
				d.block(label, dt)
			}
			inner.Level, inner.Item, inner.Style = st.Level+1, nil, "dd"
		default:
			it := &markup.Item{}
			if env == "enumerate" {
				it.Ordered = true
				if has {
					it.Label = d.plain(label)
				} else {
					n++
					it.Label = enumerated(st.Level, n)
				}
			} else if has {
				it.Label = d.plain(label)
			}
			inner.Context = st.Context.In(it)
		}
		d.block(text, inner)
	}
}

// enumerated is the label that LaTeX gives an item by default.
func enumerated(level, n int) string {
	switch {
	case level%4 == 1 && n <= 26:
		return "(" + string(rune('a'+n-1)) + ")"
	case level%4 == 2 && n <= 20:
		return strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx")[n-1] + "."
	case level%4 == 3 && n <= 26:
		return string(rune('A'+n-1)) + "."
	}
	return strconv.Itoa(n) + "."
}

// splitItems cuts a list's body at its own items.
func splitItems(s string) []string {
	var out []string
	start, depth := -1, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		sc := scan{s: s, i: i}
		switch cmd := sc.command(); cmd {
		case "begin":
			depth++
		case "end":
			depth--
		case "item", "bibitem":
			if depth == 0 {
				if start >= 0 {
					out = append(out, s[start:i])
				}
				start = sc.i
			}
		}
		i = sc.i - 1
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}
