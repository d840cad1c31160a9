package picture

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"image"
	"math"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/pixels"
)

const (
	edge      = 1       // point by which edges that meet may miss each other
	mostPairs = 1 << 18 // pairs of a page's pictures that are compared
)

// Join puts those of a page's pictures together that make up one: strips and tiles that stand edge to edge, and parts that are drawn
// over one another. What they make up is painted when it is asked for, on white.
func Join(p *page.Page) {
	if len(p.Images) < 2 {
		return
	}
	groups := groups(p)
	if groups == nil {
		return
	}
	out := p.Images[:0:0]
	for i := range p.Images {
		switch members := groups[i]; {
		case len(members) > 1:
			out = append(out, join(members))
		case members != nil:
			out = append(out, p.Images[i])
		}
	}
	p.Images = out
}

// groups returns the pictures that belong together, in drawing order, at the index of the first; nil when no two do.
func groups(p *page.Page) [][]page.Image {
	order := make([]int, 0, len(p.Images))
	for i := range p.Images {
		if im := &p.Images[i]; im.Orientation != 0 && im.Box.W() > 0 && im.Box.H() > 0 && im.Whole.W() > 0 && im.Whole.H() > 0 && Decodes(im) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Images[a].Box.Y0, p.Images[b].Box.Y0) })
	parent := make([]int, len(p.Images))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	large := float32(p.Width*p.Height) / 2
	pairs, found := 0, false
	for k, i := range order {
		a := &p.Images[i]
		for _, j := range order[k+1:] {
			b := &p.Images[j]
			if b.Box.Y0 > a.Box.Y1+edge {
				break
			}
			if pairs++; pairs > mostPairs {
				return nil
			}
			if together(a, b, large) {
				x, y := find(i), find(j)
				parent[max(x, y)] = min(x, y)
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	out := make([][]page.Image, len(p.Images))
	for i := range p.Images {
		root := find(i)
		out[root] = append(out[root], p.Images[i])
	}
	for i, g := range out {
		if len(g) > 1 && !dense(g) {
			for j := i; j < len(out); j++ {
				if find(j) == i {
					out[j] = []page.Image{p.Images[j]}
				}
			}
		}
	}
	return out
}

// dense reports whether pictures cover most of the box around them.
func dense(g []page.Image) bool {
	box, sum := g[0].Box, float32(0)
	for _, im := range g {
		box = box.Union(im.Box)
		sum += im.Box.W() * im.Box.H()
	}
	return sum > .5*box.W()*box.H()
}

// together reports whether two pictures are parts of one. Those larger than a size, in square points, are backgrounds that others stand
// on, unless they are layers of one.
func together(a, b *page.Image, large float32) bool {
	if a.Alt != "" && b.Alt != "" && a.Alt != b.Alt {
		return false
	}
	w, h := min(a.Box.X1, b.Box.X1)-max(a.Box.X0, b.Box.X0), min(a.Box.Y1, b.Box.Y1)-max(a.Box.Y0, b.Box.Y0)
	if w < -edge || h < -edge {
		return false
	}
	sameX := near(a.Box.X0, b.Box.X0) && near(a.Box.X1, b.Box.X1)
	sameY := near(a.Box.Y0, b.Box.Y0) && near(a.Box.Y1, b.Box.Y1)
	if (sameX && h <= edge || sameY && w <= edge) && a.Mask == b.Mask && sameScale(a, b) {
		return true
	}
	sizeA, sizeB := a.Box.W()*a.Box.H(), b.Box.W()*b.Box.H()
	if w <= 0 || h <= 0 || (sizeA > large || sizeB > large) && !(sameX && sameY) {
		return false
	}
	return w*h > .3*min(sizeA, sizeB)
}

func near(a, b float32) bool { return a-b <= edge && b-a <= edge }

// sameScale reports whether a point is as many pixels in both pictures, give or take what cutting to whole pixels does.
func sameScale(a, b *page.Image) bool {
	aw, ah := upright(a)
	bw, bh := upright(b)
	same := func(an, bn int, a, b float32) bool {
		s, t := float32(an)/a, float32(bn)/b
		return abs(s-t) < .03*s || abs(s*b-float32(bn)) < 1.5 || abs(t*a-float32(an)) < 1.5
	}
	return same(aw, bw, a.Whole.W(), b.Whole.W()) && same(ah, bh, a.Whole.H(), b.Whole.H())
}

func abs(x float32) float32 { return max(x, -x) }

// upright returns a picture's size in pixels when it is turned as on the page.
func upright(im *page.Image) (w, h int) {
	r := pixels.NewTurn(im.Width, im.Height, im.Orientation).Bounds()
	return max(1, r.Dx()), max(1, r.Dy())
}

// join returns the picture that others make up.
func join(parts []page.Image) page.Image {
	out := page.Image{Box: parts[0].Box, MCID: parts[0].MCID, Orientation: 1, Mask: true, MediaType: "image/jpeg"}
	key := fnv.New64a()
	for i := range parts {
		im := &parts[i]
		out.Box = out.Box.Union(im.Box)
		out.Mask = out.Mask && im.Mask
		if out.Alt == "" {
			out.Alt = im.Alt
		}
		if im.MediaType != "image/jpeg" {
			out.MediaType = "image/png"
		}
		fmt.Fprintf(key, "%s %.1f %.1f ", im.Key, im.Box.X0-parts[0].Box.X0, im.Box.Y0-parts[0].Box.Y0)
	}
	out.Whole = out.Box
	out.Key = fmt.Sprintf("%d parts %x", len(parts), key.Sum64())
	x, y := scale(parts, out.Box)
	out.Width, out.Height = max(1, int(out.Box.W()*x+.5)), max(1, int(out.Box.H()*y+.5))
	m := mosaic{parts: parts, box: out.Box, width: out.Width, height: out.Height}
	if out.MediaType == "image/jpeg" {
		out.Blob = made{m.paint, asJPEG}
	} else {
		out.Blob = made{m.paint, asPNG}
	}
	return out
}

// mostCanvas bounds the pixels of what is painted: 64 MB in full colour. A picture of more is painted smaller.
const mostCanvas = 16 << 20

// scale returns the pixels of a point across and down: those of the finest part that takes a good share of the whole.
func scale(parts []page.Image, box page.Rect) (x, y float32) {
	for share := float32(.25); x == 0; share /= 2 {
		for i := range parts {
			im := &parts[i]
			if im.Box.W()*im.Box.H() < share*box.W()*box.H() && share > 1e-4 {
				continue
			}
			w, h := upright(im)
			x, y = max(x, float32(w)/im.Whole.W()), max(y, float32(h)/im.Whole.H())
		}
	}
	// Over all parts of that scale, what single ones lost to whole pixels evens out.
	var px, py, ptX, ptY float32
	for i := range parts {
		w, h := upright(&parts[i])
		if s := float32(w) / parts[i].Whole.W(); abs(s-x) < .05*x {
			px, ptX = px+float32(w), ptX+parts[i].Whole.W()
		}
		if s := float32(h) / parts[i].Whole.H(); abs(s-y) < .05*y {
			py, ptY = py+float32(h), ptY+parts[i].Whole.H()
		}
	}
	const longest = 1 << 15 // pixels
	x, y = min(px/ptX, longest/box.W()), min(py/ptY, longest/box.H())
	if n := x * y * box.W() * box.H(); n > mostCanvas {
		k := float32(math.Sqrt(float64(mostCanvas / n)))
		x, y = x*k, y*k
	}
	return x, y
}

// mosaic is a picture of parts.
type mosaic struct {
	parts         []page.Image
	box           page.Rect
	width, height int // pixels
}

// paint draws the parts over each other, one in memory at a time. Those that can't be decoded are left out.
func (m *mosaic) paint() (image.Image, error) {
	c := newCanvas(m.width, m.height)
	var first error
	drawn := 0
	for i := range m.parts {
		if err := m.draw(c, &m.parts[i]); err == nil {
			drawn++
		} else if first == nil {
			first = err
		}
	}
	if drawn == 0 {
		return nil, first
	}
	return c.picture(), nil
}

func (m *mosaic) draw(c *canvas, im *page.Image) error {
	img, err := Decode(im)
	if err != nil {
		return err
	}
	img = pixels.Upright(img, im.Orientation)
	x, y := float32(m.width)/m.box.W(), float32(m.height)/m.box.H()
	at := func(v, from, scale float32) int { return int((v-from)*scale + .5) }
	dst := image.Rect(at(im.Box.X0, m.box.X0, x), at(im.Box.Y0, m.box.Y0, y), at(im.Box.X1, m.box.X0, x), at(im.Box.Y1, m.box.Y0, y))
	r := img.Bounds()
	sx, sy := float32(r.Dx())/im.Whole.W(), float32(r.Dy())/im.Whole.H()
	src := image.Rect(at(im.Box.X0, im.Whole.X0, sx), at(im.Box.Y0, im.Whole.Y0, sy), at(im.Box.X1, im.Whole.X0, sx), at(im.Box.Y1, im.Whole.Y0, sy))
	c.draw(dst, img, src.Intersect(image.Rect(0, 0, r.Dx(), r.Dy())))
	return nil
}
