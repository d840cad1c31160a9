package layout

import (
	"strings"
	"testing"
)

func TestTally(t *testing.T) {
	for _, c := range []struct {
		text string
		want tally
	}{
		{"", tally{}},
		{"Word", tally{chars: 4, letters: 4, upper: 1, lower: 3}},
		{"3.14_", tally{chars: 5, digits: 3, dots: 2}},
		{"a+b<=c", tally{chars: 6, letters: 3, lower: 3, signs: 3}},
		{"Äß…·", tally{chars: 4, letters: 2, upper: 1, lower: 1, signs: 1, dots: 2}},
		{"α≤𝑥", tally{chars: 3, letters: 2, lower: 2, greek: 2, signs: 1}},
		{"שָ٣", tally{chars: 3, letters: 1, marks: 1, digits: 1, rtl: true}},
		{"\xff!", tally{chars: 2}},
		{strings.Repeat("a1B", 30_000), tally{chars: 65535, letters: 43690, digits: 21845, upper: 21845, lower: 21845}},
	} {
		if got := tallyOf(c.text); got != c.want {
			t.Errorf("tallyOf(%.20q) = %+v, want %+v", c.text, got, c.want)
		}
	}
	p := piece{text: "one"}
	p.tally()
	if p.setText("1"); p.tally().digits != 1 || p.tally().chars != 1 {
		t.Errorf("after setText: %+v", *p.tally())
	}
}
