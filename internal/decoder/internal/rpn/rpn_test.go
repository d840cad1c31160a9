package rpn

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

func TestText(t *testing.T) {
	c := &Context{Row: 4, Col: 2, Sheet: func(int) string { return "Data!" }, Name: func(int) string { return "rate" }}
	for _, tt := range []struct{ tokens, want string }{
		{"\x1e\x01\x00\x1e\x02\x00\x03\x15\x1e\x03\x00\x05", "(1+2)*3"},
		{"\x25\x00\x00\x09\x00\x00\xc0\x00\xc0\x19\x10\x00\x00", "SUM(A1:A10)"},
		{"\x24\x00\x00\x00\x00\x17\x01\x00x\x22\x02\x04\x00", `SUM($A$1,"x")`},
		{"\x44\x00\x00\x00\xc0\x41\x18\x00", "ABS(A1)"},
		{"\x4c\xff\xff\x00\xc0", "C4"},
		{"\x3a\x00\x00\x01\x00\x01\x80", "Data!$B2"},
		{"\x25\x00\x00\xff\xff\x00\xc0\x01\xc0", "A:B"},
		{"\x23\x01\x00\x00\x00\x14", "rate%"},
		{"\x1f\x00\x00\x00\x00\x00\x00\xf8\x3f\x13", "-1.5"},
		{"\x1c\x2a\x1d\x00\x08", "#N/A&FALSE"},
	} {
		if got, ok := Text([]byte(tt.tokens), c); !ok || got != tt.want {
			t.Errorf("Text(%x) = %q, want %q", tt.tokens, got, tt.want)
		}
	}
	for _, bad := range []string{"", "\x03", "\x24\x00", "\x7f", "\x22\x7f\x04\x00", "\x1e\x01\x00\x1e\x01\x00"} {
		if got, ok := Text([]byte(bad), c); ok {
			t.Errorf("Text(%x) = %q", bad, got)
		}
	}
	if i, a, ok := Area([]byte("\x3b\x02\x00\x01\x00\x04\x00\x00\x00\x03\x00"), false); !ok || i != 2 || a != (sheet.Area{Top: 1, Left: 0, Bottom: 4, Right: 3}) {
		t.Error(i, a, ok)
	}
}

func TestFunctions(t *testing.T) {
	for id, want := range map[int]string{0: "COUNT", 1: "IF", 100: "CHOOSE", 148: "INDIRECT", 220: "DAYS360", 255: "User", 345: "SUMIF", 480: "IFERROR"} {
		if got := functions()[id].name; got != want {
			t.Errorf("function %d is %s, want %s", id, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("\x25\x00\x00\x09\x00\x00\xc0\x00\xc0\x19\x10\x00\x00"), false)
	f.Fuzz(func(t *testing.T, tokens []byte, wide bool) {
		c := &Context{Wide: wide, Sheet: func(int) string { return "S!" }, Name: func(int) string { return "n" }}
		if s, ok := Text(tokens, c); ok && len(s) > 2*maxText {
			t.Errorf("%d bytes of text", len(s))
		}
		Area(tokens, wide)
	})
}
