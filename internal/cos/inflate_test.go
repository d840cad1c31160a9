package cos

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand"
	"testing"

	"github.com/udecode/udecode/internal/limit"
)

func budget() *limit.Budget { return limit.NewBudget(limit.Limits{}) }

func deflated(t testing.TB, b []byte, level int) []byte {
	t.Helper()
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, level)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(b)
	w.Close()
	return buf.Bytes()
}

func TestInflate(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	inputs := [][]byte{nil, []byte("a"), bytes.Repeat([]byte("ab"), 100_000), make([]byte, 70_000)}
	for n := range 60 {
		b := make([]byte, r.Intn(1<<uint(4+n%14)))
		alphabet := 1 + r.Intn(255)
		for i := range b {
			b[i] = byte(r.Intn(alphabet) & r.Intn(256))
		}
		inputs = append(inputs, b)
	}
	for i, want := range inputs {
		for level := flate.HuffmanOnly; level <= 9; level++ {
			packed := deflated(t, want, level)
			for _, head := range []string{"\x78\x9c", "", "\r\n\x78\xda"} {
				got, err := inflate(nil, append([]byte(head), packed...))
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("input %d level %d head %q: %d bytes, %v; want %d bytes", i, level, head, len(got), err, len(want))
				}
			}
			cut := packed[:len(packed)/2]
			got, err := inflate(nil, append([]byte("\x78\x9c"), cut...))
			if err == nil && len(want) > 0 && level > 0 {
				t.Errorf("input %d level %d: cut off data give no error", i, level)
			}
			if !bytes.HasPrefix(want, got) {
				t.Errorf("input %d level %d: cut off data give other bytes", i, level)
			}
		}
	}
}

func FuzzInflate(f *testing.F) {
	f.Add(deflated(f, []byte("the quick brown fox jumps over the lazy dog"), 9))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := new(inflater).inflate(nil, b)
		want, wantErr := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
		if wantErr == nil && (err != nil || !bytes.Equal(got, want)) {
			t.Fatalf("inflate: %d bytes, %v; want %d bytes", len(got), err, len(want))
		}
		if !bytes.HasPrefix(got, want) && !bytes.HasPrefix(want, got) {
			t.Fatal("inflate gives other bytes before the damage")
		}
	})
}

func BenchmarkInflate(b *testing.B) {
	text := bytes.Repeat([]byte("BT /F1 9.96 Tf 72 700.5 Td [(Hello)-333(world)]TJ ET\n0 g 1 0 0 1 45.2 88.1 cm\n"), 2000)
	for i := range text {
		if i%7 == 0 {
			text[i] = byte('0' + i*i%10)
		}
	}
	packed := append([]byte("\x78\x9c"), deflated(b, text, 6)...)
	b.SetBytes(int64(len(text)))
	var out []byte
	var err error
	for b.Loop() {
		if out, err = inflate(out[:0], packed); err != nil {
			b.Fatal(err)
		}
	}
}
