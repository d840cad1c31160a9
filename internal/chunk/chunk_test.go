package chunk_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/chunk"
)

func TestVectors(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/chunker.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID      string
			Size    int `json:"chunk_size"`
			Overlap int `json:"chunk_overlap"`
			Text    string
			Expect  struct {
				Chunks []struct {
					Text           string
					Length, Offset int
				}
				Error string
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		opt := chunk.Options{Size: c.Size, Overlap: c.Overlap}
		if c.Expect.Error != "" {
			if opt.Validate() == nil {
				t.Errorf("%s: %+v is accepted", c.ID, opt)
			}
			continue
		}
		if err := opt.Validate(); err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		var want []chunk.Chunk
		for _, x := range c.Expect.Chunks {
			want = append(want, chunk.Chunk{Text: x.Text, Offset: x.Offset, Length: x.Length})
		}
		if diff := cmp.Diff(want, chunk.Split(c.Text, opt)); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.ID, diff)
		}
	}
	if len(file.Cases) < 20 {
		t.Errorf("only %d cases", len(file.Cases))
	}
}

// A chunk's offset cuts it out of the text, none is too long, and no word is lost.
func TestChunksAreSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zé]{1,8}[ \n]{0,3}){0,40}`).Draw(t, "text")
		opt := chunk.Options{Size: rapid.IntRange(1, 30).Draw(t, "size")}
		opt.Overlap = rapid.IntRange(0, opt.Size).Draw(t, "overlap")
		runes := []rune(text)
		covered := make([]bool, len(runes))
		for _, c := range chunk.Split(text, opt) {
			if got := string(runes[c.Offset : c.Offset+c.Length]); got != c.Text {
				t.Fatalf("offset %d cuts out %q, the chunk is %q", c.Offset, got, c.Text)
			}
			if c.Length > opt.Size {
				t.Fatalf("chunk of %d, size %d", c.Length, opt.Size)
			}
			for i := range c.Length {
				covered[c.Offset+i] = true
			}
		}
		for i, r := range runes {
			if !covered[i] && r != ' ' && r != '\n' {
				t.Fatalf("%q at %d is in no chunk", r, i)
			}
		}
	})
}

func TestTableRowsStayWhole(t *testing.T) {
	text := "<table>\n" + strings.Repeat("<tr><td>alpha beta</td><td>12 34</td></tr>\n", 40) + "</table>"
	for _, c := range chunk.Split(text, chunk.Options{Size: 300, Overlap: 50}) {
		for line := range strings.Lines(c.Text) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "<tr>") != strings.HasSuffix(line, "</tr>") {
				t.Fatalf("a row is cut: %q", line)
			}
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	sentence := "The quick brown fox jumps over the lazy dog. "
	for _, bb := range []struct{ name, text string }{
		{"paragraphs", strings.Repeat(strings.Repeat(sentence, 12)+"\n\n", 400)},
		{"lines", strings.Repeat(sentence+"\n", 5000)},
		{"words", strings.Repeat(sentence, 5000)},
		{"letters of two bytes", strings.Repeat("Съешь же ещё этих мягких французских булок, да выпей чаю. ", 2000)},
		{"letters of three bytes", strings.Repeat("色は匂へど散りぬるを我が世誰ぞ常ならむ", 4000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.text)))
			for b.Loop() {
				chunk.Split(bb.text, chunk.Defaults)
			}
		})
	}
}
