package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// What a page shares with its own copy is no running head; what other pages have, too, is one on both.
func TestCopies(t *testing.T) {
	sheet := func(p *page.Page) *page.Page {
		set(p, plain, 8, 72, 40, "Harbour of Cowes")
		set(p, plain, 10, 72, 80, "To those whose boats lie at the quay")
		story(p, 200, 8)
		set(p, plain, 10, 72, 700, "Name and signature of the master")
		return p
	}
	other := func(first string) *page.Page {
		p := newPage()
		set(p, plain, 8, 72, 40, "Harbour of Cowes")
		for k := range 20 {
			set(p, plain, 10, 72, 80+12*float32(k), first+strings.Repeat(" and so on along the quay", 2))
		}
		return p
	}
	if got := furnitureOf(sheet(newPage()), sheet(newPage())); got != "" {
		t.Errorf("two sheets: got\n%s", got)
	}
	got := furnitureOf(sheet(newPage()), sheet(newPage()), other("lamps are lit at dusk"), other("boats come in at dawn"))
	if want := strings.TrimSpace(strings.Repeat("Header Harbour of Cowes\n", 4)); got != want {
		t.Errorf("with other pages: got\n%s", got)
	}
}
