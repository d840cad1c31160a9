package latex

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// styled are the commands that show their argument in a style.
var styled = map[string]richtext.Style{
	"textbf": richtext.Bold, "textit": richtext.Italic, "emph": richtext.Italic, "textsl": richtext.Italic, "texttt": richtext.Code, "underline": richtext.Underline, "uline": richtext.Underline,
	"sout": richtext.Strike, "st": richtext.Strike, "textsuperscript": richtext.Super, "textsubscript": richtext.Sub, "code": richtext.Code, "lstinline": richtext.Code, "mathbf": richtext.Bold,
	"textsc": 0, "textrm": 0, "textsf": 0, "textup": 0, "textmd": 0, "textnormal": 0, "mbox": 0, "text": 0, "fbox": 0, "hbox": 0, "ensuremath": 0, "MakeUppercase": 0, "enquote": 0,
}

// declared are the commands that set a style for the rest of a group.
var declared = map[string]richtext.Style{
	"bf": richtext.Bold, "bfseries": richtext.Bold, "it": richtext.Italic, "itshape": richtext.Italic, "em": richtext.Italic, "sl": richtext.Italic, "slshape": richtext.Italic, "tt": richtext.Code, "ttfamily": richtext.Code,
}

// dropped are the commands that show nothing, with the number of their arguments.
var dropped = map[string]int{
	"label": 1, "index": 1, "vspace": 1, "hspace": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2, "usepackage": 1, "documentclass": 1, "bibliographystyle": 1, "pagestyle": 1,
	"thispagestyle": 1, "hypersetup": 1, "color": 1, "definecolor": 3, "phantom": 1, "vphantom": 1, "hphantom": 1, "rule": 2, "geometry": 1, "fontsize": 2, "selectlanguage": 1, "graphicspath": 1,
	"cline": 1, "cmidrule": 1, "pagenumbering": 1, "markboth": 2, "markright": 1, "addcontentsline": 3, "hyphenation": 1, "newcounter": 1, "stepcounter": 1, "refstepcounter": 1, "newlength": 1, "nocite": 1, "enlargethispage": 1,
	"tikzset": 1, "usetikzlibrary": 1, "lstset": 1, "captionsetup": 1, "linespread": 1, "rowcolor": 1, "cellcolor": 1, "columncolor": 1, "arrayrulecolor": 1, "bibliography": 1, "addbibresource": 1, "theoremstyle": 1,
	"setmainfont": 1, "setsansfont": 1, "setmonofont": 1, "ProvidesPackage": 1, "RequirePackage": 1, "PassOptionsToPackage": 2, "newtcolorbox": 2, "titleformat": 5, "titlespacing": 4, "vskip": 0, "hskip": 0, "fontfamily": 1, "fontseries": 1,
	"textheight": 0, "setbeamertemplate": 1, "usetheme": 1, "usecolortheme": 1, "institute": 1, "AtBeginDocument": 1, "AtEndDocument": 1, "hfill": 0, "vfill": 0,
}

// second are the commands whose last argument is shown, with the number of those before it.
var second = map[string]int{
	"textcolor": 1, "colorbox": 1, "fcolorbox": 2, "raisebox": 1, "resizebox": 2, "scalebox": 1, "rotatebox": 1, "parbox": 1, "makebox": 0, "framebox": 0, "foreignlanguage": 1, "hyperref": 0, "hyperlink": 1, "hypertarget": 1, "texorpdfstring": 0,
}

// command reads a command with its arguments; the scan stands behind its name.
func (d *reader) command(cmd string, sc *scan, st *setting) {
	if m, ok := d.macros[cmd]; ok {
		if text := d.call(m, sc); d.spend(len(text) + 1) {
			d.run(text, *st)
		}
		return
	}
	if _, ok := headings[cmd]; ok {
		d.heading(cmd, sc, st)
		return
	}
	if style, ok := styled[cmd]; ok {
		if cmd == "lstinline" {
			sc.option()
			if sc.i < len(sc.s) && sc.s[sc.i] != '{' {
				d.para.Write(sc.verb(), st.style|style)
				return
			}
		}
		inner := *st
		inner.style |= style
		arg, _ := sc.argument()
		d.run(arg, inner)
		return
	}
	if style, ok := declared[cmd]; ok {
		st.style |= style
		sc.spaces()
		return
	}
	if n, ok := dropped[cmd]; ok {
		sc.star()
		for range n {
			sc.parenthesis()
			sc.option()
			sc.argument()
		}
		return
	}
	if n, ok := second[cmd]; ok {
		sc.star()
		for {
			if _, ok := sc.option(); !ok {
				break
			}
		}
		for range n {
			sc.argument()
			sc.option()
		}
		arg, _ := sc.argument()
		if cmd == "texorpdfstring" {
			sc.argument()
		}
		d.run(arg, *st)
		return
	}
	if s, ok := symbols[cmd]; ok {
		d.para.Write(s, st.style)
		if isLetter(cmd[0]) {
			sc.afterName()
		}
		return
	}
	if mark, ok := accents[cmd]; ok {
		d.accent(mark, sc, st)
		return
	}
	d.other(cmd, sc, st)
}

// afterName goes past what ends a command's name: blanks, or an empty group.
func (sc *scan) afterName() {
	if strings.HasPrefix(sc.s[sc.i:], "{}") {
		sc.i += 2
		return
	}
	sc.spaces()
}

// parenthesis goes past "(…)".
func (sc *scan) parenthesis() {
	if sc.i < len(sc.s) && sc.s[sc.i] == '(' {
		if end := strings.IndexByte(sc.s[sc.i:], ')'); end > 0 {
			sc.i += end + 1
		}
	}
}

func (d *reader) other(cmd string, sc *scan, st *setting) {
	switch cmd {
	case "begin":
		env, _ := sc.group()
		d.environment(strings.TrimSpace(env), sc, st)
	case "end":
		sc.group()
	case "(":
		d.delimitedMath(sc, `\)`, false, *st)
	case "[":
		d.delimitedMath(sc, `\]`, true, *st)
	case `\`, "newline", "linebreak", "tabularnewline":
		sc.star()
		sc.option()
		d.para.Break()
	case "par", "newpage", "clearpage", "cleardoublepage", "medskip", "bigskip", "smallskip", "pagebreak", "noindent", "centering", "indent":
		if cmd != "noindent" && cmd != "indent" {
			d.flush(*st)
		}
		sc.spaces()
	case "href":
		sc.option()
		url, _ := sc.argument()
		text, _ := sc.argument()
		d.para.OpenLink(unescapeURL(url))
		d.run(text, *st)
		d.para.CloseLink()
	case "url", "path", "nolinkurl":
		arg, _ := sc.argument()
		url := unescapeURL(arg)
		if cmd == "url" {
			d.para.OpenLink(url)
		}
		d.para.Write(url, st.style)
		d.para.CloseLink()
	case "verb":
		d.para.Write(sc.verb(), st.style|richtext.Code)
	case "mintinline":
		sc.option()
		sc.argument()
		arg, _ := sc.argument()
		d.para.Write(arg, st.style|richtext.Code)
	case "footnote", "thanks", "endnote", "footnotetext":
		sc.option()
		arg, _ := sc.argument()
		if cmd != "footnotetext" {
			d.noted++
			d.para.Write("["+strconv.Itoa(d.noted)+"]", st.style|richtext.Super)
		}
		d.due = append(d.due, arg)
	case "footnotemark":
		sc.option()
		d.noted++
		d.para.Write("["+strconv.Itoa(d.noted)+"]", st.style|richtext.Super)
	case "ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref", "subref":
		sc.star()
		arg, _ := sc.argument()
		d.reference(cmd, arg, *st)
	case "cite", "citep", "citet", "citeauthor", "citeyear", "parencite", "textcite", "autocite", "footcite", "citealp", "citealt", "Citet", "Citep", "citenum", "supercite":
		d.cite(sc, *st)
	case "includegraphics", "includesvg", "epsfig":
		d.graphics(sc, st)
	case "caption", "captionof", "subcaption":
		sc.star()
		if cmd == "captionof" {
			sc.group()
		}
		sc.option()
		arg, _ := sc.argument()
		d.caption(arg, *st)
	case "input", "include", "subfile", "lstinputlisting", "import", "verbatiminput":
		sc.option()
		arg, _ := sc.argument()
		d.in.Warnf("%s of %q left out", cmd, arg)
	case "maketitle":
		d.maketitle(*st)
	case "title", "author", "date", "keywords":
		d.titlePart(cmd, sc)
	case "item": // outside of a list
		sc.option()
		d.flush(*st)
	case "bibitem":
		sc.option()
		sc.group()
		d.flush(*st)
	case "appendix": // survey reads it
	case "multicolumn", "multirow":
		sc.option()
		sc.argument()
		sc.option()
		sc.argument()
		sc.option()
		arg, _ := sc.argument()
		d.run(arg, *st)
	case "iffalse":
		if k := strings.Index(sc.s[sc.i:], `\fi`); k >= 0 {
			sc.i += k + len(`\fi`)
		}
	case "char", "symbol":
		arg, _ := sc.argument()
		if n, err := strconv.ParseUint(arg, 10, 21); err == nil && utf8.ValidRune(rune(n)) {
			d.para.Write(string(rune(n)), st.style)
		}
	default:
		if d.define(cmd, sc) {
			return
		}
		// An unknown command: its arguments in braces are read as text.
		if isLetter(cmdByte(cmd)) {
			sc.star()
			for {
				if _, ok := sc.option(); !ok {
					break
				}
			}
			sc.afterName()
		}
	}
}

func cmdByte(cmd string) byte {
	if cmd == "" {
		return 0
	}
	return cmd[0]
}

func (d *reader) delimitedMath(sc *scan, end string, display bool, st setting) {
	tex, _, ok := strings.Cut(sc.s[sc.i:], end)
	if !ok {
		return
	}
	sc.i += len(tex) + len(end)
	d.math(tex, display, st)
}

func unescapeURL(s string) string {
	return strings.NewReplacer(`\%`, "%", `\#`, "#", `\_`, "_", `\&`, "&", `\~`, "~", `\{`, "{", `\}`, "}", "\n", "").Replace(strings.TrimSpace(s))
}

// reference writes the number of a label as the survey counted it; unknown ones in brackets.
func (d *reader) reference(cmd, label string, st setting) {
	for i, l := range strings.Split(label, ",") {
		l = strings.TrimSpace(l)
		if i > 0 {
			d.para.Write(", ", st.style)
		}
		text := d.labels[l]
		switch {
		case text == "" || cmd == "pageref" || cmd == "vref" || cmd == "nameref":
			text = "[" + l + "]"
		case cmd == "eqref":
			text = "(" + text + ")"
		}
		d.para.OpenLink("#" + l)
		d.para.Write(text, st.style)
		d.para.CloseLink()
	}
}

// cite writes a citation: the numbers of the keys in the bibliography, else the keys.
func (d *reader) cite(sc *scan, st setting) {
	sc.star()
	note, has := sc.option()
	if second, ok := sc.option(); ok {
		note = second
	}
	arg, _ := sc.argument()
	var shown []string
	for key := range strings.SplitSeq(arg, ",") {
		key = strings.TrimSpace(key)
		for i, k := range d.cites {
			if k == key {
				key = strconv.Itoa(i + 1)
				break
			}
		}
		shown = append(shown, key)
	}
	text := strings.Join(shown, ", ")
	if has && note != "" {
		text += ", " + d.plain(note)
	}
	d.para.Write("["+text+"]", st.style)
}

func (d *reader) graphics(sc *scan, st *setting) {
	sc.star()
	opt, _ := sc.option()
	sc.option()
	src, _ := sc.argument()
	d.flush(*st)
	alt := ""
	for part := range strings.SplitSeq(opt, ",") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(part), "alt="); ok {
			alt = d.plain(v)
		}
	}
	caption := ""
	if st.caption != nil {
		caption = d.plain(*st.caption)
	}
	d.Image(strings.TrimSpace(src), alt, caption, st.Context)
}

func (d *reader) caption(text string, st setting) {
	d.flush(st)
	st.Category, st.Item = udm.FigureCaption, nil
	d.run(text, st)
	d.flush(st)
}

// maketitle writes the title, the authors and the date.
func (d *reader) maketitle(st setting) {
	d.flush(st)
	if d.title != "" {
		d.run(d.title, setting{})
		d.Heading(0, &d.para, st.Context)
		d.para.Reset()
		d.flush(st)
	}
	for _, part := range [...]string{d.author, d.date} {
		d.block(strings.ReplaceAll(part, `\and`, `\par `), st)
	}
}

// accent writes a letter with a combining mark.
func (d *reader) accent(mark string, sc *scan, st *setting) {
	arg, ok := sc.argument()
	if !ok {
		return
	}
	switch arg = strings.TrimSpace(arg); arg {
	case `\i`:
		arg = "i"
	case `\j`:
		arg = "j"
	}
	r, n := utf8.DecodeRuneInString(arg)
	if n == 0 {
		return
	}
	d.para.Write(norm.NFC.String(string(r)+mark), st.style)
	if rest := arg[n:]; rest != "" {
		d.run(rest, *st)
	}
}

var accents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "d": "\u0323", "b": "\u0331", "r": "\u030a", "t": "\u0361",
}

// symbols are the commands that stand for characters.
var symbols = map[string]string{
	"%": "%", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", "$": "$", " ": " ", "\n": " ", ",": "\u2009", ";": " ", ":": " ", "!": "", "/": "", "-": "\u00ad", "@": "", ">": " ", "quad": " ", "qquad": "  ", "thinspace": " ", "enspace": " ", "space": " ",
	"ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textless": "<", "textgreater": ">", "textquotesingle": "'", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘", "textquoteright": "’",
	"textendash": "–", "textemdash": "—", "textbullet": "•", "textperiodcentered": "·", "textunderscore": "_", "textdollar": "$", "textdegree": "°", "textregistered": "®", "texttrademark": "™", "textcopyright": "©", "texteuro": "€", "euro": "€", "EUR": "€", "textmu": "µ", "textpm": "±", "texttimes": "×",
	"copyright": "©", "pounds": "£", "S": "§", "P": "¶", "dag": "†", "ddag": "‡", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "ng": "ŋ", "dj": "đ",
	"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2ε", "XeTeX": "XeTeX", "guillemotleft": "«", "guillemotright": "»", "og": "« ", "fg": " »", "glqq": "„", "grqq": "“", "checkmark": "✓", "slash": "/", "textvisiblespace": "␣", "nobreakspace": " ", "today": "", "tableofcontents": "", "listoffigures": "", "listoftables": "",
	"backslash": `\`, "rightarrow": "→", "leftarrow": "←", "times": "×", "textrightarrow": "→", "textleftarrow": "←", "hline": "", "toprule": "", "midrule": "", "bottomrule": "", "relax": "", "protect": "", "null": "", "strut": "", "fi": "", "frontmatter": "", "mainmatter": "", "backmatter": "",
}
