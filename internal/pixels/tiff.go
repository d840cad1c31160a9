package pixels

import (
	"encoding/binary"
	"image"
	"io"

	"golang.org/x/image/tiff"
)

// decodeTIFF decodes the first page of a TIFF file. Fax coding has runs of 0 and of 1, and the photometric interpretation says which of
// them is black (TIFF 6.0, section 11); the decoder takes the first for white always, so a picture whose 0 is black comes out turned over.
func decodeTIFF(r io.Reader) (image.Image, error) {
	img, err := tiff.Decode(r)
	if err != nil {
		return nil, err
	}
	if s, ok := r.(io.ReaderAt); ok && faxOfBlackZero(s) {
		if g, ok := img.(*image.Gray); ok {
			for i := range g.Pix {
				g.Pix[i] ^= 0xFF
			}
		}
	}
	return img, nil
}

// faxOfBlackZero reports whether the first directory of a TIFF file says that its pixels are fax coded and 0 is black.
func faxOfBlackZero(r io.ReaderAt) bool {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(head[4:]))
	var count [2]byte
	if _, err := r.ReadAt(count[:], at); err != nil {
		return false
	}
	entries := make([]byte, 12*int(order.Uint16(count[:])))
	if _, err := r.ReadAt(entries, at+2); err != nil {
		return false
	}
	const compression, photometric, long, blackIsZero = 259, 262, 4, 1
	fax, blackZero := false, false
	for ; len(entries) > 0; entries = entries[12:] {
		v := int(order.Uint16(entries[8:]))
		if order.Uint16(entries[2:]) == long {
			v = int(order.Uint32(entries[8:]))
		}
		switch order.Uint16(entries) {
		case compression:
			fax = v == 3 || v == 4
		case photometric:
			blackZero = v == blackIsZero
		}
	}
	return fax && blackZero
}
