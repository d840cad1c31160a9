package mathml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer builds LaTeX; it keeps a control word and a letter behind it apart.
type writer struct {
	strings.Builder
	word bool // the last thing written was a control word
}

func (w *writer) put(s string) {
	if s == "" {
		return
	}
	if w.word && isLetter(s[0]) {
		w.WriteByte(' ')
	}
	w.WriteString(s)
	w.word = endsInWord(s)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func endsInWord(s string) bool {
	i := len(s)
	for i > 0 && isLetter(s[i-1]) {
		i--
	}
	return i < len(s) && i > 0 && s[i-1] == '\\'
}

// infix puts an operator between blanks.
func (w *writer) infix(s string) {
	if t := w.String(); t == "" || strings.HasSuffix(t, "{") || strings.HasSuffix(t, "(") {
		w.put(s)
		return
	}
	w.WriteByte(' ')
	w.word = false
	w.put(s)
	w.WriteByte(' ')
	w.word = false
}

func latex(n *Node) string {
	if n == nil {
		return ""
	}
	var w writer
	w.node(n)
	return trim(w.String())
}

// trim takes blanks off both ends, but for one that is escaped.
func trim(s string) string {
	t := strings.TrimSpace(s)
	if strings.HasSuffix(t, `\`) && !strings.HasSuffix(t, `\\`) {
		t += " "
	}
	return t
}

func (w *writer) children(n *Node) { w.row(n.Children) }

func at(nodes []*Node, i int) *Node {
	if i < len(nodes) {
		return nodes[i]
	}
	return nil
}

func (w *writer) node(n *Node) {
	e := n.elements()
	switch n.Name {
	case "":
		w.put(escape(strings.TrimSpace(n.Text)))
	case "mi":
		w.put(identifier(n))
	case "mn":
		w.put(styled(n.Attr["mathvariant"], escape(n.content())))
	case "mo":
		w.operator(n)
	case "mtext", "ms":
		w.text(n)
	case "mspace":
		w.space(n)
	case "mfrac":
		w.fraction(n, at(e, 0), at(e, 1))
	case "msqrt":
		w.put(`\sqrt{` + rowLaTeX(n.Children) + "}")
	case "mroot":
		w.put(`\sqrt[` + latex(at(e, 1)) + "]{" + latex(at(e, 0)) + "}")
	case "msub":
		w.scripts(at(e, 0), at(e, 1), nil)
	case "msup":
		w.scripts(at(e, 0), nil, at(e, 1))
	case "msubsup":
		w.scripts(at(e, 0), at(e, 1), at(e, 2))
	case "munder":
		w.under(at(e, 0), at(e, 1))
	case "mover":
		w.over(at(e, 0), at(e, 1))
	case "munderover":
		w.underOver(at(e, 0), at(e, 1), at(e, 2))
	case "mmultiscripts":
		w.multiscripts(e)
	case "mtable":
		env := "matrix"
		if strings.HasPrefix(n.Attr["columnalign"], "right left") { // equations, one below the other
			env = "aligned"
		}
		w.table(env, n)
	case "mfenced":
		w.fenced(n, e)
	case "menclose":
		if n.Attr["notation"] == "box" {
			w.put(`\boxed{` + rowLaTeX(n.Children) + "}")
		} else {
			w.children(n)
		}
	case "mphantom":
		w.put(`\phantom{` + rowLaTeX(n.Children) + "}")
	case "semantics":
		if len(e) > 0 {
			w.node(e[0])
		}
	case "maction":
		if len(e) > 0 {
			w.node(e[0])
		}
	case "annotation", "annotation-xml", "none", "mprescripts", "malignmark", "maligngroup":
	default: // math, mrow, mstyle, mpadded, merror and whatever else
		w.children(n)
	}
}

func rowLaTeX(nodes []*Node) string {
	var w writer
	w.row(nodes)
	return trim(w.String())
}

var fences = map[string]string{"(": "pmatrix", "[": "bmatrix", "{": "Bmatrix", "|": "vmatrix", "‖": "Vmatrix"}
var closers = map[string]string{"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖"}

// row writes nodes side by side. A table between two fences is a matrix of that kind, one behind a lone
// brace a case distinction.
func (w *writer) row(nodes []*Node) {
	var e []*Node
	for _, n := range nodes {
		if n.Name != "" || strings.TrimSpace(n.Text) != "" {
			e = append(e, n)
		}
	}
	for i := 0; i < len(e); i++ {
		if e[i].Name == "mo" && i+1 < len(e) {
			if table := unwrapTable(e[i+1]); table != nil {
				open := e[i].content()
				if i+2 < len(e) && e[i+2].Name == "mo" && e[i+2].content() == closers[open] && closers[open] != "" {
					w.table(fences[open], table)
					i += 2
					continue
				}
				if open == "{" {
					w.table("cases", table)
					i++
					if i+1 < len(e) && e[i+1].Name == "mo" && e[i+1].content() == "" {
						i++
					}
					continue
				}
			}
		}
		w.node(e[i])
	}
}

// unwrap returns the one element that stands in a row, or in a row of a row; else the node itself.
func unwrap(n *Node) *Node {
	for n.Name == "mrow" || n.Name == "mstyle" || n.Name == "mpadded" {
		e := n.elements()
		if len(e) != 1 {
			return n
		}
		n = e[0]
	}
	return n
}

// unwrapTable returns the table that a node is or that alone stands in it.
func unwrapTable(n *Node) *Node {
	if n = unwrap(n); n.Name == "mtable" {
		return n
	}
	return nil
}

func (w *writer) table(env string, n *Node) {
	w.put(`\begin{` + env + "}")
	first := true
	for _, row := range n.elements() {
		if row.Name != "mtr" && row.Name != "mlabeledtr" {
			continue
		}
		if first {
			w.WriteByte(' ')
		} else {
			w.WriteString(` \\ `)
		}
		first = false
		for i, cell := range row.elements() {
			if i > 0 {
				w.WriteString(" & ")
			}
			w.WriteString(rowLaTeX(cell.Children))
		}
	}
	w.WriteString(` \end{` + env + "}")
	w.word = false
}

func (w *writer) fenced(n *Node, e []*Node) {
	open, closing, seps := "(", ")", ","
	if v, ok := n.Attr["open"]; ok {
		open = strings.TrimSpace(v)
	}
	if v, ok := n.Attr["close"]; ok {
		closing = strings.TrimSpace(v)
	}
	if v, ok := n.Attr["separators"]; ok {
		seps = strings.Join(strings.Fields(v), "")
	}
	if len(e) == 1 && closers[open] == closing && closing != "" {
		if t := unwrapTable(e[0]); t != nil {
			w.table(fences[open], t)
			return
		}
	}
	if len(e) == 1 && open == "(" && closing == ")" {
		if f := unwrap(e[0]); f.Name == "mfrac" && noBar(f) {
			parts := f.elements()
			w.put(`\binom{` + latex(at(parts, 0)) + "}{" + latex(at(parts, 1)) + "}")
			return
		}
	}
	w.put(`\left` + delimiter(open))
	list := []rune(seps)
	for i, c := range e {
		if i > 0 && len(list) > 0 {
			w.put(escape(string(list[min(i-1, len(list)-1)])) + " ")
		}
		w.node(c)
	}
	w.put(`\right` + delimiter(closing))
}

func delimiter(s string) string {
	if s == "" {
		return "."
	}
	return strings.TrimSpace(escape(s))
}

// noBar reports whether a fraction is drawn without its line.
func noBar(n *Node) bool {
	t := n.Attr["linethickness"]
	return t == "0" || t == "0px" || t == "0pt" || t == "0em"
}

func (w *writer) fraction(n, num, den *Node) {
	if noBar(n) {
		w.put("{" + latex(num) + ` \atop ` + latex(den) + "}")
		return
	}
	w.put(`\frac{` + latex(num) + "}{" + latex(den) + "}")
}

// base writes what scripts hang on, in braces when it is more than one thing.
func (w *writer) base(n *Node) {
	s := latex(n)
	if compound(n) {
		s = "{" + s + "}"
	}
	if s == "" {
		s = "{}"
	}
	w.put(s)
}

func compound(n *Node) bool {
	for n != nil && (n.Name == "mrow" || n.Name == "mstyle" || n.Name == "mpadded") {
		e := n.elements()
		if len(e) != 1 {
			return len(e) > 1
		}
		n = e[0]
	}
	return n != nil && (n.Name == "mfrac" || strings.HasPrefix(n.Name, "msu"))
}

func (w *writer) scripts(base, sub, sup *Node) {
	w.base(base)
	w.sub(sub)
	w.sup(sup)
}

func (w *writer) sub(n *Node) {
	if s := latex(n); s != "" {
		w.put("_{" + s + "}")
	}
}

func (w *writer) sup(n *Node) {
	s := latex(n)
	switch s {
	case "":
		return
	case `\prime`, "'":
		w.put("'")
		return
	case `''`:
		w.put("''")
		return
	}
	w.put("^{" + s + "}")
}

// limits reports whether scripts below and above the node are limits: of sums, integrals, lim and the like.
func limits(n *Node) bool {
	for n != nil && (n.Name == "mrow" || n.Name == "mstyle") {
		e := n.elements()
		if len(e) != 1 {
			return false
		}
		n = e[0]
	}
	if n == nil || n.Name != "mo" && n.Name != "mi" {
		return false
	}
	t := n.content()
	if limitWords[t] {
		return true
	}
	r, size := utf8.DecodeRuneInString(t)
	return size == len(t) && strings.ContainsRune("∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀", r)
}

var limitWords = map[string]bool{"lim": true, "max": true, "min": true, "sup": true, "inf": true, "limsup": true, "liminf": true, "argmax": true, "argmin": true, "det": true, "gcd": true, "Pr": true}

var accentsOver = map[string]string{
	"^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "¯": "overline", "‾": "overline", "_": "overline", "―": "overline", "→": "vec", "⃗": "vec",
	"˙": "dot", ".": "dot", "¨": "ddot", "..": "ddot", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave", "⏞": "overbrace", "︷": "overbrace",
	"⟶": "overrightarrow", "←": "overleftarrow", "↔": "overleftrightarrow", "̂": "hat", "̃": "tilde", "̄": "overline", "̅": "overline", "̇": "dot", "̈": "ddot",
}

var accentsUnder = map[string]string{"_": "underline", "¯": "underline", "̲": "underline", "‾": "underline", "⏟": "underbrace", "︸": "underbrace", "→": "underrightarrow"}

func (w *writer) under(base, under *Node) {
	if limits(base) {
		w.scripts(base, under, nil)
		return
	}
	if under != nil && under.Name == "mo" {
		if a := accentsUnder[under.content()]; a != "" {
			w.put(`\` + a + "{" + latex(base) + "}")
			return
		}
	}
	if base != nil {
		if b := unwrap(base); (b.Name == "munder" || b.Name == "mover") && brace(b) {
			w.put(latex(b))
			w.sub(under)
			return
		}
	}
	w.put(`\underset{` + latex(under) + "}{" + latex(base) + "}")
}

// brace reports whether the node is something under or over a horizontal brace.
func brace(n *Node) bool {
	mark := at(n.elements(), 1)
	return mark != nil && strings.ContainsAny(mark.content(), "⏟⏞︸︷")
}

func (w *writer) over(base, over *Node) {
	if limits(base) {
		w.scripts(base, nil, over)
		return
	}
	if over != nil && (over.Name == "mo" || over.Name == "mi" || over.Name == "mtext") {
		if a := accentsOver[over.content()]; a != "" {
			w.put(`\` + a + "{" + latex(base) + "}")
			return
		}
	}
	if base != nil {
		if b := unwrap(base); b.Name == "mover" && brace(b) {
			w.put(latex(b))
			w.sup(over)
			return
		}
	}
	w.put(`\overset{` + latex(over) + "}{" + latex(base) + "}")
}

func (w *writer) underOver(base, under, over *Node) {
	if limits(base) {
		w.scripts(base, under, over)
		return
	}
	w.put(`\underset{` + latex(under) + `}{\overset{` + latex(over) + "}{" + latex(base) + "}}")
}

// multiscripts writes tensors: base, pairs of scripts behind it, mprescripts, pairs before it (MathML 3, 3.4.7).
func (w *writer) multiscripts(e []*Node) {
	if len(e) == 0 {
		return
	}
	pre := len(e)
	for i, n := range e {
		if n.Name == "mprescripts" {
			pre = i
			break
		}
	}
	for i := pre + 1; i < len(e); i += 2 {
		w.put("{}")
		w.sub(e[i])
		w.sup(at(e, i+1))
	}
	w.base(e[0])
	for i := 1; i < pre; i += 2 {
		if i > 1 {
			w.put("{}")
		}
		w.sub(e[i])
		if i+1 < pre {
			w.sup(e[i+1])
		}
	}
}

func (w *writer) text(n *Node) {
	var sb strings.Builder
	n.appendText(&sb)
	s := strings.Join(strings.FieldsFunc(sb.String(), func(r rune) bool { return r == '\n' || r == '\t' }), " ")
	switch strings.TrimSpace(strings.ReplaceAll(s, "\u00a0", " ")) {
	case "":
		if s != "" {
			w.put(`\ `)
		}
		return
	}
	s = strings.ReplaceAll(s, "\u00a0", " ")
	if n.Name == "ms" {
		s = `"` + s + `"`
	}
	w.put(`\text{` + escapeText(s) + "}")
}

func escapeText(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash `, "{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`).Replace(s)
}

func (w *writer) space(n *Node) {
	switch width := n.Attr["width"]; {
	case n.Attr["linebreak"] == "newline":
		w.put(` \\ `)
	case strings.HasSuffix(width, "em") && (width[0] == '1' || width[0] == '2') && len(width) <= 3:
		w.put(`\quad`)
	case width != "" && width[0] != '0' && width[0] != '-':
		w.put(`\ `)
	}
}

var functions = map[string]bool{}

func init() {
	for f := range strings.FieldsSeq("arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh") {
		functions[f] = true
	}
}

func identifier(n *Node) string {
	t := n.content()
	if functions[t] {
		return `\` + t
	}
	variant := n.Attr["mathvariant"]
	if utf8.RuneCountInString(t) > 1 && variant == "" {
		variant = "normal"
	}
	if t == "" || onlySymbols(t) && variant == "normal" {
		return strings.TrimSpace(escape(t))
	}
	return styled(variant, strings.TrimSpace(escape(t)))
}

func onlySymbols(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) && r < 0x370 {
			return false
		}
	}
	return true
}

var variants = map[string]string{
	"normal": "mathrm", "bold": "mathbf", "bold-italic": "boldsymbol", "double-struck": "mathbb", "script": "mathcal", "bold-script": "mathcal",
	"fraktur": "mathfrak", "bold-fraktur": "mathfrak", "sans-serif": "mathsf", "bold-sans-serif": "mathsf", "monospace": "mathtt",
}

func styled(variant, s string) string {
	if cmd := variants[variant]; cmd != "" && s != "" {
		return `\` + cmd + "{" + s + "}"
	}
	return s
}

// operator writes an <mo>: relations and binary operators between blanks.
func (w *writer) operator(n *Node) {
	t := n.content()
	if functions[t] {
		w.put(`\` + t)
		return
	}
	s := strings.TrimSpace(escape(t))
	switch {
	case s == "":
	case utf8.RuneCountInString(t) > 1 && onlyLetters(t):
		w.put(`\operatorname{` + s + "}")
	case n.Attr["form"] != "prefix" && n.Attr["form"] != "postfix" && isInfix(t):
		w.infix(s)
	case t == ",":
		w.put(", ")
	default:
		w.put(s)
	}
}

func onlyLetters(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

func isInfix(s string) bool {
	switch s {
	case "+", "-", "=", "<", ">", "*", ":=":
		return true
	}
	r, size := utf8.DecodeRuneInString(s)
	return size == len(s) && (r >= 0x2190 && r <= 0x21ff || strings.ContainsRune("−±∓×÷⋅·∘∗⊗⊕≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇∪∩∧∨≪≫⊥∥∣≔⟶⟹⟺⇒⇔", r))
}

// escape writes characters as LaTeX has them in maths.
func escape(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < utf8.RuneSelf && !strings.ContainsRune(`\{}$%#&_^~`, rune(s[i]))
	}
	if plain {
		return s
	}
	var w writer
	for _, r := range s {
		if cmd := Symbol(r); cmd != "" {
			w.put(cmd)
		} else if !invisible(r) {
			w.put(string(r))
		}
	}
	return w.String()
}

// invisible reports whether r is one of the operators that are not seen: function application, invisible times,
// separator and plus; or a zero-width character.
func invisible(r rune) bool {
	return r >= 0x2061 && r <= 0x2064 || r == 0x200b || r == 0x2060 || r == 0xfeff || r >= 0xfe00 && r <= 0xfe0f
}
