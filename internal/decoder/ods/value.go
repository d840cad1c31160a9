package ods

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/odf"
)

// valueTexts makes the texts of cells that have only a value. It keeps the formats that it has compiled.
type valueTexts struct {
	formats map[string]*numfmt.Format // by code
}

// append appends the text of a value in a cell of that style, which may be nil.
func (t *valueTexts) append(dst []byte, v *value, style *odf.Style, styles *odf.Styles) []byte {
	code := ""
	if style != nil && style.NumberStyle != "" {
		code = styles.FormatCode(style.NumberStyle)
	}
	switch v.kind {
	case "float", "percentage", "currency":
		n, err := strconv.ParseFloat(string(v.raw), 64)
		if err != nil {
			return append(dst, v.raw...)
		}
		if code == "" && v.kind == "percentage" {
			code = "0.00%"
		}
		dst = t.format(code).AppendNumber(dst, n, false)
		if code == "" && v.currency != "" {
			dst = append(dst, " "+v.currency...)
		}
		return dst
	case "date":
		serial, whole, ok := dateSerial(string(v.raw))
		if !ok {
			return append(dst, v.raw...)
		}
		if code == "" {
			code = "yyyy-mm-dd hh:mm:ss"
			if whole {
				code = "yyyy-mm-dd"
			}
		}
		return t.format(code).AppendNumber(dst, serial, false)
	case "time":
		days, ok := duration(string(v.raw))
		if !ok {
			return append(dst, v.raw...)
		}
		if code == "" {
			code = "[hh]:mm:ss"
		}
		return t.format(code).AppendNumber(dst, days, false)
	case "boolean":
		return append(dst, bytes.ToUpper(v.raw)...)
	}
	return append(dst, strings.ToValidUTF8(string(v.raw), "\uFFFD")...)
}

func (t *valueTexts) format(code string) *numfmt.Format {
	if code == "" {
		code = "General"
	}
	f := t.formats[code]
	if f == nil {
		f = numfmt.Compile(code)
		if t.formats == nil {
			t.formats = map[string]*numfmt.Format{}
		}
		t.formats[code] = f
	}
	return f
}

// dateSerial returns the days from 30 December 1899 to a date or a date and time; whole says that it has no time.
func dateSerial(s string) (serial float64, whole, ok bool) {
	const epoch = -2_209_161_600 // in Unix time
	days := func(t time.Time) float64 { return (float64(t.Unix()-epoch) + float64(t.Nanosecond())/1e9) / 86400 }
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return days(t), true, true
	}
	t, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(s, "Z"))
	return days(t), false, err == nil
}

// duration returns an XML duration of hours, minutes and seconds ("PT12H30M00S") in days.
func duration(s string) (days float64, ok bool) {
	rest, negative := strings.CutPrefix(s, "-")
	rest, ok = strings.CutPrefix(rest, "PT")
	if !ok {
		return 0, false
	}
	for _, unit := range [...]struct {
		sign    string
		seconds float64
	}{{"H", 3600}, {"M", 60}, {"S", 1}} {
		before, after, found := strings.Cut(rest, unit.sign)
		if !found {
			continue
		}
		n, err := strconv.ParseFloat(strings.Replace(before, ",", ".", 1), 64)
		if err != nil {
			return 0, false
		}
		days += n * unit.seconds / 86400
		rest = after
	}
	if negative {
		days = -days
	}
	return days, rest == ""
}

// number returns a count; what is none is 0, and so is one too large to be true.
func number(b []byte) int64 {
	n, err := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 32)
	if err != nil {
		return 0
	}
	return n
}
