package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// setDown sets a line of Japanese from y downwards, its signs in a font of vertical writing and its letters in one that is not.
func setDown(p *page.Page, size, x, y float32, text string) {
	for _, r := range text {
		g := page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - .88*size, X1: x + size, Y1: y + .12*size}, X: x, Y: y, Size: size, Font: plain, MCID: -1}
		if r == '。' || r == '、' {
			g.Flags |= page.Vertical
		}
		p.Glyphs = append(p.Glyphs, g)
		y += size
	}
}

// Vertical writing is known by how the characters follow each other, also when some are in a font that says so; a head
// that runs along stays as it is. Tiers below each other are columns.
func TestVerticalWriting(t *testing.T) {
	p := newPage()
	x := float32(100)
	for _, r := range "平成二十年四月" {
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: 31, X1: x + 10, Y1: 41}, X: x, Y: 40, Size: 10, Font: plain, MCID: -1})
		x += 10
	}
	upper := []string{"港の長は入って来る船の名", "をすべて帳面に書き留め、", "どこから来て何を積んでい", "るかを記す。"}
	lower := []string{"夜には長い岸壁の端で灯が", "ともる。それを守るのは夜", "の見張りであって、朝に来", "る人が消す。"}
	for k, tier := range [2][]string{upper, lower} {
		for i, s := range tier {
			setDown(p, 10, 400-16*float32(i), 80+140*float32(k), s)
		}
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText 港の長は入って来る船の名をすべて帳面に書き留め、どこから来て何を積んでいるかを記す。
NarrativeText 夜には長い岸壁の端で灯がともる。それを守るのは夜の見張りであって、朝に来る人が消す。
UncategorizedText 平成二十年四月`)
}
