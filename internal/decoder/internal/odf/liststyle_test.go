package odf

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/xmlscan"
)

func TestFormatNumber(t *testing.T) {
	for _, tt := range []struct {
		n      int
		format string
		sync   bool
		want   string
	}{
		{4, "1", false, "4"}, {4, "", false, ""}, {28, "a", false, "ab"}, {28, "A", true, "BB"}, {702, "a", false, "zz"},
		{1994, "I", false, "MCMXCIV"}, {4, "i", false, "iv"}, {0, "a", false, "0"}, {5000, "I", false, "5000"},
		{7, "01, 02, 03, ...", false, "07"}, {17, "01, 02, 03, ...", false, "17"}, {3, "一, 二, 三, ...", false, "3"},
	} {
		if got := formatNumber(tt.n, tt.format, tt.sync); got != tt.want {
			t.Errorf("formatNumber(%d, %q, %v) = %q, want %q", tt.n, tt.format, tt.sync, got, tt.want)
		}
	}
}

func TestLabel(t *testing.T) {
	const ns = `xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"`
	numbers := [MaxListLevel]int{2, 3, 4}
	for _, tt := range []struct {
		name, levels string
		level        int
		want         string
	}{
		{"own number", `<text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix="."/>`, 0, "II."},
		{"levels above", `<text:list-level-style-number text:level="1" style:num-format="A" style:num-suffix=")"/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2" style:num-prefix="("/>`, 1, "(B.3"},
		{"a level above without number", `<text:list-level-style-number text:level="1" style:num-format=""/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/>`, 1, "3"},
		{"pattern", `<text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-number text:level="3" style:num-format="a" loext:num-list-format="§%1%-%3% 100%"/>`, 2, "§2-d 100%"},
		{"legal", `<text:outline-level-style text:level="1" style:num-format="I"/><text:outline-level-style text:level="2" style:num-format="01, 02, 03, ..." loext:is-legal="true" loext:num-list-format="Sect %1%.%2%"/>`, 1, "Sect 2.03"},
		{"bullet", `<text:list-level-style-bullet text:level="1" text:bullet-char="•"/>`, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := xmlscan.New(strings.NewReader(`<text:list-style `+ns+`>`+tt.levels+`</text:list-style>`), xmlscan.Options{Prefixes: Prefixes})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
			list, err := readListStyle(s)
			if err != nil {
				t.Fatal(err)
			}
			if got := list.Label(tt.level, &numbers); got != tt.want {
				t.Errorf("Label(%d) = %q, want %q", tt.level, got, tt.want)
			}
		})
	}
}
