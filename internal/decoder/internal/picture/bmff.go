package picture

import "encoding/binary"

// bmffType tells HEIF pictures by their brands (ISO/IEC 14496-12, 4.3; 23008-12, 10) and their size by the largest of the spatial
// extents that they declare: the others are of tiles and thumbnails.
func bmffType(b []byte) (string, int, int) {
	mediaType := ""
	size := min(int(binary.BigEndian.Uint32(b)), len(b))
	for at := 8; at+4 <= size && mediaType == ""; at += 4 {
		if at == 12 { // minor version
			continue
		}
		switch string(b[at : at+4]) {
		case "heic", "heix", "heim", "heis", "hevc", "hevx":
			mediaType = "image/heic"
		case "avif", "avis":
			mediaType = "image/avif"
		}
	}
	if mediaType == "" {
		if brand := string(b[8:12]); brand != "mif1" && brand != "msf1" {
			return "", 0, 0
		}
		mediaType = "image/heif"
	}
	w, h := extent(b, 0)
	return sized(mediaType, w, h)
}

// extent looks for the largest ispe box (ISO/IEC 23008-12, 6.5.3) in meta/iprp/ipco.
func extent(b []byte, depth int) (w, h int) {
	for len(b) >= 8 {
		size, head := uint64(binary.BigEndian.Uint32(b)), 8
		if size == 1 && len(b) >= 16 {
			size, head = binary.BigEndian.Uint64(b[8:]), 16
		}
		if size == 0 || size > uint64(len(b)) {
			size = uint64(len(b))
		}
		if size < uint64(head) {
			return w, h
		}
		body := b[head:size]
		var bw, bh int
		switch kind := string(b[4:8]); {
		case kind == "meta" && depth == 0 && len(body) >= 4:
			bw, bh = extent(body[4:], 1)
		case kind == "iprp" && depth == 1, kind == "ipco" && depth == 2:
			bw, bh = extent(body, depth+1)
		case kind == "ispe" && depth == 3 && len(body) >= 12:
			bw, bh = int(binary.BigEndian.Uint32(body[4:])), int(binary.BigEndian.Uint32(body[8:]))
		}
		if int64(bw)*int64(bh) > int64(w)*int64(h) {
			w, h = bw, bh
		}
		b = b[size:]
	}
	return w, h
}
