package isolate

import (
	"bytes"
	"os"
	"strconv"
)

// residentMemory returns what a process has in memory without what it shares, such as the program's own pages, bytes; 0 when it can't be
// told.
func residentMemory(pid int) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	f := bytes.Fields(b)
	if len(f) < 3 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(f[1]), 10, 64)
	shared, _ := strconv.ParseInt(string(f[2]), 10, 64)
	return (pages - shared) * int64(os.Getpagesize())
}
