package numfmt

import (
	"math"
	"strconv"
	"testing"

	"github.com/xuri/excelize/v2"
)

func show(code string, v float64) string {
	return string(Compile(code).AppendNumber(nil, v, false))
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		code string
		v    float64
		want string
	}{
		{"General", 0, "0"}, {"General", 15, "15"}, {"General", -2.5, "-2.5"}, {"General", 0.1 + 0.2, "0.3"},
		{"General", 1e15, "1E+15"}, {"General", 1.5e300, "1.5E+300"}, {"General", 1e-10, "1E-10"}, {"General", 0.0001, "0.0001"},
		{"General", 123456789012345, "123456789012345"}, {`General" kg"`, 4.5, "4.5 kg"}, {"", 7, "7"},
		{"0", 2.5, "3"}, {"0", -0.4, "-0"}, {"00000", 42, "00042"}, {"#", 0, ""}, {"0.00", 0.125, "0.13"}, {"0.00", 1.005, "1.01"},
		{"0.00", 999.995, "1000.00"}, {"#.##", 5, "5."}, {".00", 1.5, "1.50"}, {".00", 0.5, ".50"}, {"0.0#", 1.25, "1.25"}, {"0.0#", 1.2, "1.2"},
		{"#,##0", 1234567, "1,234,567"}, {"#,##0", 12, "12"}, {"#,##0.00", -1234.5, "-1,234.50"}, {"0,000", 12, "0,012"},
		{"0,", 12345, "12"}, {"0.0,,", 12345678, "12.3"}, {"#,##0,", 1234567, "1,235"}, {`0.0,,"M"`, 12345678, "12.3M"},
		{"0%", 0.09, "9%"}, {"0.00%", -0.5, "-50.00%"}, {"0%", 0.285, "29%"},
		{"0.00E+00", 12345, "1.23E+04"}, {"0.00E+00", 0.00012, "1.20E-04"}, {"0.00E-00", 12345, "1.23E04"}, {"##0.0E+0", 12345, "12.3E+3"},
		{"0.0E+0", 9.99, "1.0E+1"}, {"0.00E+00", 0, "0.00E+00"},
		{"# ?/?", 0.5, "1/2"}, {"# ?/?", 2.5, "2 1/2"}, {"# ?/?", 5, "5"}, {"# ??/??", 3.14159265, "3 14/99"}, {"# ?/8", 2.5, "2 4/8"}, {"?/?", 2.5, "5/2"}, {"# ?/?", -1.25, "-1 1/4"}, {"# ?/?", 0, "0"},
		{"# ??/??", 0.9999, "1"}, {"# ?/100", 0.25, "25/100"},
		{"000-0000", 5551234, "555-1234"}, {"(000) 000-0000", 8005551234, "(800) 555-1234"},
		{"$#,##0.00;($#,##0.00)", -3, "($3.00)"}, {`"$"#,##0`, -5, "-$5"}, {`0;-0;"zero"`, 0, "zero"},
		{"[$€-407] #,##0.00", 12.5, "€ 12.50"}, {"#,##0.00 [$€-1]", 12.5, "12.50 €"}, {"[$USD] 0", 3, "USD 3"},
		{"[Red]0;[Blue]-0", -3, "-3"}, {"[<100]0.0;[>=100]0", 99.5, "99.5"}, {"[<100]0.0;[>=100]0", 100.5, "101"}, {`[=1]"one";[=2]"two";0`, 2, "two"}, {`[=1]"one";[=2]"two";0`, 3, "3"},
		{"[<0]0;0", -4, "4"}, {"[>=0]0;(0)", -4, "(4)"}, {";;;", 5, ""}, {"0;;", -5, ""},
		{Builtin(43), 1234.5, "1,234.50"}, {Builtin(43), -1234.5, "(1,234.50)"}, {Builtin(43), 0, "-"}, {Builtin(41), 7, "7"}, {Builtin(37), -5, "(5)"},
		{`0\ "m²"`, 12, "12 m²"}, {"@", 12.5, "12.5"}, {`0.0"x"`, 2, "2.0x"}, {`"only text"`, 2, "only text"},
	} {
		if got := show(tt.code, tt.v); got != tt.want {
			t.Errorf("%q shows %v as %q, want %q", tt.code, tt.v, got, tt.want)
		}
	}
}

func TestDates(t *testing.T) {
	for _, tt := range []struct {
		code string
		v    float64
		want string
	}{
		{`yyyy\-mm\-dd`, 44197, "2021-01-01"}, {"[hh]:mm:ss", 10.632060185185185, "255:10:10"}, {"m/d/yyyy", 60, "2/29/1900"}, {"m/d/yyyy", 61, "3/1/1900"}, {"m/d/yyyy", 1, "1/1/1900"},
		{"d-mmm-yy", 39304, "10-Aug-07"}, {"dddd, mmmm d, yyyy", 39304, "Friday, August 10, 2007"}, {"[$-F800]dddd, mmmm dd, yyyy", 39304, "Friday, August 10, 2007"},
		{"[$-407]d. mmmm yyyy", 39304, "10. August 2007"}, {"[$-407]dddd", 39304, "Freitag"}, {"[$-419]d mmmm yyyy", 39304, "10 августа 2007"}, {`[$-411]yyyy"年"m"月"d"日"`, 39304, "2007年8月10日"},
		{`[$-411]ggge"年"m"月"d"日"`, 44197, "令和3年1月1日"}, {"[$-411]ge.m.d", 20000, "S29.10.3"}, {"[$-404]e/m/d", 44197, "110/1/1"}, {"e/m/d", 44197, "2021/1/1"}, {"bbbb", 44197, "2564"},
		{"h:mm AM/PM", 0.5, "12:00 PM"}, {"h:mm AM/PM", 0, "12:00 AM"}, {"h:mm A/P", 0.75, "6:00 P"}, {"h:mm", 0.0416666666, "1:00"}, {"h:mm", 0.99999, "23:59"}, {"h:mm:ss", 0.99999999, "0:00:00"},
		{"mm:ss", 0.0006944, "01:00"}, {"mm:ss.0", 0.000011574, "00:01.0"}, {"h:mm:ss.000", 0.123456789, "2:57:46.667"},
		{"[h]:mm", 1.5, "36:00"}, {"[m]", 1, "1440"}, {"[ss]", 0.0001, "09"}, {"[h]:mm", -0.25, "-6:00"},
		{"yy", 44197, "21"}, {"mmmmm", 44197, "J"}, {"ddd", 44197, "Fri"}, {"d/m", 44197, "1/1"}, {`m"月"`, 44197, "1月"},
		{"m/d/yy h:mm", 44197.5, "1/1/21 12:00"}, {"yyyy-mm-dd", -1, "-1"}, {"yyyy-mm-dd", 3e6, "3000000"}, {"yyyy-mm-dd", 2958465, "9999-12-31"},
		{Builtin(14), 44197, "1/1/2021"}, {Builtin(22), 44197.25, "1/1/2021 6:00"}, {Builtin(47), 0.00002, "00:01.7"},
	} {
		if got := show(tt.code, tt.v); got != tt.want {
			t.Errorf("%q shows %v as %q, want %q", tt.code, tt.v, got, tt.want)
		}
	}
	if got := string(Compile("yyyy-mm-dd").AppendNumber(nil, 41337, true)); got != "2017-03-05" {
		t.Errorf("in the 1904 system 41337 is %s", got)
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ code, text, want string }{
		{"0.00", "x", "x"}, {"@", "x", "x"}, {`0;0;0;"<"@">"`, "x", "<x>"}, {Builtin(43), "x", "x"}, {`0;"no";`, "x", "x"}, {";;;", "x", ""}, {`@" kg"`, "x", "x kg"},
	} {
		if got := string(Compile(tt.code).AppendText(nil, []byte(tt.text))); got != tt.want {
			t.Errorf("%q shows text %q as %q, want %q", tt.code, tt.text, got, tt.want)
		}
	}
}

// TestLikeExcelize compares with an independent implementation, over the codes and values on which it
// agrees with what a spreadsheet program shows.
func TestLikeExcelize(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	values := []float64{0, 1, -1, 12, 1234.5678, -1234.5678, 0.5, 0.09, 99.999, 1e6, 44197, 44197.75, 39304.123456}
	for _, code := range []string{
		"0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "0.00E+00", "yyyy-mm-dd", "d-mmm-yy", "mmm-yy", "h:mm AM/PM", "h:mm:ss AM/PM", "hh:mm", "hh:mm:ss",
		"yyyy-mm-dd hh:mm:ss", "dddd, mmmm d, yyyy", "[h]:mm:ss", "mm:ss", "#,##0;(#,##0)", `0.0"x"`, `"$"#,##0.00`, "[$€-407]#,##0.00", "00000", "mmmm", "[$-407]mmmm", "[$-40C]mmmm", "[$-410]dddd",
	} {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		f.SetCellStyle("Sheet1", "A1", "A1", style)
		for _, v := range values {
			if Compile(code).IsDate() && v < 1 || code == "[h]:mm:ss" && v > 1e5 { // its durations overflow
				continue
			}
			f.SetCellValue("Sheet1", "A1", v)
			want, err := f.GetCellValue("Sheet1", "A1")
			if err != nil {
				t.Fatal(err)
			}
			if got := show(code, v); got != want {
				t.Errorf("%q shows %v as %q, excelize %q", code, v, got, want)
			}
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, code := range []string{"General", "#,##0.00;[Red](#,##0.00)", "# ??/??", "##0.0E+0", "[h]:mm:ss.000", "[$-407]dddd d. mmmm yyyy", `[>=100]0,,"M";@`} {
		f.Add(code, 12345.678)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		c := Compile(code)
		if out := c.AppendNumber(nil, v, false); len(out) > 20*len(code)+1000 {
			t.Errorf("%q shows %v in %d bytes", code, v, len(out))
		}
		c.AppendNumber(nil, v, true)
		c.AppendText(nil, []byte("text"))
	})
}

func BenchmarkFormats(b *testing.B) {
	for _, code := range []string{"General", "0", "#,##0.00", "0.00%", "yyyy-mm-dd", "h:mm AM/PM"} {
		b.Run(code, func(b *testing.B) {
			c := Compile(code)
			var buf []byte
			for i := range b.N {
				buf = c.AppendNumber(buf[:0], float64(i%50000)+0.25, false)
			}
		})
	}
}

func TestDecimalRounds(t *testing.T) {
	for i := range 2000 {
		v := float64(i)*0.37 + 0.0001
		d := makeDecimal(v)
		d.round(2)
		got, _ := strconv.ParseFloat(string(Compile("0.00").AppendNumber(nil, v, false)), 64)
		if math.Abs(got-v) > 0.005001 {
			t.Fatalf("%v rounds to %v", v, got)
		}
	}
}
