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
		if b.Close() == nil {
			t.Fatal("no error")
		}
		var sb strings.Builder
		b = writebuf.New(&sb)
		b.WriteString("kept")
		if err := b.Close(); err != nil || sb.String() != "kept" {
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
		b.Close()
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

// counted counts the writes that reach it.
type counted struct {
	strings.Builder
	writes int
}

func (c *counted) Write(p []byte) (int, error) {
	c.writes++
	return c.Builder.Write(p)
}

func TestEveryWayOfWritingKeepsTheOrder(t *testing.T) {
	long := strings.Repeat("long ", 50_000)
	var to counted
	b := writebuf.New(&to)
	var said strings.Builder
	for i := range 4000 {
		b.Bytes = append(b.Bytes, "appended "...)
		b.Spill()
		said.WriteString("appended ")
		switch i {
		case 10:
			b.WriteString(long)
		case 20:
			b.Write([]byte(long))
		case 30:
			if n, err := b.ReadFrom(strings.NewReader(long)); n != int64(len(long)) || err != nil {
				t.Fatal(n, err)
			}
		case 40:
			b.WriteByte('x')
			said.WriteByte('x')
			continue
		default:
			continue
		}
		said.WriteString(long)
	}
	want := said.String()
	if err := b.Close(); err != nil || to.String() != want {
		t.Errorf("%d bytes, want %d, %v", to.Len(), len(want), err)
	}
	if most := len(want)/(32<<10) + 5; to.writes > most {
		t.Errorf("%d writes, want at most %d", to.writes, most)
	}
}
