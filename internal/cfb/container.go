package cfb

import (
	"fmt"
	"io"

	"github.com/udecode/udecode/internal/limit"
)

// container is the level of sectors and chains.
type container struct {
	in      input
	header  []byte
	budget  *limit.Budget
	version uint16
	shift   uint     // log2 of the sector size
	fat     []uint32 // sectors that hold the FAT
	cutoff  int64    // streams below this length are in the mini stream, bytes

	rootStart uint32
	rootSize  int64
	mini      []byte // the mini stream
	miniFAT   []byte
	miniShift uint
}

// input is where sectors are read from: a file in memory, or one that is read piece by piece.
type input struct {
	b    []byte
	file io.ReaderAt // when b is nil
	size uint64
}

// at returns the bytes of a range, fewer at the file's end.
func (in *input) at(from, to uint64) []byte {
	to = min(to, in.size)
	if from >= to {
		return nil
	}
	if in.file == nil {
		return in.b[from:to]
	}
	b := make([]byte, to-from)
	n, _ := in.file.ReadAt(b, int64(from))
	return b[:n]
}

const maxRegular = 0xfffffffa // numbers from here on are no sectors

// newContainer reads the header and where the FAT lies (2.2 and 2.5); it returns the directory's
// first sector.
func newContainer(in input, budget *limit.Budget) (k *container, directory uint32, err error) {
	const headerSize = 512
	b := in.at(0, headerSize)
	if len(b) < headerSize || string(b[:8]) != Signature {
		return nil, 0, fmt.Errorf("%w: no signature", ErrFormat)
	}
	k = &container{in: in, header: b, budget: budget, version: le16(b[26:]), shift: uint(le16(b[30:])), miniShift: uint(le16(b[32:])), cutoff: int64(le32(b[56:]))}
	if k.shift != 9 && k.shift != 12 {
		return nil, 0, fmt.Errorf("%w: sectors of 2^%d bytes", ErrFormat, k.shift)
	}
	if k.miniShift < 6 || k.miniShift >= k.shift {
		k.miniShift = 6
	}
	if k.cutoff == 0 || k.cutoff > 1<<20 {
		k.cutoff = miniCutoff
	}
	for i := range headerDIFAT {
		if s := le32(b[76+4*i:]); s < maxRegular {
			k.fat = append(k.fat, s)
		}
	}
	next := le32(b[68:])
	for range in.size >> k.shift {
		s := k.sector(next)
		if next >= maxRegular || len(s) < 1<<k.shift {
			break
		}
		last := len(s) - 4
		for i := 0; i < last; i += 4 {
			if n := le32(s[i:]); n < maxRegular {
				k.fat = append(k.fat, n)
			}
		}
		next = le32(s[last:])
	}
	return k, le32(b[48:]), nil
}

// openMini reads the mini stream, which is the root's, and its table.
func (k *container) openMini() {
	k.mini, _ = k.chain(k.rootStart, k.rootSize)
	k.miniFAT, _ = k.chain(le32(k.header[60:]), int64(k.in.size))
}

// sector returns a sector's bytes, fewer at the file's end.
func (k *container) sector(n uint32) []byte {
	return k.in.at((uint64(n)+1)<<k.shift, (uint64(n)+2)<<k.shift)
}

// next returns the sector behind one in its chain.
func (k *container) next(n uint32) uint32 {
	perSector := uint32(1) << (k.shift - 2)
	i := n / perSector
	if uint64(i) >= uint64(len(k.fat)) {
		return endOfChain
	}
	at := (uint64(k.fat[i])+1)<<k.shift + uint64(n%perSector)*4
	if b := k.in.at(at, at+4); len(b) == 4 {
		return le32(b)
	}
	return endOfChain
}

// stream returns up to size bytes of a stream.
func (k *container) stream(start uint32, size int64) ([]byte, error) {
	if size < k.cutoff {
		return k.miniChain(start, size)
	}
	return k.chain(start, size)
}

// chain returns up to size bytes of a chain: a part of the file where the sectors follow one another, else
// a copy.
func (k *container) chain(start uint32, size int64) ([]byte, error) {
	sectorSize := int64(1) << k.shift
	size = min(size, int64(k.in.size))
	var out []byte
	first := start // of a run of neighbours
	n := start
	for have := int64(0); n < maxRegular && have < size; {
		from := (uint64(n) + 1) << k.shift
		got := int64(min(k.in.size-min(from, k.in.size), uint64(sectorSize)))
		if got == 0 { // the chain leaves the file
			if n != first {
				out = append(out, k.run(first, n-1)...)
			}
			break
		}
		have += got
		next := k.next(n)
		if next == n+1 && have < size && got == sectorSize {
			n = next
			continue
		}
		run := k.run(first, n)
		if out == nil && (have >= size || next >= maxRegular) {
			return run[:min(int64(len(run)), size)], nil
		}
		if out == nil {
			if err := k.budget.Charge(size); err != nil {
				return nil, err
			}
		}
		out = append(out, run...)
		first, n = next, next
	}
	return out[:min(int64(len(out)), size)], nil
}

// run returns the bytes of neighbouring sectors.
func (k *container) run(first, last uint32) []byte {
	return k.in.at((uint64(first)+1)<<k.shift, (uint64(last)+2)<<k.shift)
}

// miniChain is chain for the mini stream.
func (k *container) miniChain(start uint32, size int64) ([]byte, error) {
	sectorSize := uint64(1) << k.miniShift
	out := make([]byte, 0, size)
	for n := start; int64(len(out)) < size; {
		at := uint64(n) << k.miniShift
		if at >= uint64(len(k.mini)) {
			break
		}
		out = append(out, k.mini[at:min(at+sectorSize, uint64(len(k.mini)))]...)
		if uint64(n)*4+4 > uint64(len(k.miniFAT)) {
			break
		}
		n = le32(k.miniFAT[4*n:])
	}
	return out[:min(int64(len(out)), size)], k.budget.Charge(size)
}
