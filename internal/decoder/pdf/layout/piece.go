package layout

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// piece is a run of glyphs of one style without a gap: a word or a part of one.
type piece struct {
	text    string // changed by setText only
	counts  tally  // of text, once they were asked for
	font    *page.Font
	box     page.Rect // in the coordinates of its layer, where text runs upright
	base    float32   // baseline of the line it belongs to
	size    float32
	color   uint32
	mcid    int32
	order   int32 // of drawing
	flags   page.Flags
	conf    uint8 // of text recognition, percent; 0 for none
	script  int8  // 1 superscript, -1 subscript
	space   bool  // a blank stands in front, by a space character or by its gap
	after   bool  // a space character stands behind it
	initial bool  // a large first letter
	mark    bool  // a list mark, whatever its text
	mono    bool  // set in a font of fixed width
	math    bool  // set in a font for mathematics
	signs   bool  // set in a font of ornaments
	caps    bool  // set in a font of small capitals
}

// heavy reports whether the piece is set bold.
func (p *piece) heavy() bool { return p.font != nil && p.font.Weight >= 600 }

// layer is all of a page's text of one direction, turned upright.
type layer struct {
	view    view
	pieces  []*piece
	glyphs  int
	builder *builder // whose memory the pieces are in
}

// release gives the memory of the layer's pieces back for other pages.
func (l *layer) release() {
	if b := l.builder; b != nil {
		b.reset()
		builders.Put(b)
	}
}

// view turns page coordinates so that a layer's text runs from left to right.
type view struct {
	angle         int16 // of the baseline, degrees counter-clockwise
	vertical      bool  // lines run down, the next one stands to the left
	width, height float32
	sin, cos      float64 // for angles that aren't quarter turns
}

func newView(p *page.Page, angle int16, vertical bool) view {
	v := view{angle: angle, vertical: vertical, width: float32(p.Width), height: float32(p.Height)}
	v.sin, v.cos = math.Sincos(float64(angle) * math.Pi / 180)
	return v
}

func (v *view) upright() bool { return v.angle == 0 && !v.vertical }

func (v *view) point(x, y float32) (float32, float32) {
	switch {
	case v.vertical, v.angle == -90:
		return y, v.width - x
	case v.angle == 0:
		return x, y
	case v.angle == 90:
		return v.height - y, x
	case v.angle == 180:
		return v.width - x, v.height - y
	}
	return float32(float64(x)*v.cos - float64(y)*v.sin), float32(float64(x)*v.sin + float64(y)*v.cos)
}

// back is the inverse of point.
func (v *view) back(x, y float32) (float32, float32) {
	switch {
	case v.vertical, v.angle == -90:
		return v.width - y, x
	case v.angle == 0:
		return x, y
	case v.angle == 90:
		return y, v.height - x
	case v.angle == 180:
		return v.width - x, v.height - y
	}
	return float32(float64(x)*v.cos + float64(y)*v.sin), float32(-float64(x)*v.sin + float64(y)*v.cos)
}

func (v *view) rect(r page.Rect) page.Rect {
	if v.upright() && r.X0 <= r.X1 && r.Y0 <= r.Y1 {
		return r
	}
	return corners(v.point(r.X0, r.Y0)).Union(corners(v.point(r.X1, r.Y1))).Union(corners(v.point(r.X0, r.Y1))).Union(corners(v.point(r.X1, r.Y0)))
}

func (v *view) rectBack(r page.Rect) page.Rect {
	if v.upright() {
		return r
	}
	return corners(v.back(r.X0, r.Y0)).Union(corners(v.back(r.X1, r.Y1))).Union(corners(v.back(r.X0, r.Y1))).Union(corners(v.back(r.X1, r.Y0)))
}

func corners(x, y float32) page.Rect { return page.Rect{X0: x, Y0: y, X1: x, Y1: y} }

// direction returns the angle a glyph's layer stands for: a quarter turn where it is near one.
func direction(a int16) int16 {
	if a == 0 {
		return 0
	}
	const skew = 8 // degrees that a scanned page may lie askew
	for _, q := range [...]int16{0, 90, -90} {
		if a >= q-skew && a <= q+skew {
			return q
		}
	}
	if a >= 180-skew || a <= -180+skew {
		return 180
	}
	return a
}

// layers sorts a page's glyphs by direction, the one with most glyphs first.
func layers(p *page.Page) []*layer {
	type key struct {
		angle    int16
		vertical bool
	}
	of := func(g *page.Glyph) key { return key{direction(g.Angle), g.Flags&page.Vertical != 0} }
	counts := make(map[key]int, 2)
	for i := 0; i < len(p.Glyphs); {
		k, start := of(&p.Glyphs[i]), i
		for i < len(p.Glyphs) && of(&p.Glyphs[i]) == k {
			i++
		}
		counts[k] += i - start
	}
	if up, down := (key{0, false}), (key{0, true}); counts[up] > counts[down] && counts[up]+counts[down] == len(p.Glyphs) && stacked(p.Glyphs) {
		n := turnDown(p.Glyphs)
		counts = map[key]int{down: n}
		if n < len(p.Glyphs) {
			counts[up] = len(p.Glyphs) - n
		}
	}
	out := make([]*layer, 0, len(counts))
	for k, n := range counts {
		l := &layer{view: newView(p, k.angle, k.vertical), glyphs: n}
		if k.vertical {
			l.view.angle = 0
		}
		b := builders.Get().(*builder)
		b.view, b.upright = &l.view, l.view.upright()
		for i := range p.Glyphs {
			if g := &p.Glyphs[i]; n == len(p.Glyphs) || of(g) == k {
				b.add(g)
			}
		}
		l.builder, l.pieces = b, b.finish()
		if len(l.pieces) > 0 {
			out = append(out, l)
		} else {
			l.release()
		}
	}
	slices.SortFunc(out, func(a, b *layer) int {
		return cmp.Or(cmp.Compare(b.glyphs, a.glyphs), cmp.Compare(a.view.angle, b.view.angle))
	})
	return out
}

// stacked reports whether upright glyphs mostly follow each other downwards: vertical writing that its font
// doesn't declare.
func stacked(gs []page.Glyph) bool {
	down, along := 0, 0
	for i := 1; i < len(gs) && 3*along < len(gs); i++ {
		a, b := &gs[i-1], &gs[i]
		dx, dy := b.X-a.X, b.Y-a.Y
		switch {
		case abs(dx) < .6*a.Size && dy > .4*a.Size && dy < 1.6*a.Size:
			down++
		case abs(dy) < .3*a.Size && dx > 0:
			along++
		}
	}
	return down > 20 && down > 3*along
}

// turnDown makes glyphs that follow each other downwards vertical writing, all but those of lines that run along such as the
// page's head, and returns how many they are.
func turnDown(gs []page.Glyph) int {
	const least = 4 // glyphs of a line; fewer stand side by side within a vertical one
	n := 0
	for start := 0; start < len(gs); {
		end := start + 1
		for end < len(gs) && abs(gs[end].Y-gs[end-1].Y) < .3*gs[end].Size && gs[end].X > gs[end-1].X {
			end++
		}
		if end-start < least {
			for i := start; i < end; i++ {
				gs[i].Flags |= page.Vertical
			}
			n += end - start
		}
		start = end
	}
	return n
}

// builder joins glyphs in drawing order into pieces.
type builder struct {
	view    *view
	upright bool // the view is
	arena   []byte
	pieces  []piece
	all     []*piece // those with text
	ends    []int    // of each piece's text in arena
	open    bool
	space   bool      // a space character came after the last glyph
	blank   page.Rect // where it is, or all of them
	held    []byte    // marks of the next letter
	nextX   float32   // where the last glyph ended
	ownBase float32
	last    *page.Glyph
	lastX   float32
	accent  *page.Glyph // one that no letter was found for yet
	face    *face       // of the last glyph's font
	faces   map[*page.Font]*face
	names   map[string]named // of fonts, of earlier pages too
}

// builders are kept because a page's pieces are many.
var builders = sync.Pool{New: func() any { return &builder{faces: make(map[*page.Font]*face), names: make(map[string]named)} }}

// reset makes the builder ready for other glyphs.
func (b *builder) reset() {
	clear(b.pieces)
	clear(b.faces)
	*b = builder{arena: b.arena[:0], pieces: b.pieces[:0], all: b.all[:0], ends: b.ends[:0], faces: b.faces, names: b.names}
}

// face is what a font looks like on a page.
type face struct {
	// The widths of its letters in em: fonts of fixed width don't always say so.
	least, most float32
	letters     uint32 // a to z
	named
}

// named is what a font's name tells.
type named struct {
	math  bool // it is one for mathematics
	signs bool // it is one of ornaments
	caps  bool // it is one of small capitals
}

// faceOf returns the face of a font, which is nil where none is known.
func (b *builder) faceOf(f *page.Font) *face {
	a := b.faces[f]
	if a == nil {
		a = new(face)
		if f != nil {
			a.named = b.named(f.Name)
		}
		b.faces[f] = a
	}
	return a
}

// named returns what a font's name tells. A document's pages have the same ones again and again.
func (b *builder) named(font string) named {
	n, ok := b.names[font]
	if !ok {
		const most = 1000
		if len(b.names) >= most {
			clear(b.names)
		}
		n = named{math: mathFont(font), signs: dingbats(font), caps: smallCapitals(font)}
		b.names[font] = n
	}
	return n
}

// smallCapitals reports whether a font's name is that of small capitals, which it has in place of small letters.
func smallCapitals(font string) bool {
	return strings.Contains(font, "Caps") || strings.Contains(font, "CMCSC") || strings.Contains(font, "SFCC")
}

const narrowLetters = 1<<('f'-'a') | 1<<('i'-'a') | 1<<('j'-'a') | 1<<('l'-'a') | 1<<('t'-'a')

func (a *face) add(letter byte, w float32) {
	if a.letters == 0 {
		a.least, a.most = w, w
	}
	a.letters |= 1 << (letter - 'a')
	a.least, a.most = min(a.least, w), max(a.most, w)
}

// fixed reports whether enough letters, narrow and wide, have one width.
func (a *face) fixed() bool {
	return bits.OnesCount32(a.letters) >= 6 && a.letters&narrowLetters != 0 && a.letters&^narrowLetters != 0 && a.most-a.least < .02
}

// Word gaps in em, where no space character tells. Letter-spaced text is dealt with in spaced.
const wordGap = .14

func (b *builder) put(g *page.Glyph) {
	box := g.Box
	if !b.upright || box.X0 > box.X1 || box.Y0 > box.Y1 {
		box = b.view.rect(box)
	}
	single := len(g.Text) == 1
	if !(single && g.Text[0] > ' ') && blank(g.Text) {
		if b.space {
			box = box.Union(b.blank)
		}
		b.space, b.blank = true, box
		return
	}
	if b.space && max(box.X0-b.blank.X1, b.blank.X0-box.X1, abs(box.Y1-b.blank.Y1)) > .5*g.Size {
		b.stray(g.Size)
	}
	if b.space && !single && box.X0-b.blank.X1 > .15*g.Size && rightToLeft(firstRune(g.Text)) {
		b.stray(g.Size) // what is drawn later, such as a comma, may stand between
	}
	x, y := g.X, g.Y
	if !b.upright {
		x, y = b.view.point(x, y)
	}
	if b.view.vertical {
		x, y = box.X0, box.Y1-.12*box.H()
	} else if b.view.angle%90 != 0 {
		// The box of slanted text says little: give it an upright one around the baseline.
		box = page.Rect{X0: x, Y0: y - .8*g.Size, X1: x + b.view.advance(g), Y1: y + .2*g.Size}
	}
	if b.last == nil || b.last.Font != g.Font {
		b.face = b.faceOf(g.Font)
	}
	if !single && pointing(g.Text) {
		b.point(g.Text, x)
		return
	}
	if single && g.Text[0] >= 'a' && g.Text[0] <= 'z' && g.Size > 0 && g.Confidence == 0 {
		b.face.add(g.Text[0], box.W()/g.Size)
	}
	if b.last != nil && abs(x-b.lastX) < min(.12*g.Size, .4*box.W()) && abs(y-b.ownBase) < .12*g.Size && b.last.Text == g.Text {
		return // drawn twice, for weight or for shadow
	}
	cur := len(b.pieces) - 1
	joined := false
	if b.open {
		p := &b.pieces[cur]
		gap := x - b.nextX
		joined = !b.space && p.font == g.Font && p.mcid == g.MCID && p.color == g.Color && abs(p.size-g.Size) < .02*p.size &&
			abs(y-b.ownBase) < .05*p.size && gap < wordGap*p.size && gap > -.35*p.size && p.flags == g.Flags
		if joined {
			p.box = p.box.Union(box)
		}
	}
	if !joined {
		if b.open {
			b.ends = append(b.ends, len(b.arena))
		}
		b.pieces = append(b.pieces, piece{box: box, base: y, size: g.Size, font: g.Font, color: g.Color, mcid: g.MCID, flags: g.Flags, space: b.space, conf: g.Confidence})
		b.open, b.ownBase = true, y
	}
	if single {
		b.arena = append(b.arena, g.Text[0])
	} else if first, n := utf8.DecodeRuneInString(g.Text); n < len(g.Text) && rightToLeft(first) {
		// A right-to-left ligature's letters are put in visual order, as all else is at this stage.
		rs := []rune(g.Text)
		slices.Reverse(rs)
		b.arena = append(b.arena, string(rs)...)
	} else {
		b.arena = append(b.arena, g.Text...)
	}
	if len(b.held) > 0 {
		b.arena = append(b.arena, b.held...)
		b.held = b.held[:0]
	}
	b.space = false
	b.nextX, b.last, b.lastX = max(box.X1, x), g, x
}

// advance returns the width of a glyph of slanted text along its baseline, by the box around its turned one.
func (v *view) advance(g *page.Glyph) float32 {
	least, usual, most := float32(.1), float32(.5), float32(1.2) // em
	n := float32(utf8.RuneCountInString(g.Text))
	if g.Font == nil || g.Font.Ascent <= g.Font.Descent {
		return usual * g.Size * n
	}
	turned := float32(math.Abs(v.sin) + math.Abs(v.cos))
	w := (g.Box.W()+g.Box.H())/turned - (g.Font.Ascent-g.Font.Descent)*g.Size
	return min(max(w, least*g.Size), most*g.Size*n)
}

// stray gives a space character that the next glyph does not follow to the last piece, if it stands at either end of it.
func (b *builder) stray(size float32) {
	b.space = false
	if !b.open {
		return
	}
	switch p := &b.pieces[len(b.pieces)-1]; {
	case abs(b.blank.Y1-p.box.Y1) > .5*size:
	case abs(b.blank.X0-b.nextX) < .25*size:
		p.after = true
	case abs(b.blank.X1-p.box.X0) < .25*size:
		p.space = true
	}
}

// point adds a mark of Hebrew or Arabic behind the letter that it stands at: the last one, or the next.
func (b *builder) point(mark string, x float32) {
	if b.open && !b.space && b.last != nil && x > b.lastX && x <= b.nextX {
		b.arena = append(b.arena, mark...)
	} else {
		b.held = append(b.held, mark...)
	}
}

// pointing reports whether a text is a vowel sign or other mark of Hebrew or Arabic.
func pointing(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n == len(s) && r >= 0x591 && r <= 0x6ed && unicode.Is(unicode.Mn, r)
}

func (b *builder) finish() []*piece {
	if b.accent != nil {
		b.put(b.accent)
		b.accent = nil
	}
	if !b.open {
		return nil
	}
	if b.space {
		b.stray(b.last.Size)
	}
	b.arena = append(b.arena, b.held...)
	b.ends = append(b.ends, len(b.arena))
	text := string(b.arena)
	out := slices.Grow(b.all, len(b.pieces))
	start := 0
	var f *face
	for i := range b.pieces {
		p := &b.pieces[i]
		if i == 0 || p.font != b.pieces[i-1].font {
			f = b.faces[p.font]
		}
		p.text = cleanText(text[start:b.ends[i]])
		if strings.HasPrefix(p.text, unknownLeader) {
			p.dotted()
		}
		start = b.ends[i]
		p.order = int32(i)
		p.mono = p.font != nil && (p.font.Mono || f.fixed())
		p.math, p.signs, p.caps = f.math, f.signs, f.caps
		if p.text != "" {
			out = append(out, p)
		}
	}
	b.all = out
	return out
}

// unknownLeader is how a leader begins whose dots no character is known for.
const unknownLeader = "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"

// dotted makes dots of a run of narrow glyphs that no character is known for.
func (p *piece) dotted() {
	const narrow = .4 // em
	n := strings.Count(p.text, "\ufffd")
	if 3*n == len(p.text) && p.box.W() < narrow*p.size*float32(n) {
		p.text = strings.Repeat(".", n)
	}
}

func blank(s string) bool {
	if len(s) == 1 && s[0] > ' ' {
		return false
	}
	for _, r := range s {
		if !unicode.IsSpace(r) && r != '\u200b' {
			return false
		}
	}
	return true
}

// cleanText drops control and formatting characters and takes ligatures and Arabic presentation forms apart.
func cleanText(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] < 0x20 || s[i] == 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var sb strings.Builder
	for _, r := range s {
		switch {
		case r == '\u00a0':
			sb.WriteByte(' ')
		case r == '\u2010' || r == '\ufffe':
			sb.WriteByte('-')
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\ufeff' || r >= '\u200b' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e':
		case r >= 0xfb00 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc:
			rs := []rune(norm.NFKC.String(string(r)))
			if rightToLeft(r) {
				slices.Reverse(rs) // visual order
			}
			sb.WriteString(string(rs))
		case r >= 0x2f00 && r <= 0x2fd5 || r >= 0x2e80 && r <= 0x2eff: // Kangxi radicals that fonts map to by mistake
			sb.WriteString(norm.NFKC.String(string(r)))
		default:
			sb.WriteRune(r)
		}
	}
	return sb.String()
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
