package layout

import "testing"

// A letter that is lowered within its line belongs to it, though the line's first piece by height is a small raised one.
func TestLoweredLetter(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 100, "Set with")
	put(p, plain, 7, 120, 97.9, "A")
	put(p, plain, 10, 124, 99.99, "T")
	put(p, plain, 10, 128, 102.2, "E")
	put(p, plain, 10, 133, 100, "X, on one line.")
	check(t, dump(Blocks(p, Options{})), "NarrativeText Set with ATEX, on one line.")
}
