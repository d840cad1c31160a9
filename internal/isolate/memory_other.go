//go:build !linux

package isolate

// residentMemory can't be told on this system: workers are bounded by the runtime's own limit alone.
func residentMemory(int) int64 { return 0 }

// descendants can't be told either.
func descendants(int) []int { return nil }
