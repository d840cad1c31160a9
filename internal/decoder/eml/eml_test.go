package eml

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzMail(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		ext, head string
		want      decoder.Confidence
	}{
		{".eml", "Subject: x\nFrom: a@b\n\ntext", decoder.Certain},
		{"", "From a@b Mon Jan  1 00:00:00 2024\nReceived: by x\nFrom: a@b\n\n", decoder.Certain},
		{".txt", "From: a@b\nTo: c@d\n\nx", decoder.ByContent},
		{".txt", "Subject: just this\n\nx", decoder.No},
		{".txt", "To: you\nsome words\nFrom: me\n", decoder.No},
		{".eml", "words", decoder.ByName},
		{".html", "<html>", decoder.No},
	} {
		if got := match(&decoder.Probe{Ext: tt.ext, Head: []byte(tt.head)}); got != tt.want {
			t.Errorf("match(%q, %q) = %d, want %d", tt.ext, tt.head, got, tt.want)
		}
	}
}

func TestPlainBodyOnRequest(t *testing.T) {
	raw := "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n<p>page\n--b--\n"
	for choice, want := range map[string]string{"": "page", "html": "page", "plain": "plain"} {
		doc, _, err := decodertest.Decode(Format, "a.eml", []byte(raw), decoder.Options{MailBody: choice})
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Nodes[0].Blocks[0].Text; got != want {
			t.Errorf("MailBody %q gives %q, want %q", choice, got, want)
		}
	}
}

// Mails made to take time or memory end soon, with a warning.
func TestBombs(t *testing.T) {
	var nested, wide strings.Builder
	nested.WriteString("From: a@b\n")
	for i := range 10_000 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	nested.WriteString("\nbottom\n")
	wide.WriteString("Content-Type: multipart/mixed; boundary=b\n\n")
	for range 100_000 {
		wide.WriteString("--b\n\nx\n")
	}
	for name, raw := range map[string]string{
		"nested parts":  nested.String(),
		"many parts":    wide.String(),
		"header":        "From: a@b\nSubject: " + strings.Repeat("x", 50<<20) + "\n\nbody\n",
		"folded header": "From: a@b\nTo: a@b,\n" + strings.Repeat(" c@d,\n", 2<<20) + "\n\nbody\n",
		"many fields":   strings.Repeat("X: y\n", 5<<20) + "\nbody\n",
		"encoded words": "Subject: " + strings.Repeat("=?utf-8?q?x?= ", 1<<20) + "\n\nbody\n",
		"base64":        "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("=!A\n", 4<<20),
		"quoted":        "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n=zz", 4<<20),
		"quotations":    "Subject: x\n\n" + strings.Repeat("> a\nb\n", 100_000),
	} {
		start := time.Now()
		if _, _, err := decodertest.Decode(Format, "bomb.eml", []byte(raw), decoder.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := time.Since(start); d > 15*time.Second {
			t.Errorf("%s took %v", name, d)
		} else {
			t.Logf("%s: %v", name, d)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	html := strings.Repeat("<p>Some <b>bold</b> text in a paragraph of usual length, with a <a href=3D\"http://example.org\">link</a>.</p>\r\n", 100)
	raw := []byte("From: Ann <a@example.org>\r\nTo: b@example.org\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nDate: Thu, 05 Mar 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + html + "--b--\r\n")
	decodertest.Bench(b, Format, raw)
}
