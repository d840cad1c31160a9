package glyphname

import "testing"

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
