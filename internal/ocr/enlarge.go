package ocr

import (
	"context"
	"image"
)

// Text smaller than small, in pixels to the em, is read better when it is enlarged; the program was trained on scans of 300 dots
// to the inch, in which ten points are 42 pixels.
const (
	small       = 24
	tiny        = 15
	minute      = 8        // twice is not enough
	middling    = 16       // up to here text is enlarged at once; above it's mostly read well as it is
	mostEnlarge = 16 << 20 // pixels of the enlarged picture
	mostUnread  = 1 << 20  // pixels of a picture without any text that is looked at again
	sure        = 90       // percent of confidence at which small text needs no second look unless it is tiny
)

// factor returns by how much a picture with text of that size, 0 for none found, should be enlarged.
func factor(size float32, width, height int) int {
	k := 1
	switch {
	case size == 0 && width*height > mostUnread:
	case size < minute:
		k = 3
	case size < small:
		k = 2
	}
	for k > 1 && width*height*k*k > mostEnlarge {
		k--
	}
	return k
}

// readScaled reads a picture at the size that suits its text, which is judged by its letters before anything is read. Only when what
// was read is smaller than they looked, or is not sure, the picture is read again, and the better result returned.
func (l *look) readScaled(ctx context.Context, img *image.Gray, dpi int) (*Result, error) {
	size := letterSize(img)
	first := 1
	if size > 0 && size < middling {
		first = factor(size, img.Rect.Dx(), img.Rect.Dy())
	}
	r, err := l.readTimes(ctx, img, dpi, first)
	if err != nil || size == 0 {
		return r, err
	}
	read := r.TextSize()
	k := factor(read, r.Width, r.Height)
	if k <= first || read >= tiny && r.Confidence >= sure {
		return r, nil
	}
	again, err := l.readTimes(ctx, img, dpi, k)
	if err != nil || again.certainty() <= r.certainty() {
		return r, err
	}
	return again, nil
}

// readTimes reads a picture k times as large; the result is of the picture as it was.
func (l *look) readTimes(ctx context.Context, img *image.Gray, dpi, k int) (*Result, error) {
	if k == 1 {
		return l.read(ctx, img, dpi)
	}
	r, err := l.read(ctx, enlarge(img, k), dpi*k)
	if err != nil {
		return nil, err
	}
	r.shrink(k)
	r.Width, r.Height = img.Rect.Dx(), img.Rect.Dy()
	return r, nil
}

// certainty weighs how much was read and how surely.
func (r *Result) certainty() int {
	sum := 0
	for _, w := range r.Words {
		sum += (w.Confidence - 40) * len(w.Text)
	}
	return sum
}

// shrink turns the places in an enlarged picture into those in the picture itself.
func (r *Result) shrink(k int) {
	for i := range r.Words {
		w := &r.Words[i]
		w.X0, w.Y0, w.X1, w.Y1 = w.X0/k, w.Y0/k, (w.X1+k-1)/k, (w.Y1+k-1)/k
	}
	for i := range r.Rules {
		l := &r.Rules[i]
		l.At, l.Lo, l.Hi, l.Width = l.At/k, l.Lo/k, l.Hi/k, max(1, l.Width/k)
	}
}

// enlarge makes k×k pixels of each, with shades between them.
func enlarge(img *image.Gray, k int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w*k, h*k))
	at := func(i, n int) (from, to, part int) { // part is that of to, in 2k-ths
		p := 2*i + 1 - k // of the middle of an output pixel, from the middle of the first input pixel
		if p < 0 {
			return 0, 0, 0
		}
		from = p / (2 * k)
		return min(from, n-1), min(from+1, n-1), p % (2 * k)
	}
	for y := range h * k {
		y0, y1, py := at(y, h)
		upper, lower := img.Pix[y0*img.Stride:][:w], img.Pix[y1*img.Stride:][:w]
		row := out.Pix[y*out.Stride:][:w*k]
		for x := range row {
			x0, x1, px := at(x, w)
			top := int(upper[x0])*(2*k-px) + int(upper[x1])*px
			bottom := int(lower[x0])*(2*k-px) + int(lower[x1])*px
			row[x] = byte((top*(2*k-py) + bottom*py) / (4 * k * k))
		}
	}
	return out
}
