package glyphname

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for name, want := range map[string]string{
		"A": "A", "eacute": "é", "afii10065": "а", "Zcaron": "Ž", "f_f_i": "ffi", "uni0416": "Ж", "uni00410042": "AB",
		"u1F600": "😀", "u0430": "а", "uniD800": "", "a.sc": "a", "uni0431.alt": "б", ".notdef": "", "": "", "g123": "",
		"oneoldstyle": "1", "Asmall": "A", "f_nosuchname": "", "space": " ", "dalethatafpatah": "\u05d3\u05b2",
		"parenleftBigg": "(", "summationdisplay": "∑", "lessorsimilar": "≲", "big": "",
	} {
		if got := Text(name); got != want {
			t.Errorf("Text(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDingbat(t *testing.T) {
	for name, want := range map[string]string{"a20": "✔", "space": " ", "a1": "✁"} {
		if got := Dingbat(name); got != want {
			t.Errorf("Dingbat(%q) = %q, want %q", name, got, want)
		}
	}
}

// Every line of a list is found by its name, which needs the list to be sorted.
func TestLists(t *testing.T) {
	for _, l := range []list{adobe, tex(), dingbats()} {
		n := 0
		for line := range strings.Lines(string(l)) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			n++
			name, hexes, _ := strings.Cut(line, ";")
			if got, want := l.find(name), characters(hexes); got != want || got == "" {
				t.Errorf("find(%q) = %q, want %q", name, got, want)
			}
		}
		if n < 200 || l.find("zz") != "" || l.find("") != "" {
			t.Errorf("%d lines", n)
		}
	}
}
