package cos

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// method is how strings or streams are encrypted.
type method uint8

const (
	identity method = iota
	rc4V2
	aesV2
	aesV3
)

// security is the standard security handler with a key that fits (7.6.4).
type security struct {
	key             []byte
	strings         method
	streams         method
	embedded        method          // of embedded files
	named           map[Name]method // crypt filters
	encryptMetadata bool
	dict            Ref // the encryption dictionary's own strings aren't encrypted
}

var padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08" +
	"\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// handler is what an encryption dictionary says.
type handler struct {
	version, revision int
	length            int // of the key, bytes
	o, u, oe, ue      []byte
	permissions       int32
	id                []byte
	encryptMetadata   bool
}

// newSecurity finds a password that opens the file: the empty one or one of those given, as user or owner.
func newSecurity(d *Document, passwords []string) (*security, error) {
	e := d.Dict(d.trailer.Get("Encrypt"))
	if f := d.Name(e.Get("Filter")); f != "Standard" {
		return nil, ErrEncrypted
	}
	h := handler{
		version: d.Int(e.Get("V"), 0), revision: d.Int(e.Get("R"), 0), length: d.Int(e.Get("Length"), 40) / 8,
		o: []byte(d.String(e.Get("O"))), u: []byte(d.String(e.Get("U"))),
		oe: []byte(d.String(e.Get("OE"))), ue: []byte(d.String(e.Get("UE"))),
		permissions: int32(uint32(d.Int(e.Get("P"), 0))), encryptMetadata: d.Bool(e.Get("EncryptMetadata"), true),
	}
	if id := d.Array(d.trailer.Get("ID")); len(id) > 0 {
		h.id = []byte(d.String(id[0]))
	}
	s := &security{encryptMetadata: h.encryptMetadata, strings: rc4V2, streams: rc4V2, embedded: rc4V2}
	s.dict, _ = d.trailer.Get("Encrypt").(Ref)
	switch h.version {
	case 1:
		h.length = 5
	case 2, 3:
	case 4, 5:
		s.named = map[Name]method{}
		for _, filter := range d.Dict(e.Get("CF")) {
			name, f := filter.Key, d.Dict(filter.Value)
			switch d.Name(f.Get("CFM")) {
			case "V2":
				s.named[name] = rc4V2
			case "AESV2":
				s.named[name] = aesV2
			case "AESV3":
				s.named[name] = aesV3
			}
			if n := d.Int(f.Get("Length"), 0); n >= 40 && h.version == 4 {
				h.length = n / 8 // bits, though the standard says bytes
			} else if n >= 5 && n <= 16 && h.version == 4 {
				h.length = n
			}
		}
		s.streams, s.strings = s.named[d.Name(e.Get("StmF"))], s.named[d.Name(e.Get("StrF"))]
		s.embedded = s.streams
		if n := d.Name(e.Get("EFF")); n != "" {
			s.embedded = s.named[n]
		}
		if s.streams == aesV2 || s.strings == aesV2 {
			h.length = 16
		}
	default:
		return nil, ErrEncrypted
	}
	if h.length < 5 || h.length > 16 {
		h.length = min(max(h.length, 5), 16)
	}
	for _, pw := range append([]string{""}, passwords...) {
		for _, form := range h.forms(pw) {
			if key := h.try(form); key != nil {
				s.key = key
				return s, nil
			}
		}
	}
	if h.version >= 4 && s.streams == identity && s.strings == identity {
		return s, nil // only embedded files are encrypted, and stay so
	}
	return nil, ErrEncrypted
}

// forms are the bytes that a password may stand for: one byte a character up to revision 4 (7.6.4.3.2), prepared
// UTF-8 from there (7.6.4.3.3), and as it is, which some writers used.
func (h *handler) forms(password string) [][]byte {
	forms := [][]byte{[]byte(password)}
	if h.revision >= 5 {
		return append(forms, []byte(prepared(password)))
	}
	var latin []byte
	for _, r := range password {
		if r > 0xFF {
			return forms
		}
		latin = append(latin, byte(r))
	}
	return append(forms, latin)
}

// prepared is the part of SASLprep (RFC 4013) that changes a password: spaces are plain, characters without a meaning go,
// the rest has form NFKC.
func prepared(password string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		switch {
		case r == 0xAD, r == 0x34F, r >= 0x180B && r <= 0x180D, r >= 0x200B && r <= 0x200D, r == 0x2060,
			r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF:
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, password))
}

// try returns the file's key when the password is the user's or the owner's.
func (h *handler) try(password []byte) []byte {
	if h.revision >= 5 {
		return h.try256(password)
	}
	if len(h.o) < 32 || len(h.u) < 16 {
		return nil
	}
	if key := h.userKey(password); key != nil {
		return key
	}
	return h.userKey(h.userPassword(password))
}

func pad(password []byte) []byte {
	return append(append(make([]byte, 0, 64), password[:min(len(password), 32)]...), padding...)[:32]
}

// userKey is algorithm 2, checked with algorithms 4 and 5.
func (h *handler) userKey(password []byte) []byte {
	m := md5.New()
	m.Write(pad(password))
	m.Write(h.o[:32])
	m.Write(binary.LittleEndian.AppendUint32(nil, uint32(h.permissions)))
	m.Write(h.id)
	if h.revision >= 4 && !h.encryptMetadata {
		m.Write([]byte{255, 255, 255, 255})
	}
	key := m.Sum(nil)
	if h.revision >= 3 {
		for range 50 {
			sum := md5.Sum(key[:h.length])
			key = sum[:]
		}
	}
	key = key[:h.length]
	if h.revision == 2 {
		if bytes.Equal(rc4XOR(key, padding), h.u[:min(32, len(h.u))]) {
			return key
		}
		return nil
	}
	m = md5.New()
	m.Write(padding)
	m.Write(h.id)
	if bytes.Equal(rc4Rounds(key, m.Sum(nil), false), h.u[:16]) {
		return key
	}
	return nil
}

// userPassword is the password that algorithm 7 gets from the owner's.
func (h *handler) userPassword(owner []byte) []byte {
	sum := md5.Sum(pad(owner))
	key := sum[:]
	if h.revision < 3 {
		return rc4XOR(key[:h.length], h.o[:32])
	}
	for range 50 {
		sum = md5.Sum(key)
		key = sum[:]
	}
	return rc4Rounds(key[:h.length], h.o[:32], true)
}

func rc4XOR(key, b []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(b))
	c.XORKeyStream(out, b)
	return out
}

// rc4Rounds encrypts twenty times with the key XORed with the round's number, down from 19 or up.
func rc4Rounds(key, b []byte, down bool) []byte {
	k := make([]byte, len(key))
	for i := range 20 {
		if down {
			i = 19 - i
		}
		for j := range key {
			k[j] = key[j] ^ byte(i)
		}
		b = rc4XOR(k, b)
	}
	return b
}

// try256 is algorithm 2.A.
func (h *handler) try256(password []byte) []byte {
	if len(h.u) < 48 || len(h.o) < 48 || len(h.ue) < 32 || len(h.oe) < 32 {
		return nil
	}
	password = password[:min(len(password), 127)]
	u := h.u[:48]
	if bytes.Equal(h.hash(password, u[32:40], nil), u[:32]) {
		return unwrap(h.hash(password, u[40:48], nil), h.ue[:32])
	}
	if bytes.Equal(h.hash(password, h.o[32:40], u), h.o[:32]) {
		return unwrap(h.hash(password, h.o[40:48], u), h.oe[:32])
	}
	return nil
}

func unwrap(key, wrapped []byte) []byte {
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(wrapped))
	cipher.NewCBCDecrypter(c, make([]byte, 16)).CryptBlocks(out, wrapped)
	return out
}

// hash is algorithm 2.B; revision 5 has only its first step.
func (h *handler) hash(password, salt, u []byte) []byte {
	first := sha256.Sum256(bytes.Join([][]byte{password, salt, u}, nil))
	k := first[:]
	if h.revision < 6 {
		return k
	}
	for round := 0; ; round++ {
		unit := bytes.Join([][]byte{password, k, u}, nil)
		e := bytes.Repeat(unit, 64)
		c, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(c, k[16:32]).CryptBlocks(e, e)
		sum := 0
		for _, b := range e[:16] {
			sum += int(b)
		}
		switch sum % 3 {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		default:
			s := sha512.Sum512(e)
			k = s[:]
		}
		if round >= 63 && int(e[len(e)-1]) <= round-31 {
			return k[:32]
		}
	}
}

// stringDecrypter returns what decrypts the strings of an object; nil for nothing.
func (s *security) stringDecrypter(id Ref) func([]byte) []byte {
	if s.strings == identity || s.dict.Num != 0 && id.Num == s.dict.Num {
		return nil
	}
	return func(b []byte) []byte { return s.decrypt(s.strings, id, b) }
}

func (s *security) decryptStream(st *Stream, b []byte, r resolver) []byte {
	m := s.streams
	switch {
	case st.Dict.Get("Type") == Name("Metadata") && !s.encryptMetadata:
		m = identity
	case st.Dict.Get("Type") == Name("EmbeddedFile"):
		m = s.embedded
	}
	for _, f := range st.filters(r) {
		if f.Name == "Crypt" {
			name, _ := f.Parms.Get("Name").(Name)
			m = s.named[name] // Identity is not among them
		}
	}
	return s.decrypt(m, st.Ref, b)
}

// decrypt is algorithm 1 and 1.A.
func (s *security) decrypt(m method, id Ref, b []byte) []byte {
	key := s.key
	if key == nil && m != identity {
		return nil
	}
	if m == rc4V2 || m == aesV2 {
		h := md5.New()
		h.Write(key)
		h.Write([]byte{byte(id.Num), byte(id.Num >> 8), byte(id.Num >> 16), byte(id.Gen), byte(id.Gen >> 8)})
		if m == aesV2 {
			h.Write([]byte("sAlT"))
		}
		key = h.Sum(nil)[:min(len(key)+5, 16)]
	}
	switch m {
	case rc4V2:
		return rc4XOR(key, b)
	case aesV2, aesV3:
		return decryptCBC(key, b)
	}
	return b
}

// decryptCBC decrypts what follows the initialization vector and takes off the padding. A last block that is
// cut off is lost.
func decryptCBC(key, b []byte) []byte {
	if len(b) < 32 {
		return nil
	}
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	n := (len(b) - 16) &^ 15
	out := make([]byte, n)
	cipher.NewCBCDecrypter(c, b[:16]).CryptBlocks(out, b[16:16+n])
	if p := int(out[n-1]); p >= 1 && p <= 16 {
		out = out[:n-p]
	}
	return out
}
