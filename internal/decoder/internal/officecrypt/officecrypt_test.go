package officecrypt

import (
	"bytes"
	"testing"
)

func TestUnlock(t *testing.T) {
	header, key := Lock("open")
	if _, ok := Unlock(header, "closed"); ok {
		t.Error("a wrong password unlocks the header")
	}
	again, ok := Unlock(header, "open")
	if !ok || !bytes.Equal(again(7), key(7)) {
		t.Error("the right password doesn't give the keys that the header was made with")
	}
	for n := range header {
		if _, ok := Unlock(header[:n], "open"); ok {
			t.Errorf("a header of %d bytes is taken", n)
		}
	}
}

func TestStream(t *testing.T) {
	_, key := Lock("open")
	plain := bytes.Repeat([]byte("0123456789"), 50)
	whole := bytes.Clone(plain)
	NewStream(key, 64).Apply(whole, 0)
	parts := bytes.Clone(whole)
	s := NewStream(key, 64)
	for at := 0; at < len(parts); at += 7 {
		s.Apply(parts[at:min(at+7, len(parts))], at)
	}
	if !bytes.Equal(parts, plain) {
		t.Error("decrypting in parts gives other bytes than encrypting at once took")
	}
}

func FuzzUnlock(f *testing.F) {
	header, _ := Lock("open")
	f.Add(header)
	f.Add([]byte{2, 0, 2, 0, 0, 0, 0, 0, 32, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if key, ok := Unlock(b, "open"); ok {
			key.Apply(1, b)
		}
	})
}
