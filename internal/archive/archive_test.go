package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/udecode/udecode/internal/archive"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// list walks an archive and returns "name: content" or "name! error" for each member.
func list(t testing.TB, raw []byte, name string, l limit.Limits) ([]string, error) {
	t.Helper()
	c := source.Bytes(raw)
	var out []string
	kind := archive.Kind(raw[:min(len(raw), 512)])
	err := archive.Walk(context.Background(), kind, name, c, archive.NewBudget(l, c.Size()), func(m *archive.Member) error {
		if m.Err != nil {
			out = append(out, m.Name+"! "+m.Err.Error())
			return nil
		}
		b, err := io.ReadAll(m)
		if errors.Is(err, limit.ErrArchive) {
			return err
		}
		if err != nil {
			out = append(out, m.Name+"! "+err.Error())
			return nil
		}
		out = append(out, m.Name+": "+string(b[:min(len(b), 40)]))
		return nil
	})
	return out, err
}

func makeZip(t testing.TB, members ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		name, text, _ := strings.Cut(m, ": ")
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, NonUTF8: true})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func makeTar(t testing.TB, members ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	for _, m := range members {
		name, text, _ := strings.Cut(m, ": ")
		h := &tar.Header{Name: name, Size: int64(len(text)), Mode: 0o644}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			h.Typeflag, h.Linkname, h.Size, text = tar.TypeSymlink, target, 0, ""
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	w.Close()
	return buf.Bytes()
}

func compress(t testing.TB, raw []byte, kind string) []byte {
	t.Helper()
	var buf bytes.Buffer
	var w io.WriteCloser
	var err error
	switch kind {
	case archive.Gzip:
		w = gzip.NewWriter(&buf)
	case archive.XZ:
		w, err = xz.NewWriter(&buf)
	case archive.Zstd:
		w, err = zstd.NewWriter(&buf)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Write(raw)
	w.Close()
	return buf.Bytes()
}

func TestMembers(t *testing.T) {
	long := strings.Repeat("very-long-name-", 12) + ".txt"
	for _, tt := range []struct {
		name, file string
		raw        []byte
		want       []string
	}{
		{"zip", "a.zip", makeZip(t, "one.txt: 1", "d/two.txt: 2", "d/: "), []string{"one.txt: 1", "d/two.txt: 2"}},
		{"empty zip", "a.zip", makeZip(t), nil},
		{"back slashes", "a.zip", makeZip(t, `maps\south\coast.txt: x`), []string{"maps/south/coast.txt: x"}},
		{"code page 437", "a.zip", makeZip(t, "Gr\x94\xe1e.txt: x"), []string{"Größe.txt: x"}},
		{"shift-jis names", "a.zip", makeZip(t, "\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x74\x83\x40\x83\x43\x83\x8b.txt: x"), []string{"日本語のファイル.txt: x"}},
		{"unsafe names", "a.zip", makeZip(t, "../../evil.txt: x", "/abs.txt: x", `C:\drive.txt: x`, "a/../ok.txt: x"),
			[]string{"evil.txt! unsafe path", "abs.txt! unsafe path", "drive.txt! unsafe path", "ok.txt: x"}},
		{"one name twice", "a.zip", makeZip(t, "a.txt: 1", "a.txt: 2"), []string{"a.txt: 1", "a.txt: 2"}},
		{"tar", "a.tar", makeTar(t, "one.txt: 1", long+": 2"), []string{"one.txt: 1", long + ": 2"}},
		{"tar with links", "a.tar", makeTar(t, "l: -> /etc/passwd", "b.txt: x"), []string{`l! unsafe path: link to "/etc/passwd"`, "b.txt: x"}},
		{"tar.gz", "a.tar.gz", compress(t, makeTar(t, "one.txt: 1"), archive.Gzip), []string{"one.txt: 1"}},
		{"tar.xz", "a.txz", compress(t, makeTar(t, "one.txt: 1"), archive.XZ), []string{"one.txt: 1"}},
		{"tar.zst", "a.tar.zst", compress(t, makeTar(t, "one.txt: 1"), archive.Zstd), []string{"one.txt: 1"}},
		{"gz", "notes.txt.gz", compress(t, []byte("text"), archive.Gzip), []string{"notes.txt: text"}},
		{"mailbox", "in.mbox", []byte("From a@b.c Mon Jan  1 00:00:00 2024\nSubject: one\n\nHello\n\nFrom a@b.c Mon Jan  1 00:01:00 2024\nSubject: two\n\nBye\n"),
			[]string{"0001.eml: Subject: one\n\nHello\n", "0002.eml: Subject: two\n\nBye\n"}},
		{"two gzip members", "notes.txt.gz", append(compress(t, []byte("one "), archive.Gzip), compress(t, []byte("two"), archive.Gzip)...), []string{"notes.txt: one two"}},
		{"gz without a telling name", "notes", compress(t, []byte("text"), archive.Gzip), []string{"notes.content: text"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := list(t, tt.raw, tt.file, limit.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestCutOff(t *testing.T) {
	raw := compress(t, []byte(strings.Repeat("text ", 1000)), archive.Gzip)
	if got, err := list(t, raw[:len(raw)-10], "n.txt.gz", limit.Limits{}); err == nil && !strings.Contains(strings.Join(got, ""), "unexpected EOF") {
		t.Errorf("got %q and no error", got)
	}
	raw = makeZip(t, "a.txt: "+strings.Repeat("text ", 1000))
	if got, err := list(t, raw[:len(raw)/2], "a.zip", limit.Limits{}); err == nil {
		t.Errorf("got %q and no error", got)
	}
}

func TestEncryptedMember(t *testing.T) {
	raw := makeZip(t, "open.txt: x", "closed.txt: y")
	at := bytes.Index(raw, []byte("PK\x01\x02"))
	at += bytes.Index(raw[at+4:], []byte("PK\x01\x02")) + 4
	raw[at+8] |= 1 // general purpose flag of the second directory entry
	got, err := list(t, raw, "a.zip", limit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"open.txt: x", "closed.txt! encrypted"}, got); diff != "" {
		t.Error(diff)
	}
}

// overlapping is a zip of n entries that all have the same body.
func overlapping(n, size int) []byte {
	var body bytes.Buffer
	w, _ := flate.NewWriter(&body, 9)
	zeros := make([]byte, size)
	w.Write(zeros)
	w.Close()
	crc := crc32.ChecksumIEEE(zeros)
	var out bytes.Buffer
	put := func(v ...any) {
		for _, x := range v {
			binary.Write(&out, binary.LittleEndian, x)
		}
	}
	put(uint32(0x04034b50), uint16(20), uint16(0), uint16(8), uint32(0), crc, uint32(body.Len()), uint32(size), uint16(1), uint16(0), byte('f'))
	out.Write(body.Bytes())
	dir := out.Len()
	for i := range n {
		name := fmt.Sprintf("f%04d", i)
		put(uint32(0x02014b50), uint16(20), uint16(20), uint16(0), uint16(8), uint32(0), crc, uint32(body.Len()), uint32(size),
			uint16(len(name)), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(0), []byte(name))
	}
	end := out.Len()
	put(uint32(0x06054b50), uint16(0), uint16(0), uint16(n), uint16(n), uint32(end-dir), uint32(dir), uint16(0))
	return out.Bytes()
}

func TestLimits(t *testing.T) {
	bomb := makeZip(t, "zeros.txt: "+strings.Repeat("0", 4<<20))
	for _, tt := range []struct {
		name string
		raw  []byte
		l    limit.Limits
		ok   bool
	}{
		{"overlap", overlapping(1000, 10<<20), limit.Limits{}, false},
		{"size", bomb, limit.Limits{ArchiveSize: 1 << 20}, false},
		{"size in a tar.gz", compress(t, makeTar(t, "a.txt: "+strings.Repeat("0", 2<<20)), archive.Gzip), limit.Limits{ArchiveSize: 1 << 20}, false},
		{"members", makeZip(t, "a: 1", "b: 2", "c: 3"), limit.Limits{ArchiveItems: 2}, false},
		{"honest ratio below the floor", bomb, limit.Limits{ArchiveRatio: 10}, true},
	} {
		_, err := list(t, tt.raw, "a.zip", tt.l)
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, limit.ErrArchive) {
			t.Errorf("%s: error %v", tt.name, err)
		}
	}
	if archive.NewBudget(limit.Limits{ArchiveDepth: 2}, 1).CheckDepth(3) == nil {
		t.Error("depth 3 of 2 is accepted")
	}
}

// A file that is unpacked above the floor must not be a hundred times its archive.
func TestRatio(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks 100 MiB")
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	f, _ := w.Create("zeros")
	for range 160 {
		f.Write(make([]byte, 1<<20))
	}
	w.Close()
	if _, err := list(t, buf.Bytes(), "a.zip", limit.Limits{}); !errors.Is(err, limit.ErrArchive) {
		t.Errorf("error %v", err)
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(makeZip(f, "a.txt: 1"))
	f.Add(makeTar(f, "a.txt: 1"))
	f.Add(compress(f, makeTar(f, "a.txt: 1"), archive.Gzip))
	f.Add(overlapping(3, 100))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if archive.Kind(raw[:min(len(raw), 512)]) == "" {
			return
		}
		got, _ := list(t, raw, "fuzz", limit.Limits{ArchiveSize: 16 << 20})
		for _, g := range got {
			name, _, _ := strings.Cut(g, ": ")
			name, _, _ = strings.Cut(name, "! ")
			for _, p := range strings.Split(name, "/") {
				if p == ".." || p == "." {
					t.Fatalf("name %q", name)
				}
			}
		}
	})
}
