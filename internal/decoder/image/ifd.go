package image

import (
	"encoding/binary"
	"errors"
)

// TIFF tags that are read (TIFF 6.0, section 8; Exif 2.32, 4.6).
const (
	tagImageDescription   = 270
	tagStripOffsets       = 273
	tagOrientation        = 274
	tagStripByteCounts    = 279
	tagDocumentName       = 269
	tagXResolution        = 282
	tagResolutionUnit     = 296
	tagSoftware           = 305
	tagDateTime           = 306
	tagArtist             = 315
	tagTileOffsets        = 324
	tagTileByteCounts     = 325
	tagSubIFDs            = 330
	tagNewSubfileType     = 254
	tagCopyright          = 33432
	tagExifIFD            = 34665
	tagGPSIFD             = 34853
	tagDateTimeOriginal   = 36867
	tagOffsetTime         = 36880
	tagOffsetTimeOriginal = 36881
	tagXPTitle            = 40091
	tagXPComment          = 40092
	tagXPAuthor           = 40093
	tagXPKeywords         = 40094
	tagXPSubject          = 40095
)

// tiffFile is a TIFF file, or the part of a picture that is built like one: Exif.
type tiffFile struct {
	b     []byte
	order binary.ByteOrder
}

var errTIFF = errors.New("no TIFF header")

func newTIFF(b []byte) (*tiffFile, error) {
	if len(b) >= 8 {
		switch string(b[:4]) {
		case "II*\x00":
			return &tiffFile{b, binary.LittleEndian}, nil
		case "MM\x00*":
			return &tiffFile{b, binary.BigEndian}, nil
		}
	}
	return nil, errTIFF
}

// first returns the offset of the first directory.
func (f *tiffFile) first() uint32 { return f.order.Uint32(f.b[4:]) }

// entry is a field of a directory; value holds its bytes wherever they stand.
type entry struct {
	tag, kind uint16
	count     uint32
	value     []byte
}

// sizes are the bytes that a value of each type takes (TIFF 6.0, section 2).
var sizes = [...]int64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}

// directory returns the entries at an offset whose values are inside of the file, and the offset of the next directory, 0 for
// none.
func (f *tiffFile) directory(at uint32) (entries []entry, next uint32) {
	size := int64(len(f.b))
	if at < 8 || int64(at)+2 > size {
		return nil, 0
	}
	n := int64(f.order.Uint16(f.b[at:]))
	e := f.b[int64(at)+2:]
	if int64(len(e)) < n*12 {
		n = int64(len(e)) / 12
	}
	for i := range n {
		h := e[i*12 : i*12+12]
		x := entry{tag: f.order.Uint16(h), kind: f.order.Uint16(h[2:]), count: f.order.Uint32(h[4:])}
		if int(x.kind) >= len(sizes) || sizes[x.kind] == 0 {
			continue
		}
		length := sizes[x.kind] * int64(x.count)
		x.value = h[8:]
		if length > 4 {
			from := int64(f.order.Uint32(h[8:]))
			if length > size || from+length > size {
				continue
			}
			x.value = f.b[from:]
		}
		x.value = x.value[:length]
		entries = append(entries, x)
	}
	if rest := e[n*12:]; len(rest) >= 4 {
		next = f.order.Uint32(rest)
	}
	return entries, next
}

// uint returns the i-th number of an entry of type BYTE, SHORT or LONG.
func (f *tiffFile) uint(e *entry, i int) uint32 {
	if uint32(i) >= e.count {
		return 0
	}
	switch e.kind {
	case 1, 7:
		return uint32(e.value[i])
	case 3:
		return uint32(f.order.Uint16(e.value[2*i:]))
	case 4, 13:
		return f.order.Uint32(e.value[4*i:])
	}
	return 0
}

// rational returns the first number of an entry of type RATIONAL.
func (f *tiffFile) rational(e *entry) float64 {
	if e.kind != 5 || e.count == 0 {
		return 0
	}
	num, den := f.order.Uint32(e.value), f.order.Uint32(e.value[4:])
	if den == 0 {
		return 0
	}
	return float64(num) / float64(den)
}

func lookup(entries []entry, tag uint16) *entry {
	for i := range entries {
		if entries[i].tag == tag {
			return &entries[i]
		}
	}
	return nil
}
