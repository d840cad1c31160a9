// Package font turns the strings that content streams show into Unicode text and advance widths
// (ISO 32000-2, 9.6 to 9.10).
//
// A code's text comes from the first that has any: the font's ToUnicode map, the glyph's name in its encoding,
// the CID's character in the font's collection, the font program's own tables. What is found is kept, so that
// showing a glyph is a look-up.
package font

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/cmap"
	"github.com/udecode/udecode/internal/decoder/pdf/glyphname"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Font is a font of a PDF, ready to show text. It may be used from several goroutines.
type Font struct {
	Page     *page.Font
	Vertical bool
	Type3    bool
	Matrix   [6]float64 // of a Type 3 font: glyph space to text space
	Em       float64    // of a Type 3 font: the size of its em in text space

	simple *simple    // nil for composite fonts
	comp   *composite // nil for simple fonts
}

// Glyph is what a code shows.
type Glyph struct {
	Text   string  // "" for nothing to see
	Width  float32 // advance in text space, 1 = the font size; in vertical fonts downwards, so mostly negative
	VX, VY float32 // vertical fonts: from the horizontal to the vertical origin
	Space  bool    // the single-byte code 32, which word spacing applies to
	Guess  bool    // Text is a guess

	pending bool // the font program was not asked yet
}

// Next returns the glyph of the code at the start of b, which must not be empty, and the code's size in bytes.
func (f *Font) Next(b []byte) (*Glyph, int) {
	if f.comp != nil {
		return f.comp.next(b)
	}
	g := &f.simple.glyphs.Load()[b[0]]
	if g.pending {
		g = &f.simple.complete()[b[0]]
	}
	return g, 1
}

// Load reads a font dictionary. A nil or hopeless one gives a font that shows Latin text.
func Load(doc *cos.Document, dict cos.Dict) *Font {
	l := &loader{doc: doc, dict: dict, f: &Font{Page: &page.Font{}}}
	l.load()
	return l.f
}

type loader struct {
	doc     *cos.Document
	dict    cos.Dict // of the font
	desc    cos.Dict // font descriptor
	subtype cos.Name
	base    string // name without subset prefix
	f       *Font
	signs   *[256]rune // of fonts with signs in place of letters; nil for others
	toUni   *cmap.CMap
	unicode bool // ToUnicode says that the codes are Unicode
	program *program
	read    bool // program was looked for
}

// Font descriptor flags (9.8.2).
const (
	flagFixed       = 1 << 0
	flagSerif       = 1 << 1
	flagSymbolic    = 1 << 2
	flagNonsymbolic = 1 << 5
	flagItalic      = 1 << 6
	flagBold        = 1 << 18
)

func (l *loader) load() {
	l.subtype = l.doc.Name(l.dict["Subtype"])
	if s := l.doc.Stream(l.dict["ToUnicode"]); s != nil {
		if b, _ := s.Decode(); len(b) > 0 {
			l.toUni = cmap.Parse(b, cmap.Predefined)
			if !l.toUni.HasText() {
				l.toUni = nil
			}
		}
	} else if n := l.doc.Name(l.dict["ToUnicode"]); strings.HasPrefix(string(n), "Identity") {
		l.unicode = true
	} else if n != "" {
		l.toUni = cmap.Predefined(string(n))
	}
	composite := l.subtype == "Type0" || l.dict["DescendantFonts"] != nil
	if composite {
		l.loadComposite()
		return
	}
	l.desc = l.doc.Dict(l.dict["FontDescriptor"])
	l.describe(string(l.doc.Name(l.dict["BaseFont"])))
	l.loadSimple()
}

// describe fills in the looks.
func (l *loader) describe(name string) {
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	name = validName(name)
	l.base = name
	l.signs = charset.SymbolFont(signFont(name))
	p := l.f.Page
	p.Name = name
	flags := l.doc.Int(l.desc["Flags"], 0)
	low := strings.ToLower(name)
	p.Weight = 400
	if w := l.doc.Int(l.desc["FontWeight"], 0); w >= 100 && w <= 950 {
		p.Weight = w
	}
	if w := weightOf(low); w != 0 {
		p.Weight = w
	} else if flags&flagBold != 0 {
		p.Weight = max(p.Weight, 700)
	}
	angle, _ := l.doc.Number(l.desc["ItalicAngle"])
	p.Italic = flags&flagItalic != 0 || math.Abs(angle) > 2 && math.Abs(angle) < 60 || slanted(low)
	p.Mono = flags&flagFixed != 0 || containsAny(low, "courier", "mono", "consol", "typewriter", "cmtt", "menlo", "fixed")
	p.Serif = flags&flagSerif != 0 || containsAny(low, "times", "serif", "roman", "nimbusrom", "garamond", "georgia", "cmr", "minion", "palatino", "bookman") &&
		!containsAny(low, "sans")
	p.Symbol = flags&flagSymbolic != 0 && containsAny(low, "symbol", "dingbat", "cmsy", "cmmi", "cmex", "msam", "msbm", "wingding", "webding") ||
		low == "symbol" || low == "zapfdingbats"
	l.heights()
}

// heights fills in ascent and descent, within what layout can rely on.
func (l *loader) heights() {
	p := l.f.Page
	asc, _ := l.doc.Number(l.desc["Ascent"])
	desc, _ := l.doc.Number(l.desc["Descent"])
	if desc > 0 {
		desc = -desc
	}
	p.Ascent, p.Descent = float32(asc/1000), float32(desc/1000)
	if p.Ascent < .4 || p.Ascent > 1.2 {
		p.Ascent = .75
	}
	if p.Descent > -.05 || p.Descent < -.6 {
		p.Descent = -.22
	}
}

// signFont returns the family name of Symbol, Wingdings and their like, which files write in many ways.
func signFont(name string) string {
	name = strings.ToLower(name)
	name, _, _ = strings.Cut(name, ",")
	name, _, _ = strings.Cut(name, "-")
	name = strings.TrimSuffix(name, "mt")
	if rest, ok := strings.CutPrefix(name, "wingdings"); ok && rest != "" {
		return "wingdings " + strings.TrimSpace(rest)
	}
	return name
}

// letters is the package's letters with the signs of such a font in place of the letters, or of the private characters,
// that stand for them.
func (l *loader) letters(s string) string {
	if l.signs == nil {
		return letters(s)
	}
	r, size := utf8.DecodeRuneInString(s)
	if size != len(s) || r >= 0x100 && r>>8 != 0xF0 || r < 0x100 && !l.dressed() {
		return letters(s)
	}
	if sign := l.signs[byte(r)]; sign != 0 {
		return string(sign)
	}
	return letters(s)
}

// dressed reports whether the font has signs where its encoding says letters; Symbol's encoding names its signs.
func (l *loader) dressed() bool { return l.signs != nil && l.signs != charset.SymbolFont("symbol") }

// encoded is the text of a code by the font's encoding.
func (l *loader) encoded(enc *encoding, code int) string {
	if l.dressed() && enc.texts[code] != "" && l.signs[code] != 0 {
		return string(l.signs[code])
	}
	return l.letters(enc.texts[code])
}

func validName(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "")
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// weightOf reads the weight from a font name in lower case; 0 for none told.
func weightOf(name string) int {
	switch {
	case containsAny(name, "black", "heavy", "ultra"):
		return 900
	case containsAny(name, "extrabold", "extra-bold"):
		return 800
	case containsAny(name, "semibold", "semi-bold", "demibold", "demi-bold", "-demi", "demi,"):
		return 600
	case containsAny(name, "bold", "cmbx", "cmb10", "sfbx", "-bd", "cmssbx", "nimbusromno9l-medi", "nimbussanl-bold"):
		return 700
	case strings.HasSuffix(name, "-medi") || strings.HasSuffix(name, "-medium"):
		return 500
	case containsAny(name, "light", "thin"):
		return 300
	}
	return 0
}

func slanted(name string) bool {
	return containsAny(name, "italic", "oblique", "cmti", "cmsl", "sfti", "-ital", "slanted", "kursiv") ||
		strings.HasSuffix(name, "-it") || strings.HasSuffix(name, "ital") || strings.HasSuffix(name, "-bdit") || strings.HasSuffix(name, "-obl")
}

// simple is a font whose codes are bytes.
type simple struct {
	glyphs atomic.Pointer[[256]Glyph]

	mu  sync.Mutex
	l   *loader // until the font program was asked
	enc *encoding
}

func (l *loader) loadSimple() {
	if l.subtype == "Type3" {
		l.f.Type3 = true
		l.f.Matrix = [6]float64{.001, 0, 0, .001, 0, 0}
		if m := l.doc.Numbers(l.dict["FontMatrix"]); len(m) == 6 && m[0] != 0 {
			copy(l.f.Matrix[:], m)
		}
		l.type3Size()
	}
	g := new([256]Glyph)
	enc := l.encoding()
	l.simpleTexts(g, enc)
	l.simpleWidths(g, enc)
	g[32].Space = true
	s := &simple{l: l, enc: enc}
	s.glyphs.Store(g)
	l.f.simple = s
	p := l.f.Page
	p.Space = g[32].Width
	if !p.Mono && g['i'].Width != 0 && g['i'].Width == g['M'].Width && g['l'].Width == g['W'].Width {
		p.Mono = true
	}
}

// complete asks the font program for the texts that are still unknown.
func (s *simple) complete() *[256]Glyph {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.l == nil {
		return s.glyphs.Load()
	}
	g := *s.glyphs.Load()
	s.l.programTexts(&g, s.enc)
	s.glyphs.Store(&g)
	s.l = nil
	return &g
}

// type3Size finds the size of the em of a Type 3 font, whose glyph space may have any scale, from the glyphs'
// common box, or else from their widths.
func (l *loader) type3Size() {
	l.f.Em = 1
	up := math.Abs(l.f.Matrix[3])
	if l.f.Matrix[3] == 0 {
		up = math.Abs(l.f.Matrix[1])
	}
	if up > .0009 && up < .0011 {
		return
	}
	if b := l.doc.Numbers(l.dict["FontBBox"]); len(b) == 4 && b[3] > b[1] {
		l.f.Em = (b[3] - b[1]) * up
		return
	}
	sum, n := 0.0, 0.0
	for _, w := range l.doc.Numbers(l.dict["Widths"]) {
		if w > 0 {
			sum, n = sum+w, n+1
		}
	}
	if n > 0 {
		const usual = .5 // em
		l.f.Em = sum / n * math.Abs(l.f.Matrix[0]) / usual
	}
}

// encoding returns the font's encoding with its differences, as far as the font dictionary tells.
func (l *loader) encoding() *encoding {
	o := l.doc.Resolve(l.dict["Encoding"])
	if n, ok := o.(cos.Name); ok {
		if e := named(n); e != nil {
			return e
		}
	}
	d, _ := o.(cos.Dict)
	base := named(l.doc.Name(d["BaseEncoding"]))
	if base == nil {
		base = l.implicit()
	}
	diff := l.doc.Array(d["Differences"])
	if len(diff) == 0 {
		return base
	}
	e := *base
	text := nameText
	if strings.Contains(l.base, "Dingbat") {
		text = dingbatText
	}
	code := 0
	for _, x := range diff {
		switch v := l.doc.Resolve(x).(type) {
		case int64:
			code = int(min(max(v, 0), 256))
		case cos.Name:
			if code < 256 {
				e.names[code] = string(v)
				e.texts[code] = text(string(v))
			}
			code++
		}
	}
	return &e
}

var noEncoding = new(encoding)

// implicit is the encoding of a font that names none: its own, which an embedded font program tells.
func (l *loader) implicit() *encoding {
	low := strings.ToLower(l.base)
	switch {
	case strings.Contains(low, "zapfdingbats") || low == "dingbats":
		return zapfDingbats()
	case strings.HasPrefix(low, "symbol"):
		return symbol()
	case l.embedded():
		return noEncoding
	}
	return l.usual()
}

// usual is the encoding of a font about which nothing is known. Viewers take the standard one for TrueType fonts that
// call themselves nonsymbolic (9.6.5.4); the others were mostly made on Windows.
func (l *loader) usual() *encoding {
	if l.subtype == "TrueType" && l.doc.Int(l.desc["Flags"], 0)&flagNonsymbolic == 0 {
		return winAnsi()
	}
	return standard()
}

func (l *loader) embedded() bool {
	return l.subtype != "Type3" && (l.desc["FontFile"] != nil || l.desc["FontFile2"] != nil || l.desc["FontFile3"] != nil)
}

// simpleTexts sets the glyphs' texts, and marks those that only the font program may tell.
func (l *loader) simpleTexts(g *[256]Glyph, enc *encoding) {
	embedded := l.embedded()
	for code := range g {
		var text string
		if l.toUni != nil {
			text = l.mapped(uint32(code), 1)
		}
		if text == "" {
			text = l.encoded(enc, code)
		}
		g[code].Text = text
		if text != "" {
			continue
		}
		if embedded {
			g[code].pending = true
		} else {
			l.guess(&g[code], enc.names[code], code)
		}
	}
}

// programTexts gives the pending glyphs the texts that the font program has for them.
func (l *loader) programTexts(g *[256]Glyph, enc *encoding) {
	p := l.fontProgram()
	fallback := l.usual()
	if p != nil && p.encoding != nil {
		fallback = p.encoding
	}
	for code := range g {
		e := &g[code]
		if !e.pending {
			continue
		}
		e.pending = false
		name := enc.names[code]
		if p != nil && (name == "" || name == ".notdef" || l.subtype == "TrueType") {
			e.Text = l.letters(p.codeText(byte(code)))
		}
		if e.Text == "" && (name == "" || name == ".notdef") {
			e.Text, name = l.letters(fallback.texts[code]), fallback.names[code]
		}
		if e.Text == "" {
			l.guess(e, name, code)
		}
	}
}

// guess gives a glyph with an odd name a text.
func (l *loader) guess(g *Glyph, name string, code int) {
	if name != "" && name != ".notdef" {
		g.Text = l.oddName(name, code)
		g.Guess = true
	}
}

// mapped is what the ToUnicode map says, when that is a character.
func (l *loader) mapped(code uint32, size int) string {
	t := l.toUni.Text(code, size)
	if t == "" && size == 1 {
		t = l.toUni.Text(code, 2) // written with two bytes
	}
	return l.letters(t)
}

// oddName guesses a text from a glyph name outside of the list: a single letter is that letter; a number behind
// letters ("g65", "cid65", "x41" in hexadecimal) is a code, unless it is the glyph's own in any base. Else the glyph's
// own code is taken.
func (l *loader) oddName(name string, code int) string {
	if utf8.RuneCountInString(name) == 1 {
		return letters(name)
	}
	digits := strings.TrimLeftFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	if prefix := len(name) - len(digits); prefix == 0 || prefix > 5 {
		digits = ""
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	hex, hexErr := strconv.ParseUint(digits, 16, 16)
	switch {
	case hexErr == nil && int(hex) == code:
	case hexErr == nil && (name[0] == 'x' || name[0] == '#') && hex > 32 && hex < 256:
		code = int(hex)
	case err == nil && n > 32 && n < 256:
		code = int(n)
	}
	return winAnsi().texts[code&255]
}

func nameText(name string) string    { return letters(glyphname.Text(name)) }
func dingbatText(name string) string { return letters(glyphname.Dingbat(name)) }

// usualWidth stands in for the width of glyphs that no table knows, in 1/1000 em.
const usualWidth = 556

func (l *loader) simpleWidths(g *[256]Glyph, enc *encoding) {
	widths := l.doc.Array(l.dict["Widths"])
	first := l.doc.Int(l.dict["FirstChar"], 0)
	missing, _ := l.doc.Number(l.desc["MissingWidth"])
	unit := float32(.001)
	if l.f.Type3 {
		unit = float32(l.f.Matrix[0])
	}
	if len(widths) == 0 && !l.f.Type3 {
		p := l.f.Page
		for code := range g {
			g[code].Width = standardWidth(l.base, enc.names[code], p.Mono, p.Serif, p.Weight >= 600, p.Italic) * unit
			if g[code].Width == 0 && g[code].Text != "" {
				g[code].Width = max(float32(missing), usualWidth) * unit
			}
		}
		return
	}
	for code := range g {
		w := missing
		if i := code - first; i >= 0 && i < len(widths) {
			w, _ = l.doc.Number(widths[i])
		}
		g[code].Width = float32(w) * unit
	}
}

// composite shows text with a CMap.
type composite struct {
	l       *loader // for codes not met before
	enc     *cmap.CMap
	uni     *cmap.CMap // CID to Unicode of the collection, or nil
	unicode bool       // the codes of enc are Unicode by themselves
	widths  map[uint32]float32
	dw      float32
	vwidths map[uint32][3]float32
	dw2     [2]float32
	twoByte bool
	gids    []byte // CIDToGIDMap

	programOnce sync.Once

	pages [1024]atomic.Pointer[[64]Glyph] // of two-byte codes
	short atomic.Pointer[[256]Glyph]      // of one-byte codes
}

func (c *composite) next(b []byte) (*Glyph, int) {
	if c.twoByte && len(b) >= 2 {
		return c.two(uint32(b[0])<<8 | uint32(b[1])), 2
	}
	code, n := c.enc.Next(b)
	switch n {
	case 2:
		return c.two(code), n
	case 1:
		p := c.short.Load()
		if p == nil {
			p = c.fillShort()
		}
		return &p[code&255], n
	}
	g := c.glyph(code, n, c.program())
	return &g, n
}

func (c *composite) two(code uint32) *Glyph {
	p := c.pages[code>>6].Load()
	if p == nil {
		p = c.fill(code>>6, nil)
	}
	if p[code&63].pending {
		p = c.fill(code>>6, c.program())
	}
	return &p[code&63]
}

// fill makes the glyphs of 64 codes. Without a program, those that it may have a text for stay pending.
func (c *composite) fill(hi uint32, program *program) *[64]Glyph {
	p := new([64]Glyph)
	for i := range p {
		p[i] = c.glyph(hi<<6|uint32(i), 2, program)
	}
	c.pages[hi].Store(p)
	return p
}

// noProgram stands for an embedded font program that is missing or of no use.
var noProgram = new(program)

// program reads the embedded font program.
func (c *composite) program() *program {
	c.programOnce.Do(func() {
		if c.l.fontProgram() == nil {
			c.l.program = noProgram
		}
	})
	return c.l.program
}

func (c *composite) fillShort() *[256]Glyph {
	p := new([256]Glyph)
	for i := range p {
		p[i] = c.glyph(uint32(i), 1, c.program())
	}
	p[32].Space = true
	c.short.Store(p)
	return p
}

func (c *composite) glyph(code uint32, size int, program *program) Glyph {
	cid, _ := c.enc.CID(code, size)
	g := Glyph{Width: c.dw}
	if w, ok := c.widths[cid]; ok {
		g.Width = w
	}
	if c.l.f.Vertical {
		g.VX, g.VY = g.Width/2, c.dw2[0]
		g.Width = c.dw2[1]
		if v, ok := c.vwidths[cid]; ok {
			g.Width, g.VX, g.VY = v[0], v[1], v[2]
		}
	}
	g.Text = c.text(code, size, cid)
	switch {
	case g.Text != "":
	case program == nil:
		g.pending = true
	default:
		g.Text, g.Guess = c.lastResort(code, cid, program)
	}
	return g
}

// lastResort is a code's text when no map tells it.
func (c *composite) lastResort(code, cid uint32, program *program) (text string, guess bool) {
	if t := c.l.letters(program.cidText(cid, c.gids)); t != "" {
		return t, false
	}
	if c.l.unicode {
		return letters(string(rune(code))), false
	}
	if program == noProgram && c.l.toUni == nil && c.uni == nil && cid >= 32 {
		return letters(string(rune(cid))), true // not embedded: the CIDs are Unicode, more often than not
	}
	return letters(program.usualText(program.glyph(cid, c.gids))), true
}

// text returns a code's text as far as maps tell it.
func (c *composite) text(code uint32, size int, cid uint32) string {
	if u := c.l.toUni; u != nil {
		if t := c.l.letters(u.Text(code, size)); t != "" {
			return t
		}
		if n := u.TextSize(); n != 0 && n != size { // codes written with another size
			if t := c.l.letters(u.Text(code, n)); t != "" {
				return t
			}
		}
	}
	if c.unicode {
		if t := letters(c.enc.UnicodeCode(code, size)); t != "" {
			return t
		}
	}
	if c.uni != nil {
		return letters(c.uni.Text(cid, 2))
	}
	return ""
}

func (l *loader) loadComposite() {
	kids := l.doc.Array(l.dict["DescendantFonts"])
	var cid cos.Dict
	if len(kids) > 0 {
		cid = l.doc.Dict(kids[0])
	} else {
		cid = l.doc.Dict(l.dict["DescendantFonts"])
	}
	l.desc = l.doc.Dict(cid["FontDescriptor"])
	name := l.doc.Name(cid["BaseFont"])
	if name == "" {
		name = l.doc.Name(l.dict["BaseFont"])
	}
	l.describe(string(name))
	c := &composite{l: l}
	l.f.comp = c
	switch e := l.doc.Resolve(l.dict["Encoding"]).(type) {
	case cos.Name:
		c.enc = cmap.Predefined(string(e))
	case *cos.Stream:
		if b, _ := e.Decode(); len(b) > 0 {
			c.enc = cmap.Parse(b, cmap.Predefined)
			if base := l.doc.Name(e.Dict["UseCMap"]); base != "" {
				c.enc.Use(cmap.Predefined(string(base)))
			}
			if l.doc.Int(e.Dict["WMode"], 0) == 1 {
				c.enc.Vertical = true
			}
		}
	}
	if c.enc == nil {
		c.enc = cmap.Identity(strings.HasSuffix(string(l.doc.Name(l.dict["Encoding"])), "-V"))
	}
	l.f.Vertical = c.enc.Vertical
	c.twoByte = c.enc.TwoByte()
	info := l.doc.Dict(cid["CIDSystemInfo"])
	if registry := l.doc.String(info["Registry"]); registry == "Adobe" {
		c.uni = cmap.Predefined("Adobe-" + string(l.doc.String(info["Ordering"])) + "-UCS2")
	}
	c.unicode = c.enc.IsUnicode()
	if s := l.doc.Stream(cid["CIDToGIDMap"]); s != nil {
		c.gids, _ = s.Decode()
	}
	c.loadWidths(cid)
	l.f.Page.Space = c.spaceWidth()
}

// spaceWidth looks for the space's width at the codes where it mostly is.
func (c *composite) spaceWidth() float32 {
	if c.l.f.Vertical {
		return 0
	}
	for _, code := range []uint32{32, 3, 1} {
		if c.text(code, 2, code) == " " {
			if w, ok := c.widths[code]; ok {
				return w
			}
		}
	}
	return 0
}

// maxWidths bounds the width entries of one font.
const maxWidths = 1 << 17

// loadWidths reads W, DW, W2 and DW2 (9.7.4.3).
func (c *composite) loadWidths(cid cos.Dict) {
	doc := c.l.doc
	c.dw = 1
	if v, ok := doc.Number(cid["DW"]); ok {
		c.dw = float32(v / 1000)
	}
	c.widths = map[uint32]float32{}
	c.eachWidth(doc.Array(cid["W"]), 1, func(cid uint32, v []float64) {
		if len(c.widths) < maxWidths {
			c.widths[cid] = float32(v[0] / 1000)
		}
	})
	if !c.l.f.Vertical {
		return
	}
	c.dw2 = [2]float32{.88, -1}
	if v := doc.Numbers(cid["DW2"]); len(v) >= 2 {
		c.dw2 = [2]float32{float32(v[0] / 1000), float32(v[1] / 1000)}
	}
	c.vwidths = map[uint32][3]float32{}
	c.eachWidth(doc.Array(cid["W2"]), 3, func(cid uint32, v []float64) {
		if len(c.vwidths) < maxWidths {
			c.vwidths[cid] = [3]float32{float32(v[0] / 1000), float32(v[1] / 1000), float32(v[2] / 1000)}
		}
	})
}

// eachWidth calls f for each CID of a W or W2 array with its n numbers.
func (c *composite) eachWidth(a cos.Array, n int, f func(cid uint32, v []float64)) {
	doc := c.l.doc
	for len(a) >= 2 {
		first := doc.Int(a[0], -1)
		if list := doc.Array(a[1]); list != nil {
			a = a[2:]
			for i := 0; i+n <= len(list); i += n {
				f(uint32(first+i/n), numbers(doc, list[i:i+n]))
			}
			continue
		}
		if len(a) < 2+n {
			return
		}
		last := min(doc.Int(a[1], -1), 0xFFFF)
		v := numbers(doc, a[2:2+n])
		a = a[2+n:]
		for cid := first; cid >= 0 && cid <= last; cid++ {
			f(uint32(cid), v)
		}
	}
}

func numbers(doc *cos.Document, a cos.Array) []float64 {
	v := make([]float64, len(a))
	for i, o := range a {
		v[i], _ = doc.Number(o)
	}
	return v
}
