package rtfblock

import (
	"context"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// reader is the state of a pass over the file.
type reader struct {
	scanner
	in *decoder.Input

	g     group
	stack []group
	err   error
	star  bool // \* was just read: skip the group if its destination is not known

	raw       []byte // text bytes not yet decoded
	high      bool   // raw has bytes beyond ASCII
	skip      int    // characters of a Unicode escape's fallback that are still to come
	surrogate rune   // first half of a pair

	ansi, deff int // code page and font of the document
	fonts      map[int]*font
	font       *font // being defined
	codecs     map[int]*codec

	styles map[int]*style
	based  int                  // style that the one being defined is based on
	lists  map[int]*list        // by list identifier
	listOf map[int]listOverride // by \ls number
	list   *list                // being defined
	level  *wordflow.ListLevel
	over   listOverride // being defined

	body, story      *story
	headers, footers []*udm.ContentBlock
	inserted         map[string]bool // headers and footers that were taken over
	field            *field
	pict             *pict
	shapes           *shape
	objects          int // embedded files so far
	notes, endnotes  int
	noteFmt, endFmt  int // number formats

	meta     udm.Metadata
	date     dateFields
	property string // name of the user-defined property being read
	comments []any
	author   string // of the next comment
}

// group is what a group inherits and gives back.
type group struct {
	chp
	pap
	uc        int              // fallback characters of a Unicode escape
	dest      destination      // where text goes
	buf       *strings.Builder // for toBuffer
	nested    bool             // row keywords describe a nested table's row
	mathBlock bool             // equations stand alone
	onEnd     func(g *group)   // called when the group ends, after the outer state is back; not inherited
}

type destination uint8

const (
	toStory  destination = iota
	toBuffer             // text is collected in buf
	toFonts              // text is a font's name
	toStyles             // text is a style's name
	toPicture
	toHTML // text is collected in buf unless it is hidden
	toMath // text is an equation's, spelled as XML in buf
	toNowhere
)

// chp are character properties.
type chp struct {
	style   richtext.Style
	hidden  bool
	deleted bool
	rtl     bool // the run is right-to-left: \af chooses the font
	font    int
	bidi    int // font of right-to-left runs
}

// pap are paragraph properties.
type pap struct {
	styleID int
	outline int // 0-based level, -1 not said, 9 body text
	ls      int // list override number; 0 none
	ilvl    int
	itap    int // depth in tables, 0 not said
	intbl   bool
	pnType  string // list type of an old-style numbered paragraph
	pnLevel int
}

var defaultPap = pap{outline: -1}

// story is a wordflow.Story with the paragraph being read.
type story struct {
	wordflow.Story
	para     richtext.Builder
	label    strings.Builder // list label of the paragraph
	labelled bool
	link     string // URL of the open hyperlink field
	row      row    // of the outermost table
	inner    row    // of nested ones
	parent   *story
	mark     string // of the note that follows
	note     bool   // the story is a note
	endnote  bool   // it is an endnote
}

// openLink goes on with the hyperlink that the last paragraph ended in.
func (st *story) openLink() {
	if st.link != "" {
		st.para.OpenLink(st.link)
	}
}

type row struct {
	wordflow.Row
	cell wordflow.Cell // being described
	left int
}

const maxCells = 1024 // of a row

// run reads the file to its end. What is open then is closed.
func (r *reader) run(ctx context.Context) error {
	for n := 0; ; n++ {
		if n&0xfff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		switch r.next() {
		case endOfFile:
			r.flush()
			if len(r.stack) > 0 {
				r.in.Warnf("the text ends inside of a group")
			}
			for len(r.stack) > 0 {
				r.pop()
			}
			r.endStory(r.body, &r.g)
			return r.err
		case groupOpen:
			r.flush()
			r.skip = 0
			r.push()
		case groupClose:
			r.flush()
			r.skip = 0
			r.pop()
			if len(r.stack) == 0 && r.pos < len(r.b) && len(strings.TrimSpace(string(r.b[r.pos:min(len(r.b), r.pos+64)]))) == 0 {
				r.pos = len(r.b)
			}
		case plainText:
			r.text(r.bytes)
		case hexByte:
			r.byte(r.char)
		case keySymbol:
			r.symbol(r.char)
		case keyWord:
			r.flush()
			r.keyword()
		case binaryData:
			if r.skip > 0 {
				r.skip--
			} else if r.g.dest == toPicture && r.pict != nil {
				r.pict.add(r.bytes)
			}
		}
		if r.err != nil {
			return r.err
		}
	}
}

func (r *reader) push() {
	if err := r.in.Budget.CheckDepth(len(r.stack)); err != nil {
		r.err = err
		return
	}
	r.star = false
	r.stack = append(r.stack, r.g)
	r.g.onEnd = nil
}

func (r *reader) pop() {
	if len(r.stack) == 0 {
		return
	}
	ended := r.g
	r.g = r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if ended.onEnd != nil {
		ended.onEnd(&ended)
	}
}

// skipRest leaves out what is left of the current group.
func (r *reader) skipRest() {
	if len(r.stack) == 0 {
		return
	}
	r.skipGroup()
	r.g.onEnd = nil
	r.pop()
}

func (r *reader) keyword() {
	if r.g.dest == toMath && r.word[0] == 'm' && r.mathKeyword(string(r.word)) {
		r.star = false
		return
	}
	k, known := keywords[string(r.word)]
	if r.star {
		r.star = false
		if !known || !k.dest {
			r.skipRest()
			return
		}
	}
	if !known {
		return
	}
	if k.char != "" {
		if r.skip > 0 {
			r.skip--
		} else {
			r.emit(k.char)
		}
		return
	}
	r.skip = 0
	k.do(r)
}

// text takes plain bytes.
func (r *reader) text(b []byte) {
	if r.skip > 0 {
		n := min(r.skip, len(b))
		r.skip -= n
		b = b[n:]
	}
	if len(b) == 0 {
		return
	}
	if r.g.dest == toPicture {
		if r.pict != nil {
			r.pict.hex(b)
		}
		return
	}
	r.surrogate, r.star = 0, false
	r.raw = append(r.raw, b...)
	if !r.high {
		for _, c := range b {
			if c >= 0x80 {
				r.high = true
				break
			}
		}
	}
}

func (r *reader) byte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	r.surrogate = 0
	r.raw = append(r.raw, c)
	r.high = r.high || c >= 0x80
}

func (r *reader) symbol(c byte) {
	switch c {
	case '\\', '{', '}':
		r.byte(c)
		return
	case '*':
		r.flush()
		r.star = true
		return
	case '\n', '\r':
		r.flush()
		if r.g.dest == toHTML {
			r.emit("\n")
		}
		r.par()
		return
	}
	if r.skip > 0 {
		r.skip--
		return
	}
	r.flush()
	switch c {
	case '~':
		r.emit("\u00a0")
	case '_':
		r.emit("\u2011")
	case '\t':
		r.emit("\t")
	}
}

// flush decodes the bytes read so far and hands them to the current destination.
func (r *reader) flush() {
	if len(r.raw) == 0 {
		return
	}
	b, high := r.raw, r.high
	r.raw, r.high = r.raw[:0], false
	if r.g.dest == toNowhere || r.g.dest == toStory && (r.g.hidden || r.g.deleted) {
		return
	}
	f := r.fonts[r.g.fontNumber()]
	if f != nil && f.symbols != nil && r.g.dest == toStory {
		r.emit(symbols(f.symbols, b))
		return
	}
	if !high {
		r.emit(string(b))
		return
	}
	c := r.codec(f)
	if c.table == nil {
		r.emit(c.decode(b))
		return
	}
	out := make([]byte, 0, len(b)+len(b)/2)
	for _, x := range b {
		if x < utf8.RuneSelf {
			out = append(out, x)
		} else {
			out = utf8.AppendRune(out, c.table[x])
		}
	}
	r.emit(string(out))
}

func symbols(table *[256]rune, b []byte) string {
	var sb strings.Builder
	for _, c := range b {
		if s := table[c]; s != 0 {
			sb.WriteRune(s)
		} else {
			sb.WriteRune(rune(c))
		}
	}
	return sb.String()
}

func (c *chp) fontNumber() int {
	if c.rtl && c.bidi >= 0 {
		return c.bidi
	}
	return c.font
}

// codec returns the decoder of text in a font; f may be nil.
func (r *reader) codec(f *font) *codec {
	page := r.ansi
	if f != nil && f.page > 0 && !(f.page == 1252 && f.western && singleByte(r.ansi)) {
		page = f.page
	}
	c := r.codecs[page]
	if c == nil {
		c = newCodec(page)
		r.codecs[page] = c
	}
	return c
}

// singleByte reports whether a font that only claims the Western character set, which writers do without
// thinking, may hold text of that document code page.
func singleByte(page int) bool { return page >= 1250 && page <= 1258 || page == 874 }

// emit hands text to the current destination.
func (r *reader) emit(s string) {
	switch r.g.dest {
	case toStory:
		if !r.g.hidden && !r.g.deleted {
			r.story.para.Write(s, r.g.style|r.face())
		}
	case toBuffer, toStyles:
		r.g.buf.WriteString(s)
	case toFonts:
		r.fontName(s)
	case toHTML:
		if !r.g.hidden {
			r.g.buf.WriteString(s)
		}
	case toMath:
		r.mathText(s)
	}
}

// unicode takes a \u escape.
func (r *reader) unicode(n int) {
	if n < 0 {
		n += 1 << 16
	}
	c := rune(n)
	r.skip = r.g.uc
	switch {
	case c >= 0xd800 && c < 0xdc00:
		r.surrogate = c
		return
	case c >= 0xdc00 && c < 0xe000:
		hi := r.surrogate
		r.surrogate = 0
		if c = utf16.DecodeRune(hi, c); c == utf8.RuneError {
			return
		}
	case c >= 0xf020 && c <= 0xf0ff:
		c = r.symbolRune(c)
	}
	r.surrogate = 0
	if !utf8.ValidRune(c) {
		return
	}
	r.emit(string(c))
}

// symbolRune maps a private code point that stands for a symbol font's byte.
func (r *reader) symbolRune(c rune) rune {
	t := charset.SymbolFont("Symbol")
	if f := r.fonts[r.g.fontNumber()]; f != nil && f.symbols != nil {
		t = f.symbols
	} else if c != 0xf0b7 {
		return c
	}
	if s := t[c-0xf000]; s != 0 {
		return s
	}
	return c
}

// par ends a paragraph.
func (r *reader) par() {
	switch r.g.dest {
	case toStory:
		p := r.paragraph()
		r.endParagraph(&p)
	case toBuffer:
		r.g.buf.WriteByte('\n')
	}
}

func (r *reader) endParagraph(p *wordflow.Paragraph) {
	st := r.story
	st.EndParagraph(*p, &st.para)
	st.label.Reset()
	st.labelled = false
	st.openLink()
	if err := st.Err(); err != nil {
		r.err = err
	}
}

// paragraph returns what is known of the paragraph that ends here.
func (r *reader) paragraph() wordflow.Paragraph {
	st, pp := r.story, &r.g.pap
	var p wordflow.Paragraph
	switch {
	case pp.itap > 0:
		p.Level = pp.itap
	case pp.intbl, st.InRow(1):
		p.Level = 1
	}
	s := r.styles[pp.styleID]
	p.Outline = pp.outline + 1
	if s != nil {
		if pp.outline < 0 {
			p.Outline = s.outline + 1
		}
		if p.Outline <= 0 {
			p.Outline = s.heading
		}
		p.Kind = s.kind
		if pp.styleID != 0 {
			p.Style = s.name
		}
	}
	if p.Outline < 0 || p.Outline > 9 {
		p.Outline = 0
	}
	r.listItem(&p)
	return p
}

// openStory makes text go to a story of its own until the current group ends.
func (r *reader) openStory() *story {
	st := &story{Story: wordflow.Story{Budget: r.in.Budget}, parent: r.story}
	r.story = st
	r.g.dest, r.g.buf = toStory, nil
	r.g.pap, r.g.nested = defaultPap, false
	r.g.chp = chp{font: r.deff, bidi: -1}
	return st
}

// endStory ends the last paragraph of a story, as the group g has it, and goes back to the story around it.
func (r *reader) endStory(st *story, g *group) {
	outer := r.g
	r.g, r.story = *g, st
	if !st.para.Empty() {
		p := r.paragraph()
		r.endParagraph(&p)
	}
	r.g = outer
	if st.parent != nil {
		r.story = st.parent
	}
}

// buffer collects the text of the current group and gives it to done at its end, trimmed.
func (r *reader) buffer(done func(text string)) {
	buf := new(strings.Builder)
	r.g.dest, r.g.buf = toBuffer, buf
	r.g.onEnd = func(*group) { done(strings.TrimSpace(buf.String())) }
}
