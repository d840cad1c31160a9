package cmd

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// availableMemory returns the memory of the container, else of the machine, in bytes; 2 GiB when it can't be told.
func availableMemory() int64 {
	least := int64(0)
	take := func(n int64) {
		if n > 0 && n < 1<<50 && (least == 0 || n < least) {
			least = n
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if b, err := os.ReadFile(name); err == nil {
			n, _ := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
			take(n)
		}
	}
	if b, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range bytes.Lines(b) {
			if rest, ok := strings.CutPrefix(string(line), "MemTotal:"); ok {
				n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
				take(n << 10)
			}
		}
	}
	if least == 0 {
		return 2 << 30
	}
	return least
}
