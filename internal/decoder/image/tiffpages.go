package image

import (
	"cmp"
	"slices"

	"github.com/udecode/udecode/internal/decoder"
)

const mostPages = 10_000

// reducedOrMask are the bits of NewSubfileType that mark thumbnails and masks.
const reducedOrMask = 1 | 4

// tiffPages cuts a TIFF file of several pages into files of one page each. A file of one page is returned as it is.
func tiffPages(in *decoder.Input, b []byte) ([][]byte, error) {
	f, err := newTIFF(b)
	if err != nil {
		return [][]byte{b}, nil
	}
	var pages [][]entry
	seen := make(map[uint32]bool)
	for at := f.first(); at != 0 && !seen[at]; {
		if len(pages) == mostPages {
			in.Warnf("more than %d pages: the rest is left out", mostPages)
			break
		}
		seen[at] = true
		entries, next := f.directory(at)
		kind := lookup(entries, tagNewSubfileType)
		if len(entries) > 0 && (kind == nil || f.uint(kind, 0)&reducedOrMask == 0) {
			pages = append(pages, entries)
		}
		at = next
	}
	if len(pages) < 2 {
		return [][]byte{b}, nil
	}
	out := make([][]byte, 0, len(pages))
	for i, entries := range pages {
		size := f.pageSize(entries)
		if size > int64(len(b))+64<<10 {
			in.Warnf("page %d is damaged and left out", i+1)
			continue
		}
		if err := in.Budget.Charge(size); err != nil {
			return nil, err
		}
		out = append(out, f.page(entries, size))
	}
	return out, nil
}

// parts are the pairs of tags that say where a page's pixels are.
var parts = [...][2]uint16{{tagStripOffsets, tagStripByteCounts}, {tagTileOffsets, tagTileByteCounts}}

// left out are other directories, which a page does not need to be shown.
func kept(e entry) bool { return e.tag != tagSubIFDs && e.tag != tagExifIFD && e.tag != tagGPSIFD }

// pageSize returns how many bytes a page takes in a file of its own.
func (f *tiffFile) pageSize(entries []entry) int64 {
	n := int64(8 + 2 + 4)
	for _, e := range entries {
		n += 12 + int64(len(e.value)) + 1
	}
	for _, p := range parts {
		counts := lookup(entries, p[1])
		if counts == nil {
			continue
		}
		for i := range int(counts.count) {
			n += int64(f.uint(counts, i)) + 1
		}
	}
	return n
}

// page writes a file of one page: header, pixels, values, directory.
func (f *tiffFile) page(entries []entry, size int64) []byte {
	out := append(make([]byte, 0, size), f.b[:8]...)
	even := func() {
		if len(out)%2 == 1 {
			out = append(out, 0)
		}
	}
	list := make([]entry, 0, len(entries))
	for _, e := range entries {
		if kept(e) {
			list = append(list, e)
		}
	}
	for _, p := range parts {
		offsets, counts := lookup(list, p[0]), lookup(list, p[1])
		if offsets == nil || counts == nil || offsets.count != counts.count {
			continue
		}
		moved := make([]byte, 0, 4*offsets.count)
		for i := range int(offsets.count) {
			from, n := int64(f.uint(offsets, i)), int64(f.uint(counts, i))
			from = min(from, int64(len(f.b)))
			n = min(n, int64(len(f.b))-from)
			even()
			moved = f.append32(moved, uint32(len(out)))
			out = append(out, f.b[from:from+n]...)
		}
		offsets.kind, offsets.value = 4, moved
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.tag, b.tag) })
	at := make([]uint32, len(list))
	for i, e := range list {
		if len(e.value) > 4 {
			even()
			at[i] = uint32(len(out))
			out = append(out, e.value...)
		}
	}
	even()
	f.order.PutUint32(out[4:], uint32(len(out)))
	out = f.append16(out, uint16(len(list)))
	for i, e := range list {
		out = f.append32(f.append16(f.append16(out, e.tag), e.kind), e.count)
		if len(e.value) > 4 {
			out = f.append32(out, at[i])
		} else {
			out = append(append(out, e.value...), make([]byte, 4-len(e.value))...)
		}
	}
	return f.append32(out, 0)
}

func (f *tiffFile) append16(b []byte, v uint16) []byte {
	b = append(b, 0, 0)
	f.order.PutUint16(b[len(b)-2:], v)
	return b
}

func (f *tiffFile) append32(b []byte, v uint32) []byte {
	b = append(b, 0, 0, 0, 0)
	f.order.PutUint32(b[len(b)-4:], v)
	return b
}
