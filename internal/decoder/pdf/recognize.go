package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/ocr"
)

// Resolutions at which pages are drawn for recognition: that of the scan, within these bounds.
const (
	leastDPI = 150
	mostDPI  = 300
)

// recognizer reads pages and pictures by text recognition, a few at a time.
type recognizer struct {
	languages []string
	reader    func() (*ocr.Reader, error) // started when it's first asked for
	started   atomic.Bool
	flight    chan struct{} // of pages that are being read
	pixels    chan struct{} // of pages whose pixels are being got
	hiRes     bool
	off       bool
	mu        sync.Mutex // guards unread
	unread    []int      // 1-based numbers of pages that only recognition could have read
}

func newRecognizer(in *decoder.Input) *recognizer {
	o := in.Options
	processes := max(1, o.Workers)
	r := &recognizer{languages: o.Languages, hiRes: o.Strategy == "hi_res", off: o.Strategy == "fast",
		flight: make(chan struct{}, processes*ocr.Ahead), pixels: make(chan struct{}, processes)}
	r.reader = sync.OnceValues(func() (*ocr.Reader, error) {
		r.started.Store(true)
		return ocr.NewReader(ocr.Options{Languages: o.Languages, Processes: processes})
	})
	return r
}

func (r *recognizer) close() {
	if r.started.Load() {
		if reader, err := r.reader(); err == nil {
			reader.Close()
		}
	}
}

// unreadable is what recognition may read of a page.
type unreadable struct {
	whole    bool          // the page has no usable text
	useless  bool          // for its text can't be read
	pictures []*page.Image // else
	reader   *ocr.Reader
}

// unreadable returns what of a page is to be recognized: all of one that has no usable text, and with the high-resolution strategy also
// pictures and scans that have been read before. It returns nil when there is nothing or nothing can be done.
func (e *engines) unreadable(p *page.Page) *unreadable {
	if e.ocr.off {
		return nil
	}
	u := &unreadable{useless: garbage(p)}
	u.whole = textless(p) || u.useless || e.ocr.hiRes && garbled(p)
	if !u.whole && e.ocr.hiRes {
		u.pictures = legible(p)
	}
	if !u.whole && len(u.pictures) == 0 {
		return nil
	}
	var err error
	if u.reader, err = e.ocr.reader(); err != nil {
		if u.whole {
			e.ocr.mu.Lock()
			e.ocr.unread = append(e.ocr.unread, p.Index+1)
			e.ocr.mu.Unlock()
		}
		return nil
	}
	return u
}

// recognize reads what is unreadable. What can't be read stays as it is.
func (e *engines) recognize(ctx context.Context, p *page.Page, u *unreadable) *page.Page {
	if !u.whole {
		if err := e.readPictures(ctx, p, u); err != nil && ctx.Err() == nil {
			e.warnf(p.Index, "%v", err)
		}
		return p
	}
	out, err := e.readWhole(ctx, p, u.reader)
	switch {
	case err != nil && ctx.Err() == nil:
		e.warnf(p.Index, "%v", err)
	case u.useless && out.Engine == "ocr":
		e.warnf(p.Index, "the text in the file is no text that can be read; it was read off the page's picture")
	}
	return out
}

// readPictures reads the text in pictures.
func (e *engines) readPictures(ctx context.Context, p *page.Page, u *unreadable) error {
	var drawn *image.Gray
	var dpi float64
	var errs []error
	for _, im := range u.pictures {
		img, scale := e.scanned(im)
		corner := im.Whole
		if img == nil {
			if drawn == nil {
				var err error
				if drawn, dpi, err = e.drawn(p); err != nil {
					return errors.Join(append(errs, err)...)
				}
			}
			img, scale, corner = crop(drawn, im.Box, dpi), dpi, im.Box
		}
		r, err := u.reader.Recognize(ctx, img, int(scale+.5))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if r.Rotated != 0 {
			continue
		}
		r.Weed()
		text := &page.Page{Index: p.Index, Width: p.Width, Height: p.Height}
		r.AddTo(text, scale, corner.X0, corner.Y0)
		dropKnown(text, p.Glyphs, im.Box)
		if len(text.Glyphs) > 0 {
			im.Text = text
		}
	}
	return errors.Join(errs...)
}

// dropKnown takes words out of what was read off a picture that the page has as text there too.
func dropKnown(read *page.Page, glyphs []page.Glyph, box page.Rect) {
	var over []page.Rect
	for i := range glyphs {
		if on(&glyphs[i], box) {
			over = append(over, glyphs[i].Box)
		}
	}
	read.Glyphs = slices.DeleteFunc(read.Glyphs, func(g page.Glyph) bool {
		return slices.ContainsFunc(over, func(o page.Rect) bool {
			x, y := (o.X0+o.X1)/2, (o.Y0+o.Y1)/2
			return x > g.Box.X0 && x < g.Box.X1 && y > g.Box.Y0 && y < g.Box.Y1
		})
	})
	if !slices.ContainsFunc(read.Glyphs, func(g page.Glyph) bool { return g.Text != " " }) {
		read.Glyphs = nil
	}
}

// on reports whether the middle of a glyph is in a box.
func on(g *page.Glyph, box page.Rect) bool {
	x, y := (g.Box.X0+g.Box.X1)/2, (g.Box.Y0+g.Box.Y1)/2
	return x > box.X0 && x < box.X1 && y > box.Y0 && y < box.Y1
}

// readWhole reads a page anew: the scan on it, or the page as it is drawn.
func (e *engines) readWhole(ctx context.Context, p *page.Page, reader *ocr.Reader) (*page.Page, error) {
	var at page.Rect
	img, dpi := (*image.Gray)(nil), 0.0
	if s := scan(p); s != nil {
		if img, dpi = e.scanned(s); img != nil {
			at = s.Box
		}
	}
	if img == nil {
		var err error
		if img, dpi, err = e.drawn(p); err != nil {
			return p, err
		}
	}
	r, err := reader.Recognize(ctx, img, int(dpi+.5))
	if err != nil || len(r.Words) == 0 {
		return p, err
	}
	if r.Confidence < leastSure {
		return p, fmt.Errorf("what text recognition made of it is no text: handwriting, a photograph or another language, perhaps")
	}
	if n := visibleText(p); r.Confidence < ocrOverText && n >= few {
		return p, nil // it may be in a script that recognition was not asked for
	}
	r.DropNoise()
	if r.Rotated != 0 {
		out := r.Page(p.Index, dpi)
		out.Rotate = r.Rotated
		out.Images, out.Annots = p.Images, p.Annots
		for i := range out.Images {
			im := &out.Images[i]
			picture.Turn(im, r.Rotated)
			im.Box = page.Rect{X1: float32(out.Width), Y1: float32(out.Height)}
			im.Whole = im.Box
		}
		return out, nil
	}
	out := &page.Page{Index: p.Index, Width: p.Width, Height: p.Height, Engine: "ocr",
		Images: p.Images, Links: p.Links, Annots: p.Annots, Fills: p.Fills}
	r.AddTo(out, dpi, at.X0, at.Y0)
	out.Rules = append(out.Rules, p.Rules...)
	return out, nil
}

// scanned is scanned, for no more pictures at a time than there are workers: before they are grey they take much memory.
func (e *engines) scanned(im *page.Image) (*image.Gray, float64) {
	e.ocr.pixels <- struct{}{}
	defer func() { <-e.ocr.pixels }()
	return scanned(im)
}

// drawn draws a page with PDFium at the resolution of what is on it.
func (e *engines) drawn(p *page.Page) (img *image.Gray, dpi float64, err error) {
	e.ocr.pixels <- struct{}{}
	defer func() { <-e.ocr.pixels }()
	d, err := e.spare()
	if err != nil {
		return nil, 0, fmt.Errorf("drawing the page for text recognition: %w", err)
	}
	if img, err = d.Render(p.Index, scanDPI(p)); err != nil {
		return nil, 0, err
	}
	// Giant pages are drawn smaller than was asked for.
	return img, float64(img.Rect.Dx()) / p.Width * 72, nil
}

// few letters and less on a page are no text to speak of.
const few = 8

// Confidences in percent.
const (
	leastSure   = 45 // of a page; less is no text
	ocrOverText = 75 // of a page whose own text is given up for it
)

// textless reports whether a page shows something but has no text to speak of.
func textless(p *page.Page) bool {
	return visibleText(p) < few && (cover(p) > .1 || outlined(p))
}

// visibleText counts a page's glyphs but for blanks, as far as few.
func visibleText(p *page.Page) int {
	n := 0
	for i := range p.Glyphs {
		if strings.TrimSpace(p.Glyphs[i].Text) != "" {
			if n++; n >= few {
				break
			}
		}
	}
	return n
}

// outlined reports whether a page has text that was drawn as curves: small round areas on common baselines, each
// beside the one before. A mere drawing is not worth reading.
func outlined(p *page.Page) bool {
	const letters = 60
	n := 0
	for i := 1; i < len(p.Fills); i++ {
		a, b := &p.Fills[i-1], &p.Fills[i]
		h := max(a.Box.H(), b.Box.H())
		if a.Round && b.Round && abs(b.Box.Y1-a.Box.Y1) < .15*h && abs(b.Box.X0-a.Box.X1) < 3*h {
			if n++; n >= letters {
				return true
			}
		}
	}
	return false
}

func abs(x float32) float32 { return max(x, -x) }

// cover returns the share of the page that its largest picture covers.
func cover(p *page.Page) float64 {
	var most float64
	for i := range p.Images {
		b := p.Images[i].Box
		most = max(most, float64(b.W()*b.H()))
	}
	return most / max(1, p.Width*p.Height)
}

// legible returns the pictures that are large enough to hold text and have hardly any over them.
func legible(p *page.Page) []*page.Image {
	const (
		least = 60 // points
		most  = 40 // glyphs
	)
	var out []*page.Image
	for i := range p.Images {
		im := &p.Images[i]
		b := im.Box
		if b.W() < least || b.H() < least/2 || slices.ContainsFunc(out, func(o *page.Image) bool { return o.Box == b }) {
			continue
		}
		n := 0
		for k := range p.Glyphs {
			if on(&p.Glyphs[k], b) {
				if n++; n > most {
					break
				}
			}
		}
		if n <= most {
			out = append(out, im)
		}
	}
	return out
}

// scanDPI returns the resolution of the page's largest picture, within bounds.
func scanDPI(p *page.Page) float64 {
	dpi, most := float64(mostDPI), float32(0)
	for i := range p.Images {
		im := &p.Images[i]
		if a := im.Box.W() * im.Box.H(); a > most && im.Width > 0 {
			most = a
			dpi = float64(im.Width) / float64(im.Box.W()) * 72
			if p.Rotate%180 != 0 {
				dpi = float64(im.Width) / float64(im.Box.H()) * 72
			}
		}
	}
	return min(max(dpi, leastDPI), mostDPI)
}

func crop(img *image.Gray, b page.Rect, dpi float64) *image.Gray {
	s := float32(dpi / 72)
	r := image.Rect(int(b.X0*s), int(b.Y0*s), int(b.X1*s)+1, int(b.Y1*s)+1).Intersect(img.Rect)
	sub := img.SubImage(r).(*image.Gray)
	sub.Rect = image.Rect(0, 0, r.Dx(), r.Dy())
	return sub
}

// warn says once what recognition could not do.
func (r *recognizer) warn(in *decoder.Input) {
	if len(r.unread) > 0 {
		slices.Sort(r.unread)
		in.Warnf("no text on %s; install tesseract to have it read", pageList(r.unread))
	}
	if r.off {
		return
	}
	if missing := ocr.Missing(r.languages); len(missing) > 0 {
		in.Warnf("tesseract has no data for %s", strings.Join(missing, ", "))
	}
}

// pageList names pages: "page 3", "pages 1, 4-7 and 9".
func pageList(pages []int) string {
	var parts []string
	for i := 0; i < len(pages); {
		k := i
		for k+1 < len(pages) && pages[k+1] == pages[k]+1 {
			k++
		}
		if k > i {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[k]))
		} else {
			parts = append(parts, fmt.Sprint(pages[i]))
		}
		i = k + 1
	}
	const most = 20
	if len(parts) > most {
		parts = append(parts[:most], fmt.Sprintf("%d more", len(parts)-most))
	}
	switch {
	case len(pages) == 1:
		return "page " + parts[0]
	case len(parts) == 1:
		return "pages " + parts[0]
	}
	return "pages " + strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
