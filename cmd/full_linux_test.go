package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// everything is written, so that every writer meets a full disk.
var everything = []string{"-q", "-j", "2", "--emit", "json,text,images,provenance,markdown,chunks,kgcore,ndjson"}

// A disk that is full ends the run with one clear line, whichever write it is that finds no room. No file is half-written where
// it is to stay, no document is without some of its files, and with more room the next run completes the work.
// UDECODE_TEST_FULL=1 tries every size in steps of a page, and every number of files.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	in := t.TempDir()
	for _, name := range []string{"notes.md", "bundle.zip", "mail.eml", "tables.html"} {
		raw, err := os.ReadFile(filepath.Join(sample, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(in, name), raw, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	undisturbed := filepath.Join(t.TempDir(), "out")
	if err := program(append(everything, "-o", undisturbed, in)...).Run(); err != nil {
		t.Fatal(err)
	}
	want := tree(t, undisturbed)
	t.Run("size", func(t *testing.T) { fillUp(t, in, want, "size=%dk", 8, 4, 9) })
	t.Run("files", func(t *testing.T) { fillUp(t, in, want, "size=100m,nr_inodes=%d", 2, 1, 7) })
}

// fillUp runs the program on ever larger disks until one is large enough. By default it skips many.
func fillUp(t *testing.T, in string, want map[string]string, options string, first, step, skip int) {
	if os.Getenv("UDECODE_TEST_FULL") != "" {
		skip = 1
	}
	for size, tries := first, 0; ; size, tries = size+step*skip, tries+1 {
		disk := t.TempDir()
		if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf(options, size)); err != nil {
			t.Skip("no small file system can be had:", err)
		}
		full := fullDisk(t, size, disk, in, want)
		syscall.Unmount(disk, syscall.MNT_DETACH)
		if !full {
			if tries < 5 {
				t.Errorf("only %d disks were too small", tries)
			}
			t.Logf("%d disks were too small", tries)
			return
		}
	}
}

// fullDisk runs the program on one disk, makes that larger and runs it again. It returns false when the disk was large enough.
func fullDisk(t *testing.T, size int, disk, in string, want map[string]string) bool {
	out := filepath.Join(disk, "out")
	run := func() (int, string) {
		var messages bytes.Buffer
		c := program(append(everything, "-o", out, in)...)
		c.Stderr = &messages
		c.Run()
		return c.ProcessState.ExitCode(), messages.String()
	}
	code, messages := run()
	if code == 0 {
		return false
	}
	if code != 1 || strings.Count(messages, "no space left on device") != 1 || strings.Count(messages, "\n") != 1 {
		t.Errorf("%d: exit code %d\n%s", size, code, messages)
	}
	got := map[string]string{}
	if _, err := os.Stat(out); err == nil {
		got = tree(t, out)
	}
	for name, content := range got {
		if name == "manifest.jsonl" { // of what the broken run has done
			for line := range strings.Lines(content) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%d: half a line in the manifest: %s", size, line)
				}
			}
		} else if content != want[name] {
			t.Errorf("%d: %s is not as it should be", size, name)
		}
	}
	for name := range want {
		if d := documentOf(want, name); d != "" && got[path.Join(d, "document.json")] != "" && got[name] != want[name] {
			t.Errorf("%d: %s is not there, and its document is", size, name)
		}
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=100m,nr_inodes=100000"); err != nil {
		t.Fatal(err)
	}
	if code, messages := run(); code != 0 {
		t.Errorf("%d: the continued run: exit code %d\n%s", size, code, messages)
	}
	if got = tree(t, out); !maps.Equal(got, want) {
		t.Errorf("%d: the continued run wrote other files: %s", size, difference(want, got))
	}
	return true
}

// A snapshot that can't be updated for want of room has whole files, old or new, and the next update completes it.
func TestFullDiskOfSnapshot(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	before, after := t.TempDir(), t.TempDir()
	for i := range 20 {
		name := fmt.Sprintf("%02d.md", i)
		for dir, text := range map[string]string{before: "# Before\n", after: "# After\n" + strings.Repeat("And more.\n\n", 500)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	update := func(snapshot, in string) (int, string) {
		var messages bytes.Buffer
		c := program("check", "-q", "-j", "2", "-o", snapshot, "--update", in)
		c.Stderr = &messages
		c.Run()
		return c.ProcessState.ExitCode(), messages.String()
	}
	snapshots := map[string]map[string]string{}
	for _, in := range []string{before, after} {
		dir := filepath.Join(t.TempDir(), "snapshot")
		if code, messages := update(dir, in); code != 0 {
			t.Fatalf("exit code %d\n%s", code, messages)
		}
		snapshots[in] = tree(t, dir)
	}
	for _, pages := range []int{0, 1, 2, 3, 5, 20, 50} {
		disk := t.TempDir()
		if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=100m"); err != nil {
			t.Skip("no small file system can be had:", err)
		}
		t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
		dir := filepath.Join(disk, "snapshot")
		update(dir, before)
		var used syscall.Statfs_t
		err := syscall.Statfs(disk, &used)
		if err == nil {
			size := (int(used.Blocks-used.Bfree) + pages) * int(used.Bsize)
			err = syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", size))
		}
		if err != nil {
			t.Fatal(err)
		}
		if code, messages := update(dir, after); code != 1 || strings.Count(messages, "no space left on device") != 1 {
			t.Errorf("%d pages: exit code %d\n%s", pages, code, messages)
		}
		for name, content := range tree(t, dir) {
			if content != snapshots[before][name] && content != snapshots[after][name] {
				t.Errorf("%d pages: %s is neither the old one nor the new one", pages, name)
			}
		}
		if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=100m"); err != nil {
			t.Fatal(err)
		}
		if code, messages := update(dir, after); code != 0 {
			t.Errorf("%d pages: exit code %d\n%s", pages, code, messages)
		}
		if got := tree(t, dir); !maps.Equal(got, snapshots[after]) {
			t.Errorf("%d pages: %s", pages, difference(snapshots[after], got))
		}
	}
}

// No command takes for success that its output could not be written.
func TestFullStandardOutput(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	notes := filepath.Join(sample, "notes.md")
	if err := program("-q", "-o", out, notes).Run(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-q", "-o", "-", notes}, {"-n", notes}, {"inspect", notes}, {"graph", out}, {"graph", "-o", "/dev/full", out}, {"trace", out, "notes.md:10"}, {"diff", out, out},
		{"check", "-o", out, notes}, {"schema"}, {"formats"}, {"version"}, {"--help"}, {"completion", "bash"},
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		var messages bytes.Buffer
		c := program(args...)
		c.Stdout, c.Stderr = full, &messages
		c.Run()
		full.Close()
		if code := c.ProcessState.ExitCode(); code != 1 || strings.Count(messages.String(), "no space left on device") != 1 {
			t.Errorf("%q: exit code %d\n%s", args, code, &messages)
		}
	}
	if st, err := os.Stat("/dev/full"); err != nil || st.Mode().IsRegular() {
		t.Error("the device is one no more")
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
