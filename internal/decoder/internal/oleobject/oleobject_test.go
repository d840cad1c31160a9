package oleobject

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

func native(name, data string) []byte {
	body := "\x02\x00" + name + "\x00C:\\docs\\" + name + "\x00\x00\x00\x03\x00"
	b := append([]byte{0, 0, 0, 0}, body...)
	b = binary.LittleEndian.AppendUint32(b, 5)
	b = append(b, "temp\x00"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = append(b, data...)
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

func TestUnwrap(t *testing.T) {
	object := func(stream, data string) []byte {
		return cfb.Write([]*cfb.Node{{Name: stream, Data: []byte(data)}})
	}
	for _, tt := range []struct {
		name     string
		blob     []byte
		wantName string
		want     string // "" means nil, "=" the blob itself
	}{
		{"a packed file", object("\x01Ole10Native", string(native("Müller.txt", "hello"))), "Müller.txt", "hello"},
		{"a document of Word", object("WordDocument", "x"), "oleObject1.doc", "="},
		{"a package", object("Package", "PK..xl/workbook.xml"), "oleObject1.xlsx", "PK..xl/workbook.xml"},
		{"a PDF", object("CONTENTS", "%PDF-1.4"), "oleObject1.pdf", "%PDF-1.4"},
		{"an equation", object("Equation Native", "x"), "oleObject1.bin", ""},
		{"unknown", object("Other", "x"), "oleObject1.bin", "="},
		{"no object", []byte("plain"), "oleObject1.bin", "="},
		{"a cut native stream", object("\x01Ole10Native", string(native("a.txt", "hello")[:40])), "oleObject1.bin", "="},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name, blob := Unwrap("oleObject1.bin", udm.Bytes(tt.blob), limit.NewBudget(limit.Limits{}))
			if name != tt.wantName {
				t.Errorf("name %q, want %q", name, tt.wantName)
			}
			got := "nil"
			if b, ok := blob.(udm.Bytes); ok {
				got = string(b)
			}
			want := tt.want
			switch want {
			case "":
				want = "nil"
			case "=":
				want = string(tt.blob)
			}
			if got != want {
				t.Errorf("content %.40q, want %.40q", got, want)
			}
		})
	}
}

func FuzzNative(f *testing.F) {
	f.Add(native("a.txt", "hello"))
	f.Fuzz(func(t *testing.T, b []byte) {
		name, data, ok := Native(b)
		if ok && (len(data) == 0 || strings.Contains(name, "/")) {
			t.Errorf("Native = %q, %d bytes", name, len(data))
		}
	})
}
