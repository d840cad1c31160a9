package layout

import "testing"

// A dash that stands at a line's end without a blank before it goes on without one.
func TestDashAtLineEnd(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"Model 737–", "900 series", "Model 737–900 series"},
		{"the tide –", "which turned", "the tide – which turned"},
		{"the tide—", "which turned", "the tide—which turned"},
		{"twenty\u2010", "One", "twenty\u2010One"},
	} {
		b := textBuilder{}
		b.put(c.a)
		b.join(c.b)
		b.put(c.b)
		if got := string(b.buf); got != c.want {
			t.Errorf("%q, %q: got %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
