package costest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"math/big"
)

// Encryption is a kind of the standard security handler (ISO 32000-2, 7.6.4).
type Encryption struct {
	Name     string
	version  int // V
	revision int // R
	bits     int
	method   string // of the crypt filter; "" for none
}

// Encryptions are all kinds that there are.
var Encryptions = []Encryption{
	{"RC4 40", 1, 2, 40, ""},
	{"RC4 128", 2, 3, 128, ""},
	{"RC4 128 by crypt filter", 4, 4, 128, "V2"},
	{"AES 128", 4, 4, 128, "AESV2"},
	{"AES 256 revision 5", 5, 5, 256, "AESV3"},
	{"AES 256", 5, 6, 256, "AESV3"},
}

// Unicode reports whether passwords are UTF-8; else they have a byte a character.
func (e Encryption) Unicode() bool { return e.revision >= 5 }

// Cipher encrypts the strings and streams of one file.
type Cipher struct {
	Encryption
	key, o, u, oe, ue []byte
}

var (
	fileID  = []byte("0123456789abcdef")
	padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")
)

const permissions = "\xD4\xFF\xFF\xFF" // -44

// NewCipher makes the keys for passwords, given as the bytes that are to be hashed.
func NewCipher(e Encryption, user, owner string) *Cipher {
	c := &Cipher{Encryption: e}
	if e.revision >= 5 {
		c.keys256([]byte(user), []byte(owner))
		return c
	}
	rounds := 1
	if e.revision > 2 {
		rounds = 20
	}
	n := e.bits / 8
	// Algorithm 3.
	c.o = rc4s(digest(rounds, pad(owner))[:n], pad(user), rounds)
	// Algorithm 2, then 4 or 5.
	c.key = digest(rounds, pad(user), c.o, []byte(permissions), fileID)[:n]
	if e.revision == 2 {
		c.u = rc4s(c.key, padding, 1)
		return c
	}
	sum := md5.Sum(append(bytes.Clone(padding), fileID...))
	c.u = append(rc4s(c.key, sum[:], rounds), make([]byte, 16)...)
	return c
}

func pad(password string) []byte { return append([]byte(password), padding...)[:32] }

// digest is MD5, 51 times where there are several rounds. Keys of 128 bits are all of it, so it need not be cut off in between.
func digest(rounds int, parts ...[]byte) []byte {
	sum := md5.Sum(bytes.Join(parts, nil))
	for i := 0; rounds > 1 && i < 50; i++ {
		sum = md5.Sum(sum[:])
	}
	return sum[:]
}

// rc4s encrypts so many times, with the number of the round added to each byte of the key without carry.
func rc4s(key, b []byte, rounds int) []byte {
	b = bytes.Clone(b)
	for i := range rounds {
		k := bytes.Clone(key)
		for j := range k {
			k[j] ^= byte(i)
		}
		c, _ := rc4.NewCipher(k)
		c.XORKeyStream(b, b)
	}
	return b
}

// keys256 is algorithms 8 and 9.
func (c *Cipher) keys256(user, owner []byte) {
	c.key = bytes.Repeat([]byte{7, 13}, 16)
	const check, salt = "checking", "saltsalt"
	c.u = append(c.hash(user, check, nil), check+salt...)
	c.ue = cbc(c.hash(user, salt, nil), make([]byte, 16), c.key)
	c.o = append(c.hash(owner, check, c.u), check+salt...)
	c.oe = cbc(c.hash(owner, salt, c.u), make([]byte, 16), c.key)
}

// hash is algorithm 2.B, of which revision 5 has the first step only.
func (c *Cipher) hash(password []byte, salt string, u []byte) []byte {
	sum := sha256.Sum256(bytes.Join([][]byte{password, []byte(salt), u}, nil))
	k := sum[:]
	for i := 0; c.revision == 6; i++ {
		e := cbc(k[:16], k[16:32], bytes.Repeat(bytes.Join([][]byte{password, k, u}, nil), 64))
		switch new(big.Int).Mod(new(big.Int).SetBytes(e[:16]), big.NewInt(3)).Int64() {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		case 2:
			s := sha512.Sum512(e)
			k = s[:]
		}
		if i >= 63 && int(e[len(e)-1]) <= i-31 {
			break
		}
	}
	return k[:32]
}

// cbc encrypts whole blocks.
func cbc(key, iv, plain []byte) []byte {
	c, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(plain))
	cipher.NewCBCEncrypter(c, iv).CryptBlocks(out, plain)
	return out
}

// encrypt is algorithm 1 or 1.A, for what belongs to an object of generation 0.
func (c *Cipher) encrypt(num int, plain string) []byte {
	key := c.key
	if c.revision < 5 {
		salt := []byte{byte(num), byte(num >> 8), byte(num >> 16), 0, 0}
		if c.method == "AESV2" {
			salt = append(salt, "sAlT"...)
		}
		sum := md5.Sum(append(bytes.Clone(key), salt...))
		key = sum[:min(len(key)+5, 16)]
	}
	if c.method == "" || c.method == "V2" {
		return rc4s(key, []byte(plain), 1)
	}
	iv := []byte("initialization..")
	fill := 16 - len(plain)%16
	return append(iv, cbc(key, iv, append([]byte(plain), bytes.Repeat([]byte{byte(fill)}, fill)...))...)
}

// String returns a string of an object.
func (c *Cipher) String(num int, s string) string { return fmt.Sprintf("<%x>", c.encrypt(num, s)) }

// Stream returns a stream, which is an object; dict holds the entries but Length.
func (c *Cipher) Stream(num int, dict, data string) string {
	return Stream(dict, string(c.encrypt(num, data)))
}

// Seal puts the encryption dictionary into a file whose strings and streams are encrypted.
func (c *Cipher) Seal(f *File) {
	filter := ""
	if c.method != "" {
		filter = fmt.Sprintf("/CF << /StdCF << /CFM /%s /AuthEvent /DocOpen /Length %d >> >> /StmF /StdCF /StrF /StdCF", c.method, c.bits/8)
	}
	num := f.Add(fmt.Sprintf("<< /Filter /Standard /V %d /R %d /Length %d /P -44 /O <%x> /U <%x> /OE <%x> /UE <%x> %s >>",
		c.version, c.revision, c.bits, c.o, c.u, c.oe, c.ue, filter))
	f.Trailer += fmt.Sprintf(" /Encrypt %d 0 R /ID [<%x> <%x>]", num, fileID, fileID)
}
