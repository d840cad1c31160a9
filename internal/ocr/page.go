package ocr

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Whatever a picture's text is set in, one of these stands for it.
var (
	font       = &page.Font{Weight: 400, Ascent: .8, Descent: -.2}
	typewriter = &page.Font{Weight: 400, Ascent: .8, Descent: -.2, Mono: true}
)

// Page returns the words as the glyphs of a page and the lines as its rules, at dpi pixels to the inch. A glyph is a whole word; blanks
// stand between them.
func (r *Result) Page(index int, dpi float64) *page.Page {
	scale := 72 / dpi
	p := &page.Page{Index: index, Width: float64(r.Width) * scale, Height: float64(r.Height) * scale, Engine: "ocr"}
	r.AddTo(p, dpi, 0, 0)
	return p
}

// AddTo adds the words and lines to a page on which the picture's top left corner stands at x, y, in points.
func (r *Result) AddTo(p *page.Page, dpi float64, x, y float32) {
	scale := 72 / dpi
	p.Glyphs = append(p.Glyphs, r.glyphs(scale, x, y)...)
	s := float32(scale)
	for _, l := range r.Rules {
		rule := page.Rule{X0: float32(l.Lo)*s + x, X1: float32(l.Hi)*s + x, Y0: float32(l.At)*s + y, Width: float32(l.Width) * s}
		rule.Y1 = rule.Y0
		if l.Vertical {
			at := float32(l.At)*s + x
			rule = page.Rule{X0: at, X1: at, Y0: float32(l.Lo)*s + y, Y1: float32(l.Hi)*s + y, Width: rule.Width}
		}
		p.Rules = append(p.Rules, rule)
	}
}

func (r *Result) glyphs(scale float64, dx, dy float32) []page.Glyph {
	out := make([]page.Glyph, 0, 2*len(r.Words))
	s := float32(scale)
	lines := r.lines()
	sizes := blockSizes(lines)
	set := font
	if r.typewritten() {
		set = typewriter
	}
	for i, l := range lines {
		size := sizes[i] * s
		base := l.base*s + dy
		for _, w := range l.words {
			box := page.Rect{X0: float32(w.X0)*s + dx, X1: float32(w.X1)*s + dx, Y0: base - .8*size, Y1: base + .2*size}
			g := page.Glyph{Text: w.Text, Box: box, X: box.X0, Y: base, Size: size, Font: set, MCID: -1, Confidence: uint8(max(1, min(w.Confidence, 100)))}
			blank := g
			blank.Text, blank.X, blank.Box.X0 = " ", box.X1, box.X1
			out = append(out, g, blank)
		}
	}
	return out
}

// TextSize returns the font size of most of the text, in pixels; 0 when there is none.
func (r *Result) TextSize() float32 {
	var sizes []float32
	for _, l := range r.lines() {
		for range l.words {
			sizes = append(sizes, l.size)
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	return median(sizes)
}

// Drop leaves out the words that are less sure than that, in percent.
func (r *Result) Drop(confidenceBelow int) {
	r.Words = slices.DeleteFunc(r.Words, func(w Word) bool { return w.Confidence < confidenceBelow })
	r.Confidence = confidence(r.Words)
}

// textLine is a line of words with its baseline and size, in pixels.
type textLine struct {
	words      []Word
	base, size float32
	block      int
}

func (r *Result) lines() []textLine {
	var out []textLine
	for start := 0; start < len(r.Words); {
		end := start + 1
		for end < len(r.Words) && r.Words[end].Line == r.Words[start].Line {
			end++
		}
		l := textLine{words: r.Words[start:end], block: r.Words[start].Block}
		l.measure()
		l.mendBullet()
		out = append(out, l)
		start = end
	}
	return out
}

const (
	tall = "ABCDEFGHIJKLMNOPQRSTUVWXYZbdfhiklt0123456789"
	deep = "gjpqy,;()Q"
)

// measure finds a line's baseline and font size by the letters in its words: where they rise above the
// small letters and where they reach below the baseline.
func (l *textLine) measure() {
	var bottoms, sizes []float32
	for _, w := range l.words {
		up, down := strings.ContainsAny(w.Text, tall), strings.ContainsAny(w.Text, deep)
		h := float32(w.Y1 - w.Y0)
		em := float32(.47)
		switch {
		case up && down:
			em = .92
		case up:
			em = .7
		case down:
			em = .69
		}
		if utf8.RuneCountInString(w.Text) > 1 {
			sizes = append(sizes, h/em)
		}
		if !down {
			bottoms = append(bottoms, float32(w.Y1))
		}
	}
	if len(sizes) == 0 {
		sizes = append(sizes, float32(l.words[0].Y1-l.words[0].Y0)/.7)
	}
	l.size = median(sizes)
	if len(bottoms) == 0 {
		bottoms = append(bottoms, float32(l.words[0].Y1)-.21*l.size)
	}
	l.base = median(bottoms)
}

const bullet = "•"

// mendBullet takes what is read for a bullet at a line's beginning for one: a sign that hardly begins a line, or
// a dot smaller than any small letter.
func (l *textLine) mendBullet() {
	if len(l.words) < 2 || utf8.RuneCountInString(l.words[0].Text) != 1 {
		return
	}
	w := &l.words[0]
	width, height := float32(w.X1-w.X0), float32(w.Y1-w.Y0)
	dot := width < .42*l.size && height < .42*l.size && 2*height > width && float32(w.Y1) < l.base-.04*l.size
	if dot || strings.Contains("«»¢®°¤", w.Text) || strings.Contains("+*", w.Text) && float32(l.words[1].X0-w.X1) > .4*l.size {
		w.Text = bullet
	}
}

// blockSizes evens out the sizes of a block's lines that differ by less than the measurement errs.
func blockSizes(lines []textLine) []float32 {
	out := make([]float32, len(lines))
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && lines[end].block == lines[start].block && abs(lines[end].size-lines[start].size) < .25*lines[start].size {
			end++
		}
		var s []float32
		for _, l := range lines[start:end] {
			s = append(s, l.size)
		}
		m := median(s)
		for i := start; i < end; i++ {
			out[i] = m
		}
		start = end
	}
	// Blocks of nearly the same size have one.
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(out[a], out[b]) })
	for i := 0; i < len(order); {
		k := i + 1
		for k < len(order) && out[order[k]] < 1.15*out[order[i]] {
			k++
		}
		m := out[order[(i+k-1)/2]]
		for _, at := range order[i:k] {
			out[at] = m
		}
		i = k
	}
	return out
}

func median(v []float32) float32 {
	slices.Sort(v)
	return v[len(v)/2]
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
