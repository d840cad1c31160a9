package odf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"testing"

	"golang.org/x/crypto/argon2"

	"github.com/klauspost/compress/flate"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

func deflated(t *testing.T, s string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

var (
	testSalt = []byte("sixteen bytes of")
	testIV   = []byte("initialisation v")
)

// entry is a manifest's file-entry for an encrypted part.
func entry(part string, size int, checksum []byte, algorithm, derivation string) string {
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf(`<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0">
<m:file-entry m:full-path="%s" m:size="%d"><m:encryption-data m:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" m:checksum="%s">
<m:algorithm m:algorithm-name="%s" m:initialisation-vector="%s"/><m:start-key-generation m:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" m:key-size="32"/>
<m:key-derivation %s m:key-size="32" m:salt="%s"/></m:encryption-data></m:file-entry></m:manifest>`, part, size, b64(checksum), algorithm, b64(testIV), derivation, b64(testSalt))
}

// encryptedCBC returns a package as the programs wrote it before OpenDocument 1.4.
func encryptedCBC(t *testing.T, password, content string) []byte {
	t.Helper()
	start := sha256.Sum256([]byte(password))
	key, err := pbkdf2.Key(sha1.New, string(start[:]), testSalt, 1000, 32)
	if err != nil {
		t.Fatal(err)
	}
	data := deflated(t, content)
	checksum := sha256.Sum256(data[:min(len(data), 1024)])
	padding := aes.BlockSize - len(data)%aes.BlockSize
	data = append(data, bytes.Repeat([]byte{byte(padding)}, padding)...)
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	cipher.NewCBCEncrypter(block, testIV).CryptBlocks(data, data)
	return packed(t, "content.xml", string(data), "META-INF/manifest.xml",
		entry("content.xml", len(content), checksum[:], "http://www.w3.org/2001/04/xmlenc#aes256-cbc", `m:key-derivation-name="PBKDF2" m:iteration-count="1000"`))
}

// encryptedGCM returns a package inside of an encrypted one.
func encryptedGCM(t *testing.T, password, content string) []byte {
	t.Helper()
	start := sha256.Sum256([]byte(password))
	block, err := aes.NewCipher(argon2.IDKey(start[:], testSalt, 1, 1024, 2, 32))
	if err != nil {
		t.Fatal(err)
	}
	mode, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := testIV[:mode.NonceSize()]
	data := mode.Seal(bytes.Clone(nonce), nonce, deflated(t, string(packed(t, "content.xml", content))), nil)
	return packed(t, "encrypted-package", string(data), "META-INF/manifest.xml",
		entry("encrypted-package", len(content), nil, "http://www.w3.org/2009/xmlenc11#aes256-gcm",
			`m:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" loext:argon2-iterations="1" loext:argon2-memory="1024" loext:argon2-lanes="2"`))
}

func TestDecrypt(t *testing.T) {
	const content = "<a>What was encrypted</a>"
	for _, kind := range []struct {
		name string
		make func(*testing.T, string, string) []byte
	}{{"cbc", encryptedCBC}, {"gcm", encryptedGCM}} {
		raw := kind.make(t, "open sesame", content)
		for _, tt := range []struct {
			name      string
			passwords []string
			want      error
		}{
			{"no password", nil, decoder.ErrEncrypted},
			{"wrong password", []string{"open"}, decoder.ErrEncrypted},
			{"second password", []string{"open", "open sesame"}, nil},
		} {
			t.Run(kind.name+" "+tt.name, func(t *testing.T) {
				p, err := Open(&decoder.Input{Content: source.Bytes(raw), Budget: limit.NewBudget(limit.Limits{}), Options: decoder.Options{Passwords: tt.passwords}})
				if !errors.Is(err, tt.want) {
					t.Fatalf("Open: error %v, want %v", err, tt.want)
				}
				if err != nil {
					return
				}
				r, err := p.OpenPart("content.xml")
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				if got, err := io.ReadAll(r); err != nil || string(got) != content {
					t.Errorf("content.xml = %q, %v, want %q", got, err, content)
				}
			})
		}
	}
}

func TestDerivationBounds(t *testing.T) {
	for _, e := range []encryption{
		{startKey: "sha256", derivation: "pbkdf2", keySize: 32, iterations: 1 << 30},
		{startKey: "sha256", derivation: "argon2id", keySize: 32, iterations: 1, memory: 1 << 30, lanes: 1},
		{startKey: "sha256", derivation: "pbkdf2", keySize: 1 << 20, iterations: 1},
		{startKey: "md5", derivation: "pbkdf2", keySize: 32, iterations: 1},
	} {
		if _, err := e.key("x"); !errors.Is(err, decoder.ErrEncrypted) {
			t.Errorf("key of %+v: error %v, want %v", e, err, decoder.ErrEncrypted)
		}
	}
}
