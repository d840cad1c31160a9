package isolate

import (
	"bytes"
	"os"
	"strconv"
)

// residentMemory returns what a process has in memory without what it shares, such as the program's own pages, bytes; 0 when it can't be
// told.
func residentMemory(pid int) int64 {
	b, err := os.ReadFile(procfs(pid, "statm"))
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

// descendants returns the processes that a process has started, and those that they have, as far as they live.
func descendants(pid int) []int { return appendDescendants(nil, pid, 0) }

func appendDescendants(out []int, pid, depth int) []int {
	const deepest = 4
	threads, err := os.ReadDir(procfs(pid, "task"))
	if err != nil || depth == deepest {
		return out
	}
	var command []byte
	for _, t := range threads {
		b, err := os.ReadFile(procfs(pid, "task/"+t.Name()+"/children"))
		if err != nil {
			continue
		}
		for field := range bytes.FieldsSeq(b) {
			child, err := strconv.Atoi(string(field))
			if err != nil {
				continue
			}
			if command == nil {
				command, _ = os.ReadFile(procfs(pid, "cmdline"))
			}
			// Until a child runs its own program it has its parent's memory, which counts once.
			if c, err := os.ReadFile(procfs(child, "cmdline")); err == nil && !bytes.Equal(c, command) {
				out = appendDescendants(append(out, child), child, depth+1)
			}
		}
	}
	return out
}

func procfs(pid int, name string) string { return "/proc/" + strconv.Itoa(pid) + "/" + name }
