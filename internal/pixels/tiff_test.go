package pixels

import (
	"encoding/binary"
	"image"
	"testing"
)

// Two rows of eight pixels of the first kind of run, in T.6 coding, are of the colour that the interpretation says.
func TestFaxInterpretation(t *testing.T) {
	for photometric, want := range map[uint16]uint8{0: 255, 1: 0} {
		const data = "\xC0\x04\x00\x40"
		entries := [][2]uint16{{256, 8}, {257, 2}, {258, 1}, {259, 4}, {262, photometric}, {273, 0}, {277, 1}, {278, 2}, {279, uint16(len(data))}}
		entries[5][1] = uint16(8 + 2 + 12*len(entries) + 4)
		b := append([]byte("II*\x00\x08\x00\x00\x00"), byte(len(entries)), 0)
		for _, e := range entries {
			b = binary.LittleEndian.AppendUint16(b, e[0])
			b = append(b, 3, 0, 1, 0, 0, 0)
			b = binary.LittleEndian.AppendUint16(b, e[1])
			b = append(b, 0, 0)
		}
		b = append(append(b, 0, 0, 0, 0), data...)
		img, err := Decode(b, "image/tiff")
		if err != nil {
			t.Fatal(err)
		}
		if g := Gray(img); g.Rect != image.Rect(0, 0, 8, 2) || g.Pix[3] != want {
			t.Errorf("interpretation %d: %v of %v", photometric, g.Pix, g.Rect)
		}
	}
}
