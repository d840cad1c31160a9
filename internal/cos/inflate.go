package cos

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"github.com/udecode/udecode/internal/limit"
)

// errDeflate is what is wrong with deflated data that do not decode to their end.
var errDeflate = errors.New("damaged or cut off deflate data")

// inflate appends a zlib stream's data to dst. The stream's header may be missing, and its checksum is not looked at; what
// can be read before an error is there.
func inflate(dst, b []byte) ([]byte, error) {
	for len(b) > 0 && (b[0] == '\r' || b[0] == '\n') {
		b = b[1:]
	}
	body := b
	if len(b) >= 2 && b[0]&15 == 8 {
		body = b[2:]
	}
	d := inflaters.Get().(*inflater)
	defer inflaters.Put(d)
	out, err := d.inflate(dst, body)
	if err != nil && len(out) == len(dst) && len(body) != len(b) && !errors.Is(err, limit.ErrExceeded) {
		if o, e := d.inflate(dst, b); len(o) > len(dst) {
			return o, e
		}
	}
	return out, err
}

var inflaters = sync.Pool{New: func() any { return new(inflater) }}

// Sizes in bits of the first levels of the code tables (RFC 1951); longer codes go on in a second level.
const (
	litBits  = 10
	distBits = 8
)

// inflater decodes deflated bytes from a slice to a slice, which is several times faster than through readers.
type inflater struct {
	in    []byte
	pos   int
	acc   uint64 // bits not used yet, next one lowest
	n     uint   // how many
	base  int    // where the data begin in what they are appended to
	lit   *codeTable
	dist  *codeTable
	sizes [320]uint8

	ownLit, ownDist codeTable // of blocks that bring their codes
}

// codeTable finds a code by its next bits. An entry is value<<8 | bits to take, or, with the top bit, the
// place and size in bits of a second-level table.
type codeTable struct {
	bits    uint
	entries []uint32
}

const secondLevel = 1 << 31

// build makes the table for codes of those sizes in bits; false when they are no complete code. One code alone may be incomplete.
func (t *codeTable) build(sizes []uint8, primary uint) bool {
	var count [16]int
	longest := uint(0)
	for _, s := range sizes {
		count[s]++
		longest = max(longest, uint(s))
	}
	count[0] = 0
	var next [17]int
	code, used := 0, 0
	for i := 1; i <= 15; i++ {
		code = (code + count[i-1]) << 1
		next[i] = code
		used += count[i] << (15 - i)
	}
	if used > 1<<15 {
		return false
	}
	if used < 1<<15 && longest > 1 && used != 0 {
		return false
	}
	t.bits = min(primary, max(longest, 1))
	size := 1 << t.bits
	t.entries = append(t.entries[:0], make([]uint32, size)...)
	for sym, s := range sizes {
		if s == 0 {
			continue
		}
		rev := int(bits.Reverse16(uint16(next[s])) >> (16 - s))
		next[s]++
		e := uint32(sym)<<8 | uint32(s)
		if uint(s) <= t.bits {
			for i := rev; i < size; i += 1 << s {
				t.entries[i] = e
			}
			continue
		}
		low := rev & (size - 1)
		sub := t.entries[low]
		if sub == 0 {
			width := longest - t.bits
			sub = secondLevel | uint32(len(t.entries))<<8 | uint32(width)
			t.entries[low] = sub
			t.entries = append(t.entries, make([]uint32, 1<<width)...)
		}
		at, width := int(sub&^secondLevel>>8), sub&255
		for i := rev >> t.bits; i < 1<<width; i += 1 << (uint(s) - t.bits) {
			t.entries[at+i] = e
		}
	}
	return true
}

// find returns the entry of the code in the next bits; 0 when there is none.
func (t *codeTable) find(acc uint64) uint32 {
	e := t.entries[acc&(1<<t.bits-1)]
	if e&secondLevel != 0 {
		e = t.entries[uint64(e&^secondLevel>>8)+acc>>t.bits&(1<<(e&255)-1)]
	}
	return e
}

// fill brings the accumulator to at least 48 bits, while the input lasts.
func (d *inflater) fill() {
	if d.pos+8 <= len(d.in) {
		d.acc |= binary.LittleEndian.Uint64(d.in[d.pos:]) << d.n
		taken := (63 - d.n) >> 3
		d.pos += int(taken)
		d.n += taken * 8
		return
	}
	for d.n <= 56 && d.pos < len(d.in) {
		d.acc |= uint64(d.in[d.pos]) << d.n
		d.pos++
		d.n += 8
	}
}

func (d *inflater) take(n uint) (v int, ok bool) {
	if d.n < n {
		if d.fill(); d.n < n {
			return 0, false
		}
	}
	v = int(d.acc & (1<<n - 1))
	d.acc >>= n
	d.n -= n
	return v, true
}

func (d *inflater) inflate(dst, in []byte) (out []byte, err error) {
	d.in, d.pos, d.acc, d.n, d.base = in, 0, 0, 0, len(dst)
	defer func() { d.in = nil }()
	if out = dst; out == nil {
		out = make([]byte, 0, max(512, min(4*len(in), 1<<24)))
	}
	for {
		last, ok1 := d.take(1)
		kind, ok2 := d.take(2)
		if !ok1 || !ok2 {
			return out, errDeflate
		}
		ok := false
		switch kind {
		case 0:
			out, ok = d.stored(out)
		case 1:
			d.fixed()
			out, ok, err = d.block(out)
		case 2:
			if d.dynamic() {
				out, ok, err = d.block(out)
			}
		}
		if err == nil && len(out)-d.base > maxDecoded {
			err = tooLarge
		}
		if err != nil {
			return dst, err
		}
		if !ok {
			return out, errDeflate
		}
		if last == 1 {
			return out, nil
		}
	}
}

func (d *inflater) stored(out []byte) ([]byte, bool) {
	d.take(d.n & 7)
	d.pos -= int(d.n >> 3)
	d.acc, d.n = 0, 0
	if d.pos+4 > len(d.in) {
		return out, false
	}
	size := int(binary.LittleEndian.Uint16(d.in[d.pos:]))
	check := int(binary.LittleEndian.Uint16(d.in[d.pos+2:]))
	if size^check != 0xFFFF {
		return out, false
	}
	d.pos += 4
	n := min(size, len(d.in)-d.pos)
	out = append(out, d.in[d.pos:d.pos+n]...)
	d.pos += n
	return out, n == size
}

// fixedCodes are the codes of blocks that bring none (RFC 1951, 3.2.6).
var fixedCodes = sync.OnceValue(func() (c struct{ lit, dist codeTable }) {
	var s [288]uint8
	for i := range s {
		switch {
		case i < 144:
			s[i] = 8
		case i < 256:
			s[i] = 9
		case i < 280:
			s[i] = 7
		default:
			s[i] = 8
		}
	}
	c.lit.build(s[:], litBits)
	for i := range s[:32] {
		s[i] = 5
	}
	c.dist.build(s[:32], distBits)
	return c
})

func (d *inflater) fixed() {
	c := fixedCodes()
	d.lit, d.dist = &c.lit, &c.dist
}

var sizeOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamic reads the codes of a block (RFC 1951, 3.2.7).
func (d *inflater) dynamic() bool {
	lits, ok1 := d.take(5)
	dists, ok2 := d.take(5)
	sizes, ok3 := d.take(4)
	if !ok1 || !ok2 || !ok3 {
		return false
	}
	lits, dists, sizes = lits+257, dists+1, sizes+4
	if lits > 286 {
		return false
	}
	var first [19]uint8
	for _, i := range sizeOrder[:sizes] {
		v, ok := d.take(3)
		if !ok {
			return false
		}
		first[i] = uint8(v)
	}
	d.lit, d.dist = &d.ownLit, &d.ownDist
	if !d.lit.build(first[:], 7) {
		return false
	}
	for i := 0; i < lits+dists; {
		d.fill()
		e := d.lit.find(d.acc)
		if e == 0 {
			return false
		}
		if _, ok := d.take(uint(e & 255)); !ok {
			return false
		}
		sym := int(e >> 8)
		if sym < 16 {
			d.sizes[i] = uint8(sym)
			i++
			continue
		}
		fill, n, ok := uint8(0), 0, false
		switch sym {
		case 16:
			if i == 0 {
				return false
			}
			fill = d.sizes[i-1]
			n, ok = d.take(2)
			n += 3
		case 17:
			n, ok = d.take(3)
			n += 3
		default:
			n, ok = d.take(7)
			n += 11
		}
		if !ok || i+n > lits+dists {
			return false
		}
		for range n {
			d.sizes[i] = fill
			i++
		}
	}
	return d.lit.build(d.sizes[:lits], litBits) && d.dist.build(d.sizes[lits:lits+dists], distBits)
}

var (
	lengthBase  = [29]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distBase    = [30]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
		4097, 6145, 8193, 12289, 16385, 24577}
	distExtra = [30]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
)

// longestMatch is the most that one code adds.
const longestMatch = 258

// block decodes a block's codes up to its end. The error is only for too much.
func (d *inflater) block(out []byte) ([]byte, bool, error) {
	for {
		out = d.fast(out)
		if cap(out)-len(out) < longestMatch {
			if len(out)-d.base > maxDecoded {
				return nil, false, tooLarge
			}
			out = slices.Grow(out, cap(out)+longestMatch+word)
		}
		if d.n < 48 { // a length and a distance with their extra bits
			d.fill()
		}
		e := d.lit.find(d.acc)
		n := uint(e & 255)
		if e == 0 || n > d.n {
			return out, false, nil
		}
		d.acc >>= n
		d.n -= n
		sym := e >> 8
		if sym < 256 {
			out = append(out, byte(sym))
			continue
		}
		if sym == 256 {
			return out, true, nil
		}
		if sym -= 257; sym >= uint32(len(lengthBase)) {
			return out, false, nil
		}
		extra := uint(lengthExtra[sym])
		size := int(lengthBase[sym]) + int(d.acc&(1<<extra-1))
		if extra > d.n {
			return out, false, nil
		}
		d.acc >>= extra
		d.n -= extra

		e = d.dist.find(d.acc)
		n = uint(e & 255)
		sym = e >> 8
		if e == 0 || n > d.n || sym >= uint32(len(distBase)) {
			return out, false, nil
		}
		d.acc >>= n
		d.n -= n
		extra = uint(distExtra[sym])
		back := int(distBase[sym]) + int(d.acc&(1<<extra-1))
		if extra > d.n || back > len(out)-d.base {
			return out, false, nil
		}
		d.acc >>= extra
		d.n -= extra

		from, to := len(out)-back, len(out)
		out = out[:to+size]
		if back >= size {
			copy(out[to:], out[from:from+size])
			continue
		}
		for i := range size {
			out[to+i] = out[from+i]
		}
	}
}

// word is the size in bytes of what is copied at a time.
const word = 8

// fast decodes codes as long as there are plenty of input and room and nothing is special; block does the rest.
func (d *inflater) fast(out []byte) []byte {
	in, pos, acc, n := d.in, d.pos, d.acc, d.n
	buf, w := out[:cap(out)], len(out)
	room := len(buf) - longestMatch - word
	lits, dists := d.lit.entries, d.dist.entries
	litMask, distMask := uint64(1)<<d.lit.bits-1, uint64(1)<<d.dist.bits-1
	for pos+word <= len(in) && w <= room {
		acc |= binary.LittleEndian.Uint64(in[pos:]) << n
		taken := (63 - n) >> 3
		pos += int(taken)
		n += taken * 8 // 56 at least: three literals, or a length and a distance with their extra bits
		e := lits[acc&litMask]
		if e-1 < 256<<8-1 { // a literal of the first level; an entry of 0 is none
			buf[w] = byte(e >> 8)
			w++
			acc >>= e & 63
			n -= uint(e & 63)
			if e = lits[acc&litMask]; e-1 < 256<<8-1 {
				buf[w] = byte(e >> 8)
				w++
				acc >>= e & 63
				n -= uint(e & 63)
				if e = lits[acc&litMask]; e-1 < 256<<8-1 {
					buf[w] = byte(e >> 8)
					w++
					acc >>= e & 63
					n -= uint(e & 63)
				}
			}
			continue
		}
		if e&secondLevel != 0 {
			e = lits[uint64(e&^secondLevel>>8)+acc>>d.lit.bits&(1<<(e&255)-1)]
			if e-1 < 256<<8-1 {
				buf[w] = byte(e >> 8)
				w++
				acc >>= e & 63
				n -= uint(e & 63)
				continue
			}
		}
		sym := e>>8 - 257
		if e == 0 || sym >= uint32(len(lengthBase)) {
			break // the end of the block, or damage
		}
		used := uint(e & 63)
		extra := uint(lengthExtra[sym])
		size := int(lengthBase[sym]) + int(acc>>used&(1<<extra-1))
		used += extra
		if e = dists[acc>>used&distMask]; e&secondLevel != 0 {
			e = dists[uint64(e&^secondLevel>>8)+acc>>used>>d.dist.bits&(1<<(e&255)-1)]
		}
		sym = e >> 8
		if e == 0 || sym >= uint32(len(distBase)) {
			break
		}
		used += uint(e & 63)
		extra = uint(distExtra[sym])
		back := int(distBase[sym]) + int(acc>>used&(1<<extra-1))
		if back > w-d.base {
			break
		}
		used += extra
		acc >>= used & 63
		n -= used
		if back >= word {
			for i := 0; i < size; i += word {
				binary.LittleEndian.PutUint64(buf[w+i:], binary.LittleEndian.Uint64(buf[w+i-back:]))
			}
		} else {
			for i := range size {
				buf[w+i] = buf[w+i-back]
			}
		}
		w += size
	}
	d.pos, d.acc, d.n = pos, acc, n
	return buf[:w]
}

var tooLarge = fmt.Errorf("%w: a stream decodes to more than %d bytes", limit.ErrExceeded, int64(maxDecoded))
