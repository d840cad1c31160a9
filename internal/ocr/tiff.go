package ocr

import (
	"encoding/binary"
	"image"
	"io"
)

// writeTIFF writes a picture as a TIFF file of one strip without compression, with its resolution in dots to the inch unless that is 0.
// The program reads that as fast as the file is copied.
func writeTIFF(w io.Writer, img *image.Gray, dpi int) error {
	width, height := img.Rect.Dx(), img.Rect.Dy()
	const short, long, rational = 3, 4, 5
	type entry struct{ tag, kind, value int }
	entries := []entry{
		{256, long, width}, {257, long, height},
		{258, short, 8}, // bits a sample
		{259, short, 1}, // no compression
		{262, short, 1}, // 0 is black
		{273, long, 0},  // where the strip begins
		{277, short, 1}, // samples a pixel
		{278, long, height},
		{279, long, width * height}, // bytes of the strip
	}
	if dpi > 0 {
		entries = append(entries, entry{282, rational, 0}, entry{283, rational, 0}, entry{296, short, 2}) // to the inch
	}
	const fraction = 8 // bytes
	end := 8 + 2 + 12*len(entries) + 4
	head := make([]byte, 0, end+fraction)
	head = append(head, "II*\x00\x08\x00\x00\x00"...)
	head = binary.LittleEndian.AppendUint16(head, uint16(len(entries)))
	for _, e := range entries {
		switch {
		case e.tag == 273:
			e.value = end + fraction
		case e.kind == rational:
			e.value = end
		}
		head = binary.LittleEndian.AppendUint16(head, uint16(e.tag))
		head = binary.LittleEndian.AppendUint16(head, uint16(e.kind))
		head = binary.LittleEndian.AppendUint32(head, 1)
		head = binary.LittleEndian.AppendUint32(head, uint32(e.value))
	}
	head = binary.LittleEndian.AppendUint32(head, 0) // no further picture
	head = binary.LittleEndian.AppendUint32(head, uint32(dpi))
	head = binary.LittleEndian.AppendUint32(head, 1)
	if _, err := w.Write(head); err != nil {
		return err
	}
	if img.Stride == width {
		_, err := w.Write(img.Pix[:width*height])
		return err
	}
	for y := range height {
		if _, err := w.Write(img.Pix[y*img.Stride:][:width]); err != nil {
			return err
		}
	}
	return nil
}
