// Package picture tells what a picture is by its first bytes: media type and size in pixels.
package picture

import (
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// StarView is the media type of the metafiles in which OpenOffice.org and LibreOffice keep what objects look like;
// no other program shows them.
const StarView = "image/x-svm"

// HeadSize is how many bytes of a picture are enough to tell in all but freak cases: a JPEG's size stands
// behind its embedded thumbnail and colour profile.
const HeadSize = 256 << 10

// Block returns an image block for a picture's bytes; what they show goes before the declared media type.
func Block(blob udm.Blob, declared string) *udm.ContentBlock {
	mediaType, w, h := Sniff(head(blob))
	if mediaType == "" {
		mediaType = declared
	}
	if mediaType == "" || mediaType == "application/octet-stream" {
		mediaType = unknownType
	}
	b := udm.NewImage(mediaType, blob)
	b.Data.Width, b.Data.Height = w, h
	return b
}

// unknownType is the media type of a picture of which nothing is known.
const unknownType = "image/*"

// TypeByName returns the media type that the name or URL of a picture says, or "image/*".
func TypeByName(name string) string {
	name, _, _ = strings.Cut(name, "?")
	name, _, _ = strings.Cut(name, "#")
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".jpg", ".jpeg", ".jpe":
		return "image/jpeg"
	case ".png", ".gif", ".bmp", ".webp", ".avif":
		return "image/" + ext[1:]
	case ".svg":
		return "image/svg+xml"
	case ".tif", ".tiff":
		return "image/tiff"
	case ".emf", ".wmf":
		return "image/" + ext[1:]
	}
	return unknownType
}

// head reads as much of a picture as Sniff needs: little, but of a JPEG.
func head(blob udm.Blob) []byte {
	if m, ok := blob.(udm.Bytes); ok {
		return m[:min(len(m), HeadSize)]
	}
	r, err := blob.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	var b []byte
	for size := 4 << 10; size <= HeadSize; size *= 4 {
		at := len(b)
		b = append(b, make([]byte, size-at)...)
		n, err := io.ReadFull(r, b[at:])
		b = b[:at+n]
		if err != nil || !isJPEG(b) && !isTIFF(b) {
			break
		}
		if _, w, _ := Sniff(b); w > 0 {
			break
		}
	}
	return b
}

// Sniff returns the media type and size in pixels of the picture that begins with b; "" and 0 when it cannot tell.
// Vector formats have a size only where they state one in pixels or points.
func Sniff(b []byte) (mediaType string, width, height int) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case has(b, "\x89PNG\r\n\x1a\n"):
		if len(b) >= 24 {
			return sized("image/png", int(be.Uint32(b[16:])), int(be.Uint32(b[20:])))
		}
		return "image/png", 0, 0
	case isJPEG(b):
		w, h := jpegSize(b)
		return sized("image/jpeg", w, h)
	case has(b, "GIF87a"), has(b, "GIF89a"):
		if len(b) >= 10 {
			return sized("image/gif", int(le.Uint16(b[6:])), int(le.Uint16(b[8:])))
		}
		return "image/gif", 0, 0
	case has(b, "BM") && len(b) >= 26 && le.Uint32(b[14:]) >= 12 && le.Uint32(b[14:]) <= 124:
		if le.Uint32(b[14:]) == 12 { // BITMAPCOREHEADER
			return sized("image/bmp", int(le.Uint16(b[18:])), int(le.Uint16(b[20:])))
		}
		h := int(int32(le.Uint32(b[22:]))) // negative: top row first
		return sized("image/bmp", int(int32(le.Uint32(b[18:]))), max(h, -h))
	case isTIFF(b):
		w, h := tiffSize(b)
		return sized("image/tiff", w, h)
	case has(b, "RIFF") && len(b) >= 12 && string(b[8:12]) == "WEBP":
		w, h := webpSize(b)
		return sized("image/webp", w, h)
	case has(b, "\xd7\xcd\xc6\x9a"), has(b, "\x01\x00\x09\x00"), has(b, "\x02\x00\x09\x00"):
		return "image/wmf", 0, 0
	case has(b, "\x01\x00\x00\x00") && len(b) >= 44 && string(b[40:44]) == " EMF":
		return "image/emf", 0, 0
	case has(b, "VCLMTF"):
		return StarView, 0, 0
	case has(b, "%!PS"), has(b, "\xc5\xd0\xd3\xc6"):
		return "image/x-eps", 0, 0
	case has(b, "8BPS") && len(b) >= 22:
		return sized("image/vnd.adobe.photoshop", int(be.Uint32(b[18:])), int(be.Uint32(b[14:])))
	case has(b, "\x00\x00\x01\x00") && len(b) >= 8:
		w, h := int(b[6]), int(b[7])
		if w == 0 {
			w = 256
		}
		if h == 0 {
			h = 256
		}
		return "image/x-icon", w, h
	case len(b) >= 12 && string(b[4:8]) == "ftyp":
		return bmffType(b)
	case has(b, "\x00\x00\x00\x0cjP  \r\n\x87\n"):
		return "image/jp2", 0, 0
	}
	return svg(b)
}

func has(b []byte, magic string) bool { return len(b) >= len(magic) && string(b[:len(magic)]) == magic }

func isJPEG(b []byte) bool { return has(b, "\xff\xd8\xff") }
func isTIFF(b []byte) bool { return has(b, "II*\x00") || has(b, "MM\x00*") }

// sized keeps sizes that a picture can have.
func sized(mediaType string, w, h int) (string, int, int) {
	if w <= 0 || h <= 0 || w > 1<<24 || h > 1<<24 {
		w, h = 0, 0
	}
	return mediaType, w, h
}

// jpegSize walks the marker segments up to the frame header (ITU T.81, B.2.2).
func jpegSize(b []byte) (w, h int) {
	for i := 2; i+9 < len(b); {
		if b[i] != 0xff {
			return 0, 0
		}
		m := b[i+1]
		switch {
		case m == 0xff: // fill byte
			i++
			continue
		case m == 1 || m >= 0xd0 && m <= 0xd8:
			i += 2
			continue
		case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc:
			return int(binary.BigEndian.Uint16(b[i+7:])), int(binary.BigEndian.Uint16(b[i+5:]))
		case m == 0xda, m == 0xd9:
			return 0, 0
		}
		i += 2 + int(binary.BigEndian.Uint16(b[i+2:]))
	}
	return 0, 0
}

// tiffSize reads tags 256 and 257 of the first directory (TIFF 6.0, section 2).
func tiffSize(b []byte) (w, h int) {
	if len(b) < 8 {
		return 0, 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 0, 0
	}
	n := int(order.Uint16(b[at:]))
	for e := b[at+2:]; n > 0 && len(e) >= 12; n, e = n-1, e[12:] {
		v := int(order.Uint32(e[8:]))
		if order.Uint16(e[2:]) == 3 { // SHORT
			v = int(order.Uint16(e[8:]))
		}
		switch order.Uint16(e) {
		case 256:
			w = v
		case 257:
			h = v
		}
	}
	return w, h
}

func webpSize(b []byte) (w, h int) {
	if len(b) < 30 {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(b[12:16]) {
	case "VP8 ":
		return int(le.Uint16(b[26:]) & 0x3fff), int(le.Uint16(b[28:]) & 0x3fff)
	case "VP8L":
		v := le.Uint32(b[21:])
		return int(v&0x3fff) + 1, int(v>>14&0x3fff) + 1
	case "VP8X":
		return int(le.Uint32(b[24:])&0xffffff) + 1, int(le.Uint32(b[26:])>>8) + 1
	}
	return 0, 0
}

// svg looks for an svg root element behind a declaration, a DOCTYPE and comments.
func svg(b []byte) (string, int, int) {
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(b) == 0 || b[0] != '<' {
		return "", 0, 0
	}
	at := bytes.Index(b, []byte("<svg"))
	if at < 0 || !bytes.HasPrefix(b, []byte("<svg")) && !bytes.HasPrefix(b, []byte("<?xml")) && !bytes.HasPrefix(b, []byte("<!")) {
		return "", 0, 0
	}
	tag := string(b[at:])
	if end := strings.IndexByte(tag, '>'); end >= 0 {
		tag = tag[:end]
	}
	return sized("image/svg+xml", svgLength(tag, " width="), svgLength(tag, " height="))
}

func svgLength(tag, attr string) int {
	_, v, ok := strings.Cut(tag, attr)
	if !ok || len(v) < 2 {
		return 0
	}
	if end := strings.IndexByte(v[1:], v[0]); end >= 0 {
		v = v[1 : 1+end]
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(v, "px"), 64)
	if err != nil || f > 1<<24 {
		return 0
	}
	return int(f + .5)
}
