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
	"strings"

	"golang.org/x/crypto/argon2"

	"github.com/klauspost/compress/flate"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/xmlscan"
)

// encryption says how a part is encrypted (part 2, 4.4 to 4.8).
type encryption struct {
	algorithm, startKey, derivation string

	iv, salt []byte
	checksum []byte // of the first 1,024 bytes of what was encrypted
	sha256   bool   // the checksum's digest, else SHA-1
	keySize  int    // bytes
	size     int64  // of the part before it was compressed and encrypted, bytes

	iterations, memory, lanes int // of the key derivation; memory in KiB
}

// wholePackage is the part that holds another package, encrypted as one (OpenDocument 1.4 part 2, 3.4).
const wholePackage = "encrypted-package"

// The bounds of key derivations: what the programs use is far below.
const (
	maxIterations = 5_000_000
	maxPasses     = 16
	maxMemory     = 256 << 10 // KiB
	maxLanes      = 64
)

var errPassword = errors.New("wrong password")

// unlock finds the password of a package that is encrypted. It fails with decoder.ErrEncrypted when none fits.
func (p *Package) unlock() error {
	if f := p.parts["content.xml"]; f != nil && f.Flags&1 != 0 {
		return decoder.ErrEncrypted // by the zip, which OpenDocument does not provide for
	}
	if err := p.readEncryption(); err != nil {
		return err
	}
	part := "content.xml"
	if p.parts[wholePackage] != nil {
		part = wholePackage
	}
	if p.encrypted[part] == nil {
		if part == wholePackage {
			return decoder.ErrEncrypted
		}
		return nil
	}
	for _, password := range p.in.Options.Passwords {
		p.password = password
		content, err := p.decrypt(part)
		switch {
		case errors.Is(err, errPassword):
			continue
		case err != nil:
			return err
		case part == wholePackage:
			return p.openInner(content)
		}
		return nil
	}
	return decoder.ErrEncrypted
}

// openInner goes on with the package inside of an encrypted one.
func (p *Package) openInner(packed []byte) error {
	content, err := io.ReadAll(p.in.Budget.Reader(flate.NewReader(bytes.NewReader(packed))))
	if err != nil {
		return fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, wholePackage, err)
	}
	p.encrypted = nil
	return p.readDirectory(bytes.NewReader(content), int64(len(content)))
}

// readEncryption reads from the manifest which parts are encrypted.
func (p *Package) readEncryption() error {
	if !p.Has("META-INF/manifest.xml") {
		return nil // documents without a manifest are read all the same
	}
	r, err := p.OpenPart("META-INF/manifest.xml")
	if err != nil {
		return err
	}
	defer r.Close()
	manifest, err := io.ReadAll(r)
	if err != nil || !bytes.Contains(manifest, []byte("encryption-data")) {
		return nil
	}
	s, err := xmlscan.New(bytes.NewReader(manifest), xmlscan.Options{Prefixes: Prefixes})
	if err != nil {
		return nil
	}
	defer s.Close()
	p.encrypted = map[string]*encryption{}
	part, size, e := "", 0, &encryption{}
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlscan.EOF {
			return nil
		}
		if kind != xmlscan.Start {
			continue
		}
		switch s.Name() {
		case "manifest:file-entry":
			part, size = s.Attr("manifest:full-path"), s.Int("manifest:size", 0)
		case "manifest:encryption-data":
			e = &encryption{checksum: decode64(s, "manifest:checksum"), startKey: "sha1", keySize: 16, size: int64(size)}
			e.sha256 = strings.HasSuffix(strings.ToLower(s.Attr("manifest:checksum-type")), "sha256-1k")
			p.encrypted[part] = e
		case "manifest:algorithm":
			e.algorithm = suffix(s.Attr("manifest:algorithm-name"))
			e.iv = decode64(s, "manifest:initialisation-vector")
		case "manifest:start-key-generation":
			e.startKey = suffix(s.Attr("manifest:start-key-generation-name"))
		case "manifest:key-derivation":
			e.derivation = suffix(s.Attr("manifest:key-derivation-name"))
			e.salt = decode64(s, "manifest:salt")
			e.keySize = s.Int("manifest:key-size", e.keySize)
			e.iterations = s.Int("manifest:iteration-count", s.Int("loext:argon2-iterations", 0))
			e.memory = s.Int("loext:argon2-memory", 0)
			e.lanes = s.Int("loext:argon2-lanes", 0)
		}
	}
}

func decode64(s *xmlscan.Scanner, attr string) []byte {
	b, err := base64.StdEncoding.DecodeString(s.Attr(attr))
	if err != nil {
		return nil
	}
	return b
}

// suffix returns the last part of an algorithm's name, which may be a URI, in lower case.
func suffix(name string) string {
	return strings.ToLower(name[strings.LastIndexAny(name, "#:")+1:])
}

// decrypt returns the bytes of an encrypted part, which are still compressed.
func (p *Package) decrypt(name string) ([]byte, error) {
	e, f := p.encrypted[name], p.parts[name]
	if err := p.in.Budget.Charge(int64(f.UncompressedSize64)); err != nil {
		return nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: part %s: %w", decoder.ErrMalformed, name, err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%w: part %s: %w", decoder.ErrMalformed, name, err)
	}
	key, err := e.key(p.password)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, decoder.ErrEncrypted
	}
	switch e.algorithm {
	case "aes256-cbc", "aes192-cbc", "aes128-cbc":
		return e.cbc(block, data)
	case "aes256-gcm":
		return gcm(block, data)
	}
	return nil, decoder.ErrEncrypted
}

// key derives the part's key from the password.
func (e *encryption) key(password string) ([]byte, error) {
	var start []byte
	switch e.startKey {
	case "sha256":
		sum := sha256.Sum256([]byte(password))
		start = sum[:]
	case "sha1":
		sum := sha1.Sum([]byte(password))
		start = sum[:]
	default:
		return nil, decoder.ErrEncrypted
	}
	if e.keySize != 16 && e.keySize != 24 && e.keySize != 32 || e.iterations < 1 {
		return nil, decoder.ErrEncrypted
	}
	switch {
	case e.derivation == "pbkdf2" && e.iterations <= maxIterations:
		return pbkdf2.Key(sha1.New, string(start), e.salt, e.iterations, e.keySize)
	case e.derivation == "argon2id" && e.iterations <= maxPasses && e.memory > 0 && e.memory <= maxMemory && e.lanes > 0 && e.lanes <= maxLanes:
		return argon2.IDKey(start, e.salt, uint32(e.iterations), uint32(e.memory), uint8(e.lanes), uint32(e.keySize)), nil
	}
	return nil, decoder.ErrEncrypted
}

// cbc decrypts in cipher block chaining, with the padding of XML Encryption: the last byte counts the padding.
func (e *encryption) cbc(block cipher.Block, data []byte) ([]byte, error) {
	if len(data) == 0 || len(data)%aes.BlockSize != 0 || len(e.iv) != aes.BlockSize {
		return nil, fmt.Errorf("%w: encrypted part of %d bytes", decoder.ErrMalformed, len(data))
	}
	cipher.NewCBCDecrypter(block, e.iv).CryptBlocks(data, data)
	padding := int(data[len(data)-1])
	if padding < 1 || padding > aes.BlockSize {
		return nil, errPassword
	}
	data = data[:len(data)-padding]
	head := data[:min(len(data), 1024)]
	sum := sha1.New()
	if e.sha256 {
		sum = sha256.New()
	}
	sum.Write(head)
	if !bytes.Equal(sum.Sum(nil), e.checksum) {
		return nil, errPassword
	}
	return data, nil
}

// gcm decrypts in Galois counter mode: the data begins with the nonce and ends with the tag.
func gcm(block cipher.Block, data []byte) ([]byte, error) {
	mode, err := cipher.NewGCM(block)
	if err != nil || len(data) < mode.NonceSize() {
		return nil, fmt.Errorf("%w: encrypted part of %d bytes", decoder.ErrMalformed, len(data))
	}
	out, err := mode.Open(nil, data[:mode.NonceSize()], data[mode.NonceSize():], nil)
	if err != nil {
		return nil, errPassword
	}
	return out, nil
}
