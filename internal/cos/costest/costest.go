// Package costest builds small PDF files for tests.
package costest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"sort"
	"strings"
)

// File is a PDF in the making: numbered objects, of which object 1 is the catalogue.
type File struct {
	objects map[int]string
	Trailer string // more entries of the trailer
}

// Set puts an object's text at a number.
func (f *File) Set(num int, body string) {
	if f.objects == nil {
		f.objects = map[int]string{}
	}
	f.objects[num] = body
}

// Add puts an object at the next number, which it returns.
func (f *File) Add(body string) int {
	num := len(f.objects) + 1
	for f.objects[num] != "" {
		num++
	}
	f.Set(num, body)
	return num
}

// AddStream adds a stream object; dict holds the entries but Length.
func (f *File) AddStream(dict, data string) int { return f.Add(Stream(dict, data)) }

// Stream returns a stream object's text.
func Stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// Flate returns deflated data.
func Flate(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func (f *File) numbers() []int {
	var n []int
	for i := range f.objects {
		n = append(n, i)
	}
	sort.Ints(n)
	return n
}

// Table returns the file with a cross-reference table.
func (f *File) Table() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	offsets := map[int]int{}
	nums := f.numbers()
	for _, n := range nums {
		offsets[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, f.objects[n])
	}
	start := b.Len()
	size := nums[len(nums)-1] + 1
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		if off, ok := offsets[n]; ok {
			fmt.Fprintf(&b, "%010d 00000 n \n", off)
		} else {
			b.WriteString("0000000000 00000 f \n")
		}
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", size, f.Trailer, start)
	return b.Bytes()
}

// Packed returns the file with an object stream for all but streams, and a cross-reference stream.
func (f *File) Packed() []byte {
	var b, index, body bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	type place struct{ kind, at, i int }
	places := map[int]place{}
	nums := f.numbers()
	pack := nums[len(nums)-1] + 1
	n := 0
	for _, num := range nums {
		o := f.objects[num]
		if strings.Contains(o, "\nstream\n") {
			places[num] = place{1, b.Len(), 0}
			fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", num, o)
			continue
		}
		fmt.Fprintf(&index, "%d %d ", num, body.Len())
		body.WriteString(o + " ")
		places[num] = place{2, pack, n}
		n++
	}
	places[pack] = place{1, b.Len(), 0}
	dict := fmt.Sprintf("/Type /ObjStm /N %d /First %d /Filter /FlateDecode", n, index.Len())
	fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", pack, Stream(dict, Flate(index.String()+body.String())))
	start := b.Len()
	var rows bytes.Buffer
	rows.Write([]byte{0, 0, 0, 0, 0, 0})
	places[pack+1] = place{1, start, 0}
	for num := 1; num <= pack+1; num++ {
		p := places[num]
		rows.Write([]byte{byte(p.kind), byte(p.at >> 16), byte(p.at >> 8), byte(p.at), byte(p.i >> 8), byte(p.i)})
	}
	dict = fmt.Sprintf("/Type /XRef /W [1 3 2] /Size %d /Root 1 0 R /Filter /FlateDecode %s", pack+2, f.Trailer)
	fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", pack+1, Stream(dict, Flate(rows.String())), start)
	return b.Bytes()
}

// Page returns a file of one page, 612 × 792 points, with resources (the entries of their dictionary) and content.
// Its objects are the catalogue 1, the page tree 2, the page 3 and the content 4.
func Page(resources, content string) *File {
	f := &File{}
	f.Set(1, "<< /Type /Catalog /Pages 2 0 R >>")
	f.Set(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.Set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << "+resources+" >> >>")
	f.Set(4, Stream("", content))
	return f
}

// Helvetica is a font resource F1.
const Helvetica = "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>"
