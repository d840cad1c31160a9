package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// A label at the right edge of headings is no part of them, nor does it cut a heading from its next line; a bold line in
// another type below is a heading of its own.
func TestRightLabels(t *testing.T) {
	p := newPage()
	sans := &page.Font{Name: "Arial-BoldMT", Weight: 700}
	y := float32(80)
	for _, h := range [][2]string{{"Of winds that blow from the land", ""}, {"Of lamps", "Of the night"}, {"Of tides", ""}} {
		set(p, sans, 10, 72, y, h[0])
		set(p, sans, 10, 446, y, "Lore")
		if h[1] == "Of the night" {
			set(p, heavyFont, 10, 72, y+14, h[1])
			y += 14
		} else if h[1] == "" && h[0] != "Of tides" {
			set(p, sans, 10, 90, y+14, "at night")
			y += 14
		}
		y = wrap(p, plain, 10, 72, 465, y+16, 12, bodySample) + 10
	}
	var got []string
	for s := range strings.Lines(dump(Blocks(p, Options{}))) {
		if !strings.HasPrefix(s, "NarrativeText") {
			got = append(got, s)
		}
	}
	check(t, strings.Join(got, ""), `Title h1 Of winds that blow from the land at night
UncategorizedText Lore
Title h1 Of lamps
UncategorizedText Lore
Title h1 Of the night
Title h1 Of tides
UncategorizedText Lore
`)
}
