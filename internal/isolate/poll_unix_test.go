//go:build unix

package isolate

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// A pipe that was made for blocking reads, as a worker's input is, gets reads that can be given up; they bring the same bytes.
func TestPollable(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Fd() // makes reads block
	f, ok := pollable(r).(*os.File)
	if !ok {
		t.Fatal("no file")
	}
	defer f.Close()
	if err := f.SetReadDeadline(time.Now()); err != nil {
		t.Fatalf("reads wait in the system: %v", err)
	}
	if _, err := f.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("reading nothing: %v", err)
	}
	f.SetReadDeadline(time.Time{})
	io.WriteString(w, "news")
	w.Close()
	if b, err := io.ReadAll(f); err != nil || string(b) != "news" {
		t.Errorf("read %q, %v", b, err)
	}
	s := strings.NewReader("")
	if pollable(s) != io.Reader(s) {
		t.Error("what is no file was replaced")
	}
}
