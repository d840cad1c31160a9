package msg

import (
	"encoding/hex"
	"os"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

func FuzzMsg(f *testing.F) { decodertest.Fuzz(f, Format) }

// The examples of MS-OXRTFCP 3.1.1 and 3.2.1: a simple text, and one whose references run into what they write.
func TestDecompress(t *testing.T) {
	for _, tt := range []struct{ packed, want string }{
		{"2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0", "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"},
		{"1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"},
	} {
		raw, err := hex.DecodeString(tt.packed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decompress(raw, limit.NewBudget(limit.Limits{}))
		if err != nil || string(got) != tt.want {
			t.Errorf("decompress(%s) = %q, %v; want %q", tt.packed, got, err, tt.want)
		}
	}
}

func TestEmbeddedMessage(t *testing.T) {
	raw, err := os.ReadFile("testdata/embedded-message.msg")
	if err != nil {
		t.Fatal(err)
	}
	_, in, err := decodertest.Decode(Format, "outer.msg", raw, decoder.Options{})
	if err != nil || len(in.Attachments()) != 1 {
		t.Fatalf("outer message: %v, attachments %v", err, in.Attachments())
	}
	a := in.Attachments()[0]
	inner, _, err := decodertest.Decode(Format, a.Name, a.Blob.(udm.Bytes), decoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m := inner.Metadata; a.Name != "Inner a reply.msg" || m.Title != "Inner" || m.CreatedAt != "2023-01-01T00:00:00Z" || inner.Nodes[0].Blocks[0].Text != "Inner text." {
		t.Errorf("%s: %s", a.Name, decodertest.Dump(inner))
	}
}

func TestPlainBodyOnRequest(t *testing.T) {
	it := item{
		text:   map[uint16]string{idBody: "The plain body."},
		binary: map[uint16][]byte{idHTML: []byte("<p>The HTML body.</p>")},
	}
	raw := writeMessage(it)
	for kind, want := range map[string]string{"": "The HTML body.", "html": "The HTML body.", "plain": "The plain body."} {
		doc, _, err := decodertest.Decode(Format, "x.msg", raw, decoder.Options{MailBody: kind})
		if err != nil || doc.Nodes[0].Blocks[0].Text != want {
			t.Errorf("body %q: %v, %s", kind, err, decodertest.Dump(doc))
		}
	}
}
