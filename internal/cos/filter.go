package cos

import (
	"bytes"
	"errors"
)

var errData = errors.New("damaged data")

// unlzw decodes LZW (7.4.4) with codes of 9 to 12 bits, highest bit first.
func unlzw(b []byte, early bool) ([]byte, error) {
	const clear, eod, most = 256, 257, 4096
	var prefix [most]uint16
	var suffix [most]byte
	var length [most]int32
	for i := range 256 {
		suffix[i], length[i] = byte(i), 1
	}
	change := 0
	if early {
		change = 1
	}
	next, width := 258, uint(9)
	prev := -1
	var acc uint32
	var bits uint
	var out []byte
	for _, c := range b {
		acc, bits = acc<<8|uint32(c), bits+8
		if bits < width {
			continue
		}
		bits -= width
		code := int(acc >> bits & (1<<width - 1))
		switch {
		case code == eod:
			return out, nil
		case code == clear:
			next, width, prev = 258, 9, -1
			continue
		case prev < 0:
			if code > 255 {
				return out, errData
			}
			out = append(out, byte(code))
			prev = code
			continue
		case code > next || code == next && next >= most:
			return out, errData
		}
		n := len(out)
		if code < next {
			l := int(length[code])
			out = append(out, make([]byte, l)...)
			fill(out[n:], code, &prefix, &suffix)
		} else {
			l := int(length[prev])
			out = append(out, make([]byte, l+1)...)
			fill(out[n:n+l], prev, &prefix, &suffix)
			out[n+l] = out[n]
		}
		if len(out) > maxDecoded {
			return nil, tooLarge
		}
		if next < most {
			prefix[next], suffix[next], length[next] = uint16(prev), out[n], length[prev]+1
			next++
			if next+change >= 1<<width && width < 12 {
				width++
			}
		}
		prev = code
	}
	return out, nil
}

func fill(dst []byte, code int, prefix *[4096]uint16, suffix *[4096]byte) {
	for i := len(dst) - 1; i >= 0; i-- {
		dst[i] = suffix[code]
		code = int(prefix[code])
	}
}

func unascii85(b []byte) ([]byte, error) {
	b = bytes.TrimLeft(b, " \t\r\n\f\x00")
	b = bytes.TrimPrefix(b, []byte("<~"))
	out := make([]byte, 0, len(b)*4/5+4)
	var group [5]byte
	n := 0
	for _, c := range b {
		switch {
		case IsSpace(c):
			continue
		case c == 'z' && n == 0:
			out = append(out, 0, 0, 0, 0)
			continue
		case c == '~':
			return flush85(out, group, n), nil
		case c < '!' || c > 'u':
			return flush85(out, group, n), errData
		}
		group[n] = c - '!'
		if n++; n == 5 {
			out = flush85(out, group, n)
			n = 0
		}
	}
	return flush85(out, group, n), nil
}

func flush85(out []byte, group [5]byte, n int) []byte {
	if n < 2 {
		return out
	}
	for i := n; i < 5; i++ {
		group[i] = 84
	}
	var v uint32
	for _, g := range group {
		v = v*85 + uint32(g)
	}
	word := [4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}
	return append(out, word[:n-1]...)
}

func unhex(b []byte) []byte {
	out := make([]byte, 0, len(b)/2+1)
	var hi byte
	half := false
	for _, c := range b {
		if c == '>' {
			break
		}
		h := hexDigit[c]
		if h >= 16 {
			continue
		}
		if half {
			out = append(out, hi<<4|h)
		}
		hi, half = h, !half
	}
	if half {
		out = append(out, hi<<4)
	}
	return out
}

func unrunlength(b []byte) ([]byte, error) {
	var out []byte
	for len(b) > 0 {
		n := int(b[0])
		b = b[1:]
		switch {
		case n == 128:
			return out, nil
		case n < 128:
			if n+1 > len(b) {
				return append(out, b...), errData
			}
			out = append(out, b[:n+1]...)
			b = b[n+1:]
		default:
			if len(b) == 0 {
				return out, errData
			}
			out = append(out, bytes.Repeat(b[:1], 257-n)...)
			b = b[1:]
		}
		if len(out) > maxDecoded {
			return nil, tooLarge
		}
	}
	return out, nil
}

// unpredict takes off a predictor (7.4.4.4).
func unpredict(b []byte, parms Dict) []byte {
	predictor := parm(parms, "Predictor", 1)
	if predictor < 2 {
		return b
	}
	colors, bits, columns := parm(parms, "Colors", 1), parm(parms, "BitsPerComponent", 8), parm(parms, "Columns", 1)
	if colors < 1 || colors > 64 || bits < 1 || bits > 16 || columns < 1 || columns > 1<<24 {
		return b
	}
	pixel := max(1, (colors*bits+7)/8)
	row := (colors*bits*columns + 7) / 8
	if predictor == 2 {
		b = bytes.Clone(b)
		for i := 0; i < len(b); i += row {
			untiff(b[i:min(i+row, len(b))], colors, bits)
		}
		return b
	}
	out := b[:0]
	prior := make([]byte, row)
	for len(b) > 1 {
		kind := b[0]
		line := b[1:min(1+row, len(b))]
		b = b[len(line)+1:]
		unpng(kind, line, prior, pixel)
		out = append(out, line...)
		prior = out[len(out)-len(line):]
		if len(line) < row {
			break
		}
	}
	return out
}

func parm(d Dict, key Name, def int) int {
	switch v := d.Get(key).(type) {
	case int64:
		return int(max(-1, min(v, 1<<30)))
	case float64:
		return int(max(-1, min(v, 1<<30)))
	}
	return def
}

// unpng takes a PNG filter off a row.
func unpng(kind byte, line, prior []byte, pixel int) {
	switch kind {
	case 1:
		for i := pixel; i < len(line); i++ {
			line[i] += line[i-pixel]
		}
	case 2:
		for i := range line {
			line[i] += prior[i]
		}
	case 3:
		for i := range line {
			left := 0
			if i >= pixel {
				left = int(line[i-pixel])
			}
			line[i] += byte((left + int(prior[i])) / 2)
		}
	case 4:
		for i := range line {
			var a, c int
			if i >= pixel {
				a, c = int(line[i-pixel]), int(prior[i-pixel])
			}
			line[i] += paeth(a, int(prior[i]), c)
		}
	}
}

func paeth(a, b, c int) byte {
	pa, pb, pc := abs(b-c), abs(a-c), abs(a+b-2*c)
	switch {
	case pa <= pb && pa <= pc:
		return byte(a)
	case pb <= pc:
		return byte(b)
	}
	return byte(c)
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}

// untiff takes TIFF's horizontal differencing off a row.
func untiff(line []byte, colors, bits int) {
	switch bits {
	case 8:
		for i := colors; i < len(line); i++ {
			line[i] += line[i-colors]
		}
	case 16:
		for i := 2 * colors; i+1 < len(line); i += 2 {
			v := uint16(line[i])<<8 | uint16(line[i+1])
			v += uint16(line[i-2*colors])<<8 | uint16(line[i-2*colors+1])
			line[i], line[i+1] = byte(v>>8), byte(v)
		}
	case 1, 2, 4:
		prev := make([]byte, colors)
		mask := byte(1<<bits - 1)
		per := 8 / bits
		for s := range len(line) * per {
			shift := 8 - bits - s%per*bits
			v := (line[s/per]>>shift + prev[s%colors]) & mask
			line[s/per] = line[s/per]&^(mask<<shift) | v<<shift
			prev[s%colors] = v
		}
	}
}
