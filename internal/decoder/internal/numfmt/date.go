package numfmt

import (
	"math"
	"strings"
)

// The last day that a spreadsheet shows is 9999-12-31, serial number 2958465 of the 1900 system.
const lastSerial = 2958466

// offset1904 is how many days the 1904 system starts later than the 1900 system.
const offset1904 = 1462

const secondsPerDay = 86400

// moment is a date and time taken apart.
type moment struct {
	year, month, day int
	weekday          int // 0 is Sunday
	hour, min, sec   int
	fraction         int // of a second, in units of 10^-digits
}

// split3 takes a serial number apart, rounded to a unit of 10^-digits seconds. Without seconds shown nothing
// but the error of the representation is rounded away.
func split3(serial float64, date1904 bool, digits, guard int) (m moment, ok bool) {
	days := math.Floor(serial)
	unit := math.Pow10(digits + guard)
	ticks := math.Round((serial - days) * secondsPerDay * unit)
	if ticks >= secondsPerDay*unit {
		days++
		ticks -= secondsPerDay * unit
	}
	ticks = math.Floor(ticks / math.Pow10(guard))
	unit = math.Pow10(digits)
	if date1904 {
		days += offset1904
	}
	if days < 0 || days >= lastSerial || math.IsNaN(days) {
		return m, false
	}
	n := int(days)
	m.year, m.month, m.day = civil(n)
	m.weekday = (n + 6) % 7
	t := int(ticks / unit)
	m.fraction = int(ticks - float64(t)*unit)
	m.hour, m.min, m.sec = t/3600, t/60%60, t%60
	return m, true
}

// civil returns the date of a serial number of the 1900 system, in which day 0 is "January 0" and day 60 the
// 29th of February 1900, which never was.
func civil(n int) (y, m, d int) {
	switch {
	case n == 0:
		return 1900, 1, 0
	case n == 60:
		return 1900, 2, 29
	case n < 60:
		n++
	}
	// Days from the civil calendar's 0000-03-01, so that leap days come last in a year.
	n += 693899
	era := n / 146097
	doe := n - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

// appendDate shows a serial number as a date or time.
func (s *section) appendDate(dst []byte, v float64, date1904 bool) []byte {
	var m moment
	neg := false
	switch {
	case s.elapsed:
		neg = v < 0
		v = math.Abs(v)
		if v >= lastSerial {
			return AppendGeneral(dst, v)
		}
	case v < 0 && !date1904:
		return AppendGeneral(dst, v)
	}
	guard := 0
	if !s.seconds {
		guard = 3
	}
	m, ok := split3(v, date1904 && !s.elapsed, s.subDigit, guard)
	if !ok {
		return AppendGeneral(dst, v)
	}
	if neg {
		dst = append(dst, '-')
	}
	total := 0
	if s.elapsed {
		unit := math.Pow10(s.subDigit)
		if guard > 0 {
			total = int(math.Floor(math.Round(v*secondsPerDay*1000) / 1000))
		} else {
			total = int(math.Floor(math.Round(v*secondsPerDay*unit) / unit))
		}
	}
	names := namesOf(s.locale)
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.what {
		case year:
			if t.n <= 2 {
				dst = appendPadded(dst, m.year%100, 2)
			} else {
				dst = appendPadded(dst, m.year, 4)
			}
		case buddhistYear:
			if t.n <= 2 {
				dst = appendPadded(dst, (m.year+543)%100, 2)
			} else {
				dst = appendPadded(dst, m.year+543, 4)
			}
		case eraYear:
			_, y := eraOf(&m, s.locale)
			dst = appendPadded(dst, y, min(t.n, 2))
		case eraName:
			if e, _ := eraOf(&m, s.locale); e != nil {
				dst = append(dst, e.names[min(t.n, len(e.names))-1]...)
			}
		case month:
			switch t.n {
			case 1, 2:
				dst = appendPadded(dst, m.month, t.n)
			case 3:
				dst = append(dst, names.shortMonths[m.month-1]...)
			default:
				dst = append(dst, names.month(m.month-1, s)...)
			}
		case monthLetter:
			for _, r := range names.months[m.month-1] {
				dst = append(dst, string(r)...)
				break
			}
		case day:
			dst = appendPadded(dst, m.day, t.n)
		case weekday:
			if t.n == 3 {
				dst = append(dst, names.shortDays[m.weekday]...)
			} else {
				dst = append(dst, names.days[m.weekday]...)
			}
		case hour:
			h := m.hour
			if s.hour12 {
				h = (h+11)%12 + 1
			}
			dst = appendPadded(dst, h, min(t.n, 2))
		case minute:
			dst = appendPadded(dst, m.min, min(t.n, 2))
		case second:
			dst = appendPadded(dst, m.sec, min(t.n, 2))
		case subSecond:
			dst = append(dst, '.')
			f := m.fraction
			for range s.subDigit - t.n {
				f /= 10
			}
			dst = appendPadded(dst, f, t.n)
		case ampm:
			am, pm, _ := strings.Cut(t.text, "/")
			if m.hour >= 12 {
				am = pm
			}
			dst = append(dst, am...)
		case elapsedH:
			dst = appendPadded(dst, total/3600, t.n)
		case elapsedM:
			dst = appendPadded(dst, total/60, t.n)
		case elapsedS:
			dst = appendPadded(dst, total, t.n)
		default:
			dst = append(dst, t.text...)
		}
	}
	return dst
}
