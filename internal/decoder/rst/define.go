package rst

import (
	"strconv"
	"strings"
	"unicode"
)

// definitions is what a document defines for its references.
type definitions struct {
	targets       map[string]*target // by normalized name
	waiting       []*target          // internal targets that wait for what follows them
	unnamed       []*target          // anonymous ones, in order
	substitutions map[string]*substitution
	notes         []*node // footnotes in order
	byLabel       map[string]*node
	marks         map[*node]string // "1", "*"
	rawRoles      map[string]bool
	codeRoles     map[string]bool
}

// target is what a name refers to: a URL, or another name.
type target struct {
	url, alias string
	title      string // of the section that an internal target stands before
}

type substitution struct {
	text  string
	image *node
	trim  bool
}

func newDefinitions() *definitions {
	return &definitions{
		targets: map[string]*target{}, substitutions: map[string]*substitution{}, byLabel: map[string]*node{}, marks: map[*node]string{},
		rawRoles: map[string]bool{"raw": true}, codeRoles: map[string]bool{},
	}
}

// normalize folds a reference name: case and white space do not matter.
func normalize(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// anchor returns the fragment that names a place in the document.
func anchor(s string) string {
	var sb strings.Builder
	sb.WriteByte('#')
	gap := false
	for _, r := range strings.ToLower(plainText(s)) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if gap && sb.Len() > 1 {
				sb.WriteByte('-')
			}
			gap = false
			sb.WriteRune(r)
		} else {
			gap = true
		}
	}
	return sb.String()
}

// target notes a target; one without URL stands for what follows it.
func (d *definitions) target(name, url string) {
	t := &target{}
	d.targets[name] = t
	d.place(t, name, url)
}

// anonymous notes a target without name.
func (d *definitions) anonymous(url string) {
	t := &target{}
	d.unnamed = append(d.unnamed, t)
	d.place(t, "", url)
}

func (d *definitions) place(t *target, name, url string) {
	switch {
	case url == "":
		t.url = anchor(name)
		d.waiting = append(d.waiting, t)
		return
	case strings.HasSuffix(url, "_") && !strings.HasSuffix(url, `\_`) && !strings.Contains(url, "://"):
		t.alias = normalize(strings.Trim(strings.TrimSuffix(url, "_"), "`"))
	default:
		t.url = url
	}
	for _, w := range d.waiting { // chained targets share the last one's URL
		*w = *t
	}
	d.waiting = nil
}

// settle ends a chain of internal targets at what follows them; title is that of a section, "" for other blocks.
func (d *definitions) settle(title string) {
	for _, w := range d.waiting {
		if title != "" {
			w.url, w.title = anchor(title), plainText(title)
		}
	}
	d.waiting = nil
}

// resolve returns the URL of a name, "" when it is not defined.
func (d *definitions) resolve(name string) string {
	for range 20 { // aliases may go in circles
		t := d.targets[name]
		if t == nil {
			return ""
		}
		if t.alias == "" {
			return t.url
		}
		name = t.alias
	}
	return ""
}

// note notes a footnote or citation.
func (d *definitions) note(n *node) {
	if n.kind == footnote {
		d.notes = append(d.notes, n)
	}
	if label := normalize(n.name); label != "#" && label != "*" && d.byLabel[label] == nil {
		d.byLabel[label] = n
	}
}

const symbols = "*†‡§¶#♠♥♦♣"

// number gives the automatic footnotes their numbers and symbols.
func (d *definitions) number() {
	taken := map[string]bool{}
	for _, n := range d.notes {
		if allDigits(n.name) {
			taken[n.name] = true
			d.marks[n] = n.name
		}
	}
	next, symbol := 1, 0
	signs := []rune(symbols)
	for _, n := range d.notes {
		switch {
		case n.name == "*":
			d.marks[n] = strings.Repeat(string(signs[symbol%len(signs)]), min(symbol/len(signs)+1, 9))
			symbol++
		case strings.HasPrefix(n.name, "#"):
			for taken[strconv.Itoa(next)] {
				next++
			}
			d.marks[n] = strconv.Itoa(next)
			next++
		}
	}
}

// defineRole notes the roles that a document derives from others, as far as it matters: ".. role:: x(raw)".
func (p *parser) defineRole(arg string) {
	roleName, base, ok := strings.Cut(arg, "(")
	if !ok {
		return
	}
	roleName = strings.TrimSpace(roleName)
	switch base = strings.TrimSuffix(strings.TrimSpace(base), ")"); {
	case p.defs.rawRoles[base]:
		p.defs.rawRoles[roleName] = true
	case base == "code" || p.defs.codeRoles[base]:
		p.defs.codeRoles[roleName] = true
	}
}

func parseRune(s string, base int) (rune, bool) {
	n, err := strconv.ParseUint(s, base, 32)
	if err != nil || n == 0 || n > unicode.MaxRune || n >= 0xD800 && n < 0xE000 {
		return 0, false
	}
	return rune(n), true
}
