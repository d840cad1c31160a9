package picture

import "image"

// canvas is what pictures are painted on. It is gray until a colour comes.
type canvas struct {
	gray  *image.Gray
	color *image.RGBA // opaque; nil while there is no colour
}

func newCanvas(width, height int) *canvas {
	c := &canvas{gray: image.NewGray(image.Rect(0, 0, width, height))}
	for i := range c.gray.Pix {
		c.gray.Pix[i] = 0xFF
	}
	return c
}

func (c *canvas) picture() image.Image {
	if c.color != nil {
		return c.color
	}
	return c.gray
}

// colored makes room for colours.
func (c *canvas) colored() {
	c.color = image.NewRGBA(c.gray.Rect)
	for i, v := range c.gray.Pix {
		p := c.color.Pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = v, v, v, 0xFF
	}
	c.gray = nil
}

func (c *canvas) bounds() image.Rectangle {
	if c.color != nil {
		return c.color.Rect
	}
	return c.gray.Rect
}

// draw paints a part of a picture over a place; each pixel there becomes the mean of those of the part that fall on it.
func (c *canvas) draw(dst image.Rectangle, img image.Image, src image.Rectangle) {
	if src.Empty() || dst.Empty() {
		return
	}
	width := img.Bounds().Dx()
	read := reader(img)
	row := make([]byte, 4*width)
	sums := make([][4]uint32, dst.Dx()) // of colours as far as they are opaque, and of opacities
	counts := make([]uint32, dst.Dx())
	last := -1
	for y := max(dst.Min.Y, 0); y < min(dst.Max.Y, c.bounds().Dy()); y++ {
		from := src.Min.Y + (y-dst.Min.Y)*src.Dy()/dst.Dy()
		to := max(from+1, src.Min.Y+(y-dst.Min.Y+1)*src.Dy()/dst.Dy())
		clear(sums)
		clear(counts)
		for k := from; k < to; k++ {
			if k != last {
				read(row, k)
				last = k
			}
			for x := range sums {
				x0 := src.Min.X + x*src.Dx()/dst.Dx()
				x1 := max(x0+1, src.Min.X+(x+1)*src.Dx()/dst.Dx())
				s := &sums[x]
				for ; x0 < x1; x0++ {
					p := row[4*x0 : 4*x0+4]
					a := uint32(p[3])
					s[0], s[1], s[2], s[3] = s[0]+uint32(p[0])*a/255, s[1]+uint32(p[1])*a/255, s[2]+uint32(p[2])*a/255, s[3]+a
					counts[x]++
				}
			}
		}
		c.blend(dst.Min.X, y, sums, counts)
	}
}

// blend lays the means of colours over a row of pixels.
func (c *canvas) blend(left, y int, sums [][4]uint32, counts []uint32) {
	for i, s := range sums {
		x := left + i
		if x < 0 || x >= c.bounds().Dx() || s[3] == 0 {
			continue
		}
		n := counts[i]
		r, g, b, a := s[0]/n, s[1]/n, s[2]/n, s[3]/n
		if c.color == nil && (r != g || r != b) {
			c.colored()
		}
		if c.color == nil {
			p := &c.gray.Pix[y*c.gray.Stride+x]
			*p = byte(min(255, r+uint32(*p)*(255-a)/255))
			continue
		}
		p := c.color.Pix[y*c.color.Stride+4*x:]
		p[0], p[1], p[2] = byte(min(255, r+uint32(p[0])*(255-a)/255)), byte(min(255, g+uint32(p[1])*(255-a)/255)), byte(min(255, b+uint32(p[2])*(255-a)/255))
	}
}
