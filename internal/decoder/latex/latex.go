// Package latex decodes LaTeX texts: a light reader that knows the commands and environments of text, expands what a
// text defines with \newcommand and keeps the text in the arguments of commands it does not know. It is no TeX:
// nothing is typeset, no package and no file is read.
package latex

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

const name = "latex"

// Format is LaTeX.
var Format = decoder.Format{
	Name:       name,
	Title:      "LaTeX text",
	MediaTypes: []string{"application/x-latex", "text/x-tex", "application/x-tex"},
	Extensions: []string{".tex", ".latex", ".ltx"},
	Unit:       udm.Section,
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	text, err := markup.Read(in, &doc.Metadata)
	if err != nil {
		return nil, err
	}
	d := &reader{Writer: markup.NewWriter(in.Budget), in: in, meta: &doc.Metadata, macros: map[string]macro{}, labels: map[string]string{}, theorems: map[string]string{}}
	d.para.Collapse = true
	text = withoutComments(text)
	preamble, body, ok := strings.Cut(text, `\begin{document}`)
	if !ok {
		preamble, body = "", text
	} else {
		body, _, _ = strings.Cut(body, `\end{document}`)
	}
	d.chapters = strings.Contains(body, `\chapter`)
	d.definitions(preamble)
	d.survey(body)
	d.run(body, setting{})
	d.flush(setting{})
	if d.Err != nil {
		return nil, d.Err
	}
	doc.Nodes = d.Nodes()
	return doc, ctx.Err()
}

// reader reads one text.
type reader struct {
	*markup.Writer
	in   *decoder.Input
	meta *udm.Metadata

	macros   map[string]macro
	labels   map[string]string // numbers by label
	theorems map[string]string // printed names by environment
	cites    []string          // keys of the bibliography, in order
	chapters bool              // the text has chapters

	title, author, date string

	para     richtext.Builder
	due      []string // footnotes that para refers to
	noted    int
	depth    int
	expanded int // bytes that macros made
}

// macro is a command that the text defines.
type macro struct {
	args     int
	optional string
	hasOpt   bool
	body     string
}

// setting is what groups and environments hand down.
type setting struct {
	markup.Context
	style   richtext.Style
	caption *string // of the float around
}

// withoutComments cuts comments: from a percent sign to the start of the next line's text.
func withoutComments(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var sb strings.Builder
	verbatim := ""
	for rest := s; rest != ""; {
		line, next, more := strings.Cut(rest, "\n")
		rest = next
		if verbatim == "" {
			verbatim = verbatimBegin(line)
		}
		if verbatim != "" {
			if strings.Contains(line, `\end{`+verbatim+"}") {
				verbatim = ""
			}
		} else if at := commentAt(line); at >= 0 {
			sb.WriteString(line[:at])
			if strings.TrimSpace(line[:at]) == "" { // the line is nothing but a comment
				continue
			}
			rest = strings.TrimLeft(rest, " \t")
			if strings.HasPrefix(rest, "\n") {
				sb.WriteByte('\n')
			}
			continue
		}
		sb.WriteString(line)
		if more {
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}

func commentAt(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '%':
			return i
		}
	}
	return -1
}

// verbatims are the environments whose text is no LaTeX.
var verbatims = [...]string{"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "alltt", "comment", "filecontents", "filecontents*", "code", "BVerbatim", "LVerbatim", "python", "luacode", "Highlighting"}

func isVerbatim(env string) bool {
	for _, v := range verbatims {
		if v == env {
			return true
		}
	}
	return false
}

// verbatimBegin returns the verbatim environment that a line begins, or "".
func verbatimBegin(line string) string {
	_, rest, ok := strings.Cut(line, `\begin{`)
	if !ok {
		return ""
	}
	env, _, _ := strings.Cut(rest, "}")
	if !isVerbatim(env) {
		return ""
	}
	return env
}

// definitions reads the preamble: commands, theorems, the title's parts.
func (d *reader) definitions(s string) {
	sc := scan{s: s}
	for sc.i < len(s) {
		if s[sc.i] != '\\' {
			sc.i++
			continue
		}
		if cmd := sc.command(); !d.define(cmd, &sc) {
			d.titlePart(cmd, &sc)
		}
	}
}

// titlePart reads what \maketitle shows.
func (d *reader) titlePart(cmd string, sc *scan) bool {
	var to *string
	switch cmd {
	case "title":
		to = &d.title
	case "author":
		to = &d.author
	case "date":
		to = &d.date
	case "keywords":
		arg, _ := sc.group()
		for k := range strings.FieldsFuncSeq(arg, func(r rune) bool { return r == ',' || r == ';' }) {
			d.meta.Tags = append(d.meta.Tags, d.plain(k))
		}
		return true
	default:
		return false
	}
	sc.option()
	arg, ok := sc.group()
	if !ok {
		return true
	}
	*to = arg
	text := d.plain(strings.ReplaceAll(arg, `\and`, ", "))
	switch cmd {
	case "title":
		d.meta.Title = strings.Join(strings.Fields(text), " ")
	case "author":
		text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", ", ")), " ")
		d.meta.Author = strings.ReplaceAll(text, " ,", ",")
	case "date":
		d.meta.Set("date", strings.TrimSpace(text))
	}
	return true
}

// define reads a definition; it reports whether cmd is one.
func (d *reader) define(cmd string, sc *scan) bool {
	switch strings.TrimSuffix(cmd, "*") {
	case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newcommandx":
		sc.star()
		target, _ := sc.argument()
		m := macro{}
		if n, ok := sc.option(); ok && len(n) == 1 && n[0] >= '0' && n[0] <= '9' {
			m.args = int(n[0] - '0')
		}
		m.optional, m.hasOpt = sc.option()
		m.body, _ = sc.argument()
		if target = strings.TrimPrefix(strings.TrimSpace(target), `\`); target != "" {
			d.macros[target] = m
		}
	case "def", "gdef", "edef", "xdef":
		sc.spaces()
		target := sc.command()
		m := macro{}
		for sc.i+1 < len(sc.s) && sc.s[sc.i] == '#' {
			m.args, sc.i = m.args+1, sc.i+2
		}
		body, ok := sc.group()
		if m.body = body; ok && target != "" && m.args < 10 {
			d.macros[target] = m
		}
	case "newtheorem":
		sc.star()
		env, _ := sc.group()
		sc.option()
		d.theorems[env], _ = sc.group()
		sc.option()
	case "DeclareMathOperator":
		sc.star()
		target, _ := sc.argument()
		body, _ := sc.argument()
		d.macros[strings.TrimPrefix(target, `\`)] = macro{body: `\operatorname{` + body + "}"}
	case "newenvironment", "renewenvironment":
		sc.group()
		sc.option()
		sc.option()
		sc.group()
		sc.group()
	default:
		return false
	}
	return true
}

// call returns the text of a defined command with its arguments put in.
func (d *reader) call(m macro, sc *scan) string {
	args := make([]string, 0, 9)
	if m.hasOpt {
		opt, ok := sc.option()
		if !ok {
			opt = m.optional
		}
		args = append(args, opt)
	}
	for len(args) < m.args {
		arg, _ := sc.argument()
		args = append(args, arg)
	}
	if !strings.Contains(m.body, "#") {
		return m.body
	}
	var sb strings.Builder
	for i := 0; i < len(m.body); i++ {
		if m.body[i] == '#' && i+1 < len(m.body) {
			if n := int(m.body[i+1] - '1'); n >= 0 && n < len(args) {
				sb.WriteString(args[n])
				i++
				continue
			}
		}
		sb.WriteByte(m.body[i])
	}
	return sb.String()
}
