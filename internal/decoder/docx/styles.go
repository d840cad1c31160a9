package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/xmlscan"
)

// kind is the part that a paragraph's style gives it.
type kind uint8

const (
	body kind = iota
	title
	caption
	code
)

// numRef says which list a paragraph belongs to. A num of 0 takes it out of the list that its style puts it in.
type numRef struct {
	num, level       int
	hasNum, hasLevel bool
}

// style is a style with what it inherits from those it is based on (17.7.4.17).
type style struct {
	id, name, base string
	outline        int // 0-based outline level, bodyLevel for body text, unset when the style says nothing
	num            numRef
	run            runProps
	font           string // "" when the style says nothing
	firstRow       bool   // table style with a look of its own for the first row

	kind     kind
	level    int    // heading level from 1; 0 none
	list     string // udm.Bullet or udm.Ordered for the built-in list styles
	listAt   int    // 0-based level of such a style
	resolved bool
}

const (
	unset     = -1
	bodyLevel = 9 // outline level of body text (17.3.1.20)
)

// hidden is text that is not shown; it shares the set with the visible properties of a run.
const hidden richtext.Style = 1 << 15

// toggles are the properties that a character style flips when the paragraph's style sets them too (17.7.3).
const toggles = richtext.Bold | richtext.Italic | richtext.Strike | hidden

// runProps are character properties: which of them are stated, and how.
type runProps struct {
	set, on richtext.Style
}

func (p *runProps) put(s richtext.Style, on bool) {
	p.set |= s
	p.on &^= s
	if on {
		p.on |= s
	}
}

// over lays p over base: what p states wins.
func (p runProps) over(base runProps) runProps {
	return runProps{p.set | base.set, base.on&^p.set | p.on}
}

// effective returns the properties of a run from those of the paragraph's style, the character style and its own.
func effective(para, char, own runProps) richtext.Style {
	on := (para.on^char.on)&toggles | (para.on&^char.set|char.on)&^toggles
	return on&^own.set | own.on
}

// styles are a document's styles by id.
type styles struct {
	byID      map[string]*style
	paragraph *style                    // the default paragraph style
	language  string                    // of the document defaults
	font      string                    // likewise
	faces     map[string]richtext.Style // what fonts' names say, by name
}

var noStyle = &style{resolved: true}

func readStyles(pkg *opc.Package, part string) (*styles, error) {
	st := &styles{byID: map[string]*style{}, paragraph: noStyle, faces: map[string]richtext.Style{}}
	if part == "" {
		return st, nil
	}
	s, err := pkg.ScanRoot(part)
	if err != nil {
		return st, err
	}
	defer s.Close()
	err = s.Children(func() error {
		switch s.Name() {
		case "w:docDefaults":
			return descend(s.Scanner, func() {
				switch s.Name() {
				case "w:lang":
					st.language = s.Attr("w:val")
				case "w:rFonts":
					st.font = s.Attr("w:ascii")
				}
			})
		case "w:style":
			return st.read(s.Scanner)
		}
		return nil
	})
	for _, x := range st.byID {
		st.resolve(x, 0)
	}
	if st.paragraph.font != "" {
		st.font = st.paragraph.font
	}
	return st, err
}

func (st *styles) read(s *xmlscan.Scanner) error {
	x := &style{id: s.Attr("w:styleId"), outline: unset}
	isDefault := s.Attr("w:type") == "paragraph" && onOff(s.Attr("w:default"), false)
	err := s.Children(func() error {
		switch s.Name() {
		case "w:name":
			x.name = s.Attr("w:val")
		case "w:basedOn":
			x.base = s.Attr("w:val")
		case "w:pPr":
			return s.Children(func() error {
				switch s.Name() {
				case "w:outlineLvl":
					x.outline = s.Int("w:val", unset)
				case "w:numPr":
					return readNumRef(s, &x.num)
				}
				return nil
			})
		case "w:rPr":
			return s.Children(func() error {
				if s.Name() == "w:rFonts" {
					x.font = s.Attr("w:ascii")
				}
				x.run.read(s)
				return nil
			})
		case "w:tblStylePr":
			if s.Attr("w:type") == "firstRow" {
				x.firstRow = true
			}
		}
		return nil
	})
	if _, ok := st.byID[x.id]; !ok {
		st.byID[x.id] = x
		if isDefault {
			st.paragraph = x
		}
	}
	return err
}

func readNumRef(s *xmlscan.Scanner, n *numRef) error {
	return s.Children(func() error {
		switch s.Name() {
		case "w:numId":
			n.num, n.hasNum = s.Int("w:val", 0), true
		case "w:ilvl":
			n.level, n.hasLevel = min(max(s.Int("w:val", 0), 0), maxLevel), true
		}
		return nil
	})
}

// read takes in one child of a w:rPr.
func (p *runProps) read(s *xmlscan.Scanner) {
	switch s.Name() {
	case "w:b":
		p.put(richtext.Bold, isOn(s))
	case "w:i":
		p.put(richtext.Italic, isOn(s))
	case "w:strike", "w:dstrike":
		if on := isOn(s); on || p.on&richtext.Strike == 0 {
			p.put(richtext.Strike, on)
		}
	case "w:vanish":
		p.put(hidden, isOn(s))
	case "w:u":
		v := s.Attr("w:val")
		p.put(richtext.Underline, v != "" && v != "none")
	case "w:vertAlign":
		v := s.Attr("w:val")
		p.put(richtext.Super, v == "superscript")
		p.put(richtext.Sub, v == "subscript")
	}
}

// isOn reads the value of an on/off property (17.17.4).
func isOn(s *xmlscan.Scanner) bool { return onOff(s.Attr("w:val"), true) }

func onOff(v string, absent bool) bool {
	switch v {
	case "":
		return absent
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// maxBase bounds how far a style may be from the one that it comes from in the end.
const maxBase = 50

// resolve fills in what a style inherits.
func (st *styles) resolve(x *style, depth int) {
	if x.resolved {
		return
	}
	x.resolved = true // also ends a circle of styles
	base := noStyle
	if b := st.byID[x.base]; b != nil && b != x && depth < maxBase {
		st.resolve(b, depth+1)
		base = b
	}
	x.run = x.run.over(base.run)
	if !x.num.hasNum {
		x.num.num, x.num.hasNum = base.num.num, base.num.hasNum
		if !x.num.hasLevel {
			x.num = base.num
		}
	}
	if x.font == "" {
		x.font = base.font
	}
	x.firstRow = x.firstRow || base.firstRow
	x.kind, x.level, x.list, x.listAt = base.kind, base.level, base.list, base.listAt
	name, _, _ := strings.Cut(strings.ToLower(x.name), ",")
	name = strings.TrimSpace(name)
	x.named(name)
	switch {
	case x.outline >= 0 && x.outline < bodyLevel:
		x.level = x.outline + 1
	case x.outline >= bodyLevel:
		x.level = 0
	case headingLevel(name) > 0:
		x.level = headingLevel(name)
	}
}

// named sets what the names of built-in styles say.
func (x *style) named(name string) {
	switch {
	case name == "title" || name == "subtitle" || name == "toc heading":
		x.kind = title
	case strings.HasSuffix(name, "caption"):
		x.kind = caption
	case isCodeStyle(name):
		x.kind = code
		x.run.put(richtext.Code, true)
	case strings.HasPrefix(name, "list bullet"):
		x.list, x.listAt = "bullet", trailingDigit(name)
	case strings.HasPrefix(name, "list number"):
		x.list, x.listAt = "ordered", trailingDigit(name)
	}
}

func isCodeStyle(name string) bool {
	switch name {
	case "code", "source code", "source text", "html preformatted", "html code", "macro text", "preformatted text", "preformatted", "verbatim char",
		"verbatim", "programlisting", "listing code", "code listing", "inline code":
		return true
	}
	return strings.HasPrefix(name, "code block") || strings.HasSuffix(name, " code") || strings.HasSuffix(name, "code block") ||
		strings.HasPrefix(name, "source code") || strings.HasSuffix(name, "code char")
}

// trailingDigit returns the 0-based level that a style name such as "list bullet 3" ends in.
func trailingDigit(name string) int {
	if c := name[len(name)-1]; c >= '2' && c <= '9' {
		return int(c - '1')
	}
	return 0
}

// headingWords are what "heading" is called by programs that write style names in the user's language.
var headingWords = []string{"heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek",
	"nadpis", "заголовок", "επικεφαλίδα", "見出し", "标题", "標題", "제목", "başlık", "címsor", "titlu", "naslov", "antraštė", "pealkiri", "virsraksts"}

// headingLevel returns the level that a style name states ("heading 2"), or 0.
func headingLevel(name string) int {
	n := len(name)
	if n < 4 || name[n-1] < '1' || name[n-1] > '9' {
		return 0
	}
	word := strings.TrimRight(name[:n-1], " \u00a0_-")
	for _, w := range headingWords {
		if word == w {
			return int(name[n-1] - '0')
		}
	}
	return 0
}

// descend calls f at each Start token inside of the current element and returns behind its end.
func descend(s *xmlscan.Scanner, f func()) error {
	depth := s.Depth()
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		switch {
		case k == xmlscan.EOF, k == xmlscan.End && s.Depth() < depth:
			return nil
		case k == xmlscan.Start:
			f()
		}
	}
}
