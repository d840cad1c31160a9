package snapshot

import (
	"math/rand/v2"
	"testing"
	"time"
)

// longest returns the length of the longest common subsequence.
func longest(a, b []int) int {
	row := make([]int, len(b)+1)
	for i := range a {
		last := 0
		for k := range b {
			above := row[k+1]
			if a[i] == b[k] {
				row[k+1] = last + 1
			} else {
				row[k+1] = max(row[k+1], row[k])
			}
			last = above
		}
	}
	return row[len(b)]
}

func checkMatches(t *testing.T, a, b []int, ms []match) {
	t.Helper()
	last := match{-1, -1}
	for _, m := range ms {
		if m.old <= last.old || m.new <= last.new || m.old >= len(a) || m.new >= len(b) {
			t.Fatalf("match %v after %v, lengths %d and %d", m, last, len(a), len(b))
		}
		if a[m.old] != b[m.new] {
			t.Fatalf("match %v: %d and %d", m, a[m.old], b[m.new])
		}
		last = m
	}
}

func TestAlignShort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := make([]int, r.IntN(20)), make([]int, r.IntN(20))
		for i := range a {
			a[i] = r.IntN(6)
		}
		for i := range b {
			b[i] = r.IntN(6)
		}
		ms := align(a, b)
		checkMatches(t, a, b, ms)
		if want := longest(a, b); len(ms) != want {
			t.Fatalf("align(%v, %v): %d matches, want %d", a, b, len(ms), want)
		}
	}
}

// Of long sequences with few edits nearly all is found, and whatever they hold it does not take long.
func TestAlignLong(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(3, 4))
	for name, value := range map[string]func(i int) int{
		"unique":   func(i int) int { return i },
		"few":      func(i int) int { return i % 7 },
		"mixed":    func(i int) int { return i * (i % 3) },
		"one":      func(int) int { return 1 },
		"nothing":  func(i int) int { return i * 2 },
		"reversed": func(i int) int { return i },
	} {
		t.Run(name, func(t *testing.T) {
			var a, b []int
			for i := range n {
				a = append(a, value(i))
				switch {
				case name == "nothing":
					b = append(b, 2*i+1)
				case name == "reversed":
					b = append(b, n-i)
				case r.IntN(500) == 0: // left out
				case r.IntN(500) == 0:
					b = append(b, value(i), -i)
				default:
					b = append(b, value(i))
				}
			}
			start := time.Now()
			ms := align(a, b)
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			checkMatches(t, a, b, ms)
			if name == "unique" && len(ms) < n-n/400 {
				t.Errorf("%d matches of %d", len(ms), n)
			}
		})
	}
}
