package pdfium

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

type fontKey struct {
	name          string
	flags, weight int
}

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) apply(x, y float64) (float32, float32) {
	return float32(m.a*x + m.c*y + m.e), float32(m.b*x + m.d*y + m.f)
}

// mul returns the matrix that applies n first, then m.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) rect(x0, y0, x1, y1 float64) page.Rect {
	ax, ay := m.apply(x0, y0)
	bx, by := m.apply(x1, y1)
	return page.Rect{X0: min(ax, bx), Y0: min(ay, by), X1: max(ax, bx), Y1: max(ay, by)}
}

// reader reads one page.
type reader struct {
	d    *Document
	ref  requests.Page
	view matrix // page space to what a reader sees
	out  *page.Page
}

func (d *Document) readPage(index int) (*page.Page, error) {
	size, err := d.inst.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: d.doc, Index: index})
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	loaded, err := d.inst.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: d.doc, Index: index})
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	defer d.inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
	r := &reader{d: d, ref: requests.Page{ByReference: &loaded.Page},
		out: &page.Page{Index: index, Width: size.Width, Height: size.Height, Engine: "pdfium"}}
	if err := r.readView(); err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	if rot, err := d.inst.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: r.ref}); err == nil {
		r.out.Rotate = int(rot.PageRotation) * 90
	}
	if err := r.readText(); err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	r.readObjects()
	r.readLinks()
	return r.out, nil
}

// readView finds the matrix of crop box and rotation from where PDFium would draw three points.
func (r *reader) readView() error {
	const fine = 100 // device units in a point
	at := func(x, y float64) (float64, float64, error) {
		res, err := r.d.inst.FPDF_PageToDevice(&requests.FPDF_PageToDevice{Page: r.ref, PageX: x, PageY: y,
			SizeX: int(r.out.Width * fine), SizeY: int(r.out.Height * fine)})
		if err != nil {
			return 0, 0, err
		}
		return float64(res.DeviceX) / fine, float64(res.DeviceY) / fine, nil
	}
	const far = 1000
	ox, oy, err := at(0, 0)
	if err != nil {
		return err
	}
	xx, xy, err := at(far, 0)
	if err != nil {
		return err
	}
	yx, yy, err := at(0, far)
	if err != nil {
		return err
	}
	r.view = matrix{(xx - ox) / far, (xy - oy) / far, (yx - ox) / far, (yy - oy) / far, ox, oy}
	return nil
}

func (r *reader) readText() error {
	tp, err := r.d.inst.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: r.ref})
	if err != nil {
		return err
	}
	defer r.d.inst.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: tp.TextPage})
	n, err := r.d.inst.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: tp.TextPage})
	if err != nil {
		return err
	}
	r.out.Glyphs = make([]page.Glyph, 0, n.Count)
	high := rune(0)
	for i := range n.Count {
		if g, err := r.d.inst.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: tp.TextPage, Index: i}); err != nil || g.IsGenerated {
			continue
		}
		u, err := r.d.inst.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: tp.TextPage, Index: i})
		if err != nil {
			continue
		}
		c := rune(u.Unicode)
		if utf16.IsSurrogate(c) {
			if high == 0 {
				high = c
				continue
			}
			c, high = utf16.DecodeRune(high, c), 0
		}
		r.addGlyph(tp.TextPage, i, c)
	}
	return nil
}

func (r *reader) addGlyph(tp references.FPDF_TEXTPAGE, i int, c rune) {
	inst := r.d.inst
	switch {
	case c == 0xFFFE || c == 0x02: // how PDFium marks a hyphen at a line's end
		c = '-'
	case c == 0 || c == 0xFFFD:
		r.out.Unmapped++
		c = 0xFFFD
	case c < 0x20 || c == 0x7F:
		return
	}
	origin, err := inst.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: tp, Index: i})
	if err != nil {
		return
	}
	box, err := inst.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: tp, Index: i})
	if err != nil {
		return
	}
	g := page.Glyph{Text: string(c), MCID: -1}
	g.X, g.Y = r.view.apply(origin.X, origin.Y)
	g.Box = r.view.rect(float64(box.Rect.Left), float64(box.Rect.Bottom), float64(box.Rect.Right), float64(box.Rect.Top))
	if k := len(r.out.Glyphs); k > 0 {
		// The characters of one ligature share their place.
		if last := &r.out.Glyphs[k-1]; last.X == g.X && last.Y == g.Y && last.Box == g.Box && last.Text != g.Text {
			last.Text += g.Text
			return
		}
	}
	if !visible(g.Box, r.out) {
		return
	}
	if s, err := inst.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: tp, Index: i}); err == nil {
		g.Size = float32(s.FontSize)
	}
	if m, err := inst.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: tp, Index: i}); err == nil {
		t := r.view.mul(matrix{float64(m.Matrix.A), float64(m.Matrix.B), float64(m.Matrix.C), float64(m.Matrix.D), 0, 0})
		g.Size *= float32(math.Hypot(t.c, t.d))
		g.Angle = angle(t.a, -t.b)
	}
	if col, err := inst.FPDFText_GetFillColor(&requests.FPDFText_GetFillColor{TextPage: tp, Index: i}); err == nil {
		g.Color = uint32(col.R)<<16 | uint32(col.G)<<8 | uint32(col.B)
	}
	g.Font = r.font(tp, i)
	r.out.Glyphs = append(r.out.Glyphs, g)
}

// angle returns the direction of (x, y) in whole degrees.
func angle(x, y float64) int16 { return int16(math.Round(math.Atan2(y, x) * 180 / math.Pi)) }

func visible(b page.Rect, p *page.Page) bool {
	x, y := float64(b.X0+b.X1)/2, float64(b.Y0+b.Y1)/2
	return x >= 0 && y >= 0 && x <= p.Width && y <= p.Height
}

// Font descriptor flags (PDF 32000-1, 9.8.2).
const (
	fixedPitch = 1 << 0
	serif      = 1 << 1
	symbolic   = 1 << 2
	italic     = 1 << 6
	forceBold  = 1 << 18
)

func (r *reader) font(tp references.FPDF_TEXTPAGE, i int) *page.Font {
	var key fontKey
	if f, err := r.d.inst.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{TextPage: tp, Index: i}); err == nil {
		key.name, key.flags = f.FontName, f.Flags
	}
	if w, err := r.d.inst.FPDFText_GetFontWeight(&requests.FPDFText_GetFontWeight{TextPage: tp, Index: i}); err == nil {
		key.weight = w.FontWeight
	}
	if f := r.d.fonts[key]; f != nil {
		return f
	}
	name := page.BaseName(strings.ToValidUTF8(key.name, "\uFFFD"))
	weight, slanted, mono := page.StyleByName(name)
	if weight == 400 && key.flags&forceBold != 0 {
		weight = 700
	}
	f := &page.Font{Name: name, Weight: weight, Italic: slanted || key.flags&italic != 0, Mono: mono || key.flags&fixedPitch != 0,
		Serif: key.flags&serif != 0, Symbol: key.flags&symbolic != 0, Ascent: .8, Descent: -.2}
	r.d.fonts[key] = f
	return f
}

func (r *reader) readLinks() {
	inst := r.d.inst
	const most = 10_000
	for pos, n := 0, 0; n < most; n++ {
		res, err := inst.FPDFLink_Enumerate(&requests.FPDFLink_Enumerate{Page: r.ref, StartPos: pos})
		if err != nil || res.Link == nil || res.NextStartPos == nil {
			return
		}
		pos = *res.NextStartPos
		box, err := inst.FPDFLink_GetAnnotRect(&requests.FPDFLink_GetAnnotRect{Link: *res.Link})
		if err != nil || box.Rect == nil {
			continue
		}
		l := page.Link{Page: -1, Box: r.view.rect(float64(box.Rect.Left), float64(box.Rect.Bottom), float64(box.Rect.Right), float64(box.Rect.Top))}
		if dest, err := inst.FPDFLink_GetDest(&requests.FPDFLink_GetDest{Document: r.d.doc, Link: *res.Link}); err == nil && dest.Dest != nil {
			if at, err := inst.FPDFDest_GetDestPageIndex(&requests.FPDFDest_GetDestPageIndex{Document: r.d.doc, Dest: *dest.Dest}); err == nil {
				l.Page = at.Index
			}
		} else if act, err := inst.FPDFLink_GetAction(&requests.FPDFLink_GetAction{Link: *res.Link}); err == nil && act.Action != nil {
			if uri, err := inst.FPDFAction_GetURIPath(&requests.FPDFAction_GetURIPath{Document: r.d.doc, Action: *act.Action}); err == nil && uri.URIPath != nil {
				l.URL = page.CleanText(*uri.URIPath)
			}
		}
		if l.URL != "" || l.Page >= 0 {
			r.out.Links = append(r.out.Links, l)
		}
	}
}
