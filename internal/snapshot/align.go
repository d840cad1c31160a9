package snapshot

import "slices"

// match is a place in the old and one in the new sequence that hold the same.
type match struct{ old, new int }

const (
	// exactWork is the product of two lengths up to which the longest common subsequence is found by the table of all prefixes.
	exactWork = 1 << 14
	// maxSplits bounds how often a range is split again at what is unique in it.
	maxSplits = 32
)

// align returns places at which two sequences agree, ascending in both: the longest common subsequence of short
// ones, something near to it of long ones, in O(n log n) time.
func align(a, b []int) []match {
	var out []match
	alignRange(a, b, 0, 0, 0, &out)
	return out
}

// alignRange aligns a and b, which begin at aAt and bAt of the whole sequences.
func alignRange(a, b []int, aAt, bAt, splits int, out *[]match) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		*out = append(*out, match{aAt, bAt})
		a, b, aAt, bAt = a[1:], b[1:], aAt+1, bAt+1
	}
	tail := 0
	for len(a) > tail && len(b) > tail && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	if len(a) > 0 && len(b) > 0 {
		if len(a)*len(b) <= exactWork {
			alignExact(a, b, aAt, bAt, out)
		} else {
			alignLong(a, b, aAt, bAt, splits, out)
		}
	}
	for i := range tail {
		*out = append(*out, match{aAt + len(a) + i, bAt + len(b) + i})
	}
}

// alignExact finds the longest common subsequence.
func alignExact(a, b []int, aAt, bAt int, out *[]match) {
	w := len(b) + 1
	length := make([]uint16, (len(a)+1)*w) // of the longest one of a[i:] and b[k:]
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				length[i*w+k] = length[(i+1)*w+k+1] + 1
			} else {
				length[i*w+k] = max(length[(i+1)*w+k], length[i*w+k+1])
			}
		}
	}
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i] == b[k]:
			*out = append(*out, match{aAt + i, bAt + k})
			i, k = i+1, k+1
		case length[(i+1)*w+k] >= length[i*w+k+1]:
			i++
		default:
			k++
		}
	}
}

// alignLong pairs what is unique on both sides, keeps the longest run of pairs that ascends, and aligns what lies between them.
// Where nothing is unique, the first of a kind is paired with the first, the second with the second, and so on.
func alignLong(a, b []int, aAt, bAt, splits int, out *[]match) {
	inA, inB := places(a), places(b)
	var pairs []match
	for i, x := range a {
		if len(inA[x]) == 1 && len(inB[x]) == 1 {
			pairs = append(pairs, match{i, inB[x][0]})
		}
	}
	unique := len(pairs) > 0 && splits < maxSplits
	if !unique {
		pairs = pairs[:0]
		nth := map[int]int{}
		for i, x := range a {
			if n := nth[x]; n < len(inB[x]) {
				pairs = append(pairs, match{i, inB[x][n]})
				nth[x]++
			}
		}
	}
	pairs = ascending(pairs)
	if !unique {
		for _, m := range pairs {
			*out = append(*out, match{aAt + m.old, bAt + m.new})
		}
		return
	}
	i, k := 0, 0
	for _, m := range append(pairs, match{len(a), len(b)}) {
		alignRange(a[i:m.old], b[k:m.new], aAt+i, bAt+k, splits+1, out)
		if m.old < len(a) {
			*out = append(*out, match{aAt + m.old, bAt + m.new})
		}
		i, k = m.old+1, m.new+1
	}
}

func places(seq []int) map[int][]int {
	out := make(map[int][]int, len(seq))
	for i, x := range seq {
		out[x] = append(out[x], i)
	}
	return out
}

// ascending returns the longest subsequence of pairs, which ascend in old, that ascends in new too.
func ascending(pairs []match) []match {
	var ends []int // ends[n] is the pair that a run of n+1 ends with, the lowest one so far
	before := make([]int, len(pairs))
	for i, m := range pairs {
		n, _ := slices.BinarySearchFunc(ends, m.new, func(e, want int) int { return pairs[e].new - want })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	out := make([]match, len(ends))
	for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
		out[n] = pairs[i]
	}
	return out
}
