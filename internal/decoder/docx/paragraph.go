package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// paragraph is a paragraph while it is read.
type paragraph struct {
	text    richtext.Builder
	style   *style
	num     numRef
	outline int // its own outline level; unset for none
	page    int32
	after   []item // what it anchors, in order

	seq      string   // identifier of a SEQ field in it: "Table", "Figure"
	formulas []string // equations in its text
	prose    bool     // there is text besides them
	joins    bool     // its end is deleted or it is a drop cap: the next paragraph continues it
	section  *section
	links    int // link elements that are open
}

func (st *story) newParagraph() *paragraph {
	var p *paragraph
	if n := len(st.free); n > 0 {
		p, st.free = st.free[n-1], st.free[:n-1]
		p.text.Reset()
	} else {
		p = new(paragraph)
	}
	p.style, p.num, p.outline, p.page, p.after = st.styles.paragraph, numRef{}, unset, st.page, nil
	p.seq, p.formulas, p.prose, p.joins, p.section, p.links = "", nil, false, false, nil, 0
	for i := range st.fields {
		if f := &st.fields[i]; f.result && f.url != "" {
			p.openLink(f.url)
		}
	}
	return p
}

// paragraph reads a w:p (17.3.1.22).
func (st *story) paragraph() error {
	p := st.pending
	if p == nil {
		p = st.newParagraph()
	}
	st.pending = nil
	p.joins = false
	err := st.s.Children(func() error {
		if st.s.Name() == "w:pPr" {
			return st.properties(p)
		}
		return st.inline(p)
	})
	st.endFieldCodes(p)
	if err == nil && p.joins {
		st.pending = p
		return nil
	}
	if ferr := st.endParagraph(p); err == nil {
		err = ferr
	}
	return err
}

// properties reads a w:pPr (17.3.1.26).
func (st *story) properties(p *paragraph) error {
	s := st.s
	return s.Children(func() (err error) {
		switch s.Name() {
		case "w:pStyle":
			if x := st.styles.byID[string(s.AttrBytes("w:val"))]; x != nil {
				p.style = x
			}
		case "w:numPr":
			return readNumRef(s.Scanner, &p.num)
		case "w:outlineLvl":
			p.outline = s.Int("w:val", unset)
		case "w:framePr":
			if d := s.Attr("w:dropCap"); d != "" && d != "none" {
				p.joins = true
			}
		case "w:rPr":
			return s.Children(func() error {
				if n := s.Name(); n == "w:del" || n == "w:moveFrom" {
					p.joins = true
				}
				return nil
			})
		case "w:sectPr":
			sec, err := st.readSection()
			p.section = &sec
			return err
		}
		return nil
	})
}

// inline reads an element on the level of runs.
func (st *story) inline(p *paragraph) error {
	s := st.s
	switch s.Name() {
	case "w:r":
		return st.run(p)
	case "w:hyperlink":
		return st.hyperlink(p)
	case "w:ins", "w:moveTo", "w:smartTag", "w:customXml", "w:dir", "w:bdo", "w:sdt", "w:sdtContent":
		return s.Children(func() error { return st.inline(p) })
	case "w:fldSimple":
		return st.simpleField(p)
	case "m:oMath", "m:oMathPara":
		return st.math(p)
	case "mc:AlternateContent":
		return opc.Alternate(s.Scanner, understood, func() error {
			return s.Children(func() error { return st.inline(p) })
		})
	}
	return nil
}

// hyperlink reads a w:hyperlink (17.16.22).
func (st *story) hyperlink(p *paragraph) error {
	url := ""
	if rel, ok := st.pkg.Rels(st.part).ByID(st.s.Attr("r:id")); ok {
		url = rel.Target
		if rel.Fragment != "" {
			url += "#" + rel.Fragment
		}
	}
	if anchor := st.s.Attr("w:anchor"); anchor != "" {
		url += "#" + anchor
	}
	p.openLink(url)
	err := st.s.Children(func() error { return st.inline(p) })
	p.closeLink()
	return err
}

// openLink starts a link; one inside of another is part of the outer one.
func (p *paragraph) openLink(url string) {
	if p.links == 0 {
		p.text.OpenLink(url)
	}
	p.links++
}

func (p *paragraph) closeLink() {
	if p.links > 0 {
		p.links--
	}
	if p.links == 0 {
		p.text.CloseLink()
	}
}

// write appends visible text, or what belongs to the code of a field to that.
func (st *story) write(p *paragraph, text string, style richtext.Style) {
	if text == "" {
		return
	}
	if f := st.fieldCode(); f != nil {
		f.code, f.text = append(f.code, text...), append(f.text, text...)
		return
	}
	p.prose = p.prose || strings.TrimSpace(text) != ""
	if p.text.Len() == 0 {
		p.page = st.page
	}
	p.text.Write(text, style)
}

// endParagraph makes a block of a paragraph and adds it, with what it anchors, to the story.
func (st *story) endParagraph(p *paragraph) error {
	defer func() { st.free = append(st.free, p) }()
	mark, listed := st.mark(p)
	var err error
	switch {
	case st.cell != nil:
		st.cell.paragraph(p, mark)
		return nil
	case len(p.formulas) > 0 && !p.prose && mark.kind == "":
		for _, latex := range p.formulas {
			b := udm.NewFormula("latex", latex)
			b.Position.Page = p.page
			if err = st.emit(item{block: b}); err != nil {
				break
			}
		}
	case p.style.kind == code && st.level(p) == 0:
		err = st.hold(p, true, st.makeBlock(p, mark, listed))
	default:
		if b := st.makeBlock(p, mark, listed); b != nil && len(p.after) == 0 && codelines.Typewritten(b) {
			err = st.hold(p, false, b)
		} else if b != nil {
			err = st.emit(item{block: b})
		} else if len(p.after) > 0 {
			err = st.flushCode()
		} else if st.code.Maybe() {
			err = st.hold(p, false, nil)
		}
	}
	for _, it := range p.after {
		if err != nil {
			return err
		}
		if it.block.Position.Page == 0 {
			it.block.Position.Page = p.page
		}
		err = st.emit(it)
	}
	if err == nil && p.section != nil {
		err = st.endSection(*p.section)
	}
	return err
}

// mark counts a paragraph in its list and returns the list's marker; listed reports whether it is in one at all.
func (st *story) mark(p *paragraph) (m marker, listed bool) {
	ref := p.style.num
	if ref.hasNum && !p.num.hasNum && !p.num.hasLevel {
		p.num.level, p.num.hasLevel = st.numbering.styleLevel(ref.num, p.style.id, ref.level), true
	}
	if !p.num.hasNum {
		p.num.num, p.num.hasNum = ref.num, ref.hasNum
	}
	if !p.num.hasLevel {
		p.num.level = ref.level
	}
	if !p.num.hasNum || p.num.num == 0 {
		return marker{}, false
	}
	return st.numbering.next(p.num.num, p.num.level)
}

// level returns a paragraph's heading level from 1, 0 for none.
func (st *story) level(p *paragraph) int {
	switch {
	case p.outline == unset:
		return p.style.level
	case p.outline >= 0 && p.outline < bodyLevel:
		return p.outline + 1
	}
	return 0
}

// makeBlock makes a text block of a paragraph, nil when it has no text.
func (st *story) makeBlock(p *paragraph, mark marker, listed bool) *udm.ContentBlock {
	b := udm.NewText(udm.UncategorizedText, "")
	if !p.text.Fill(b) {
		return nil
	}
	b.Position.Page = p.page
	if p.style != st.styles.paragraph && p.style.name != "" {
		b.A().Style = p.style.name
	}
	level := st.level(p)
	switch {
	case level > 0:
		b.Category = udm.Title
		b.A().HeadingLevel = level
		b.A().ListLabel = mark.label
	case p.style.kind == title:
		b.Category = udm.Title
		if mark.label != "" {
			b.A().ListLabel = mark.label
		}
	case p.style.kind == caption || p.seq != "" && len(b.Text) < maxCaption && strings.HasPrefix(b.Text, p.seq):
		b.Category = udm.FigureCaption
	case mark.kind != "":
		b.Category = udm.ListItem
		a := b.A()
		a.ListType, a.ListLevel, a.ListLabel = mark.kind, p.num.level, mark.label
	case p.style.list != "" && !listed && !p.num.hasNum:
		b.Category = udm.ListItem
		a := b.A()
		a.ListType, a.ListLevel = p.style.list, p.style.listAt
	default:
		bulleted(b)
	}
	return b
}

// maxCaption is how long a paragraph with a SEQ field may be to count as a caption, bytes.
const maxCaption = 1000

// bulleted sets the category of a body paragraph: a list item when it begins with a bullet that someone typed,
// which is taken off, else what its text reads like.
func bulleted(b *udm.ContentBlock) {
	if first, _ := utf8.DecodeRuneInString(b.Text); classify.IsBullet(first) {
		if rest, ok := classify.Bullet(b.Text); ok {
			cut := utf8.RuneCountInString(b.Text) - utf8.RuneCountInString(rest)
			b.Text, b.Category = rest, udm.ListItem
			a := b.A()
			a.ListType = udm.Bullet
			for i := range a.Links {
				a.Links[i].Start, a.Links[i].End = max(a.Links[i].Start-cut, 0), max(a.Links[i].End-cut, 0)
			}
			for i := range a.Emphasis {
				a.Emphasis[i].Start, a.Emphasis[i].End = max(a.Emphasis[i].Start-cut, 0), max(a.Emphasis[i].End-cut, 0)
			}
			return
		}
	}
	b.Category = classify.Body(b.Text)
}

// text returns the text of the current element as Word shows it: line ends are blanks, and white space at its ends
// counts only with xml:space="preserve".
func text(s *xmlscan.Scanner) (string, error) {
	preserve := string(s.AttrBytes("xml:space")) == "preserve"
	t, err := s.InnerText()
	if !preserve {
		t = strings.Trim(t, " \t\n")
	}
	if strings.IndexByte(t, '\n') >= 0 {
		t = strings.ReplaceAll(t, "\n", " ")
	}
	return t, err
}
