package officeart

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/zlib"

	"github.com/udecode/udecode/internal/limit"
)

func record(version, instance int, typ uint16, data []byte) []byte {
	return encode(Record{version, instance, typ, data})
}

func TestRecords(t *testing.T) {
	b := append(record(0xF, 1, SpContainer, record(2, 3, FSP, []byte("abc"))), record(0, 0, FOPT, nil)...)
	b = append(b, 0, 0, 1, 0xF0, 0xFF, 0, 0, 0, 'c', 'u', 't') // claims 255 bytes
	var types []uint16
	for r := range Records(b) {
		types = append(types, r.Type)
	}
	if len(types) != 3 || types[0] != SpContainer || types[1] != FOPT || types[2] != 0xF001 {
		t.Errorf("types %x", types)
	}
	first, _ := Read(b)
	if c, ok := first.Child(FSP); !ok || string(c.Data) != "abc" || c.Instance != 3 || c.Version != 2 {
		t.Errorf("child %+v", c)
	}
}

func TestProperties(t *testing.T) {
	b := []byte{4, 1, 7, 0, 0, 0} // PropPicture = 7
	b = append(b, 0x81, 0xC3, 6, 0, 0, 0)
	b = append(b, 'A', 0, 0xE9, 0, 0, 0)
	p := ReadProperties(Record{Instance: 2, Data: b})
	if v, ok := p.Value(PropPicture); !ok || v != 7 {
		t.Errorf("picture %d", v)
	}
	if s := p.Text(PropDescription); s != "Aé" {
		t.Errorf("description %q", s)
	}
	if p := ReadProperties(Record{Instance: 4095, Data: b}); len(p) != 3 {
		t.Errorf("a lying count gives %d properties", len(p))
	}
}

func TestPicture(t *testing.T) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write([]byte("metafile"))
	z.Close()
	header := make([]byte, 34)
	binary.LittleEndian.PutUint32(header, 8)
	ids := make([]byte, 16)
	dib := make([]byte, 44)
	dib[0], dib[14] = 40, 1
	for _, tt := range []struct {
		name, mediaType, data string
		record                []byte
		ok                    bool
	}{
		{"png", "image/png", "PNG", record(0, 0x6E0, blipPNG, append(bytes.Clone(ids), "\xffPNG"...)), true},
		{"jpeg with two identifiers", "image/jpeg", "JPG", record(0, 0x46B, blipJPEG, append(append(bytes.Clone(ids), ids...), "\xffJPG"...)), true},
		{"emf", "image/emf", "metafile", record(0, 0x3D4, blipEMF, append(append(bytes.Clone(ids), header...), packed.Bytes()...)), true},
		{"dib", "image/bmp", "", record(0, 0x7A8, blipDIB, append(append(bytes.Clone(ids), 0xff), dib...)), true},
		{"cut", "", "", record(0, 0x6E0, blipPNG, ids[:8]), false},
		{"no picture", "", "", record(0, 0, FSP, ids), false},
	} {
		typ, data, ok := Picture(tt.record, limit.NewBudget(limit.Limits{}))
		if typ != tt.mediaType || ok != tt.ok || tt.data != "" && string(data) != tt.data {
			t.Errorf("%s: got %q %q %v", tt.name, typ, data, ok)
		}
		if tt.name == "dib" && (string(data[:2]) != "BM" || binary.LittleEndian.Uint32(data[10:]) != 14+40+8) {
			t.Errorf("dib header %x", data[:14])
		}
	}
}

func FuzzPicture(f *testing.F) {
	f.Add(record(0, 0x6E0, blipPNG, make([]byte, 20)))
	f.Add(record(0, 0x3D4, blipEMF, make([]byte, 60)))
	f.Add(record(0, 0x7A8, blipDIB, make([]byte, 80)))
	f.Fuzz(func(t *testing.T, b []byte) {
		budget := limit.NewBudget(limit.Limits{Decoded: 1 << 20})
		Picture(b, budget)
		for r := range Records(b) {
			ReadProperties(r)
			for _, e := range ReadEntries(r) {
				Picture(e.Blip, budget)
			}
		}
	})
}
