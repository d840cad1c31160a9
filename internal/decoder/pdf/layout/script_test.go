package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

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

// Primes of one line are scripts, however many they are, as are the indices of its indices.
func TestManyScripts(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 80, "All of the boats that are named here lie at their quays when the tide is low and out")
	put(p, plain, 10, 72, 100, "at sea when    a  b  c  d  e  f are high, and those of F   and of G   and of H   lie")
	for i := range 6 {
		put(p, plain, 7, 152+15*float32(i), 96.4, "′")
	}
	for i := range 3 {
		put(p, plain, 7, 352+50*float32(i), 101.5, "L")
		put(p, plain, 5, 356+50*float32(i), 104.8, "1")
	}
	put(p, plain, 10, 72, 112, "at anchor.")
	if got := dump(Blocks(p, Options{})); strings.Count(got, "\n") != 2 || !strings.Contains(got, "a′ b′ c′ d′ e′ f′ are high, and those of FL1 ") {
		t.Errorf("got\n%s", got)
	}
}

// TeX's large signs hang from their baselines; within a line they belong to it.
func TestHangingSigns(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 100, "The boats of all quays are the union   B of them, and no")
	put(p, &page.Font{Name: "CMEX10"}, 10, 257, 92.5, "∪")
	put(p, plain, 10, 72, 112, "boat is left.")
	check(t, dump(Blocks(p, Options{})), "NarrativeText The boats of all quays are the union ∪ B of them, and no boat is left.")
}
