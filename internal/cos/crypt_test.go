package cos

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/source"
)

// encrypted returns a file with a page's content and a title encrypted as a writer would.
func encrypted(version, revision, bits int, m method, user, owner string) []byte {
	f := costest.Page("", "")
	h := &handler{version: version, revision: revision, length: bits / 8, permissions: -44, id: []byte("0123456789abcdef"), encryptMetadata: true}
	var key []byte
	if revision >= 5 {
		key = bytes.Repeat([]byte{7, 13}, 16)
		h.wrap256(key, []byte(user), []byte(owner))
	} else {
		h.o = h.ownerEntry([]byte(user), []byte(owner))
		key = h.userEntry([]byte(user))
	}
	s := &security{key: key, streams: m, strings: m}
	f.Set(4, costest.Stream("", s.encrypt(m, Ref{Num: 4}, text)))
	f.Set(5, fmt.Sprintf("<< /Title <%x> >>", s.encrypt(m, Ref{Num: 5}, "A title")))
	filters := ""
	if version >= 4 {
		filters = fmt.Sprintf("/CF << /StdCF << /CFM /%s /AuthEvent /DocOpen /Length %d >> >> /StmF /StdCF /StrF /StdCF",
			map[method]string{rc4V2: "V2", aesV2: "AESV2", aesV3: "AESV3"}[m], bits/8)
	}
	f.Set(6, fmt.Sprintf("<< /Filter /Standard /V %d /R %d /Length %d /P -44 /O <%x> /U <%x> /OE <%x> /UE <%x> %s >>",
		version, revision, bits, h.o, h.u, h.oe, h.ue, filters))
	f.Trailer = fmt.Sprintf("/Info 5 0 R /Encrypt 6 0 R /ID [<%x> <%x>]", h.id, h.id)
	return f.Table()
}

// ownerEntry is algorithm 3.
func (h *handler) ownerEntry(user, owner []byte) []byte {
	sum := md5.Sum(pad(owner))
	key := sum[:]
	if h.revision < 3 {
		return rc4XOR(key[:h.length], pad(user))
	}
	for range 50 {
		sum = md5.Sum(key)
		key = sum[:]
	}
	return rc4Rounds(key[:h.length], pad(user), false)
}

// userEntry sets U by algorithm 4 or 5 and returns the file's key.
func (h *handler) userEntry(user []byte) []byte {
	m := md5.New()
	m.Write(pad(user))
	m.Write(h.o)
	m.Write([]byte{0xD4, 0xFF, 0xFF, 0xFF}) // -44
	m.Write(h.id)
	key := m.Sum(nil)
	if h.revision == 2 {
		key = key[:h.length]
		h.u = rc4XOR(key, padding)
		return key
	}
	for range 50 {
		sum := md5.Sum(key[:h.length])
		key = sum[:]
	}
	key = key[:h.length]
	m = md5.New()
	m.Write(padding)
	m.Write(h.id)
	h.u = append(rc4Rounds(key, m.Sum(nil), false), make([]byte, 16)...)
	return key
}

// wrap256 sets the entries of revisions 5 and 6 (algorithms 8 and 9).
func (h *handler) wrap256(key, user, owner []byte) {
	wrap := func(k []byte) []byte {
		c, _ := aes.NewCipher(k)
		out := make([]byte, 32)
		cipher.NewCBCEncrypter(c, make([]byte, 16)).CryptBlocks(out, key)
		return out
	}
	check, salt := []byte("checking"), []byte("saltsalt")
	h.u = bytes.Join([][]byte{h.hash(user, check, nil), check, salt}, nil)
	h.ue = wrap(h.hash(user, salt, nil))
	h.o = bytes.Join([][]byte{h.hash(owner, check, h.u), check, salt}, nil)
	h.oe = wrap(h.hash(owner, salt, h.u))
}

func (s *security) encrypt(m method, id Ref, plain string) string {
	if m == rc4V2 {
		return string(s.decrypt(m, id, []byte(plain)))
	}
	n := 16 - len(plain)%16
	padded := plain + strings.Repeat(string(rune(n)), n)
	key := s.key
	if m == aesV2 {
		sum := md5.Sum(append(append(bytes.Clone(key), byte(id.Num), 0, 0, 0, 0), "sAlT"...))
		key = sum[:]
	}
	c, _ := aes.NewCipher(key)
	out := []byte("initialization..")
	body := make([]byte, len(padded))
	cipher.NewCBCEncrypter(c, out).CryptBlocks(body, []byte(padded))
	return string(out) + string(body)
}

func TestDecrypt(t *testing.T) {
	tests := []struct {
		name                    string
		version, revision, bits int
		method                  method
	}{
		{"RC4 40", 1, 2, 40, rc4V2},
		{"RC4 128", 2, 3, 128, rc4V2},
		{"RC4 128 by crypt filter", 4, 4, 128, rc4V2},
		{"AES 128", 4, 4, 128, aesV2},
		{"AES 256 revision 5", 5, 5, 256, aesV3},
		{"AES 256", 5, 6, 256, aesV3},
	}
	for _, tt := range tests {
		for name, pw := range map[string]struct {
			user  string
			given []string
		}{
			"empty":  {"", nil},
			"user":   {"open", []string{"wrong", "open"}},
			"owner":  {"open", []string{"mine"}},
			"wrong":  {"open", []string{"Open"}},
			"umlaut": {"b\xF6se", []string{"böse"}},
		} {
			if name == "umlaut" && tt.revision >= 5 {
				pw.user = "böse"
				pw.given = []string{"bo\u0308\u00ADse"}
			}
			t.Run(tt.name+" "+name, func(t *testing.T) {
				b := encrypted(tt.version, tt.revision, tt.bits, tt.method, pw.user, "mine")
				if name == "wrong" {
					if _, err := Open(source.Bytes(b), pw.given, budget()); !errors.Is(err, ErrEncrypted) {
						t.Errorf("Open = %v, want ErrEncrypted", err)
					}
					return
				}
				d := open(t, b, pw.given...)
				if got := content(t, d); got != text {
					t.Errorf("content = %q", got)
				}
				if got := d.String(d.Dict(d.Trailer()["Info"])["Title"]); got != "A title" {
					t.Errorf("title = %q", got)
				}
			})
		}
	}
}

func TestDecryptRepaired(t *testing.T) {
	b := encrypted(4, 4, 128, aesV2, "", "mine")
	b = bytes.Replace(b, []byte("startxref"), []byte("startxxxx"), 1)
	if got := content(t, open(t, b)); got != text {
		t.Errorf("content = %q", got)
	}
}
