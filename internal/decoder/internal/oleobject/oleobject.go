// Package oleobject takes the files out of embedded OLE objects (MS-OLEDS 2.3.6 and what Office writes beside it).
//
// An object is a compound file. A file that was embedded as such is its native stream; a document of another
// program is the compound file itself, or one stream of it.
package oleobject

import (
	"bytes"
	"encoding/binary"
	"path"
	"strings"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// Unwrap returns the file that an object holds, and its name: the file's own where the object has it, else the
// given one, with an extension that fits. What is no object is returned as it is. The blob is nil for an
// object that holds no document, such as an equation.
func Unwrap(name string, blob udm.Blob, budget *limit.Budget) (string, udm.Blob) {
	if blob.Size() < int64(len(cfb.Signature)) || !isCompound(blob) {
		return name, blob
	}
	b, err := udm.ReadBlob(blob)
	if err != nil {
		return name, blob
	}
	f, err := cfb.Open(source.Bytes(b), budget)
	if err != nil {
		return name, blob
	}
	if f.Has("Equation Native") {
		return name, nil
	}
	if raw, err := f.Stream("Ole10Native"); err == nil {
		if own, data, ok := Native(raw); ok {
			if own == "" {
				own = name
			}
			return own, udm.Bytes(data)
		}
	}
	for _, stream := range [...]string{"Package", "CONTENTS"} {
		if data, err := f.Stream(stream); err == nil && len(data) > 0 {
			return withExtension(name, extensionOf(data)), udm.Bytes(data)
		}
	}
	for _, kind := range [...]struct{ stream, ext string }{
		{"WordDocument", ".doc"}, {"Workbook", ".xls"}, {"Book", ".xls"}, {"PowerPoint Document", ".ppt"},
		{"__properties_version1.0", ".msg"}, {"VisioDocument", ".vsd"},
	} {
		if f.Has(kind.stream) {
			return withExtension(name, kind.ext), blob
		}
	}
	return name, blob
}

func isCompound(blob udm.Blob) bool {
	if b, ok := blob.(udm.Bytes); ok {
		return bytes.HasPrefix(b, []byte(cfb.Signature))
	}
	r, err := blob.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	var head [len(cfb.Signature)]byte
	n, _ := r.Read(head[:])
	return string(head[:n]) == cfb.Signature
}

// extensionOf tells the files that come as a stream.
func extensionOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("%PDF")):
		return ".pdf"
	case bytes.HasPrefix(data, []byte("PK")):
		for _, kind := range [...]struct{ part, ext string }{{"word/document", ".docx"}, {"xl/workbook", ".xlsx"}, {"ppt/presentation", ".pptx"}} {
			if bytes.Contains(data, []byte(kind.part)) {
				return kind.ext
			}
		}
		return ".zip"
	case bytes.HasPrefix(data, []byte(cfb.Signature)):
		return ".ole"
	}
	return ".bin"
}

func withExtension(name, ext string) string {
	return strings.TrimSuffix(name, path.Ext(name)) + ext
}

// Native reads an OLE 1 native stream as the packager of Windows writes it: name and bytes of the file.
func Native(b []byte) (name string, data []byte, ok bool) {
	r := reader{b: b}
	r.uint32()                          // size of what follows
	r.skip(2)                           // a flag
	r.ansi()                            // label
	file := r.ansi()                    // as it was called
	r.skip(4)                           // flags
	r.skip(int(min(r.uint32(), 1<<16))) // path of a temporary copy
	data = r.take(int(min(uint64(r.uint32()), uint64(len(b)))))
	if r.failed || len(data) == 0 {
		return "", nil, false
	}
	tail := r // the names once more, in UTF-16: command, label, file
	tail.wide()
	tail.wide()
	if w := tail.wide(); !tail.failed && w != "" {
		file = w
	}
	file = strings.ReplaceAll(file, `\`, "/")
	if file = path.Base("/" + file); file == "/" {
		file = ""
	}
	return file, data, true
}

type reader struct {
	b      []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.failed, r.b = true, nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) skip(n int) { r.take(n) }

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// ansi reads a string that ends in a zero byte, of an unknown code page.
func (r *reader) ansi() string {
	i := bytes.IndexByte(r.b, 0)
	if i < 0 {
		r.failed = true
		return ""
	}
	s, _ := charset.Decode(r.take(i), "")
	r.skip(1)
	return s
}

// wide reads a counted UTF-16 string.
func (r *reader) wide() string {
	n := r.uint32()
	b := r.take(int(min(n, 1<<16)) * 2)
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(u)), "\x00")
}
