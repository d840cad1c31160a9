package interp

import (
	"math"

	"github.com/udecode/udecode/internal/cos"
)

// colorModel says how a colour's components become RGB.
type colorModel uint8

const (
	gray colorModel = iota
	rgb
	cmyk
	lab
	tint // Separation and DeviceN: 0 is no ink
	indexed
	pattern
)

// space is a colour space, as far as it matters for the colour of text and rules.
type space struct {
	model   colorModel
	n       int      // components
	palette []byte   // of indexed spaces, RGB
	inks    function // gives the colour in the space alt for a tint; nil when it is not known
	alt     *space
}

// The spaces that operators of their own name.
var (
	deviceGray = space{model: gray, n: 1}
	deviceRGB  = space{model: rgb, n: 3}
	deviceCMYK = space{model: cmyk, n: 4}
)

// readSpace reads a colour space's name or array (8.6).
func readSpace(doc *cos.Document, resources cos.Dict, o cos.Object, depth int) space {
	o = doc.Resolve(o)
	if n, ok := o.(cos.Name); ok {
		switch n {
		case "DeviceGray", "CalGray", "G":
			return space{model: gray, n: 1}
		case "DeviceRGB", "CalRGB", "RGB":
			return space{model: rgb, n: 3}
		case "DeviceCMYK", "CMYK":
			return space{model: cmyk, n: 4}
		case "Pattern":
			return space{model: pattern}
		}
		if named := doc.Dict(resources.Get("ColorSpace")).Get(n); named != nil && depth < 4 {
			return readSpace(doc, resources, named, depth+1)
		}
		return space{model: gray, n: 1}
	}
	a, _ := o.(cos.Array)
	if len(a) == 0 || depth > 4 {
		return space{model: gray, n: 1}
	}
	switch doc.Name(a[0]) {
	case "Lab":
		return space{model: lab, n: 3}
	case "Pattern":
		return space{model: pattern}
	case "ICCBased":
		if len(a) > 1 {
			switch n := doc.Int(doc.Dict(a[1]).Get("N"), 3); n {
			case 1:
				return space{model: gray, n: 1}
			case 4:
				return space{model: cmyk, n: 4}
			}
		}
		return space{model: rgb, n: 3}
	case "Separation", "DeviceN":
		s := space{model: tint, n: 1}
		if len(a) > 1 {
			s.n = max(1, len(doc.Array(a[1])))
		}
		if len(a) > 3 {
			if s.inks = readFunction(doc, a[3], 0); s.inks != nil {
				alt := readSpace(doc, resources, a[2], depth+1)
				s.alt = &alt
			}
		}
		return s
	case "Indexed", "I":
		if len(a) < 4 {
			return space{model: gray, n: 1}
		}
		base := readSpace(doc, resources, a[1], depth+1)
		return space{model: indexed, n: 1, palette: readPalette(doc, a[3], base)}
	}
	return readSpace(doc, resources, a[0], depth+1)
}

func readPalette(doc *cos.Document, o cos.Object, base space) []byte {
	var table []byte
	switch v := doc.Resolve(o).(type) {
	case cos.String:
		table = []byte(v)
	case *cos.Stream:
		table, _ = v.Decode()
	}
	if base.n == 0 {
		return nil
	}
	count := min(len(table)/base.n, 256)
	out := make([]byte, 0, 3*count)
	comp := make([]float64, base.n)
	for i := range count {
		for j := range comp {
			comp[j] = float64(table[i*base.n+j]) / 255
		}
		if base.model == lab {
			comp[0], comp[1], comp[2] = comp[0]*100, comp[1]*255-128, comp[2]*255-128
		}
		c := base.rgb(comp)
		out = append(out, byte(c>>16), byte(c>>8), byte(c))
	}
	return out
}

// rgb returns a colour as 0xRRGGBB; components go from 0 to 1, but for Lab and indexed spaces.
func (s *space) rgb(c []float64) uint32 {
	at := func(i int) float64 {
		if i < len(c) {
			return c[i]
		}
		return 0
	}
	switch s.model {
	case rgb:
		return pack(at(0), at(1), at(2))
	case cmyk:
		k := 1 - clamp(at(3))
		return pack((1-clamp(at(0)))*k, (1-clamp(at(1)))*k, (1-clamp(at(2)))*k)
	case lab:
		return labRGB(at(0), at(1), at(2))
	case tint:
		if s.inks != nil && s.alt.model != tint {
			return s.alt.rgb(s.inks.eval(nil, c))
		}
		most := 0.0
		for _, v := range c {
			most = max(most, v)
		}
		return pack(1-most, 1-most, 1-most)
	case indexed:
		if i := int(at(0)) * 3; i >= 0 && i+2 < len(s.palette) {
			return uint32(s.palette[i])<<16 | uint32(s.palette[i+1])<<8 | uint32(s.palette[i+2])
		}
		return 0
	case pattern:
		return 0x808080
	}
	return pack(at(0), at(0), at(0))
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }

func pack(r, g, b float64) uint32 {
	return uint32(clamp(r)*255+.5)<<16 | uint32(clamp(g)*255+.5)<<8 | uint32(clamp(b)*255+.5)
}

// labRGB converts CIE L*a*b* of the white point D50, near enough, to sRGB.
func labRGB(l, a, b float64) uint32 {
	f := func(t float64) float64 {
		if t > 6.0/29 {
			return t * t * t
		}
		return 108.0 / 841 * (t - 4.0/29)
	}
	m := (l + 16) / 116
	x, y, z := .9642*f(m+a/500), f(m), .8249*f(m-b/200)
	g := func(v float64) float64 {
		if v <= .0031308 {
			return 12.92 * v
		}
		return 1.055*math.Pow(v, 1/2.4) - .055
	}
	return pack(g(3.1339*x-1.6169*y-.4906*z), g(-.9785*x+1.9160*y+.0333*z), g(.0720*x-.2290*y+1.4057*z))
}
