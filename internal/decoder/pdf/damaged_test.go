package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// locked is an encrypted file of one page and a title.
func locked(e costest.Encryption, user, owner string) []byte {
	f, c := costest.Page(costest.Helvetica, ""), costest.NewCipher(e, user, owner)
	f.Set(4, c.Stream(4, "/Filter /FlateDecode", costest.Flate("BT /F1 12 Tf 72 700 Td (The boat house is closed.) Tj ET")))
	f.Set(5, "<< /Title "+c.String(5, "Notice")+" >>")
	f.Trailer = "/Info 5 0 R"
	c.Seal(f)
	return f.Table()
}

// Each kind of encryption opens with the user's and the owner's password, or with none where the user's is empty; with another
// one the error says that it is about the password.
func TestEncryptions(t *testing.T) {
	for _, e := range costest.Encryptions {
		for _, tt := range []struct {
			name, user string
			given      []string
			opens      bool
		}{
			{"empty password", "", nil, true},
			{"user's password", "open", []string{"other", "open"}, true},
			{"owner's password", "open", []string{"mine"}, true},
			{"wrong password", "open", []string{"Open"}, false},
			{"no password", "open", nil, false},
		} {
			t.Run(e.Name+" "+tt.name, func(t *testing.T) {
				doc, _, err := decodertest.Decode(Format, "locked.pdf", locked(e, tt.user, "mine"), decoder.Options{Passwords: tt.given})
				if !tt.opens {
					if !errors.Is(err, decoder.ErrEncrypted) || !strings.Contains(err.Error(), "password") {
						t.Errorf("error %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.TrimSpace(textOf(doc)); got != "The boat house is closed." {
					t.Errorf("text %q", got)
				}
				if got := doc.Metadata.Title; got != "Notice" {
					t.Errorf("title %q", got)
				}
			})
		}
	}
}

// textOf is all text of a document.
func textOf(doc *udm.Document) string {
	var b strings.Builder
	for _, n := range doc.Nodes {
		for _, block := range n.Blocks {
			b.WriteString(block.Text + "\n")
			if block.Table != nil {
				fmt.Fprintln(&b, block.Table)
			}
		}
	}
	return b.String()
}

// damages are what is done to files: each makes a variant for a seed, which goes from 0 to 1.
var damages = []struct {
	name string
	do   func(b []byte, at float64, r *rand.Rand) []byte
}{
	{"cut off", func(b []byte, at float64, _ *rand.Rand) []byte { return b[:int(at*float64(len(b)))] }},
	{"beginning lost", func(b []byte, at float64, _ *rand.Rand) []byte { return b[int(at*float64(len(b))):] }},
	{"one bit flipped", func(b []byte, at float64, r *rand.Rand) []byte {
		b[int(at*float64(len(b)))] ^= 1 << r.IntN(8)
		return b
	}},
	{"bits flipped all over", func(b []byte, at float64, r *rand.Rand) []byte {
		for range 1 + int(at*float64(len(b))/50) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return b
	}},
	{"a block of zeros", func(b []byte, at float64, _ *rand.Rand) []byte {
		from := int(at * float64(len(b)))
		clear(b[from:min(len(b), from+512)])
		return b
	}},
	{"numbers changed", func(b []byte, _ float64, r *rand.Rand) []byte {
		for i, c := range b {
			if c >= '0' && c <= '9' && r.IntN(40) == 0 {
				b[i] = '0' + byte(r.IntN(10))
			}
		}
		return b
	}},
	{"pieces moved", func(b []byte, _ float64, r *rand.Rand) []byte {
		for range 3 {
			from, to := r.IntN(len(b)), r.IntN(len(b))
			copy(b[to:], bytes.Clone(b[from:min(len(b), from+64)]))
		}
		return b
	}},
	{"line ends changed", func(b []byte, _ float64, _ *rand.Rand) []byte {
		return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
	}},
}

// Whatever is done to a file, there comes a document with text, or an error or warning that says what is wrong with it.
func TestDamaged(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"form-filled", "link-anchor", "hyphen-hard"} {
		b, err := os.ReadFile("testdata/" + name + ".pdf")
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	for _, e := range costest.Encryptions {
		files[e.Name] = locked(e, "", "mine")
	}
	const each = 6
	variants, texts, errs := 0, 0, 0
	for name, whole := range files {
		for k, d := range damages {
			for i := range each {
				at := (float64(i) + .5) / each
				b := d.do(bytes.Clone(whole), at, rand.New(rand.NewPCG(uint64(k), uint64(i))))
				variants++
				doc, in, err := decodertest.Decode(Format, name+".pdf", b, decoder.Options{})
				switch what := complaint(doc, in, err); {
				case what != "":
					t.Errorf("%s, %s %d: %s", name, d.name, i, what)
				case err != nil:
					errs++
				default:
					texts++
				}
			}
		}
	}
	t.Logf("%d variants: %d documents, %d errors", variants, texts, errs)
	if variants < 200 {
		t.Errorf("only %d variants", variants)
	}
}

// complaint says what is wrong with the outcome of a damaged file; "" for nothing.
func complaint(doc *udm.Document, in *decoder.Input, err error) string {
	if err == nil {
		if strings.TrimSpace(textOf(doc)) == "" && len(in.Warnings()) == 0 {
			return "neither text nor a warning"
		}
		return ""
	}
	for _, kind := range []error{decoder.ErrMalformed, decoder.ErrEncrypted, decoder.ErrUnsupported, limit.ErrExceeded} {
		if !errors.Is(err, kind) {
			continue
		}
		message := strings.TrimPrefix(err.Error(), kind.Error())
		if len(message) < 10 || strings.Contains(message, "runtime error") || strings.Contains(message, "invalid document") {
			return fmt.Sprintf("the error says nothing: %v", err)
		}
		return ""
	}
	return fmt.Sprintf("an error of no kind: %v", err)
}
