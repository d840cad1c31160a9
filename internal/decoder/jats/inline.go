package jats

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/mathml"
	"github.com/udecode/udecode/internal/decoder/internal/numeral"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// inline reads an element that is part of a paragraph. Of one that is not known, its text is.
func (w *walker) inline(n *node, c scope) {
	switch n.name {
	case "bold":
		c.look |= richtext.Bold
	case "italic":
		c.look |= richtext.Italic
	case "underline":
		c.look |= richtext.Underline
	case "strike":
		c.look |= richtext.Strike
	case "monospace":
		c.look |= richtext.Code
	case "sub":
		c.look |= richtext.Sub
	case "sup":
		c.look |= richtext.Super
	case "break":
		if w.pool != nil && w.pool.separator == " " {
			w.write(" ", 0)
		} else {
			w.para.Break()
		}
		return
	case "xref":
		w.cross(n, c)
		return
	case "ext-link", "uri", "email", "self-uri", "related-article", "related-object", "inline-supplementary-material", "pub-id", "inline-media":
		w.link(n, c)
		return
	case "inline-formula", "chem-struct":
		w.children(n, c)
		return
	case "tex-math":
		w.math(texMath(n), c)
		return
	case "math":
		w.math(mathml.LaTeX(n.math), c)
		return
	case "inline-graphic":
		if w.pool != nil {
			w.image(n, "", c)
		} else {
			w.late = append(w.late, &node{name: "graphic", attr: n.attr, kids: n.kids})
		}
		return
	case "def": // of an abbreviation
		w.write(" (", c.look)
		w.write(n.words(), c.look)
		w.write(")", c.look)
		return
	case "name":
		w.write(personName(n, givenFirst), c.look)
		return
	}
	w.children(n, c)
}

// link reads an element that refers to what lies outside of the article.
func (w *walker) link(n *node, c scope) {
	url := n.get("href")
	switch {
	case w.linked:
	case url != "" && !n.hasText():
		w.write(url, c.look)
		return
	case url != "":
	case n.name == "email":
		url = "mailto:" + n.words()
	case n.name == "uri":
		url = n.words()
	case n.name == "pub-id":
		url = doiURL(n.get("pub-id-type"), n.words())
	}
	opened := w.openLink(url)
	w.children(n, c)
	if opened {
		w.closeLink()
	}
}

// doiURL returns the address of a DOI; "" of other identifiers.
func doiURL(kind, id string) string {
	if kind != "doi" || id == "" || strings.ContainsAny(id, " \n") {
		return ""
	}
	if strings.HasPrefix(id, "http") {
		return id
	}
	return "https://doi.org/" + strings.TrimPrefix(id, "doi:")
}

// maxLabel is the length of the longest label that stands for a reference without text, bytes.
const maxLabel = 100

// cross reads a reference within the article; one without text shows the label of what it refers to.
func (w *walker) cross(n *node, c scope) {
	ids := strings.Fields(n.get("rid"))
	for _, id := range ids {
		w.cited[id] = true
		if f := w.waiting[id]; f != nil && w.pool == nil && !w.placed[f] {
			w.placed[f] = true
			w.late = append(w.late, f)
		}
	}
	opened := len(ids) > 0 && w.openLink("#"+ids[0])
	if n.hasText() {
		w.children(n, c)
	} else if len(ids) > 0 {
		if to := w.byID[ids[0]]; to != nil {
			if label := to.child("label").words(); len(label) <= maxLabel {
				w.write(label, c.look)
			}
		}
	}
	if opened {
		w.closeLink()
	}
}

// inlineNote reads a note that stands where its mark is to be.
func (w *walker) inlineNote(n *node, c scope) {
	mark := n.child("label").words()
	if mark == "" {
		w.notes++
		mark = strconv.Itoa(w.notes)
	}
	w.write(mark, richtext.Super)
	own := *n
	own.kids = append([]*node{{name: "label", kids: []*node{{text: mark}}}}, n.kids...)
	w.note(&own, udm.NoteFootnote, scope{lang: c.lang})
}

// math writes a formula into the paragraph.
func (w *walker) math(latex string, c scope) {
	if latex == "" {
		return
	}
	w.maths++
	w.formula = latex
	w.write("$"+latex+"$", c.look)
}

// texMath returns the formula in a <tex-math>, which may be a whole LaTeX document (NISO Z39.96, tex-math).
func texMath(n *node) string {
	var sb strings.Builder
	n.appendText(&sb)
	s := sb.String()
	if _, body, ok := strings.Cut(s, `\begin{document}`); ok {
		s, _, _ = strings.Cut(body, `\end{document}`)
	}
	if strings.Contains(s, "%") {
		lines := strings.Split(s, "\n")
		for i, l := range lines {
			lines[i] = cutComment(l)
		}
		s = strings.Join(lines, "\n")
	}
	s = strings.Join(strings.Fields(s), " ")
	for _, signs := range [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\[`, `\]`}, {`\(`, `\)`}, {`\begin{equation}`, `\end{equation}`},
		{`\begin{equation*}`, `\end{equation*}`}, {`\begin{displaymath}`, `\end{displaymath}`}, {`\begin{math}`, `\end{math}`}} {
		inner, ok := strings.CutPrefix(s, signs[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, signs[1]); ok && !strings.Contains(inner, signs[0]) {
			s = strings.TrimSpace(inner)
		}
	}
	return s
}

// cutComment cuts a TeX comment off a line.
func cutComment(line string) string {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '%':
			return line[:i]
		}
	}
	return line
}

// alternatives reads the form of a thing that says most.
func (w *walker) alternatives(n *node, c scope) {
	for _, name := range [...]string{"tex-math", "math"} {
		if k := n.child(name); k != nil && latexOf(k) != "" {
			w.element(k, c)
			return
		}
	}
	if k := n.child("table", "preformat", "code", "textual-form", "chem-struct", "graphic", "inline-graphic", "media"); k != nil {
		w.element(k, c)
		return
	}
	w.children(n, c)
}

// latexOf returns the formula that an element is or holds, in LaTeX; "" when there is none.
func latexOf(n *node) string {
	switch n.name {
	case "tex-math":
		return texMath(n)
	case "math":
		return mathml.LaTeX(n.math)
	case "alternatives":
		for _, name := range [...]string{"tex-math", "math"} {
			if k := n.child(name); k != nil {
				if s := latexOf(k); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// display reads a formula on a line of its own; one that is set in letters is a paragraph.
func (w *walker) display(n *node, c scope) {
	label := n.child("label").words()
	if w.pool != nil {
		w.but(n, c, "label")
		return
	}
	w.flush(c)
	formulas := 0
	if !n.mixed() {
		for _, k := range n.kids {
			latex := latexOf(k)
			if latex == "" {
				continue
			}
			b := udm.NewFormula("latex", latex)
			if formulas == 0 && label != "" {
				b.A().Set("label", label)
			}
			if formulas == 0 {
				anchor(b, n.get("id"))
			}
			w.add(b, c)
			formulas++
		}
	}
	if formulas > 0 {
		return
	}
	c.inPara = false
	w.but(n, c, "label")
	if label != "" && !w.para.Empty() {
		w.write(" "+label, 0)
	}
	w.flush(c)
}

// labels are the kinds of ordered lists, and how they count.
var labels = map[string]func(int) string{
	"order": strconv.Itoa, "ordered": strconv.Itoa, "number": strconv.Itoa, "arabic": strconv.Itoa,
	"alpha-lower": func(n int) string { return numeral.Alphabetic(n, 'a') },
	"alpha-upper": func(n int) string { return numeral.Alphabetic(n, 'A') },
	"roman-lower": func(n int) string { return strings.ToLower(numeral.Roman(n)) },
	"roman-upper": numeral.Roman,
}

// itemLabel returns the marker of an ordered list's item.
func itemLabel(kind string, n int) string {
	s := labels[kind](n)
	if s == "" {
		s = strconv.Itoa(n)
	}
	return s + "."
}
