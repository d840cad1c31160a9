// Package date reads the dates that files state in the ways people and programs write them.
package date

import (
	"net/mail"
	"strings"
	"time"
)

// zoned layouts state a zone, local ones don't.
var (
	zoned = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 MST", "2006-01-02 15:04 -0700"}
	local = []string{"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02", "2006-01", "2006", "20060102", "20060102T150405",
		"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "January 2006", "Jan. 2, 2006", time.ANSIC}
)

// Parse returns a date in RFC 3339: in UTC when it states a zone, without one when it doesn't. What is no date
// gives "". A day alone is its first second.
func Parse(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 100 {
		return ""
	}
	for _, l := range zoned {
		if t, err := time.Parse(l, s); err == nil {
			return Zoned(t)
		}
	}
	for _, l := range local {
		if t, err := time.Parse(l, s); err == nil {
			return t.Format("2006-01-02T15:04:05")
		}
	}
	if t, err := mail.ParseDate(s); err == nil {
		return Zoned(t)
	}
	return ""
}

// Zoned returns a point in time in RFC 3339, in UTC; "" for the zero time.
func Zoned(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}
