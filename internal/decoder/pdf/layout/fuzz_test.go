package layout

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// alphabet are letters that nothing turns into others, each of which stands on a fuzzed page once at most: so none is the shadow of
// another, and each can be looked for in the blocks.
var alphabet = func() []rune {
	var all []rune
	for _, script := range [][2]rune{{'a', 'z'}, {'а', 'я'}, {'ა', 'ჰ'}, {'ա', 'ֆ'}, {'가', '갛'}, {'א', 'ת'}} {
		for r := script[0]; r <= script[1]; r++ {
			all = append(all, r)
		}
	}
	return all
}()

// fuzzedPage reads a page from bytes: eight for each glyph, rule or area.
func fuzzedPage(data []byte) *page.Page {
	p := newPage()
	letters := alphabet
	var x, y, size float32
	for len(data) >= 8 && len(letters) > 0 {
		b := data[:8]
		data = data[8:]
		far := func(i int) float32 { return float32(binary.LittleEndian.Uint16(b[i:])) / 65535 * 600 }
		switch b[0] % 16 {
		case 0:
			p.Rules = append(p.Rules, page.Rule{X0: far(2), Y0: far(4), X1: far(6), Y1: far(4), Width: 1})
			continue
		case 1:
			p.Rules = append(p.Rules, page.Rule{X0: far(2), Y0: far(4), X1: far(2), Y1: far(6), Width: 1})
			continue
		case 2:
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: far(2), Y0: far(4), X1: far(2) + 90, Y1: far(4) + far(6)/9}, Color: 0xdddddd})
			continue
		case 3, 4: // somewhere
			x, y, size = far(2), far(4), 2+far(6)/20
		case 5: // a new line
			x, y = far(2)/4, y+size*1.2
		case 6: // a new column or word
			x += far(2) / 6
		}
		g := page.Glyph{X: x, Y: y, Size: size, Font: plain, MCID: -1}
		if b[1]&1 != 0 {
			g.Font = heavyFont
		}
		if b[1]>>1 == 1 {
			g.Angle = []int16{90, -90, 180, 45}[b[2]%4]
		}
		if sign := b[1] >> 3; int(sign) < len(signs) {
			g.Text = signs[sign]
		} else {
			g.Text, letters = string(letters[0]), letters[1:]
			if b[1]>>7 == 1 {
				i := int(b[7]) % (len(letters) + 1)
				letters = letters[i:] // another script
			}
		}
		w := size / 2
		g.Box = page.Rect{X0: x, Y0: y - size*.8, X1: x + w, Y1: y + size*.2}
		p.Glyphs = append(p.Glyphs, g)
		x += w
	}
	return p
}

// signs are not looked for: labels of lists, hyphens, leaders and blanks may go.
var signs = []string{".", "-", "•", "1", ")", " ", "(", ":", "\u00ad", "7"}

// lettersOf counts the letters of a document, wherever in it they are.
func lettersOf(doc *udm.Document) map[rune]int {
	n := map[rune]int{}
	add := func(s string) {
		for _, r := range s {
			if unicode.IsLetter(r) {
				n[r]++
			}
		}
	}
	for _, node := range doc.Nodes {
		for _, b := range node.Blocks {
			add(b.Text)
			if b.Table != nil {
				for r := range b.Table.Rows() {
					add(strings.Join(b.Table.Row(r), " "))
				}
			}
			if a := b.Attr; a != nil {
				add(a.ListLabel)
				add(a.Caption)
				add(a.AltText)
			}
		}
	}
	return n
}

// FuzzBuild makes a page of glyphs, lines and areas wherever they are said to be. Whatever that gives, it is a valid document, and
// each letter of the page is in it once, but for those of size 0, which nobody can see.
func FuzzBuild(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		seed := make([]byte, 8*(5+r.IntN(150)))
		for i := range seed {
			seed[i] = byte(r.IntN(256))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := fuzzedPage(data)
		var want []rune
		for _, g := range p.Glyphs {
			if r := []rune(g.Text)[0]; unicode.IsLetter(r) && g.Size > 0 {
				want = append(want, r)
			}
		}
		glyphs := slices.Clone(p.Glyphs)
		doc := &udm.Document{Nodes: Build([]*Page{Analyze(p, Options{})}, &page.Info{}, Options{})}
		if err := udm.Validate(doc); err != nil {
			t.Fatal(err)
		}
		got := lettersOf(doc)
		for _, r := range want {
			if got[r] != 1 {
				for _, g := range glyphs {
					t.Logf("%q at %.1f, %.1f, size %.1f, angle %d", g.Text, g.X, g.Y, g.Size, g.Angle)
				}
				t.Fatalf("letter %q is in the document %d times", r, got[r])
			}
		}
	})
}
