package numfmt

import (
	"strings"
	"time"
)

// The first day of each system.
var (
	epoch1900 = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC) // right from 1900-03-01 on
	epoch1904 = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
)

// ParseISO returns the serial number of a date and time, date or time written as in ISO 8601; a zone is dropped.
func ParseISO(s string, date1904 bool) (serial float64, ok bool) {
	s = strings.TrimSuffix(s, "Z")
	for _, layout := range [...]string{"2006-01-02T15:04:05", "2006-01-02", "15:04:05", "2006-01-02T15:04", "15:04"} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		epoch := epoch1900
		switch {
		case !strings.Contains(layout, "-"):
			epoch = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
		case date1904:
			epoch = epoch1904
		}
		days := (t.Unix() - epoch.Unix()) / secondsPerDay
		rest := t.Unix() - epoch.Unix() - days*secondsPerDay
		serial = float64(days) + (float64(rest)+float64(t.Nanosecond())/1e9)/secondsPerDay
		if epoch == epoch1900 && serial < 61 && serial >= 1 { // before the leap day that never was
			serial--
		}
		return serial, true
	}
	return 0, false
}
