package isolate

import (
	"fmt"
	"os"
	"testing"
)

// What a worker has others do counts as its own.
func TestMemoryOfChildren(t *testing.T) {
	own := residentMemory(os.Getpid())
	if _, err := os.Stat(procfs(os.Getpid(), fmt.Sprintf("task/%d/children", os.Getpid()))); err != nil {
		t.Skipf("which processes another one has started can't be told here: %v", err)
	}
	b := newBench(t, Options[testPlan]{Workers: 1, Memory: own + hogged, resident: residentMemory})
	out, files, err := b.process(t.Context(), "hog", false)
	if err != nil || out.Code != "too_large" || out.Crowded || files != "" {
		t.Errorf("%+v, %v, files %q", out, err, files)
	}
	if out, _, err := b.process(t.Context(), "well", false); err != nil || out.Code != "" {
		t.Errorf("the next task: %+v, %v", out, err)
	}
}
