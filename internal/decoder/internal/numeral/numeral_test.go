package numeral_test

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/internal/numeral"
)

func TestNumerals(t *testing.T) {
	repeated := func(n int) string { return numeral.Repeated(n, 'a') }
	alphabetic := func(n int) string { return numeral.Alphabetic(n, 'A') }
	greek := func(n int) string { return numeral.Letter(n, "αβγ") }
	wide := func(n int) string { return numeral.Digits(n, '０') }
	for _, tt := range []struct {
		name string
		f    func(int) string
		n    int
		want string
	}{
		{"Roman", numeral.Roman, 0, ""}, {"Roman", numeral.Roman, 4, "IV"}, {"Roman", numeral.Roman, 1998, "MCMXCVIII"}, {"Roman", numeral.Roman, 3999, "MMMCMXCIX"},
		{"Roman", numeral.Roman, 4000, ""}, {"Roman", numeral.Roman, -1, ""},
		{"Repeated", repeated, 1, "a"}, {"Repeated", repeated, 26, "z"}, {"Repeated", repeated, 27, "aa"}, {"Repeated", repeated, 54, "bbb"}, {"Repeated", repeated, 0, ""},
		{"Repeated", repeated, 1 << 40, ""},
		{"Alphabetic", alphabetic, 0, ""}, {"Alphabetic", alphabetic, 26, "Z"}, {"Alphabetic", alphabetic, 27, "AA"}, {"Alphabetic", alphabetic, 703, "AAA"},
		{"Alphabetic", alphabetic, 1<<63 - 1, "CRPXNLSKVLJFHG"},
		{"Letter", greek, 3, "γ"}, {"Letter", greek, 4, ""}, {"Letter", greek, 0, ""},
		{"Digits", wide, 1907, "１９０７"}, {"Digits", wide, -3, "-３"},
		{"Circled", numeral.Circled, 20, "⑳"}, {"Circled", numeral.Circled, 21, ""},
		{"Chinese", numeral.Chinese, 10, "十"}, {"Chinese", numeral.Chinese, 21, "二十一"}, {"Chinese", numeral.Chinese, 105, "一百零五"}, {"Chinese", numeral.Chinese, 1010, "一千零一十"},
		{"Chinese", numeral.Chinese, 10_000, ""},
	} {
		if got := tt.f(tt.n); got != tt.want {
			t.Errorf("%s(%d) = %q, want %q", tt.name, tt.n, got, tt.want)
		}
	}
}
