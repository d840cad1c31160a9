package doc

import (
	"context"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// story is a wordflow.Story with the paragraph being read.
type story struct {
	wordflow.Story
	sub    *subdocument
	para   richtext.Builder
	fields []field // open ones, outermost first
	link   string  // URL of the open hyperlink
}

type field struct {
	instruction []byte
	result      bool // what the field shows is being read
	link        bool // its result is a link
}

// Characters with a meaning of their own (2.8.1 and elsewhere).
const (
	charPicture    = 0x01
	charNote       = 0x02
	charCell       = 0x07
	charDrawing    = 0x08
	charLine       = 0x0b
	charPage       = 0x0c
	charParagraph  = 0x0d
	charColumn     = 0x0e
	charFieldStart = 0x13
	charFieldSep   = 0x14
	charFieldEnd   = 0x15
	charHyphen     = 0x1e
	charSymbol     = 0x28
)

func (d *document) newStory(sub *subdocument) *story {
	return &story{Story: wordflow.Story{Budget: d.in.Budget}, sub: sub}
}

// read adds the CPs from from up to to, counted in the story's subdocument.
func (d *document) read(ctx context.Context, st *story, from, to int) error {
	from, to = max(from, 0), min(to, st.sub.length)
	cp, end := st.sub.start+from, st.sub.start+to
	for i := d.text.find(cp); i < len(d.text) && cp < end; i++ {
		p := &d.text[i]
		cp = max(cp, p.start)
		for cp < min(p.end, end) {
			if err := ctx.Err(); err != nil {
				return err
			}
			n, err := d.readRun(ctx, st, p, cp, min(p.end, end))
			if err != nil {
				return err
			}
			cp += n
		}
	}
	if !st.para.Empty() {
		st.EndParagraph(wordflow.Paragraph{}, &st.para)
	}
	return st.Err()
}

// readRun reads characters of one formatting, up to the CP end, and returns how many there were.
func (d *document) readRun(ctx context.Context, st *story, p *piece, cp, end int) (int, error) {
	fc := p.offset(cp)
	limit := p.offset(end)
	var changes []byte
	if i := d.chars.find(fc); i < len(d.chars) {
		if r := d.chars[i]; r.start > fc {
			limit = min(limit, r.start)
		} else {
			limit, changes = min(limit, r.end), r.changes
		}
	}
	istd := uint16(0)
	if i := d.paras.find(fc); i < len(d.paras) && d.paras[i].start <= fc {
		limit, istd = min(limit, d.paras[i].end), d.paras[i].istd
	}
	n := max((limit-fc)/p.width(), 1)
	n = st.sub.untilNote(cp-st.sub.start, n)
	var c, base chp
	if s := d.style(istd); s != nil && !s.character {
		base = s.chp
	}
	c = base
	c.apply(d, changes, &base)
	c.apply(d, p.changes, &base)
	if p.wide {
		d.wideText(ctx, st, p, cp, n, &c)
	} else {
		d.narrowText(ctx, st, p, cp, n, &c)
	}
	return n, d.noteAt(ctx, st, cp+n-1, &c)
}

// narrowText reads text of one byte a character.
func (d *document) narrowText(ctx context.Context, st *story, p *piece, cp, n int, c *chp) {
	b := slice(d.main, uint64(p.offset(cp)), uint64(n))
	for i := 0; i < len(b); {
		start, ascii := i, true
		for i < len(b) && (b[i] >= 0x20 && !(b[i] == charSymbol && c.symbol != 0) || b[i] == '\t') {
			ascii = ascii && b[i] < utf8.RuneSelf
			i++
		}
		if i > start {
			switch text := b[start:i]; {
			case d.old:
				st.write(d.decodeOld(text, c.font), c)
			default:
				st.write(narrow(text, ascii), c)
			}
		}
		if i < len(b) {
			d.control(ctx, st, p, cp+i, b[i], c)
			i++
		}
	}
}

// wideText reads UTF-16.
func (d *document) wideText(ctx context.Context, st *story, p *piece, cp, n int, c *chp) {
	b := slice(d.main, uint64(p.offset(cp)), uint64(2*n))
	buf := make([]byte, 0, len(b))
	flush := func() {
		if len(buf) > 0 {
			st.write(string(buf), c)
			buf = buf[:0]
		}
	}
	for i := 0; 2*i+1 < len(b); i++ {
		u := rune(u16(b, 2*i))
		switch {
		case u < 0x20 && u != '\t' || u == charSymbol && c.symbol != 0:
			flush()
			d.control(ctx, st, p, cp+i, byte(u), c)
		case utf16.IsSurrogate(u):
			r := rune(utf8.RuneError)
			if 2*i+3 < len(b) {
				r = utf16.DecodeRune(u, rune(u16(b, 2*i+2)))
			}
			if r != utf8.RuneError {
				i++
				buf = utf8.AppendRune(buf, r)
			}
		case u >= 0xf020 && u <= 0xf0ff:
			buf = utf8.AppendRune(buf, d.symbol(c.font, u))
		default:
			buf = utf8.AppendRune(buf, u)
		}
	}
	flush()
}

// symbol maps a private code point that stands for a symbol font's byte.
func (d *document) symbol(font uint16, u rune) rune {
	name := ""
	if int(font) < len(d.fonts) {
		name = d.fonts[font].name
	}
	if t := charset.SymbolFont(name); t != nil && t[u&0xff] != 0 {
		return t[u&0xff]
	}
	return u
}

var windows1252 = func() (t [128]rune) {
	e, _ := charset.CodePage(1252)
	for i := range t {
		t[i] = rune(0x80 + i)
		if out, err := e.NewDecoder().Bytes([]byte{byte(0x80 + i)}); err == nil {
			if r, _ := utf8.DecodeRune(out); r != utf8.RuneError {
				t[i] = r
			}
		}
	}
	return t
}()

func narrow(b []byte, ascii bool) string {
	if ascii {
		return string(b)
	}
	out := make([]byte, 0, len(b)+len(b)/4)
	for _, c := range b {
		if c < utf8.RuneSelf {
			out = append(out, c)
		} else {
			out = utf8.AppendRune(out, windows1252[c-0x80])
		}
	}
	return string(out)
}

// write adds text to the paragraph, or to the instruction of the field that is being read.
func (st *story) write(s string, c *chp) {
	for i := len(st.fields) - 1; i >= 0; i-- {
		if f := &st.fields[i]; !f.result {
			f.instruction = append(f.instruction, s...)
			return
		}
	}
	if !c.hidden && !c.deleted {
		st.para.Write(s, c.style|c.face)
	}
}

// inInstruction reports whether a field's instruction is being read, here or further out.
func (st *story) inInstruction() bool {
	for i := range st.fields {
		if !st.fields[i].result {
			return true
		}
	}
	return false
}

// control takes a character with a meaning of its own.
func (d *document) control(ctx context.Context, st *story, p *piece, cp int, char byte, c *chp) {
	switch char {
	case charParagraph, charCell, charPage, charColumn:
		d.endParagraph(st, p, cp, char, c)
	case charLine:
		st.write("\n", c)
	case charHyphen:
		st.write("\u2011", c)
	case charSymbol:
		st.write(string(d.symbol(c.symFont, rune(c.symbol))), c)
	case charFieldStart:
		if len(st.fields) < maxFields {
			st.fields = append(st.fields, field{})
		}
	case charFieldSep:
		st.fieldResult()
	case charFieldEnd:
		st.fieldEnd()
	case charPicture:
		if c.picture && !c.hidden && !c.deleted {
			d.inlinePicture(st, c)
		}
	case charDrawing:
		if c.special && !c.hidden && !c.deleted {
			d.drawing(ctx, st, cp-st.sub.start)
		}
	}
}

const maxFields = 64 // open at once

func (st *story) fieldResult() {
	n := len(st.fields)
	if n == 0 || st.fields[n-1].result {
		return
	}
	f := &st.fields[n-1]
	f.result = true
	if url := wordflow.Hyperlink(string(f.instruction)); url != "" && !st.inInstruction() {
		f.link, st.link = true, url
		st.para.OpenLink(url)
	}
}

func (st *story) fieldEnd() {
	n := len(st.fields)
	if n == 0 {
		return
	}
	f := &st.fields[n-1]
	if f.link {
		st.link = ""
		st.para.CloseLink()
	}
	st.fields = st.fields[:n-1]
}

// endParagraph takes the character that ends a paragraph, cell or row.
func (d *document) endParagraph(st *story, p *piece, cp int, char byte, c *chp) {
	if (char == charPage || char == charColumn) && st.para.Empty() {
		st.resetParagraph()
		return
	}
	fc := p.offset(cp)
	var r run
	if i := d.paras.find(fc); i < len(d.paras) && d.paras[i].start <= fc {
		r = d.paras[i]
	}
	pp := pap{outline: bodyLevel}
	s := d.style(r.istd)
	if s != nil && !s.character {
		pp = s.pap
	}
	pp.istd = r.istd
	pp.apply(d, r.changes)
	pp.apply(d, p.changes)
	if pp.istd != r.istd {
		s = d.style(pp.istd)
	}
	level := pp.level()
	if level > 0 && (char == charCell && pp.rowEnd || pp.innerEnd) {
		st.para.Reset()
		st.EndRow(level, d.row(r.changes, p.changes))
		return
	}
	if c.deleted && char == charParagraph && level == 0 {
		return // joined with the next paragraph
	}
	if char == charCell {
		level = max(level, 1)
	}
	out := wordflow.Paragraph{Level: level}
	d.describe(&out, &pp, s)
	if !st.para.Empty() {
		d.listItem(&out, &pp)
	}
	st.EndParagraph(out, &st.para)
	if char == charCell || pp.innerCell {
		st.EndCell(level)
	}
	st.openLink()
}

func (st *story) resetParagraph() {
	st.para.Reset()
	st.openLink()
}

// openLink goes on with the hyperlink that the last paragraph ended in.
func (st *story) openLink() {
	if st.link != "" {
		st.para.OpenLink(st.link)
	}
}

// describe fills in what a paragraph's style and outline level say.
func (d *document) describe(out *wordflow.Paragraph, pp *pap, s *style) {
	if pp.outline < bodyLevel {
		out.Outline = pp.outline + 1
	}
	if s == nil || s.character {
		return
	}
	if out.Outline == 0 {
		out.Outline = s.heading
	}
	out.Kind = s.kind
	if pp.istd != 0 {
		out.Style = s.name
	}
}

// comments reads the annotations (2.8.8 and 2.8.9).
func (d *document) comments(ctx context.Context) ([]any, error) {
	refs, texts := newPlc(d.part(partCommentRefs), d.comment), newPlc(d.part(partCommentTexts), 0)
	owners, bounds := d.commentOwners(), texts.bounds()
	var out []any
	for i := range min(refs.n, texts.n) {
		st := d.newStory(d.annotations)
		if err := d.read(ctx, st, bounds[i], bounds[i+1]); err != nil {
			return nil, err
		}
		text, _ := st.Text()
		if text == "" {
			continue
		}
		c := map[string]any{"text": text}
		if o := int(u16(refs.data(i), d.commentOwner)); o < len(owners) && owners[o] != "" {
			c["author"] = owners[o]
		}
		out = append(out, c)
	}
	return out, nil
}

// commentOwners reads the names of those who commented (2.9.97).
func (d *document) commentOwners() []string {
	b := d.part(partCommentOwners)
	var out []string
	for d.old && len(b) > 0 {
		n := min(1+int(b[0]), len(b))
		out = append(out, strings.TrimSpace(cString(b[1:n])))
		b = b[n:]
	}
	for len(b) >= 2 {
		n := 2 * int(u16(b, 0))
		if 2+n > len(b) {
			break
		}
		out = append(out, strings.TrimSpace(utf16le(b[2:2+n])))
		b = b[2+n:]
	}
	return out
}

// furniture reads the headers and footers of all sections, each text once (2.3.3).
func (d *document) furniture(ctx context.Context) (headers, footers []*udm.ContentBlock, err error) {
	bounds := newPlc(d.part(partHeaders), 0).bounds()
	if d.old {
		bounds = d.headersOfWord6()
	}
	const separators = 6 // stories of foot- and endnotes before those of the sections, as many as each has
	seen := map[string]bool{}
	// Each section has these, in the order of the file: even and odd header, even and odd footer, first header
	// and footer. What most pages show comes first.
	for i := separators; i+1 < len(bounds); i += separators {
		for _, k := range [...]int{1, 0, 4, 3, 2, 5} {
			if i+k+1 >= len(bounds) {
				continue
			}
			from, to := bounds[i+k], bounds[i+k+1]
			if to <= from {
				continue
			}
			st := d.newStory(d.headers)
			if err := d.read(ctx, st, from, to); err != nil {
				return nil, nil, err
			}
			category, into := udm.Header, &headers
			if k == 2 || k == 3 || k == 5 {
				category, into = udm.Footer, &footers
			}
			text, rest := st.Text()
			if key := category.String() + text; text != "" && !seen[key] {
				seen[key] = true
				*into = append(*into, udm.NewText(category, text))
				*into = append(*into, rest...)
			}
		}
	}
	return headers, footers, nil
}
