// Package officecrypt undoes the encryption of binary Office files: RC4 with keys of 40 bits, and RC4 CryptoAPI
// ([MS-OFFCRYPTO] 2.3.5 and 2.3.6). How the keys' blocks lie over a file's streams is each format's own affair.
package officecrypt

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"unicode/utf16"
)

// Key returns the RC4 key of a block.
type Key func(block uint32) []byte

// Unlock makes the keys of a password and tests them with the verifier of an encryption header, which begins with its
// version. The result is false for a wrong password and for a header of another kind.
func Unlock(header []byte, password string) (Key, bool) {
	if len(header) < 12 {
		return nil, false
	}
	u32 := binary.LittleEndian.Uint32
	major, minor := binary.LittleEndian.Uint16(header), binary.LittleEndian.Uint16(header[2:])
	p := passwordBytes(password)
	switch {
	case major == 1 && minor == 1 && len(header) >= 52:
		key := rc4Key(p, header[4:20])
		verifier := key.Apply(0, header[20:52])
		sum := md5.Sum(verifier[:16])
		return key, bytes.Equal(sum[:], verifier[16:])
	case major >= 2 && major <= 4 && minor == 2:
		size := int(u32(header[8:]))
		if size < 32 || size > len(header)-12-60 {
			return nil, false
		}
		fields, rest := header[12:12+size], header[12+size:]
		bits := int(u32(fields[16:]))
		if bits == 0 {
			bits = 40
		}
		if u32(rest) != 16 || bits < 40 || bits > 128 {
			return nil, false
		}
		key := cryptoAPIKey(p, rest[4:20], bits)
		plain := key.Apply(0, append(bytes.Clone(rest[20:36]), rest[40:60]...))
		sum := sha1.Sum(plain[:16])
		return key, bytes.Equal(sum[:], plain[16:])
	}
	return nil, false
}

func passwordBytes(password string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(password)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

// rc4Key derives keys as 2.3.6.2 says.
func rc4Key(password, salt []byte) Key {
	h := md5.Sum(password)
	var buf []byte
	for range 16 {
		buf = append(buf, h[:5]...)
		buf = append(buf, salt...)
	}
	h = md5.Sum(buf)
	return func(block uint32) []byte {
		k := md5.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(h[:5]), block))
		return k[:]
	}
}

// cryptoAPIKey derives keys as 2.3.5.2 says.
func cryptoAPIKey(password, salt []byte, bits int) Key {
	h := sha1.Sum(append(bytes.Clone(salt), password...))
	return func(block uint32) []byte {
		k := sha1.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(h[:]), block))
		if bits == 40 {
			return append(bytes.Clone(k[:5]), make([]byte, 11)...)
		}
		return bytes.Clone(k[:bits/8])
	}
}

// Apply encrypts or decrypts data with the key of a block, and returns the result.
func (k Key) Apply(block uint32, data []byte) []byte {
	out := make([]byte, len(data))
	k.cipher(block).XORKeyStream(out, data)
	return out
}

func (k Key) cipher(block uint32) *rc4.Cipher {
	c, err := rc4.NewCipher(k(block))
	if err != nil {
		panic(err) // only for a key of no bytes
	}
	return c
}

// Stream is a stream that is encrypted in blocks of one size, each with its own key.
type Stream struct {
	key       Key
	blockSize int
	block     int
	pad       []byte
}

// NewStream returns what undoes the encryption of a stream in blocks of that many bytes.
func NewStream(key Key, blockSize int) *Stream { return &Stream{key: key, blockSize: blockSize} }

// Apply encrypts or decrypts, in place, data that lies at an offset of the stream.
func (s *Stream) Apply(data []byte, at int) {
	for len(data) > 0 {
		if block := at / s.blockSize; s.pad == nil || block != s.block {
			s.block, s.pad = block, s.key.Apply(uint32(block), make([]byte, s.blockSize))
		}
		pad := s.pad[at%s.blockSize:]
		n := min(len(pad), len(data))
		for i, p := range pad[:n] {
			data[i] ^= p
		}
		data, at = data[n:], at+n
	}
}

// Lock returns the header and the keys of RC4 encryption with a password. The salt is always the same: it is for
// making files that tests read, not for keeping secrets.
func Lock(password string) (header []byte, key Key) {
	salt, verifier := []byte("0123456789abcdef"), []byte("a verifier of 16")
	key = rc4Key(passwordBytes(password), salt)
	sum := md5.Sum(verifier)
	header = append([]byte{1, 0, 1, 0}, salt...)
	return append(header, key.Apply(0, append(verifier, sum[:]...))...), key
}
