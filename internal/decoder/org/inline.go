package org

import (
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/limit"
)

// inline writes a text with its markup.
func (d *reader) inline(s string, style richtext.Style) {
	d.depth++
	defer func() { d.depth-- }()
	if d.in.Budget.CheckDepth(d.depth) != nil {
		d.para.Write(s, style)
		return
	}
	from := 0
	find := new(markup.Finder)
	for i := 0; i < len(s); {
		if write, end := d.object(s, i, style, find); end > i {
			d.para.Write(s[from:i], style)
			write()
			from, i = end, end
			continue
		}
		i++
	}
	d.para.Write(s[from:], style)
}

// object reads the object at s[i]: what writes it, and the index behind it; i itself for plain text.
func (d *reader) object(s string, i int, style richtext.Style, find *markup.Finder) (write func(), end int) {
	switch c := s[i]; c {
	case '*', '/', '_', '+', '=', '~':
		if inner, end := emphasis(s, i, find); end > 0 {
			return func() { d.emphasize(c, inner, style) }, end
		}
		if c == '_' {
			return d.script(s, i, style)
		}
	case '^':
		return d.script(s, i, style)
	case '[':
		return d.bracket(s, i, style, find)
	case '<':
		return d.angle(s, i, style, find)
	case '\\':
		return d.backslash(s, i, style, find)
	case '$':
		return d.dollar(s, i, style, find)
	case '{':
		if strings.HasPrefix(s[i:], "{{{") {
			if k := find.Index(s, i+3, "}}}"); k > 0 {
				return func() { d.inline(d.expand(s[i+3:k]), style) }, k + 3
			}
		}
	case '@':
		if strings.HasPrefix(s[i:], "@@") { // a snippet for one exporter
			if k := find.Index(s, i+2, "@@"); k > i+2 {
				return func() {}, k + 2
			}
		}
	case 's':
		if strings.HasPrefix(s[i:], "src_") && (i == 0 || !isWordByte(s[i-1])) {
			return d.source(s, i, style)
		}
	case 'h', 'f', 'm':
		return d.plainURL(s, i, style)
	}
	return nil, i
}

func isWordByte(c byte) bool { return isDigit(c) || isLetter(c) || c == '_' || c >= 0x80 }

// emphasis returns the text of the emphasis that begins at s[i], and the index behind it; 0 for none.
func emphasis(s string, i int, find *markup.Finder) (inner string, end int) {
	marker := s[i]
	if i > 0 {
		prev, _ := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsSpace(prev) && !strings.ContainsRune(`-–—('"{`, prev) {
			return "", 0
		}
	}
	if i+2 >= len(s) || isBlank(s[i+1]) {
		return "", 0
	}
	key := s[i : i+1]
	if find.Missing(key, i) {
		return "", 0
	}
	for k := i + 1; k < len(s); k++ {
		if s[k] != marker || k == i+1 || isBlank(s[k-1]) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[k+1:])
		if k+1 == len(s) || unicode.IsSpace(next) || strings.ContainsRune(`-–—.,;:!?'")}\[`, next) {
			if strings.Count(s[i:k], "\n") > 1 {
				return "", 0
			}
			return s[i+1 : k], k + 1
		}
	}
	find.Miss(key, i)
	return "", 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

func (d *reader) emphasize(marker byte, inner string, style richtext.Style) {
	switch marker {
	case '=', '~':
		d.para.Write(inner, style|richtext.Code)
	case '*':
		d.inline(inner, style|richtext.Bold)
	case '/':
		d.inline(inner, style|richtext.Italic)
	case '_':
		d.inline(inner, style|richtext.Underline)
	case '+':
		d.inline(inner, style|richtext.Strike)
	}
}

// script reads "_{…}" and "^{…}". Without braces the sign stays in the text.
func (d *reader) script(s string, i int, style richtext.Style) (func(), int) {
	if i == 0 || isBlank(s[i-1]) || !strings.HasPrefix(s[i+1:], "{") {
		return nil, i
	}
	inner, end := braces(s, i+1)
	if end == 0 {
		return nil, i
	}
	st := richtext.Sub
	if s[i] == '^' {
		st = richtext.Super
	}
	return func() { d.inline(inner, style|st) }, end
}

// braces returns what stands in the braces that open at s[i], and the index behind them.
func braces(s string, i int) (inner string, end int) {
	const most = 1 << 12 // bytes
	depth := 0
	for k := i; k < min(len(s), i+most); k++ {
		switch s[k] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[i+1 : k], k + 1
			}
		}
	}
	return "", 0
}

// bracket reads a link or a footnote.
func (d *reader) bracket(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	if strings.HasPrefix(s[i:], "[[") {
		end := find.Index(s, i, "]]")
		if end < 0 {
			return nil, i
		}
		target, text, described := strings.Cut(s[i+2:end], "][")
		return func() { d.link(strings.TrimSpace(target), text, described, style) }, end + 2
	}
	if !strings.HasPrefix(s[i:], "[fn:") || find.Missing("[fn:", i) {
		return nil, i
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			label, text, inline := strings.Cut(s[i+4:k], ":")
			if label == "" && !inline {
				return nil, i
			}
			n := note{label: label}
			if inline {
				n.lines = []string{strings.TrimSpace(text)}
			}
			return func() { d.mark(n, style) }, k + 1
		}
	}
	find.Miss("[fn:", i)
	return nil, i
}

// mark writes the reference to a footnote, which is numbered by its first one.
func (d *reader) mark(n note, style richtext.Style) {
	if d.numbers == nil {
		d.numbers = map[string]int{}
	}
	key := n.label
	if key == "" {
		key = "\x00" + strconv.Itoa(len(d.numbers))
	}
	if d.numbers[key] == 0 {
		d.numbers[key] = len(d.numbers) + 1
	}
	d.para.Write("["+strconv.Itoa(d.numbers[key])+"]", style|richtext.Super)
	d.due = append(d.due, n)
}

// link writes a link, or notes a picture: a link without a description to a file that is one.
func (d *reader) link(target, text string, described bool, style richtext.Style) {
	target = d.expandLink(target)
	if !described && isImage(target) {
		d.pictures = append(d.pictures, strings.TrimPrefix(target, "file:"))
		return
	}
	if described && isImage(text) && !strings.ContainsAny(text, " \n") {
		d.pictures = append(d.pictures, strings.TrimPrefix(text, "file:"))
		return
	}
	url := target
	switch {
	case strings.HasPrefix(target, "*"):
		url = anchor(target[1:])
		text = orElse(text, target[1:])
	case strings.HasPrefix(target, "file:"):
		url = target[len("file:"):]
	case !strings.ContainsAny(target, ":/.#") && target != "":
		url = anchor(target)
	}
	text = orElse(text, strings.TrimPrefix(target, "#"))
	d.para.OpenLink(url)
	if described {
		d.inline(text, style)
	} else {
		d.para.Write(text, style)
	}
	d.para.CloseLink()
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// expandLink replaces an abbreviation that the text defines.
func (d *reader) expandLink(target string) string {
	key, tag, ok := strings.Cut(target, ":")
	base := d.links[key]
	if !ok || base == "" {
		return target
	}
	switch {
	case strings.Contains(base, "%s"):
		return strings.ReplaceAll(base, "%s", tag)
	case strings.Contains(base, "%h"):
		return strings.ReplaceAll(base, "%h", url.QueryEscape(tag))
	}
	return base + tag
}

func isImage(target string) bool {
	switch strings.ToLower(path.Ext(target)) {
	case ".png", ".gif", ".jpg", ".jpeg", ".svg", ".tif", ".tiff", ".webp", ".bmp":
		return true
	}
	return false
}

// anchor names a place in the document.
func anchor(s string) string {
	f := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return "#" + strings.Join(f, "-")
}

// angle reads "<url>", "<<target>>" and "<<<radio target>>>".
func (d *reader) angle(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	switch {
	case strings.HasPrefix(s[i:], "<<<"):
		if k := find.Index(s, i+3, ">>>"); k > 0 {
			return func() { d.inline(s[i+3:k], style) }, k + 3
		}
	case strings.HasPrefix(s[i:], "<<"):
		if k := find.Index(s, i+2, ">>"); k > 0 && !strings.Contains(s[i:k], "\n") {
			return func() {}, k + 2
		}
	}
	end := find.Index(s, i, ">")
	if end < 0 {
		return nil, i
	}
	target := s[i+1 : end]
	scheme, _, ok := strings.Cut(target, ":")
	if !ok || strings.ContainsAny(target, " \n<") || len(scheme) < 3 || strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz+") != "" {
		return nil, i
	}
	return func() { d.url(target, style) }, end + 1
}

func (d *reader) url(target string, style richtext.Style) {
	d.para.OpenLink(target)
	d.para.Write(target, style)
	d.para.CloseLink()
}

func (d *reader) plainURL(s string, i int, style richtext.Style) (func(), int) {
	if i > 0 && isWordByte(s[i-1]) {
		return nil, i
	}
	n := 0
	for _, scheme := range [...]string{"https://", "http://", "ftp://", "mailto:"} {
		if strings.HasPrefix(s[i:], scheme) {
			n = len(scheme)
		}
	}
	if n == 0 {
		return nil, i
	}
	end := i + n
	for end < len(s) && s[end] > ' ' && strings.IndexByte("<>[]\"`{}", s[end]) < 0 {
		end++
	}
	for end > i+n && strings.IndexByte(".,;:!?'", s[end-1]) >= 0 || end > i+n && s[end-1] == ')' && !strings.Contains(s[i:end], "(") {
		end--
	}
	if end == i+n {
		return nil, i
	}
	return func() { d.url(s[i:end], style) }, end
}

// backslash reads a line break, an equation or an entity.
func (d *reader) backslash(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	rest := s[i:]
	if strings.HasPrefix(rest, `\\`) {
		after := strings.TrimLeft(rest[2:], " ")
		if after == "" || after[0] == '\n' {
			return d.para.Break, len(s) - len(strings.TrimPrefix(after, "\n"))
		}
		return nil, i
	}
	for _, pair := range [...][2]string{{`\(`, `\)`}, {`\[`, `\]`}} {
		if strings.HasPrefix(rest, pair[0]) {
			if k := find.Index(s, i+2, pair[1]); k > 0 {
				return d.formula(s[i+2:k], style), k + 2
			}
			return nil, i
		}
	}
	k := 1
	for k < len(rest) && isLetter(rest[k]) {
		k++
	}
	entity := entities[rest[1:k]]
	if entity == "" {
		return nil, i
	}
	if strings.HasPrefix(rest[k:], "{}") {
		k += 2
	}
	return func() { d.para.Write(entity, style) }, i + k
}

func (d *reader) formula(tex string, style richtext.Style) func() {
	return func() { d.para.Write("$"+strings.TrimSpace(tex)+"$", style) }
}

// dollar reads "$…$" and "$$…$$".
func (d *reader) dollar(s string, i int, style richtext.Style, find *markup.Finder) (func(), int) {
	if strings.HasPrefix(s[i:], "$$") {
		if k := find.Index(s, i+2, "$$"); k > 0 && strings.TrimSpace(s[i+2:k]) != "" {
			return d.formula(s[i+2:k], style), k + 2
		}
		return nil, i
	}
	if i > 0 && (s[i-1] == '$' || isWordByte(s[i-1])) || i+1 >= len(s) || isBlank(s[i+1]) || strings.IndexByte(".,;", s[i+1]) >= 0 {
		return nil, i
	}
	newlines := 0
	for k := i + 1; k < len(s); k++ {
		if s[k] == '\n' {
			if newlines++; newlines > 2 {
				break
			}
		}
		if s[k] != '$' {
			continue
		}
		if isBlank(s[k-1]) || strings.IndexByte(".,", s[k-1]) >= 0 || k+1 < len(s) && isWordByte(s[k+1]) {
			break
		}
		return d.formula(s[i+1:k], style), k + 1
	}
	return nil, i
}

// source reads "src_lang[options]{code}".
func (d *reader) source(s string, i int, style richtext.Style) (func(), int) {
	k := i + len("src_")
	for k < len(s) && (isWordByte(s[k]) || s[k] == '-') {
		k++
	}
	if k < len(s) && s[k] == '[' {
		end := strings.IndexByte(s[k:], ']')
		if end < 0 {
			return nil, i
		}
		k += end + 1
	}
	if k >= len(s) || s[k] != '{' {
		return nil, i
	}
	code, end := braces(s, k)
	if end == 0 {
		return nil, i
	}
	return func() { d.para.Write(code, style|richtext.Code) }, end
}

// expand returns the text of a macro call: "name(first, second)".
func (d *reader) expand(call string) string {
	macro, args, _ := strings.Cut(call, "(")
	args = strings.TrimSuffix(args, ")")
	switch macro = strings.ToLower(strings.TrimSpace(macro)); macro {
	case "title":
		return d.meta.Title
	case "author":
		return d.meta.Author
	case "date", "email":
		v, _ := d.meta.Custom[macro].(string)
		return v
	}
	body := d.macros[macro]
	const most = 1000 // calls: macros may call each other
	if d.calls++; d.calls > most {
		return ""
	}
	for k, a := range strings.Split(args, ",") {
		body = strings.ReplaceAll(body, "$"+strconv.Itoa(k+1), strings.TrimSpace(a))
		if len(body) > 1<<16 {
			return ""
		}
	}
	return body
}

// plainText returns a text without the markers of its markup.
func plainText(s string) string {
	if !strings.ContainsAny(s, "*/_+=~[\\") {
		return s
	}
	d := reader{in: unlimited}
	d.para.Collapse = true
	d.inline(s, 0)
	text, _, _ := d.para.Text()
	return text
}

// unlimited is the input of a text that stands alone.
var unlimited = &decoder.Input{Budget: limit.NewBudget(limit.Limits{})}

// entities are the names that Org shows as characters, as far as texts use them.
var entities = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ",
	"mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"to": "→", "rightarrow": "→", "rarr": "→", "larr": "←", "leftarrow": "←", "uarr": "↑", "darr": "↓", "harr": "↔", "Rightarrow": "⇒", "rArr": "⇒", "lArr": "⇐",
	"times": "×", "div": "÷", "pm": "±", "plusmn": "±", "cdot": "⋅", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "asymp": "≈",
	"infin": "∞", "infty": "∞", "sum": "∑", "prod": "∏", "int": "∫", "radic": "√", "deg": "°", "micro": "µ", "frac12": "½", "frac14": "¼", "frac34": "¾",
	"in": "∈", "notin": "∉", "cap": "∩", "cup": "∪", "sub": "⊂", "sup": "⊃", "forall": "∀", "exist": "∃", "exists": "∃", "empty": "∅", "and": "∧", "or": "∨", "not": "¬", "neg": "¬",
	"copy": "©", "reg": "®", "trade": "™", "euro": "€", "EUR": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "dagger": "†", "ddagger": "‡",
	"ndash": "–", "mdash": "—", "hellip": "…", "dots": "…", "ldots": "…", "laquo": "«", "raquo": "»", "ldquo": "“", "rdquo": "”", "lsquo": "‘", "rsquo": "’", "bdquo": "„", "bull": "•", "star": "⋆",
	"nbsp": "\u00a0", "ensp": "\u2002", "emsp": "\u2003", "shy": "", "amp": "&", "lt": "<", "gt": ">", "vert": "|", "slash": "/", "plus": "+", "under": "_", "equal": "=", "asciicirc": "^", "ast": "*", "dollar": "$", "USD": "$", "pct": "%", "tilde": "~", "backslash": `\`, "quot": `"`, "check": "✓", "checkmark": "✓", "hearts": "♥", "smiley": "☺", "frowny": "☹",
	"auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "aacute": "á", "ccedil": "ç", "ntilde": "ñ", "oslash": "ø", "Oslash": "Ø", "aring": "å", "Aring": "Å", "aelig": "æ", "AElig": "Æ", "iacute": "í", "oacute": "ó", "uacute": "ú",
}
