package pdf

import (
	"image"
	"strings"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/pixels"
)

// scan returns the picture of a page on which nothing else is to be seen: what is drawn over a picture may be meant to hide
// something. It returns nil for other pages.
func scan(p *page.Page) *page.Image {
	if len(p.Images) != 1 || len(p.Rules) > 0 {
		return nil
	}
	im := &p.Images[0]
	const white = 0xFFFFFF
	for _, f := range p.Fills {
		if f.Color != white || f.Box.X0 > im.Box.X0 || f.Box.Y0 > im.Box.Y0 || f.Box.X1 < im.Box.X1 || f.Box.Y1 < im.Box.Y1 {
			return nil
		}
	}
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; g.Flags&page.Invisible == 0 && strings.TrimSpace(g.Text) != "" {
			return nil
		}
	}
	return im
}

// scanned returns a picture's pixels as they are seen on the page, and their resolution. Drawing the page would cost more and
// blur them. The picture is nil when it can't be had, or has not the same resolution in both directions.
func scanned(im *page.Image) (*image.Gray, float64) {
	if im.Orientation == 0 || !near(im.Box, im.Whole) || im.Box.W() <= 0 || im.Box.H() <= 0 {
		return nil, 0
	}
	decoded, err := picture.Decode(im)
	if err != nil {
		return nil, 0
	}
	img := pixels.UprightGray(pixels.Gray(decoded), im.Orientation)
	dpi := float64(img.Rect.Dx()) / float64(im.Box.W()) * 72
	if down := float64(img.Rect.Dy()) / float64(im.Box.H()) * 72; down < .97*dpi || down > 1.03*dpi {
		return nil, 0
	}
	if k := int(dpi / mostDPI); k > 1 {
		img, dpi = pixels.Shrink(img, k), dpi/float64(k)
	}
	return img, dpi
}

// near reports whether no side of a box is more than a point away from that of another.
func near(a, b page.Rect) bool {
	const most = 1
	return abs(a.X0-b.X0) <= most && abs(a.Y0-b.Y0) <= most && abs(a.X1-b.X1) <= most && abs(a.Y1-b.Y1) <= most
}
