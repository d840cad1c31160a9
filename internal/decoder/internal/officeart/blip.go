package officeart

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zlib"

	"github.com/udecode/udecode/internal/limit"
)

// Entry is a picture's entry in the store of a document (2.2.32).
type Entry struct {
	Offset int64  // of the picture's record in the delay stream, bytes; -1 for none
	Blip   []byte // the picture's record when it stands in the entry itself
}

// ReadEntries reads a BStoreContainer. Indexes of pictures count its entries from 1.
func ReadEntries(store Record) []Entry {
	var out []Entry
	for r := range store.Children() {
		e := Entry{Offset: -1}
		switch {
		case r.Type == FBSE && len(r.Data) >= fbseSize:
			if at := binary.LittleEndian.Uint32(r.Data[28:]); at != 0xFFFFFFFF {
				e.Offset = int64(at)
			}
			if name := int(r.Data[33]); len(r.Data) > fbseSize+name {
				e.Blip = r.Data[fbseSize+name:]
			}
		case isBlip(r.Type): // a picture without an entry around it
			e.Blip = encode(r)
		}
		out = append(out, e)
	}
	return out
}

const fbseSize = 36 // bytes of an FBSE without its name

// encode puts a record's header before its data again.
func encode(r Record) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(r.Version|r.Instance<<4))
	b = binary.LittleEndian.AppendUint16(b, r.Type)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Data)))
	return append(b, r.Data...)
}

// The kinds of pictures (2.2.23).
const (
	blipEMF  = 0xF01A
	blipWMF  = 0xF01B
	blipPICT = 0xF01C
	blipJPEG = 0xF01D
	blipPNG  = 0xF01E
	blipDIB  = 0xF01F
	blipTIFF = 0xF029
	blipCMYK = 0xF02A
)

func isBlip(typ uint16) bool {
	return typ >= blipEMF && typ <= blipDIB || typ == blipTIFF || typ == blipCMYK
}

// Picture returns the media type and bytes of the picture whose record b begins with, metafiles unpacked and
// bitmaps with a file header; ok is false when there is none. What is unpacked is charged to the budget.
func Picture(b []byte, budget *limit.Budget) (mediaType string, data []byte, ok bool) {
	r, ok := Read(b)
	if !ok || !isBlip(r.Type) {
		return "", nil, false
	}
	ids := r.identifiers()
	switch r.Type {
	case blipEMF, blipWMF, blipPICT:
		data, ok = metafile(r.Data, ids, budget)
		if r.Type == blipPICT && ok {
			data = append(make([]byte, pictHeader, pictHeader+len(data)), data...)
		}
		return map[uint16]string{blipEMF: "image/emf", blipWMF: "image/wmf", blipPICT: "image/x-pict"}[r.Type], data, ok
	}
	if len(r.Data) <= ids+1 {
		return "", nil, false
	}
	data = r.Data[ids+1:]
	switch r.Type {
	case blipPNG:
		return "image/png", data, true
	case blipTIFF:
		return "image/tiff", data, true
	case blipDIB:
		data, ok = bitmap(data)
		return "image/bmp", data, ok
	}
	return "image/jpeg", data, true
}

// identifiers returns how many bytes of identifiers a picture's record begins with: an odd instance has two of 16.
func (r Record) identifiers() int {
	if r.Instance&1 != 0 && r.Type != blipJPEG || r.Type == blipJPEG && (r.Instance == 0x46B || r.Instance == 0x6E3) {
		return 32
	}
	return 16
}

// BlipFields returns the sizes of the fields before the data in the picture's record that b begins with, bytes: its
// identifiers, and a metafile's header or a tag. It is nil for other records.
func BlipFields(b []byte) []int {
	r, _ := Read(b)
	if !isBlip(r.Type) {
		return nil
	}
	fields := []int{16, 1}
	if r.identifiers() == 32 {
		fields = []int{16, 16, 1}
	}
	if r.Type <= blipPICT {
		fields[len(fields)-1] = metafileHeader
	}
	return fields
}

const metafileHeader = 34 // bytes

const pictHeader = 512 // bytes before a PICT's data in a file

// metafile unpacks the data behind a metafile header (2.2.31).
func metafile(b []byte, ids int, budget *limit.Budget) ([]byte, bool) {
	const header = metafileHeader
	if len(b) < ids+header {
		return nil, false
	}
	size := int64(binary.LittleEndian.Uint32(b[ids:]))
	packed := b[ids+header-2] == 0
	b = b[ids+header:]
	if !packed {
		return b, len(b) > 0
	}
	const bestRatio = 1032 // of deflate
	size = min(size, int64(len(b))*bestRatio)
	if budget.Charge(size) != nil {
		return nil, false
	}
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, false
	}
	defer z.Close()
	data, _ := io.ReadAll(io.LimitReader(z, size))
	return data, len(data) > 0
}

// bitmap puts a file header before a DIB.
func bitmap(dib []byte) ([]byte, bool) {
	if len(dib) < 40 {
		return nil, false
	}
	if bytes.HasPrefix(dib, []byte("BM")) {
		return dib, true
	}
	le := binary.LittleEndian
	head, bits, colors := le.Uint32(dib), le.Uint16(dib[14:]), le.Uint32(dib[32:])
	if head < 40 || head > 124 || colors > 256 {
		return nil, false
	}
	if colors == 0 && bits <= 8 {
		colors = 1 << bits
	}
	at := 14 + head + 4*colors
	if le.Uint32(dib[16:]) == 3 && head == 40 { // BI_BITFIELDS
		at += 12
	}
	out := make([]byte, 14, 14+len(dib))
	copy(out, "BM")
	le.PutUint32(out[2:], uint32(14+len(dib)))
	le.PutUint32(out[10:], at)
	return append(out, dib...), true
}
