package ppt

import (
	"strconv"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// text is one text with its formatting, which counts UTF-16 units.
type text struct {
	typ        uint32
	chars      []uint16
	paragraphs []paragraphRun
	characters []characterRun
	links      []linkRange
	metas      map[int]uint16 // record types of metacharacters, by place
}

type paragraphRun struct {
	end   int
	level int
	style paragraphStyle
}

type characterRun struct {
	end   int
	style characterStyle
}

type linkRange struct {
	start, end int
	link       uint32 // hyperlink id
}

// readTexts reads the texts in a list of records (2.9.42, 2.9.76): each begins with its type.
func readTexts(records []officeart.Record) []*text {
	var out []*text
	var t *text
	pending := uint32(0) // hyperlink of the interaction whose range comes next
	for _, r := range records {
		if r.Type == typeTextHeaderAtom || t == nil {
			t = &text{typ: textOther}
			out = append(out, t)
		}
		switch r.Type {
		case typeTextHeaderAtom:
			t.typ = u32(r.Data, 0)
		case typeTextCharsAtom:
			t.chars = make([]uint16, len(r.Data)/2)
			for i := range t.chars {
				t.chars[i] = u16(r.Data, 2*i)
			}
		case typeTextBytesAtom: // the low bytes of UTF-16
			t.chars = make([]uint16, len(r.Data))
			for i, c := range r.Data {
				t.chars[i] = uint16(c)
			}
		case typeStyleTextPropAtom:
			t.readStyle(r)
		case typeInteractiveInfo:
			pending = interaction(r)
		case typeTextInteractiveInfo:
			if pending != 0 {
				t.links = append(t.links, linkRange{int(u32(r.Data, 0)), int(u32(r.Data, 4)), pending})
			}
			pending = 0
		case typeSlideNumberMeta, typeDateTimeMeta, typeGenericDateMeta, typeHeaderMeta, typeFooterMeta, typeRTFDateTimeMeta:
			if t.metas == nil {
				t.metas = map[int]uint16{}
			}
			t.metas[int(u32(r.Data, 0))] = r.Type
		}
	}
	return out
}

// interaction returns the id of the hyperlink that an InteractiveInfo container has, 0 for none.
func interaction(r officeart.Record) uint32 {
	atom, _ := r.Child(typeInteractiveInfoAtom)
	return u32(atom.Data, 4)
}

// readStyle reads a StyleTextPropAtom (2.9.45): runs of paragraph styles, then of character styles, each over
// the text and one unit more.
func (t *text) readStyle(r officeart.Record) {
	f := fields{b: r.Data}
	total := len(t.chars) + 1
	for at := 0; at < total && !f.end(); {
		at += int(min(f.u32(), uint32(total)))
		level := int(min(f.u16(), drawingml.Levels-1))
		t.paragraphs = append(t.paragraphs, paragraphRun{at, level, f.paragraph()})
	}
	for at := 0; at < total && !f.end(); {
		at += int(min(f.u32(), uint32(total)))
		t.characters = append(t.characters, characterRun{at, f.character()})
	}
}

const (
	paragraphEnd = 0x0D
	lineBreak    = 0x0B
)

// paragraph is one paragraph of a text.
type paragraph struct {
	level  int
	bullet drawingml.Bullet
	block  *udm.ContentBlock // without category
	meta   uint16            // the metacharacter that is all the text, 0 for none
}

// setting is what a text's surroundings say about it.
type setting struct {
	number  int // of the slide, as shown
	footers footers
	styles  [2]*styles // the master's and the document's
	auto    []autoNumber
}

// split cuts a text into its paragraphs that are not empty.
func (d *deck) split(t *text, c *setting) []paragraph {
	var out []paragraph
	var run richtext.Builder
	w := walker{deck: d, text: t, setting: c, run: &run}
	for start := 0; start < len(t.chars); {
		end := start
		for end < len(t.chars) && t.chars[end] != paragraphEnd {
			end++
		}
		run.Reset()
		p := w.paragraph(start, end)
		if b := new(udm.ContentBlock); run.Fill(b) {
			p.block = b
			out = append(out, p)
		}
		start = end + 1
	}
	return out
}

// walker goes through a text's runs once.
type walker struct {
	*deck
	*text
	*setting
	run    *richtext.Builder
	pf, cf int // current runs
}

// paragraph writes the units from start to end and returns the paragraph's formatting.
func (w *walker) paragraph(start, end int) paragraph {
	var p paragraph
	for w.pf < len(w.paragraphs) && w.paragraphs[w.pf].end <= start {
		w.pf++
	}
	if w.pf < len(w.paragraphs) {
		p.level = w.paragraphs[w.pf].level
		p.bullet.Kind = w.paragraphs[w.pf].style.bullet
	}
	for i := 0; i < len(w.styles) && p.bullet.Kind == drawingml.Inherit; i++ {
		p.bullet.Kind = w.styles[i].bullet(w.typ, p.level)
	}
	number, open := 0, ""
	if end == start+1 {
		p.meta = w.metas[start]
	}
	for at := start; at < end; {
		for w.cf < len(w.characters) && w.characters[w.cf].end <= at {
			w.cf++
		}
		style, stop := characterStyle{font: -1}, end
		if w.cf < len(w.characters) {
			style, stop = w.characters[w.cf].style, min(end, w.characters[w.cf].end)
		}
		if at == start {
			number = style.number
		}
		url := ""
		for _, l := range w.text.links {
			switch {
			case l.start <= at && at < l.end:
				url, stop = w.deck.links[l.link], min(stop, l.end)
			case l.start > at:
				stop = min(stop, l.start)
			}
		}
		if url != open {
			w.run.CloseLink()
			if open = url; url != "" {
				w.run.OpenLink(url)
			}
		}
		w.write(at, stop, style)
		at = stop
	}
	if p.bullet.Kind == drawingml.Character && number < len(w.auto) && w.auto[number].on {
		p.bullet = drawingml.Bullet{Kind: drawingml.Numbered, Scheme: w.auto[number].scheme, Start: w.auto[number].start}
	}
	return p
}

// write writes units of one style. Metacharacters are replaced by what they stand for, where it is known.
func (w *walker) write(start, end int, style characterStyle) {
	if w.metas == nil {
		w.run.Write(w.decode(w.chars[start:end], style.font), style.style)
		return
	}
	for i := start; i < end; i++ {
		switch w.metas[i] {
		case 0:
			k := i + 1
			for k < end && w.metas[k] == 0 {
				k++
			}
			w.run.Write(w.decode(w.chars[i:k], style.font), style.style)
			i = k - 1
		case typeSlideNumberMeta:
			w.run.Write(strconv.Itoa(w.number), style.style)
		case typeFooterMeta:
			w.run.Write(w.footers.footer, style.style)
		case typeDateTimeMeta, typeGenericDateMeta, typeRTFDateTimeMeta:
			w.run.Write(w.footers.date, style.style)
		}
	}
}

// decode returns units as text. Those of a symbol font's private area become the characters that it shows.
func (w *walker) decode(units []uint16, font int) string {
	var symbols *[256]rune
	out := utf16.Decode(units)
	for i, r := range out {
		switch {
		case r == lineBreak:
			out[i] = '\n'
		case r >= 0xF020 && r <= 0xF0FF && font >= 0 && font < len(w.fonts):
			if symbols == nil {
				if symbols = charset.SymbolFont(w.fonts[font]); symbols == nil {
					symbols = new([256]rune)
				}
			}
			if s := symbols[r-0xF000]; s != 0 {
				out[i] = s
			}
		}
	}
	return string(out)
}
