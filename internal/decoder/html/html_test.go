package html

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzHTML(f *testing.F) { decodertest.Fuzz(f, Format) }

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		name, head string
		root       string
		want       decoder.Confidence
	}{
		{"page.html", "<!DOCTYPE html><p>x", "", decoder.Certain},
		{"page.txt", "\ufeff <!-- c --><html>", "", decoder.Certain},
		{"page.xml", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "html", decoder.Certain},
		{"page", "<div>x</div>", "", decoder.ByContent},
		{"README.md", "<div align=center>x</div>\n# x", "", decoder.No},
		{"feed.xml", "<?xml version='1.0'?><rss/>", "rss", decoder.No},
		{"notes.html", "Just words", "", decoder.ByName},
		{"notes.txt", "a < b", "", decoder.No},
		{"binary", "\x00\x01<html>", "", decoder.No},
	} {
		ext := ""
		if i := strings.LastIndexByte(tt.name, '.'); i >= 0 {
			ext = tt.name[i:]
		}
		p := &decoder.Probe{Name: tt.name, Ext: ext, Head: []byte(tt.head), Text: tt.head[0] != 0, Root: decoder.XMLName{Local: tt.root}}
		if got := match(p); got != tt.want {
			t.Errorf("match(%s) = %d, want %d", tt.name, got, tt.want)
		}
	}
}

// A page nested 100,000 deep keeps its paragraphs apart and in order.
func TestDeep(t *testing.T) {
	const depth = 100_000
	src := "<body>" + strings.Repeat("<div>", depth) + "deep<p>deeper</p>" + strings.Repeat("</div>", depth/2) + "half" + strings.Repeat("</div>", depth/2) + "<p>out"
	doc, _, err := decodertest.Decode(Format, "deep.html", []byte(src), decoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range doc.Nodes[0].Blocks {
		got = append(got, b.Text)
	}
	if s := strings.Join(got, "|"); s != "deep|deeper|half|out" {
		t.Errorf("blocks %q", s)
	}
}

func BenchmarkDecode(b *testing.B) {
	var sb strings.Builder
	sb.WriteString("<!DOCTYPE html><html><head><title>T</title></head><body><main>")
	for range 100 {
		sb.WriteString(`<h2>Heading</h2><p>Some <b>bold</b> text with a <a href="x.html">link</a> and &amp; more words in a sentence of usual length.</p>
<ul><li>One</li><li>Two <i>items</i></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`)
	}
	raw := []byte(sb.String())
	decodertest.Bench(b, Format, raw)
}
