package xls

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/decoder"
)

// defaultPassword encrypts workbooks that are only protected against changes ([MS-XLS] 2.4.191).
const defaultPassword = "VelvetSweatshop"

// blockSize is how many bytes of the stream one key encrypts.
const blockSize = 1024

// cipherKey returns the key of a block.
type cipherKey func(block uint32) []byte

// transform undoes the encryption of data of a record of that size, at a place of the stream.
type transform func(data []byte, at, size int)

// decrypt opens an encrypted workbook ([MS-XLS] 2.2.10) from a place of its stream on.
func (b *workbook) decrypt(filePass []byte, from int) error {
	for _, password := range append([]string{defaultPassword}, b.in.Options.Passwords...) {
		undo, ok := unlock(filePass, password)
		if !ok {
			continue
		}
		if err := b.in.Budget.Charge(int64(len(b.stream))); err != nil {
			return err
		}
		b.stream = decryptRecords(bytes.Clone(b.stream), from, undo)
		return nil
	}
	return decoder.ErrEncrypted
}

// unlock tests a password and returns what undoes the encryption.
func unlock(filePass []byte, password string) (transform, bool) {
	if u16(filePass, 0) == 0 {
		p := []byte(password)
		if len(p) == 0 || len(p) > len(xorInitial) || len(filePass) < 4 || int(xorKey(p)) != u16(filePass, 2) {
			return nil, false
		}
		array := xorArray(p, xorKey(p))
		return func(data []byte, at, size int) { xorData(&array, data, at, size) }, true
	}
	key, ok := verify(filePass[2:], password)
	if !ok {
		return nil, false
	}
	k := keyStream{key: key}
	return func(data []byte, at, _ int) { k.apply(data, at) }, true
}

// verify makes the keys of a password and tests them with the verifier in the header.
func verify(d []byte, password string) (cipherKey, bool) {
	major, minor := u16(d, 0), u16(d, 2)
	p := passwordBytes(password)
	switch {
	case major == 1 && minor == 1 && len(d) >= 52:
		key := rc4Key(p, d[4:20])
		verifier := applyRC4(key(0), d[20:52])
		sum := md5.Sum(verifier[:16])
		return key, bytes.Equal(sum[:], verifier[16:])
	case major >= 2 && major <= 4 && minor == 2 && len(d) >= 12:
		size := int(u32(d, 8))
		if size < 32 || size > len(d)-12-60 {
			return nil, false
		}
		header, rest := d[12:12+size], d[12+size:]
		bits := int(u32(header, 16))
		if bits == 0 {
			bits = 40
		}
		if u32(rest, 0) != 16 || bits < 40 || bits > 128 {
			return nil, false
		}
		key := cryptoAPIKey(p, rest[4:20], bits)
		plain := applyRC4(key(0), append(bytes.Clone(rest[20:36]), rest[40:60]...))
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

// rc4Key derives keys as [MS-OFFCRYPTO] 2.3.6.2 says.
func rc4Key(password, salt []byte) cipherKey {
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

// cryptoAPIKey derives keys as [MS-OFFCRYPTO] 2.3.5.2 says.
func cryptoAPIKey(password, salt []byte, bits int) cipherKey {
	h := sha1.Sum(append(bytes.Clone(salt), password...))
	return func(block uint32) []byte {
		k := sha1.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(h[:]), block))
		if bits == 40 {
			return append(bytes.Clone(k[:5]), make([]byte, 11)...)
		}
		return bytes.Clone(k[:bits/8])
	}
}

func applyRC4(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return make([]byte, len(data))
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// keyStream gives the bytes that a stream was encrypted with, in ascending places.
type keyStream struct {
	key    cipherKey
	block  int
	stream []byte
}

func (k *keyStream) apply(b []byte, at int) {
	for i := range b {
		if block := (at + i) / blockSize; k.stream == nil || block != k.block {
			k.block = block
			k.stream = applyRC4(k.key(uint32(block)), make([]byte, blockSize))
		}
		b[i] ^= k.stream[(at+i)%blockSize]
	}
}

// decryptRecords undoes the encryption of the records behind FILEPASS: of their data, but for some records' and the place of a
// sheet in BOUNDSHEET.
func decryptRecords(stream []byte, from int, undo transform) []byte {
	r := &reader{b: stream, pos: from}
	for {
		typ, data, ok := r.one()
		if !ok {
			return stream
		}
		at := r.pos - len(data)
		switch typ {
		case recBOF, recFilePass, 0x00e1, 0x0194, 0x0195, 0x0196, 0x0138: // INTERFACEHDR, USREXCL, FILELOCK, RRDINFO, RRDHEAD
		case recBoundSheet:
			if len(data) > 4 {
				undo(data[4:], at+4, len(data))
			}
		default:
			undo(data, at, len(data))
		}
	}
}
