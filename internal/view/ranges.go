package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Ranges are ranges of numbers, ends included. None means all numbers.
type Ranges []Range

// Range is a range of numbers, ends included.
type Range struct{ First, Last int }

// ParseRanges reads "1-20", "7", "30-" and lists of these with commas between.
func ParseRanges(s string) (Ranges, error) {
	if s == "" {
		return nil, nil
	}
	var out Ranges
	for part := range strings.SplitSeq(s, ",") {
		first, last, open := strings.Cut(strings.TrimSpace(part), "-")
		r := Range{Last: math.MaxInt}
		var err error
		if r.First, err = strconv.Atoi(first); err == nil {
			switch {
			case !open:
				r.Last = r.First
			case last != "":
				r.Last, err = strconv.Atoi(last)
			}
		}
		if err != nil || r.First < 1 || r.Last < r.First {
			return nil, fmt.Errorf("%q is no range of pages (1-20, 7, 30-)", part)
		}
		out = append(out, r)
	}
	return out, nil
}

// Has reports whether a number is in one of the ranges.
func (rs Ranges) Has(n int) bool {
	for _, r := range rs {
		if r.First <= n && n <= r.Last {
			return true
		}
	}
	return len(rs) == 0
}
