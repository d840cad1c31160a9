package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Where running text of a second, larger size stands beside much small print, a short line of that size is no heading.
func TestAnswersAreNoHeadings(t *testing.T) {
	p := newPage()
	y := float32(60)
	for i := range 4 {
		y = setLines(p, plain, 8, 60, y, 10, fmt.Sprintf("Question %d asks for all that the master of the harbour knows of the boats at the quay and of the lamps in the shed,", i), "and of those who look after them by day and by night, and for what is written of them in the books of the office,", "in as far as it may be seen by those who come in the morning, without their names and without what they have paid.") + 8
		if i < 2 {
			y = setLines(p, plain, 12, 60, y, 14, "The boats are old and most of their masters have left the harbour, and", "nobody knows where they went or when they come back. The lamps are new", "and well looked after by the men of the office, who are paid for it.") + 8
		} else {
			set(p, plain, 12, 60, y, "None so far")
			y += 24
		}
	}
	if got := dump(Blocks(p, Options{})); strings.Contains(got, "Title") {
		t.Errorf("got\n%s", got)
	}
}

// The title of boxes that stand at one place of a few pages is no running head.
func TestTitleOfLikeBoxes(t *testing.T) {
	var pages []*page.Page
	for i := range 9 {
		p := newPage()
		if i%3 == 0 {
			set(p, heavyFont, 11, 72, 140, "Of note")
			story(p, 160, 30)
		} else {
			story(p, 60+float32(i), 40)
		}
		pages = append(pages, p)
	}
	if got := furnitureOf(pages...); strings.Contains(got, "Of note") {
		t.Errorf("got\n%s", got)
	}
}

// A line with a page number is a foot where other pages have feet of its size, though their texts differ, such as where the tree tells
// of those only.
func TestFootLikeKnownOnes(t *testing.T) {
	var pages []*Page
	for i, s := range []string{"Boats", "Lamps", "The quay", "Ropes"} {
		p := newPage()
		p.Index = i
		story(p, 60, 40)
		set(p, plain, 7, 400, 770, s)
		set(p, plain, 7, 520, 770, fmt.Sprint(7*i*i+3))
		pages = append(pages, Analyze(p, Options{}))
	}
	for _, p := range pages[:3] {
		foot := p.blocks[len(p.blocks)-1]
		if p == pages[0] && !strings.HasPrefix(foot.lines[0].text, "Boats") {
			t.Fatalf("the last block is %q", foot.lines[0].text)
		}
		foot.kind = footer
	}
	if got := dump(Build(pages, &page.Info{}, Options{})[3].Blocks); !strings.Contains(got, "Footer Ropes") {
		t.Errorf("got\n%s", got)
	}
}
