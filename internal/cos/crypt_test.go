package cos

import (
	"bytes"
	"errors"
	"testing"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/source"
)

// encrypted returns a file with a page's content and a title encrypted as a writer would.
func encrypted(e costest.Encryption, user, owner string) []byte {
	f, c := costest.Page("", ""), costest.NewCipher(e, user, owner)
	f.Set(4, c.Stream(4, "", text))
	f.Set(5, "<< /Title "+c.String(5, "A title")+" >>")
	f.Trailer = "/Info 5 0 R"
	c.Seal(f)
	return f.Table()
}

func TestDecrypt(t *testing.T) {
	for _, e := range costest.Encryptions {
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
			if name == "umlaut" && e.Unicode() {
				pw.user = "böse"
				pw.given = []string{"bo\u0308\u00ADse"}
			}
			t.Run(e.Name+" "+name, func(t *testing.T) {
				b := encrypted(e, pw.user, "mine")
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
				if got := d.String(d.Dict(d.Trailer().Get("Info")).Get("Title")); got != "A title" {
					t.Errorf("title = %q", got)
				}
			})
		}
	}
}

func TestDecryptRepaired(t *testing.T) {
	b := encrypted(costest.Encryptions[3], "", "mine")
	b = bytes.Replace(b, []byte("startxref"), []byte("startxxxx"), 1)
	if got := content(t, open(t, b)); got != text {
		t.Errorf("content = %q", got)
	}
}
