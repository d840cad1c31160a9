// Package layout turns pages of glyphs, rules and pictures into blocks in reading order, by geometry and
// typography alone.
//
// A page goes through these steps: glyphs become pieces (word parts of one style), pieces of one direction
// become a layer that is turned upright; tables drawn with rules are taken out; white strips cut the rest
// into zones, which are read one after the other; within a zone, aligned text becomes tables and lines become
// paragraphs. What only shows over the whole document (running heads, heading levels, paragraphs that a
// page break cuts) is settled at the end, by Build.
package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Options say what to leave out.
type Options struct {
	NoTables bool
	NoImages bool
	Tags     *Tags // the document's structure tree, or nil
}

// Page is what the analysis of one page found. It does not refer to the page's glyphs.
type Page struct {
	index         int
	width, height float32
	blocks        []*block
	links         []page.Link
	annots        []page.Annot
	engine        string
	sizes         map[float32]int // characters by font size, in half points
	faces         faces
}

// faces counts characters by how they are set.
type faces struct{ all, bold, italic, mono int }

// analyzer works on one layer of one page.
type analyzer struct {
	page      *page.Page
	opt       Options
	view      *view
	body      float32
	rtl       bool
	turned    []*layer       // text in other directions
	turnedIDs map[int32]bool // their marked content
	typed     []seg          // lines made of hyphens and the like
	room      []*piece       // for a moment
	lines     grating        // that may be parts of tables
	rules     []seg          // horizontal lines that no grid has
	bars      []page.Rect    // those of them that part a table's head from its rows
	across    []seg          // all that are drawn
	charts    []page.Rect    // where charts and other drawings are
	framed    []page.Rect    // frames of figures with captions
	mono      bool           // most text is set in a fixed width: a typescript
}

// Analyze finds the blocks of one page.
func Analyze(p *page.Page, opt Options) *Page {
	out := &Page{index: p.Index, width: float32(p.Width), height: float32(p.Height), links: p.Links, annots: p.Annots, engine: p.Engine, sizes: make(map[float32]int)}
	dropHidden(p)
	ls := layers(p)
	if len(ls) == 0 {
		ls = []*layer{{view: newView(p, 0, false)}}
	}
	for i, l := range ls {
		view := l.view // blocks keep it, and must not keep the layer
		a := &analyzer{page: p, opt: opt, view: &view}
		if i == 0 {
			a.turned = ls[1:]
		}
		out.blocks = append(out.blocks, a.layer(l, i == 0, out)...)
	}
	out.compact()
	for _, l := range ls {
		l.release()
	}
	return out
}

func (a *analyzer) layer(l *layer, main bool, out *Page) []*block {
	levelLines(l.pieces)
	ps := dedupe(l.pieces)
	a.body = bodySize(ps, out.sizes)
	var own faces
	own.add(ps)
	out.faces.join(own)
	a.mono = own.typescript()
	a.rtl = mostlyRTL(ps)
	attachScripts(ps, a.body)
	attachMarks(ps)
	if main {
		var count []*block
		count, ps = a.lineNumbers(ps)
		ps = append(ps, a.tickBoxes(ps)...)
		if blocks, rest, ok := a.tagged(ps); ok {
			floats, behind := a.images()
			left := a.edgeBlocks(a.flow(rest, nil), blocks)
			within := slices.DeleteFunc(slices.Clone(left), func(b *block) bool { return b.kind == header || b.kind == footer })
			edges := slices.DeleteFunc(left, func(b *block) bool { return b.kind != header && b.kind != footer })
			return slices.Concat(mergeByPlace(append(behind, blocks...), append(floats, within...)), edges, count)
		}
		floats, behind := a.images()
		ps = append(ps, a.drawnMarks(ps)...)
		return slices.Concat(behind, a.flow(ps, floats), count)
	}
	return a.flow(ps, nil)
}

// flow finds the blocks of pieces by geometry.
func (a *analyzer) flow(ps []*piece, floats []*block) []*block {
	if len(ps) == 0 {
		return floats
	}
	var drawn, labels []*block
	if !a.opt.NoTables {
		ps = dropLeaders(a.typedLines(ps), 2)
		a.findCharts(ps)
		a.framedFigures(ps)
		drawn, ps = a.drawnTables(ps)
		labels, ps = a.chartTexts(ps)
		floats = append(append(floats, drawn...), labels...)
	}
	c := cutter{body: a.body, rtl: a.rtl, led: led(ps), bars: a.bars, dividers: a.dividers(ps, drawn)}
	a.cutMargins(&c, ps, floats, drawn)
	columns(c.zones, floats)
	var blocks []*block
	for _, z := range c.zones {
		if z.side {
			blocks = append(blocks, a.sideHead(&z))
			continue
		}
		z.rows = absorb(z.rows)
		if !a.opt.NoTables && z.margin == 0 {
			a.alignedTables(&z)
		}
		a.formulas(&z)
		from := len(blocks)
		blocks = append(blocks, a.paragraphs(z)...)
		for _, b := range blocks[from:] {
			b.margin = z.margin
		}
	}
	return a.joinHeads(blocks)
}

// dropHidden takes out invisible text, unless it lies on a large picture: then it is what was read off a scan.
func dropHidden(p *page.Page) {
	var scans []page.Rect
	for i := range p.Images {
		if b := p.Images[i].Box; float64(b.W()*b.H()) > .25*p.Width*p.Height {
			scans = append(scans, b)
		}
	}
	seen := func(g *page.Glyph) bool {
		if g.Flags&page.Invisible == 0 {
			return true
		}
		x, y := (g.Box.X0+g.Box.X1)/2, (g.Box.Y0+g.Box.Y1)/2
		for _, s := range scans {
			if x >= s.X0 && x <= s.X1 && y >= s.Y0 && y <= s.Y1 {
				return true
			}
		}
		return false
	}
	kept := 0
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; seen(g) {
			if kept != i {
				p.Glyphs[kept] = *g
			}
			kept++
		}
	}
	clear(p.Glyphs[kept:])
	p.Glyphs = p.Glyphs[:kept]
}

// bodySize returns the font size of most characters and adds the counts by size to sizes.
func bodySize(ps []*piece, sizes map[float32]int) float32 {
	own := make(map[float32]int, 8)
	for _, p := range ps {
		own[halfPoints(p.size)] += len(p.text)
	}
	best, most := float32(10), 0
	for s, n := range own {
		sizes[s] += n
		if n > most || n == most && s < best {
			best, most = s, n
		}
	}
	return best
}

func (f *faces) add(ps []*piece) {
	for _, p := range ps {
		n := len(p.text)
		f.all += n
		if p.font == nil {
			continue
		}
		if p.heavy() {
			f.bold += n
		}
		if p.font.Italic {
			f.italic += n
		}
		if p.mono {
			f.mono += n
		}
	}
}

func (f *faces) join(g faces) {
	f.all, f.bold, f.italic, f.mono = f.all+g.all, f.bold+g.bold, f.italic+g.italic, f.mono+g.mono
}

// typescript reports whether most text is set in a fixed width.
func (f *faces) typescript() bool { return f.mono*10 > 8*f.all }

func halfPoints(s float32) float32 { return float32(int(s*2+.5)) / 2 }

// images returns the page's pictures but for hairlines: those that text flows around, and those that text
// stands on, such as scans and backgrounds.
func (a *analyzer) images() (floats, behind []*block) {
	for i := range a.page.Images {
		im := &a.page.Images[i]
		w, h := im.Box.W(), im.Box.H()
		if im.Taken || w < 8 || h < 8 || im.Width < 4 && im.Height < 4 {
			continue
		}
		if a.layered(i) {
			continue
		}
		if a.opt.NoImages {
			im.Blob = nil
		}
		b := &block{kind: imageBlock, page: a.page.Index, view: a.view, box: a.view.rect(im.Box), image: im, alt: im.Alt, inner: insets(im)}
		if float64(w*h) > .5*a.page.Width*a.page.Height || a.under(im.Box) {
			behind = append(behind, b)
		} else {
			floats = append(floats, b)
		}
	}
	return floats, behind
}

// insets returns the blocks of what was read off a picture. They are neither headings nor list items of the text around it. A table
// is taken for one only when it was read well: lines are found in screenshots and charts too.
func insets(im *page.Image) []*block {
	const sure = 88 // percent of confidence
	if im.Text == nil {
		return nil
	}
	doubtful := func(b *block) bool { return b.kind == tableBlock && b.confidence() < sure }
	glyphs := slices.Clone(im.Text.Glyphs)
	blocks := Analyze(im.Text, Options{}).blocks
	if slices.ContainsFunc(blocks, doubtful) {
		im.Text.Glyphs, im.Text.Rules = glyphs, nil
		blocks = Analyze(im.Text, Options{NoTables: true}).blocks
	}
	im.Text = nil
	for _, b := range blocks {
		if b.kind != tableBlock {
			b.kind = inset
		}
	}
	return blocks
}

// layered reports whether a picture is one of several drawn at the same place, as scans are that keep text
// and background apart, and not the one to keep: the largest that is no mask.
func (a *analyzer) layered(i int) bool {
	im := &a.page.Images[i]
	for k := range a.page.Images {
		o := &a.page.Images[k]
		if k == i || abs(o.Box.X0-im.Box.X0) > 2 || abs(o.Box.X1-im.Box.X1) > 2 || abs(o.Box.Y0-im.Box.Y0) > 2 || abs(o.Box.Y1-im.Box.Y1) > 2 {
			continue
		}
		if im.Mask != o.Mask {
			if im.Mask {
				return true
			}
			continue
		}
		if x, y := im.Width*im.Height, o.Width*o.Height; x < y || x == y && k < i {
			return true
		}
	}
	return false
}

// under reports whether a fair number of the page's characters stand on a picture.
func (a *analyzer) under(box page.Rect) bool {
	n := 0
	for i := range a.page.Glyphs {
		g := &a.page.Glyphs[i]
		if x, y := (g.Box.X0+g.Box.X1)/2, (g.Box.Y0+g.Box.Y1)/2; x > box.X0 && x < box.X1 && y > box.Y0 && y < box.Y1 {
			if n++; n > 60 {
				return true
			}
		}
	}
	return false
}
