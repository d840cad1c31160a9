package opc

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// TestOpenWith opens packages that an independent program encrypted.
func TestOpenWith(t *testing.T) {
	var plain bytes.Buffer
	z := zip.NewWriter(&plain)
	w, _ := z.CreateHeader(&zip.FileHeader{Name: "part.xml", Method: zip.Store}) // its writer is wrong for short streams
	w.Write(bytes.Repeat([]byte("<part/>"), 2000))
	z.Close()
	for _, password := range []string{"pässword", defaultPassword} {
		raw, err := excelize.Encrypt(plain.Bytes(), &excelize.Options{Password: password})
		if err != nil {
			t.Fatal(err)
		}
		p, err := OpenWith(source.Bytes(raw), limit.NewBudget(limit.Limits{}), Options{Passwords: []string{"wrong", "pässword"}})
		if err != nil || !p.Has("part.xml") {
			t.Fatalf("%s: %v", password, err)
		}
		if b, err := p.ReadAll("part.xml"); err != nil || len(b) != 14000 {
			t.Errorf("%s: %d bytes, %v", password, len(b), err)
		}
		if password != defaultPassword {
			if _, err := OpenWith(source.Bytes(raw), limit.NewBudget(limit.Limits{}), Options{Passwords: []string{"wrong"}}); !errors.Is(err, ErrEncrypted) {
				t.Errorf("wrong password: %v", err)
			}
		}
	}
}

// FuzzEncryptionInfo reads damaged encryption headers.
func FuzzEncryptionInfo(f *testing.F) {
	f.Add([]byte("\x04\x00\x04\x00\x40\x00\x00\x00<encryption xmlns=\"http://schemas.microsoft.com/office/2006/encryption\"><keyData saltSize=\"16\" keyBits=\"128\" hashAlgorithm=\"SHA1\" cipherAlgorithm=\"AES\" cipherChaining=\"ChainingModeCBC\" saltValue=\"AAAA\"/></encryption>"))
	f.Add([]byte("\x03\x00\x02\x00\x24\x00\x00\x00\xa4\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, info []byte) {
		raw := cfb.Write([]*cfb.Node{{Name: "EncryptionInfo", Data: info}, {Name: "EncryptedPackage", Data: make([]byte, 64)}})
		OpenWith(source.Bytes(raw), limit.NewBudget(limit.Limits{}), Options{Passwords: nil})
	})
}
