package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// build makes a zip of three entries; with descriptors, sizes stand behind the data, as when a zip is written to a pipe.
func build(t testing.TB, method uint16, descriptors bool) (file []byte, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 3 {
		name := fmt.Sprintf("part%d.xml", i)
		texts[name] = strings.Repeat(fmt.Sprintf("The text of part %d. ", i), 20*(i+1))
		h := &zip.FileHeader{Name: name, Method: method}
		if descriptors {
			f, err := w.CreateHeader(h)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, texts[name])
			continue
		}
		var packed bytes.Buffer
		one := zip.NewWriter(&packed)
		f, _ := one.CreateHeader(h)
		io.WriteString(f, texts[name])
		one.Close()
		r, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := r.File[0].OpenRaw()
		*h = r.File[0].FileHeader
		h.Flags &^= flagDescriptor
		g, err := w.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(g, raw)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), texts
}

func read(t *testing.T, z *Reader) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		r.Close()
		if err != nil && !z.Repaired {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}

func TestRepair(t *testing.T) {
	for _, c := range []struct {
		name        string
		method      uint16
		descriptors bool
	}{{"deflated", zip.Deflate, false}, {"deflated, sizes behind", zip.Deflate, true}, {"stored", zip.Store, false}} {
		t.Run(c.name, func(t *testing.T) {
			file, texts := build(t, c.method, c.descriptors)
			z, err := Open(bytes.NewReader(file), int64(len(file)))
			if err != nil || z.Repaired {
				t.Fatalf("a sound file: %v, repaired %v", err, z.Repaired)
			}
			var ends []int64 // of the entries' data
			for _, f := range z.File {
				at, err := f.DataOffset()
				if err != nil {
					t.Fatal(err)
				}
				ends = append(ends, at+int64(f.CompressedSize64))
			}
			for cut := len(file) - 1; cut > 0; cut -= 3 {
				z, err := Open(bytes.NewReader(file[:cut]), int64(cut))
				if err != nil {
					if int64(cut) > ends[0] {
						t.Fatalf("cut at %d, behind the first entry: %v", cut, err)
					}
					continue
				}
				got := read(t, z)
				for i, end := range ends {
					name := fmt.Sprintf("part%d.xml", i)
					switch {
					case int64(cut) >= end && got[name] != texts[name]:
						t.Fatalf("cut at %d: %s has %d bytes, want all %d", cut, name, len(got[name]), len(texts[name]))
					case !strings.HasPrefix(texts[name], got[name]):
						t.Fatalf("cut at %d: %s has other text than it had", cut, name)
					}
				}
			}
		})
	}
}

func TestRepairDamagedStart(t *testing.T) {
	file, texts := build(t, zip.Deflate, true)
	file = append([]byte("junk before PK and PK\x03\x04 an entry that is none"), file[:len(file)-30]...)
	z, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, z)["part2.xml"]; got != texts["part2.xml"] {
		t.Errorf("the last entry has %d bytes, want %d", len(got), len(texts["part2.xml"]))
	}
}

func TestCheck(t *testing.T) {
	z := &Reader{Reader: &zip.Reader{File: []*zip.File{
		{FileHeader: zip.FileHeader{CompressedSize64: 60}},
		{FileHeader: zip.FileHeader{CompressedSize64: 60}},
	}}}
	if err := z.Check(119); !errors.Is(err, ErrOverlap) {
		t.Errorf("120 bytes packed in a file of 119: %v", err)
	}
	if err := z.Check(120); err != nil {
		t.Errorf("120 bytes packed in a file of 120: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	for _, descriptors := range []bool{false, true} {
		file, _ := build(f, zip.Deflate, descriptors)
		f.Add(file)
		f.Add(file[:len(file)-40])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		z, err := Open(bytes.NewReader(b), int64(len(b)))
		if err != nil || z.Check(int64(len(b))) != nil {
			return
		}
		for _, file := range z.File {
			if r, err := file.Open(); err == nil {
				io.Copy(io.Discard, io.LimitReader(r, 1<<20))
				r.Close()
			}
		}
	})
}
