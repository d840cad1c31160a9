package writebuf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/writebuf"
)

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestBufferIsCleanWhenLentAgain(t *testing.T) {
	for range 10 {
		b := writebuf.New(broken{})
		b.WriteString("lost")
		if writebuf.Close(b) == nil {
			t.Fatal("no error")
		}
		var sb strings.Builder
		b = writebuf.New(&sb)
		b.WriteString("kept")
		if err := writebuf.Close(b); err != nil || sb.String() != "kept" {
			t.Fatalf("got %q, %v", sb.String(), err)
		}
	}
}

func TestNothingIsAllocatedForAnotherBuffer(t *testing.T) {
	var sb strings.Builder
	sb.Grow(1 << 10)
	if n := testing.AllocsPerRun(100, func() {
		b := writebuf.New(&sb)
		b.WriteByte('a')
		writebuf.Close(b)
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
