package opc

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/xmlscan"
)

// defaultPassword encrypts workbooks that are only protected against changes; Excel opens them without asking.
const defaultPassword = "VelvetSweatshop"

// Options are what a package may need to be opened.
type Options struct {
	Passwords []string                         // for an encrypted one
	Repair    bool                             // take what is left of one without a sound directory
	Warn      func(format string, args ...any) // is told of that
}

// OpenWith is Open that repairs, and tries passwords on, a package. An encrypted one ([MS-OFFCRYPTO] 2.3.4) is a compound file
// in which the zip stands encrypted, with AES; without the right password the error is ErrEncrypted.
func OpenWith(c source.Content, budget *limit.Budget, opt Options) (*Package, error) {
	p, err := openZip(c, budget, opt)
	if !errors.Is(err, ErrEncrypted) {
		return p, err
	}
	f, err := cfb.Open(c, budget)
	if err != nil {
		return nil, ErrEncrypted
	}
	info, err := f.Stream("EncryptionInfo")
	if err != nil || len(info) < 8 {
		return nil, ErrEncrypted
	}
	try := standard
	if binary.LittleEndian.Uint16(info) == 4 && binary.LittleEndian.Uint16(info[2:]) == 4 {
		try = agile
	}
	for _, password := range append([]string{defaultPassword}, opt.Passwords...) {
		undo, err := try(info, wideBytes(password))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrEncrypted, err)
		}
		if undo == nil {
			continue
		}
		packed, err := f.Stream("EncryptedPackage")
		if err != nil {
			return nil, err
		}
		plain, err := decryptPackage(packed, undo)
		if err != nil {
			return nil, err
		}
		return Open(source.Bytes(plain), budget)
	}
	return nil, ErrEncrypted
}

// segment undoes the encryption of the i-th segment of a package in place.
type segment func(i int, data []byte)

// segmentSize is the length of the segments in which a package is encrypted, bytes.
const segmentSize = 4096

func decryptPackage(packed []byte, undo segment) ([]byte, error) {
	if len(packed) < 8 {
		return nil, errors.New("encrypted package is cut off")
	}
	size := binary.LittleEndian.Uint64(packed)
	plain := slices.Clone(packed[8:])
	plain = plain[:len(plain)/aes.BlockSize*aes.BlockSize]
	for i := 0; i*segmentSize < len(plain); i++ {
		undo(i, plain[i*segmentSize:min((i+1)*segmentSize, len(plain))])
	}
	return plain[:min(size, uint64(len(plain)))], nil
}

func wideBytes(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// maxSpin bounds how often a password is hashed; Office does it 100,000 times.
const maxSpin = 1_000_000

// spin hashes a password with salt, and the hash again and again with a counter.
func spin(h hash.Hash, salt, password []byte, n int) []byte {
	h.Write(salt)
	h.Write(password)
	sum := h.Sum(nil)
	var counter [4]byte
	for i := range n {
		binary.LittleEndian.PutUint32(counter[:], uint32(i))
		h.Reset()
		h.Write(counter[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum
}

func digest(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// standard tests a password by standard encryption (2.3.4.5): AES in ECB mode, the key from SHA-1. It returns nil for a wrong one.
func standard(info, password []byte) (segment, error) {
	if len(info) < 12 {
		return nil, errors.New("bad encryption header")
	}
	size := int(int32(binary.LittleEndian.Uint32(info[8:])))
	if size < 32 || size > len(info)-12-72 {
		return nil, errors.New("bad encryption header")
	}
	header, rest := info[12:12+size], info[12+size:]
	algorithm, bits := binary.LittleEndian.Uint32(header[8:]), int(binary.LittleEndian.Uint32(header[16:]))
	if algorithm < 0x660e || algorithm > 0x6610 || bits != 128 && bits != 192 && bits != 256 {
		return nil, fmt.Errorf("unknown encryption algorithm %#x", algorithm)
	}
	const rounds = 50_000
	h := sha1.New()
	sum := digest(h, spin(h, rest[4:20], password, rounds), make([]byte, 4))
	pad := func(fill byte) []byte {
		b := bytes.Repeat([]byte{fill}, 64)
		for i, x := range sum {
			b[i] ^= x
		}
		return digest(h, b)
	}
	block, err := aes.NewCipher(append(pad(0x36), pad(0x5c)...)[:bits/8])
	if err != nil {
		return nil, err
	}
	undo := func(_ int, data []byte) {
		for ; len(data) >= aes.BlockSize; data = data[aes.BlockSize:] {
			block.Decrypt(data, data)
		}
	}
	verifier, check := slices.Clone(rest[20:36]), slices.Clone(rest[40:72])
	undo(0, verifier)
	undo(0, check)
	if !bytes.Equal(digest(h, verifier), check[:sha1.Size]) {
		return nil, nil
	}
	return undo, nil
}

// keyParams are the attributes of a keyData or encryptedKey element (2.3.4.10).
type keyParams struct {
	hash               func() hash.Hash
	salt               []byte
	bits, spin         int
	input, value, cell []byte // encrypted verifier, its hash, and the package's key
}

func readKey(s *xmlscan.Scanner) (k keyParams, err error) {
	decode := func(name string) []byte {
		b, _ := base64.StdEncoding.DecodeString(s.Attr(name))
		return b
	}
	switch s.Attr("hashAlgorithm") {
	case "SHA1", "SHA-1":
		k.hash = sha1.New
	case "SHA256":
		k.hash = sha256.New
	case "SHA384":
		k.hash = sha512.New384
	case "SHA512":
		k.hash = sha512.New
	default:
		return k, fmt.Errorf("unknown hash algorithm %q", s.Attr("hashAlgorithm"))
	}
	k.salt, k.bits, k.spin = decode("saltValue"), s.Int("keyBits", 0), s.Int("spinCount", 0)
	k.input, k.value, k.cell = decode("encryptedVerifierHashInput"), decode("encryptedVerifierHashValue"), decode("encryptedKeyValue")
	switch {
	case s.Attr("cipherAlgorithm") != "AES", s.Attr("cipherChaining") != "ChainingModeCBC":
		return k, errors.New("unknown cipher")
	case k.bits != 128 && k.bits != 192 && k.bits != 256, k.spin < 0, k.spin > maxSpin, len(k.salt) == 0:
		return k, errors.New("bad encryption parameters")
	}
	return k, nil
}

// The block keys that make a password's hash into keys for one purpose each (2.3.4.11 to 2.3.4.13).
var (
	verifierInputKey = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	verifierHashKey  = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	packageKey       = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
)

// agile tests a password by agile encryption (2.3.4.10): AES in CBC mode, with parameters in XML. It returns nil for a wrong one.
func agile(info, password []byte) (segment, error) {
	s, err := xmlscan.New(bytes.NewReader(info[8:]), xmlscan.Options{Prefixes: map[string]string{
		"http://schemas.microsoft.com/office/2006/encryption":            "e",
		"http://schemas.microsoft.com/office/2006/keyEncryptor/password": "p",
	}})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var data, key keyParams
	for {
		k, err := s.Next()
		if err != nil {
			return nil, err
		}
		if k == xmlscan.EOF {
			break
		}
		if k == xmlscan.Start {
			switch s.Name() {
			case "e:keyData":
				data, err = readKey(s)
			case "p:encryptedKey":
				key, err = readKey(s)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if data.hash == nil || key.hash == nil {
		return nil, errors.New("no password")
	}
	h := key.hash()
	sum := spin(h, key.salt, password, key.spin)
	open := func(purpose, encrypted []byte) []byte {
		k := fit(digest(h, sum, purpose), key.bits/8)
		plain := slices.Clone(encrypted[:len(encrypted)/aes.BlockSize*aes.BlockSize])
		cbc(k, key.salt, plain)
		return plain
	}
	check := open(verifierHashKey, key.value)
	if len(check) < h.Size() || !bytes.Equal(digest(h, open(verifierInputKey, key.input)), check[:h.Size()]) {
		return nil, nil
	}
	secret := fit(open(packageKey, key.cell), data.bits/8)
	return func(i int, b []byte) {
		var counter [4]byte
		binary.LittleEndian.PutUint32(counter[:], uint32(i))
		cbc(secret, digest(data.hash(), data.salt, counter[:]), b[:len(b)/aes.BlockSize*aes.BlockSize])
	}, nil
}

// fit cuts or fills a key to a length.
func fit(key []byte, n int) []byte {
	for len(key) < n {
		key = append(key, 0x36)
	}
	return key[:n]
}

// cbc decrypts data in place; the vector is cut or filled to a block.
func cbc(key, vector, data []byte) {
	if block, err := aes.NewCipher(key); err == nil {
		cipher.NewCBCDecrypter(block, fit(slices.Clone(vector), aes.BlockSize)).CryptBlocks(data, data)
	}
}
