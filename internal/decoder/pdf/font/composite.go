package font

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/cmap"
)

// composite shows text with a CMap.
type composite struct {
	l       *loader // for codes not met before
	enc     *cmap.CMap
	uni     *cmap.CMap // CID to Unicode of the collection, or nil
	unicode bool       // the codes of enc are Unicode by themselves
	mapped  int        // size in bytes of all codes that ToUnicode maps; 0 when they differ
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

func (l *loader) loadComposite() {
	kids := l.doc.Array(l.dict.Get("DescendantFonts"))
	var cid cos.Dict
	if len(kids) > 0 {
		cid = l.doc.Dict(kids[0])
	} else {
		cid = l.doc.Dict(l.dict.Get("DescendantFonts"))
	}
	l.desc = l.doc.Dict(cid.Get("FontDescriptor"))
	name := l.doc.Name(cid.Get("BaseFont"))
	if name == "" {
		name = l.doc.Name(l.dict.Get("BaseFont"))
	}
	l.describe(string(name))
	c := &composite{l: l}
	l.f.comp = c
	if l.toUni != nil {
		c.mapped = l.toUni.TextSize()
	}
	switch e := l.doc.Resolve(l.dict.Get("Encoding")).(type) {
	case cos.Name:
		c.enc = cmap.Predefined(string(e))
	case *cos.Stream:
		if b, _ := e.Decode(); len(b) > 0 {
			c.enc = cmap.Parse(b, cmap.Predefined)
			if base := l.doc.Name(e.Dict.Get("UseCMap")); base != "" {
				c.enc.Use(cmap.Predefined(string(base)))
			}
			if l.doc.Int(e.Dict.Get("WMode"), 0) == 1 {
				c.enc.Vertical = true
			}
		}
	}
	if c.enc == nil {
		c.enc = cmap.Identity(strings.HasSuffix(string(l.doc.Name(l.dict.Get("Encoding"))), "-V"))
	}
	l.f.Vertical = c.enc.Vertical
	c.twoByte = c.enc.TwoByte()
	info := l.doc.Dict(cid.Get("CIDSystemInfo"))
	if registry := l.doc.String(info.Get("Registry")); registry == "Adobe" {
		c.uni = cmap.Predefined("Adobe-" + string(l.doc.String(info.Get("Ordering"))) + "-UCS2")
	}
	c.unicode = c.enc.IsUnicode()
	if s := l.doc.Stream(cid.Get("CIDToGIDMap")); s != nil {
		c.gids, _ = s.Decode()
	}
	c.loadWidths(cid)
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
		if c.mapped != 0 && c.mapped != size { // codes written with another size
			if t := c.l.letters(u.Text(code, c.mapped)); t != "" {
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

// maxWidths bounds the width entries of one font.
const maxWidths = 1 << 17

// loadWidths reads W, DW, W2 and DW2 (9.7.4.3).
func (c *composite) loadWidths(cid cos.Dict) {
	doc := c.l.doc
	c.dw = 1
	if v, ok := doc.Number(cid.Get("DW")); ok {
		c.dw = float32(v / 1000)
	}
	c.widths = map[uint32]float32{}
	c.eachWidth(doc.Array(cid.Get("W")), 1, func(cid uint32, v []float64) {
		if len(c.widths) < maxWidths {
			c.widths[cid] = float32(v[0] / 1000)
		}
	})
	if !c.l.f.Vertical {
		return
	}
	c.dw2 = [2]float32{.88, -1}
	if v := doc.Numbers(cid.Get("DW2")); len(v) >= 2 {
		c.dw2 = [2]float32{float32(v[0] / 1000), float32(v[1] / 1000)}
	}
	c.vwidths = map[uint32][3]float32{}
	c.eachWidth(doc.Array(cid.Get("W2")), 3, func(cid uint32, v []float64) {
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
