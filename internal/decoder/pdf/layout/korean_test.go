package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// spell sets a line with its space characters, each character one em wide, but for blanks.
func spell(p *page.Page, size, x, y float32, text string) {
	for _, r := range text {
		w := size
		if r == ' ' {
			w = .3 * size
		}
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - .8*size, X1: x + w, Y1: y + .2*size}, X: x, Y: y, Size: size, Font: plain, MCID: -1})
		x += w
	}
}

// Lines of Korean end within any word. Where words end, some documents have a space character.
func TestKoreanLines(t *testing.T) {
	lines := []string{"항구에 들어오는 모든 배는 ", "요금을 낸다 작은 배는 절", "반만 내고 큰 배는 다 낸다 ", "밤에는 등불이 켜진다 그리 ", "고 아침에는 꺼진다"}
	for _, c := range []struct {
		name, want string
		trim       bool
	}{
		{"space characters", "항구에 들어오는 모든 배는 요금을 낸다 작은 배는 절반만 내고 큰 배는 다 낸다 밤에는 등불이 켜진다 그리 고 아침에는 꺼진다", false},
		{"none at the ends", "항구에 들어오는 모든 배는 요금을 낸다 작은 배는 절 반만 내고 큰 배는 다 낸다 밤에는 등불이 켜진다 그리 고 아침에는 꺼진다", true},
	} {
		p := newPage()
		for i, s := range lines {
			if c.trim {
				s = strings.TrimRight(s, " ")
			}
			spell(p, 10, 72, 80+14*float32(i), s)
		}
		if got := dump(Blocks(p, Options{})); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}

// What stands in small type at a page's foot under a number that the text has raised is a note, in any form of number.
func TestNumberedNotes(t *testing.T) {
	for raised, want := range map[string]string{"1)": "Footnote 1) The dues", "": "ListItem 0 \"1)\" The dues"} {
		p := newPage()
		for i := range 10 {
			set(p, plain, 10, 72, 80+12*float32(i), "Boats of all kinds come into the basin by day and by night, whoever owns them")
		}
		set(p, plain, 6, set(p, plain, 10, 72, 200, "and pay the dues"), 196, raised)
		wrap(p, plain, 8, 72, 400, 700, 10, "1) The dues are those of the year before, as the book in the office shows to all who ask.")
		if got := dump(Blocks(p, Options{})); !strings.Contains(got, want) {
			t.Errorf("with %q raised: got\n%s", raised, got)
		}
	}
}

// Captions may stand in brackets, and mail addresses may be cut at their sign.
func TestBracketsAndMail(t *testing.T) {
	p := newPage()
	story(p, 80, 3)
	set(p, plain, 10, 72, 140, "[Table 1] Boats of the year")
	for i, row := range [][]string{{"Port", "Boats", "Tons"}, {"Ryde", "12", "340"}, {"Cowes", "7", "120"}, {"Hythe", "31", "905"}} {
		for c, s := range row {
			set(p, plain, 10, 80+90*float32(c), 158+13*float32(i), s)
		}
	}
	set(p, plain, 10, 72, 300, "All of those who have a boat that lies in the basin can write to us by mail@")
	set(p, plain, 10, 72, 312, "harbour.example or come to the office.")
	got := dump(Blocks(p, Options{}))
	if !strings.Contains(got, "FigureCaption [Table 1] Boats of the year") || !strings.Contains(got, "mail@harbour.example") {
		t.Errorf("got\n%s", got)
	}
}

// A bullet that stands in from the margin, to which its item's lines come back, has them all.
func TestIndentedBullets(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 80, "Send your comments on the dues to one of the offices below, in writing only:")
	set(p, plain, 10, 82, 92, "• Mail: Harbour Office of the Isle of Wight, the long quay, West Building of the")
	set(p, plain, 10, 72, 104, "Basin, Room 12, Ryde.")
	set(p, plain, 10, 82, 116, "• Hand: the same.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Send your comments on the dues to one of the offices below, in writing only:
ListItem 0 "" Mail: Harbour Office of the Isle of Wight, the long quay, West Building of the Basin, Room 12, Ryde.
ListItem 0 "" Hand: the same.`)
}
