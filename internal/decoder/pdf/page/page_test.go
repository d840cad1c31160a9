package page

import "testing"

func TestReleasedRoomIsUsedAgain(t *testing.T) {
	for range 100 { // a pool may forget
		p := &Page{Glyphs: make([]Glyph, 10, 1000)}
		p.Release()
		if g := Room(); p.Glyphs == nil && len(g) == 0 && cap(g) == 1000 {
			return
		}
	}
	t.Error("no memory comes back")
}
