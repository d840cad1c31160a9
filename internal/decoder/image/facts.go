package image

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/udm"
)

// facts are what a picture's file says besides its pixels.
type facts struct {
	meta        udm.Metadata
	orientation int     // Exif's: 1 upright to 8; 0 unknown
	dpi         float64 // 0 unknown
}

// read finds the facts in a picture's bytes.
func (f *facts) read(b []byte, mediaType string) {
	switch mediaType {
	case "image/png":
		f.png(b)
	case "image/jpeg":
		f.jpeg(b)
	case "image/webp":
		f.webp(b)
	case "image/tiff":
		f.exif(b)
	}
}

// text puts a text into the metadata; under the key "" it is a program's own, and left out.
func (f *facts) text(key, value string) {
	value = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(strings.Trim(value, "\x00"), "\ufffd"), "\x00", " "))
	if key == "" || value == "" {
		return
	}
	m := &f.meta
	switch key {
	case "title":
		m.Title = value
	case "author":
		m.Author = value
	case "created":
		if m.CreatedAt == "" {
			m.CreatedAt = pictureDate(value)
		}
	case "modified":
		m.ModifiedAt = pictureDate(value)
	case "keywords":
		for t := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ';' || r == ',' }) {
			if t = strings.TrimSpace(t); t != "" {
				m.Tags = append(m.Tags, t)
			}
		}
	default:
		m.Set(key, value)
	}
}

// pictureDate reads Exif's "2024:05:17 08:30:00", with or without a zone behind it, and what PNG files have.
func pictureDate(s string) string {
	s = strings.TrimSpace(s)
	if t, err := time.Parse("2006:01:02 15:04:05", s); err == nil {
		return t.Format("2006-01-02T15:04:05")
	}
	if t, err := time.Parse("2006:01:02 15:04:05Z07:00", s); err == nil {
		return date.Zoned(t)
	}
	return date.Parse(s)
}

// pngKeys are the keywords of PNG text (PNG, third edition, 11.3.3.1) that are kept, and the model's names for them.
var pngKeys = map[string]string{
	"Title": "title", "Author": "author", "Description": "description", "Copyright": "copyright", "Creation Time": "created",
	"Software": "software", "Comment": "comments", "Source": "source", "Disclaimer": "disclaimer",
}

// mostText bounds a compressed text of a PNG file, bytes.
const mostText = 1 << 20

// png walks the chunks (PNG, third edition, 5.3).
func (f *facts) png(b []byte) {
	for at := 8; at+12 <= len(b); {
		n := int64(binary.BigEndian.Uint32(b[at:]))
		if n > int64(len(b)-at-12) {
			return
		}
		data := b[at+8 : at+8+int(n)]
		switch kind := string(b[at+4 : at+8]); kind {
		case "tEXt":
			if key, value, ok := bytes.Cut(data, []byte{0}); ok {
				f.text(pngKeys[string(key)], latin1(value))
			}
		case "zTXt":
			if key, rest, ok := bytes.Cut(data, []byte{0}); ok && len(rest) > 1 {
				f.text(pngKeys[string(key)], latin1(inflate(rest[1:])))
			}
		case "iTXt":
			f.pngInternational(data)
		case "tIME":
			if len(data) == 7 {
				t := time.Date(int(binary.BigEndian.Uint16(data)), time.Month(data[2]), int(data[3]), int(data[4]), int(data[5]), int(data[6]), 0, time.UTC)
				f.meta.ModifiedAt = date.Zoned(t)
			}
		case "pHYs":
			if len(data) == 9 && data[8] == 1 { // pixels to the metre
				f.dpi = float64(binary.BigEndian.Uint32(data)) * .0254
			}
		case "eXIf":
			f.exif(data)
		case "IEND":
			return
		}
		at += 12 + int(n)
	}
}

// pngInternational reads keyword, compression flag and method, language, translated keyword, text (11.3.3.4).
func (f *facts) pngInternational(data []byte) {
	key, rest, ok := bytes.Cut(data, []byte{0})
	if !ok || len(rest) < 2 {
		return
	}
	packed := rest[0] == 1
	_, rest, _ = bytes.Cut(rest[2:], []byte{0})
	_, value, ok := bytes.Cut(rest, []byte{0})
	if !ok {
		return
	}
	if packed {
		value = inflate(value)
	}
	f.text(pngKeys[string(key)], string(value))
}

func inflate(b []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(r, mostText))
	return out
}

func latin1(b []byte) string {
	s := make([]rune, len(b))
	for i, c := range b {
		s[i] = rune(c)
	}
	return string(s)
}

// jpeg walks the segments before the pixels (ITU T.81, B.1.1.4).
func (f *facts) jpeg(b []byte) {
	for at := 2; at+4 <= len(b) && b[at] == 0xff; {
		m := b[at+1]
		if m == 0xff {
			at++
			continue
		}
		n := int(binary.BigEndian.Uint16(b[at+2:]))
		if m == 0xda || m == 0xd9 || n < 2 || at+2+n > len(b) {
			return
		}
		data := b[at+4 : at+2+n]
		switch {
		case m == 0xe0 && bytes.HasPrefix(data, []byte("JFIF\x00")) && len(data) >= 12: // JFIF 1.02, page 5
			d := float64(binary.BigEndian.Uint16(data[8:]))
			switch data[7] {
			case 1:
				f.dpi = d
			case 2:
				f.dpi = d * 2.54
			}
		case m == 0xe1 && bytes.HasPrefix(data, []byte("Exif\x00\x00")):
			f.exif(data[6:])
		case m == 0xfe:
			s, _ := charset.Decode(data, "")
			f.text("comments", s)
		}
		at += 2 + n
	}
}

// webp looks for the EXIF chunk (RFC 9649, 2.7.1.5).
func (f *facts) webp(b []byte) {
	for at := 12; at+8 <= len(b); {
		n := int64(binary.LittleEndian.Uint32(b[at+4:]))
		if n > int64(len(b)-at-8) {
			return
		}
		if string(b[at:at+4]) == "EXIF" {
			f.exif(bytes.TrimPrefix(b[at+8:at+8+int(n)], []byte("Exif\x00\x00")))
		}
		at += 8 + int(n+n&1)
	}
}

var exifKeys = map[uint16]string{
	tagDocumentName: "title", tagImageDescription: "description", tagArtist: "author", tagCopyright: "copyright", tagSoftware: "software",
	tagXPTitle: "title", tagXPAuthor: "author", tagXPComment: "comments", tagXPKeywords: "keywords", tagXPSubject: "subject",
}

// exif reads the first directory of a TIFF file or of Exif data, and the Exif directory that it names.
func (f *facts) exif(b []byte) {
	t, err := newTIFF(b)
	if err != nil {
		return
	}
	entries, _ := t.directory(t.first())
	for i := range entries {
		e := &entries[i]
		switch e.tag {
		case tagOrientation:
			f.orientation = int(t.uint(e, 0))
		case tagXResolution:
			f.dpi = t.rational(e)
		case tagResolutionUnit:
			if t.uint(e, 0) == 3 { // centimetres
				f.dpi *= 2.54
			}
		default:
			if key := exifKeys[e.tag]; key != "" {
				f.text(key, exifText(e))
			}
		}
	}
	if !(f.dpi > 0) || math.IsInf(f.dpi, 0) {
		f.dpi = 0
	}
	modified, zone := lookup(entries, tagDateTime), ""
	if e := lookup(entries, tagExifIFD); e != nil {
		own, _ := t.directory(t.uint(e, 0))
		if z := lookup(own, tagOffsetTime); z != nil {
			zone = exifText(z)
		}
		if taken := lookup(own, tagDateTimeOriginal); taken != nil {
			s := exifText(taken)
			if z := lookup(own, tagOffsetTimeOriginal); z != nil {
				s += exifText(z)
			}
			f.text("created", s)
		}
	}
	if modified != nil {
		f.text("modified", exifText(modified)+zone)
	}
}

// exifText reads text: in UTF-16 for Windows' own tags, else ASCII by the letter and most any encoding in fact.
func exifText(e *entry) string {
	if e.tag >= tagXPTitle && e.tag <= tagXPSubject {
		u := make([]uint16, len(e.value)/2)
		for i := range u {
			u[i] = binary.LittleEndian.Uint16(e.value[2*i:])
		}
		return strings.Trim(string(utf16.Decode(u)), "\x00")
	}
	if e.kind != 2 && e.kind != 7 && e.kind != 1 {
		return ""
	}
	s, _ := charset.Decode(bytes.Trim(e.value, "\x00 "), "")
	return s
}
