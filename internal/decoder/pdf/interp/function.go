package interp

import (
	"math"

	"github.com/udecode/udecode/internal/cos"
)

// function is a PDF function (7.10) of several numbers, with several results.
type function interface {
	// eval appends the results for x to out.
	eval(out, x []float64) []float64
}

const maxFunctionDepth = 8 // of functions in functions

// readFunction reads a function's dictionary or stream; nil when it can't be evaluated.
func readFunction(doc *cos.Document, o cos.Object, depth int) function {
	d := doc.Dict(o)
	if d == nil || depth > maxFunctionDepth {
		return nil
	}
	r := ranges{domain: doc.Numbers(d.Get("Domain")), limits: doc.Numbers(d.Get("Range"))}
	if len(r.domain) < 2 {
		return nil
	}
	var f function
	switch doc.Int(d.Get("FunctionType"), -1) {
	case 0:
		f = readSampled(doc, doc.Stream(o), r)
	case 2:
		f = readExponential(doc, d)
	case 3:
		f = readStitching(doc, d, r, depth)
	case 4:
		if s := doc.Stream(o); s != nil {
			if code, err := s.Decode(); err == nil {
				f = readCalculator(code)
			}
		}
	}
	if f == nil {
		return nil
	}
	r.f = f
	return r
}

// ranges keeps a function's arguments and results within bounds.
type ranges struct {
	domain, limits []float64
	f              function
}

func (r ranges) eval(out, x []float64) []float64 {
	var in [32]float64
	n := min(len(x), len(r.domain)/2, len(in))
	for i := range n {
		in[i] = bound(x[i], r.domain[2*i:])
	}
	from := len(out)
	out = r.f.eval(out, in[:n])
	for i := from; i < len(out) && 2*(i-from)+1 < len(r.limits); i++ {
		out[i] = bound(out[i], r.limits[2*(i-from):])
	}
	return out
}

// bound returns the number nearest to v from lo to hi; NaN is lo.
func bound(v float64, lim []float64) float64 {
	if v > lim[1] {
		return lim[1]
	}
	if v > lim[0] {
		return v
	}
	return lim[0]
}

// sampled is a function of type 0 (7.10.2). It takes the samples around a place for up to three arguments, the nearest for more.
type sampled struct {
	domain, encode, decode []float64
	size                   []int
	n                      int // results
	samples                []float64
}

func readSampled(doc *cos.Document, s *cos.Stream, r ranges) function {
	const most = 1 << 20 // samples
	if s == nil || len(r.limits) < 2 {
		return nil
	}
	f := &sampled{domain: r.domain, n: len(r.limits) / 2, encode: doc.Numbers(s.Dict.Get("Encode")), decode: doc.Numbers(s.Dict.Get("Decode"))}
	m := len(r.domain) / 2
	count := f.n
	for _, v := range doc.Numbers(s.Dict.Get("Size")) {
		if v < 1 || v > most || count > most/int(v) {
			return nil
		}
		f.size = append(f.size, int(v))
		count *= int(v)
	}
	if len(f.size) < m {
		return nil
	}
	f.size = f.size[:m]
	if len(f.encode) < 2*m {
		f.encode = nil
		for _, n := range f.size {
			f.encode = append(f.encode, 0, float64(n-1))
		}
	}
	if len(f.decode) < 2*f.n {
		f.decode = r.limits
	}
	bits := doc.Int(s.Dict.Get("BitsPerSample"), 8)
	data, err := s.Decode()
	if bits < 1 || bits > 32 || err != nil || len(data)*8 < count*bits {
		return nil
	}
	f.samples = make([]float64, count)
	top := float64(uint64(1)<<bits - 1)
	for i := range f.samples {
		var v uint64
		for b := i * bits; b < (i+1)*bits; b++ {
			v = v<<1 | uint64(data[b/8]>>(7-b%8)&1)
		}
		d := f.decode[2*(i%f.n):]
		f.samples[i] = d[0] + float64(v)/top*(d[1]-d[0])
	}
	return f
}

func (f *sampled) eval(out, x []float64) []float64 {
	m := len(f.size)
	if len(x) < m {
		return out
	}
	var base [32]int
	var part [32]float64
	for i, n := range f.size {
		v := f.encode[2*i]
		if w := f.domain[2*i+1] - f.domain[2*i]; w > 0 {
			v += (x[i] - f.domain[2*i]) / w * (f.encode[2*i+1] - f.encode[2*i])
		}
		v = bound(v, []float64{0, float64(n - 1)})
		base[i] = min(int(v), max(n-2, 0))
		part[i] = v - float64(base[i])
		if m > 3 {
			part[i] = math.Round(part[i])
		}
	}
	for k := range f.n {
		sum := 0.0
		for corner := range 1 << min(m, 3) {
			weight, at, step := 1.0, 0, 1
			for i, n := range f.size {
				p := base[i]
				switch {
				case m > 3:
					p += int(part[i])
				case corner>>i&1 == 1:
					weight *= part[i]
					p++
				default:
					weight *= 1 - part[i]
				}
				at += min(p, n-1) * step
				step *= n
			}
			sum += weight * f.samples[at*f.n+k]
			if m > 3 {
				break
			}
		}
		out = append(out, sum)
	}
	return out
}

// exponential is a function of type 2 (7.10.3).
type exponential struct {
	c0, c1 []float64
	n      float64
}

func readExponential(doc *cos.Document, d cos.Dict) function {
	f := exponential{c0: doc.Numbers(d.Get("C0")), c1: doc.Numbers(d.Get("C1")), n: 1}
	if len(f.c0) == 0 {
		f.c0 = []float64{0}
	}
	if len(f.c1) == 0 {
		f.c1 = []float64{1}
	}
	if v, ok := doc.Number(d.Get("N")); ok {
		f.n = v
	}
	return f
}

func (f exponential) eval(out, x []float64) []float64 {
	if len(x) == 0 {
		return out
	}
	p := x[0]
	if f.n != 1 {
		p = math.Pow(p, f.n)
	}
	for i := range min(len(f.c0), len(f.c1)) {
		out = append(out, f.c0[i]+p*(f.c1[i]-f.c0[i]))
	}
	return out
}

// stitching is a function of type 3 (7.10.4).
type stitching struct {
	parts          []function
	bounds, encode []float64 // the bounds with the ends of the domain
}

func readStitching(doc *cos.Document, d cos.Dict, r ranges, depth int) function {
	const most = 1000
	f := stitching{encode: doc.Numbers(d.Get("Encode"))}
	list := doc.Array(d.Get("Functions"))
	f.bounds = append(append([]float64{r.domain[0]}, doc.Numbers(d.Get("Bounds"))...), r.domain[1])
	if len(list) == 0 || len(list) > most || len(f.bounds) != len(list)+1 || len(f.encode) < 2*len(list) {
		return nil
	}
	for _, o := range list {
		p := readFunction(doc, o, depth+1)
		if p == nil {
			return nil
		}
		f.parts = append(f.parts, p)
	}
	return f
}

func (f stitching) eval(out, x []float64) []float64 {
	if len(x) == 0 {
		return out
	}
	k := 0
	for k < len(f.parts)-1 && x[0] >= f.bounds[k+1] {
		k++
	}
	v := f.encode[2*k]
	if w := f.bounds[k+1] - f.bounds[k]; w > 0 {
		v += (x[0] - f.bounds[k]) / w * (f.encode[2*k+1] - f.encode[2*k])
	}
	return f.parts[k].eval(out, []float64{v})
}
