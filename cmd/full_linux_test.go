package cmd_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A disk that is full ends the run with one clear line. No document is half-written, and with more room the next run completes
// the work.
func TestFullDisk(t *testing.T) {
	undisturbed := filepath.Join(t.TempDir(), "out")
	program("-q", "-j", "2", "-o", undisturbed, sample).Run()
	want := tree(t, undisturbed)
	for _, kilobytes := range []int{40, 100, 300, 600} {
		disk := t.TempDir()
		if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dk", kilobytes)); err != nil {
			t.Skip("no small file system can be had:", err)
		}
		t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
		out := filepath.Join(disk, "out")
		var messages bytes.Buffer
		c := program("-q", "-j", "2", "-o", out, sample)
		c.Stderr = &messages
		c.Run()
		if code := c.ProcessState.ExitCode(); code != 1 || strings.Count(messages.String(), "no space left on device") != 1 {
			t.Fatalf("%d kB: exit code %d\n%s", kilobytes, code, &messages)
		}
		got := tree(t, out)
		for name := range want {
			if d := documentOf(want, name); d != "" && got[path.Join(d, "document.json")] != "" && got[name] != want[name] {
				t.Errorf("%d kB: %s is not as it should be, and its document is there", kilobytes, name)
			}
		}
		if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=100m"); err != nil {
			t.Fatal(err)
		}
		program("-q", "-j", "2", "-o", out, sample).Run()
		if got = tree(t, out); !maps.Equal(got, want) {
			t.Errorf("%d kB: the continued run wrote other files: %s", kilobytes, difference(want, got))
		}
	}
}

// What a user may not read or write costs that file, or the run, a clear line. Root may all, so the test needs another user.
func TestNoPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read and write everything")
	}
	in := t.TempDir()
	for name, mode := range map[string]os.FileMode{"closed.txt": 0, "open.txt": 0o644} {
		if err := os.WriteFile(filepath.Join(in, name), []byte("text\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	run := func(out string) (int, string) {
		var messages bytes.Buffer
		c := program("-q", "-o", out, in)
		c.Stderr = &messages
		c.Run()
		return c.ProcessState.ExitCode(), messages.String()
	}
	if code, text := run(out); code != 3 || !strings.Contains(text, "closed.txt: io: ") {
		t.Errorf("an unreadable file: exit code %d\n%s", code, text)
	}
	closed := t.TempDir()
	if err := os.Chmod(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{closed, filepath.Join(closed, "out")} {
		if code, text := run(out); code != 1 || !strings.Contains(text, "permission denied") || strings.Count(text, "\n") != 1 {
			t.Errorf("an output folder that can't be written: exit code %d\n%s", code, text)
		}
	}
}
